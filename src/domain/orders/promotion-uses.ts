// How often promotions were used and what they have cost, counted over the orders that have them: cancelled orders and
// trials do not count. Derived from the orders' states alone, so that whatever gives an order back gives them back.
// Not promised: that a guest whose data was erased is still known.
import { touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';
import type { Cart } from '../cart/cart.ts';
import { personOf } from '../cart/person.ts';
import type { Buyer } from '../cart/person.ts';
import type { OrderState } from '../lifecycles/order.ts';

export interface PromotionTally {
  readonly uses: number;
  readonly spentMinor: number;
}

const NONE: PromotionTally = { uses: 0, spentMinor: 0 };

interface Used extends Buyer {
  readonly cart: Pick<Cart, 'promotions'>;
  readonly states: { readonly order: OrderState };
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

  ofPerson(promotionId: number, person: string): number {
    return this.byPerson.get(`${promotionId} ${person}`) ?? 0;
  }

  /** `by`: 1 for an order that comes, −1 for one that goes. */
  count(order: Used, by: 1 | -1, seq: number): void {
    const { cart, states, isTrial } = order;
    if (cart.promotions.length === 0 || isTrial || states.order === 'CANCELED') return;
    touch(this, seq);
    const person = personOf(order);
    for (const { id, usedMinor } of cart.promotions) {
      const { uses, spentMinor } = this.of(id);
      this.byPromotion.set(id, { uses: uses + by, spentMinor: spentMinor + by * usedMinor });
      if (person === '') continue;
      const key = `${id} ${person}`;
      const held = (this.byPerson.get(key) ?? 0) + by;
      if (held > 0) this.byPerson.set(key, held);
      else this.byPerson.delete(key);
    }
  }

  /** Every number, by a name that says which; those of persons are left out. */
  *figures(): Generator<readonly [name: string, value: number]> {
    for (const [id, { uses, spentMinor }] of this.byPromotion) {
      if (uses !== 0) yield [`uses of promotion ${id}`, uses];
      if (spentMinor !== 0) yield [`cost of promotion ${id}`, spentMinor];
    }
  }
}
