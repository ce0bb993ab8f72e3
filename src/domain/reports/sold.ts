// What was sold on the days that are asked for: products, or categories, by money and pieces.
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import { own } from '../by-language.ts';
import { sumOf } from '../money.ts';
import type { Whole } from '../money.ts';
import { NOTHING_SOLD } from '../orders/product-sales.ts';
import type { Sold } from '../orders/product-sales.ts';
import type { Reader } from '../transaction.ts';
import { best, channelNamed, daysOf, digitsOf, falling, nameOf, shownAs } from './made-report.ts';
import type { Asked, PlannedReport, Range, Report } from './made-report.ts';

export const SOLD_LISTS = ['products_sold', 'categories_sold'] as const;
type SoldList = (typeof SOLD_LISTS)[number];

/** Records of a list. */
const SOLD_MAX = 1000;
/** Products whose categories one step reads. */
const STEP = 512;
/** Products that one step adds up. */
const SUM_STEP = 4096;

/** Refuses: PARAMETER_INVALID, CHANNEL_NOT_FOUND. */
export const planSold = (shop: Reader, statistic: SoldList, query: Range): Result<PlannedReport> => {
  const days = daysOf(shop, query);
  if (!days.ok) return days;
  const channelId = channelNamed(shop, query.channel);
  if (!channelId.ok) return channelId;
  const wanted = { channelId: channelId.value, currency: query.currency || shop.rules.currency };
  return ok({
    track: () => shop.track(shop.index('order').reports),
    steps: () => soldOn(shop, statistic, wanted, days.value),
  });
};

type SoldOf = readonly [id: number, sold: Sold];

/** More money first, of equal amounts more pieces, then the lower id. */
const bySold = ([idA, a]: SoldOf, [idB, b]: SoldOf): number =>
  falling(a.minor, b.minor) || falling(a.milli, b.milli) || idA - idB;

function* soldOn(
  shop: Reader,
  statistic: SoldList,
  wanted: Asked,
  days: readonly [fromDay: number, toDay: number],
): Steps<Result<Report>> {
  const { currency } = wanted;
  const amountDigits = digitsOf(shop, currency);
  const products = yield* shop.index('order').reports.products.sold(wanted, days, amountDigits);
  const sums = yield* sumsOf(products);
  const ofProducts = statistic === 'products_sold';
  const sold = ofProducts ? products : yield* byCategory(shop, products);
  const [fromDay, toDay] = days;
  const records = (yield* best<SoldOf>(sold, bySold, SOLD_MAX)).map(([id, { milli, minor }]) => ({
    day: toDay,
    value: milli,
    amount: minor,
    id,
    name: ofProducts ? nameOf(shop, id) : categoryName(shop, id),
  }));
  const shape = { measurement: 'pieces', digits: 3, fromDay, toDay, currency, amountDigits };
  return shownAs(shape, records, sums);
}

/** What all products come to together: a shop may have sold a million. */
function* sumsOf(products: ReadonlyMap<number, Sold>): Steps<readonly [pieces: Whole, amounts: Whole]> {
  let [pieces, amounts, looked]: [Whole, Whole, number] = [0, 0, 0];
  for (const { milli, minor } of products.values()) {
    if ((looked += 1) % SUM_STEP === 0) yield '';
    [pieces, amounts] = [sumOf(pieces, milli), sumOf(amounts, minor)];
  }
  return [pieces, amounts];
}

/** Levels of variations below a product, and one to spare. */
const LEVELS_MAX = 5;

/** Categories that a product, or what it is a variation of, is in now; 0 alone: none. */
const categoriesOf = (shop: Reader, productId: number): readonly number[] => {
  let id = productId;
  for (let level = 0; level < LEVELS_MAX && id !== 0; level += 1) {
    const product = shop.read('shopobject', id);
    if (product === undefined) break;
    if (product.memberships.length > 0) return product.memberships.map(({ categoryId }) => categoryId);
    id = product.productId;
  }
  return NO_CATEGORY;
};

/** What products of each category come to: one that is in two counts in both. */
function* byCategory(shop: Reader, products: ReadonlyMap<number, Sold>): Steps<Map<number, Sold>> {
  const sums = new Map<number, Sold>();
  let looked = 0;
  for (const [productId, { milli, minor }] of products) {
    if ((looked += 1) % STEP === 0) yield '';
    for (const id of categoriesOf(shop, productId)) {
      const before = sums.get(id) ?? NOTHING_SOLD;
      sums.set(id, { milli: sumOf(before.milli, milli), minor: sumOf(before.minor, minor) });
    }
  }
  return sums;
}

const NO_CATEGORY: readonly number[] = [0];

/** '' for those without one. */
const categoryName = (shop: Reader, id: number): string => {
  const category = id === 0 ? undefined : shop.read('category', id);
  return category === undefined ? '' : (own(category.labels, shop.rules.language) ?? category.name);
};
