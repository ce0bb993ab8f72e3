// What a dialog edits, as fields of text, and what somebody else has saved since the dialog has read it.
//
// Guaranteed: nothing that somebody else has saved meanwhile is overwritten unseen.
import { Refused } from './api/refused.ts';
import type { Meanwhile } from './api/refused.ts';

/** Field → text; '' where it has none. */
export interface Fields {
  readonly [field: string]: string;
}

/** As it was read. */
export interface Seen {
  readonly fields: Fields;
  /** Record that it is of; undefined: the shop says none. */
  readonly seq: number | undefined;
}

/** A field that both have changed, each in another way. */
export interface Conflict {
  readonly field: string;
  readonly theirs: string;
}

export interface Edited {
  readonly seen: Seen;
  readonly draft: Fields;
  /** What is still to be chosen. */
  readonly conflicts: readonly Conflict[];
}

/** Where it is stored. Both throw Refused. */
export interface SeenPlace {
  read(): Promise<Seen>;
  /** `changed`: the fields of the draft that differ from what was read. `seen`: the parameter for the change. */
  send(draft: Fields, changed: Fields, seen: { readonly if_seq?: number }): Promise<void>;
}

/** How often a change is sent as of a newer record, where others change other fields at the same time. */
const TRIES = 5;

/** The parameter of a change of what was read; none where the shop says no record. */
export const seenAs = (seq: number | undefined): { readonly if_seq?: number } =>
  seq === undefined ? {} : { if_seq: seq };

/** Whether somebody else was faster. */
export const isMeanwhile = (error: unknown): boolean => error instanceof Refused && error.code === 'CHANGED_MEANWHILE';

const textIn = (fields: Fields, field: string): string => (fields[field] ?? '').trim();

export const changedIn = (before: Fields, now: Fields): Fields =>
  Object.fromEntries(Object.entries(now).filter(([field]) => textIn(now, field) !== textIn(before, field)));

/**
 * `before`: what both began with. A field that one of them has changed has that one's text; where both have, it has
 * mine and is a conflict.
 */
const mergedFields = (
  before: Fields,
  mine: Fields,
  theirs: Fields,
): { readonly draft: Fields; readonly conflicts: readonly Conflict[] } => {
  const draft = new Map(Object.entries(mine));
  const conflicts: Conflict[] = [];
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [base, own, other] = [textIn(before, field), textIn(mine, field), textIn(theirs, field)];
    if (own === other || other === base) continue;
    if (own === base) draft.set(field, theirs[field] ?? '');
    else conflicts.push({ field, theirs: theirs[field] ?? '' });
  }
  return { draft: Object.fromEntries(draft), conflicts };
};

/** Takes their text, or keeps one's own: in both cases it is settled. */
export const settled = (edited: Edited, { field, theirs }: Conflict, whose: 'mine' | 'theirs'): Edited => ({
  ...edited,
  draft: whose === 'theirs' ? { ...edited.draft, [field]: theirs } : edited.draft,
  conflicts: edited.conflicts.filter((one) => one.field !== field),
});

/**
 * Sends the draft as a change of what was read. Where somebody else was faster both changes go together; `isSaved` is
 * false where the person must choose between both first. Throws Refused.
 */
export const saveSeen = async (
  place: SeenPlace,
  edited: Edited,
): Promise<{ readonly edited: Edited; readonly isSaved: boolean }> => {
  let { seen, draft } = edited;
  for (let turn = 1; ; turn += 1) {
    try {
      await place.send(draft, changedIn(seen.fields, draft), seenAs(seen.seq));
      return { edited: { seen, draft, conflicts: [] }, isSaved: true };
    } catch (error) {
      if (!isMeanwhile(error) || turn === TRIES) throw error;
    }
    const now = await place.read();
    const both = mergedFields(seen.fields, draft, now.fields);
    [seen, draft] = [now, both.draft];
    if (both.conflicts.length > 0) return { edited: { seen, draft, conflicts: both.conflicts }, isSaved: false };
  }
};

/**
 * Sends what has no fields to choose between, such as the end of something, as of the record that was read. Where the
 * shop says that others have changed nothing of what it changes, both go together. Throws Refused; before that
 * `onMeanwhile` gets what others have changed, and the record of it, for the time when somebody has seen it.
 */
export const sendSeen = async <T>(
  seq: number | undefined,
  send: (seen: { readonly if_seq?: number }) => Promise<T>,
  onMeanwhile: (meanwhile: Meanwhile) => void,
): Promise<T> => {
  for (let [turn, known] = [1, seq]; ; turn += 1) {
    try {
      return await send(seenAs(known));
    } catch (error) {
      if (!(error instanceof Refused) || !isMeanwhile(error)) throw error;
      const { meanwhile } = error;
      if (meanwhile.seq === undefined || meanwhile.changed?.length !== 0 || turn === TRIES) {
        onMeanwhile(meanwhile);
        throw error;
      }
      known = meanwhile.seq;
    }
  }
};
