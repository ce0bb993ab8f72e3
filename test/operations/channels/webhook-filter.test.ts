// Catches a filter that leaves out what a search with the same constraint finds, or lets through what it does not; and
// one that costs the message its place or its later replay.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passesFilter } from '../../../src/domain/listing/webhook-filter.ts';
import { runs } from '../../harness/effort.ts';
import { Goods, line, openShop } from '../shop.ts';
import type { Reply, TestShop } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { ViewWorld, payloadOf } from './view-world.ts';
import type { Payload } from './view-world.ts';

const idsFound = async (shop: TestShop, request: string, constraint: unknown): Promise<Set<number>> => {
  const { result } = await shop.admin<{ result: readonly { readonly id: number }[] }>(request, { constraint });
  return new Set(result.map(({ id }) => id));
};

/** Conditions on orders, some of which no order meets. */
const condition = fc.oneof(
  fc.constantFrom('PAYMENT_RECEIVED', 'PAYMENT_NOT_RECEIVED').map((order_payment_state) => ({ order_payment_state })),
  fc.tuple(fc.constantFrom('=', '!=', '<', '>='), fc.integer({ min: 0, max: 40 })).map((sum) => ({ 'cart.sum': sum })),
  fc.tuple(fc.constantFrom('LIKE', 'NOT LIKE'), fc.constantFrom('a%', '%b%', '%')).map((email) => ({ email })),
  fc.tuple(fc.constant('IN'), fc.subarray(['AT', 'DE'])).map((delivery_country_code) => ({ delivery_country_code })),
  fc.constantFrom({ 'main.id': ['<', 3] }, { nothing_to_pay: 1 }, { tracking_number: 'none' }),
);
type Condition = { readonly [field: string]: unknown };
const constraint = fc.oneof(
  condition,
  fc.tuple(condition, condition).map(([one, other]): Condition => ({ ...one, ...other })),
  fc.array(condition, { minLength: 1, maxLength: 3 }),
);

interface Drawn {
  readonly price: number;
  readonly email: string;
  readonly isPaid: boolean;
}

const order: fc.Arbitrary<Drawn> = fc.record({
  price: fc.constantFrom(0, 20),
  email: fc.constantFrom('a@b.example', 'c@d.example', ''),
  isPaid: fc.boolean(),
});

const place = async ({ shop }: Goods, { email, isPaid }: Drawn, id_product: number): Promise<number> => {
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, id_product, { quantity: 1 }));
  if (email !== '') await shop.call('set_order_details', { session, email });
  const { id_order } = await shop.call<Checkout>('checkout', { session });
  if (isPaid) await shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
  return id_order;
};

/** What is wrong with a filter: orders that it judges otherwise than the search. */
const misjudged = async (shop: TestShop, ids: readonly number[], asked: unknown, passes: typeof passesFilter) => {
  const found = await idsFound(shop, 'search_orders', asked);
  const reader = shop.engine.readContext();
  return ids.filter((id) => {
    const judged = passes(reader, 'ORDER_CREATE', id, JSON.stringify(asked));
    return !judged.ok || judged.value !== found.has(id);
  });
};

describe('a filter', () => {
  test('leaves out exactly the orders that a search with its constraint does not find', async () => {
    const goods = await Goods.open({ config: { webhookDelayMs: 0 } });
    const world = new ViewWorld(goods.shop);
    const prices = new Map<number, number>();
    for (const price of [0, 20]) prices.set(price, await goods.product(price));
    await world.aim('ORDER_CREATE', { body: 'view' });
    const ids: number[] = [];
    let [sent, leftOut] = [0, 0];
    await fc.assert(
      fc.asyncProperty(order, constraint, async (drawn, asked) => {
        await world.aim('ORDER_CREATE', { filter: asked });
        const id = await place(goods, drawn, prices.get(drawn.price)!);
        ids.push(id);
        await world.deliver(0);
        const told = world.taken().map((call) => payloadOf(call).parameters['id_order']);
        const found = await idsFound(goods.shop, 'search_orders', asked);
        expect(told).toEqual(found.has(id) ? [id] : []);
        if (found.has(id)) sent += 1;
        else leftOut += 1;
        expect(await misjudged(goods.shop, ids, asked, passesFilter)).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
    expect(Math.min(sent, leftOut), 'both were drawn').toBeGreaterThan(0);
    const canary = (...[shop, event, id]: Parameters<typeof passesFilter>) => passesFilter(shop, event, id, '{"id":1}');
    expect(await misjudged(goods.shop, ids, { id: ['>', 1] }, canary), 'canary: another constraint').not.toEqual([]);
  });

  test('judges the state at the time of sending, loses nothing, and judges again what is sent again', async () => {
    const shop = openShop();
    const world = new ViewWorld(shop);
    await shop.make('create_class', { name: 'page', type: 'content' });
    await world.aim('WEBHOOK_CONTENT_UPDATE', { body: 'view', filter: { 'main.name': ['LIKE', 'b%'] } });
    const from = shop.engine.headSeq + 1;
    const names = ['a1', 'b1', 'a2', 'b2', 'gone'];
    const ids: number[] = [];
    for (const name of names) ids.push(await shop.make('create_content', { class: 'page', name, shop_active: 1 }));
    // The first message about it finds the name that it has by then.
    await shop.admin('update_content', { id_content: ids[2], name: 'b3' });
    await shop.admin('delete_content', { id_content: ids[4] });
    await world.deliver();
    const told = (): Payload[] => world.taken().map((call) => payloadOf(call));
    const idsTold = told().map(({ parameters }) => parameters['id_shopobject']);
    expect(idsTold).toEqual([ids[1], ids[2], ids[3], ids[4], ids[2], ids[4]]);
    const { webhooks } = await shop.admin<{ webhooks: Reply[] }>('get_webhooks');
    const of = webhooks.find(({ name }) => name === 'WEBHOOK_CONTENT_UPDATE')!;
    expect(of).toMatchObject({ health: 'healthy', backlog: 0, lost: 0 });
    await world.aim('WEBHOOK_CONTENT_UPDATE', { filter: { 'main.name': 'a1' } });
    await shop.admin('replay_webhook', { name: 'WEBHOOK_CONTENT_UPDATE', from });
    await world.deliver();
    expect(told().map(({ parameters }) => parameters['id_shopobject'])).toEqual([ids[0], ids[4], ids[4]]);
  });

  test('of a webhook whose calls have no body leaves out the same', async () => {
    const shop = openShop();
    const world = new ViewWorld(shop);
    await shop.make('create_class', { name: 'page', type: 'content' });
    await world.aim('WEBHOOK_CONTENT_UPDATE', { filter: { 'main.name': 'b' } });
    const ids: number[] = [];
    for (const name of ['a', 'b']) ids.push(await shop.make('create_content', { class: 'page', name, shop_active: 1 }));
    await world.deliver();
    expect(world.taken().map(({ url }) => new URL(url).searchParams.get('id_shopobject'))).toEqual([String(ids[1])]);
  });
});
