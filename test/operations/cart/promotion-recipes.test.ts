// The recipes of docs/sell/promotion-recipes.md: each is made as it stands there, and its carts are ordered one after
// the other. Would catch a recipe that is refused, or that comes to another amount than the page says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyDueChanges } from '../../../src/engine/maintenance/due-changes.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import type { Given, TestShop } from '../shop.ts';
import { Goods, line } from '../shop.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/sell/promotion-recipes.md'), 'utf8');
const RECIPES = PAGE.split('\n## ')
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0]!,
    json: /```json\n(.*?)```/s.exec(text)![1]!,
    carts: [...text.matchAll(/^- (.*): ([\d.]+)$/gm)].map(([, said, total]) => [said!, Number(total)] as const),
  }));

/** A day of the page, or any other. */
const DAY_MS = Date.UTC(2026, 6, 3, 12);

class Counter {
  readonly goods: Goods;
  private readonly products = new Map<string, number>();
  private readonly accounts = new Set<string>();

  constructor(goods: Goods) {
    this.goods = goods;
  }

  get shop(): TestShop {
    return this.goods.shop;
  }

  private async product(number: string, price: string): Promise<number> {
    const known = this.products.get(number);
    if (known !== undefined) return known;
    const made = await this.goods.product(price, { metadata: { element_number: number } });
    this.products.set(number, made);
    return made;
  }

  private async logIn(name: string, session: string): Promise<void> {
    if (!this.accounts.has(name)) {
      const { id } = await verified(this.shop, name);
      if (name === 'member') await this.shop.admin('set_user_groups', { id_user: id, groups: [1] });
      this.accounts.add(name);
    }
    await loggedIn(this.shop, name, session);
  }

  /** Does what a part of a cart's line says. */
  private async does(part: string, session: string): Promise<void> {
    const goods = /^(\d+) × `([A-Z0-9-]+)` at ([\d.]+)$/.exec(part);
    if (goods !== null) {
      const [, quantity, number, price] = goods;
      await this.shop.call('add_to_cart', line(session, await this.product(number!, price!), { quantity: quantity! }));
      return;
    }
    const code = /^with the (?:code|coupon) (\w+)$/.exec(part)?.[1];
    if (code !== undefined) return void (await this.shop.call('add_coupons', { session, coupons: [[code, '']] }));
    const country = /^to ([A-Z]{2})$/.exec(part)?.[1];
    if (country !== undefined) return void (await this.shop.call('set_context', { session, country }));
    const price = /^delivery ([\d.]+)$/.exec(part)?.[1];
    if (price !== undefined) {
      const costs = [['DHL', Number(price), 0.19]];
      return void (await this.shop.call('add_delivery_costs', { session, delivery_costs: costs }));
    }
    const email = /^as a guest with `(\S+)`$/.exec(part)?.[1];
    if (email !== undefined) return void (await this.shop.call('set_order_details', { session, email }));
    const name = part === 'as a member of group 1' ? 'member' : /^as (\w+)$/.exec(part)?.[1];
    if (name !== undefined) return this.logIn(name, session);
    const day = /^on (\d{4}-\d\d-\d\d)$/.exec(part)?.[1];
    expect(day, `the page says what this test does not know: ${part}`).toBeDefined();
  }

  /** Orders the cart of a line; what is to be paid for it. */
  async order(said: string): Promise<number> {
    const parts = said.split(', ');
    const day = parts.find((part) => part.startsWith('on '))?.slice(3);
    this.shop.nowMs = Math.max(this.shop.nowMs, day === undefined ? DAY_MS : Date.parse(`${day}T12:00:00Z`));
    applyDueChanges(this.shop.engine);
    const session = await this.shop.session();
    for (const part of parts) await this.does(part, session);
    const { total } = await this.shop.call<Cart>('get_cart', { session });
    const placed = await this.shop.call<Checkout>('checkout', { session });
    const { cart } = await this.shop.admin<{ readonly cart: Cart }>('get_order_by_id', { id_order: placed.id_order });
    expect(cart.total, 'the order charges what the cart showed').toBe(total);
    return total;
  }
}

const open = async (recipe: Given): Promise<Counter> => {
  const goods = await Goods.open({ rules: { timeZone: 'Europe/Berlin' } });
  const { shop } = goods;
  await shop.admin('create_group', { name: 'Dealers' });
  const ten = { count: 1, name: 'ten', amount: '10', type: 'MULTIPLE_PERCENTAGE', code: 'TEN' };
  await shop.admin('create_coupons', ten);
  const { id_promotion: id } = await shop.admin<{ readonly id_promotion: number }>('create_promotion', recipe);
  if (recipe['by'] === 'code')
    await shop.admin('create_coupons', { count: 1, name: 'Spring', code: 'SPRING', id_promotion: id });
  return new Counter(goods);
};

test('there are fifteen and more, each with carts', () => {
  expect(RECIPES.length).toBeGreaterThanOrEqual(15);
  expect(RECIPES.filter(({ carts }) => carts.length === 0)).toEqual([]);
});

describe.each(RECIPES)('$title', ({ json, carts }) => {
  test('comes to what the page says', async () => {
    const counter = await open(JSON.parse(json) as Given);
    for (const [said, total] of carts) expect([said, await counter.order(said)]).toEqual([said, total]);
  });
});
