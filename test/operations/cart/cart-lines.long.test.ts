// A cart as long as it may be by default. Catches a limit that is not kept, and a line that can no longer be raised.
import { expect, test } from 'vitest';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { must } from '../../../src/kernel/result.ts';
import { Goods, line } from '../shop.ts';
import type { Cart } from '../cart-reply.ts';

test('the 1,001st line is refused, but neither the thousandth nor a raised one', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const [session, id] = [await shop.session(), await goods.product(0.01)];
  // Without replies, each of which shows the whole cart.
  const whole = {
    sessionId: shop.engine.tables.session.nextId - 1,
    productId: id,
    free: false,
    grouped: false,
    quantityMilli: 1000 as Milli,
    priceField: 'price',
    nameField: 'name',
    descriptionField: 'short_description',
    language: 'de_DE',
    country: 'DE',
    taxClass: '',
    parentId: 0,
    attributes: [],
    backOffice: false,
  };
  const cause = maintenanceCause('test');
  for (let at = 0; at < 998; at += 1)
    must(shop.engine.transact(cause, (tx) => addToCart(tx, whole)).ok, 'there is room');
  for (let at = 998; at < 1000; at += 1) await shop.text('add_to_cart', line(session, id, { element_type: 'PRODUCT' }));
  await shop.refused('add_to_cart', line(session, id, { element_type: 'PRODUCT' }), 'CART_LINE_LIMIT_REACHED', 1000);
  const raised = await shop.call<Cart>('add_to_cart', line(session, id));
  expect([raised.contents.length, raised.sum]).toEqual([1000, 10.01]);
  expect((await shop.call<Cart>('get_cart', { session })).contents).toHaveLength(1000);
});
