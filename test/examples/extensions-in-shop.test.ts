// The examples of extensions in a shop that asks them on their threads. Catches one that is sound by itself and is
// asked otherwise, or whose answer the shop does not take.
import { expect, test } from 'vitest';
import '../outside/threads/compiled-threads.ts';
import { compiledExample } from './compiled-example.ts';
import { ALE, TEA, drinkShop, filled } from './extension-shop.ts';

test('goods for adults are ordered with a day of birth', async () => {
  const shop = await drinkShop({ extensions: [await compiledExample('age-check')] });
  const { session } = await filled(shop, ALE, 2);
  const refused = { message: 'EXTENSION_REFUSED', param: 'AGE_NOT_CONFIRMED' };
  expect(await shop.call('checkout', { session })).toMatchObject(refused);
  await shop.call('set_order_details', { session, attributes: { born: '1990-11-30' } });
  expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
  await shop.close();
});

test('a bottle with a deposit costs it more, and other goods cost what they cost', async () => {
  const shop = await drinkShop({ extensions: [await compiledExample('bottle-deposit')] });
  const { session, cart } = await filled(shop, ALE, 3);
  expect(cart).toMatchObject({ sum: 7.74, contents: [{ price: 2.58, quantity: 3 }] });
  expect(await shop.call('set_quantity', { session, id_element: 1, quantity: 20 })).toMatchObject({ sum: 51.6 });
  expect((await filled(shop, TEA, 1)).cart).toMatchObject({ sum: 4.95 });
  await shop.close();
});
