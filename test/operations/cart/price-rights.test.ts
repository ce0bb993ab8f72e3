// Catches a caller who names a price that the settings close: another attribute as the price, or a free element.
import { expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { shopRules } from '../../../src/config/shop-rules.ts';
import { Goods, freeLine, line } from '../shop.ts';

const opened = async (given: Partial<Config> = {}) => {
  const rules = shopRules({ ...loadConfig({}, {}, '/nonexistent'), ...given });
  const goods = await Goods.open({ rules });
  return { shop: goods.shop, session: await goods.shop.session(), product: await goods.product(5) };
};

test('priceFields: only what it lists is a price', async () => {
  const { shop, session, product } = await opened({ priceFields: ['price_b2b'] });
  await shop.refused('add_to_cart', line(session, product), 'PRICE_FIELD_INVALID', 'price_field');
  expect(await shop.call('get_cart', { session })).toMatchObject({ total: 0 });
  const listed = await opened({ priceFields: ['price_b2b', 'price'] });
  expect(await listed.shop.call('add_to_cart', line(listed.session, listed.product))).toMatchObject({ total: 5 });
});

test('priceFields: a name that the settings have in another form is that of the attribute', () => {
  const config = { ...loadConfig({}, {}, '/nonexistent'), priceFields: ['Ha\u0308ndlerpreis'] };
  expect(shopRules(config).priceFields).toEqual(['H\u00e4ndlerpreis']);
});

test('freeElements: everyone by default, then the secret key alone, then nobody; products stay', async () => {
  const open = await opened();
  expect(await open.shop.call('add_to_cart', freeLine(open.session, 2))).toMatchObject({ total: 2 });

  const keyed = await opened({ freeElements: 'secret-key' });
  await keyed.shop.refused('add_to_cart', freeLine(keyed.session, 2), 'PERMISSION_DENIED', 'element_type');
  expect(await keyed.shop.call('add_to_cart', freeLine(keyed.session, 2), { secret: true })).toMatchObject({
    total: 2,
  });

  const closed = await opened({ freeElements: 'nobody' });
  for (const element_type of ['FREE_ELEMENT', 'FREE_ELEMENT_GR']) {
    const free = { ...freeLine(closed.session, 2), element_type };
    expect(await closed.shop.call('add_to_cart', free, { secret: true })).toMatchObject({
      message: 'PERMISSION_DENIED',
      param: 'element_type',
    });
  }
  expect(await closed.shop.call('add_to_cart', line(closed.session, closed.product))).toMatchObject({ total: 5 });
});
