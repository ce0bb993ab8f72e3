// Jobs with goods: products, prices, pictures, categories, stock.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newDirectory } from '../harness/directories.ts';
import type { Desk } from './desk.ts';
import type { Job, Limit } from './job.ts';
import { must } from './must.ts';

const LAMP = 'Lamp';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#7a4"/></svg>';

const fileOf = (name: string, text: string): string => {
  const path = join(newDirectory(), name);
  writeFileSync(path, text);
  return path;
};

/** Both languages of the shop, by their names. */
const languages = async (desk: Desk) => [await desk.language('en-GB'), await desk.language('de-DE')] as const;

const inProducts = (lacks: (desk: Desk) => ReturnType<Desk['field']>, closed?: string): Limit => ({
  at: async (desk) => {
    await desk.go('products');
    return desk.row(LAMP);
  },
  lacks,
  ...(closed !== undefined && { closed }),
});

/** The page of the product is there to read. */
const onProduct = (lacks: (desk: Desk) => ReturnType<Desk['field']>): Limit => ({
  at: async (desk) => {
    await desk.openProduct(LAMP);
    return desk.field(desk.t.products.standard.price);
  },
  lacks,
});

const makeProduct = async (desk: Desk, name: string): Promise<number> => {
  const { products } = desk.t;
  await desk.go('products');
  await desk.link(products.make).click();
  for (const language of await languages(desk)) await desk.field(`${products.standard.name}, ${language}`).fill(name);
  await desk.field(products.standard.price).fill('120');
  await desk.field(products.stock).fill('40');
  await desk.press(products.makeGo);
  await desk.page.waitForURL(/#\/products\/\d+$/);
  return Number(/\d+$/.exec(desk.page.url())![0]);
};

const priceOf = async ({ shop }: Desk, id: number): Promise<unknown> =>
  must(await shop.get_product_details({ id_product: id })).attributes['price']?.value;

const noProduct = inProducts((desk) => desk.link(desk.t.products.make), '/products/new');
const noPrice = onProduct((desk) => desk.field(desk.t.products.standard.price).and(desk.page.locator(':read-write')));
const noPicture = onProduct(({ page, t }) => page.getByLabel(t.products.upload(t.products.standard.picture)));
const noCategory = inProducts(({ person, t }) => person.button(t.products.tree.make));

export const GOODS_JOBS: readonly Job[] = [
  {
    name: 'products',
    does: 'two products are made, one of them in sizes',
    steps: async (desk) => {
      const { products } = desk.t;
      await makeProduct(desk, LAMP);
      const id = await makeProduct(desk, 'Shirt');
      await desk.press(products.grid.open);
      await desk.field(products.grid.options).fill('Size: S, M');
      await desk.page.getByRole('row', { name: /^M/ }).waitFor();
      await desk.look('products');
      await desk.press(products.grid.save(2, '2'));
      await desk.person.button(products.grid.save(0, '0')).waitFor();
      const { variations } = must(await desk.shop.get_product_details({ id_product: id }));
      expect(variations).toHaveLength(2);
      await desk.page.locator('.variation-grid').getByRole('button', { name: desk.t.shell.close }).click();
    },
    support: noProduct,
    warehouse: noProduct,
  },
  {
    name: 'prices',
    does: 'a price is changed',
    steps: async (desk) => {
      await desk.openProduct(LAMP);
      await desk.field(desk.t.products.standard.price).fill('99');
      await desk.see(desk.t.products.unsaved(1));
      await desk.look('prices');
      await desk.save();
      expect(await priceOf(desk, 1)).toBe(99);
    },
    support: noPrice,
    warehouse: noPrice,
  },
  {
    name: 'pictures',
    does: 'a product gets a picture, and words for those who do not see it',
    steps: async (desk) => {
      const { pictures, standard, upload } = desk.t.products;
      await desk.openProduct(LAMP);
      await desk.page.getByLabel(upload(standard.picture)).setInputFiles(fileOf('lamp.svg', SVG));
      await desk.page.locator('img.picture').waitFor();
      for (const language of await languages(desk))
        await desk.field(pictures.alt(standard.picture, language)).fill('A lamp');
      await desk.look('pictures');
      await desk.save();
      const { attributes } = must(await desk.shop.get_product_details({ id_product: 1 }));
      expect(attributes['picture']).toMatchObject({ value: expect.stringMatching(/^\/images\//), alt: 'A lamp' });
    },
    support: noPicture,
    warehouse: noPicture,
  },
  {
    name: 'categories',
    does: 'a category is made, and a product put into it',
    steps: async (desk) => {
      const { tree, addTo, changeCategories, categories } = desk.t.products;
      await desk.go('products');
      await desk.press(tree.make);
      for (const language of await languages(desk)) await desk.field(tree.label(language)).fill('Light');
      await desk.look('categories');
      await desk.confirm(tree.makeGo);
      await desk.see(tree.made('Light'));
      await desk.openProduct(LAMP);
      const card = desk.page.locator('.card', {
        has: desk.page.getByRole('heading', { name: categories, exact: true }),
      });
      await card.getByRole('button', { name: changeCategories, exact: true }).click();
      await desk.dialog.getByText(addTo).waitFor();
      await desk.dialog.getByRole('button', { name: 'Light', exact: true }).click();
      await desk.confirm(desk.t.products.save);
      const own = async () => must(await desk.shop.get_product_details({ id_product: 1 })).categories;
      await expect.poll(own).toHaveLength(1);
    },
    support: noCategory,
    warehouse: noCategory,
  },
  {
    name: 'stock',
    does: 'a delivery is placed on the shelf, and the shelf counted',
    steps: async (desk) => {
      const { stock, warehouse } = desk.t;
      await desk.go('stock');
      await desk.press(new RegExp(`^${stock.kinds.warehouse_entity}`));
      if (desk.who === 'owner') {
        await desk.press(warehouse.make);
        await desk.dialog.getByLabel(warehouse.name, { exact: true }).fill('Screw');
        await desk.dialog.getByLabel(warehouse.number, { exact: true }).fill('S-8');
        await desk.confirm(warehouse.makeGo);
      } else await desk.row('Screw').click();
      await desk.press(stock.place);
      await desk.dialog.getByLabel(stock.pieces, { exact: true }).fill('9');
      await desk.dialog.getByLabel(stock.storage, { exact: true }).fill(desk.who);
      await desk.look('stock');
      await desk.confirm(stock.place);
      await desk.page.getByRole('cell', { name: stock.movements.placed }).first().waitFor();
      await desk.go('stock');
      await desk.press(new RegExp(`^${stock.kinds.warehouse_entity}`));
      await desk.link(stock.count).click();
      const list = readFileSync(
        await (await desk.download(stock.countList(stock.kinds.warehouse_entity))).path(),
        'utf8',
      );
      const counted = list.replace(new RegExp(`${desk.who}[;,]9[;,]`), (line) => `${line}7`);
      await desk.field(stock.countFile).setInputFiles(fileOf('counted.csv', counted));
      await desk.page.getByRole('button', { name: stock.countApply, exact: true }).click();
      await desk.see(stock.countOutcome('1', '0'));
      const { storages } = must(await desk.shop.get_stock({ element_number: 'S-8' }));
      expect(storages).toContainEqual(expect.objectContaining({ storage: desk.who, quantity: 7 }));
    },
    support: {
      at: async (desk) => {
        await desk.go('stock');
        return desk.row(LAMP);
      },
      lacks: (desk) => desk.link(desk.t.stock.count),
      closed: '/stock/count?kind=warehouse_entity',
    },
  },
];
