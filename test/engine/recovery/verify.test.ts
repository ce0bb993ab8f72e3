// Would catch a verification that looks at every id that might be one: orders begin at a configured number.
import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import type { KindName } from '../../../src/domain/kind-types.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { verifyStore } from '../../../src/engine/recovery/verify.ts';
import { buy, fillShop } from '../shop.ts';
import { engineOn } from '../store/stores.ts';

const FIRST = 100_001;

class Counting extends MemoryJournal {
  reads = 0;
  override row(kind: KindName, id: number): Buffer | undefined {
    this.reads += 1;
    return super.row(kind, id);
  }
}

const storeOf = async (orders: number): Promise<Counting> => {
  const journal = new Counting();
  const engine = engineOn(journal);
  engine.tables.order.nextId = FIRST;
  fillShop(engine, 100);
  for (let count = 0; count < orders; count += 1) buy(engine, 1);
  await engine.close();
  journal.reads = 0;
  return journal;
};

test('a store of few actors is verified by few reads, wherever its ids begin, and its progress says all of them', async () => {
  const journal = await storeOf(3);
  const told: (readonly [number, number])[] = [];
  const { findings, actors } = await verifyStore(journal, undefined, 0, (done, total) => told.push([done, total]));
  expect(findings).toEqual([]);
  expect(actors).toBe([...journal.rows('order')].length + othersIn(journal));
  // Each is read a few times: counted, compared, added up.
  expect(journal.reads).toBeLessThan(20 * actors);
  const [done, total] = told.at(-1)!;
  expect(total).toBeGreaterThan(4 * FIRST);
  expect(total - done).toBeLessThan(1024);
});

const othersIn = (journal: MemoryJournal): number =>
  KIND_NAMES.filter((kind) => kind !== 'order').reduce((sum, kind) => sum + [...journal.rows(kind)].length, 0);

test('an actor that only one of both ways has is found, whichever it is', async () => {
  for (const isLost of [true, false]) {
    const journal = await storeOf(2);
    const rows = journal.rows('order') as Map<number, Buffer>;
    const [id, bytes] = [...rows].at(-1)!;
    if (isLost) rows.delete(id);
    else rows.set(id - 70_000, bytes);
    const { findings } = await verifyStore(journal, undefined);
    expect(findings.join('\n'), isLost ? 'lost' : 'added').toMatch(/order|rows/);
  }
});
