// A small shop for engine tests: two products with stock of their own, one that consists of a warehouse entity.
import { addAttributes } from '../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../src/domain/catalogue/create-class.ts';
import { addBinding } from '../../src/domain/catalogue/bind-product.ts';
import { createWarehouseEntity } from '../../src/domain/catalogue/create-warehouse-entity.ts';
import { placeInventory } from '../../src/domain/catalogue/move-inventory.ts';
import { createCategory } from '../../src/domain/catalogue/create-category.ts';
import { createProduct } from '../../src/domain/catalogue/create-product.ts';
import { checkout } from '../../src/domain/orders/checkout.ts';
import type { Placed } from '../../src/domain/orders/checkout.ts';
import { addParcel } from '../../src/domain/orders/parcels.ts';
import type { RateE6 } from '../../src/domain/money.ts';
import { addToCart } from '../../src/domain/cart/add-to-cart.ts';
import type { ShopRules } from '../../src/domain/rules.ts';
import { NO_METADATA } from '../../src/domain/attributes/metadata.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { maintenanceCause } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { must } from '../../src/kernel/result.ts';
import type { Result } from '../../src/kernel/result.ts';
import { RULES as PLAIN_RULES } from '../domain/memory-shop.ts';
import { PIECE } from '../domain/cart/plain-elements.ts';

export const CAUSE = maintenanceCause('test');

/** One tax class, nothing to choose from, and limits that a test reaches soon. */
export const RULES: ShopRules = {
  ...PLAIN_RULES,
  taxClasses: [{ name: 'default', calculation: 'included', rates: { DE: 190_000 as RateE6 } }],
  paymentMethods: [],
  deliveryMethods: [],
  sessionTtlMs: 60_000,
  sessionTouchIntervalMs: 5000,
  cartLinesMax: 20,
  sessionBytesMax: 1_048_576,
};

export const ENTITY_NUMBER = 'screw';

/** The products with stock of their own, and the bound one. */
export const PRODUCTS = [1, 2, 3] as const;

const made = <T>(result: Result<T>): T => {
  must(result.ok, `the test shop is refused: ${result.ok ? '' : `${result.code} ${result.param} ${result.detail}`}`);
  return result.value;
};

/** Decides, commits and insists. */
export const make = <T>(engine: Engine, decide: (tx: Transaction) => Result<T>): T =>
  made(engine.transact(CAUSE, decide));

export const fillShop = (engine: Engine, pieces = 5): void => {
  const classId = make(engine, (tx) => createClass(tx, 'thing', 'product'));
  make(engine, (tx) => createClass(tx, 'part', 'warehouse_entity'));
  make(engine, (tx) => addAttributes(tx, classId, [{ name: 'price', type: 'FLOAT', labels: {}, defaults: {} }]));
  const categoryId = make(engine, (tx) =>
    createCategory(tx, { parentId: 0, name: 'all', labels: { de_DE: 'Alles' }, attributes: {}, seo: {} }),
  );
  make(engine, (tx) =>
    createWarehouseEntity(tx, {
      className: 'part',
      name: 'Screw',
      manufacturerId: 0,
      attributes: {},
      metadata: { ...NO_METADATA, element_number: ENTITY_NUMBER },
    }),
  );
  for (const id of PRODUCTS) {
    make(engine, (tx) =>
      createProduct(tx, {
        className: 'thing',
        name: `Thing ${id}`,
        active: true,
        attributes: { de_DE: { price: 9.99 + id } },
        seo: {},
        metadata: NO_METADATA,
        availability: { managed: true, override: false, warningMilli: 0 },
        quantityMilli: id === 3 ? undefined : pieces * 1000,
        categories: [categoryId],
        bind: false,
      }),
    );
  }
  make(engine, (tx) => addBinding(tx, 3, ENTITY_NUMBER, 2000, false));
  move(engine, placeInventory, pieces, 'north');
};

const move = (engine: Engine, how: typeof placeInventory, pieces: number, storage: string): Result<void> =>
  engine.transact(CAUSE, (tx) =>
    how(tx, { storage, elementNumber: ENTITY_NUMBER, quantityMilli: pieces * 1000, note: '' }),
  );

export const startSession = (tx: Transaction): Result<number> =>
  tx.create('session', {
    type: 'start',
    nonce: tx.random(12),
    lifeMs: tx.rules.sessionTtlMs,
    userId: 0,
    subject: 0,
    username: '',
  });

export const addPiece = (tx: Transaction, sessionId: number, productId: number, grouped: boolean): Result<void> =>
  addToCart(tx, { ...PIECE, sessionId, productId, grouped });

/** One session buys one piece. */
export const buy = (engine: Engine, productId: number): Placed => {
  const sessionId = make(engine, startSession);
  make(engine, (tx) => addPiece(tx, sessionId, productId, false));
  return make(engine, (tx) => checkout(tx, sessionId));
};

/** A shop that invoices each parcel. */
export const BY_PARCEL: ShopRules = { ...RULES, invoicePer: 'parcel' };

/** An order of nobody: a piece on line 1, another one on line 2. */
export const buyTwo = (engine: Engine): number => {
  const sessionId = make(engine, startSession);
  for (const productId of [1, 2]) make(engine, (tx) => addPiece(tx, sessionId, productId, false));
  return make(engine, (tx) => checkout(tx, sessionId)).orderId;
};

/** Sends the piece of a line in a parcel of its own. */
export const ship = (engine: Engine, orderId: number, lineId: number): void => {
  const lines = [{ lineId, quantityMilli: 1000 }];
  const parcel = { orderId, lines, provider: '', trackingNumber: '', weightE6: 0, measuresMm: [], by: 0 };
  make(engine, (tx) => addParcel(tx, parcel));
};

export const remember = (tx: Transaction, key: string, lifeMs: number): Result<number> =>
  tx.create('idempotency_record', {
    type: 'remember',
    keyDigest: key,
    paramsDigest: 'p',
    channelId: 1,
    outcome: { value: 1 },
    lifeMs,
  });
