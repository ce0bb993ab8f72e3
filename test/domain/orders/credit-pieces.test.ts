// What pieces are credited with, example by example. It would catch a discount of the staff that stays where its goods
// go, or goes where they stay, pieces that come off another invoice than they should, and figures that a refusal lacks.
import { describe, expect, test } from 'vitest';
import { creditOfPieces } from '../../../src/domain/orders/credit-pieces.ts';
import type { Credit, Credited } from '../../../src/domain/orders/credits.ts';
import type { PartialInvoice } from '../../../src/domain/orders/partial-invoice.ts';
import { cartOf } from './simple-cart.ts';
import type { SimpleLine } from './simple-cart.ts';

type Amount = readonly [lineId: number, minor: number, quantityMilli?: number];

const lineOf = ([lineId, minor, quantityMilli = 1000]: Amount) => ({ lineId, quantityMilli, minor, taxMinor: 0 });

/** An order with these invoices, R-1 first. */
const orderOf = (lines: readonly SimpleLine[], ...invoices: readonly (readonly Amount[])[]): Credited => ({
  currencyDigits: 2,
  cart: cartOf(...lines),
  credits: [],
  partials: invoices.map((own, at): PartialInvoice => {
    return { invoice: { prefix: 'R-', number: at + 1 }, atMs: 0, day: 0, parcelId: at + 1, lines: own.map(lineOf) };
  }),
});

const without = (order: Credited, partialId: number, ...lines: readonly Amount[]): Credited => {
  const of = { kind: 'goodwill', atMs: 0, day: 0, reason: '', note: { prefix: '', number: 0 }, by: 1 } as const;
  const credit: Credit = { ...of, lines: lines.map(lineOf), partialId };
  return { ...order, credits: [...order.credits, credit] };
};

const ofLines = (order: Credited, ids: readonly number[], ...more: readonly boolean[]) =>
  creditOfPieces(
    order,
    ids.map((lineId) => ({ lineId, quantityMilli: 1000 })),
    ...more,
  );

/** What is credited: [invoice, line, amount, pieces]. */
const credited = (order: Credited, ids: readonly number[], ...more: readonly boolean[]) => {
  const made = ofLines(order, ids, ...more);
  return made.ok
    ? made.value.map(({ partialId, lineId, minor, quantityMilli }) => [partialId, lineId, minor, quantityMilli / 1000])
    : made.code;
};

describe('pieces', () => {
  test('come off the oldest invoice first, and all that is left of a line at once', () => {
    const order = orderOf([[4000, 0, 4]], [[1, 1000]], [[1, 1000]]);
    expect(credited(order, [1])).toEqual([[1, 1, 1000, 1]]);
    expect(creditOfPieces(order, [{ lineId: 1, quantityMilli: 4000 }])).toMatchObject({
      value: [
        { partialId: 0, minor: 2000, quantityMilli: 2000 },
        { partialId: 1, minor: 1000, quantityMilli: 1000 },
        { partialId: 2, minor: 1000, quantityMilli: 1000 },
      ],
    });
  });

  test('that have not left come off what has no invoice, and then off the newest one', () => {
    const order = orderOf([[4000, 0, 4]], [[1, 1000]], [[1, 2000, 2000]]);
    const all = creditOfPieces(order, [{ lineId: 1, quantityMilli: 3000 }], true);
    expect(all).toMatchObject({
      value: [
        { partialId: 0, minor: 1000, quantityMilli: 1000 },
        { partialId: 2, minor: 2000, quantityMilli: 2000 },
      ],
    });
    expect(all.ok && all.value).toHaveLength(2);
  });

  test('whose money went before them come last, the oldest first', () => {
    const order = orderOf([[3000, 0, 3]], [[1, 1000]], [[1, 1000]], [[1, 1000]]);
    const given = without(without(order, 1, [1, 1000, 0]), 2, [1, 1000, 0]);
    const both = creditOfPieces(given, [{ lineId: 1, quantityMilli: 2000 }]);
    expect(both).toMatchObject({
      value: [
        { partialId: 1, minor: 0 },
        { partialId: 3, minor: 1000 },
      ],
    });
  });

  test('that there are not are refused with what is left of the line', () => {
    const order = without(orderOf([[1000], [3000, 0, 3]]), 0, [2, 2000, 2000]);
    expect(ofLines(order, [1]).ok).toBe(true);
    expect(ofLines(order, [3])).toMatchObject({ code: 'ORDER_LINE_NOT_FOUND', param: '3' });
    expect(creditOfPieces(order, [{ lineId: 2, quantityMilli: 1500 }])).toMatchObject({
      code: 'CREDIT_QUANTITY_EXCEEDED',
      param: '2',
      detail: 'Of line 2 1 of 3 are left.',
    });
  });
});

describe('a discount of the staff on one invoice', () => {
  // What stays on the invoice is worth 2.00 at least.
  const order = orderOf(
    [[1000], [200], [-300], [-300]],
    [
      [1, 1000],
      [2, 200],
      [3, -300],
      [4, -300],
    ],
  );

  test('goes with goods as far as the rest does not bear it, the first one first', () => {
    expect(credited(order, [1])).toEqual([
      [1, 1, 1000, 1],
      [1, 3, -300, 0],
      [1, 4, -100, 0],
    ]);
  });

  test('that is named goes before another, with its piece', () => {
    expect(credited(order, [1, 4])).toEqual([
      [1, 1, 1000, 1],
      [1, 4, -300, 1],
      [1, 3, -100, 0],
    ]);
  });

  test('stays where the rest bears it, unless it is named', () => {
    const rich = orderOf(
      [[1000], [1000], [-300]],
      [
        [1, 1000],
        [2, 1000],
        [3, -300],
      ],
    );
    expect(credited(rich, [1])).toEqual([[1, 1, 1000, 1]]);
    expect(credited(rich, [1, 3])).toEqual([
      [1, 1, 1000, 1],
      [1, 3, -300, 1],
    ]);
  });

  test('goes with goods as far as these bear it, and keeps its piece while some of it stays', () => {
    const cheap = orderOf(
      [[400], [1000], [-300], [-300]],
      [
        [1, 400],
        [2, 1000],
        [3, -300],
        [4, -300],
      ],
    );
    expect(credited(cheap, [1, 3, 4])).toEqual([
      [1, 1, 400, 1],
      [1, 3, -300, 1],
      [1, 4, -100, 0],
    ]);
  });

  test('is not what costs nothing', () => {
    const free = orderOf(
      [[1000], [0]],
      [
        [1, 1000],
        [2, 0],
      ],
    );
    expect(credited(free, [1, 2])).toEqual([
      [1, 1, 1000, 1],
      [1, 2, 0, 1],
    ]);
  });
});

describe('a discount of the staff on two invoices', () => {
  const order = orderOf(
    [[1000], [10_000], [-1500]],
    [
      [1, 1000],
      [3, -1000],
    ],
    [
      [2, 10_000],
      [3, -500, 0],
    ],
  );

  test('goes with the goods of each, and its piece with the last of its money', () => {
    expect(credited(order, [1])).toEqual([
      [1, 1, 1000, 1],
      [1, 3, -1000, 0],
    ]);
    expect(credited(order, [1, 3])).toEqual([
      [1, 1, 1000, 1],
      [1, 3, -1000, 0],
    ]);
    expect(credited(order, [2, 3])).toEqual([
      [2, 2, 10_000, 1],
      [2, 3, -500, 0],
    ]);
    expect(credited(order, [1, 2, 3])).toEqual([
      [1, 1, 1000, 1],
      [1, 3, -1000, 1],
      [2, 2, 10_000, 1],
      [2, 3, -500, 0],
    ]);
  });
});

describe('what comes to less than nothing, or to more than there is, is refused with its figures', () => {
  const refused = (order: Credited, ids: readonly number[]) => {
    const made = ofLines(order, ids);
    return made.ok ? '' : [made.code, made.param, made.detail];
  };

  test('of an order with one invoice', () => {
    const order = { currencyDigits: 2, cart: cartOf([1000], [-300]), credits: [] };
    const code = ['CREDIT_AMOUNT_EXCEEDED', 'lines'];
    expect(refused(order, [2])).toEqual([...code, 'They come to -3, of 0 to 7 that the order comes to.']);
    expect(refused(order, [1])).toEqual([...code, 'They come to 10, of 0 to 7 that the order comes to.']);
    expect(refused({ ...order, partials: [] }, [1])).toEqual([
      ...code,
      'They come to 10, of 0 to 7 that the order comes to.',
    ]);
    expect(credited(order, [1, 2])).toEqual([
      [0, 1, 1000, 1],
      [0, 2, -300, 1],
    ]);
  });

  test('of what has no invoice, and of one that has', () => {
    const lines = [[1000], [10_000], [-300]] as const;
    const code = ['CREDIT_AMOUNT_EXCEEDED', 'lines'];
    expect(refused(orderOf(lines, [[1, 1000]]), [3])).toEqual([
      ...code,
      'They come to -3, of 0 to 97 that what has no invoice comes to.',
    ]);
    const second = orderOf(
      lines,
      [[2, 10_000]],
      [
        [1, 1000],
        [3, -300],
      ],
    );
    expect(refused(second, [3])).toEqual([...code, 'They come to -3, of 0 to 7 that invoice R-2 comes to.']);
  });
});
