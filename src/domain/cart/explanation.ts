// How every amount of a cart came about, in sentences: the answer to "why is it 12.34?".
import type { Cart, CartPromotion } from './cart.ts';
import { consideredAll } from './cart-promotions.ts';
import type { DeliveredSession } from './deliver-cart.ts';
import { deliverySentences } from './explain-delivery.ts';
import type { Considered, ConsideredPromotion } from '../promotions/judge.ts';
import { promotionIds } from '../promotions/promotion.ts';
import { dayText } from '../date-time.ts';
import { promotionWords } from './promotion-words.ts';
import type { PromotionWords } from './promotion-words.ts';
import { isGoods } from '../calculation/goods.ts';
import type { Line } from './line.ts';
import type { CartCoupon } from '../coupons/coupon.ts';
import { whyRefused } from '../coupons/usable-coupon.ts';
import { explanationWords } from './explanation-words.ts';
import type { ExplanationWords } from './explanation-words.ts';
import { calculate } from '../calculation/calculate.ts';
import type { CouponUse } from '../calculation/discount.ts';
import type { Milli, PriceE4 } from '../money.ts';
import { decimalText, lineSum, taxWithin, tenTo } from '../money.ts';
import { lineWorths } from '../calculation/worth.ts';
import type { ShopRules } from '../rules.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { Reader } from '../transaction.ts';

export interface Explanation {
  readonly lines: readonly string[];
  /** Those that were considered; of an order those that it has; absent: none. */
  readonly promotions?: readonly string[];
  readonly coupons: readonly string[];
  readonly delivery_costs: readonly string[];
  /** Those that were asked, up to the one that decides; absent: the method has none. */
  readonly delivery_rules?: readonly string[];
  /** What each line of an order is worth, delivery among them. */
  readonly worth?: readonly string[];
  readonly total: string;
}

/** How amounts and rates are written, and the words around them. */
class Amounts {
  private readonly digits: number;
  readonly words: ExplanationWords;

  constructor(digits: number, words: ExplanationWords) {
    this.digits = digits;
    this.words = words;
  }

  private pointed(text: string): string {
    return text.replace('.', this.words.point);
  }

  /** Always with the currency's decimals: 239.80. */
  money(minor: number, digits = this.digits): string {
    const unsigned = Math.abs(minor);
    const rest = unsigned % tenTo(digits);
    const fraction = digits === 0 ? '' : `${this.words.point}${String(rest).padStart(digits, '0')}`;
    return `${minor < 0 ? '-' : ''}${(unsigned - rest) / tenTo(digits)}${fraction}`;
  }

  /** Written with the currency's decimals, or all four if it has more. */
  unitPrice(priceE4: number): string {
    const minor = priceE4 / tenTo(4 - this.digits);
    return Number.isInteger(minor) ? this.money(minor) : this.money(priceE4, 4);
  }

  quantity(milli: number): string {
    return this.pointed(decimalText(milli, 3));
  }

  /** A rate, or a percentage as coupons have it. */
  percent(rateE6: number): string {
    return `${this.pointed(decimalText(rateE6, 4))} %`;
  }

  taxWithin(rateE6: number, minor: number): string {
    return this.words.taxWithin(this.percent(rateE6), this.money(minor));
  }

  isOwn(priceE4: PriceE4, quantityMilli: Milli, sumMinor: number): boolean {
    return lineSum(priceE4, quantityMilli, this.digits) === sumMinor;
  }

  /** Whether a line's sum needed rounding: seven decimals are exact whatever the amounts. */
  isRounded(priceE4: number, quantityMilli: number): boolean {
    return (BigInt(priceE4) * BigInt(quantityMilli)) % BigInt(tenTo(7 - this.digits)) !== 0n;
  }
}

const lineSentence = (
  { id, priceE4, quantityMilli, sumMinor, rateE6, sumTaxMinor }: Line,
  amounts: Amounts,
): string => {
  const { words } = amounts;
  const rounded = amounts.isRounded(priceE4, quantityMilli)
    ? amounts.isOwn(priceE4, quantityMilli, sumMinor)
      ? words.roundedHalfUp
      : words.roundedTogether
    : '';
  const tax = rateE6 === 0 ? words.noTax : amounts.taxWithin(rateE6, sumTaxMinor);
  const product = `${amounts.unitPrice(priceE4)} × ${amounts.quantity(quantityMilli)}`;
  return words.line(id, product, `${amounts.money(sumMinor)}${rounded}`, tax);
};

/** Who has said the price of a line. */
const saidBy = ({ answered }: Cart, lineId: number, words: ExplanationWords): string => {
  const said = answered.find(([id]) => id === lineId);
  return said === undefined ? '' : words.saidBy(said[1], said[2]);
};

const promotionSentence = (
  { name, usedMinor, taxMinor, parts, delivery }: CartPromotion,
  amounts: Amounts,
  words: PromotionWords,
): string => {
  const borne = [
    ...parts.map(([line, milli, minor]) => words.bears(line, amounts.quantity(milli), amounts.money(minor))),
    ...delivery.map(([, , minor]) => words.ofDelivery(amounts.money(minor))),
  ];
  return words.gives(name, amounts.money(usedMinor), borne.join(''), amounts.money(taxMinor));
};

const some = (promotions: readonly string[]): Pick<Explanation, 'promotions'> =>
  promotions.length === 0 ? {} : { promotions };

/** Why a promotion that runs gives a cart nothing. */
const refusedPromotion = (
  { promotion: { name }, verdict, missing }: ConsideredPromotion,
  amounts: Amounts,
  words: PromotionWords,
): string[] => {
  if (verdict === 'gives') return [];
  return [words.not(name, verdict, verdict === 'needs_sum' ? amounts.money(missing) : amounts.quantity(missing))];
};

const couponSentence = (
  { code, terms: { percentage, amount } }: CartCoupon,
  { usedMinor, taxMinor, baseMinor, parts }: CouponUse,
  lines: readonly Line[],
  amounts: Amounts,
): string => {
  const { words } = amounts;
  if (baseMinor === 0) return words.nothingLeft(code);
  const [left, used] = [amounts.money(baseMinor), amounts.money(usedMinor)];
  const rule = percentage
    ? words.ofLeft(amounts.percent(amount), left, used)
    : (amount > baseMinor ? words.capped : words.ofLeft)(amounts.money(amount), left, used);
  const borne = parts.map(([index, part]) => words.bears(lines[index]!.id, amounts.money(part))).join('');
  return words.coupon(code, rule, borne, amounts.money(taxMinor));
};

/** What a cart shows as taken off by a coupon that its checkout refuses now is no price that anybody gets. */
const refusalSentence = (
  shop: Reader,
  coupon: CartCoupon,
  coupons: readonly CartCoupon[],
  language: string,
): string => {
  const refusal = whyRefused(shop, coupon, coupons);
  return refusal === undefined ? '' : explanationWords(language).refused(refusal.code);
};

/** A sentence for each promotion that was considered for a cart: first what those came to that give something. */
export const promotionSentences = (
  promotions: readonly CartPromotion[],
  all: Considered['all'],
  digits: number,
  language: string,
): readonly string[] => {
  const amounts = new Amounts(digits, explanationWords(language));
  const words = promotionWords(language);
  return [
    ...promotions.map((promotion) => promotionSentence(promotion, amounts, words)),
    ...all.flatMap((one) => refusedPromotion(one, amounts, words)),
  ];
};

/** How long after its last day an explanation names a promotion. What is planned is nobody's but the shop's. */
const NAMED_MS = 7 * 86_400_000;

/** Promotions that are looked at between two steps. */
const STEP = 64;

/** Promotions whose days are over since a short time. */
function* overSentences(shop: Reader, language: string): Steps<readonly string[]> {
  const sentences: string[] = [];
  for (const [at, id] of promotionIds(shop).entries()) {
    if (at % STEP === STEP - 1) yield '';
    const known = shop.read('promotion', id);
    if (known === undefined) continue;
    const { name, endDay, untilMs } = known.terms;
    const isOver = known.state === 'ended' && untilMs <= shop.atMs && shop.atMs - untilMs < NAMED_MS;
    if (isOver && endDay !== null) sentences.push(promotionWords(language).ended(name, dayText(endDay)));
  }
  return sentences;
}

/**
 * As `explanation`, of a cart that is not ordered yet: with the coupons that a checkout now would refuse, and what
 * became of every promotion, those that have just ended among them. `language`: a code such as de_DE.
 */
export function* cartExplanation(
  shop: Reader,
  session: DeliveredSession,
  sessionId: number,
  { currencyDigits }: ShopRules,
  language = '',
): Steps<Explanation> {
  const { cart } = session;
  const amounts = new Amounts(currencyDigits, explanationWords(language));
  const explained = amountsExplained(cart, amounts);
  const { lines, delivery_costs, total } = explained;
  const promotions: string[] = [];
  for (const promotion of cart.promotions) {
    yield '';
    promotions.push(promotionSentence(promotion, amounts, promotionWords(language)));
  }
  yield '';
  for (const [at, one] of consideredAll(shop, session).entries()) {
    if (at % STEP === 0) yield '';
    promotions.push(...refusedPromotion(one, amounts, promotionWords(language)));
  }
  yield '';
  const rules = yield* deliverySentences(shop, session, sessionId, language);
  const over = yield* overSentences(shop, language);
  // In the order in which a reply has them.
  return {
    lines,
    ...some([...promotions, ...over]),
    coupons: explained.coupons.map(
      (sentence, index) => sentence + refusalSentence(shop, cart.coupons[index]!, cart.coupons, language),
    ),
    delivery_costs,
    ...(rules.length > 0 && { delivery_rules: rules }),
    total,
  };
}

/** All but the promotions. */
const amountsExplained = (cart: Cart, amounts: Amounts): Omit<Explanation, 'promotions'> => {
  const totals = calculate(cart);
  const { words } = amounts;
  const { promotionsMinor, couponsMinor, deliveryMinor, totalMinor, sumTaxMinor } = totals;
  return {
    lines: cart.lines.filter(isGoods).map((line) => lineSentence(line, amounts) + saidBy(cart, line.id, words)),
    coupons: cart.coupons.map((coupon, index) =>
      couponSentence(coupon, totals.couponUses[index]!, cart.lines, amounts),
    ),
    delivery_costs: cart.deliveryPositions.map(
      ({ name, priceMinor, rateE6 }) =>
        words.delivery(name, amounts.money(priceMinor), amounts.taxWithin(rateE6, taxWithin(priceMinor, rateE6))) +
        saidBy(cart, 0, words),
    ),
    total: words.total(
      amounts.money(cart.sumMinor),
      promotionsMinor === 0 ? '' : amounts.money(promotionsMinor),
      amounts.money(couponsMinor),
      amounts.money(deliveryMinor),
      amounts.money(totalMinor),
      amounts.money(sumTaxMinor),
    ),
  };
};

/** One sentence per line, coupon and delivery position, and one for the total. `language`: a code such as de_DE. */
export const explanation = (cart: Cart, digits: number, language = ''): Explanation => {
  const amounts = new Amounts(digits, explanationWords(language));
  const { lines, ...rest } = amountsExplained(cart, amounts);
  const promotions = cart.promotions.map((one) => promotionSentence(one, amounts, promotionWords(language)));
  // In the order in which a reply has them.
  return { lines, ...some(promotions), ...rest };
};

/** As `explanation`, of the cart of a placed order, and what its lines are worth. */
export const orderExplanation = (cart: Cart, digits: number, language: string): Explanation => {
  const amounts = new Amounts(digits, explanationWords(language));
  const worth = lineWorths(cart).map(({ line: { id, sumMinor }, minor, taxMinor }) =>
    amounts.words.worth(
      id,
      amounts.money(sumMinor),
      amounts.money(sumMinor - minor),
      amounts.money(minor),
      amounts.money(taxMinor),
    ),
  );
  return { ...explanation(cart, digits, language), worth };
};
