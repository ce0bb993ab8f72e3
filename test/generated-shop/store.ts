// The generated catalogue in a store on disk, and orders beside it.
import { addAttributes } from '../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../src/domain/catalogue/create-class.ts';
import { createCategory } from '../../src/domain/catalogue/create-category.ts';
import { createProduct } from '../../src/domain/catalogue/create-product.ts';
import { addToCart } from '../../src/domain/cart/add-to-cart.ts';
import type { Milli } from '../../src/domain/money.ts';
import { checkout } from '../../src/domain/orders/checkout.ts';
import type { OrderCommand } from '../../src/domain/orders/order.ts';
import { NO_METADATA } from '../../src/domain/attributes/metadata.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { maintenanceCause } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { yieldToEventLoop } from '../../src/kernel/yield-to-event-loop.ts';
import { must } from '../../src/kernel/result.ts';
import type { Result } from '../../src/kernel/result.ts';
import { PIECE } from '../domain/cart/plain-elements.ts';
import { CATEGORY_LEVELS, Generator } from './generator.ts';

const CAUSE = maintenanceCause('bench');
const ATTRIBUTES = [
  ['name', 'CHAR'],
  ['description', 'TXT'],
  ['color', 'CHAR'],
  ['price', 'FLOAT'],
  ['vendor', 'CHAR'],
  ['size', 'CHAR'],
] as const;

const make = <T>(engine: Engine, decide: (tx: Transaction) => Result<T>): T => {
  const made = engine.transact(CAUSE, decide);
  must(made.ok, 'the generated shop is one that the engine takes');
  return made.value;
};

/** The tree's leaves. */
const categories = (engine: Engine): number[] => {
  let parents = [0];
  for (const count of CATEGORY_LEVELS) {
    parents = Array.from({ length: count }, (_, at) =>
      make(engine, (tx) =>
        createCategory(tx, {
          parentId: parents[at % parents.length]!,
          name: `category ${count} ${at}`,
          labels: {},
          attributes: {},
          seo: {},
        }),
      ),
    );
  }
  return parents;
};

/** Makes them all; resolves when they are on the disk. */
export const fill = async (engine: Engine, products: number): Promise<void> => {
  const generator = new Generator();
  const classId = make(engine, (tx) => createClass(tx, 'generated', 'product'));
  make(engine, (tx) =>
    addAttributes(
      tx,
      classId,
      ATTRIBUTES.map(([name, type]) => ({ name, type, labels: {}, defaults: {} })),
    ),
  );
  const leaves = categories(engine);
  for (let at = 0; at < products; at += 1) {
    const { name, elementNumber, attributes, category } = generator.product(at);
    make(engine, (tx) =>
      createProduct(tx, {
        className: 'generated',
        name,
        active: true,
        attributes,
        seo: {},
        metadata: { ...NO_METADATA, element_number: elementNumber },
        availability: { managed: false, override: false, warningMilli: 0 },
        quantityMilli: undefined,
        categories: [leaves[category]!],
        bind: false,
      }),
    );
    if (at % 2000 === 0) await engine.whenDurable(engine.headSeq);
  }
  await engine.whenDurable(engine.headSeq);
};

const LINE = {
  ...PIECE,
  free: true,
  quantityMilli: 2000 as Milli,
  priceField: '12.5',
  descriptionField: 'as described',
};

type PlaceOrder = Extract<OrderCommand, { type: 'place_order' }>;

/** One order of three lines through a checkout; what was placed is placed again and again. */
export const fillOrders = async (engine: Engine, orders: number): Promise<void> => {
  const sessionId = make(engine, (tx) =>
    tx.create('session', {
      type: 'start',
      nonce: tx.random(12),
      lifeMs: 3_600_000,
      userId: 0,
      subject: 0,
      username: '',
    }),
  );
  for (const nameField of ['saw', 'hammer', 'nails'])
    make(engine, (tx) => addToCart(tx, { ...LINE, sessionId, productId: 0, nameField }));
  let placed: PlaceOrder | undefined;
  make(engine, (tx) => {
    const create = tx.create.bind(tx);
    tx.create = (kind, command, ...rest) => {
      if (kind === 'order') placed = command as typeof placed;
      return create(kind, command, ...rest);
    };
    return checkout(tx, sessionId);
  });
  const { invoice } = placed!;
  for (let at = 1; at < orders; at += 1) {
    make(engine, (tx) => tx.create('order', { ...placed!, invoice: { ...invoice, number: invoice.number + at } }));
    if (at % 2000 !== 0) continue;
    await engine.whenDurable(engine.headSeq);
    engine.tick();
    await yieldToEventLoop();
  }
  await engine.whenDurable(engine.headSeq);
};
