// Catches an update or deletion of a category that changes more or less than it says.
import { describe, expect, test } from 'vitest';
import type { Given, Reply, TestShop } from '../shop.ts';
import { Goods, openShop } from '../shop.ts';

const NO_SEO = { permalink: '', title: '', description: '', keywords: '' };

interface Category {
  readonly id: number;
  readonly prio: number;
}

const children = async (shop: TestShop, parent: number): Promise<number[]> => {
  const { categories } = await shop.call<{ categories: Category[] }>('get_categories', { id_parent: parent });
  return categories.map(({ id }) => id);
};

const shown = async (shop: TestShop, id: number, language = 'de_DE'): Promise<Reply> =>
  (await shop.call<{ parent_category: Reply }>('get_categories', { id_parent: id, language })).parent_category;

const done = { object: 'update_category', status: 'success' };
const update = (shop: TestShop, id: number, change: Given): Promise<Reply> =>
  shop.admin('update_category', { id_category: id, ...change });

/** 1 with 2 (with 4) and 3 below it. */
const tree = async (): Promise<TestShop> => {
  const shop = openShop();
  for (const [id_parent, name] of [
    [0, 'root'],
    [1, 'left'],
    [1, 'right'],
    [2, 'leaf'],
  ])
    await shop.make('create_category', { id_parent, name });
  return shop;
};

describe('update_category', () => {
  test('changes what is sent and leaves the rest, also over a restart', async () => {
    const shop = openShop();
    const seo = {
      de_DE: { permalink: 'jacken', title: 'T', description: 'D', keywords: 'K' },
      en_EN: { permalink: 'jackets' },
    };
    const id = await shop.make('create_category', {
      id_parent: 0,
      name: 'jackets',
      labels: { de_DE: 'Jacken', en_EN: 'Jackets' },
      attributes: { link: '/j', position: 3 },
      seo,
    });
    const before = await shown(shop, id);
    const changes: [Given, object][] = [
      [{ name: 'coats' }, { name: 'coats' }],
      [{ labels: { de_DE: 'Mäntel' } }, { label: 'Mäntel' }],
      [
        { attributes: { position: { name: 'position', value: 4 }, colour: 'red' } },
        {
          attributes: {
            link: { name: 'link', value: '/j' },
            position: { name: 'position', value: 4 },
            colour: { name: 'colour', value: 'red' },
          },
        },
      ],
      [
        { attributes: { link: null } },
        { attributes: { position: { name: 'position', value: 4 }, colour: { name: 'colour', value: 'red' } } },
      ],
      [
        { seo: { de_DE: { title: 'U' } } },
        { seo: { permalink: 'jacken', title: 'U', description: 'D', keywords: 'K' } },
      ],
      // Each member is looked up for itself, so the other language's permalink shows.
      [
        { seo: { de_DE: { permalink: '' } } },
        { seo: { permalink: 'jackets', title: 'U', description: 'D', keywords: 'K' } },
      ],
      [{ labels: { de_DE: null } }, { label: 'Jackets' }],
    ];
    let expected: object = before;
    for (const [change, shows] of changes) {
      expect(await update(shop, id, change)).toEqual(done);
      expected = { ...expected, ...shows };
      expect(await shown(shop, id), JSON.stringify(change)).toEqual(expected);
    }
    await shop.restart();
    expect(await shown(shop, id)).toEqual(expected);
    const free = await shop.make('create_category', {
      id_parent: 0,
      name: 'x',
      seo: { de_DE: { permalink: 'jacken' } },
    });
    await shop.adminRefused(
      'update_category',
      { id_category: id, seo: { de_DE: { permalink: 'jacken' } } },
      'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
      'jacken',
    );
    expect(await shown(shop, free)).toMatchObject({ seo: { ...NO_SEO, permalink: 'jacken' } });
  });

  test('nothing, junk and the same again are no event', async () => {
    const shop = openShop();
    const given = {
      labels: { de_DE: 'L' },
      attributes: { a: 1, b: 'x' },
      seo: { de_DE: { permalink: 'p', title: '' } },
    };
    await shop.make('create_category', { id_parent: 0, name: 'c', ...given });
    const before = shop.engine.headSeq;
    for (const junk of ['', 'undefined', 'null', 'NaN', '[object Object]']) {
      expect(await update(shop, 1, { id_parent: junk, name: junk, labels: junk, attributes: junk, seo: junk })).toEqual(
        done,
      );
    }
    await update(shop, 1, { labels: '[]', attributes: '[]', seo: '[]' });
    await update(shop, 1, { name: 'c', id_parent: 0, ...given });
    await update(shop, 1, { labels: { fr_FR: null }, attributes: { c: null } });
    expect(shop.engine.headSeq).toBe(before);
  });

  test('J sends no id_category: an error that touches nothing', async () => {
    const shop = await tree();
    await shop.adminRefused(
      'update_category',
      { id_parent: 1, name: 'x', labels: {}, attributes: {}, seo: {} },
      'PARAMETER_MISSING',
      'id_category',
    );
    expect(await shown(shop, 1)).toMatchObject({ name: 'root' });
  });

  test.each<[string, Given, string, string]>([
    ['an unknown category', { id_category: 9 }, 'CATEGORY_NOT_FOUND', '9'],
    ['category 0', { id_category: 0 }, 'CATEGORY_NOT_FOUND', '0'],
    ['a long name', { name: 'x'.repeat(256) }, 'CATEGORY_NAME_NOT_VALID', 'name'],
    ['a huge label', { labels: { de_DE: 'x'.repeat(256) } }, 'PARAMETER_INVALID', 'labels'],
    ['a label that is a list', { labels: { de_DE: [] } }, 'PARAMETER_INVALID', 'labels'],
    ['a lone surrogate in a label', { labels: '{"de_DE":"\\udc00"}' }, 'PARAMETER_INVALID', 'labels'],
    ['a control character in a name', { name: '\u0001' }, 'PARAMETER_INVALID', 'name'],
    ['an attribute that is a list', { attributes: { a: [1] } }, 'PARAMETER_INVALID', 'attributes'],
    [
      'a permalink with a byte-order mark',
      { seo: { de_DE: { permalink: '\uFEFFx' } } },
      'SEO_ENTRY_PERMALINK_INVALID',
      '\uFEFFx',
    ],
    ['an unknown parent', { id_parent: 9 }, 'CATEGORY_NOT_FOUND', '9'],
    ['itself as parent', { id_parent: 2 }, 'CATEGORY_PARENT_NOT_VALID', '2'],
    ['its descendant as parent', { id_parent: 4 }, 'CATEGORY_PARENT_NOT_VALID', '4'],
    ['a parent in words', { id_parent: 'x' }, 'PARAMETER_INVALID', 'id_parent'],
  ])('refuses %s and changes nothing', async (_what, change, code, param) => {
    const shop = await tree();
    await shop.adminRefused('update_category', { id_category: 2, labels: { en_EN: 'new' }, ...change }, code, param);
    expect(await shown(shop, 2)).toMatchObject({ name: 'left', label: '', id_parent: 1 });
    await shop.refused('update_category', { id_category: 2, name: 'x' }, 'PERMISSION_DENIED', 'licence_secret_key');
  });

  test('a new parent moves it behind the last child there, with what is below it', async () => {
    const shop = await tree();
    expect([await children(shop, 0), await children(shop, 1), await children(shop, 2)]).toEqual([[1], [2, 3], [4]]);
    await update(shop, 2, { id_parent: 3 });
    expect([await children(shop, 1), await children(shop, 3), await children(shop, 2)]).toEqual([[3], [2], [4]]);
    await update(shop, 4, { id_parent: 0 });
    await update(shop, 2, { id_parent: 1 });
    expect([await children(shop, 0), await children(shop, 1), await children(shop, 2)]).toEqual([[1, 4], [3, 2], []]);
    expect(await shown(shop, 4)).toMatchObject({ id_parent: 0, prio: 2 });
    await update(shop, 1, { id_parent: 4 });
    await shop.restart();
    expect([await children(shop, 0), await children(shop, 4), await children(shop, 1)]).toEqual([[4], [1], [3, 2]]);
  });

  test('names of digits and names that others have', async () => {
    const shop = await tree();
    for (const name of ['4711', 'right', '\uFEFFx']) {
      await update(shop, 2, { name });
      expect(await shown(shop, 2)).toMatchObject({ name });
    }
  });
});

describe('delete_category', () => {
  const gone = { object: 'delete_category', status: 'success' };

  test('takes what is below it along; objects stay and are in it no longer', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const [keep, top] = [
      goods.categoryId,
      await shop.make('create_category', { id_parent: 0, name: 'top', seo: { de_DE: { permalink: 'top' } } }),
    ];
    const below = await shop.make('create_category', { id_parent: top, name: 'below' });
    const deep = await shop.make('create_category', { id_parent: below, name: 'deep' });
    const id = await goods.product(1, { categories: [top, keep, deep] });
    const categoriesOf = async (): Promise<number[]> =>
      (await shop.call<{ categories: Category[] }>('get_product_details', { id_product: id })).categories.map(
        (one) => one.id,
      );
    expect(await categoriesOf()).toEqual([top, keep, deep]);
    expect(await shop.admin('delete_category', { id_category: top })).toEqual(gone);
    const check = async (): Promise<void> => {
      expect(await categoriesOf()).toEqual([keep]);
      expect(await children(shop, 0)).toEqual([keep]);
      for (const one of [top, below, deep]) {
        await shop.refused('get_categories', { id_parent: one }, 'CATEGORY_NOT_FOUND', one);
        await shop.refused('get_products_in_category', { id_category: one }, 'CATEGORY_NOT_FOUND', one);
      }
      await shop.adminRefused(
        'create_product',
        { class: 'product', name: 'x', categories: ['below'] },
        'CATEGORY_NOT_FOUND',
        'below',
      );
      await shop.adminRefused('create_category', { id_parent: below, name: 'x' }, 'CATEGORY_NOT_FOUND', below);
    };
    await check();
    await shop.restart();
    await check();
    expect(
      await shop.make('create_category', { id_parent: 0, name: 'top', seo: { de_DE: { permalink: 'top' } } }),
      'ids are never used again',
    ).toBe(deep + 1);
    expect(await categoriesOf()).toEqual([keep]);
    expect(await shop.admin('update_product', { id_product: id, categories: [keep, 'top'] })).toMatchObject({
      status: 'success',
    });
    expect(await categoriesOf()).toEqual([keep, deep + 1]);
  });

  test('one of a name: the next of that name is found by it', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const [first, second] = [
      await shop.make('create_category', { id_parent: 0, name: 'same' }),
      await shop.make('create_category', { id_parent: 0, name: 'same' }),
    ];
    await update(shop, first, { labels: { de_DE: 'a change does not put it behind the other' } });
    const found = async (): Promise<unknown> => {
      const id = await goods.product(1, { categories: 'same' });
      return (await shop.call<{ categories: Category[] }>('get_product_details', { id_product: id })).categories[0]?.id;
    };
    expect(await found()).toBe(first);
    await shop.admin('delete_category', { id_category: first });
    expect(await found()).toBe(second);
  });

  test('what is not there is refused, and nothing is deleted without the secret key', async () => {
    const shop = await tree();
    await shop.adminRefused('delete_category', { id_category: 9 }, 'CATEGORY_NOT_FOUND', 9);
    await shop.adminRefused('delete_category', { id_category: 0 }, 'CATEGORY_NOT_FOUND', 0);
    await shop.adminRefused('delete_category', {}, 'PARAMETER_MISSING', 'id_category');
    await shop.refused('delete_category', { id_category: 1 }, 'PERMISSION_DENIED', 'licence_secret_key');
    await shop.admin('delete_category', { id_category: 4 });
    await shop.adminRefused('delete_category', { id_category: 4 }, 'CATEGORY_NOT_FOUND', 4);
    await shop.adminRefused('update_category', { id_category: 2, id_parent: 4 }, 'CATEGORY_NOT_FOUND', 4);
  });

  test('a dry run counts what goes and what stays, each once, and changes nothing', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const top = await shop.make('create_category', { id_parent: 0, name: 'top' });
    const below = await shop.make('create_category', { id_parent: top, name: 'below' });
    await goods.product(1, { categories: [top, below] });
    await goods.product(2, { categories: [below] });
    await goods.product(3);
    const would = await shop.admin('delete_category', { id_category: top, dry_run: 1 });
    expect(would).toEqual({ ...gone, below: 1, objects: 2 });
    expect(await children(shop, top)).toEqual([below]);
    await shop.adminRefused('delete_category', { id_category: 99, dry_run: 1 }, 'CATEGORY_NOT_FOUND', 99);
  });

  test('a tree two hundred levels deep goes in one step', async () => {
    const shop = openShop();
    for (let id = 0; id < 200; id += 1) await shop.make('create_category', { id_parent: id, name: 'c' });
    await shop.adminRefused('update_category', { id_category: 1, id_parent: 200 }, 'CATEGORY_PARENT_NOT_VALID', 200);
    expect(await shop.admin('delete_category', { id_category: 1 })).toEqual(gone);
    expect(await children(shop, 0)).toEqual([]);
    await shop.restart();
    expect(await children(shop, 0)).toEqual([]);
  });
});

test('get_category_languages shows what a category has itself, and nothing that another language lends it', async () => {
  const shop = openShop();
  const labels = { en_GB: 'Lights' };
  const seo = { de_DE: { permalink: 'leuchten' } };
  const id = await shop.make('create_category', { id_parent: 0, name: 'lights', labels, seo });
  const read = await shop.admin('get_category_languages', { id_category: id });
  expect(read).toMatchObject({ object: 'category_languages', id, name: 'lights', id_parent: 0, labels, seo });
  await shop.refused('get_category_languages', { id_category: id }, 'PERMISSION_DENIED', 'licence_secret_key');
  await shop.adminRefused('get_category_languages', { id_category: 99 }, 'CATEGORY_NOT_FOUND', 99);
});
