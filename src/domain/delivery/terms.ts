// What a delivery rule says: for which carts it is, what delivery costs them, and how long it takes.

/** Which sum of the goods counts: before, or after promotions and coupons. */
export const BASES = ['before', 'after'] as const;
export type Basis = (typeof BASES)[number];

/** `taxClass` of a price that is taxed at the rates of the goods. */
export const AS_GOODS = 'goods';

/** Which carts a rule is for; ranges are from their first value to below their last, and end at 0: nowhere. */
interface DeliveryCondition {
  /** Two letters each; none: all. */
  readonly countries: readonly string[];
  /** As they were given (zips.ts); none: all. */
  readonly zips: readonly string[];
  readonly sumFromMinor: number;
  readonly sumToMinor: number;
  /** The sum that counts, for the range and for `freeFromMinor`. */
  readonly basis: Basis;
  readonly weightFromG: number;
  readonly weightToG: number;
  /** In 1/1,000,000 of a litre. */
  readonly volumeFromMm3: number;
  readonly volumeToMm3: number;
  readonly piecesFromMilli: number;
  readonly piecesToMilli: number;
  /** Constraints as JSON, '' for none: every product of the cart meets the first, none meets the second. */
  readonly goods: string;
  readonly unless: string;
  readonly channels: readonly number[];
  readonly groups: readonly number[];
}

/** What delivery costs under a rule. */
interface DeliveryPrice {
  /** ISO 4217. */
  readonly currency: string;
  /** In 1/10,000 of the currency, as its tax class takes it. */
  readonly priceE4: number;
  readonly perKgE4: number;
  readonly perPieceE4: number;
  /** The sum from which it is free; 0: none. */
  readonly freeFromMinor: number;
  /** Name of a tax class, or AS_GOODS. */
  readonly taxClass: string;
}

export interface DeliveryTerms extends DeliveryCondition, DeliveryPrice {
  readonly name: string;
  readonly methodId: number;
  /** Working days; both 0: nothing is said. */
  readonly daysMin: number;
  readonly daysMax: number;
  /** Minute of the day until which an order counts as of that day; -1: none. */
  readonly cutoffMinute: number;
  /** Where the buyer fetches the goods; 0: they are sent. */
  readonly storageId: number;
  readonly priority: number;
}
