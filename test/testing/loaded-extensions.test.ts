// A shop for tests with extensions. Catches one that is not asked as a server asks it, and a module that is not loaded
// and lets a test pass all the same.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { testShop } from '../../src/testing/test-shop.ts';
import type { TestShopOptions } from '../../src/testing/test-shop.ts';
import { newDirectory } from '../harness/directories.ts';
import '../outside/threads/compiled-threads.ts';

const moduleOf = (handler: string): string => {
  const file = join(newDirectory(), 'own.mjs');
  writeFileSync(file, `export default { name: 'own', version: '1', checkout_check: ${handler} };`);
  return file;
};

/** What the checkout of a new cart is answered. */
const checkout = async (options: TestShopOptions): Promise<object> => {
  const shop = await testShop(options);
  try {
    const { code: session } = await shop.call<{ code: string }>('get_new_session');
    const lamp = { element_type: 'FREE_ELEMENT', name_field: 'Lamp', price_field: 5 };
    await shop.call('add_to_cart', { session, id_shopobject: 0, quantity: 1, ...lamp });
    return await shop.call('checkout', { session });
  } finally {
    await shop.close();
  }
};

test('a module is named by its path, its URL, or with what the setting says of it', async () => {
  const file = moduleOf(`() => ({ refuse: 'NOT_TODAY' })`);
  const refused = { message: 'EXTENSION_REFUSED', param: 'NOT_TODAY' };
  expect(await checkout({ extensions: [file] })).toMatchObject(refused);
  expect(await checkout({ extensions: [pathToFileURL(file)] })).toMatchObject(refused);
  expect(await checkout({ settings: { extensions: [{ module: file }] } })).toMatchObject(refused);
});

test('one that fails stops the checkout, or is passed over where the setting says so', async () => {
  const broken = moduleOf(`() => { throw new Error('broken'); }`);
  expect(await checkout({ extensions: [broken] })).toMatchObject({ message: 'EXTENSION_UNAVAILABLE' });
  const passed = await checkout({ extensions: [{ module: broken, onFailure: 'skip' }] });
  expect(passed).toMatchObject({ id_order: expect.any(Number), status: 'success' });
});

test('one that is not loaded is said at once, by its name, also where it may be passed over', async () => {
  const [sound, broken] = [moduleOf('() => undefined'), moduleOf('7')];
  await expect(testShop({ extensions: [sound, { module: broken, onFailure: 'skip' }] })).rejects.toThrow(
    /own\.mjs is not loaded: checkout_check is no function/,
  );
  await expect(testShop({ extensions: ['/nowhere/own.mjs'] })).rejects.toThrow(/ENOENT/);
});
