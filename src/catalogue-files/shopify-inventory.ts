// The table of inventory that Shopify exports: a row for each variant and location, or a row for each variant and a
// column for each location. What is there becomes a warehouse
// entity with a storage for each location, and the product or variation of before is bound to it.
import type { Fields } from './foreign-fields.ts';
import type { ForeignFormat } from './foreign-format.ts';
import { groupsByKey, refusedRows } from './foreign-groups.ts';
import type { Group } from './foreign-groups.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignRow } from './foreign-row.ts';
import { checkArticles } from './foreign-twins.ts';
import { sourced } from './record-source.ts';
import type { Sourced } from './record-source.ts';

const FIELDS = {
  handle: {
    columns: ['Handle'],
    fate: 'brought',
    becomes: 'which product it is; without that in the shop the row is refused: import the products first',
    needed: true,
  },
  title: { columns: ['Title'], fate: 'otherwise', becomes: 'the name of the warehouse entity' },
  optionName: { columns: ['Option{n} Name'], fate: 'otherwise', becomes: 'whether a value is one of an option' },
  optionValue: { columns: ['Option{n} Value'], fate: 'otherwise', becomes: 'likewise, behind the title' },
  sku: {
    columns: ['SKU'],
    fate: 'brought',
    becomes:
      '`element_number` of the warehouse entity, and which variation it is; a row without one is refused, and so is the ' +
      'number of two variants',
    needed: true,
  },
  location: { columns: ['Location'], fate: 'brought', becomes: 'the storage' },
  available: {
    columns: ['Available (not editable)', 'Available'],
    fate: 'brought',
    becomes: 'the quantity there: what is on hand and not sold yet; `not stocked`: the storage is left out',
  },
  onHand: {
    columns: ['On hand (new)', 'On hand (current)', 'On hand'],
    fate: 'otherwise',
    becomes: 'the quantity where the cell of `Available` is empty',
  },
  others: {
    columns: [
      'Incoming (not editable)',
      'Incoming',
      'Unavailable (not editable)',
      'Unavailable',
      'Committed (not editable)',
      'Committed',
    ],
    fate: 'left',
    becomes: 'goods that are not there yet, or not for sale any more',
  },
  customs: { columns: ['HS Code', 'COO', 'Bin name'], fate: 'left', becomes: 'no place' },
  place: {
    columns: ['{}'],
    fate: 'brought',
    becomes: 'every other column, in a row without `Location`: a storage of that name, with the quantity there',
  },
} as const satisfies Fields;

type Row = ForeignRow<typeof FIELDS>;

const NOT_STOCKED = 'not stocked';

/** Rows of one variant, by place. */
interface Stocked {
  readonly line: number;
  readonly sku: string;
  /** Values of its options; none where the product has no options. */
  readonly values: readonly string[];
  readonly storages: readonly { readonly storage: string; readonly quantity: number }[];
}

const valuesOf = (row: Row): string[] =>
  Object.values(
    attributesOf(
      row
        .each('optionName')
        .map(([number, name]) => [name, row.text('optionValue', number)] as const)
        .filter(([name, value]) => name !== 'Title' || value !== 'Default Title'),
    ),
  );

/** '' where the variant is not kept at the place. */
const quantityOf = (row: Row): string => {
  const [available, onHand] = [row.text('available'), row.text('onHand')];
  const field = available === '' ? 'onHand' : 'available';
  return [available, onHand].some((cell) => cell.toLowerCase() === NOT_STOCKED) ? '' : row.countedPieces(field);
};

/** Storages that a row names, with what is there. */
const placesIn = (row: Row): (readonly [storage: string, quantity: string])[] => {
  const location = row.text('location');
  if (location !== '') return [[location, quantityOf(row)]];
  return row
    .each('place')
    .map(([place, cell]) => [place, cell.toLowerCase() === NOT_STOCKED ? '' : row.pieces('place', place)] as const);
};

const placesOf = (rows: readonly Row[]): Stocked['storages'] => {
  const places = new Map<string, readonly [row: Row, quantity: number]>();
  for (const row of rows) {
    for (const [storage, quantity] of placesIn(row)) {
      const before = places.get(storage);
      if (before !== undefined) row.reject('location', `line ${before[0].line} says the same place`);
      else if (quantity !== '') places.set(storage, [row, Number(quantity)]);
    }
  }
  // In the order in which the shop shows them: what is equal already is left alone.
  return [...places]
    .map(([storage, [, quantity]]) => ({ storage, quantity }))
    .sort((one, other) => (one.storage < other.storage ? -1 : 1));
};

/** Asked of every group, also of one that is refused. */
const variantsOf = (rows: Group<typeof FIELDS>): Stocked[] => {
  const variants = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.code('sku'), valuesOf(row)]);
    const known = variants.get(key);
    if (known === undefined) variants.set(key, [row]);
    else known.push(row);
    if (row.text('sku') === '') row.reject('sku', 'stock by place needs an article number');
  }
  return [...variants.values()].map((own) => ({
    line: own[0]!.line,
    sku: own[0]!.code('sku'),
    values: valuesOf(own[0]!),
    storages: placesOf(own),
  }));
};

const CLASS = 'shopify_stock';

interface Product {
  readonly rows: Group<typeof FIELDS>;
  readonly handle: string;
  readonly title: string;
  readonly variants: readonly Stocked[];
}

const recordsOf = function* (products: readonly Product[]): Generator<Sourced> {
  yield sourced(1, { type: 'class', name: CLASS, class_type: 'warehouse_entity' });
  for (const { rows, handle, title, variants } of products) {
    if (rows.some(({ fault }) => fault !== undefined)) {
      yield* refusedRows('product', rows, undefined);
      continue;
    }
    for (const { line, sku, values, storages } of variants) {
      if (storages.length === 0) continue;
      const name = [title || handle, ...values].join(', ');
      yield sourced(line, {
        type: 'warehouse_entity',
        class: CLASS,
        name,
        metadata: { element_number: sku },
        storages,
      });
      yield sourced(line, {
        type: 'product',
        // As the import of products has called them.
        name: variants.length === 1 ? handle : sku,
        availability: { active: 1 },
        bindings: [{ element_number: sku, quantity: 1 }],
      });
    }
  }
};

export const SHOPIFY_INVENTORY: ForeignFormat<typeof FIELDS> = {
  name: 'shopify-inventory',
  system: 'Shopify',
  about:
    'The export of inventory of the admin (Products, Inventory, Export), for stock by place, behind the products. What ' +
    'the shop has already changes with `--stock` only.',
  delimiter: ',',
  fields: FIELDS,
  hasGuards: false,

  groups: ({ rows }) => groupsByKey(rows, 'handle'),

  unfit: ({ columns }) =>
    columns.hasField('location') || columns.hasField('place')
      ? ''
      : 'the table does not say where goods are: a column "Location", or one of a location, is missing',

  records(groups) {
    const products = groups.map((rows): Product => {
      const [row] = rows as [Row];
      return { rows, handle: row.text('handle'), title: row.text('title'), variants: variantsOf(rows) };
    });
    checkArticles(
      products.map((product) => [product.rows, product] as const),
      { field: 'sku', areShared: false },
    );
    return recordsOf(products);
  },
};
