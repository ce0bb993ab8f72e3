// A promotion that is only tried: what it would give a sample cart, and what it would have given the orders of some
// days. Nothing is kept of it. It takes the path of carts: judge.ts.
//
// Orders are judged one after the other as they were placed, beside the promotions that they have, with the catalogue
// and the groups of now. Its limits count; its days do not. Not promised: what coupons would have taken off less, and
// who would have bought more.
import { must, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import { promotionsTaken } from '../calculation/promotions.ts';
import { deliveryCountryOf } from '../cart/order-details.ts';
import { personOf } from '../cart/person.ts';
import { dateTime, dayBegin } from '../date-time.ts';
import type { Order } from '../orders/order.ts';
import type { Constraint } from '../search/constraint.ts';
import { parseConstraint } from '../search/parse-constraint.ts';
import type { SearchQuery } from '../search/query.ts';
import type { Reader } from '../transaction.ts';
import type { PromotionContext } from '../promotions/audience.ts';
import type { GoodsTest } from '../promotions/goods.ts';
import { judge } from '../promotions/judge.ts';
import { runningAs } from '../promotions/promotion.ts';
import type { PromotionTerms, RunningPromotion } from '../promotions/promotion.ts';

/** As one that is made now: it comes after all others of its priority. */
export const TRIED = Number.MAX_SAFE_INTEGER;

/** Orders that one step judges, and lines of them; tests lower the lines. */
export const TRIAL_STEP = { orders: 16, lines: 256 };
const DAY_MS = 86_400_000;

/** What a trial came to in one currency. */
interface TrialSum {
  readonly currency: string;
  readonly digits: number;
  /** What it takes off. */
  readonly takenMinor: number;
  /** By how much less all promotions together leave to be paid: it may have the pieces of others. */
  readonly costMinor: number;
}

export interface Trial {
  /** Orders of the days that are not cancelled. */
  readonly orders: number;
  /** Those that it would have been in. */
  readonly uses: number;
  /** By currency, as they are met; orders in different currencies are never added up. */
  readonly sums: readonly TrialSum[];
}

/** Judged for one trial: nothing of it is remembered for carts. */
export const goodsOfTrial = (shop: Reader): GoodsTest => {
  const known = new Map<Constraint, Map<number, boolean>>();
  return (goods, productId) => {
    let verdicts = known.get(goods);
    if (verdicts === undefined) known.set(goods, (verdicts = new Map()));
    let verdict = verdicts.get(productId);
    if (verdict === undefined) verdicts.set(productId, (verdict = shop.amongGoods(productId).isAmong(goods)));
    return verdict;
  };
};

const LETS_ALL_IN = {
  groups: [],
  channels: [],
  countries: [],
  isFirstOrder: false,
  isByCode: false,
  usesMax: 0,
  usesPerPersonMax: 0,
};

/** What orders have had of the promotion that is tried. */
class Tally {
  uses = 0;
  private readonly byPerson = new Map<string, number>();
  private readonly byCurrency = new Map<string, TrialSum>();

  ofPerson(person: string): number {
    return this.byPerson.get(person) ?? 0;
  }

  takenMinor(currency: string): number {
    return this.byCurrency.get(currency)?.takenMinor ?? 0;
  }

  add({ currency, currencyDigits: digits }: Order, person: string, takenMinor: number, costMinor: number): void {
    this.uses += 1;
    if (person !== '') this.byPerson.set(person, this.ofPerson(person) + 1);
    const before = this.byCurrency.get(currency) ?? { takenMinor: 0, costMinor: 0 };
    this.byCurrency.set(currency, {
      currency,
      digits,
      takenMinor: before.takenMinor + takenMinor,
      costMinor: before.costMinor + costMinor,
    });
  }

  get sums(): readonly TrialSum[] {
    return [...this.byCurrency.values()];
  }
}

/** The promotions of an order as ones that let it in and may take what they took. */
const ownOf = (shop: Reader, { cart }: Order): readonly RunningPromotion[] =>
  cart.promotions.map(({ id, usedMinor }) => {
    const { terms } = shop.read('promotion', id)!;
    return runningAs(id, { ...terms, ...LETS_ALL_IN, budgetMinor: terms.budgetMinor === 0 ? 0 : usedMinor });
  });

/** Judges an order, and counts what it would have had. */
const tryOrder = (shop: Reader, id: number, tried: RunningPromotion, isAmong: GoodsTest, tally: Tally): void => {
  const order = shop.read('order', id)!;
  const { cart, userId, currency, details, channelId, day } = order;
  const { reports } = shop.index('order');
  const person = personOf(order);
  const context: PromotionContext = {
    currency,
    groups: shop.read('user', userId)?.groups ?? [],
    channelId,
    country: deliveryCountryOf(details) || details.shopCountry || shop.rules.country,
    isFirstOrder: userId !== 0 && !reports.returning.has(userId, id, day),
    opened: new Set([TRIED]),
    uses: () => tally.uses,
    usesOfPerson: () => (person === '' ? 0 : tally.ofPerson(person)),
    spentMinor: (one) => (one === tried ? tally.takenMinor(currency) : 0),
  };
  const own = ownOf(shop, order);
  const { uses } = judge([...own, tried], cart, context, isAmong);
  const taken = uses.find((use) => use.id === TRIED)?.usedMinor ?? 0;
  if (taken === 0) return;
  const before = own.length === 0 ? 0 : promotionsTaken({ promotions: judge(own, cart, context, isAmong).uses });
  tally.add(order, person, taken, promotionsTaken({ promotions: uses }) - before);
};

const isCounted = ({ states, isTrial }: Order): boolean => states.order !== 'CANCELED' && !isTrial;

/** Orders of the days and of those beside them: an order keeps its day where the shop moves to another time zone. */
const ordersOf = ({ rules: { timeZone, language } }: Reader, fromDay: number, toDay: number): SearchQuery => {
  const from = dateTime(dayBegin(timeZone, fromDay) - DAY_MS);
  const until = dateTime(dayBegin(timeZone, toDay + 1) + DAY_MS);
  const constraint = parseConstraint({ 'main.creation_date': ['BETWEEN', from, until] });
  must(constraint.ok, 'days make a constraint');
  return { constraint: constraint.value, language, order: ['main.id'], descending: false, skip: 0, limit: 0 };
};

/** `days`: of the shop, the first and the last. Refuses: TOO_EXPENSIVE. */
export function* triedOverOrders(
  shop: Reader,
  terms: PromotionTerms,
  [fromDay, toDay]: readonly [fromDay: number, toDay: number],
): Steps<Result<Trial>> {
  const tried = runningAs(TRIED, terms);
  const isAmong = goodsOfTrial(shop);
  const tally = new Tally();
  let orders = 0;
  const found = yield* shop.searching('order', ordersOf(shop, fromDay, toDay));
  if (!found.ok) return found;
  const { ids } = found.value;
  let lines = 0;
  for (let at = 0; at < ids.length; at += 1) {
    if (at % TRIAL_STEP.orders === 0 || lines >= TRIAL_STEP.lines) {
      yield '';
      lines = 0;
    }
    const id = ids.at(at)!;
    const order = shop.read('order', id);
    if (order === undefined || order.day < fromDay || order.day > toDay || !isCounted(order)) continue;
    orders += 1;
    lines += order.cart.lines.length;
    tryOrder(shop, id, tried, isAmong, tally);
  }
  return ok({ orders, uses: tally.uses, sums: tally.sums });
}
