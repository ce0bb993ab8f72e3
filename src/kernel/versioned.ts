// Nodes on which replies depend. Each knows the last record that changed it, and notifies one watcher.
//
// Guaranteed: every change of a node calls `touch`, so that a watcher is notified before any reply that shows the
// change is made.

/** Notified once, of the next change or of the end in memory. */
export interface Watcher {
  changed(): void;
}

/** A node with the number of the last record that changed it; −1 after it has left memory. */
export interface Versioned {
  seq: number;
  watcher: Watcher | undefined;
}

export const newVersioned = (): Versioned => ({ seq: 0, watcher: undefined });

let changes = 0;

/** How often nodes of this thread have changed or left memory: while it stays the same, none has. */
export const nodeChanges = (): number => changes;

/** Notes that a record has changed the node; the record may be older than the last one noted. */
export const touch = (node: Versioned, seq: number): void => {
  if (seq > node.seq) node.seq = seq;
  changes += 1;
  if (node.watcher !== undefined) notify(node);
};

/** Notes that the node has left memory, so that nothing relies on it any more. */
export const forsake = (node: Versioned): void => {
  node.seq = -1;
  changes += 1;
  if (node.watcher !== undefined) notify(node);
};

const notify = (node: Versioned): void => {
  const { watcher } = node;
  node.watcher = undefined;
  watcher?.changed();
};

/**
 * Whether one of the nodes has changed, or left memory, since they were read. `readSeq`: the highest number among them
 * then, which every later change exceeds.
 */
export const isOutdated = (nodes: readonly Versioned[], readSeq: number): boolean => {
  for (let index = 0; index < nodes.length; index += 1) {
    const { seq } = nodes[index]!;
    if (seq > readSeq || seq < 0) return true;
  }
  return false;
};
