// Laws of an order's pieces over random parcels, returns, cancellations and reopenings: ordered ≥ delivered +
// cancelled, returned ≤ delivered, and stock is what was placed less what the order keeps and what was thrown away.
// It would catch stock that comes back twice, pieces that are sent again after they came back, and credits above that.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { pieces, placed, receive, set, ship, stored } from './returned-order.ts';
import type { Placed } from './returned-order.ts';
import type { Reply } from '../shop.ts';

type Amounts = [own: number, bound: number];

/** What the shop should be like, counted by hand. */
class Model {
  readonly sent: Amounts = [0, 0];
  readonly canceled: Amounts = [0, 0];
  readonly returned: Amounts = [0, 0];
  /** Came back and is no stock. */
  readonly lost: Amounts = [0, 0];
  /** Announced by returns that are open: number → line, pieces. */
  readonly open = new Map<number, readonly [line: number, quantity: number]>();
  isCanceled = false;
  returns = 0;

  announced(at: 0 | 1, except = 0): number {
    return [...this.open].reduce(
      (sum, [id, [line, quantity]]) => (id !== except && line === at + 1 ? sum + quantity : sum),
      0,
    );
  }

  mayReturn(at: 0 | 1, except = 0): number {
    return this.isCanceled ? 0 : this.sent[at] - this.returned[at] - this.announced(at, except);
  }

  /** Pieces in stock, of the product's own and of the part's. */
  get stock(): Amounts {
    const at = (index: 0 | 1, placedPieces: number): number =>
      placedPieces - this.lost[index] - (this.isCanceled ? 0 : 3 - this.canceled[index] - this.returned[index]);
    return [at(0, 5), at(1, 6)];
  }
}

const line = fc.constantFrom(0 as const, 1 as const);
const where = fc.constantFrom({ back: 1 }, { storage: 'north' }, { storage: 'south' }, {});

const step = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('ship', 'receive') },
    { weight: 2, arbitrary: fc.constantFrom('cancel', 'announce') },
    { weight: 1, arbitrary: fc.constantFrom('withdraw', 'order', 'reopen', 'back') },
  ),
  at: line,
  quantity: fc.integer({ min: 1, max: 3 }),
  entries: fc.array(fc.record({ at: line, quantity: fc.integer({ min: 1, max: 2 }), where }), {
    minLength: 1,
    maxLength: 3,
  }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const succeeded = ({ status }: Reply): boolean => status === 'success';

/** Receives all entries at once, of the first return that is open where there is one. */
const takeBack = async (order: Placed, model: Model, entries: Step['entries']): Promise<void> => {
  const [firstOpen = 0] = model.open.keys();
  const sumOf = (at: 0 | 1): number => entries.reduce((sum, one) => sum + (one.at === at ? one.quantity : 0), 0);
  const may = ([0, 1] as const).every((at) => model.mayReturn(at, firstOpen) >= sumOf(at));
  const before = await stored(order);
  const lines = entries.flatMap((one) => pieces([[one.at + 1, one.quantity]], one.where));
  const reply = await receive(order, [], {}, { lines, ...(firstOpen !== 0 && { id_return: firstOpen }) });
  expect(succeeded(reply)).toBe(may);
  const refused = model.isCanceled ? 'ORDER_CANCELED' : 'RETURN_QUANTITY_EXCEEDED';
  if (!may) return expect(reply).toMatchObject({ message: refused });
  if (!model.open.delete(firstOpen)) model.returns += 1;
  for (const { at, quantity, where: place } of entries) {
    model.returned[at] += quantity;
    if (!('back' in place) && !('storage' in place)) model.lost[at] += quantity;
  }
  const ofPart = entries.filter(({ at }) => at === 1);
  if (ofPart.some(({ where: place }) => 'back' in place)) return;
  const arrived = (name: string): number =>
    ofPart.reduce(
      (sum, { where: place, quantity }) => sum + ('storage' in place && place.storage === name ? quantity : 0),
      0,
    );
  expect(await stored(order)).toEqual([before[0]! + arrived('north'), before[1]! + arrived('south')]);
};

/** Does one step in the shop and in the model; both must agree on whether it may be. */
const take = async (order: Placed, model: Model, { what, at, quantity, entries }: Step): Promise<void> => {
  const { shop } = order.goods;
  const lines = [[at + 1, quantity]] as const;
  const [firstOpen = 0] = model.open.keys();
  if (what === 'ship') {
    const may = !model.isCanceled && model.sent[at] + model.canceled[at] + quantity <= 3;
    expect(succeeded(await ship(order, lines))).toBe(may);
    if (may) model.sent[at] += quantity;
  } else if (what === 'cancel') {
    const given = { id_order: order.orderId, lines: pieces(lines) };
    const fits = model.sent[at] + model.canceled[at] + quantity <= 3;
    const done = succeeded(await shop.admin('cancel_lines', given));
    if (done) model.canceled[at] += quantity;
    if (!fits || model.isCanceled) expect(done).toBe(false);
  } else if (what === 'announce') {
    const may = model.mayReturn(at) >= quantity;
    const reply = await shop.admin('announce_return', { id_order: order.orderId, lines: pieces(lines) });
    expect(succeeded(reply)).toBe(may);
    if (may) model.open.set((model.returns += 1), [at + 1, quantity]);
  } else if (what === 'receive') {
    await takeBack(order, model, entries);
  } else if (what === 'withdraw') {
    const reply = await shop.admin('withdraw_return', { id_return: firstOpen === 0 ? 999 : firstOpen });
    expect(succeeded(reply)).toBe(model.open.delete(firstOpen));
  } else if (what === 'back') {
    // All parcels came back undelivered: never where pieces of them came back as returns.
    const reply = await set(order, { order_delivery_state: 'PROCESSING' });
    const isFree = model.isCanceled || model.returned.every((returned) => returned === 0);
    if (succeeded(reply)) expect(isFree).toBe(true);
    const { parcelsReturned, parcels } = shop.engine.readContext().read('order', order.orderId)!;
    if (parcelsReturned === parcels.length) model.sent.fill(0);
  } else {
    const reply = await set(order, { order_state: what === 'order' ? 'CANCELED' : 'OPEN' });
    if (succeeded(reply)) model.isCanceled = what === 'order';
  }
};

test('pieces are delivered, cancelled and returned at most once, and stock is where it was said to be', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const order = await placed();
      const model = new Model();
      for (const one of steps) {
        await take(order, model, one);
        const [north, south] = await stored(order);
        expect([await order.goods.left(order.own), north! + south!]).toEqual(model.stock);
        for (const at of [0, 1] as const) expect(model.sent[at] + model.canceled[at]).toBeLessThanOrEqual(3);
      }
    }),
    { numRuns: runs(20) },
  );
});
