// The examples of extensions in a shop that asks them on their threads. Catches one that is sound by itself and is
// asked otherwise, or whose answer the shop does not take.
import { expect, test } from 'vitest';
import '../outside/threads/compiled-threads.ts';
import { compiledExample } from './compiled-example.ts';
import { ALE, drinkShop, filled } from './extension-shop.ts';

test('goods for adults are ordered with a day of birth', async () => {
  const shop = await drinkShop({ extensions: [await compiledExample('age-check')] });
  const { session } = await filled(shop, ALE, 2);
  const refused = { message: 'EXTENSION_REFUSED', param: 'AGE_NOT_CONFIRMED' };
  expect(await shop.call('checkout', { session })).toMatchObject(refused);
  await shop.call('set_order_details', { session, attributes: { born: '1990-11-30' } });
  expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
  await shop.close();
});
