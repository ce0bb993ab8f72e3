// Shoppers who race for a promotion with a limit, by chance: they check out one by one or several at a time, orders are
// cancelled and opened again. What has it is counted here, from the replies alone.
import { expect } from 'vitest';
import { seedOf } from '../../harness/seed.ts';
import { Seeded } from '../../engine/seeded.ts';
import type { Checkout } from '../cart-reply.ts';
import type { Given } from '../shop.ts';
import { Goods, line } from '../shop.ts';

interface Shown {
  readonly total: number;
  readonly promotions?: readonly { readonly id: number; readonly amount: number }[];
}

interface Shopper {
  readonly session: string;
  /** '': nobody is known. */
  readonly person: string;
  shown: Shown;
}

interface Held {
  readonly person: string;
  readonly cents: number;
}

interface Limit {
  readonly usesMax?: number;
  readonly perPersonMax?: number;
  readonly budgetCents?: number;
}

interface Race {
  readonly carts: number;
  readonly limit: Limit;
  readonly gives: Given;
  /** Shoppers are so many persons; 0: nobody says who they are. */
  readonly persons?: number;
}

/** What a race came to. */
export interface Outcome {
  readonly orders: number;
  readonly uses: number;
  readonly spentCents: number;
  readonly usesOf: ReadonlyMap<string, number>;
  readonly told: number;
  readonly cancelled: number;
  readonly reopened: number;
  readonly usedUp: number;
}

const centsOf = (money: number): number => Math.round(money * 100);
const PRICES = ['3.33', '7.77', '12.49', '0.99'];

class LimitRace {
  private readonly race: Race;
  private readonly chance: Seeded;
  private readonly goods: Goods;
  private readonly promotion: number;
  private readonly products: readonly number[];
  private readonly waiting: Shopper[] = [];
  /** Orders with the promotion, by id: those that count, and cancelled ones. */
  private readonly live = new Map<number, Held>();
  private readonly gone = new Map<number, Held>();
  private readonly usesOf = new Map<string, number>();
  private spentCents = 0;
  private readonly counts = { begun: 0, orders: 0, told: 0, cancelled: 0, reopened: 0, usedUp: 0 };

  constructor(race: Race, goods: Goods, promotion: number, products: readonly number[]) {
    this.race = race;
    this.goods = goods;
    this.promotion = promotion;
    this.products = products;
    this.chance = new Seeded(seedOf(expect.getState().currentTestName ?? ''));
  }

  private heldOf({ promotions = [] }: Shown, person: string): Held | undefined {
    const found = promotions.find(({ id }) => id === this.promotion);
    return found && { person, cents: centsOf(found.amount) };
  }

  private count({ person, cents }: Held, by: 1 | -1): void {
    this.spentCents += by * cents;
    if (person !== '') this.usesOf.set(person, (this.usesOf.get(person) ?? 0) + by);
  }

  /** Whether one more order may have it. */
  private hasRoom(person: string, cents = 1): boolean {
    const { usesMax = Infinity, perPersonMax = Infinity, budgetCents = Infinity } = this.race.limit;
    const isOpenTo = person === '' || (this.usesOf.get(person) ?? 0) < perPersonMax;
    return isOpenTo && this.live.size < usesMax && this.spentCents + cents <= budgetCents;
  }

  private checkLimits(): void {
    const { usesMax = Infinity, perPersonMax = Infinity, budgetCents = Infinity } = this.race.limit;
    expect(this.live.size).toBeLessThanOrEqual(usesMax);
    expect(this.spentCents).toBeLessThanOrEqual(budgetCents);
    expect(Math.max(0, ...this.usesOf.values())).toBeLessThanOrEqual(perPersonMax);
  }

  private async begin(): Promise<void> {
    const { chance } = this;
    const { shop } = this.goods;
    const { persons = 0 } = this.race;
    this.counts.begun += 1;
    const session = await shop.session();
    const person = persons === 0 ? '' : `person${this.counts.begun % persons}@example.org`;
    const email = chance.chance(0.5) ? person : person.toUpperCase();
    if (person !== '') await shop.call('set_order_details', { session, email });
    const quantity = 1 + chance.below(3);
    const shown = await shop.call<Shown>('add_to_cart', line(session, chance.of(this.products), { quantity }));
    this.waiting.push({ session, person, shown });
  }

  /** Of shoppers who ask at the same time each is told a total that the next call takes. */
  private async checkOut(count: number): Promise<void> {
    const { shop } = this.goods;
    const asking = Array.from({ length: Math.min(count, this.waiting.length) }, () => {
      const [shopper] = this.waiting.splice(this.chance.below(this.waiting.length), 1);
      return shopper!;
    });
    const replies = await Promise.all(asking.map(({ session }) => shop.call<Checkout>('checkout', { session })));
    for (const [at, shopper] of asking.entries()) await this.answered(shopper, replies[at]!);
    this.checkLimits();
    for (const [at, { person, shown }] of asking.entries())
      if (replies[at]!.status === 'success' && this.heldOf(shown, person) === undefined)
        expect(this.hasRoom(person), 'an order goes without it while there is room').toBe(false);
  }

  private async answered(shopper: Shopper, { status, message, id_order: id }: Checkout): Promise<void> {
    const { shop } = this.goods;
    const { session, person, shown } = shopper;
    if (status !== 'success') {
      expect(message).toBe('TOTAL_CHANGED');
      this.counts.told += 1;
      const now = await shop.call<Shown>('get_cart', { session });
      expect(now.total, 'a cart is told of a total that it did not show').not.toBe(shown.total);
      shopper.shown = now;
      this.waiting.push(shopper);
      return;
    }
    this.counts.orders += 1;
    const { cart } = await shop.admin<{ readonly cart: Shown }>('get_order_by_id', { id_order: id });
    expect([cart.total, cart.promotions], 'an order is what its cart showed').toEqual([shown.total, shown.promotions]);
    const held = this.heldOf(cart, person);
    if (held === undefined) return;
    this.live.set(id, held);
    this.count(held, 1);
  }

  private async cancel(): Promise<void> {
    if (this.live.size === 0) return;
    const [id, held] = this.chance.of([...this.live]);
    await this.goods.shop.admin('update_order_details', { id_order: id, order_state: 'CANCELED' });
    this.live.delete(id);
    this.count(held, -1);
    this.gone.set(id, held);
    this.counts.cancelled += 1;
  }

  private async reopen(): Promise<void> {
    if (this.gone.size === 0) return;
    const [id, held] = this.chance.of([...this.gone]);
    const asked = { id_order: id, order_state: 'OPEN' };
    const { message } = await this.goods.shop.admin<{ readonly message?: string }>('update_order_details', asked);
    expect(message).toBe(this.hasRoom(held.person, held.cents) ? undefined : 'PROMOTION_USED_UP');
    if (message !== undefined) {
      this.counts.usedUp += 1;
      return;
    }
    this.gone.delete(id);
    this.live.set(id, held);
    this.count(held, 1);
    this.counts.reopened += 1;
    this.checkLimits();
  }

  private async checkTally(): Promise<void> {
    const { promotions } = await this.goods.shop.admin<{ readonly promotions: readonly Given[] }>('get_promotions');
    const spent = [{ currency: 'EUR', amount: this.spentCents / 100 }];
    expect(promotions).toMatchObject([{ uses: this.live.size, ...(this.spentCents > 0 && { spent }) }]);
  }

  async run(): Promise<Outcome> {
    const { chance, waiting, counts } = this;
    const { carts } = this.race;
    while (counts.begun < carts / 2) await this.begin();
    for (let step = 0; counts.begun < carts || waiting.length > 0; step += 1) {
      // The last ones, some of each person, find a shop in which nothing is given back any more.
      const isLate = counts.begun > carts * 0.8;
      const what = chance.below(100);
      if (what < 40 && counts.begun < carts) await this.begin();
      else if (what < 80 || isLate) await this.checkOut(chance.chance(0.3) ? 2 + chance.below(7) : 1);
      else if (what < 90) await this.cancel();
      else await this.reopen();
      if (step % 500 === 0) await this.checkTally();
    }
    await this.checkTally();
    const { live, spentCents, usesOf } = this;
    return { ...counts, uses: live.size, spentCents, usesOf };
  }
}

/** Each step checks the limits, and whether what was refused had to be. */
export const race = async (given: Race): Promise<Outcome> => {
  const goods = await Goods.open();
  const { usesMax, perPersonMax, budgetCents } = given.limit;
  const { id_promotion: id } = await goods.shop.admin<{ readonly id_promotion: number }>('create_promotion', {
    name: 'Rush',
    gives: given.gives,
    uses_max: usesMax,
    uses_per_person_max: perPersonMax,
    budget_max: budgetCents === undefined ? undefined : budgetCents / 100,
  });
  const products: number[] = [];
  for (const price of PRICES) products.push(await goods.product(price));
  return new LimitRace(given, goods, id, products).run();
};
