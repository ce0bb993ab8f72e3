// How often promotions were used and what they have cost, counted over the orders that have them: cancelled orders and
// trials do not count. Derived from the orders' states alone, so that whatever gives an order back gives them back.
// Not promised: that a guest whose data was erased is still known.
import { touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';
import type { Cart } from '../cart/cart.ts';
import { personOf } from '../cart/person.ts';
import type { Buyer } from '../cart/person.ts';
import type { OrderState } from '../lifecycles/order.ts';
import { orderTotal } from './credits.ts';
import type { Credit } from './credits.ts';

/** Money of one currency, with the most decimals that an order in it was placed with. */
interface Spent {
  readonly minor: number;
  /** What these orders come to. */
  readonly revenueMinor: number;
  readonly digits: number;
}

export interface PromotionTally {
  readonly uses: number;
  /** By currency; orders in different currencies are never added up. */
  readonly spent: ReadonlyMap<string, Spent>;
}

const NONE: PromotionTally = { uses: 0, spent: new Map() };

interface Used extends Buyer {
  readonly cart: Cart;
  readonly credits: readonly Credit[];
  readonly states: { readonly order: OrderState };
  readonly currency: string;
  readonly currencyDigits: number;
  readonly isTrial: boolean;
}

export class PromotionUses implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  private readonly byPromotion = new Map<number, PromotionTally>();
  /** Promotion and person → orders. */
  private readonly byPerson = new Map<string, number>();

  of(promotionId: number): PromotionTally {
    return this.byPromotion.get(promotionId) ?? NONE;
  }

  /** In the minor unit of a currency. */
  spentMinor(promotionId: number, currency: string): number {
    return this.of(promotionId).spent.get(currency)?.minor ?? 0;
  }

  ofPerson(promotionId: number, person: string): number {
    return this.byPerson.get(`${promotionId} ${person}`) ?? 0;
  }

  /** `by`: 1 for an order that comes, −1 for one that goes. */
  count(order: Used, by: 1 | -1, seq: number): void {
    const { cart, states, currency, currencyDigits: digits, isTrial } = order;
    if (cart.promotions.length === 0 || isTrial || states.order === 'CANCELED') return;
    touch(this, seq);
    const person = personOf(order);
    const revenue = by * orderTotal(order);
    for (const { id, usedMinor } of cart.promotions) {
      const { uses, spent } = this.of(id);
      const before = spent.get(currency) ?? { minor: 0, revenueMinor: 0 };
      const [minor, revenueMinor] = [before.minor + by * usedMinor, before.revenueMinor + revenue];
      const all = new Map(spent).set(currency, { minor, revenueMinor, digits });
      this.byPromotion.set(id, { uses: uses + by, spent: all });
      if (person === '') continue;
      const key = `${id} ${person}`;
      const held = (this.byPerson.get(key) ?? 0) + by;
      if (held > 0) this.byPerson.set(key, held);
      else this.byPerson.delete(key);
    }
  }

  /** Every number, by a name that says which; those of persons are left out. */
  *figures(): Generator<readonly [name: string, value: number]> {
    for (const [id, { uses, spent }] of this.byPromotion) {
      if (uses !== 0) yield [`uses of promotion ${id}`, uses];
      for (const [currency, { minor, revenueMinor }] of spent) {
        if (minor !== 0) yield [`${currency} of promotion ${id}`, minor];
        if (revenueMinor !== 0) yield [`${currency} of orders with promotion ${id}`, revenueMinor];
      }
    }
  }
}
