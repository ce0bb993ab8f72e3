// The generated catalogue in a store on disk.
import { addAttributes } from '../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../src/domain/catalogue/create-class.ts';
import { createCategory } from '../../src/domain/catalogue/create-category.ts';
import { createProduct } from '../../src/domain/catalogue/create-product.ts';
import { NO_METADATA } from '../../src/domain/attributes/metadata.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { maintenanceCause } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { must } from '../../src/kernel/result.ts';
import type { Result } from '../../src/kernel/result.ts';
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
  must(made.ok, 'the generated catalogue is one that the engine takes');
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
