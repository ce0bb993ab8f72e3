// Edits of placed orders by one call. It would catch an order that another way of editing would leave otherwise, a
// refused edit of which something stays, and a session or held stock that outlives the call.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, line } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';

interface Made {
  readonly goods: Goods;
  readonly products: readonly number[];
  readonly orderId: number;
}

/** Three pieces of one product and two of another, of five each, at 10; the third product is not in it. */
const ordered = async (cartHoldMs = 0): Promise<Made> => {
  const goods = await Goods.open({ config: { cartHoldMs } });
  const products = [await goods.stocked(5), await goods.stocked(5), await goods.stocked(5)];
  await goods.shop.admin('create_coupons', {
    count: 1,
    name: 'Tenth',
    amount: 10,
    type: 'UNIQUE_PERCENTAGE',
    code: 'tenth-0001',
  });
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, products[0]!, { quantity: 3 }));
  await goods.shop.call('add_to_cart', line(session, products[1]!, { quantity: 2 }));
  const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
  return { goods, products, orderId };
};

const edit = ({ goods, orderId }: Made, more: Given): Promise<Reply> =>
  goods.shop.admin('edit_order', { id_order: orderId, ...more });

const added = ({ products }: Made, at: number, quantity: number) => ({
  id_shopobject: products[at]!,
  quantity,
  price_field: 'price',
  name_field: 'name',
});

/** Sessions that are on the disk once the shop was opened again. */
const sessions = async ({ goods: { shop } }: Made): Promise<number> => {
  await shop.restart();
  return shop.engine.tables.session.idsInUse;
};

/** What the order comes to, its lines, and what is left in stock. */
const outcome = async ({ goods, products, orderId }: Made): Promise<unknown> => {
  const order = await goods.shop.admin<Given>('get_order_by_id', { id_order: orderId });
  const { contents } = order['cart'] as { readonly contents: readonly Given[] };
  const left = await Promise.all(products.map((product) => goods.left(product)));
  return { balance: order['balance'], lines: contents.map(({ id, quantity }) => [id, quantity]), left };
};

test('changes lines, coupons and total at once, as dry_run has shown it', async () => {
  const made = await ordered();
  const before = await outcome(made);
  const asked = {
    set: [
      { id_element: 1, quantity: 1 },
      { id_element: 2, quantity: 0 },
    ],
    add: [added(made, 2, 4)],
  };
  const tried = await edit(made, { ...asked, coupons: [['tenth-0001', 'Tenth']], dry_run: 1 });
  expect(await outcome(made)).toEqual(before);
  const wrong = { ...asked, coupons: [['tenth-0001', 'Tenth']], expected_total: '44' };
  expect(await edit(made, wrong)).toMatchObject({ message: 'TOTAL_CHANGED' });
  expect(await outcome(made)).toEqual(before);
  const done = await edit(made, { ...wrong, expected_total: '45' });
  expect(done).toMatchObject({ status: 'success', credit: { id: 1, amount: 50 }, balance: { total: 45 } });
  expect(tried).toMatchObject({ credit: { id: 1, amount: 50 }, balance: { total: 45 } });
  expect(await outcome(made)).toMatchObject({ left: [4, 5, 1] });
  const repeated = { id_order: made.orderId, ...asked };
  expect(await made.goods.shop.admin('edit_order', repeated)).toMatchObject({ message: 'CART_LINE_NOT_FOUND' });
});

test('is refused as a whole, by the names that each step has', async () => {
  const made = await ordered();
  const before = await outcome(made);
  const refused = async (more: Given): Promise<unknown> => (await edit(made, more))['message'];
  expect(await refused({})).toBe('PARAMETER_INVALID');
  expect(await refused({ set: [{ id_element: 1, quantity: 2 }], add: [added(made, 2, 6)] })).toBe(
    'SHOPOBJECT_NOT_AVAILABLE',
  );
  expect(await refused({ set: Array.from({ length: 101 }, () => ({ id_element: 1, quantity: 2 })) })).toBe(
    'PARAMETER_INVALID',
  );
  expect(await edit(made, { set: [{ id_element: 1, quantity: -3 }] })).toMatchObject({
    message: 'PARAMETER_INVALID',
    detail: 'set[0].quantity: it is below 0; 0 removes the line.',
  });
  expect(await refused({ set: [{ id_element: 9, quantity: 2 }] })).toBe('CART_LINE_NOT_FOUND');
  expect(await refused({ set: [1, 2].map((id_element) => ({ id_element, quantity: 0 })) })).toBe('ORDER_EMPTIED');
  expect(await refused({ coupons: [['NONE', '']] })).toBe('COUPON_NOT_VALID');
  expect(await refused({ id_delivery_method: 99 })).toBe('DELIVERY_METHOD_NOT_FOUND');
  expect(await refused({ add: [added(made, 2, 1)], if_seq: 1 })).toBe('CHANGED_MEANWHILE');
  expect(await outcome(made)).toEqual(before);
  expect(
    await made.goods.shop.admin('add_parcel', { id_order: made.orderId, lines: [{ id_element: 1, quantity: 2 }] }),
  ).toMatchObject({ status: 'success' });
  expect(await refused({ set: [{ id_element: 1, quantity: 1 }] })).toBe('LINE_SENT');
});

test('gives back at once what is owed, where that is asked for', async () => {
  const made = await ordered();
  await made.goods.shop.admin('update_order_details', {
    id_order: made.orderId,
    order_payment_state: 'PAYMENT_RECEIVED',
  });
  const less = { set: [{ id_element: 1, quantity: 1 }], settle: 'manual', reason: 'phone' };
  expect(await edit(made, less)).toMatchObject({
    balance: { total: 30, outstanding: 0, refunded: 20 },
    refunds: [{ amount: 20, to: 'manual', state: 'done' }],
  });
});

test('leaves what another cart holds', async () => {
  const made = await ordered(60_000);
  const { shop } = made.goods;
  await shop.call('add_to_cart', line(await shop.session(), made.products[2]!, { quantity: 2 }));
  expect(await edit(made, { add: [added(made, 2, 4)] })).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
  expect(await edit(made, { add: [added(made, 2, 3)] })).toMatchObject({ balance: { total: 80 } });
  const other = await shop.call('add_to_cart', line(await shop.session(), made.products[2]!, { quantity: 1 }));
  expect(other).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
});

const change = fc.record({
  first: fc.integer({ min: 0, max: 5 }),
  second: fc.integer({ min: 1, max: 5 }),
  third: fc.integer({ min: 0, max: 6 }),
  holds: fc.boolean(),
});

test('leaves the order as an edit in steps does, and no session', async () => {
  await fc.assert(
    fc.asyncProperty(change, async ({ first, second, third, holds }) => {
      const [one, steps] = [await ordered(holds ? 60_000 : 0), await ordered(holds ? 60_000 : 0)];
      const before = await sessions(one);
      const set = [
        { id_element: 1, quantity: first },
        { id_element: 2, quantity: second },
      ];
      const add = third === 0 ? [] : [added(one, 2, third)];
      const made = await edit(one, { set, add });
      expect(await sessions(one)).toBe(before);
      const { shop } = steps.goods;
      const begun = await shop.admin<{ session: string; id_edit: string }>('begin_order_edit', {
        id_order: steps.orderId,
      });
      const replies: Reply[] = [];
      for (const { id_element, quantity } of set)
        replies.push(
          quantity === 0
            ? await shop.call('del_from_cart', { session: begun.session, id_element })
            : await shop.call('set_quantity', { session: begun.session, id_element, quantity }),
        );
      for (const more of add)
        replies.push(await shop.call('add_to_cart', line(begun.session, more.id_shopobject, { quantity: third })));
      const isRefused = replies.some(({ status }) => status === 'error');
      expect(made['status'] === 'success').toBe(!isRefused);
      if (isRefused) return;
      await shop.admin('commit_order_edit', { id_edit: begun.id_edit });
      expect(await outcome(one)).toEqual(await outcome(steps));
    }),
    { numRuns: runs(20) },
  );
});
