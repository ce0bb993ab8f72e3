// Stores that were killed while they ran, ways to damage what they left, and what a recovery of them must come to.
import { expect } from 'vitest';
import { commitWith } from '../../../src/engine/journal/journal.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { Batch, Commit } from '../../../src/engine/journal/journal.ts';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { readIdentity } from '../../../src/engine/store/identity.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { History } from '../history.ts';
import { addPiece, buy, fillShop, make, startSession } from '../shop.ts';
import { LIMITS, closeAndVerifyStore, crashed, journalOf, newPlace, open, untilWritten, stateOf } from './stores.ts';
import type { Place } from './stores.ts';

interface Lived {
  readonly place: Place;
  readonly store: Store;
  readonly history: History;
}

/** A store that was killed while it ran, one batch per record; the original runs on and is closed by the caller. */
export const live = async (given: Partial<Place> = {}): Promise<Lived> => {
  const place = newPlace(given);
  const store = await open(place, { limits: { ...LIMITS, checkpointPauseMs: Number.MAX_SAFE_INTEGER } });
  const history = new History();
  history.watch(store.engine);
  fillShop(store.engine);
  await trade(store.engine, 6);
  return { place, store, history };
};

export const trade = async (engine: Engine, sales: number): Promise<void> => {
  await untilWritten(engine);
  for (let sale = 0; sale < sales; sale += 1) {
    const sessionId = make(engine, startSession);
    await untilWritten(engine);
    make(engine, (tx) => addPiece(tx, sessionId, 1 + (sale % 3), false));
    await untilWritten(engine);
  }
};

/** Kills the store and closes the original, which no longer matters. */
export const killed = async ({ place, store }: Lived, given: Partial<Place> = {}): Promise<Place> => {
  const left = crashed(place, given);
  await store.close();
  return left;
};

export const change = async (
  place: Place,
  of: (batches: Batch[]) => Partial<Commit>,
  meta: object = {},
): Promise<void> => {
  const journal = journalOf(place);
  const before = journal.meta!;
  const batches = [...journal.batches(0)];
  const after = { ...before, commitNumber: before.commitNumber + 1, ...meta };
  expect(await journal.commit(commitWith(after, of(batches)))).toBe(true);
  await journal.close();
};

export const damaged = ({ firstSeq, bytes }: Batch): Partial<Commit> => {
  const hurt = Buffer.from(bytes);
  hurt[hurt.length - 1]! ^= 1;
  return { batches: [{ firstSeq, bytes: hurt }] };
};

export const damageLast = (place: Place): Promise<void> => change(place, (batches) => damaged(batches.at(-1)!));
export const damageMiddle = (place: Place): Promise<void> => change(place, (batches) => damaged(batches.at(-3)!));

export const snapshotOf = async ({ place, store }: Lived, keep = 3): Promise<number> => {
  const { identity, engine } = store;
  const { seqTo } = await writeSnapshot(engine, { directory: place.snapshots, owner: identity, keep, sliceMs: 1 });
  return seqTo;
};

export const refused = async (
  place: Place,
  message: RegExp,
  as: new (message: string) => Error = StoreDamage,
): Promise<void> => {
  await expect(open(place)).rejects.toThrow(as);
  // Twice: a refusal must not be what makes the next start succeed.
  await expect(open(place)).rejects.toThrow(message);
};

/** Opens it, expects the outcome and the state at a record, goes on with it and verifies it. */
export const recovered = async (place: Place, outcome: string, { history }: Lived, seq: number): Promise<string> => {
  const { feedEpoch, reserved } = readIdentity(place.directory)!;
  const store = await open(place);
  expect(store.report.outcome).toBe(outcome);
  // Records that are told again must not be taken for those that somebody remembers.
  expect(store.identity.feedEpoch === feedEpoch).toBe(outcome === 'clean' || outcome === 'rows_restored');
  expect(readIdentity(place.directory)!.feedEpoch).toBe(store.identity.feedEpoch);
  expect(store.engine.headSeq).toBe(seq);
  const state = new Map(history.stateAt(seq));
  // Numbers of orders that may have been given are skipped.
  if (outcome === 'snapshot_fallback') state.set('next order', String(reserved!.order));
  expect(stateOf(store.engine.tables)).toEqual(state);
  buy(store.engine, 1);
  await closeAndVerifyStore(place, store);
  return store.report.detail;
};
