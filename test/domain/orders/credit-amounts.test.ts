// Amounts of credits, example by example. It would catch a cent of tax that goes with the wrong part of a line, an
// order whose total or rest is another than its credits leave, and money that is counted when it is not here.
import { describe, expect, test } from 'vitest';
import type { RateE6 } from '../../../src/domain/money.ts';
import {
  amountOf,
  byPartial,
  creditMade,
  creditOfAmount,
  creditOfRest,
  creditedMinor,
  creditedPieces,
  keptMinor,
  leftsOf,
  mergedLines,
  moneyReceivedOf,
  nextPieces,
  orderTotal,
  outstandingOf,
  partOf,
  piecesOf,
  receivedBy,
  receivedOf,
  stillWanted,
  taxesAfter,
  taxesOfCredits,
  wantedWithout,
} from '../../../src/domain/orders/credits.ts';
import type { Credit, Credited, CreditKind, Left } from '../../../src/domain/orders/credits.ts';
import { cartOf } from './simple-cart.ts';
import type { SimpleLine } from './simple-cart.ts';

type Amount = readonly [lineId: number, quantityMilli: number, minor: number, taxMinor?: number];

const lineOf = ([lineId, quantityMilli, minor, taxMinor = 0]: Amount) => ({ lineId, quantityMilli, minor, taxMinor });

const credit = (kind: CreditKind, lines: readonly Amount[], partialId?: number): Credit => {
  const of = { kind, atMs: 0, day: 0, reason: '', note: { prefix: '', number: 0 }, by: 1 };
  return { ...of, lines: lines.map(lineOf), ...(partialId !== undefined && { partialId }) };
};

const orderOf = (lines: readonly SimpleLine[], ...credits: readonly Credit[]): Credited => {
  return { currencyDigits: 2, cart: cartOf(...lines), credits };
};

/** The order with invoices over such lines, the first one numbered 1. */
const invoiced = (order: Credited, ...invoices: readonly (readonly Amount[])[]): Credited => ({
  ...order,
  partials: invoices.map((lines, at) => {
    return { invoice: { prefix: '', number: at + 1 }, atMs: 0, day: 0, parcelId: 0, lines: lines.map(lineOf) };
  }),
});

const amounts = (lines: readonly (ReturnType<typeof lineOf> & { readonly partialId: number })[]) =>
  lines.map(({ partialId, lineId, quantityMilli, minor, taxMinor }) => [
    partialId,
    lineId,
    quantityMilli,
    minor,
    taxMinor,
  ]);

describe('an order', () => {
  const order = orderOf(
    [
      [3000, 190_000, 3],
      [500, 70_000],
    ],
    credit('canceled', [
      [1, 1000, 1000],
      [2, 0, 100],
    ]),
    credit('returned', [[1, 1000, 1000]]),
    credit('goodwill', [[1, 0, 50]]),
  );

  test('comes to what its credits leave', () => {
    expect(amountOf(order.credits[0]!)).toBe(1100);
    expect([creditedMinor(order), orderTotal(order)]).toEqual([2150, 1350]);
    expect(orderTotal({ ...order, credits: [] })).toBe(3500);
  });

  test('has pieces that came off, of all kinds or of some, and wants the others', () => {
    expect([...creditedPieces(order)]).toEqual([[1, 2000]]);
    expect([...creditedPieces(order, ['returned', 'goodwill'])]).toEqual([[1, 1000]]);
    const productId = (at: number) => ({ ...order.cart.lines[at]!, productId: at + 5 });
    const cart = { ...order.cart, lines: [productId(0), productId(1)] };
    expect(stillWanted({ ...order, cart })).toEqual([
      { productId: 5, quantityMilli: 1000 },
      { productId: 6, quantityMilli: 1000 },
    ]);
    expect(wantedWithout(cart, new Map([[1, 3000]]))).toEqual([{ productId: 6, quantityMilli: 1000 }]);
  });
});

describe('what is left', () => {
  test('is that of each line without its credits and invoices, and then that of each invoice', () => {
    const order = invoiced(
      orderOf(
        [
          [3000, 190_000, 3],
          [500, 70_000],
        ],
        credit('canceled', [[1, 1000, 1000, 160]]),
        credit('returned', [[2, 1000, 400, 26]], 1),
      ),
      [
        [1, 1000, 900, 150],
        [2, 1000, 500, 33],
      ],
      [[1, 1000, 1000, 160]],
    );
    expect(
      leftsOf(order).map((left) => [left.partialId, left.worth.line.id, piecesOf(left), left.minor, left.taxMinor]),
    ).toEqual([
      [0, 1, 0, 100, 9],
      [0, 2, 0, 0, 0],
      [1, 1, 1000, 900, 150],
      [1, 2, 0, 100, 7],
      [2, 1, 1000, 1000, 160],
    ]);
    // Money without pieces is left, and pieces without money are.
    expect(amounts(creditOfRest(order))).toEqual([
      [0, 1, 0, 100, 9],
      [1, 1, 1000, 900, 150],
      [1, 2, 0, 100, 7],
      [2, 1, 1000, 1000, 160],
    ]);
    const free = orderOf([[0]]);
    expect(amounts(creditOfRest(free))).toEqual([[0, 1, 1000, 0, 0]]);
  });
});

/** A line of three pieces of which one is gone. */
const leftOf = (worth: readonly [minor: number, taxMinor: number], minor: number, taxMinor: number): Left => {
  const [line] = cartOf([worth[0], 0, 3]).lines;
  const of = { line: line!, minor: worth[0], taxMinor: worth[1] } as unknown as Left['worth'];
  return { partialId: 4, worth: of, goneMilli: 1000, minor, taxMinor };
};

describe('the next pieces of a line', () => {
  const next = (left: Left, quantityMilli: number) => {
    const { minor, taxMinor, ...of } = nextPieces(left, quantityMilli);
    expect(of).toEqual({ partialId: 4, lineId: 1, quantityMilli });
    return [minor, taxMinor];
  };

  test.each([
    ['are worth their place in it', [1000, 160], 667, 107, [334, 54]],
    ['get no more than it has left', [1000, 160], 300, 48, [300, 48]],
    ['get no more tax than it has left', [1000, 160], 667, 50, [334, 50]],
    ['get the tax of so much as is left', [1000, 160], 300, 60, [300, 60]],
    ['of a discount take their part off', [-1000, -160], -667, -107, [-334, -54]],
    ['of a discount take no more off than it has left', [-1000, -160], -300, -48, [-300, -48]],
    ['get nothing where nothing is left', [1000, 160], 0, 0, [0, 0]],
  ] as const)('%s', (_what, worth, minor, taxMinor, expected) => {
    expect(next(leftOf(worth, minor, taxMinor), 1000)).toEqual(expected);
  });

  test('get all that is left where no piece stays', () => {
    expect(next(leftOf([1000, 160], 650, 99), 2000)).toEqual([650, 99]);
  });
});

test.each([
  [1000, 160, 250, 40],
  [1000, 160, 1000, 160],
  [-1000, -160, -250, -40],
  [-1000, -160, -1000, -160],
  [0, 3, 250, 0],
  [0, 3, 0, 3],
])('of %i with %i of tax, %i has %i', (minor, taxMinor, part, tax) => {
  const line = partOf(leftOf([minor, taxMinor], minor, taxMinor), part);
  expect(line).toEqual({ lineId: 1, quantityMilli: 0, minor: part, taxMinor: tax });
});

test('lines go by the invoice that they are on, and those of one line become one', () => {
  const of = (partialId: number, lineId: number) => ({ partialId, lineId });
  expect(byPartial([of(2, 1), of(0, 2), of(10, 3), of(2, 4)])).toEqual([
    [0, [of(0, 2)]],
    [2, [of(2, 1), of(2, 4)]],
    [10, [of(10, 3)]],
  ]);
  const wanted = [
    { lineId: 2, quantityMilli: 1000 },
    { lineId: 1, quantityMilli: 500 },
    { lineId: 2, quantityMilli: 250 },
  ];
  expect(mergedLines(wanted)).toEqual([
    { lineId: 2, quantityMilli: 1250 },
    { lineId: 1, quantityMilli: 500 },
  ]);
});

describe('an amount off an order', () => {
  const off = (order: Credited, minor: number) => {
    const made = creditOfAmount(order, minor);
    return made.ok ? amounts(made.value) : [made.code, made.param, made.detail];
  };

  test('is spread by largest remainder over rates, and then over their lines, without pieces', () => {
    const order = orderOf([[1000, 190_000], [500], [0], [-300]]);
    expect(off(order, 100)).toEqual([
      [0, 1, 0, 83, 13],
      [0, 2, 0, 43, 0],
      [0, 4, 0, -26, 0],
    ]);
  });

  test('is at most what the order comes to', () => {
    const order = orderOf([[1000]], credit('goodwill', [[1, 0, 250]]));
    expect(off(order, 750)).toEqual([[0, 1, 0, 750, 0]]);
    expect(off(order, 751)).toEqual([
      'CREDIT_AMOUNT_EXCEEDED',
      'amount',
      '7.51 is more than 7.5, which the order comes to.',
    ]);
  });

  test('comes off the invoices that have most left', () => {
    const order = invoiced(orderOf([[1000], [3000], [2000]]), [[1, 1000, 1000]], [[2, 1000, 3000]]);
    expect(off(order, 2500)).toEqual([[2, 2, 0, 2500, 0]]);
    expect(off(order, 3500)).toEqual([
      [2, 2, 0, 3000, 0],
      [0, 3, 0, 500, 0],
    ]);
  });
});

describe('taxes', () => {
  const [full, less] = [190_000 as RateE6, 70_000 as RateE6];
  const cart = cartOf([1190, full], [1070, less], [595, full]);
  const credits = [
    credit('goodwill', [
      [1, 0, 119, 19],
      [2, 0, 107, 7],
    ]),
    credit('returned', [[3, 1000, 595, 95]]),
  ];

  test('in credits add up by rate', () => {
    expect(taxesOfCredits(cart, credits)).toEqual([
      { rateE6: full, netMinor: 600, taxMinor: 114, grossMinor: 714 },
      { rateE6: less, netMinor: 100, taxMinor: 7, grossMinor: 107 },
    ]);
  });

  test('are left without those of credits, and a rate of which nothing is left goes', () => {
    const position = (rateE6: RateE6, netMinor: number, taxMinor: number) =>
      ({ rateE6, netMinor, taxMinor, grossMinor: netMinor + taxMinor }) as ReturnType<typeof taxesOfCredits>[number];
    const all = [position(full, 1000, 190), position(less, 100, 7), position(0 as RateE6, 50, 0)];
    expect(taxesAfter(all, [])).toBe(all);
    expect(taxesAfter(all, [position(full, 400, 76), position(less, 100, 7)])).toEqual([
      position(full, 600, 114),
      position(0 as RateE6, 50, 0),
    ]);
    // A cent of tax stays although the amount is gone.
    expect(taxesAfter(all, [position(less, 101, 6)])[1]).toEqual(position(less, -1, 1));
  });
});

test('a credit is kept as its event made it, without what it does not have', () => {
  const event = {
    kind: 'returned',
    day: 5,
    lines: [],
    reason: 'broken',
    notePrefix: 'S-',
    noteNumber: 3,
    by: 2,
  } as const;
  const made = {
    kind: 'returned',
    atMs: 9,
    day: 5,
    lines: [],
    reason: 'broken',
    note: { prefix: 'S-', number: 3 },
    by: 2,
  };
  expect(creditMade(9, event)).toEqual(made);
  expect(creditMade(9, { ...event, partialId: 0, isContinued: false })).toEqual(made);
  expect(Object.keys(creditMade(9, event))).toEqual(Object.keys(made));
  expect(creditMade(9, { ...event, partialId: 2, isContinued: true })).toEqual({
    ...made,
    partialId: 2,
    isContinued: true,
  });
});

describe('money of an order', () => {
  const states = { order: 'OPEN', payment: 'PAYMENT_RECEIVED' };
  const order = {
    ...orderOf([[1000]], credit('goodwill', [[1, 0, 100]])),
    states,
    receivedMinor: 950,
    refundedMinor: 30,
    exchangedMinor: 5,
  };

  test('is what came less what went back', () => {
    expect([moneyReceivedOf(order), receivedOf(order), keptMinor(order), outstandingOf(order)]).toEqual([
      950, 955, 925, -25,
    ]);
  });

  test('is none before its payment is received, and what it came to where an older version did not say', () => {
    expect(moneyReceivedOf({ ...order, states: { ...states, payment: 'PAYMENT_PENDING' } })).toBe(0);
    expect([-1, 0].map((receivedMinor) => moneyReceivedOf({ ...order, receivedMinor }))).toEqual([1000, 0]);
  });

  test('is all to be given back once the order is cancelled', () => {
    expect(outstandingOf({ ...order, states: { ...states, order: 'CANCELED' } })).toBe(-925);
  });

  test('that a person says came is what was to pay, unless it is told', () => {
    expect(receivedBy(order, 'PAYMENT_RECEIVED')).toBe(925);
    expect(receivedBy(order, 'PAYMENT_RECEIVED', 7)).toBe(7);
    expect(receivedBy(order, 'PAYMENT_PENDING', 7)).toBe(0);
    expect(receivedBy({ ...order, exchangedMinor: 2000 }, 'PAYMENT_RECEIVED')).toBe(0);
  });
});
