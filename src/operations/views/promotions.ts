// Promotions as the back office reads them, in replies and in commands of the administration.
import { inCurrency } from '../../domain/currencies.ts';
import { dayText } from '../../domain/date-time.ts';
import { decimal } from '../../domain/money.ts';
import type { PromotionTerms } from '../../domain/promotions/promotion.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Json } from '../../kernel/json.ts';
import { dateTime } from './format.ts';

const goodsShown = (goods: string): { readonly goods?: Json } =>
  goods === '' ? {} : { goods: JSON.parse(goods) as Json };
const asBit = (is: boolean): 0 | 1 => (is ? 1 : 0);
const dayShown = (given: number | null): string | null => (given === null ? null : dayText(given));

const whenShown = (terms: PromotionTerms, digits: number) => ({
  min_sum: decimal(terms.minSumMinor, digits),
  min_quantity: decimal(terms.minMilli, 3),
  ...goodsShown(terms.countedGoods),
  groups: terms.groups,
  channels: terms.channels,
  countries: terms.countries,
  first_order: asBit(terms.isFirstOrder),
});

const givesShown = (terms: PromotionTerms, digits: number) => ({
  kind: terms.kind,
  value: decimal(terms.value, terms.kind === 'percent' || terms.kind === 'buy_get' ? 4 : digits),
  per: terms.per,
  ...goodsShown(terms.goods),
  buy: terms.buy,
  get: terms.get,
  times_max: terms.timesMax,
});

export const viewPromotion = (shop: Reader, promotionId: number) => {
  const { terms, state, createdMs } = shop.read('promotion', promotionId)!;
  const { currencyDigits: digits } = inCurrency(shop.rules, terms.currency);
  const { uses, spent } = shop.index('order').promotions.of(promotionId);
  return {
    id: promotionId,
    name: terms.name,
    labels: terms.labels,
    state,
    by: terms.isByCode ? ('code' as const) : ('automatic' as const),
    when: whenShown(terms, digits),
    gives: givesShown(terms, digits),
    currency: terms.currency,
    priority: terms.priority,
    stack: terms.stack,
    exclusive: asBit(terms.isExclusive),
    start_date: dayShown(terms.startDay),
    end_date: dayShown(terms.endDay),
    uses_max: terms.usesMax,
    uses_per_person_max: terms.usesPerPersonMax,
    budget_max: decimal(terms.budgetMinor, digits),
    uses,
    spent: [...spent]
      .filter(([, { minor }]) => minor !== 0)
      .map(([currency, { minor, revenueMinor, digits: own }]) => ({
        currency,
        amount: decimal(minor, own),
        revenue: decimal(revenueMinor, own),
      })),
    creation_date: dateTime(createdMs),
    seq: shop.seqOf('promotion', promotionId),
  };
};
