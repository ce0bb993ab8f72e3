// Catches states that are read beside a shop and are not those that the shop has: events that rows lack, ended actors,
// slots that are used again, keys that were destroyed.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KINDS, KIND_NAMES } from '../../../src/domain/kinds.ts';
import { pack } from '../../../src/engine/disk/codec.ts';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { StoredStates } from '../../../src/engine/recovery/stored-states.ts';
import { seqOf } from '../../../src/engine/disk/checksummed.ts';
import { runs } from '../../harness/effort.ts';
import { Seeded } from '../seeded.ts';
import { fillShop } from '../shop.ts';
import { LIMITS, closeAndVerify, engineOn, untilWritten } from '../store/stores.ts';
import { randomStep } from '../traffic.ts';

type Encoded = { encode(state: unknown): unknown[] };

const line = (seq: number, state: unknown, kind: string): string =>
  pack([seq, (KINDS as unknown as { [kind: string]: { state: Encoded } })[kind]!.state.encode(state)]).toString('hex');

const ofShop = ({ tables }: Engine): Map<string, string> => {
  const states = new Map<string, string>();
  for (const kind of KIND_NAMES)
    for (let id = 1; id < tables[kind].nextId; id += 1) {
      const bytes = tables[kind].currentRowBytes(id);
      if (bytes !== undefined) states.set(`${kind} ${id}`, line(seqOf(bytes)!, tables[kind].peek(id), kind));
    }
  return states;
};

const ofJournal = (states: StoredStates): Map<string, string> =>
  new Map(
    KIND_NAMES.flatMap((kind) =>
      [...states.of(kind)].map(({ id, seq, state }) => [`${kind} ${id}`, line(seq, state, kind)] as const),
    ),
  );

/** Rows are written late, so that records after the checkpoint matter. */
const shopOf = (journal: MemoryJournal): Engine =>
  engineOn(journal, { limits: { ...LIMITS, replayRecordsMax: 20, checkpointRowsMax: 3 } });

const idsOf = (engine: Engine, kind: 'session' | 'shopobject'): Set<number> =>
  new Set(
    Array.from({ length: engine.tables[kind].nextId }, (_, id) => id).filter(
      (id) => engine.tables[kind].peek(id) !== undefined,
    ),
  );

describe('stored states', () => {
  test('are those of the shop, record for record, and know what ended after any record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 60 }), fc.nat(60), async (seed, steps, markAt) => {
        const journal = new MemoryJournal();
        const engine = shopOf(journal);
        const chance = new Seeded(seed);
        fillShop(engine);
        let [mark, before] = [0, new Set<number>()];
        for (let step = 0; step < steps; step += 1) {
          randomStep(engine, chance);
          if (chance.chance(0.3)) await untilWritten(engine);
          if (step === Math.min(markAt, steps - 1)) [mark, before] = [engine.headSeq, idsOf(engine, 'session')];
        }
        await untilWritten(engine);
        const states = new StoredStates(journal);
        expect(states.headSeq).toBe(engine.headSeq);
        expect(ofJournal(states)).toEqual(ofShop(engine));
        const live = idsOf(engine, 'session');
        const ended = [...states.ended('session', mark)].map(([id]) => id);
        for (const id of before) if (!live.has(id)) expect(ended).toContain(id);
        for (const id of ended) expect(live.has(id)).toBe(false);
        await closeAndVerify(engine);
      }),
      { numRuns: runs(40) },
    );
  });

  test('are refused where a record is missing or damaged', async () => {
    const journal = new MemoryJournal();
    const engine = engineOn(journal);
    fillShop(engine);
    await untilWritten(engine);
    await engine.close();
    const [, last] = [...journal.batchesBySeq.keys()];
    const key = last ?? [...journal.batchesBySeq.keys()][0]!;
    const whole = journal.batchesBySeq.get(key)!;
    const damaged = Buffer.from(whole);
    damaged[damaged.length - 1]! ^= 1;
    journal.meta = { ...journal.meta!, checkpointSeq: 0 };
    journal.batchesBySeq.set(key, damaged);
    expect(() => new StoredStates(journal)).toThrow(StoreDamage);
    journal.batchesBySeq.delete(key);
    expect(() => new StoredStates(journal)).toThrow(/missing/);
    journal.batchesBySeq.set(key, whole);
  });
});
