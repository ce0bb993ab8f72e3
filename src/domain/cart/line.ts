// A line of a cart, and of the order that comes of it. Its price before tax and its texts are fixed when it is added
// (D78); quantity and sums change, and price and tax once the draft names another country than taxed it (D74).
import type { Milli, Minor, PriceE4, RateE6 } from '../money.ts';
import type { TaxBasis } from '../calculation/tax.ts';
import { NO_RATE, ZERO } from '../money.ts';
import { derived, schema } from '../schema.ts';

export type ElementType = 'PRODUCT' | 'FREE_ELEMENT' | 'DELIVERY_COSTS';

/**
 * The price list and the tier of a line's price, 0 where its attribute is the price; the attribute, the language in
 * which it is read, the channel that it was added through, and when it was priced.
 */
export type Listed = readonly [
  listId: number,
  fromMilli: Milli,
  field: string,
  language: string,
  channelId: number,
  pricedMs?: number,
];

/** A line that the last change of its cart gave another price. */
export type Repriced = readonly [lineId: number, fromE4: PriceE4, toE4: PriceE4, why: string];

/**
 * The extension that has said the price of a line, the price that the shop has for it by itself, and how that is found
 * again; absent: nothing but its attribute said one. `lineId` 0: the price of the delivery.
 */
export type AnsweredPrice = readonly [
  lineId: number,
  name: string,
  version: string,
  ownE4: PriceE4,
  listed?: Listed | null,
];

export interface Line {
  readonly id: number;
  readonly type: ElementType;
  /** 0: a free element. */
  readonly productId: number;
  readonly elementNumber: string;
  quantityMilli: Milli;
  priceE4: PriceE4;
  sumMinor: Minor;
  rateE6: RateE6;
  /** The tax in one unit, rounded by itself (D71). */
  taxMinor: Minor;
  sumTaxMinor: Minor;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** The line that this one hangs below; 0: none. */
  readonly parentId: number;
  /** Weight, length, width, height of one piece, as the catalogue has them. */
  readonly measures: readonly number[];
  /** Which of its texts are HTML: the sum of NAME_IS_HTML and DESCRIPTION_IS_HTML that apply. */
  readonly markup: number;
  /** null: unknown, of a line that was added before lines kept it. */
  basis: TaxBasis | null;
  /** How its price is found again; null: nothing but its attribute could say one when it was added, and none counts. */
  listed: Listed | null;
  /** Cache of a view (src/operations/views/cart.ts); not part of the state. */
  derivedCache: unknown;
}

export const NAME_IS_HTML = 1;
export const DESCRIPTION_IS_HTML = 2;

export const LINE = schema<Line>({
  id: 0,
  type: 'PRODUCT',
  productId: 0,
  elementNumber: '',
  quantityMilli: 0 as Milli,
  priceE4: 0 as PriceE4,
  sumMinor: ZERO,
  rateE6: NO_RATE,
  taxMinor: ZERO,
  sumTaxMinor: ZERO,
  name: '',
  description: '',
  attributes: [],
  parentId: 0,
  measures: [],
  markup: 0,
  basis: null,
  listed: null,
  derivedCache: derived(undefined),
});

export const volumeOf = (lines: readonly Line[]): Minor =>
  lines.reduce((volume, { sumMinor }) => volume + Math.abs(sumMinor), 0) as Minor;
