// Would catch damage that is served as truth: a flipped bit, a row that is old, missing, put back, or another's.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KindName } from '../../../src/domain/kind-types.ts';
import { copyOf } from './copy.ts';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { EngineOptions } from '../../../src/engine/engine-options.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { Scrub } from '../../../src/engine/maintenance/scrub.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import { repairRows } from '../../../src/engine/recovery/row-repair.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { verifyStore } from '../../../src/engine/recovery/verify.ts';
import { runs } from '../../harness/effort.ts';
import { SetClock } from '../seeded.ts';
import { addPiece, buy, fillShop, make, startSession } from '../shop.ts';
import { DAMAGES, RememberingJournal, change, flipped, setRow } from './damages.ts';
import type { Stored } from './damages.ts';
import { change as changeStore, live, recovered, trade } from './killed-stores.ts';
import { LIMITS, closeAndVerify, engineOn, journalOf, open, stateOf, untilWritten } from './stores.ts';
import { newDirectory } from '../../harness/directories.ts';

/** Idle: rows of all that has changed are written. */
const tickTwice = async (engine: Engine): Promise<void> => {
  await untilWritten(engine);
  engine.tick();
  engine.tick();
  await untilWritten(engine);
};

const stores: Stored[] = [];

beforeAll(async () => {
  const journal = new RememberingJournal();
  const clock = new SetClock();
  const engine = engineOn(journal, { clock });
  fillShop(engine, 50);
  for (let round = 0; round < 4; round += 1) {
    await trade(engine, 3);
    buy(engine, 1 + (round % 3));
    const ended = make(engine, startSession);
    await tickTwice(engine);
    clock.ms = (engine.tables.session.peek(ended) as Session).expiresMs;
    make(engine, (tx) => tx.ask('session', ended, { type: 'expire' }));
    await tickTwice(engine);
    if (round === 2)
      stores.push({
        journal: await copyOf(journal),
        state: stateOf(recover(await copyOf(journal)).tables),
        versions: journal.versions,
      });
  }
  await engine.close();
  stores.push({ journal, state: stateOf(recover(journal).tables), versions: journal.versions });
});
afterAll(() => void stores.splice(0));

const damageArbitrary = fc.record({
  store: fc.nat(1),
  what: fc.constantFrom(...Object.keys(DAMAGES)),
  pick: fc.nat(10_000),
  bit: fc.nat(100_000),
});
type Given = typeof damageArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Undefined where the store has nothing that could be damaged so. */
const damagedCopy = async ({ store, what, pick, bit }: Given): Promise<MemoryJournal | undefined> => {
  const stored = stores[store]!;
  const journal = await copyOf(stored.journal);
  return (await DAMAGES[what]!(journal, stored, pick, bit)) ? journal : undefined;
};

const orDamage = <T>(work: () => T): T | StoreDamage => {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreDamage) return error;
    throw error;
  }
};

/** What a start and one pass over the store say. */
const foundBy = async (journal: MemoryJournal, state: ReadonlyMap<string, string>): Promise<string[]> => {
  const told: string[] = [];
  const say = (line: string): void => void told.push(line);
  const fatal = (_: string, error: unknown): void => void told.push((error as Error).message);
  const recovered = orDamage(() => engineOn(journal, { fatal }));
  if (recovered instanceof StoreDamage) return [recovered.message];
  // What was served until then: nothing but the truth, or it is named when it is read.
  expect(orDamage(() => stateOf(recovered.tables))).toSatisfy(
    (served: unknown) => served instanceof StoreDamage || isPartOf(served as ReadonlyMap<string, string>, state),
  );
  const scrub = new Scrub(recovered, { rewritten: say, batchDamaged: say, entryDamaged: say });
  while (scrub.passes === 0 && !recovered.hasFailed) scrub.advance(1000);
  return told;
};

/** An old row of an actor that is not in memory is found by the scrub alone. */
const isPartOf = (served: ReadonlyMap<string, string>, state: ReadonlyMap<string, string>): boolean =>
  [...served.keys()].filter((key) => served.get(key) !== state.get(key)).length <= 1;

describe('damage', () => {
  test('is named by the start or by the first pass over the store', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(damageArbitrary, async (given) => {
        const journal = await damagedCopy(given);
        if (journal === undefined) return;
        seen.set(given.what, (seen.get(given.what) ?? 0) + 1);
        expect(await foundBy(journal, stores[given.store]!.state)).not.toEqual([]);
      }),
      { numRuns: runs(200, 400, 100_000) },
    );
    expect([...seen.keys()].sort()).toEqual(Object.keys(DAMAGES).sort());
  });

  test('is a finding of verify', async () => {
    await fc.assert(
      fc.asyncProperty(damageArbitrary, async (given) => {
        const journal = await damagedCopy(given);
        if (journal === undefined) return;
        const found = await verifyStore(journal, undefined).catch((error: unknown) => {
          if (error instanceof StoreDamage) return { findings: [error.message] };
          throw error;
        });
        expect(found.findings).not.toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('of rows is restored exactly from snapshot file and journal', async () => {
    const ofRows = damageArbitrary.filter(({ what }) => what.includes('row') || what.includes('tombstone'));
    await fc.assert(
      fc.asyncProperty(ofRows, async (given) => {
        const journal = await damagedCopy(given);
        if (journal === undefined) return;
        expect(await repairRows(journal, undefined, 0)).not.toBe('');
        expect(stateOf(recover(journal).tables)).toEqual(stores[given.store]!.state);
        expect((await verifyStore(journal, undefined)).findings).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('of a row that is too old for the records after it is named', async () => {
    // Broken, the start ends with what JavaScript says of the state: the row stays on the disk until it is needed, so
    // that no sum has shown it yet.
    const journal = new RememberingJournal();
    const engine = engineOn(journal);
    fillShop(engine);
    const id = make(engine, startSession);
    await tickTwice(engine);
    make(engine, (tx) => addPiece(tx, id, 1, true));
    await tickTwice(engine);
    make(engine, (tx) => addPiece(tx, id, 1, true));
    await untilWritten(engine);
    await setRow(journal, ['session', id], journal.versions.get(`session ${id}`)![0]!);
    expect(() => recover(journal)).toThrow(new RegExp(`^the row of session ${id} \\(record \\d+\\) is damaged$`));
  });

  test('that cannot be restored is refused, and nothing is written', async () => {
    const journal = await copyOf(stores[1]!.journal);
    await change(journal, { truncatedBatches: [[...journal.batches(0)][0]!.firstSeq] });
    journal.meta = { ...journal.meta!, truncatedSeq: 1 };
    await setRow(journal, ['shopobject', 1], flipped(journal.row('shopobject', 1)!, 77));
    const before = journal.meta;
    await expect(repairRows(journal, undefined, 0)).rejects.toThrow(
      /the row of shopobject 1 \(record \d+\) is damaged, and it cannot be restored: the records 1 to 1 are neither/,
    );
    expect(journal.meta).toBe(before);
  });
});

describe('damage that is met while the shop is served', () => {
  const served = (given: Partial<EngineOptions> = {}): { engine: Engine; journal: MemoryJournal; told: string[] } => {
    const told: string[] = [];
    const journal = new MemoryJournal();
    const fatal = (reason: string, error: unknown): void => void told.push(`${reason}: ${(error as Error).message}`);
    const engine = engineOn(journal, { fatal, ...given });
    fillShop(engine);
    return { engine, journal, told };
  };

  /** The disk changes behind the engine's back. */
  const hurt = (journal: MemoryJournal, kind: KindName, id: number): void => {
    journal.row(kind, id)![3]! ^= 4;
  };

  test('of an actor in memory: its row is written again', async () => {
    const { engine, journal, told } = served();
    await tickTwice(engine);
    hurt(journal, 'shopobject', 1);
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const scrub = new Scrub(engine, { rewritten: say, batchDamaged: say, entryDamaged: say });
    while (scrub.passes === 0) scrub.advance(100);
    expect(lines).toEqual([
      expect.stringMatching(/^the row of shopobject 1 \(record \d+\) is damaged; it is written again from memory$/),
    ]);
    await tickTwice(engine);
    while (scrub.passes === 1) scrub.advance(100);
    expect(lines).toHaveLength(1);
    await closeAndVerify(engine);
    expect(told).toEqual([]);
  });

  test('is looked for at the given rate, and then not for ten times as long, ten seconds at least', async () => {
    const { engine } = served();
    await tickTwice(engine);
    const say = (line: string): void => expect.fail(line);
    const scrub = new Scrub(engine, { rewritten: say, batchDamaged: say, entryDamaged: say });
    const ticks = (count: number): number => {
      for (let tick = 0; tick < count; tick += 1) scrub.tick(1_000_000);
      return scrub.passes;
    };
    expect([ticks(1), ticks(199), ticks(1), ticks(199), ticks(1)]).toEqual([1, 1, 2, 2, 3]);
    // A pass of many ticks: one step in each.
    const reading = new Scrub(engine, { rewritten: say, batchDamaged: say, entryDamaged: say });
    let took = 0;
    for (; reading.passes === 0; took += 1) reading.tick(1);
    for (let tick = 0; tick < Math.max(200, took * 10) - took; tick += 1) reading.tick(1_000_000);
    expect(reading.passes).toBe(1);
    reading.tick(1_000_000);
    expect(reading.passes).toBe(2);
    await closeAndVerify(engine);
  });

  test('is looked for no longer than the tick may take, and goes on where it was', async () => {
    const { engine } = served();
    await tickTwice(engine);
    const say = (line: string): void => expect.fail(line);
    const scrub = new Scrub(engine, { rewritten: say, batchDamaged: say, entryDamaged: say });
    scrub.tick(1_000_000, () => false);
    expect(scrub.passes, 'the store is read in one tick without a look at the clock').toBe(0);
    for (let ticks = 1; scrub.passes === 0 && ticks < 1000; ticks += 1) scrub.tick(1_000_000, () => false);
    expect(scrub.passes).toBe(1);
    await closeAndVerify(engine);
  });

  test('of an actor on the disk: nothing is answered from it, and no snapshot file takes it', async () => {
    for (const read of [
      async (engine: Engine) => engine.tables.session.peek(1),
      async (engine: Engine) => engine.tables.session.get(1),
      async (engine: Engine) => {
        const directory = newDirectory();
        const owner = { id: '00112233445566778899aabbccddeeff', timeline: '01234567' };
        await writeSnapshot(engine, { directory, owner, keep: 1, sliceMs: 1 });
      },
    ]) {
      const { engine, journal, told } = served({ limits: { ...LIMITS, residentActorsMax: 0 } });
      make(engine, startSession);
      await tickTwice(engine);
      // Those that were read lately stay for one more sweep.
      for (let sweep = 0; sweep < 3; sweep += 1) engine.tick();
      expect(engine.tables.session.resident.get(1)).toBe(undefined);
      hurt(journal, 'session', 1);
      await expect(read(engine)).rejects.toThrow(/the row of session 1 \(record \d+\) is damaged/);
      expect(told).toEqual([expect.stringMatching(/^the store is damaged: the row of session 1/)]);
      expect(engine.hasFailed).toBe(true);
    }
  });

  test('of a store in a directory: the start restores it, or the start after the one that met it', async () => {
    for (const [kind, startsMet] of [
      ['shopobject', 0],
      ['session', 1],
    ] as const) {
      const lived = await live();
      const { headSeq } = lived.store.engine;
      await lived.store.close();
      const { place } = lived;
      const journal = journalOf(place);
      const row = flipped(journal.row(kind, 1)!, 40);
      await journal.close();
      await changeStore(place, () => ({ rows: [{ kind, id: 1, bytes: row, tombstone: undefined }] }));
      const told: string[] = [];
      for (let start = 0; start < startsMet; start += 1) {
        const fatal = (_: string, error: unknown): void => void told.push((error as Error).message);
        const store = await open(place, { fatal });
        expect(store.report.outcome).toBe('clean');
        expect(() => store.engine.tables[kind].get(1)).toThrow(/is damaged/);
        await expect(store.close()).rejects.toThrow(/is damaged/);
        expect(told).toHaveLength(1);
      }
      const detail = await recovered(place, 'rows_restored', lived, headSeq);
      expect(detail).toMatch(new RegExp(`^the row of ${kind} 1 \\(record \\d+\\) is damaged$`));
    }
  });
});
