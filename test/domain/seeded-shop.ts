// A small shop with every kind of stock: own, bound, shared between products, in several storages, past zero,
// unmanaged.
import { addAttributes } from '../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../src/domain/catalogue/create-class.ts';
import { addBinding } from '../../src/domain/catalogue/bind-product.ts';
import { createWarehouseEntity } from '../../src/domain/catalogue/create-warehouse-entity.ts';
import { placeInventory } from '../../src/domain/catalogue/move-inventory.ts';
import { createProduct } from '../../src/domain/catalogue/create-product.ts';
import { parseDecimal } from '../../src/domain/money.ts';
import type { ShopRules } from '../../src/domain/rules.ts';
import { NO_METADATA } from '../../src/domain/attributes/metadata.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { must } from '../../src/kernel/result.ts';
import type { Result } from '../../src/kernel/result.ts';
import { MemoryShop } from './memory-shop.ts';

export interface SeededProduct {
  readonly price: string;
  readonly taxclass: string;
  readonly active: boolean;
  readonly managed: boolean;
  readonly override: boolean;
  /** Of its own; '' where it is bound. */
  readonly stock: string;
  /** Element number → pieces in one piece. */
  readonly bindings: { readonly [elementNumber: string]: number };
}

/** A product without managed stock, unless `more` says otherwise. */
export const seeded = (price: string, taxclass: string, more: Partial<SeededProduct> = {}): SeededProduct => ({
  price,
  taxclass,
  active: true,
  managed: false,
  override: false,
  stock: '',
  bindings: {},
  ...more,
});

/** Product id = place in the list + 1. */
export const PRODUCTS: readonly SeededProduct[] = [
  seeded('119.90', 'default', { managed: true, stock: '5' }),
  seeded('0.3333', 'reduced', { managed: true, stock: '3.5' }),
  seeded('10.005', 'net'),
  seeded('7.77', 'export', { managed: true, override: true, stock: '2' }),
  seeded('19.99', 'default', { managed: true, bindings: { A: 2 } }),
  seeded('5', 'reduced', { managed: true, bindings: { A: 1, B: 3 } }),
  seeded('0.0001', 'no such class', { managed: true, override: true, bindings: { B: 1 } }),
  seeded('1', 'default', { active: false }),
  seeded('10000000', 'default'),
  seeded('-3.335', 'default'),
  seeded('2.5', 'default', { managed: true, override: true, bindings: { C: 4 } }),
];

/** In the order of placement: storage, element number, pieces. */
export const PLACED: readonly (readonly [storage: string, elementNumber: string, pieces: number])[] = [
  ['north', 'A', 4],
  ['south', 'A', 3],
  ['south', 'B', 10],
  ['north', 'C', 6],
];

export const good = <T>(result: Result<T>): T => {
  must(result.ok, `refused: ${JSON.stringify(result)}`);
  return result.value;
};

const seedProduct = (tx: Transaction, name: string, one: SeededProduct): Result<number> => {
  const id = createProduct(tx, {
    className: 'goods',
    name,
    active: one.active,
    attributes: { de_DE: { price: one.price, title: `Ware ${name}` }, en_GB: { title: `Goods ${name}` } },
    seo: {},
    metadata: { ...NO_METADATA, element_number: `number ${name}`, weight: 1.5 },
    availability: { managed: one.managed, override: one.override, warningMilli: 0 },
    quantityMilli: one.stock === '' ? undefined : parseDecimal(one.stock, 3)!,
    categories: [],
    bind: false,
  });
  if (!id.ok) return id;
  // By a command of its own, which takes a class that is configured no more, as records of older stores have it.
  const taxed = tx.ask('shopobject', id.value, { type: 'update_shopobject', metadata: { taxclass: one.taxclass } });
  return taxed.ok ? id : taxed;
};

const plain = { labels: {}, defaults: {} };

export const seededShop = (rules: Partial<ShopRules> = {}, products = PRODUCTS, placed = PLACED): MemoryShop => {
  const shop = new MemoryShop(rules);
  const goods = good(shop.transact((tx) => createClass(tx, 'goods', 'product')));
  good(
    shop.transact((tx) =>
      addAttributes(tx, goods, [
        { name: 'price', type: 'FLOAT', ...plain },
        { name: 'count', type: 'INT', labels: {}, defaults: { de_DE: 7 } },
        { name: 'title', type: 'CHAR', ...plain },
        { name: 'text', type: 'TXT', ...plain },
      ]),
    ),
  );
  good(shop.transact((tx) => createClass(tx, 'parts', 'warehouse_entity')));
  const numbers = new Set(placed.map(([, number]) => number));
  for (const one of products) for (const number of Object.keys(one.bindings)) numbers.add(number);
  for (const number of [...numbers].sort()) {
    const metadata = { ...NO_METADATA, element_number: number };
    good(
      shop.transact((tx) =>
        createWarehouseEntity(tx, { className: 'parts', name: number, manufacturerId: 0, attributes: {}, metadata }),
      ),
    );
  }
  for (const [storage, elementNumber, pieces] of placed) {
    good(
      shop.transact((tx) =>
        placeInventory(tx, { storage, elementNumber, quantityMilli: pieces * 1000, note: 'first' }),
      ),
    );
  }
  for (const [at, one] of products.entries()) {
    const id = good(shop.transact((tx) => seedProduct(tx, `P${at + 1}`, one)));
    for (const [number, pieces] of Object.entries(one.bindings)) {
      good(shop.transact((tx) => addBinding(tx, id, number, pieces * 1000, false)));
    }
  }
  return shop;
};

export const openSession = (shop: MemoryShop, userId = 0): number =>
  good(
    shop.transact((tx) =>
      tx.create('session', {
        type: 'start',
        nonce: `n${userId}`,
        lifeMs: 1e9,
        userId,
        subject: userId,
        username: userId === 0 ? '' : `u${userId}`,
      }),
    ),
  );
