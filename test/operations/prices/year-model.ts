// What prices and carts of a shop with price lists must be, written with exact fractions and searched from nothing at
// every look. Slow on purpose; it knows no line of the program.
import type { Rational } from '../../domain/cart/rational.ts';
import { ONE, fromDecimal, plus, round, sumOf, times } from '../../domain/cart/rational.ts';

export const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
const DIGITS: { readonly [code: string]: number } = { EUR: 2, JPY: 0, KWD: 3 };
/** Of the tax class `net`, whose prices are without it. */
const NET_RATES: { readonly [country: string]: string } = { DE: '0.19', AT: '0.2' };

export interface ModelProduct {
  readonly id: number;
  /** Place of the product that it is a variation of. */
  readonly above: number | undefined;
  readonly isNet: boolean;
  /** Price of its attribute, as text; undefined: none of its own. */
  attribute: string | undefined;
}

export interface ModelTerms {
  readonly currency: string;
  readonly groups: readonly number[];
  readonly channels: readonly number[];
  readonly countries: readonly string[];
  readonly priority: number;
  /** Days since 1970-01-01; undefined: no bound. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

interface ModelPrice {
  readonly text: string;
  readonly compareAt: string | undefined;
}

interface ModelList {
  readonly id: number;
  terms: ModelTerms;
  isOver: boolean;
  /** By place of the product, then by quantity in thousandths. */
  readonly prices: Map<number, Map<number, ModelPrice>>;
}

export interface Whom {
  readonly channel: number;
  readonly groups: readonly number[];
  readonly country: string;
  readonly currency: string;
}

export interface Found extends ModelPrice {
  /** 0: the attribute. */
  readonly list: number;
  /** Least quantity of the tier, in thousandths. */
  readonly from: number;
}

export interface ModelLine {
  readonly id: number;
  /** Place of the product. */
  readonly product: number;
  milli: number;
  found: Found;
  country: string;
  sinceMs: number;
}

export interface ModelSession {
  code: string;
  readonly channel: number;
  /** Place of the account; undefined: nobody is logged in. */
  user: number | undefined;
  currency: string;
  country: string;
  /** Of the draft. */
  deliveryCountry: string;
  lines: ModelLine[];
  made: number;
}

export interface ModelShop {
  readonly products: readonly ModelProduct[];
  readonly lists: ModelList[];
  /** Groups of each account. */
  readonly users: number[][];
  readonly sessions: ModelSession[];
  readonly holdMs: number;
  nowMs: number;
}

const BERLIN = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });

/** Of the shop, in days since 1970-01-01. */
export const dayOf = (ms: number): number => Date.parse(`${BERLIN.format(ms)}T00:00:00Z`) / 86_400_000;
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Whoever looks at a list on a day after its last one finds it over, and it stays so. */
export const passDays = (shop: ModelShop): void => {
  const today = dayOf(shop.nowMs);
  for (const list of shop.lists) if (list.terms.last !== undefined && list.terms.last < today) list.isOver = true;
};

const isFor = <T>(wanted: readonly T[], had: readonly T[]): boolean =>
  wanted.length === 0 || wanted.some((one) => had.includes(one));

const value = ({ text }: ModelPrice): number => Number(text);

/** The price of one piece; undefined: it has none. */
export const priceOf = (shop: ModelShop, product: number, whom: Whom, milli: number): Found | undefined => {
  const { above, attribute } = shop.products[product]!;
  const family = above === undefined ? [product] : [product, above];
  const today = dayOf(shop.nowMs);
  const all = shop.lists.flatMap(({ id, terms, isOver, prices }) => {
    if (isOver || terms.currency !== whom.currency || (terms.first ?? today) > today) return [];
    if (!isFor(terms.groups, whom.groups) || !isFor(terms.channels, [whom.channel])) return [];
    if (!isFor(terms.countries, [whom.country])) return [];
    for (const one of family) {
      const reached = [...(prices.get(one) ?? [])].filter(([from]) => from <= milli);
      const [tier] = reached.sort(([a], [b]) => b - a);
      if (tier !== undefined) return [{ ...tier[1], list: id, from: tier[0], priority: terms.priority }];
    }
    return [];
  });
  const [first] = all.sort((a, b) => b.priority - a.priority || value(a) - value(b) || a.list - b.list);
  if (first !== undefined) {
    const { text, compareAt, list, from } = first;
    return { text, compareAt, list, from };
  }
  const own = attribute ?? (above === undefined ? undefined : shop.products[above]!.attribute);
  return own === undefined || whom.currency !== 'EUR'
    ? undefined
    : { text: own, compareAt: undefined, list: 0, from: 0 };
};

/** With its tax, as a cart shows it. */
export const unitOf = ({ isNet }: ModelProduct, text: string, country: string): Rational => {
  const rate = fromDecimal(NET_RATES[country] ?? NET_RATES['DE']!);
  return isNet ? round(times(fromDecimal(text), plus(ONE, rate)), 4) : fromDecimal(text);
};

export const countryOf = ({ deliveryCountry, country }: ModelSession): string => deliveryCountry || country || 'DE';

export const whomOf = (shop: ModelShop, session: ModelSession): Whom => ({
  channel: session.channel,
  groups: session.user === undefined ? [] : shop.users[session.user]!,
  country: countryOf(session),
  currency: session.currency,
});

export const piecesOf = ({ lines }: ModelSession, product: number): number =>
  lines.reduce((sum, line) => sum + (line.product === product ? line.milli : 0), 0);

export const lineUnit = (shop: ModelShop, { product, found, country }: ModelLine): Rational =>
  unitOf(shop.products[product]!, found.text, country);

/** Of lines of one product each, rounded by itself. */
const lineSum = (shop: ModelShop, line: ModelLine, currency: string): Rational =>
  round(times(lineUnit(shop, line), times(fromDecimal(String(line.milli)), fromDecimal('0.001'))), DIGITS[currency]!);

export const totalOf = (shop: ModelShop, { lines, currency }: ModelSession): Rational =>
  sumOf(lines.map((line) => lineSum(shop, line, currency)));

const isHeldOut = ({ holdMs, nowMs }: ModelShop, { sinceMs }: ModelLine): boolean =>
  holdMs > 0 && nowMs - sinceMs >= holdMs;

export const hasHeldOut = (shop: ModelShop, { lines }: ModelSession): boolean =>
  lines.some((line) => isHeldOut(shop, line));

/**
 * Prices lines anew: those of `changed`, or all, and those that were held long enough. What has no price any more keeps
 * the one that it has. `more`: by how much the pieces of `changed` grow.
 */
export const reprice = (shop: ModelShop, session: ModelSession, changed?: number, more = 0): void => {
  const whom = whomOf(shop, session);
  for (const line of session.lines) {
    const heldOut = isHeldOut(shop, line);
    if (changed !== undefined && changed !== line.product && !heldOut) continue;
    const pieces = piecesOf(session, line.product) + (changed === line.product ? more : 0);
    const found = pieces <= 0 ? undefined : priceOf(shop, line.product, { ...whom, country: line.country }, pieces);
    if (found === undefined) continue;
    const { text, list, from } = line.found;
    const isSame = Number(found.text) === Number(text) && found.list === list && found.from === from;
    if (isSame && !heldOut) continue;
    line.sinceMs = shop.nowMs;
    line.found = found;
  }
};

/** Another country taxes all lines, and its lists count. */
export const taxAnew = (shop: ModelShop, session: ModelSession): void => {
  const country = countryOf(session);
  if (session.lines.every((line) => line.country === country)) return;
  for (const line of session.lines) line.country = country;
  reprice(shop, session);
};
