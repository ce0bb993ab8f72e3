// Makes, changes and ends promotions, and moves them when their days come.
import { refuseAt } from '../../kernel/limits.ts';
import { DONE, mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { currencyNamed, inCurrency } from '../currencies.ts';
import { minorMax } from '../money.ts';
import { boundsOf, checkAudience } from '../prices/audience-given.ts';
import { checkSeen } from '../seen-record.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Promotion, PromotionChange, PromotionTerms } from './promotion.ts';
import { promotionIds } from './promotion.ts';

/** Promotions of a shop that have not ended. */
const OPEN_MAX = 1000;
/** Stacks that they have: a promotion of each may take something off one piece, and is a part of the cart. */
const STACKS_MAX = 10;
/** Different goods of theirs that no `=` or `IN` of few values finds: a cart is asked for each of them. */
const WIDE_GOODS_MAX = 200;

/** What a call says of a promotion. */
export type PromotionGiven = Omit<PromotionTerms, 'fromMs' | 'untilMs'>;
export type ChangeGiven = Omit<PromotionChange, 'fromMs' | 'untilMs'>;

const invalid = (param: string, why: string): Result<never> => refuse('PARAMETER_INVALID', param, `${param}: ${why}.`);

/** Refuses: PROMOTION_NOT_FOUND. */
export const promotionOf = (shop: Reader, id: number): Result<Promotion> => {
  const known = shop.read('promotion', id);
  return known === undefined ? refuse('PROMOTION_NOT_FOUND', id) : ok(known);
};

/** Whether the terms name an amount of money. */
const namesMoney = ({ kind, minSumMinor, budgetMinor }: PromotionGiven): boolean =>
  kind === 'amount' || kind === 'price' || minSumMinor > 0 || budgetMinor > 0;

/** Refuses: PARAMETER_INVALID. */
const checkGift = (given: PromotionGiven, digits: number): Result<void> => {
  const { kind, value, buy, get, timesMax, per } = given;
  const isRate = kind === 'percent' || kind === 'buy_get';
  if (kind === 'free_delivery' ? value !== 0 : value <= 0)
    return invalid('gives', kind === 'free_delivery' ? 'free_delivery has no value' : 'its value is above 0');
  if (isRate && value > 1_000_000) return invalid('gives', 'a value is at most the whole price');
  if (!isRate && value > minorMax(digits)) return invalid('gives', 'its value is too large');
  const hasSets = buy !== 0 || get !== 0;
  if (kind === 'buy_get' ? buy < 1 || get < 1 : hasSets || timesMax !== 0)
    return invalid('gives', kind === 'buy_get' ? 'buy and get are at least 1' : `${kind} has no buy, get or times_max`);
  return per === 'order' && (kind === 'buy_get' || kind === 'free_delivery')
    ? invalid('gives', `${kind} is per piece`)
    : DONE;
};

/**
 * What a promotion that is made now would have as its terms.
 *
 * Refuses: PARAMETER_INVALID, CURRENCY_NOT_FOUND, GROUP_NOT_FOUND, CHANNEL_NOT_FOUND.
 */
export const checkedTerms = (shop: Reader, given: PromotionGiven): Result<PromotionTerms> => {
  if (given.name === '') return invalid('name', 'a promotion has one');
  const named = currencyNamed(shop.rules, given.currency);
  if (!named.ok) return named;
  const gift = checkGift(given, inCurrency(shop.rules, named.value).currencyDigits);
  if (!gift.ok) return gift;
  const audience = checkAudience(shop, given);
  if (!audience.ok) return audience;
  const currency = namesMoney(given) ? named.value : '';
  return mapOk(boundsOf(shop, given), (bounds) => ({ ...given, ...bounds, currency }));
};

/**
 * Refuses: PARAMETER_INVALID, CURRENCY_NOT_FOUND, GROUP_NOT_FOUND, CHANNEL_NOT_FOUND, PROMOTION_LIMIT_REACHED.
 */
export const makePromotion = (tx: Transaction, given: PromotionGiven): Result<number> => {
  const terms = checkedTerms(tx, given);
  if (!terms.ok) return terms;
  const open = promotionIds(tx).flatMap((id) => {
    const { state, terms: known } = tx.read('promotion', id)!;
    return state === 'ended' ? [] : [known];
  });
  if (open.length >= OPEN_MAX) {
    const detail = `${open.length} promotions have not ended, of at most ${OPEN_MAX}.`;
    return refuseAt('open_promotions', 'PROMOTION_LIMIT_REACHED', given.name, detail);
  }
  const stacks = new Set(open.map(({ stack }) => stack));
  if (stacks.size >= STACKS_MAX && !stacks.has(given.stack)) {
    const detail = `Promotions that have not ended have ${stacks.size} stacks, of at most ${STACKS_MAX}; name one of them.`;
    return refuseAt('promotion_stacks', 'PROMOTION_LIMIT_REACHED', given.name, detail);
  }
  const index = tx.index('promotion');
  const wide = index.wideGoods(given.countedGoods, given.goods);
  if (wide > WIDE_GOODS_MAX && wide > index.wideGoods()) {
    const detail =
      `Promotions that have not ended would name ${wide} different goods without = or IN of at most 200 values, ` +
      `of at most ${WIDE_GOODS_MAX}.`;
    return refuseAt('promotion_goods', 'PROMOTION_LIMIT_REACHED', given.name, detail);
  }
  return tx.create('promotion', { type: 'make_promotion', terms: terms.value });
};

/**
 * What is absent stays; carts that have it are told at their next change. Refuses: PROMOTION_NOT_FOUND,
 * CHANGED_MEANWHILE, PARAMETER_INVALID, PROMOTION_ENDED.
 */
export const changePromotion = (
  tx: Transaction,
  id: number,
  change: ChangeGiven,
  seen: number | undefined,
): Result<void> => {
  const known = promotionOf(tx, id);
  if (!known.ok) return known;
  const isSeen = checkSeen(tx, 'promotion', id, seen);
  if (!isSeen.ok) return isSeen;
  if (change.name === '') return invalid('name', 'a promotion has one');
  const { terms } = known.value;
  if (terms.currency === '' && (change.budgetMinor ?? 0) > 0)
    return invalid('budget_max', `${shown(terms.name)} was made without an amount, and has no currency`);
  const days = boundsOf(tx, { ...terms, ...change });
  return days.ok ? tx.ask('promotion', id, { type: 'change_promotion', change: { ...change, ...days.value } }) : days;
};

/** For good. Refuses: PROMOTION_NOT_FOUND. */
export const endPromotion = (tx: Transaction, id: number): Result<void> => {
  const known = promotionOf(tx, id);
  return known.ok ? tx.ask('promotion', id, { type: 'end_promotion' }) : known;
};

/** Begins and ends the promotions whose days have come, all in one record. */
export const moveDuePromotions = (tx: Transaction): Result<void> => {
  for (const id of tx.index('promotion').due.dueAt(tx.atMs)) {
    const moved = tx.ask('promotion', id, { type: 'come_due' });
    if (!moved.ok) return moved;
  }
  return DONE;
};
