// A promotion that is only tried, before it is made (docs/sell/promotions.md).
import { namedUses } from '../domain/cart/cart-promotions.ts';
import { promotionSentences } from '../domain/cart/explanation.ts';
import { dayIn } from '../domain/date-time.ts';
import { decimal, parseDecimal, QUANTITY_MILLI_MAX } from '../domain/money.ts';
import type { Milli, Minor } from '../domain/money.ts';
import { checkedTerms } from '../domain/promotions/change-promotions.ts';
import type { PromotionTerms } from '../domain/promotions/promotion.ts';
import { triedOnSample } from '../domain/reports/promotion-sample.ts';
import type { SampleGoods } from '../domain/reports/promotion-sample.ts';
import { TRIED, triedOverOrders } from '../domain/reports/promotion-trial.ts';
import type { Trial } from '../domain/reports/promotion-trial.ts';
import { inCurrency } from '../domain/currencies.ts';
import { Type, json, map, optional, text } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { dayOrNone } from './params/coupon-params.ts';
import { TERMS_PARAMS, TERMS_REFUSALS, minorOf, termsOf } from './params/promotion-params.ts';
import { group, list, maybe, money, reply, text as textMember, whole } from './replies/members.ts';

/** Lines of a sample cart. */
const LINES_MAX = 100;

const Lines = Type.Array(
  Type.Object(
    { id_shopobject: Type.Integer(), quantity: Type.Union([Type.Number(), Type.String({ maxLength: 40 })]) },
    { additionalProperties: false },
  ),
  { maxItems: LINES_MAX, description: 'id_shopobject and quantity of each line' },
);

/** Each product once. Refuses: PARAMETER_INVALID. */
const sampleGoods = map(json(Lines), (sent, param): Result<readonly SampleGoods[]> => {
  const pieces = new Map<number, number>();
  for (const [at, { id_shopobject: productId, quantity }] of sent.entries()) {
    const milli = parseDecimal(quantity, 3);
    if (milli === undefined || milli <= 0 || milli > QUANTITY_MILLI_MAX)
      return refuse('PARAMETER_INVALID', param, `${param}[${at}].quantity: it is no quantity above 0.`);
    pieces.set(productId, (pieces.get(productId) ?? 0) + milli);
  }
  return ok([...pieces].map(([productId, milli]) => ({ productId, quantityMilli: milli as Milli })));
});

const NOTHING_TRIED: Trial = { orders: 0, uses: 0, sums: [] };

/** Refuses: PARAMETER_INVALID, TOO_EXPENSIVE. */
const overOrders = (
  { shop }: Context,
  terms: PromotionTerms,
  from: number | null | undefined,
  to: number | null | undefined,
): Result<Trial> => {
  if (typeof from !== 'number') return ok(NOTHING_TRIED);
  const until = to ?? dayIn(shop.rules.timeZone, shop.atMs);
  if (until < from) return refuse('PARAMETER_INVALID', 'to_date', 'to_date: it is before from_date.');
  const doing = 'the trial over orders';
  return shop.inSteps('trial', () => ({ doing, steps: () => triedOverOrders(shop, terms, [from, until]) }));
};

interface SampleAsked {
  readonly lines: readonly SampleGoods[];
  readonly delivery_costs: string;
  readonly language: string;
}

/** Refuses: SHOPOBJECT_NOT_FOUND, PRICE_FIELD_INVALID, SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE, TOO_EXPENSIVE. */
const onSample = (
  { shop, channelId }: Context,
  terms: PromotionTerms,
  { lines: goods, delivery_costs: delivery, language }: SampleAsked,
) => {
  const costs = minorOf(delivery, inCurrency(shop.rules, terms.currency).currencyDigits, 'delivery_costs');
  if (!costs.ok) return costs;
  const sample = { goods, deliveryMinor: costs.value as Minor, channelId };
  const doing = 'the trial on the cart';
  const tried = shop.inSteps('sample', () => ({ doing, steps: () => triedOnSample(shop, terms, sample) }));
  return mapOk(tried, ({ uses, all, currency, digits, sumMinor, totalMinor }) => {
    return {
      currency,
      sum: decimal(sumMinor, digits),
      amount: decimal(uses.find((use) => use.id === TRIED)?.usedMinor ?? 0, digits),
      total: decimal(totalMinor, digits),
      explain: [...promotionSentences(namedUses(uses, all), all, digits, language)],
    };
  });
};

export const try_promotion = read({
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
  leaks: ['amounts'],
  summary: 'What a promotion would give a cart, and would have given the orders of some days; nothing is made.',
  params: {
    name: optional(text('name, as explanations have it', { max: 255 }), 'Trial'),
    ...TERMS_PARAMS,
    lines: optional(sampleGoods, [] as readonly SampleGoods[], 'no cart'),
    delivery_costs: optional(text('what delivery of that cart costs', { max: 40 }), '', '0'),
    from_date: dayOrNone('first day of the orders, YYYY-MM-DD', 'no order is looked at'),
    language: optional(text('language of the sentences: German for de_DE, English for others'), 'en_GB'),
    to_date: dayOrNone('last day of them, YYYY-MM-DD', 'today'),
  },
  refusals: [
    ...TERMS_REFUSALS,
    'SHOPOBJECT_NOT_FOUND',
    'PRICE_FIELD_INVALID',
    'SHOPOBJECT_PRICE_MISSING',
    'TOO_EXPENSIVE',
  ],
  reply: reply('promotion_trial', {
    orders: whole('orders of the days that are not cancelled'),
    uses: whole('those that it would be in'),
    sums: list(
      group('What it comes to in one currency.', {
        currency: textMember('ISO 4217'),
        amount: money('what it would have taken off'),
        cost: money('by how much more all promotions together would have taken off: some pieces would be others’'),
      }),
      'by currency; orders in different currencies are never added up',
    ),
    cart: maybe(
      group('The sample cart; absent: there are no lines.', {
        currency: textMember('ISO 4217'),
        sum: money('what the goods come to'),
        amount: money('what it takes off'),
        total: money('what is left to pay, delivery included, after all promotions'),
        explain: list(textMember('a sentence'), 'what became of each promotion'),
      }),
    ),
  }),
  view: (args, ctx) => {
    const given = termsOf(args, ctx);
    if (!given.ok) return given;
    const terms = checkedTerms(ctx.shop, {
      ...given.value,
      name: args.name.trim(),
      labels: {},
      startDay: null,
      endDay: null,
    });
    if (!terms.ok) return terms;
    const trial = overOrders(ctx, terms.value, args.from_date, args.to_date);
    if (!trial.ok) return trial;
    const cart = args.lines.length === 0 ? ok(undefined) : onSample(ctx, terms.value, args);
    if (!cart.ok) return cart;
    const { orders, uses, sums } = trial.value;
    return ok({
      object: 'promotion_trial',
      orders,
      uses,
      sums: sums.map(({ currency, digits, takenMinor, costMinor }) => ({
        currency,
        amount: decimal(takenMinor, digits),
        cost: decimal(costMinor, digits),
      })),
      ...(cart.value !== undefined && { cart: cart.value }),
    } as const);
  },
});
