// Which delivery rule is for a cart, and what it costs, the slow way: rule by rule, postal codes by comparing texts,
// money in exact fractions.
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import type { DeliveredCart } from './delivery-values.ts';

export interface ModelRule extends DeliveryTerms {
  readonly id: number;
}

const WITH_COUNTRY = /^\s*[A-Za-z]{1,3}-(?=\d)/;
const clean = (text: string): string => text.replace(WITH_COUNTRY, '').toUpperCase().replaceAll(/[ -]/g, '');

/** The code, what stands before its hyphen, the outward part of a British one, the digits of a Dutch one. */
const spellings = (zip: string): readonly string[] => {
  const whole = clean(zip);
  const all = [whole];
  const hyphen = zip.replace(WITH_COUNTRY, '').indexOf('-');
  if (hyphen > 0) all.push(clean(zip.replace(WITH_COUNTRY, '').slice(0, hyphen)));
  if (/^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(whole)) all.push(whole.slice(0, -3));
  if (/^\d{4}[A-Z]{2}$/.test(whole)) all.push(whole.slice(0, 4));
  return all;
};

const isInZip = (named: string, zip: string): boolean => {
  if (named.endsWith('*')) return clean(zip).startsWith(named.slice(0, -1));
  const [low, high] = named.includes('..') ? named.split('..').map(clean) : named.split('-').map(clean);
  const last = high ?? low!;
  return spellings(zip).some((code) => code.length === low!.length && code >= low! && code <= last);
};

const MODEL_GOODS: { readonly [json: string]: (id: number) => boolean } = {
  '{"main.id":["=",1]}': (id) => id === 1,
  '{"main.id":["<",3]}': (id) => id < 3,
};
const meets = (json: string, id: number): boolean => MODEL_GOODS[json]!(id);

const isBetween = (value: bigint, from: number, to: number, scale: bigint): boolean =>
  (from === 0 || value >= BigInt(from) * scale) && (to === 0 || value < BigInt(to) * scale);

const total = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);
const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

const sums = ({ goods, offMinor }: DeliveredCart): { readonly before: bigint; readonly after: bigint } => {
  const before = total(goods.map(({ sumMinor }) => BigInt(sumMinor)));
  const after = before - BigInt(offMinor);
  return { before, after: after < 0n ? 0n : after };
};

const weightOf = ({ goods }: DeliveredCart): bigint =>
  total(goods.map(({ mg, quantityMilli }) => BigInt(mg) * BigInt(quantityMilli)));

const isFor = (rule: ModelRule, cart: DeliveredCart): boolean => {
  const { goods } = cart;
  const sum = sums(cart)[rule.basis];
  const volume = total(goods.map(({ mm3, quantityMilli }) => BigInt(mm3) * BigInt(quantityMilli)));
  const pieces = total(goods.map(({ quantityMilli }) => BigInt(quantityMilli)));
  const asksVolume = rule.volumeFromMm3 + rule.volumeToMm3 > 0;
  const asksWeight = rule.weightFromG + rule.weightToG + rule.perKgE4 > 0;
  return (
    rule.currency === cart.currency &&
    (rule.countries.length === 0 || rule.countries.includes(cart.country)) &&
    (rule.channels.length === 0 || rule.channels.includes(cart.channelId)) &&
    (rule.groups.length === 0 || rule.groups.some((group) => cart.groups.includes(group))) &&
    (rule.zips.length === 0 || (cart.zip !== '' && rule.zips.some((zip) => isInZip(zip, cart.zip)))) &&
    (rule.goods === '' || goods.every(({ productId }) => meets(rule.goods, productId))) &&
    (rule.unless === '' || !goods.some(({ productId }) => meets(rule.unless, productId))) &&
    (!asksVolume || goods.every(({ mm3 }) => mm3 > 0)) &&
    (!asksVolume || isBetween(volume, rule.volumeFromMm3, rule.volumeToMm3, 1000n)) &&
    (!asksWeight || goods.every(({ mg }) => mg > 0)) &&
    (!asksWeight || isBetween(weightOf(cart), rule.weightFromG, rule.weightToG, 1_000_000n)) &&
    isBetween(pieces, rule.piecesFromMilli, rule.piecesToMilli, 1n) &&
    isBetween(sum, rule.sumFromMinor, rule.sumToMinor, 1n) &&
    (rule.storageId === 0 || cart.missing === 0)
  );
};

export const modelChoice = (rules: readonly ModelRule[], cart: DeliveredCart): ModelRule | undefined => {
  let best: ModelRule | undefined;
  for (const rule of rules) {
    if (!isFor(rule, cart)) continue;
    const beats = best === undefined || rule.priority > best.priority;
    if (beats || (rule.priority === best!.priority && rule.id < best!.id)) best = rule;
  }
  return best;
};

/** Cents by rate, the highest first. `classes`: a net one adds its tax to the price. */
export const modelPrice = (
  rule: ModelRule,
  cart: DeliveredCart,
  classes: { readonly [name: string]: { readonly rate: number; readonly isNet: boolean } },
): readonly (readonly [rate: number, minor: number])[] => {
  const isFree = rule.freeFromMinor > 0 && sums(cart)[rule.basis] >= BigInt(rule.freeFromMinor);
  const pieces = total(cart.goods.map(({ quantityMilli }) => BigInt(quantityMilli)));
  const weight = rule.perKgE4 === 0 ? 0n : weightOf(cart);
  const more = halfUp(BigInt(rule.perKgE4) * weight + BigInt(rule.perPieceE4) * pieces * 1_000_000n, 1_000_000_000n);
  const given = isFree ? 0n : BigInt(rule.priceE4) + more;
  if (rule.taxClass !== 'goods') {
    const { rate, isNet } = classes[rule.taxClass]!;
    const gross = isNet ? halfUp(given * (1_000_000n + BigInt(rate)), 1_000_000n) : given;
    return [[rate, Number(halfUp(gross, 100n))]];
  }
  const whole = halfUp(given, 100n);
  const rates = [...new Set(cart.goods.map(({ rateE6 }) => rateE6))].sort((a, b) => b - a);
  const values = rates.map((rate) =>
    total(cart.goods.filter(({ rateE6 }) => rateE6 === rate).map(({ sumMinor }) => BigInt(sumMinor))),
  );
  const all = total(values);
  if (all === 0n || whole === 0n) return [[rates[0]!, Number(whole)]];
  const parts = values.map((value) => (whole * value) / all);
  const fraction = (at: number): bigint => (whole * values[at]!) % all;
  const order = values.map((_, at) => at).sort((a, b) => Number(fraction(b) - fraction(a)) || a - b);
  for (const at of order.slice(0, Number(whole - total(parts)))) parts[at]! += 1n;
  return rates.flatMap((rate, at) => (parts[at] === 0n ? [] : [[rate, Number(parts[at])] as const]));
};
