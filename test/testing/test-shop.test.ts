// The shop for tests, and the example of its documentation.
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { BadFixture, testShop } from '../../src/testing/test-shop.ts';

const DOC = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8');
const [, block] = /```js\n([\s\S]*?)```/.exec(DOC)!;

describe('the example of docs/testing.md', () => {
  const program = block!.replaceAll(/^import .*\n/gm, '');
  compileFunction(program, ['expect', 'test', 'testShop'])(expect, test, testShop);
});

const CLASS = JSON.stringify({ type: 'class', name: 'lamp', class_type: 'product', attributes: [] });
const product = (name: string, className = 'lamp'): string =>
  JSON.stringify({ type: 'product', class: className, name, active: true });

describe('a shop for tests', () => {
  test('many side by side share nothing', async () => {
    const shops = await Promise.all(
      Array.from({ length: 20 }, (_, index) => testShop({ catalogue: `${CLASS}\n${product(`lamp ${index}`)}\n` })),
    );
    for (const [index, shop] of shops.entries()) {
      const reply = await shop.call<{ name: string }>('get_product_details', { id_product: 1 });
      expect(reply.name).toBe(`lamp ${index}`);
      expect(await shop.call('get_product_details', { id_product: 2 })).toMatchObject({ object: 'error' });
    }
    await Promise.all(shops.map((shop) => shop.close()));
  });

  test('a session ends when the clock moves past its time', async () => {
    const shop = await testShop({ clock: '2026-01-01T00:00:00Z' });
    const { code } = await shop.call<{ code: string }>('get_new_session');
    expect(await shop.call('get_cart', { session: code })).toMatchObject({ object: 'cart' });
    await shop.advance(400 * 86_400_000);
    expect(shop.now()).toEqual(new Date('2027-02-05T00:00:00Z'));
    expect(await shop.call('get_cart', { session: code })).toMatchObject({ message: 'SESSION_INVALID' });
    await shop.close();
  });

  test('the clock is never set back, and no text that names no moment is taken', async () => {
    const shop = await testShop({ clock: '2026-01-01T00:00:00Z' });
    await expect(shop.setClock('2025-12-31T23:59:59Z')).rejects.toThrow(RangeError);
    await expect(shop.advance(-1)).rejects.toThrow(RangeError);
    await shop.close();
    await expect(testShop({ clock: 'tomorrow' })).rejects.toThrow(RangeError);
  });

  test('a fixture with a refused record is a BadFixture that names the line', async () => {
    await expect(testShop({ catalogue: `${CLASS}\n${product('x', 'chair')}\n` })).rejects.toThrow(BadFixture);
    await expect(testShop({ catalogue: `${CLASS}\n${product('x', 'chair')}\n` })).rejects.toThrow(/catalogue: line 2/);
    await expect(testShop({ catalogue: 'no json\n' })).rejects.toThrow(/line 1/);
  });
});
