// Open carts. Catches a cart that is counted twice, not at all, or after it was bought, and one whose numbers are those
// of before a change, of the slot's former holder, or of before a restart.
import { NOTHING_CHOSEN } from '../../../src/domain/cart/chosen.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { ActorTable } from '../../../src/engine/actors/actor-table.ts';
import { OpenCarts } from '../../../src/engine/actors/open-carts.ts';
import type { CartOrder } from '../../../src/engine/actors/open-carts.ts';
import { SORTING } from '../../../src/engine/search/sort-in-steps.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { runToEnd } from '../../../src/kernel/steps.ts';
import { runs } from '../../harness/effort.ts';
import { newCipher } from '../privacy/test-cipher.ts';
import { SetClock } from '../seeded.ts';
import { CAUSE, PRODUCTS, RULES, addPiece, fillShop, make, startSession } from '../shop.ts';
import { LIMITS, closeAndVerify, engineOn } from '../store/stores.ts';

interface Open {
  readonly id: number;
  readonly sum: number;
  readonly created: number;
  readonly used: number;
}

const SESSION_TTL_MS = 1000;

/** What reading every session would say. */
const bySessions = ({ tables: { session } }: Engine): readonly Open[] => {
  const all: Open[] = [];
  for (let id = 1; id < session.nextId; id += 1) {
    const state = session.peek(id) as Session | undefined;
    if (state === undefined || state.cart.lines.length === 0) continue;
    const { cart, expiresMs } = state;
    all.push({ id, sum: cart.sumMinor, created: cart.createdMs, used: expiresMs - SESSION_TTL_MS });
  }
  return all;
};

const inOrder = (all: readonly Open[], order: CartOrder): readonly number[] =>
  all.toSorted((a, b) => (order === 'sum' ? b.sum - a.sum : a[order] - b[order]) || a.id - b.id).map(({ id }) => id);

const expectTrue = (engine: Engine, nowMs: number): void => {
  const { openCarts } = engine;
  const all = bySessions(engine);
  expect(openCarts.isComplete).toBe(true);
  const moments = [0, nowMs - 5, nowMs - 50];
  expect(runToEnd(openCarts.totals(moments))).toEqual(
    moments.map((sinceMs) => {
      const since = all.filter(({ used }) => used >= sinceMs);
      return { count: since.length, sumMinor: since.reduce((sum, one) => sum + one.sum, 0) };
    }),
  );
  for (const order of ['sum', 'created', 'used'] as const) {
    const ids = inOrder(all, order);
    for (const [count, skipped] of [
      [1, 0],
      [2, 1],
      [100, 0],
      [3, 200],
    ] as const)
      expect(runToEnd(openCarts.first(order, count, skipped))).toEqual(ids.slice(skipped, skipped + count));
  }
};

const cart = fc.nat(7);
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('add' as const), cart, product: fc.constantFrom(...PRODUCTS) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('start', 'remove', 'raise', 'clear', 'buy'), cart }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('end', 'wait', 'restart', 'sweep'), cart }) },
  ),
  { maxLength: 40 },
);

test('are what reading every session says, after any changes and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (taken, bySweeper) => {
      const clock = new SetClock();
      const journal = new MemoryJournal(newCipher());
      const rules = { ...RULES, sessionTtlMs: SESSION_TTL_MS };
      // Few stay in memory: others are read from their rows.
      const given = { clock, rules, limits: { ...LIMITS, residentActorsMax: 3 } };
      let engine = engineOn(journal, given);
      fillShop(engine, 50);
      for (const step of taken) {
        const ids = bySessions(engine).map(({ id }) => id);
        const id = ids[step.cart % Math.max(1, ids.length)] ?? make(engine, startSession);
        clock.ms += 1;
        const ask = (command: object): unknown =>
          engine.transact(CAUSE, (tx) => tx.ask('session', id, command as never));
        const line = (engine.readContext().read('session', id)?.cart.lines ?? []).at(-1)?.id ?? 0;
        if (step.do === 'add') engine.transact(CAUSE, (tx) => addPiece(tx, id, step.product, step.cart % 2 === 0));
        else if (step.do === 'start') {
          const next = make(engine, startSession);
          make(engine, (tx) => addPiece(tx, next, 1, false));
        } else if (step.do === 'raise' && line > 0)
          ask({ type: 'set_line_quantity', lineId: line, quantityMilli: 3000, currencyDigits: 2 });
        else if (step.do === 'remove' && line > 0) ask({ type: 'remove_line', lineId: line, currencyDigits: 2 });
        else if (step.do === 'clear') ask({ type: 'clear_cart' });
        else if (step.do === 'buy') engine.transact(CAUSE, (tx) => checkout(tx, id));
        else if (step.do === 'end') ask({ type: 'end' });
        else if (step.do === 'wait') clock.ms += 400;
        else if (step.do === 'sweep') {
          new ExpirySweeper(engine).sweep(1000);
          await engine.whenDurable(engine.headSeq);
          engine.tick();
        } else if (step.do === 'restart') {
          await engine.close();
          engine = engineOn(journal, given);
          if (bySweeper) new ExpirySweeper(engine).sweep(10_000);
          else engine.openCarts.advance(() => true);
        }
        expectTrue(engine, clock.ms);
      }
      await closeAndVerify(engine);
    }),
    { numRuns: runs(60) },
  );
});

test('a start reads no session for them; rows come in a few at a time, and changes count meanwhile', async () => {
  const clock = new SetClock();
  const journal = new MemoryJournal(newCipher());
  const first = engineOn(journal, { clock });
  fillShop(first, 100);
  const ids = Array.from({ length: 12 }, () => {
    const id = make(first, startSession);
    make(first, (tx) => addPiece(tx, id, 1, false));
    return id;
  });
  await first.close();
  const engine = engineOn(journal, { clock });
  const { openCarts, tables } = engine;
  expect([openCarts.isComplete, runToEnd(openCarts.totals([0]))[0]!.count, tables.session.resident.size]).toEqual([
    false,
    0,
    0,
  ]);
  make(engine, (tx) => addPiece(tx, ids[11]!, 2, false));
  expect(runToEnd(openCarts.totals([0]))[0]!.count).toBe(1);
  let rows = 0;
  openCarts.advance(() => (rows += 1) <= 5);
  expect([openCarts.isComplete, runToEnd(openCarts.totals([0]))[0]!.count]).toEqual([false, 6]);
  openCarts.advance(() => true);
  expectTrue(engine, clock.ms);
  expect([runToEnd(openCarts.totals([0]))[0]!.count, tables.session.resident.size]).toEqual([12, 1]);
  await closeAndVerify(engine);
});

// Catches a page of many carts that is put in order in one go.
test('no step puts more than some thousand carts in order, and the page is that of all', () => {
  const count = 50_000;
  const table = { nextId: count + 1, resident: new Map() } as unknown as ActorTable;
  const openCarts = new OpenCarts(table, SESSION_TTL_MS);
  const sumOf = (id: number): number => (id * 7919) % 30_011;
  for (let id = 1; id <= count; id += 1)
    openCarts.read(id, {
      cart: { lines: [{}], sumMinor: sumOf(id), createdMs: id },
      chosen: NOTHING_CHOSEN,
      expiresMs: id,
    } as never);
  const asItIs = { ...SORTING };
  const ids = Array.from({ length: count }, (_, at) => at + 1).sort((a, b) => sumOf(b) - sumOf(a) || a - b);
  try {
    for (const stepMax of [asItIs.stepMax, 1000]) {
      SORTING.stepMax = stepMax;
      const steps = openCarts.first('sum', 100, 10_000);
      let taken = 1;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) taken += 1;
      expect(step.value).toEqual(ids.slice(10_000, 10_100));
      // Each of 20,000 carts is moved eleven times, once for each width of what is merged.
      expect(taken).toBeGreaterThan((20_000 / stepMax) * 11);
    }
  } finally {
    Object.assign(SORTING, asItIs);
  }
});
