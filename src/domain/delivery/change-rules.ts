// Makes, changes and deletes delivery rules.
import { refuseAt } from '../../kernel/limits.ts';
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { currencyNamed, inCurrency } from '../currencies.ts';
import { PRICE_E4_MAX, minorMax } from '../money.ts';
import { checkAudience } from '../prices/audience-given.ts';
import { taxClassNamed } from '../rules.ts';
import { checkSeen } from '../seen-record.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { NEW_RULE } from './rule.ts';
import type { DeliveryRule } from './rule.ts';
import type { DeliveryTerms } from './terms.ts';
import { AS_GOODS } from './terms.ts';
import type { ZipForm } from './zips.ts';
import { readZip } from './zips.ts';

/** Delivery rules of a shop. */
const RULES_MAX = 10_000;
const ZIPS_MAX = 1000;
/** Postal codes of all rules: each takes memory, and some microseconds of a start. */
const ZIPS_TOGETHER_MAX = 20_000;
/** Different constraints of all rules: a cart asks each of each of its products. */
const GOODS_MAX = 100;

const invalid = (param: string, why: string): Result<never> => refuse('PARAMETER_INVALID', param, `${param}: ${why}.`);

/** Refuses: DELIVERY_RULE_NOT_FOUND. */
const ruleOf = (shop: Reader, id: number): Result<DeliveryRule> => {
  const known = shop.read('delivery_rule', id);
  return known === undefined ? refuse('DELIVERY_RULE_NOT_FOUND', id) : ok(known);
};

/** The ids of all rules, in the order of creation. */
export const ruleIds = (shop: Reader): readonly number[] => {
  shop.trackAbsence('delivery_rule');
  return [...shop.index('delivery_rule').ids].sort((a, b) => a - b);
};

/** Refuses: PARAMETER_INVALID. */
const checkRanges = (terms: DeliveryTerms): Result<void> => {
  const ranges = [
    ['sum', terms.sumFromMinor, terms.sumToMinor],
    ['weight', terms.weightFromG, terms.weightToG],
    ['volume', terms.volumeFromMm3, terms.volumeToMm3],
    ['pieces', terms.piecesFromMilli, terms.piecesToMilli],
  ] as const;
  for (const [param, from, to] of ranges)
    if (to !== 0 && to <= from) return invalid(param, 'it ends where it begins, or before');
  return terms.daysMax < terms.daysMin ? invalid('days_max', 'it is below days_min') : DONE;
};

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
const checkAmounts = (terms: DeliveryTerms, digits: number): Result<void> => {
  const { priceE4, perKgE4, perPieceE4, freeFromMinor, sumFromMinor, sumToMinor } = terms;
  const prices = [['price', priceE4] as const, ['per_kg', perKgE4] as const, ['per_piece', perPieceE4] as const];
  for (const [param, value] of prices)
    if (value < 0 || value > PRICE_E4_MAX) return refuse('AMOUNT_OUT_OF_RANGE', param);
  if (freeFromMinor > minorMax(digits)) return refuse('AMOUNT_OUT_OF_RANGE', 'free_from');
  return Math.max(sumFromMinor, sumToMinor) > minorMax(digits) ? refuse('AMOUNT_OUT_OF_RANGE', 'sum') : DONE;
};

/** Refuses: PARAMETER_INVALID. */
const checkZips = ({ zips, countries }: DeliveryTerms, form: ZipForm | undefined): Result<void> => {
  if (zips.length > ZIPS_MAX) return invalid('zips', `a rule has at most ${ZIPS_MAX}; make another one`);
  for (const text of zips) {
    const read = readZip(text, countries, form);
    if (!read.ok) return read;
  }
  return DONE;
};

const timesIn = (texts: readonly string[], text: string): number => texts.filter((one) => one === text).length;

/**
 * What rules are together stays within limits; a rule that adds nothing is within them. Refuses:
 * DELIVERY_RULE_LIMIT_REACHED.
 */
const checkTogether = (shop: Reader, terms: DeliveryTerms, before: DeliveryTerms = NEW_RULE): Result<void> => {
  const index = shop.index('delivery_rule');
  const more = terms.zips.length - before.zips.length;
  const zips = index.zipCount + more;
  if (more > 0 && zips > ZIPS_TOGETHER_MAX)
    return refuseAt(
      'delivery_zips',
      'DELIVERY_RULE_LIMIT_REACHED',
      'zips',
      `The rules would have ${zips} postal codes together, of at most ${ZIPS_TOGETHER_MAX}.`,
    );
  const has = [terms.goods, terms.unless];
  const had = [before.goods, before.unless];
  const come = new Set(has.filter((json) => json !== '' && index.usesOf(json) === 0));
  const go = new Set(had.filter((json) => !has.includes(json) && index.usesOf(json) === timesIn(had, json)));
  const goods = index.constraintCount + come.size - go.size;
  return come.size > go.size && goods > GOODS_MAX
    ? refuseAt(
        'delivery_goods',
        'DELIVERY_RULE_LIMIT_REACHED',
        'goods',
        `The rules would have ${goods} different constraints on goods, of at most ${GOODS_MAX}.`,
      )
    : DONE;
};

interface Checks {
  /** What the rule was: what it names may be gone meanwhile. */
  readonly before?: DeliveryTerms;
  readonly zipForm?: ZipForm | undefined;
}

/** Refuses: DELIVERY_METHOD_NOT_FOUND, STORAGE_NOT_FOUND, PARAMETER_INVALID for a tax class that there is not. */
const checkNamed = (shop: Reader, terms: DeliveryTerms, before: DeliveryTerms | undefined): Result<void> => {
  const { methodId, storageId, taxClass } = terms;
  if (methodId !== before?.methodId && !shop.rules.deliveryMethods.some(({ id }) => id === methodId))
    return refuse('DELIVERY_METHOD_NOT_FOUND', methodId);
  if (storageId !== 0 && storageId !== before?.storageId && shop.read('storage', storageId) === undefined)
    return refuse('STORAGE_NOT_FOUND', storageId);
  if (taxClass === AS_GOODS || taxClass === before?.taxClass) return DONE;
  const named = taxClassNamed(shop.rules, taxClass, 'taxclass');
  return named.ok ? DONE : named;
};

/**
 * The terms as a rule keeps them: with the currency of the shop where they name none.
 *
 * Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE, CURRENCY_NOT_FOUND, GROUP_NOT_FOUND, CHANNEL_NOT_FOUND,
 * DELIVERY_METHOD_NOT_FOUND, STORAGE_NOT_FOUND, DELIVERY_RULE_LIMIT_REACHED.
 */
const checkedRule = (shop: Reader, given: DeliveryTerms, checks: Checks = {}): Result<DeliveryTerms> => {
  if (given.name === '') return invalid('name', 'a rule has one');
  const named = currencyNamed(shop.rules, given.currency);
  if (!named.ok) return named;
  const terms = { ...given, currency: named.value };
  const digits = inCurrency(shop.rules, named.value).currencyDigits;
  const steps = [
    () => checkNamed(shop, terms, checks.before),
    () => checkRanges(terms),
    () => checkAmounts(terms, digits),
    () => checkZips(terms, checks.zipForm),
    () => checkTogether(shop, terms, checks.before),
    () => checkAudience(shop, terms, checks.before),
  ];
  for (const step of steps) {
    const done = step();
    if (!done.ok) return done;
  }
  return ok(terms);
};

interface Making {
  readonly zipForm?: ZipForm | undefined;
  /** Rules besides those of the index. */
  readonly madeBefore?: number;
}

/** Refuses: what `checkedRule` does. */
export const makeRule = (
  tx: Transaction,
  given: DeliveryTerms,
  { zipForm, madeBefore = 0 }: Making = {},
): Result<number> => {
  const terms = checkedRule(tx, given, { zipForm });
  if (!terms.ok) return terms;
  const size = tx.index('delivery_rule').ids.size + madeBefore;
  if (size >= RULES_MAX)
    return refuse('DELIVERY_RULE_LIMIT_REACHED', given.name, `There are ${size} rules, of at most ${RULES_MAX}.`);
  return tx.create('delivery_rule', { type: 'make_rule', terms: terms.value });
};

export type RuleChange = Partial<DeliveryTerms>;

/** What is absent stays. Refuses: what `checkedRule` does; DELIVERY_RULE_NOT_FOUND, CHANGED_MEANWHILE. */
export const changeRule = (
  tx: Transaction,
  id: number,
  change: RuleChange,
  { seen, zipForm }: { readonly seen: number | undefined; readonly zipForm?: ZipForm | undefined },
): Result<void> => {
  const known = ruleOf(tx, id);
  if (!known.ok) return known;
  const isSeen = checkSeen(tx, 'delivery_rule', id, seen);
  if (!isSeen.ok) return isSeen;
  const before = known.value.terms;
  const terms = checkedRule(tx, { ...before, ...change }, { before, zipForm });
  return terms.ok ? tx.ask('delivery_rule', id, { type: 'change_rule', terms: terms.value }) : terms;
};

/** Carts that have it get the next rule with their next change. Refuses: DELIVERY_RULE_NOT_FOUND, CHANGED_MEANWHILE. */
export const deleteRule = (tx: Transaction, id: number, seen: number | undefined): Result<void> => {
  const known = ruleOf(tx, id);
  if (!known.ok) return known;
  const isSeen = checkSeen(tx, 'delivery_rule', id, seen);
  return isSeen.ok ? tx.ask('delivery_rule', id, { type: 'end_rule' }) : isSeen;
};
