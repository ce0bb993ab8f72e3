// Catches a list of orders by their time to pay that has another order than a look at every order finds, or another
// sequence, and one that looks at orders which wait for no money.
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { orderSchema } from '../../../src/domain/listing/order-schema.ts';
import { holds } from '../../../src/domain/search/constraint.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import { unpaidAgree } from '../../../src/engine/recovery/verify-unpaid.ts';
import { runs } from '../../harness/effort.ts';
import { good } from '../../domain/seeded-shop.ts';
import { BY_HAND, CARD, DAY_MS, Unpaid } from './unpaid-shop.ts';
import type { Shown } from './unpaid-shop.ts';

const MOMENTS = ['2026-01-02 03:04:05', '2026-01-03 03:04:05', '2026-01-04', '2026-02-01 00:00:00', '', null, 5];
/** Every day of a test. */
const SPAN = { start_date: '2026-01-01', end_date: '2026-12-31' };
const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'LIKE', 'NOT LIKE'];

/** Every way to ask for it, alone and beside another condition. */
const asked = fc
  .tuple(
    fc.constantFrom<unknown>('main.pay_until', 'pay_until', 'main.expired', 'expired'),
    fc.constantFrom(...OPERATORS),
    fc.constantFrom<unknown>(...MOMENTS, 0, 1),
    fc.constantFrom('alone', 'and', 'or'),
  )
  .map(([field, operator, operand, how]) => {
    const condition = { [String(field)]: [operator, operand] };
    const other = { order_state: ['!=', 'OPEN'] };
    return how === 'alone' ? condition : how === 'and' ? [condition, other] : { OR: [condition, other] };
  });

const step = fc.tuple(
  fc.constantFrom<string>('place', 'place', 'place', 'pass', 'pay', 'open', 'cancel', 'deadline', 'restart'),
  fc.nat(9),
);

const change = async (at: Unpaid, placed: number[], what: string, which: number): Promise<void> => {
  const id_order = placed[which % Math.max(1, placed.length)];
  if (what === 'place') {
    const id = await at.place(which % 2 === 0 ? BY_HAND : CARD);
    if (id !== 0) placed.push(id);
  } else if (what === 'pass') at.pass(which * 0.3 * DAY_MS);
  else if (what === 'restart') await at.shop.restart();
  else if (id_order === undefined) return;
  else if (what === 'deadline') {
    const { pay_until } = await at.order(id_order);
    if (pay_until !== undefined)
      await at.shop.admin('set_order_deadline', { id_order, until: which < 3 ? 'none' : `2026-01-${which + 10}` });
  } else if (what === 'pay')
    await at.shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
  else await at.shop.admin('update_order_details', { id_order, order_state: what === 'open' ? 'OPEN' : 'CANCELED' });
};

/** By the field of a condition, from what an order shows. */
const valueOf =
  (shown: Shown) =>
  (field: string): string | number | undefined =>
    ({ pay_until: shown.pay_until, expired: shown.expired, order_state: shown.order_state })[
      field.replace('main.', '')
    ];

const ordersOf = async (at: Unpaid, placed: readonly number[]) => {
  const orders: { readonly id: number; readonly shown: Shown }[] = [];
  for (const id of placed) orders.push({ id, shown: await at.order(id) });
  return orders;
};

/** Asks for the lists, and looks at every order. */
const check = async (at: Unpaid, placed: readonly number[], questions: readonly unknown[]): Promise<void> => {
  const orders = await ordersOf(at, placed);
  for (const constraint of [{ expired: 1 }, ...questions]) {
    const meant = good(parseConstraint(constraint));
    const expected = orders.filter(({ shown }) => holds(meant, valueOf(shown), () => false)).map(({ id }) => id);
    const { result } = await at.shop.admin<Listed>('search_orders', { constraint });
    expect(result.map(({ id }) => id)).toEqual(expected);
  }
  const counts: number[] = [];
  for (const statistic of ['orders', 'sales_orders', 'canceled_orders', 'expired_orders'])
    counts.push((await at.shop.admin<{ sum: number }>('get_report', { statistic, ...SPAN })).sum);
  const canceled = orders.filter(({ shown }) => shown.order_state === 'CANCELED').length;
  const expired = orders.filter(({ shown }) => shown.expired === 1).length;
  expect(counts, 'what ended is no sale').toEqual([orders.length, orders.length - canceled, canceled, expired]);
  const soonest = orders
    .flatMap(({ id, shown: { pay_until: until } }) => (until === undefined ? [] : [{ id, until }]))
    .sort((a, b) => (a.until < b.until ? -1 : a.until > b.until ? 1 : a.id - b.id));
  const wanted = { constraint: { 'main.pay_until': ['>', ''] }, order_columns: 'main.pay_until' };
  const { result } = await at.shop.admin<Listed>('search_orders', wanted);
  expect(result.map(({ id }) => id)).toEqual(soonest.map(({ id }) => id));
};

test('the list has the orders that a look at every order finds', async () => {
  const law = fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.array(asked), async (steps, questions) => {
    const at = await Unpaid.open();
    const placed: number[] = [];
    for (const [what, which] of steps) {
      await change(at, placed, what, which);
      at.pass(0);
      await check(at, placed, []);
    }
    await check(at, placed, questions);
  });
  const ended = [
    ['place', 0],
    ['pass', 9],
    ['open', 0],
    ['cancel', 0],
  ] as [string, number][];
  await fc.assert(law, { numRuns: runs(20), examples: [[ended, []]] });
});

interface Listed {
  readonly result: readonly { readonly id: number }[];
}

test('no order is looked at that waits for no money', async () => {
  const at = await Unpaid.open();
  const [waiting, ...paid] = [await at.place(BY_HAND), await at.place(BY_HAND), await at.place(BY_HAND)];
  for (const id_order of paid)
    await at.shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
  const look = vi.spyOn(orderSchema.computed['main.pay_until']!, 'read');
  await at.shop.admin('search_orders', { constraint: { 'main.pay_until': ['<', '2030-01-01'] } });
  expect([...new Set(look.mock.calls.map(([, id]) => id))]).toEqual([waiting]);
  look.mockRestore();
});

test('verify finds an order that a list lacks, one that it has in vain, and one at another place', async () => {
  const at = await Unpaid.open();
  const [first, second] = [await at.place(BY_HAND), await at.place(BY_HAND)];
  const { tables } = at.shop.engine;
  const { unpaid, expired } = at.shop.engine.readContext().index('order');
  const { seq } = unpaid;
  const until = unpaid.position(first);
  expect([...unpaidAgree(tables)]).toEqual([]);
  unpaid.remove(first, seq);
  expect([...unpaidAgree(tables)]).toEqual([`the list of orders to be paid in time lacks order ${first}`]);
  unpaid.add(first, until + 1000, seq);
  expect([...unpaidAgree(tables)].join()).toMatch(`has order ${first} at 2026-01-03 03:04:06, the order has not`);
  unpaid.remove(first, seq);
  unpaid.add(first, until, seq);
  expired.add(second, until, seq);
  expect([...unpaidAgree(tables)].join()).toMatch(`that ended unpaid has order ${second}`);
  expired.remove(second, seq);
  expect([...unpaidAgree(tables)]).toEqual([]);
});
