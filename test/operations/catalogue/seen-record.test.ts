// Catches a change that overwrites what its caller has not seen, one that is refused although nothing has changed, and
// a price below zero.
import { describe, expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { shopRules } from '../../../src/config/shop-rules.ts';
import type { Given, Json } from '../shop.ts';
import { Goods, openShop } from '../shop.ts';

const CHANGED = 'CHANGED_MEANWHILE';

describe('if_seq', () => {
  test('a product or a variation changes as of the record that the caller has seen, and no later one', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const product = await goods.product(5, { availability: { active: 1, quantity: 3 } });
    const variation = await shop.make('create_variation', { id_product: product, name: 'red' });
    for (const id of [product, variation]) {
      const seqOf = async () => (await shop.admin('get_shopobject_languages', { id_shopobject: id }))['seq'];
      const update = (more: Given) => shop.admin('update_product', { id_product: id, ...more });
      const seq = await seqOf();
      expect(seq).toBeGreaterThan(0);
      await update({ if_seq: seq, metadata: { notes: 'one' } });
      await shop.adminRefused('update_product', { id_product: id, if_seq: seq, name: 'late' }, CHANGED, 'if_seq');
      const { name, seq: now } = await shop.admin('get_shopobject_languages', { id_shopobject: id });
      expect([name === 'late', now === seq]).toEqual([false, false]);
      // The same values again are no record, and its stock is another object.
      await update({ if_seq: now, metadata: { notes: 'one' } });
      await update({ availability: { quantity: 4 } });
      await update({ if_seq: now, metadata: { notes: 'two' } });
      // Without it the last one wins, as before.
      await update({ metadata: { notes: 'three' } });
    }
    await shop.adminRefused('update_product', { id_product: 99, if_seq: 1 }, 'SHOPOBJECT_NOT_FOUND', 99);
    // A restart keeps it.
    const before = await shop.admin('get_shopobject_languages', { id_shopobject: product });
    await shop.restart();
    expect(await shop.admin('get_shopobject_languages', { id_shopobject: product })).toEqual(before);
  });

  test('the reply names the record that the change made; one that is repeated under its key names none', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product();
    const seqOf = async () => (await shop.admin('get_shopobject_languages', { id_shopobject: id }))['seq'];
    const update = (notes: string, if_seq: Json | undefined, key = '') =>
      shop.admin(
        'update_product',
        { id_product: id, metadata: { notes }, ...(if_seq !== undefined && { if_seq }) },
        { key },
      );
    const done = { object: 'update_product', status: 'success' };
    const read = await seqOf();
    const first = await update('one', read, 'k');
    expect(first).toEqual({ ...done, seq: await seqOf() });
    expect(first['seq']).toBeGreaterThan(Number(read));
    const second = await update('two', first['seq']);
    expect(second).toEqual({ ...done, seq: await seqOf() });
    expect(await update('one', read, 'k'), 'somebody else may have changed it since').toEqual(done);
    expect(await update('three', undefined), 'as existing clients know it').toEqual(done);
  });

  test('so do contents and categories', async () => {
    const shop = openShop();
    await shop.make('create_class', { name: 'page', type: 'content' });
    const content = await shop.make('create_content', { class: 'page', name: 'imprint' });
    const category = await shop.make('create_category', { id_parent: 0, name: 'help' });
    const seen = {
      content: (await shop.admin('get_shopobject_languages', { id_shopobject: content }))['seq'],
      category: (await shop.admin('get_category_languages', { id_category: category }))['seq'],
    };
    await shop.admin('update_content', { id_content: content, shop_active: 1, if_seq: seen.content });
    const late = { id_content: content, shop_active: 0, if_seq: seen.content };
    await shop.adminRefused('update_content', late, CHANGED, 'if_seq');
    await shop.admin('update_category', { id_category: category, labels: { en_GB: 'Help' }, if_seq: seen.category });
    const moved = { id_category: category, name: 'other', if_seq: seen.category };
    await shop.adminRefused('update_category', moved, CHANGED, 'if_seq');
    await shop.adminRefused('update_category', { ...moved, id_category: 99 }, 'CATEGORY_NOT_FOUND', 99);
  });
});

describe('a price', () => {
  const opened = (given: Partial<Config>) =>
    Goods.open({ rules: shopRules({ ...loadConfig({}, {}, '/nonexistent'), ...given }) });
  const refused = ['SHOPOBJECT_ATTRIBUTE_INVALID', 'price'] as const;

  test('that priceFields names is never below zero: of products, variations and their class', async () => {
    const goods = await opened({ priceFields: ['price'] });
    const { shop } = goods;
    const id = await goods.product(5);
    const below = { attributes: { de_DE: { price: -0.01 } } };
    await shop.adminRefused('update_product', { id_product: id, ...below }, ...refused);
    await shop.adminRefused('create_variation', { id_product: id, name: 'red', ...below }, ...refused);
    await shop.adminRefused('create_product', { class: 'product', name: 'other', ...below }, ...refused);
    const idClass = (await shop.admin<{ id: number }>('get_class_languages', { id_class: 1 })).id;
    const defaults = [{ name: 'price', defaults: { de_DE: -1 } }];
    await shop.adminRefused('update_class_attributes', { id_class: idClass, attributes: defaults as Json }, ...refused);
    await shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: 0 } } });
  });

  test('is any number where the setting names none', async () => {
    const goods = await opened({});
    const id = await goods.product(5);
    await goods.shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: -5 } } });
  });
});

test('get_class_languages shows what attributes have themselves, and how many use the class', async () => {
  const shop = openShop();
  const id = await shop.make('create_class', { name: 'product', type: 'product', quantity_step: '0.5' });
  const attributes = [
    { name: 'name', type: 'CHAR', labels: { de_DE: 'Name' } },
    { name: 'price', type: 'FLOAT', labels: {}, defaults: { en_GB: 3 } },
  ];
  await shop.admin('create_class_attributes', { id_class: id, attributes: attributes as Json });
  const read = () => shop.admin('get_class_languages', { id_class: id });
  expect(await read()).toMatchObject({
    object: 'class_languages',
    id,
    name: 'product',
    quantity_step: 0.5,
    attributes: [{ ...attributes[0], defaults: {} }, attributes[1]],
    objects: 0,
  });
  await shop.make('create_product', { class: 'product', name: 'rope' });
  expect(await read()).toMatchObject({ objects: 1 });
  await shop.refused('get_class_languages', { id_class: id }, 'PERMISSION_DENIED', 'licence_secret_key');
  await shop.adminRefused('get_class_languages', { id_class: 99 }, 'CLASS_NOT_FOUND', 99);
});
