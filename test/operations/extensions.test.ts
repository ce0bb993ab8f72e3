// The operations of extensions, over one on a thread of its own. Catches figures that are not its own, and a reload
// that needs a stop or takes a broken module.
import { expect, test } from 'vitest';
import { hostOf, moduleOf } from '../outside/extensions/modules.ts';
import { Goods, TestShop, line } from './shop.ts';

const listed = (shop: TestShop): Promise<{ readonly extensions: readonly object[] }> => shop.admin('get_extensions');

test('a shop without extensions has none, and none to load again', async () => {
  const shop = new TestShop({});
  expect(await listed(shop)).toEqual({ object: 'extensions', extensions: [] });
  expect(await shop.admin('reload_extensions')).toEqual({ object: 'reload_extensions', extensions: [] });
  await shop.refused('reload_extensions', { name: 'gone' }, 'PARAMETER_INVALID', 'name', { secret: true });
});

test('a module that is changed and loaded again decides from then on, and its figures are listed', async () => {
  const check = (most: number): string =>
    moduleOf(
      'most',
      `version: '${most}', cart_check: ({ cart }) => (cart.sum > ${most} ? { refuse: 'TOO_MUCH' } : undefined)`,
    );
  const tested = hostOf({ 'most.mjs': check(10) });
  await tested.when('running');
  const goods = await Goods.open({ extensions: tested.host });
  const { shop } = goods;
  const [session, product] = [await shop.session(), await goods.product(20)];
  expect(await shop.call('add_to_cart', line(session, product))).toMatchObject({ param: 'TOO_MUCH' });
  tested.write('most.mjs', check(30));
  const figures = { name: 'most', version: '30', module: 'most.mjs', state: 'running', points: ['cart_check'] };
  expect(await shop.admin('reload_extensions', { name: 'most' })).toMatchObject({ extensions: [figures] });
  expect(await shop.call('add_to_cart', line(session, product))).toMatchObject({ object: 'cart', sum: 20 });
  tested.write('most.mjs', 'export default 7;');
  await shop.admin('reload_extensions');
  expect(await listed(shop)).toEqual({
    object: 'extensions',
    extensions: [
      {
        ...figures,
        on_failure: 'refuse',
        calls: 2,
        failures: 0,
        restarts: 0,
        p99_ms: expect.any(Number),
        last_error: expect.stringMatching(/no extension/),
      },
    ],
  });
});

test('an extension that hangs holds up nobody else', async () => {
  const tested = hostOf(
    { 'a.mjs': moduleOf('hangs', 'cart_check: () => { for (;;); }') },
    { deadlineMs: { cart_check: 50 } },
  );
  await tested.when('running');
  const goods = await Goods.open({ extensions: tested.host });
  const { shop } = goods;
  const [session, product] = [await shop.session(), await goods.product(20)];
  let isAnswered = false;
  const hung = shop.call('add_to_cart', line(session, product)).finally(() => (isAnswered = true));
  for (let calls = 0; calls < 20; calls += 1) await shop.call('get_cart', { session });
  expect(isAnswered).toBe(false);
  expect(await hung).toMatchObject({ message: 'EXTENSION_UNAVAILABLE', param: 'hangs' });
});
