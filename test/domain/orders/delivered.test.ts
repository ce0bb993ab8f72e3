// What of an order may come back, and until when. It would catch pieces that come back without having left, a return
// that is counted twice or not at all, and a last day that is earlier than the law or the shop says.
import { describe, expect, test } from 'vitest';
import { NO_DETAILS } from '../../../src/domain/cart/order-details.ts';
import {
  checkInTime,
  checkReturnable,
  checkReturned,
  lastReturnDay,
  returnableOf,
} from '../../../src/domain/orders/delivered.ts';
import type { Credit, CreditKind } from '../../../src/domain/orders/credits.ts';
import type { Order, Parcel } from '../../../src/domain/orders/order.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import { DONE, ok } from '../../../src/kernel/result.ts';
import { changedLine } from './edited-order.ts';
import { OneOrder } from './one-order.ts';

const DAY_MS = 86_400_000;

type Pieces = readonly (readonly [lineId: number, pieces: number])[];

const milli = (lines: Pieces) => lines.map(([lineId, pieces]) => ({ lineId, quantityMilli: pieces * 1000 }));

/** The order has this beside what it was placed with. */
const having = (one: OneOrder, more: Partial<Order>): OneOrder => {
  Object.assign(one.order, more);
  return one;
};

const parcel = (lines: Pieces, more: Partial<Parcel> = {}): Parcel => {
  return { sentMs: 0, lines: milli(lines), provider: '', trackingNumber: '', ...more };
};

const credit = (kind: CreditKind, lines: Pieces): Credit => ({
  kind,
  atMs: 0,
  day: 0,
  lines: milli(lines).map((line) => ({ ...line, minor: 0, taxMinor: 0 })),
  reason: '',
  note: { prefix: '', number: 0 },
  by: 0,
});

const { states } = new OneOrder([[1000]]).order;
const SENT = { states: { ...states, delivery: 'CLOSED' } } as const;

/** Four pieces of line 1 and two of line 2. */
const six = (more: Partial<Order> = {}): OneOrder =>
  having(
    new OneOrder([
      [4000, 0, 4],
      [2000, 0, 2],
    ]),
    more,
  );

/** Line id → pieces that may come back. */
const returnable = (one: OneOrder, exceptId?: number) =>
  one
    .run((tx) => ok([...returnableOf(tx, one.orderId, one.order, exceptId)]))
    .map(([lineId, quantityMilli]) => [lineId, quantityMilli / 1000]);

const announce = (one: OneOrder, lines: Pieces): number => {
  const unsaid = { subject: 0, note: '', wish: '', wished: [], by: 0 } as const;
  const announced = milli(lines).map((line) => ({ ...line, reason: '' }));
  return one.run((tx) =>
    tx.create('order_return', { type: 'announce', orderId: one.orderId, lines: announced, ...unsaid }),
  );
};

describe('pieces come back', () => {
  test('that have left, in parcels or as the shop says', () => {
    const parcels = [parcel([[1, 1]]), parcel([[1, 2]])];
    expect(returnable(six())).toEqual([
      [1, 0],
      [2, 0],
    ]);
    expect(returnable(six({ parcels }))).toEqual([
      [1, 3],
      [2, 0],
    ]);
    expect(returnable(six({ parcels, parcelsReturned: 1 }))).toEqual([
      [1, 2],
      [2, 0],
    ]);
    const all = [
      [1, 4],
      [2, 2],
    ];
    expect(returnable(six(SENT))).toEqual(all);
    expect(returnable(six({ states: { ...states, order: 'CLOSED' } }))).toEqual(all);
  });

  test('but for those that were cancelled', () => {
    const credits = [credit('canceled', [[1, 3]]), credit('goodwill', [[2, 1]])];
    expect(returnable(six({ ...SENT, credits }))).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(returnable(six({ credits, parcels: [parcel([[1, 1]])] }))).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test('of goods alone', () => {
    const one = six(SENT);
    having(one, { cart: changedLine(one.order.cart, 1, { type: 'DELIVERY_COSTS' }) });
    expect(returnable(one)).toEqual([[2, 2]]);
  });

  test('once, and not while another return announces them', () => {
    const one = six({ ...SENT, credits: [credit('returned', [[1, 1]])] });
    const first = announce(one, [[1, 2]]);
    announce(one, [[2, 1]]);
    expect(returnable(one)).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(returnable(one, first)).toEqual([
      [1, 3],
      [2, 1],
    ]);
    one.run((tx) => tx.ask('order_return', first, { type: 'withdraw', by: 0 }));
    expect(returnable(one)).toEqual([
      [1, 3],
      [2, 1],
    ]);
    announce(one, [[1, 9]]);
    expect(returnable(one)[0]).toEqual([1, 0]);
  });

  test('of lines that there are, and no more than may', () => {
    const of = new Map([[1, 1500]]);
    const check = (lineId: number, quantityMilli: number) => checkReturnable(of, [{ lineId, quantityMilli }]);
    expect(check(1, 1500)).toEqual(DONE);
    expect(check(1, 1501)).toMatchObject({
      code: 'RETURN_QUANTITY_EXCEEDED',
      param: '1',
      detail: 'Of line 1 1.5 may come back.',
    });
    expect(check(2, 1)).toMatchObject({ code: 'ORDER_LINE_NOT_FOUND', param: '2' });
  });
});

test('what came back has left: an order with such pieces is not set back before that', () => {
  const check = (more: Partial<Order>) => checkReturned(8, six(more).order);
  const credits = [credit('returned', [[1, 2]])];
  expect(check({ credits, ...SENT })).toEqual(DONE);
  expect(check({})).toEqual(DONE);
  expect(check({ credits, parcels: [parcel([[1, 2]])] })).toEqual(DONE);
  const refused = { code: 'ORDER_HAS_RETURNS', param: '8' };
  expect(check({ credits, parcels: [parcel([[1, 1]])] })).toMatchObject(refused);
  expect(check({ credits })).toMatchObject(refused);
  expect(check({ credits, states: { ...states, order: 'CANCELED' } })).toEqual(DONE);
  expect(check({ credits: [credit('returned', [[9, 1]])], ...SENT })).toMatchObject(refused);
});

describe('the last day of a return', () => {
  const RULES = { returnDays: 10, country: 'DE', timeZone: 'UTC' };

  /** In days since 1970-01-01. */
  const last = (more: Partial<Order>, rules: Partial<ShopRules> = {}) => {
    const one = having(new OneOrder([[1000]], {}, { ...RULES, ...rules }), { ...SENT, modifiedMs: 100 * DAY_MS });
    having(one, more);
    return one.run((tx) => ok(lastReturnDay(tx, one.order)));
  };
  const to = (shopCountry: string): Partial<Order> => ({ details: { ...NO_DETAILS, shopCountry } });

  test('is counted from the last change, where no parcel was noted', () => {
    expect([last(to('CH')), last(to('CH'), { returnDays: 30 })]).toEqual([110, 130]);
  });

  test('is none while pieces are still to be sent', () => {
    expect(last({ states })).toBeUndefined();
    expect(last({ ...to('CH'), states: { ...states, order: 'CLOSED' } })).toBe(110);
  });

  test('is counted from the last parcel: as it was delivered, or seven days after it was sent', () => {
    const sent = (day: number, deliveredDay?: number): Parcel =>
      parcel([], { sentMs: day * DAY_MS, ...(deliveredDay !== undefined && { deliveredMs: deliveredDay * DAY_MS }) });
    const from = (parcels: readonly Parcel[], parcelsReturned = 0) => last({ ...to('CH'), parcels, parcelsReturned });
    expect(from([sent(50)])).toBe(67);
    expect(from([sent(50, 52)])).toBe(62);
    expect(from([sent(50), sent(40), sent(41, 59)])).toBe(69);
    expect(from([sent(50), sent(40)], 1)).toBe(57);
    expect(from([sent(50)], 1)).toBe(110);
  });

  test('is fourteen days later at least, to countries of the European Union', () => {
    expect([last(to('FR')), last(to('FR'), { returnDays: 30 })]).toEqual([114, 130]);
    expect([last({}), last({}, { country: 'CH' })]).toEqual([114, 110]);
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
    for (const country of union) expect([country, last(to(country))]).toEqual([country, 114]);
    for (const country of ['GB', 'NO', 'US', 'EL']) expect([country, last(to(country))]).toEqual([country, 110]);
  });

  test('is one on which it may still be announced', () => {
    const one = having(new OneOrder([[1000]], to('CH'), RULES), SENT);
    const today = Math.floor(one.shop.nowMs / DAY_MS);
    const changed = (day: number) => {
      having(one, { modifiedMs: day * DAY_MS });
      return one.shop.transact((tx) => checkInTime(tx, one.order));
    };
    expect([changed(today), changed(today - 10)]).toEqual([DONE, DONE]);
    expect(changed(today - 11)).toMatchObject({
      code: 'RETURN_TOO_LATE',
      param: '2023-11-13',
      detail: 'Returns could be announced until 2023-11-13.',
    });
    having(one, { states });
    expect(changed(today - 11)).toEqual(DONE);
  });
});
