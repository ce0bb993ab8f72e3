// The demo shop of `npm start`: five products in one category.
import { addAttributes } from '../domain/catalogue/define-attributes.ts';
import { createClass } from '../domain/catalogue/create-class.ts';
import { createCategory } from '../domain/catalogue/create-category.ts';
import { createProduct } from '../domain/catalogue/create-product.ts';
import type { NewProduct } from '../domain/catalogue/create-product.ts';
import type { Transaction } from '../domain/transaction.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { must } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';

const PRODUCTS = [
  ['Walnut desk', 'walnut-desk', 'Schreibtisch aus Nussbaum', 'Solid walnut, oiled, 140 × 70 cm.', 489, 12],
  ['Reading lamp', 'reading-lamp', 'Leselampe', 'Brass, dimmable, with a linen shade.', 119.9, 40],
  ['Desk mat', 'desk-mat', 'Schreibunterlage', 'Wool felt, 80 × 40 cm.', 34.5, 200],
  ['Fountain pen', 'fountain-pen', 'Füllfederhalter', 'Piston filler with a steel nib.', 79, 60],
  ['Notebook', 'notebook', 'Notizbuch', '192 dotted pages, thread-bound.', 17.95, 500],
] as const;

const made = <T>(result: Result<T>): T => {
  must(result.ok, `the demo shop is refused: ${result.ok ? '' : result.code}`);
  return result.value;
};

const product = (
  [name, permalink, german, description, price, pieces]: (typeof PRODUCTS)[number],
  categoryId: number,
): NewProduct => ({
  className: 'product',
  name,
  active: true,
  attributes: {
    de_DE: { name: german, short_description: description, price },
    en_GB: { name, short_description: description, price },
  },
  seo: { de_DE: { permalink, title: german }, en_GB: { permalink, title: name } },
  metadata: { element_number: permalink },
  availability: { managed: true, override: false, warningMilli: 5000 },
  quantityMilli: pieces * 1000,
  categories: [categoryId],
  bind: false,
});

/** Fills an empty store, one record per object as the API would make them. */
export const fillDemoShop = (engine: Engine): void => {
  const make = <T>(decide: (tx: Transaction) => Result<T>): T =>
    made(engine.transact(maintenanceCause('demo'), decide));
  const classId = make((tx) => createClass(tx, 'product', 'product'));
  make((tx) =>
    addAttributes(tx, classId, [
      { name: 'name', type: 'CHAR', labels: { de_DE: 'Name', en_GB: 'Name' }, defaults: {} },
      { name: 'short_description', type: 'TXT', labels: { de_DE: 'Kurzbeschreibung', en_GB: 'Summary' }, defaults: {} },
      { name: 'price', type: 'FLOAT', labels: { de_DE: 'Preis', en_GB: 'Price' }, defaults: {} },
    ]),
  );
  const categoryId = make((tx) =>
    createCategory(tx, {
      parentId: 0,
      name: 'desk',
      labels: { de_DE: 'Schreibtisch', en_GB: 'Desk' },
      attributes: {},
      seo: { de_DE: { permalink: 'schreibtisch' }, en_GB: { permalink: 'desk' } },
    }),
  );
  for (const listed of PRODUCTS) make((tx) => createProduct(tx, product(listed, categoryId)));
};
