// `lowest_30d`: the lowest price that a product was shown with to somebody within the 30 days before the present
// discount began. What was shown is found again from what lists, their prices, attributes, classes and products were
// before, which their states keep; so it is the same in every process and after every restart, and no clock is asked.
//
// Not promised: what was shown before the shop kept it, under other settings, or by an attribute that is gone.
import { attributePrice, priceDefinition } from '../calculation/unit-price.ts';
import { above } from '../catalogue/product-family.ts';
import type { ShopObject } from '../catalogue/shop-object.ts';
import type { AttributeDefinition, Texts } from '../attributes/attributes.ts';
import { NO_VALUE, changeTimes, textsAt, valuesAt } from '../attributes/past-values.ts';
import { dayBegin, dayIn } from '../date-time.ts';
import type { PriceE4 } from '../money.ts';
import { lowestBefore } from '../prices/lowest-before.ts';
import type { ShownPrice } from '../prices/lowest-before.ts';
import { isKept, pastMoments, pieceAt } from '../prices/past-prices.ts';
import type { PriceContext } from '../prices/price-context.ts';
import { isFor, pricesOf } from '../prices/price-in-force.ts';
import { scopeAt } from '../prices/price-list.ts';
import type { PriceList } from '../prices/price-list.ts';
import { listsIn, pricesIn, unpacked } from '../prices/packed-prices.ts';
import { pieceOf } from '../prices/product-prices.ts';
import type { ProductPrices } from '../prices/product-prices.ts';
import type { Reader } from '../transaction.ts';

const DAYS = 30;

/** For whom, of what and by which attribute a price is asked. */
interface Asked {
  readonly field: string;
  readonly language: string;
  readonly context: PriceContext;
}

/** All that has decided what a product costs, with what it was before. */
interface Sources {
  readonly id: number;
  /** The product or variation, then those above it. */
  readonly family: readonly ShopObject[];
  readonly prices: readonly ProductPrices[];
  readonly lists: readonly (readonly [id: number, list: PriceList])[];
  /** Undefined: no attribute is a price in the currency. */
  readonly definition: AttributeDefinition | undefined;
  /** What the class had as the attribute's default before. */
  readonly defaults: ShopObject['pastValues'];
}

let known: readonly [timeZone: string, beginMs: number, sinceMs: number] = ['', 0, 0];

/** The midnight that begins the day of the shop 30 days before. The products of a sale share it. */
const daysBefore = (timeZone: string, beginMs: number): number => {
  if (known[0] !== timeZone || known[1] !== beginMs)
    known = [timeZone, beginMs, dayBegin(timeZone, dayIn(timeZone, beginMs) - DAYS)];
  return known[2];
};

const sourcesOf = (shop: Reader, id: number, own: ShopObject, { field, context }: Asked): Sources => {
  const { rules } = shop;
  const parents = above(shop, own);
  const prices = [id, ...parents].flatMap((one) => pricesOf(shop, one) ?? []);
  const listIds = new Set(
    prices.flatMap(({ lists, past }) => [...listsIn(lists), ...pastMoments(past).map(([list]) => list)]),
  );
  const lists = [...listIds]
    .toSorted((a, b) => a - b)
    .flatMap((listId) => {
      const list = shop.read('price_list', listId);
      return list?.terms.field === field && list.terms.currency === context.currency ? [[listId, list] as const] : [];
    });
  const shopClass = shop.read('class', own.classId);
  const definition = priceDefinition(rules, shopClass?.attributes ?? [], field);
  return {
    id,
    family: [own, ...parents.flatMap((one) => shop.read('shopobject', one) ?? [])],
    prices,
    lists,
    definition: definition.ok && context.currency === rules.currency ? definition.value : undefined,
    defaults: shopClass?.pastDefaults ?? [],
  };
};

/** The moments at which anything changed since the product was made, which is the first; each once, rising. */
const momentsOf = ({ family, prices, lists, definition, defaults }: Sources): readonly number[] => {
  const begin = family[0]!.createdMs;
  const moments = new Set([begin]);
  const add = (ms: number): void => {
    if (ms > begin) moments.add(ms);
  };
  const counts = (listId: number): boolean => lists.some(([id]) => id === listId);
  for (const { lists: priced, past } of prices) {
    for (const [id, , sinceMs] of unpacked(priced)) if (counts(id)) add(sinceMs);
    for (const [id, untilMs] of pastMoments(past)) if (counts(id)) add(untilMs);
  }
  for (const [, { createdMs, past }] of lists) {
    add(createdMs);
    for (const { untilMs } of past) add(untilMs);
  }
  for (const { toggledMs, pastValues } of family) {
    toggledMs.forEach(add);
    if (definition !== undefined) changeTimes(pastValues, definition.number).forEach(add);
  }
  if (definition !== undefined) changeTimes(defaults, definition.number).forEach(add);
  return [...moments].sort((a, b) => a - b);
};

/** Whether shoppers saw a product, by the moments at which that changed. */
const wasActive = ({ active, toggledMs }: ShopObject, atMs: number): boolean => {
  let later = 0;
  for (const ms of toggledMs) if (ms > atMs) later += 1;
  return active === (later % 2 === 0);
};

type Price = readonly [priceE4: PriceE4, compareE4: number];

/** What a list said of one piece. */
const saidAt = (prices: readonly ProductPrices[], listId: number, atMs: number): Price | undefined => {
  for (const state of prices) {
    const entry = pricesIn(state.lists, listId);
    if (atMs < (entry?.[2] ?? 0) && !isKept(state.past, listId)) continue;
    const [priceE4, compareE4] = pieceAt(state.past, listId, atMs) ?? pieceOf(entry?.[1] ?? []);
    if (priceE4 !== NO_VALUE) return [priceE4 as PriceE4, compareE4];
  }
  return undefined;
};

/** What the attribute said; undefined: nothing. */
const attributeAt = (shop: Reader, sources: Sources, asked: Asked, atMs: number): Price | undefined => {
  const { id, family, definition, defaults } = sources;
  if (definition === undefined) return undefined;
  const { number } = definition;
  const { field: priceField, language } = asked;
  let texts: Texts = {};
  for (const { attributes, pastValues } of family) {
    const held = textsAt(attributes, pastValues, number, atMs);
    if (held === undefined) continue;
    texts = held;
    break;
  }
  const then =
    defaults.length === 0
      ? definition
      : { ...definition, defaults: valuesAt(definition.defaults, defaults, number, atMs) };
  const price = attributePrice(shop.rules, then, texts, { productId: id, priceField, language });
  return price.ok ? [price.value, 0] : undefined;
};

const shownAt = (shop: Reader, sources: Sources, asked: Asked, atMs: number): Price | undefined => {
  if (!sources.family.every((one) => wasActive(one, atMs))) return undefined;
  let best: Price | undefined;
  let bestPriority = 0;
  // By rising id, so that of equal prices the first list counts.
  for (const [id, list] of sources.lists) {
    const scope = scopeAt(list, atMs);
    if (scope?.isRunning !== true || (best !== undefined && scope.priority < bestPriority)) continue;
    const said = isFor(scope, asked.context) ? saidAt(sources.prices, id, atMs) : undefined;
    if (said === undefined || (best !== undefined && scope.priority === bestPriority && said[0] >= best[0])) continue;
    best = said;
    bestPriority = scope.priority;
  }
  return best ?? attributeAt(shop, sources, asked, atMs);
};

/** What was shown, the newest first; nothing is looked for before it is asked for. */
const shownBackwards = function* (shop: Reader, sources: Sources, asked: Asked): Generator<ShownPrice> {
  const moments = momentsOf(sources);
  let untilMs = Infinity;
  for (const fromMs of moments.toReversed()) {
    const price = shownAt(shop, sources, asked, fromMs);
    if (price !== undefined) yield { fromMs, untilMs, priceE4: price[0], compareE4: price[1] };
    untilMs = fromMs;
  }
};

/**
 * `own`: the product or variation without inherited values. Undefined: its price is no discount, or nothing was shown
 * before it.
 */
export const lowestPrice = (shop: Reader, id: number, own: ShopObject, asked: Asked): PriceE4 | undefined =>
  lowestBefore(shownBackwards(shop, sourcesOf(shop, id, own, asked), asked), (beginMs) =>
    daysBefore(shop.rules.timeZone, beginMs),
  );
