// What the sheet of a price list reads and writes: a page of products with their prices, all of them for a change by
// per cent or a file, and products by their numbers.
import type { PriceList, Product } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Params, Reply } from '../api/call.ts';
import { productConditions } from '../api/find.ts';
import { pictureOf } from '../api/picture-of.ts';
import { nameOfProduct } from '../api/stock.ts';
import { priceOf } from '../price.ts';
import type { PriceFault, PriceRow } from './price-rows.ts';

export interface TierShown {
  readonly from_quantity: number;
  readonly price: number;
  readonly compare_at?: number;
}

export interface SheetRow {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly picture: string;
  /** What the attribute says; undefined: the product has no such price. */
  readonly attribute: number | undefined;
  readonly tiers: readonly TierShown[];
  /** The product has been deleted: nothing is set for it. */
  readonly isGone: boolean;
}

export interface Chosen {
  readonly list: PriceList;
  readonly scope: 'listed' | 'all';
  /** Words that products are searched by; they are sought among all. */
  readonly words: string;
  readonly language: string;
}

export interface SheetPage {
  readonly count: number;
  readonly rows: readonly SheetRow[];
}

/** Variations stand beside their products: each may have a price of its own. */
const EACH = { 'main.id_variation': ['>=', 0] } as const;

const rowOf = (list: PriceList, id: number, product: Product | undefined, tiers: readonly TierShown[]): SheetRow => ({
  id,
  name: product === undefined ? `#${id}` : nameOfProduct(product),
  number: product?.metadata?.element_number ?? '',
  picture: product === undefined ? '' : pictureOf(product),
  attribute: product && priceOf(product, [list.field]),
  tiers,
  isGone: product === undefined,
});

/** All that is found, also where the shop gives few records at a time. */
const searchAll = async (
  constraint: Params<'search_products'>['constraint'],
  more: Pick<Params<'search_products'>, 'language' | 'needed_attributes'>,
  signal?: AbortSignal,
): Promise<readonly Product[]> => {
  const found: Product[] = [];
  for (;;) {
    const range = { order_columns: 'main.id', left_limit: found.length };
    const { count, result } = await call('search_products', { constraint, ...more, ...range }, signal);
    found.push(...result);
    if (result.length === 0 || found.length >= count) return found;
  }
};

const ofList = async ({ list, language }: Chosen, skip: number, limit: number, signal?: AbortSignal) => {
  const { count, result } = await call('get_list_prices', { id_price_list: list.id, skip, limit }, signal);
  const ids = result.map(({ id_shopobject: id }) => id);
  const constraint = { ...EACH, 'main.id': ['IN', ids] };
  const found = ids.length === 0 ? [] : await searchAll(constraint, { language }, signal);
  const byId = new Map(found.map((product) => [product.id, product]));
  return { count, rows: result.map(({ id_shopobject: id, tiers }) => rowOf(list, id, byId.get(id), tiers)) };
};

const ofSearch = async ({ list, words, language }: Chosen, skip: number, limit: number, signal?: AbortSignal) => {
  const constraint = words === '' ? EACH : { ...EACH, OR: productConditions(words) };
  const range = { left_limit: skip, right_limit: limit, order_columns: 'main.id' };
  const { count, result } = await call('search_products', { constraint, language, ...range }, signal);
  const ids = result.map(({ id }) => id);
  if (ids.length === 0) return { count, rows: [] };
  const prices = await call('get_list_prices', { id_price_list: list.id, products: ids, limit: ids.length }, signal);
  const byId = new Map(prices.result.map(({ id_shopobject: id, tiers }) => [id, tiers]));
  return { count, rows: result.map((product) => rowOf(list, product.id, product, byId.get(product.id) ?? [])) };
};

/** `limit`: at most 1,000. */
export const readSheet = (chosen: Chosen, skip: number, limit: number, signal?: AbortSignal): Promise<SheetPage> =>
  (chosen.scope === 'listed' && chosen.words === '' ? ofList : ofSearch)(chosen, skip, limit, signal);

export type PriceSent = Params<'set_prices'>['prices'][number];
export type Warned = Reply<'set_prices'>['warnings'][number];

/** Prices of one call. */
const PRICES_AT_ONCE = 1000;

/** Sends what belongs to one product together. `onDone`: how many prices are sent. */
export const sendPrices = async (
  listId: number,
  prices: readonly PriceSent[],
  isDry: boolean,
  onDone: (done: number) => void = () => undefined,
): Promise<readonly Warned[]> => {
  const warnings: Warned[] = [];
  for (let from = 0; from < prices.length;) {
    let to = Math.min(from + PRICES_AT_ONCE, prices.length);
    // A product's tiers are judged together.
    while (to < prices.length && to > from + 1 && prices[to]!.id_shopobject === prices[to - 1]!.id_shopobject) to -= 1;
    const part = prices.slice(from, to);
    const reply = await call('set_prices', { id_price_list: listId, prices: part, dry_run: isDry ? 1 : 0 });
    warnings.push(...reply.warnings);
    from = to;
    onDone(to);
  }
  return warnings;
};

export interface Numbered {
  readonly prices: readonly PriceSent[];
  readonly faults: readonly PriceFault[];
  readonly names: ReadonlyMap<number, string>;
}

/** Numbers of one search. */
const NUMBERS_AT_ONCE = 500;

/** Finds the products of rows by their numbers. */
export const numbered = async (rows: readonly PriceRow[], language: string): Promise<Numbered> => {
  const numbers = [...new Set(rows.map(({ number }) => number))];
  const [ids, names] = [new Map<string, number[]>(), new Map<number, string>()];
  for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
    const wanted = ['IN', numbers.slice(from, from + NUMBERS_AT_ONCE)];
    const constraint = { ...EACH, 'metadata.element_number': wanted };
    for (const product of await searchAll(constraint, { language, needed_attributes: ['name'] })) {
      const number = product.metadata?.element_number ?? '';
      ids.set(number, [...(ids.get(number) ?? []), product.id]);
      names.set(product.id, nameOfProduct(product));
    }
  }
  const prices: PriceSent[] = [];
  const faults: PriceFault[] = [];
  for (const { line, number, from, price, compareAt } of rows) {
    const [id, ...others] = ids.get(number) ?? [];
    if (id === undefined || others.length > 0) faults.push({ line, why: id === undefined ? 'number' : 'several' });
    else prices.push({ id_shopobject: id, from_quantity: from, price, compare_at: compareAt });
  }
  return { prices: prices.toSorted((a, b) => a.id_shopobject - b.id_shopobject), faults, names };
};
