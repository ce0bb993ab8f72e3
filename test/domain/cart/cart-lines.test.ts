// Catches equal lines that are not merged, unequal ones that are (D84), and a wrong line named as touched last.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCart, equalLine, quantityMilliOf } from '../../../src/domain/cart/cart.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { LINE_EVENTS, applyLine, decideLine } from '../../../src/domain/cart/cart-lines.ts';
import type { LineCommand, PricedLine } from '../../../src/domain/cart/cart-lines.ts';
import { isEqualLine } from '../../../src/domain/cart/line-index.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { runs } from '../../harness/effort.ts';

const LINE: PricedLine = {
  type: 'PRODUCT',
  productId: 7,
  elementNumber: 'E7',
  priceE4: 100_000 as PriceE4,
  rateE6: 190_000 as RateE6,
  taxMinor: 160 as Minor,
  name: 'Ware',
  description: 'kurz',
  attributes: [
    ['size', 'M'],
    ['color', 'red'],
  ],
  parentId: 0,
  measures: [1],
  markup: 0,
};

const ask = (cart: Cart, command: LineCommand): string => {
  const events = decideLine(cart, command);
  if (events.ok) for (const event of events.value) applyLine(cart, event);
  return events.ok ? 'done' : `${events.code} ${events.param}`;
};
const add = (cart: Cart, more: Partial<PricedLine> = {}, grouped = true, quantity = 1000): string =>
  ask(cart, {
    type: 'add_line',
    line: { ...LINE, ...more },
    quantityMilli: quantity as Milli,
    grouped,
    linesMax: 1000,
    currencyDigits: 2,
  });
const quantities = (cart: Cart): (readonly [id: number, milli: number])[] =>
  cart.lines.map(({ id, quantityMilli: quantity }) => [id, quantity]);

/** A cart that is looked through, and one that keeps an index. */
const carts = (): Cart[] =>
  [0, 40].map((others) => {
    const cart = emptyCart(0);
    for (let at = 1; at <= others; at += 1) add(cart, { name: `other ${at % 7}` }, false);
    return cart;
  });
/** Of the lines that are no others. */
const own = (cart: Cart): (readonly [nth: number, milli: number])[] => {
  const first = cart.lines.findIndex(({ name }) => !name.startsWith('other'));
  return quantities(cart)
    .slice(first)
    .map(([id, milli]) => [id - first, milli]);
};

describe('an equal line', () => {
  // Catches goods that are billed at another line's price, rate or options.
  it.each<[string, Partial<PricedLine>]>([
    ['product', { productId: 8 }],
    ['type', { type: 'FREE_ELEMENT' }],
    ['price', { priceE4: 100_001 as PriceE4 }],
    ['rate', { rateE6: 70_000 as RateE6 }],
    ['name', { name: 'ware' }],
    ['parent', { parentId: 1 }],
    ['no attributes', { attributes: [] }],
    ['fewer attributes', { attributes: [['size', 'M']] }],
    [
      'more attributes',
      {
        attributes: [
          ['size', 'M'],
          ['color', 'red'],
          ['cut', 'slim'],
        ],
      },
    ],
    [
      'value of the first attribute',
      {
        attributes: [
          ['size', 'L'],
          ['color', 'red'],
        ],
      },
    ],
    [
      'value of the last attribute',
      {
        attributes: [
          ['size', 'M'],
          ['color', 'blue'],
        ],
      },
    ],
    [
      'name of an attribute',
      {
        attributes: [
          ['size', 'M'],
          ['colour', 'red'],
        ],
      },
    ],
    [
      'order of attributes',
      {
        attributes: [
          ['color', 'red'],
          ['size', 'M'],
        ],
      },
    ],
  ])('is none of another %s', (_what, more) => {
    for (const cart of carts()) {
      expect([add(cart), add(cart, more)]).toEqual(['done', 'done']);
      expect(own(cart)).toEqual([
        [1, 1000],
        [2, 1000],
      ]);
      expect([add(cart, more), add(cart)]).toEqual(['done', 'done']);
      expect(own(cart)).toEqual([
        [1, 2000],
        [2, 2000],
      ]);
    }
  });

  // Catches a look at what the catalogue may change: a line keeps what it was added with (D78).
  it('is one of another description, number or measure of the same goods', () => {
    const cart = emptyCart(0);
    add(cart);
    add(cart, { description: 'lang', elementNumber: 'E8', measures: [2], taxMinor: 159 as Minor });
    expect(quantities(cart)).toEqual([[1, 2000]]);
    expect(cart.lines[0]).toMatchObject({
      description: 'kurz',
      elementNumber: 'E7',
      measures: [1],
      taxMinor: 160,
      sumMinor: 2000,
      sumTaxMinor: 319,
    });
  });

  it('is the first of several, and none where the call does not group', () => {
    for (const cart of carts()) {
      for (const grouped of [false, false, true]) add(cart, {}, grouped);
      expect(own(cart)).toEqual([
        [1, 2000],
        [2, 1000],
      ]);
    }
  });

  it('does not make room for a parent that is not there', () => {
    const cart = emptyCart(0);
    add(cart);
    expect(add(cart, { parentId: 2 })).toBe('CART_LINE_NOT_FOUND 2');
    expect(quantities(cart)).toEqual([[1, 1000]]);
  });
});

// Catches an index that remembers lines which are gone, or a sum that was not taken back.
it('a large cart finds lines, pieces and its volume as if it looked at every line', () => {
  const line = fc.record({
    productId: fc.nat({ max: 2 }),
    price: fc.constantFrom(-1, 1, 20_000).map((e4) => e4 as PriceE4),
    name: fc.constantFrom('a', 'a\nb', 'b'),
    attributes: fc.constantFrom<PricedLine['attributes']>([], [['b', '']]),
    parentId: fc.constantFrom(0, 0, 1),
  });
  const step = fc.oneof(
    fc.record({
      does: fc.constant('add' as const),
      line,
      grouped: fc.boolean(),
      milli: fc.constantFrom(1, 1000, 2500),
    }),
    fc.record({ does: fc.constantFrom('remove_line' as const, 'decrement_line' as const), at: fc.nat({ max: 60 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.array(line, { minLength: 1, maxLength: 5 }), (steps, wanted) => {
      for (const cart of carts()) {
        for (const one of steps) {
          if (one.does === 'add') add(cart, one.line, one.grouped, one.milli);
          else
            ask(cart, {
              type: one.does,
              lineId: cart.lines[one.at % Math.max(1, cart.lines.length)]?.id ?? 1,
              currencyDigits: 2,
            });
          for (const [at, more] of wanted.entries()) {
            expect(equalLine(cart, { ...LINE, ...more })).toBe(
              cart.lines.find((each) => isEqualLine(each, { ...LINE, ...more })),
            );
            expect(quantityMilliOf(cart, at)).toBe(
              cart.lines
                .filter(({ productId }) => productId === at)
                .reduce((sum, { quantityMilli: quantity }) => sum + quantity, 0),
            );
          }
          expect(cart.volumeMinor).toBe(cart.lines.reduce((volume, { sumMinor: sum }) => volume + Math.abs(sum), 0));
        }
      }
    }),
    { numRuns: runs(20) },
  );
});

describe('the last line', () => {
  // Catches a reply of add_to_cart that names a line because somebody took a piece off it.
  it('is the one that was added or raised, never one that was lowered', () => {
    const cart = emptyCart(0);
    const seen: number[] = [];
    const look = (done: string): void => void (expect(done).toBe('done'), seen.push(cart.lastLineId));
    look(add(cart, { name: 'a' }, true, 3000));
    look(add(cart, { name: 'b' }, true, 3000));
    look(ask(cart, { type: 'decrement_line', lineId: 1, currencyDigits: 2 }));
    look(add(cart, { name: 'a' }));
    look(ask(cart, { type: 'decrement_line', lineId: 2, currencyDigits: 2 }));
    look(ask(cart, { type: 'remove_line', lineId: 2, currencyDigits: 2 }));
    look(add(cart, { name: 'b' }));
    expect(seen).toEqual([1, 2, 2, 1, 1, 1, 3]);
  });
});

describe('taking off', () => {
  // Catches a line of one piece that stays with none, and one of a little more that goes whole.
  it('takes the line at one piece or less, and leaves the rest above', () => {
    for (const [quantity, left] of [
      [1001, [[1, 1]]],
      [1000, []],
      [999, []],
      [1, []],
    ] as const) {
      const cart = emptyCart(0);
      add(cart, {}, true, quantity);
      expect(ask(cart, { type: 'decrement_line', lineId: 1, currencyDigits: 2 })).toBe('done');
      expect(quantities(cart)).toEqual(left);
    }
  });

  it('refuses a line that is not there, and one that was', () => {
    const cart = emptyCart(0);
    add(cart);
    expect(ask(cart, { type: 'remove_line', lineId: 2, currencyDigits: 2 })).toBe('CART_LINE_NOT_FOUND 2');
    ask(cart, { type: 'remove_line', lineId: 1, currencyDigits: 2 });
    expect(ask(cart, { type: 'remove_line', lineId: 1, currencyDigits: 2 })).toBe('CART_LINE_NOT_FOUND 1');
    expect(ask(cart, { type: 'decrement_line', lineId: 1, currencyDigits: 2 })).toBe('CART_LINE_NOT_FOUND 1');
  });
});

// Catches pieces that stock is asked for and are not there, and a bound of exact amounts that moves the wrong way.
it('counts pieces and amounts as looking at all lines would', () => {
  for (const cart of carts()) {
    const look = (): void => {
      expect(quantityMilliOf(cart, LINE.productId)).toBe(
        cart.lines.reduce(
          (sum, { productId, quantityMilli: quantity }) => sum + (productId === LINE.productId ? quantity : 0),
          0,
        ),
      );
      expect(cart.volumeMinor).toBe(cart.lines.reduce((sum, line) => sum + Math.abs(line.sumMinor), 0));
    };
    look();
    add(cart, {}, true, 5000);
    look();
    add(cart, {}, true, 2500);
    look();
    add(cart, { priceE4: -30_000 as PriceE4 }, true, 4000);
    look();
    const [raised, discount] = cart.lines.slice(-2).map(({ id }) => id);
    for (const lineId of [raised!, discount!]) {
      expect(ask(cart, { type: 'decrement_line', lineId, currencyDigits: 2 })).toBe('done');
      look();
    }
    expect(ask(cart, { type: 'remove_line', lineId: raised!, currencyDigits: 2 })).toBe('done');
    look();
  }
});

// Catches a field that was renamed, or whose value changed for journals that lack it.
it('events of lines have these fields on the disk', () => {
  const { line_added, ...others } = LINE_EVENTS;
  const amounts = { quantityMilli: 0, priceE4: 0, sumMinor: 0, rateE6: 0, taxMinor: 0, sumTaxMinor: 0 };
  expect(line_added).toEqual({
    lineId: 0,
    elementType: 'PRODUCT',
    productId: 0,
    elementNumber: '',
    ...amounts,
    name: '',
    description: '',
    attributes: [],
    parentId: 0,
    measures: [],
    markup: 0,
    basis: null,
    listed: null,
  });
  expect(others).toEqual({
    line_changed: { lineId: 0, quantityMilli: 0, sumMinor: 0, sumTaxMinor: 0 },
    lines_removed: { lineIds: [] },
    lines_taxed: { lines: [], positions: [] },
    lines_priced: { lines: [], why: '' },
  });
});

// Lines are found by halving: beside a gap another line stands where the one that is gone would be.
it('a line that is gone is not found, whatever lines are around it', () => {
  const cart = emptyCart(0);
  for (const name of ['a', 'b', 'c']) expect(add(cart, { name })).toBe('done');
  expect(ask(cart, { type: 'remove_line', lineId: 2, currencyDigits: 2 })).toBe('done');
  for (const lineId of [0, 2, 4]) {
    expect(ask(cart, { type: 'set_line_quantity', lineId, quantityMilli: 2000 as Milli, currencyDigits: 2 })).toBe(
      `CART_LINE_NOT_FOUND ${lineId}`,
    );
    expect(ask(cart, { type: 'decrement_line', lineId, currencyDigits: 2 })).toBe(`CART_LINE_NOT_FOUND ${lineId}`);
    expect(ask(cart, { type: 'remove_line', lineId, currencyDigits: 2 })).toBe(`CART_LINE_NOT_FOUND ${lineId}`);
  }
  expect(quantities(cart)).toEqual([
    [1, 1000],
    [3, 1000],
  ]);
});
