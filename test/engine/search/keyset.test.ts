// Pages of orders that begin behind an order. It would catch an order that is shown twice or left out where pages meet,
// one that is placed under an id reserved long before, a page that is as it was before a change, and a page far down
// that looks at more orders than the first one.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import { NO_DETAILS } from '../../../src/domain/cart/order-details.ts';
import { ORDER_EVENTS } from '../../../src/domain/lifecycles/order.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { SearchQuery, SearchResult } from '../../../src/domain/search/query.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import type { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import { CallPace } from '../../../src/engine/search/call-pace.ts';
import { BLOCKS } from '../../../src/engine/search/keyset-page.ts';
import { STEPS } from '../../../src/engine/search/steps.ts';
import { Timeline } from '../../../src/engine/search/timeline.ts';
import { CallMeter } from '../../../src/kernel/call-meter.ts';
import { Interrupted } from '../../../src/kernel/interrupted.ts';
import { idsAtOnce, manyIds } from '../../../src/kernel/many.ts';
import { must } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { CAUSE, make } from '../shop.ts';
import { engineOn } from '../store/stores.ts';

const PARCEL = { type: 'add_parcel', lines: [], provider: '', weightE6: 0, trackingUrl: '', measuresMm: [] } as const;

const asItIs = { blocks: { ...BLOCKS }, steps: { ...STEPS } };
beforeEach(() => void Object.assign(BLOCKS, { min: 1, max: 4 }));
afterEach(() => {
  Object.assign(BLOCKS, asItIs.blocks);
  Object.assign(STEPS, asItIs.steps);
});

/** Constraints, and what they mean said once more. */
const CONSTRAINTS: readonly (readonly [unknown, (id: number, order: Order) => boolean])[] = [
  [[], () => true],
  [{ order_state: 'OPEN' }, (_id, { states }) => states.order === 'OPEN'],
  [{ order_state: ['IN', ['CLOSED', 'CANCELED']] }, (_id, { states }) => states.order.startsWith('C')],
  [{ tracking_number: ['LIKE', 'b'] }, (_id, { parcels }) => parcels.some((one) => one.trackingNumber.includes('b'))],
  [{ 'main.id': ['>', 12] }, (id) => id > 12],
  [{ 'main.id': ['IN', [3, 7, 9, 20]] }, (id) => [3, 7, 9, 20].includes(id)],
  [
    { OR: [{ username: 'ada' }, { tracking_number: 'abc' }] },
    (_id, { username, parcels }) => username === 'ada' || parcels.some((one) => one.trackingNumber === 'abc'),
  ],
  [
    { username: ['LIKE', 'a'], order_state: ['!=', 'CLOSED'] },
    (_id, { username, states }) => username.includes('a') && states.order !== 'CLOSED',
  ],
  [{ username: 'nobody' }, () => false],
  // Read from each order.
  [{ note: '', order_state: ['!=', 'CLOSED'] }, (_id, { states }) => states.order !== 'CLOSED'],
];

/** A shop whose clock goes on by a step now and then, so that some orders are of the same millisecond. */
class Orders {
  nowMs = 1_000_000;
  readonly engine: Engine;
  /** Ids that were given out and are not used yet. */
  private readonly reserved: number[] = [];

  constructor() {
    const clock = { nowMs: () => this.nowMs, sinceBootMs: () => this.nowMs };
    this.engine = engineOn(new MemoryJournal(), { clock });
  }

  get shop(): ReadContext {
    return this.engine.readContext();
  }

  get ids(): number[] {
    const { shop, engine } = this;
    const all = Array.from({ length: engine.tables.order.nextId }, (_, id) => id);
    return all.filter((id) => shop.read('order', id) !== undefined);
  }

  take({ kind, n, text }: Change): void {
    this.nowMs += n % 3;
    if (kind === 'reserve') {
      const { nextId } = this.engine.tables.order;
      this.engine.tables.order.noteId(nextId);
      this.reserved.push(nextId);
    } else if (kind === 'place') this.place(n, text);
    else this.change(kind, n, text);
  }

  private place(n: number, username: string): void {
    const id = n % 2 === 0 ? this.reserved.pop() : undefined;
    const placed = {
      type: 'place_order',
      userId: 0,
      subject: 0,
      username,
      currency: 'EUR',
      currencyDigits: 2,
      details: NO_DETAILS,
      cart: emptyCart(0),
      taken: [],
      backordered: [],
      invoice: { prefix: '', number: 1 },
      day: 1,
      sessions: [],
      profileId: 0,
      payUntilMs: 0,
      channelId: 0,
      isPrepared: false,
      isTrial: false,
      products: [],
      isInvoicedByParcel: false,
      language: '',
    } as const;
    make(this.engine, (tx) => tx.create('order', placed, ...(id === undefined ? [] : [id])));
  }

  private change(kind: 'move' | 'send', n: number, trackingNumber: string): void {
    const { ids } = this;
    const id = ids[n % ids.length];
    if (id === undefined) return;
    const event = ORDER_EVENTS[n % ORDER_EVENTS.length]!;
    this.engine.transact(CAUSE, (tx) =>
      kind === 'send'
        ? tx.ask('order', id, { ...PARCEL, trackingNumber, by: 0 })
        : tx.ask('order', id, { type: 'move', mode: 'lenient', lifecycle: 'order', event, byHand: true, by: 0 }),
    );
  }

  queryOf({ which, limit, older, counts }: Asked, id: number): SearchQuery {
    const constraint = parseConstraint(CONSTRAINTS[which]![0]);
    must(constraint.ok, 'the constraints of this file are right');
    const ms = id === 0 ? Infinity : this.shop.read('order', id)!.createdMs;
    const from = { language: 'de_DE', order: [], descending: false, skip: 0, limit };
    return { ...from, constraint: constraint.value, keyset: { id, ms, older, counts } };
  }

  /** What the page must be, found by looking at every order there is. */
  model({ which, limit, older, counts }: Asked, id: number): SearchResult {
    const { shop } = this;
    const msOf = (one: number): number => (one === 0 ? Infinity : shop.read('order', one)!.createdMs);
    const newestFirst = (a: number, b: number): number => msOf(b) - msOf(a) || b - a;
    const matching = this.ids.filter((one) => CONSTRAINTS[which]![1](one, shop.read('order', one)!));
    const beyond = matching.filter((one) => (older ? newestFirst(one, id) > 0 : newestFirst(one, id) < 0));
    const nearest = beyond.sort((a, b) => (older ? newestFirst(a, b) : newestFirst(b, a)));
    const page = limit === 0 ? nearest : nearest.slice(0, limit);
    const next = page.length < nearest.length ? page.at(-1)! : 0;
    return { ids: manyIds(older ? page : page.toReversed()), count: counts ? matching.length : -1, next };
  }

  page(asked: Asked, id: number): SearchResult {
    const found = this.shop.search('order', this.queryOf(asked, id));
    must(found.ok, 'nothing is refused here');
    return found.value;
  }
}

const change = fc.record({
  kind: fc.constantFrom('place' as const, 'place' as const, 'reserve' as const, 'move' as const, 'send' as const),
  n: fc.nat({ max: 99 }),
  text: fc.constantFrom('ada', 'bea', 'abc', 'zoe'),
});
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

const asked = fc.record({
  which: fc.nat({ max: CONSTRAINTS.length - 1 }),
  limit: fc.constantFrom(1, 2, 3, 7, 0),
  older: fc.boolean(),
  counts: fc.boolean(),
});
type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never;

const changes = (minLength: number, maxLength: number): fc.Arbitrary<Change[]> =>
  fc.array(change, { minLength, maxLength, size: 'max' });

const opened = (begun: readonly Change[]): Orders => {
  const orders = new Orders();
  for (const one of begun) orders.take(one);
  return orders;
};

describe('pages that begin behind an order', () => {
  test('one after the other they are the whole list, each order once, as long as nothing changes', () => {
    const law = fc.property(changes(5, 60), asked, (begun, one) => {
      const orders = opened(begun);
      const shown: number[] = [];
      const ids = orders.ids;
      let id = one.older ? 0 : (ids.toSorted((a, b) => msOf(orders, a) - msOf(orders, b) || a - b)[0] ?? 0);
      if (!one.older && id === 0) return;
      const whole = orders.model({ ...one, limit: 0 }, id).ids;
      do {
        const page = orders.page(one, id);
        shown.splice(one.older ? shown.length : 0, 0, ...idsAtOnce(page.ids, 'a page'));
        id = page.next!;
      } while (id !== 0);
      expect(shown).toEqual(whole);
    });
    fc.assert(law, { numRuns: runs(100) });
  });

  test('each page is what the orders of its moment say, while orders come and change', () => {
    const law = fc.property(changes(5, 40), fc.array(fc.tuple(asked, changes(0, 4), fc.nat())), (begun, calls) => {
      const orders = opened(begun);
      for (const [one, later, n] of calls) {
        for (const its of later) orders.take(its);
        const { ids } = orders;
        const id = one.older && n % 4 === 0 ? 0 : (ids[n % ids.length] ?? 0);
        if (id === 0 && !one.older) continue;
        expect(orders.page(one, id), JSON.stringify([one, id])).toEqual(orders.model(one, id));
      }
    });
    fc.assert(law, { numRuns: runs(100) });
  });

  test('interrupted after every value, a page is that of the moment in which it ends', () => {
    Object.assign(STEPS, { testsMax: 1, docsMax: 2 });
    let interruptions = 0;
    const law = fc.property(
      changes(8, 40),
      changes(40, 80),
      fc.array(asked, { minLength: 3 }),
      (begun, later, calls) => {
        const orders = opened(begun);
        const options = { budgetMs: 0, scansMax: 1e6, nowMs: () => 0 };
        const pace = new CallPace(options, new CallMeter(Infinity), () => true);
        let taken = 0;
        for (const [at, one] of calls.entries()) {
          const id = one.older ? 0 : orders.ids[at % orders.ids.length];
          if (id === undefined) continue;
          const query = orders.queryOf(one, id);
          let page: Result<SearchResult> | undefined;
          while (page === undefined) {
            const { shop } = orders;
            shop.paced = { pace };
            try {
              page = shop.search('order', query);
            } catch (error) {
              if (!(error instanceof Interrupted)) throw error;
              do {
                interruptions += 1;
                const next = later[taken];
                taken += 1;
                if (next !== undefined) orders.take(next);
              } while (!error.work.advance(() => true));
            }
          }
          expect(page, JSON.stringify([one, id])).toEqual({ ok: true, value: orders.model(one, id) });
        }
      },
    );
    fc.assert(law, { numRuns: runs(100) });
    expect(interruptions, 'pages were interrupted').toBeGreaterThan(runs(100));
  });
});

const msOf = ({ shop }: Orders, id: number): number => shop.read('order', id)!.createdMs;

test('a page far down tests as many orders as the first one', () => {
  Object.assign(BLOCKS, asItIs.blocks);
  STEPS.testsMax = 2;
  const orders = opened(Array.from({ length: 2000 }, () => ({ kind: 'place', n: 1, text: 'ada' }) as const));
  const asked: Asked = { which: CONSTRAINTS.length - 1, limit: 0, older: true, counts: false };
  const stepsOf = (id: number): number => {
    const { shop } = orders;
    let steps = 0;
    const options = { budgetMs: 1, scansMax: 1e6, nowMs: () => ((steps += 1), 0) };
    shop.paced = { pace: new CallPace(options, new CallMeter(Infinity), () => true) };
    expect(shop.search('order', { ...orders.queryOf(asked, id), limit: 50 })).toMatchObject({ ok: true });
    return steps;
  };
  expect(stepsOf(0)).toBeGreaterThan(10);
  expect(stepsOf(0)).toBeLessThan(100);
  expect(stepsOf(200)).toBe(stepsOf(0));
});

test('a timeline is in order, whatever comes late or goes', () => {
  const step = fc.tuple(
    fc.integer({ min: 1, max: 300 }),
    fc.nat({ max: 40 }),
    fc.constantFrom('add', 'add', 'remove', 'look'),
  );
  const law = fc.property(fc.array(step, { minLength: 1, maxLength: 200, size: 'max' }), (steps) => {
    const timeline = new Timeline();
    const known = new Map<number, number>();
    for (const [id, ms, what] of steps) {
      if (what === 'remove') {
        timeline.remove(id);
        known.delete(id);
      } else if (what === 'add') {
        timeline.add(id, ms);
        known.set(id, ms);
      }
      expect(timeline.length).toBe(known.size);
      if (what !== 'look') continue;
      const isInOrder = [...known].every(([one, at]) => [...known].every(([two, of]) => one >= two || at <= of));
      const lower = Math.max(...[...known.keys()].filter((one) => one < id));
      if (isInOrder) expect(timeline.msBefore(id)).toBe(known.get(lower) ?? -Infinity);
      const sorted = [...known].sort(([a, aMs], [b, bMs]) => aMs - bMs || a - b);
      expect(sorted.map((_one, place) => timeline.at(place))).toEqual(sorted.map(([one]) => one));
      expect(timeline.countBefore(ms, id)).toBe(
        sorted.filter(([one, at]) => at < ms || (at === ms && one < id)).length,
      );
    }
  });
  fc.assert(law, { numRuns: runs(100) });
});
