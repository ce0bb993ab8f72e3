// What a variation has from its product, in every reply and in the cart; and what an inactive product hides.
import { describe, expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import type { Cart } from '../cart-reply.ts';
import { Goods, line } from '../shop.ts';

const ATTRIBUTES = [
  { name: 'image', type: 'IMG' },
  { name: 'colour', type: 'CHAR' },
  { name: 'related', type: 'PRODUCTS' },
];

interface Value {
  readonly value: unknown;
}
interface Shown {
  readonly id: number;
  readonly id_parent?: number;
  readonly shop_active?: number;
  readonly seo: { readonly [member: string]: string };
  readonly metadata: { readonly [member: string]: unknown };
  readonly attributes: { readonly [name: string]: Value };
  readonly variations: readonly Shown[];
}

/** A product with everything, and a way to make variations below. */
const family = async (given: Given = {}) => {
  const goods = await Goods.open({
    config: {
      taxClasses: [
        { name: 'default', calculation: 'included', rates: { DE: 0.19 } },
        { name: 'reduced', calculation: 'included', rates: { DE: 0.07 } },
      ],
    },
  });
  const { shop } = goods;
  await shop.admin('create_class_attributes', { id_class: 1, attributes: ATTRIBUTES });
  const id = await goods.product(10, {
    attributes: {
      de_DE: {
        name: 'Hut',
        short_description: 'warm',
        price: 10,
        image: { value: '/hut.png', width: 4, height: 3 },
        colour: 'rot',
      },
      en_GB: { name: 'Hat', colour: 'red' },
    },
    metadata: {
      element_number: 'H',
      ean: '1',
      taxclass: 'reduced',
      length: 1,
      width: 2,
      height: 3,
      weight: 4,
      notes: 'n',
    },
    seo: { de_DE: { permalink: 'hut', title: 'Titel', description: 'D' }, en_GB: { title: 'Title', keywords: 'hat' } },
    availability: { quantity: 1, active: 1 },
    ...given,
  });
  const vary = (parent: number, name: string, more: Given = {}): Promise<number> =>
    shop.make('create_variation', { id_product: parent, name, shop_active: 1, ...more });
  const details = (one: number, language = 'de_DE', secret = false): Promise<Shown> =>
    shop.call<Shown>('get_product_details', { id_product: one, language }, { secret });
  const bought = async (one: number, more: Given = {}): Promise<Cart['contents'][number]> =>
    (await shop.call<Cart>('add_to_cart', line(await shop.session(), one, more))).contents[0]!;
  return { goods, shop, id, vary, details, bought };
};

const values = ({ attributes }: Shown): { readonly [name: string]: unknown } =>
  Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value]));

describe('a variation', () => {
  test('has what it lacks from its product, and never the permalink, name, stock, numbers and notes', async () => {
    const { details, vary, id, bought, shop } = await family();
    const size = await vary(id, 'hat XL');
    const shown = await details(size);
    expect(values(shown)).toEqual({
      name: 'Hut',
      short_description: 'warm',
      price: 10,
      image: '/hut.png',
      colour: 'rot',
      related: [],
    });
    expect(shown.attributes['image']).toMatchObject({ width: '4', height: '3' });
    expect(shown.seo).toEqual({ permalink: '', title: 'Titel', description: 'D', keywords: 'hat' });
    expect(shown.metadata).toEqual({
      element_number: '',
      ean: '',
      taxclass: { name: 'reduced', calculation: 'included', value: 0.07 },
      length: 1,
      width: 2,
      height: 3,
      weight: 4,
      notes: '',
    });
    expect(shown).toMatchObject({
      name: 'hat XL',
      id_parent: id,
      categories: [],
      availability: { active: 0, quantity: 0 },
    });
    expect(values(await details(size, 'en_GB'))).toMatchObject({ name: 'Hat', colour: 'red', price: 10 });
    const lineOf = await bought(size, { quantity: 5 });
    expect(lineOf, 'the stock of the product is not its own').toMatchObject({
      name: 'Hut',
      description: 'warm',
      price: 10,
    });
    expect(lineOf.attributes).toMatchObject({
      sys_tax: { value: 0.07 },
      sys_weight: { value: 4 },
      sys_length: { value: 1 },
    });
    await shop.restart();
    expect(await details(size)).toEqual(shown);
  });

  test('has its own in every language once it has one of its own in any, also an empty one, until null takes it away', async () => {
    const { details, vary, id, bought, shop } = await family();
    const size = await vary(id, 'hat XL', {
      attributes: { en_GB: { colour: 'blue', price: 0 }, de_DE: { short_description: '' } },
      metadata: { weight: 0, taxclass: '' },
      seo: { en_GB: { title: '' } },
    });
    const shown = await details(size);
    expect(values(shown)).toMatchObject({ name: 'Hut', short_description: '', colour: 'blue', price: 0 });
    expect(shown.seo).toMatchObject({ title: '', description: 'D' });
    expect(shown.metadata).toMatchObject({ weight: 0, length: 1, taxclass: { name: 'default' } });
    expect(await bought(size)).toMatchObject({ price: 0, description: '', name: 'Hut' });
    await shop.admin('update_product', {
      id_product: size,
      attributes: { en_GB: { colour: null, price: null }, de_DE: { short_description: null } },
      metadata: { weight: null, taxclass: null },
      seo: { en_GB: { title: null } },
    });
    const again = await details(size);
    expect(values(again)).toMatchObject({ short_description: 'warm', colour: 'rot', price: 10 });
    expect(again.seo).toMatchObject({ title: 'Titel' });
    expect(again.metadata).toMatchObject({ weight: 4, taxclass: { name: 'reduced' } });
  });

  test('has it from the nearest product above, and kept replies follow', async () => {
    const { details, vary, id, shop } = await family();
    const red = await vary(id, 'red', { attributes: { de_DE: { colour: 'hellrot' } } });
    const size = await vary(red, 'red XL');
    expect(values(await details(size))).toMatchObject({ colour: 'hellrot', price: 10 });
    await shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: 11, colour: 'x' } } });
    expect(values(await details(size))).toMatchObject({ colour: 'hellrot', price: 11 });
    await shop.admin('update_product', { id_product: red, attributes: { de_DE: { colour: null } } });
    expect(values(await details(size))).toMatchObject({ colour: 'x', price: 11 });
    const { variations } = await details(id);
    expect(values(variations[0]!.variations[0]!)).toMatchObject({ colour: 'x', price: 11 });
    await shop.restart();
    expect(values(await details(size))).toMatchObject({ colour: 'x', price: 11 });
  });

  test('shows its parent, its siblings and its own variations on its page', async () => {
    const { details, vary, id, shop } = await family();
    const red = await vary(id, 'red', { seo: { de_DE: { permalink: 'red' } } });
    const blue = await vary(id, 'blue');
    const [redXl, redL] = [await vary(red, 'red XL'), await vary(red, 'red L')];
    const alone = (one: Shown): Shown => ({ ...one, variations: [] });
    const page = await details(red);
    const parent = await details(id);
    const [shownRed, shownBlue] = parent.variations;
    expect(page.variations.slice(0, 2)).toEqual([alone(parent), alone(shownBlue!)]);
    expect(page.variations.slice(2)).toEqual(shownRed!.variations);
    expect(page.variations.map((one) => [one.id, one.id_parent])).toEqual([
      [id, undefined],
      [blue, id],
      [redXl, red],
      [redL, red],
    ]);
    expect(await shop.call('seo_get_product_details', { permalink: 'red', language: 'de_DE' })).toEqual(page);
    expect((await details(redL)).variations.map((one) => one.id)).toEqual([red, redXl]);
  });
});

test.each([
  [{ weight: null }, 4],
  [{ kg: null }, 4],
  [{ weight: null, kg: null }, 4],
  [{ weight: null, kg: 7 }, 7],
  [{ weight: 6, kg: null }, 6],
  [{ kg: 0 }, 0],
  [{ weight: '' }, 0],
])(
  'a variation of its own weight that is sent the metadata %j weighs %d: kg is the weight by another name, null too',
  async (metadata, weight) => {
    const { details, vary, id, shop } = await family();
    const size = await vary(id, 'hat XL', { metadata: { weight: 5 } });
    await shop.admin('update_product', { id_product: size, metadata });
    expect((await details(size)).metadata['weight']).toBe(weight);
  },
);

describe('an inactive product', () => {
  test('hides its variations from the shop, at every level and in every operation', async () => {
    const { details, vary, id, shop, goods, bought } = await family();
    const red = await vary(id, 'red', { seo: { de_DE: { permalink: 'red' } } });
    const size = await vary(red, 'red XL');
    const other = await goods.product(5, { attributes: { de_DE: { price: 5, related: [size, red] } } });
    const inactive = (one: number, active: 0 | 1): Promise<Reply> =>
      shop.admin('update_product', { id_product: one, shop_active: active });
    const related = async (secret: boolean): Promise<unknown> =>
      ((await details(other, 'de_DE', secret)).attributes['related']!.value as Shown[]).map((one) => one.id);
    const foundIds = async (): Promise<number[]> =>
      (
        await shop.call<{ result: Shown[] }>('search_products', { constraint: { 'main.id_variation': ['>', 0] } })
      ).result.map((one) => one.id);
    expect(await related(false)).toEqual([size, red]);
    for (const hidden of [[id, red, size], [red, size], [size]]) {
      const [first] = hidden as [number, ...number[]];
      await inactive(first, 0);
      for (const one of hidden) {
        await shop.refused('get_product_details', { id_product: one }, 'SHOPOBJECT_NOT_FOUND', one);
        await shop.refused('add_to_cart', line(await shop.session(), one), 'SHOPOBJECT_NOT_AVAILABLE', one);
        expect(await details(one, 'de_DE', true)).toMatchObject({ id: one, shop_active: one === first ? 0 : 1 });
      }
      if (first !== size)
        await shop.refused('seo_get_product_details', { permalink: 'red' }, 'SHOPOBJECT_NOT_FOUND', 'red');
      expect(await related(false)).toEqual([size, red].filter((one) => !hidden.includes(one)));
      expect(await related(true)).toEqual([size, red]);
      expect(await foundIds()).toEqual([red, size].filter((one) => !hidden.includes(one)));
      await inactive(first, 1);
      expect(await bought(size)).toMatchObject({ price: 10 });
    }
  });

  test('is no longer bought by its variations: what stands in a cart by then is neither checked out nor raised', async () => {
    const { vary, id, shop } = await family();
    const red = await vary(id, 'hat red');
    const size = await vary(red, 'hat red XL');
    for (const inactive of [id, red, size]) {
      const session = await shop.session();
      const cart = await shop.call<Cart>('add_to_cart', line(session, size));
      await shop.admin('update_product', { id_product: inactive, shop_active: 0 });
      await shop.refused(
        'set_quantity',
        { session, id_element: cart.contents[0]!.id, quantity: 2 },
        'SHOPOBJECT_NOT_AVAILABLE',
        size,
      );
      expect(await shop.call('checkout', { session })).toMatchObject({
        object: 'error',
        message: 'SHOPOBJECT_NOT_AVAILABLE',
        param: String(size),
      });
      await shop.admin('update_product', { id_product: inactive, shop_active: 1 });
      expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
    }
  });
});

test('records say `shop_active` with the secret key only, of products, contents and all that stands in them', async () => {
  const { id, vary, shop, goods, details } = await family();
  await shop.make('create_class', { name: 'page', type: 'content' });
  const content = await shop.make('create_content', { class: 'page', name: 'imprint', categories: [goods.categoryId] });
  const size = await vary(id, 'hat XL', { shop_active: 0 });
  expect(await details(id, 'de_DE', true)).toMatchObject({
    shop_active: 1,
    variations: [{ id: size, shop_active: 0, id_parent: id }],
  });
  expect(await details(size, 'de_DE', true)).toMatchObject({ shop_active: 0, variations: [{ id, shop_active: 1 }] });
  expect(await shop.admin('get_content_details', { id_content: content })).toMatchObject({ shop_active: 0 });
  const listed = await shop.admin('get_shopobjects_in_category', { id_category: goods.categoryId });
  expect(listed).toMatchObject({
    products: { 'product 1': { shop_active: 1 } },
    contents: { imprint: { shop_active: 0 } },
  });
  expect(await shop.admin('search_products', { constraint: {} })).toMatchObject({ result: [{ shop_active: 1 }] });
  await shop.admin('update_content', { id_content: content, shop_active: 1 });
  for (const [request, params] of [
    ['get_product_details', { id_product: id }],
    ['get_content_details', { id_content: content }],
    ['get_shopobjects_in_category', { id_category: goods.categoryId }],
    ['search_products', { constraint: {} }],
  ] as const) {
    expect(await shop.text(request, params)).not.toContain('shop_active');
  }
});
