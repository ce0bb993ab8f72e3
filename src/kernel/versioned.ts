// What replies depend on: each such node knows the last record that changed it, and tells one watcher of a change.
//
// Guaranteed: whoever changes a node says so by `touch`, so that a watcher hears of every change before any reply that
// shows it is made.

/** Told once of the next change, or of the end in memory. */
export interface Watcher {
  changed(): void;
}

/** Anything with the number of the last record that changed it; −1 when it has left memory. Replies depend on these. */
export interface Versioned {
  seq: number;
  watcher: Watcher | undefined;
}

export const newVersioned = (): Versioned => ({ seq: 0, watcher: undefined });

/** A record has changed the node; it may be an older one than that which changed it last. */
export const touch = (node: Versioned, seq: number): void => {
  if (seq > node.seq) node.seq = seq;
  if (node.watcher !== undefined) notify(node);
};

/** The node has left memory: nobody relies on it any more. */
export const forsake = (node: Versioned): void => {
  node.seq = -1;
  if (node.watcher !== undefined) notify(node);
};

const notify = (node: Versioned): void => {
  const { watcher } = node;
  node.watcher = undefined;
  watcher?.changed();
};
