// Promotions among faults. Claims: what they take off is what their lines get, and what totals lack; no order is placed
// or opened again beyond a limit; what is counted is what the orders say, after every record and every start.
import type { IndexOf } from '../../src/domain/kind-types.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import type { Promotion } from '../../src/domain/promotions/promotion.ts';
import { personOf } from '../../src/domain/cart/person.ts';
import type { Tables } from '../../src/engine/actors/tables.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import type { Counts } from './counts.ts';

/** A cart of a reply. */
interface ShownCart {
  readonly sum?: number;
  readonly total?: number;
  readonly coupons?: { readonly sum: number };
  readonly delivery_costs?: { readonly sum: number };
  readonly promotions?: readonly {
    readonly id: number;
    readonly amount: number;
    readonly allocations: readonly { readonly amount: number }[];
  }[];
}

const minor = (money: number): number => Math.round(money * 100);
const sumOf = (minors: readonly number[]): number => minors.reduce((sum, one) => sum + one, 0);

const wrongCart = ({ sum, total, coupons, delivery_costs: delivery, promotions = [] }: ShownCart): string => {
  if (sum === undefined || total === undefined || coupons === undefined || delivery === undefined) return '';
  if (minor(sum) - minor(coupons.sum) + minor(delivery.sum) !== minor(total))
    return `${sum} − ${coupons.sum} + ${delivery.sum} is not ${total}`;
  for (const { id, amount, allocations } of promotions) {
    const shared = sumOf(allocations.map((one) => minor(one.amount)));
    // What it takes off delivery is in no line.
    const isOfDelivery = allocations.length === 0 && minor(amount) <= minor(delivery.sum);
    if (shared !== minor(amount) && !isOfDelivery)
      return `promotion ${id} takes off ${minor(amount)}, its lines get ${shared}`;
  }
  const taken = sumOf(promotions.map(({ amount }) => minor(amount)));
  return taken <= minor(coupons.sum) ? '' : `promotions take off ${taken}, all coupons come to ${coupons.sum}`;
};

/** What is wrong with the sums of a reply that is a cart or has one; '' for nothing. */
export const wrongSums = (reply: object): string => {
  const { cart = {} } = reply as { readonly cart?: ShownCart };
  return wrongCart(reply as ShownCart) || wrongCart(cart);
};

interface Counted {
  uses: number;
  spentMinor: number;
  readonly persons: Map<string, number>;
}

/** What the orders say, counted from each of them. */
const countedOf = ({ order: table }: Tables): ReadonlyMap<number, Counted> => {
  const all = new Map<number, Counted>();
  for (let id = 1; id < table.nextId; id += 1) {
    const order = table.peek(id) as Order | undefined;
    if (order === undefined || order.isTrial || order.states.order === 'CANCELED') continue;
    const person = personOf(order);
    for (const { id: promotionId, usedMinor } of order.cart.promotions) {
      const counted = all.get(promotionId) ?? { uses: 0, spentMinor: 0, persons: new Map() };
      all.set(promotionId, counted);
      counted.uses += 1;
      counted.spentMinor += usedMinor;
      if (person !== '') counted.persons.set(person, (counted.persons.get(person) ?? 0) + 1);
    }
  }
  return all;
};

/** Where what a shop counts is not what its orders say; '' for nowhere. */
export const wrongTallies = (tables: Tables): string => {
  const { promotions: tallies } = tables.order.index as IndexOf<'order'>;
  const counted = countedOf(tables);
  for (let id = 1; id < tables.promotion.nextId; id += 1) {
    const { uses, spentMinor, persons } = counted.get(id) ?? { uses: 0, spentMinor: 0, persons: new Map() };
    const shown = [tallies.of(id).uses, tallies.spentMinor(id, 'EUR')];
    if (shown[0] !== uses || shown[1] !== spentMinor)
      return `promotion ${id} was used ${uses} times for ${spentMinor}, and ${shown.join(' times for ')} is counted`;
    for (const [person, often] of persons)
      if (tallies.ofPerson(id, person) !== often)
        return `a person has promotion ${id} ${often} times, and ${tallies.ofPerson(id, person)} is counted`;
  }
  return '';
};

/** Limits that an order exceeds; '' for none. */
const exceeded = ({ usesMax, usesPerPersonMax, budgetMinor }: Promotion['terms'], counted: Counted, person: string) => {
  const ofPerson = counted.persons.get(person) ?? 0;
  if (usesMax !== 0 && counted.uses > usesMax) return `${counted.uses} orders have it, and ${usesMax} may`;
  if (budgetMinor !== 0 && counted.spentMinor > budgetMinor) return `${counted.spentMinor} of ${budgetMinor} is spent`;
  return usesPerPersonMax !== 0 && ofPerson > usesPerPersonMax ? `${ofPerson} of ${usesPerPersonMax} by a person` : '';
};

/** Whether an order begins to have its promotions: it is placed, or opened again. */
const begins = ({ type, ...event }: KindEvent['event']): boolean =>
  type === 'order_placed' ||
  (type === 'order_state_changed' && (event as unknown as { readonly from: string }).from === 'CANCELED');

/** Looks at a record that the engine has applied. */
export const checkPromotions = (
  tables: Tables,
  events: readonly KindEvent[],
  counts: Counts,
  found: (wrong: string) => void,
): void => {
  for (const { kind, id, event } of events) {
    if (kind === 'promotion') counts.promotions += 1;
    if (kind !== 'order' || !begins(event)) continue;
    const order = tables.order.peek(id) as Order;
    const { promotions } = order.cart;
    if (promotions.length === 0 || order.isTrial || order.states.order === 'CANCELED') continue;
    counts.promoted += 1;
    const wrong = wrongTallies(tables);
    if (wrong !== '') found(`record of order ${id}: ${wrong}`);
    const counted = countedOf(tables);
    for (const { id: promotionId, usedMinor, parts, delivery } of promotions) {
      const { terms } = tables.promotion.peek(promotionId) as Promotion;
      const over = exceeded(terms, counted.get(promotionId)!, personOf(order));
      if (over !== '') found(`order ${id} has promotion ${promotionId} beyond its limit: ${over}`);
      const shared = sumOf([...parts, ...delivery].map(([, , part]) => part));
      if (shared !== usedMinor)
        found(`order ${id}: promotion ${promotionId} takes off ${usedMinor}, of which ${shared}`);
    }
  }
};
