// The recipes of docs/sell/delivery-recipes.md: their rules are made as they stand there, and their carts are ordered
// one after the other. It would catch a recipe that is refused, or that comes to another amount than the page says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Given } from '../shop.ts';
import { openDelivery } from './delivery-shop.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/sell/delivery-recipes.md'), 'utf8');
const RECIPES = PAGE.split('\n## ')
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0]!,
    rules: JSON.parse(/```json\n(.*?)```/s.exec(text)![1]!) as readonly Given[],
    carts: [...text.matchAll(/^- (.*): ([\d.]+|[a-z_]+)$/gm)].map(([, said, end]) => [said!, end!] as const),
  }));

const open = async (rules: readonly Given[]) => {
  const shopper = await openDelivery();
  const { shop, goods } = shopper;
  const products = new Map<string, number>();
  await shop.admin('create_group', { name: 'Dealers' });
  const ten = { count: 1, name: 'ten', amount: '10', type: 'MULTIPLE_PERCENTAGE', code: 'TEN' };
  await shop.admin('create_coupons', ten);
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  await shop.make('create_warehouse_entity', { class: 'part', name: 'desk', metadata: { element_number: 'DESK' } });
  await shop.admin('inventory_place', { storage: 'Ulm', element_number: 'DESK', quantity: 2, note: '' });
  await shop.admin('inventory_place', { storage: 'Bonn', element_number: 'DESK', quantity: 9, note: '' });
  for (const rule of rules) await shopper.rule(rule);

  const product = async (number: string, price: string, kilograms: string | undefined): Promise<number> => {
    const known = products.get(number);
    if (known !== undefined) return known;
    const isBook = number.startsWith('BOOK');
    const metadata = {
      element_number: number,
      ...(kilograms !== undefined && { weight: Number(kilograms) }),
      ...(isBook && { taxclass: 'books' }),
    };
    const isDesk = number.startsWith('DESK');
    const availability = isDesk ? { availability: { active: 1, quantity: 0, allow_override: 0 } } : {};
    const made = await goods.product(price, { metadata, ...availability });
    if (isDesk) await shop.admin('add_binding', { id_product: made, element_number: 'DESK', quantity: 1 });
    products.set(number, made);
    return made;
  };

  /** Does what a part of a cart's line says. */
  const does = async (part: string): Promise<void> => {
    const line = /^(\d+) × `([A-Z0-9-]+)` at ([\d.]+)(?: of ([\d.]+) kg)?$/.exec(part);
    if (line !== null) {
      const [, quantity, number, price, kilograms] = line;
      await shopper.add(await product(number!, price!, kilograms), quantity!);
      return;
    }
    if (part === 'with the coupon TEN')
      return void (await shop.call('add_coupons', { session: shopper.session(), coupons: [['TEN', '']] }));
    const place = /^to ([A-Z]{2})(?: (\w+))?$/.exec(part);
    if (place !== null) {
      const [, country, zip] = place;
      return void (await shopper.choose({
        delivery_country: country,
        ...(zip !== undefined && { delivery_zip: zip }),
      }));
    }
    if (part === 'as a member of group 1') {
      const { id } = await verified(shop, 'member');
      await shop.admin('set_user_groups', { id_user: id, groups: [1] });
      return void (await loggedIn(shop, 'member', shopper.session()));
    }
    const method = /^by method (\d)$/.exec(part)?.[1];
    if (method !== undefined) return void (await shopper.choose({ id_delivery_method: Number(method) }));
    expect(part, 'the page says what this test does not know').toBe('2 of them in Ulm');
  };

  /** Orders the cart of a line; what is to be paid for it, or why it cannot be. */
  const order = async (said: string): Promise<string> => {
    await shopper.fresh();
    await shopper.choose();
    for (const part of said.split(', ')) await does(part);
    const shown = await shopper.cart();
    const method = Number(/by method (\d)/.exec(said)?.[1] ?? 1);
    const quoted = (await shopper.offered()).find(({ id }) => id === method)!;
    if (shown.delivery_not_available !== undefined) {
      const { why } = shown.delivery_not_available;
      expect(quoted).toMatchObject({ available: 0, why, message: shown.delivery_not_available.message });
      await shopper.refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', why);
      return why;
    }
    expect(quoted).toMatchObject({ available: 1, price: shown.delivery_costs.sum });
    const placed = await shopper.order({ expected_total: shown.total });
    const ordered = await shopper.orderCart(placed.id_order);
    expect(ordered).toMatchObject({ total: shown.total, delivery_costs: shown.delivery_costs });
    return shown.total.toFixed(2);
  };
  return order;
};

test('there are ten and more, each with carts', () => {
  expect(RECIPES.length).toBeGreaterThanOrEqual(10);
  expect(RECIPES.filter(({ carts }) => carts.length === 0)).toEqual([]);
});

describe.each(RECIPES)('$title', ({ rules, carts }) => {
  test('comes to what the page says', async () => {
    const order = await open(rules);
    for (const [said, end] of carts) expect([said, await order(said)]).toEqual([said, end]);
  });
});
