// Tables about the catalogue, prices, coupons and promotions.
import { ATTRIBUTE_TYPES } from '../domain/attributes/attributes.ts';
import type { AttributeValue, Texts } from '../domain/attributes/attributes.ts';
import { milligramsOf, millimetresOf } from '../domain/attributes/measures.ts';
import type { Metadata } from '../domain/attributes/metadata.ts';
import type { StateOf } from '../domain/kind-types.ts';
import { parseDecimal } from '../domain/money.ts';
import { unpacked } from '../domain/prices/packed-prices.ts';
import type { Column } from './column.ts';
import { table } from './column.ts';

const classes = table('classes', {
  kind: 'class',
  key: 'id',
  about: 'A row per class of products, contents, warehouse entities, users, records, orders, lines or categories.',
  rows: (id, of) => [{ id, of }],
  columns: ({ integer, id, text, boolean, timestamp }) => ({
    id: integer('class id', (row) => row.id),
    name: text('its name', ({ of }) => of.name),
    type: text('what its objects are', ({ of }) => of.type),
    created_at: timestamp('when it was made', ({ of }) => of.createdMs),
    quantity_step_milli: id(
      "pieces are sold in multiples of it; null: the shop's step",
      ({ of }) => of.quantityStepMilli,
    ),
    is_public: boolean('shoppers see its records', ({ of }) => of.isPublic),
  }),
});

const classAttributes = table('class_attributes', {
  kind: 'class',
  key: 'class_id',
  about: 'A row per attribute of a class. Values without a row of their own are its defaults.',
  rows: (id, of) => of.attributes.map((attribute) => ({ id, attribute })),
  columns: ({ integer, text, json }) => ({
    class_id: integer('classes.id', (row) => row.id),
    number: integer('number of the attribute within its class', ({ attribute }) => attribute.number),
    name: text('its name', ({ attribute }) => attribute.name),
    type: text(ATTRIBUTE_TYPES.join(', '), ({ attribute }) => attribute.type),
    labels: json('by language', ({ attribute }) => attribute.labels),
    defaults: json('texts of values by language', ({ attribute }) => textsBy(attribute.defaults)),
  }),
});

/** A value as text: numbers exactly as they are written. */
const textOf = (value: AttributeValue): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const textsBy = (values: { readonly [language: string]: AttributeValue }): object =>
  Object.fromEntries(Object.entries(values).map(([language, value]) => [language, textOf(value)]));

type ShopObject = StateOf<'shopobject'>;
const productsOf = (id: number, product: ShopObject) =>
  product.type === 'product' && product.productId === 0 ? [{ id, product }] : [];
const variationsOf = (id: number, product: ShopObject) =>
  product.type === 'product' && product.productId !== 0 ? [{ id, product }] : [];

const unlessAbsent = <V>(value: V | undefined, of: (value: V) => number): number | null =>
  value === undefined ? null : of(value);

interface Goods<R> {
  integer(about: string, of: (row: R) => number | null): Column<R>;
  text(about: string, of: (row: R) => string | undefined): Column<R>;
}

export const metadataColumns = <R>({ integer, text }: Goods<R>, of: (row: R) => Metadata) => ({
  element_number: text('number of the article', (row) => of(row).element_number),
  ean: text('EAN or GTIN', (row) => of(row).ean),
  tax_class: text('name of its tax class', (row) => of(row).taxclass),
  weight_mg: integer('of one piece', (row) => unlessAbsent(of(row).weight, milligramsOf)),
  length_mm: integer('of one piece', (row) => unlessAbsent(of(row).length, millimetresOf)),
  width_mm: integer('of one piece', (row) => unlessAbsent(of(row).width, millimetresOf)),
  height_mm: integer('of one piece', (row) => unlessAbsent(of(row).height, millimetresOf)),
});

const objectTable = (
  name: 'products' | 'variations',
  about: string,
  rows: (id: number, product: ShopObject) => readonly { readonly id: number; readonly product: ShopObject }[],
) =>
  table(name, {
    kind: 'shopobject',
    key: 'id',
    about,
    rows,
    columns: ({ integer, id, text, boolean, timestamp, json }) => ({
      id: integer('product id', (row) => row.id),
      product_id: id('products.id that it is a variation of; null: none', ({ product }) => product.productId),
      name: text('its name, by which programs find it', ({ product }) => product.name),
      class_id: integer('classes.id', ({ product }) => product.classId),
      is_active: boolean('it is switched on', ({ product }) => product.active),
      created_at: timestamp('when it was made', ({ product }) => product.createdMs),
      ...metadataColumns({ integer, text }, ({ product }) => product.metadata),
      quantity_step_milli: integer('pieces are sold in multiples of it', ({ product }) =>
        unlessAbsent(product.metadata.quantity_step, (step) => parseDecimal(step, 3) ?? 0),
      ),
      is_managed: boolean('its stock counts', ({ product }) => product.availability.managed),
      is_sold_past_zero: boolean('it may be sold past zero', ({ product }) => product.availability.override),
      warning_milli: integer('from where on stock is low', ({ product }) => product.availability.warningMilli),
      permalinks: json('title, description, keywords and permalink by language', ({ product }) => product.seo),
    }),
  });

const products = objectTable('products', 'A row per product; its variations are a table of their own.', productsOf);
const variations = objectTable(
  'variations',
  'A row per variation of a product. What is null here is as its product has it.',
  variationsOf,
);

const valuesOf = (id: number, { type, classId, attributes }: ShopObject) =>
  type === 'product' ? valueRows(attributes).map((row) => ({ id, classId, ...row })) : [];

const valueRows = (texts: Texts) =>
  Object.entries(texts).flatMap(([language, values]) =>
    Object.entries(values).map(([number, value]) => ({ language, number: Number(number), value })),
  );

interface ValueRow {
  readonly classId: number;
  readonly number: number;
  readonly language: string;
  readonly value: AttributeValue;
}

const valueColumns = <R extends ValueRow>({ integer, text }: Goods<R>) => ({
  class_id: integer('classes.id', (row) => row.classId),
  number: integer('class_attributes.number', (row) => row.number),
  language: text("code, such as de_DE; the empty one: every language's", (row) => row.language),
  value: text('the value; pictures and lists as JSON', ({ value }) => textOf(value)),
  value_e4: integer('a number, rounded as prices are; null: no number', ({ value }) =>
    typeof value === 'number' ? (parseDecimal(value, 4) ?? null) : null,
  ),
});

const productAttributes = table('product_attributes', {
  kind: 'shopobject',
  key: 'product_id',
  about:
    'A row per value of a product or variation, by language. Values of attributes that class_attributes does not have ' +
    'any more count no longer.',
  rows: valuesOf,
  columns: ({ integer, text }) => ({
    product_id: integer('products.id or variations.id', (row) => row.id),
    ...valueColumns({ integer, text }),
  }),
});

const records = table('records', {
  kind: 'typed_record',
  key: 'id',
  about: "A row per record of a class of the shop's own: a store, a company, a review.",
  rows: (id, record) => [{ id, record }],
  columns: ({ integer, text, boolean, timestamp }) => ({
    id: integer('record id', (row) => row.id),
    name: text('its name within the class', ({ record }) => record.name),
    class_id: integer('classes.id', ({ record }) => record.classId),
    is_active: boolean('shoppers see it, where its class is public', ({ record }) => record.active),
    created_at: timestamp('when it was made', ({ record }) => record.createdMs),
  }),
});

const recordAttributes = table('record_attributes', {
  kind: 'typed_record',
  key: 'record_id',
  about: 'A row per value of a record, by language; as product_attributes.',
  rows: (id, { classId, attributes }) => valueRows(attributes).map((row) => ({ id, classId, ...row })),
  columns: ({ integer, text }) => ({
    record_id: integer('records.id', (row) => row.id),
    ...valueColumns({ integer, text }),
  }),
});

const productCategories = table('product_categories', {
  kind: 'shopobject',
  key: 'product_id',
  about: 'A row per category that a product was put into.',
  rows: (id, { type, memberships }) => (type === 'product' ? memberships.map((of) => ({ id, ...of })) : []),
  columns: ({ integer }) => ({
    product_id: integer('products.id', (row) => row.id),
    category_id: integer('categories.id', (row) => row.categoryId),
    position: integer('among the products of the category', (row) => row.position),
  }),
});

const productEntities = table('product_entities', {
  kind: 'shopobject',
  key: 'product_id',
  about: 'A row per warehouse entity that a product consists of; its stock is theirs.',
  rows: (id, { bindings }) => bindings.map((binding) => ({ id, ...binding })),
  columns: ({ integer }) => ({
    product_id: integer('products.id or variations.id', (row) => row.id),
    entity_id: integer('warehouse_entities.id', (row) => row.entityId),
    per_piece_milli: integer('pieces of it in one piece', (row) => row.perPieceMilli),
  }),
});

const categories = table('categories', {
  kind: 'category',
  key: 'id',
  about: 'A row per category.',
  rows: (id, category) => [{ id, category }],
  columns: ({ integer, id, text, maybe, timestamp, json }) => ({
    id: integer('category id', (row) => row.id),
    parent_id: id('the category above; null: none', ({ category }) => category.parentId),
    position: integer('among its siblings', ({ category }) => category.prio),
    name: text('its name', ({ category }) => category.name),
    labels: json('by language', ({ category }) => category.labels),
    created_at: timestamp('when it was made', ({ category }) => category.createdMs),
    filling: maybe('constraint of products that it has besides, as JSON', ({ category }) => category.constraint),
  }),
});

const priceLists = table('price_lists', {
  kind: 'price_list',
  key: 'id',
  about: 'A row per price list. Empty lists of groups, channels and countries let all in.',
  rows: (id, { terms, state, createdMs }) => [{ id, terms, state, createdMs }],
  columns: ({ integer, text, timestamp, date, json }) => ({
    id: integer('list id', (row) => row.id),
    name: text('its name', ({ terms }) => terms.name),
    state: text('planned, running or ended', (row) => row.state),
    created_at: timestamp('when it was made', (row) => row.createdMs),
    field: text('the attribute that it answers for', ({ terms }) => terms.field),
    currency: text('ISO 4217 code of its prices', ({ terms }) => terms.currency),
    groups: json('ids of customer_groups', ({ terms }) => terms.groups),
    channels: json('ids of channels', ({ terms }) => terms.channels),
    countries: json('two letters each', ({ terms }) => terms.countries),
    priority: integer('the highest counts where several lists fit', ({ terms }) => terms.priority),
    start_day: date('first day', ({ terms }) => terms.startDay),
    end_day: date('last day', ({ terms }) => terms.endDay),
  }),
});

const prices = table('prices', {
  kind: 'product_prices',
  key: 'actor_id',
  about: 'A row per price of a product or variation in a price list, from a quantity on.',
  rows: (id, { productId, lists }) =>
    unpacked(lists).flatMap(([listId, tiers, sinceMs]) =>
      tiers.map((tier) => ({ id, productId, listId, tier, sinceMs })),
    ),
  columns: ({ integer, id, timestamp }) => ({
    actor_id: integer('what holds the prices of the product', (row) => row.id),
    product_id: integer('products.id or variations.id', (row) => row.productId),
    list_id: integer('price_lists.id, which has the currency', (row) => row.listId),
    from_milli: integer('least quantity; 0: any', ({ tier }) => tier[0]),
    price_e4: integer('of one piece', ({ tier }) => tier[1]),
    compare_e4: id('the price that it is shown beside', ({ tier }) => tier[2]),
    since_at: timestamp('since when the list has a price of one piece', (row) => row.sinceMs),
  }),
});

const OWN_CURRENCY = "ISO 4217 code; null: the shop's own";

const couponBatches = table('coupon_batches', {
  kind: 'coupon_batch',
  key: 'id',
  about: 'A row per batch of coupons, which has the terms of all its codes.',
  rows: (id, batch) => [{ id, batch, terms: batch.terms }],
  columns: ({ integer, id, text, maybe, boolean, timestamp, date }) => ({
    id: integer('batch id', (row) => row.id),
    name: text('its name', ({ terms }) => terms.name),
    created_at: timestamp('when it was made', ({ batch }) => batch.createdMs),
    ended_at: timestamp('when all of its coupons were ended', ({ batch }) => batch.endedMs),
    count: integer('number of its codes', ({ batch }) => batch.count),
    is_unique: boolean('each is redeemed once', ({ terms }) => terms.unique),
    is_combinable: boolean('may be used beside other coupons', ({ terms }) => terms.combineable),
    rate_e6: integer('what it takes off, as a rate; null: money', ({ terms }) =>
      terms.percentage ? terms.amount : null,
    ),
    amount_minor: integer('what it takes off, as money', ({ terms }) => (terms.percentage ? null : terms.amount)),
    currency: maybe(OWN_CURRENCY, ({ terms }) => terms.currency),
    promotion_id: id('the promotion that it opens instead', ({ terms }) => terms.promotionId),
    start_day: date('first day', ({ terms }) => terms.startDay),
    end_day: date('last day', ({ terms }) => terms.endDay),
  }),
});

const coupons = table('coupons', {
  kind: 'coupon',
  key: 'id',
  about: 'A row per coupon. Its code is worth money to anyone who reads it.',
  rows: (id, coupon) => [{ id, coupon }],
  columns: ({ integer, text }) => ({
    id: integer('coupon id', (row) => row.id),
    batch_id: integer('coupon_batches.id', ({ coupon }) => coupon.batchId),
    code: text('its code', ({ coupon }) => coupon.code),
    state: text('OPEN, REDEEMED or ENDED', ({ coupon }) => coupon.state),
    uses: integer('orders that have it', ({ coupon }) => coupon.uses),
  }),
});

const promotions = table('promotions', {
  kind: 'promotion',
  key: 'id',
  about: 'A row per promotion. What it has cost is in order_promotions.',
  rows: (id, promotion) => [{ id, promotion, terms: promotion.terms, isRate: RATES.has(promotion.terms.kind) }],
  columns: ({ integer, id, text, maybe, boolean, timestamp, date, json }) => ({
    id: integer('promotion id', (row) => row.id),
    name: text('its name', ({ terms }) => terms.name),
    state: text('planned, running or ended', ({ promotion }) => promotion.state),
    created_at: timestamp('when it was made', ({ promotion }) => promotion.createdMs),
    kind: text('percent, amount, price, buy_get or free_delivery', ({ terms }) => terms.kind),
    per: text('piece or order', ({ terms }) => terms.per),
    rate_e6: integer('what it takes off, as a rate', ({ terms, isRate }) => (isRate ? terms.value : null)),
    amount_minor: integer('what it takes off, or the price', ({ terms, isRate }) => (isRate ? null : terms.value)),
    currency: maybe(OWN_CURRENCY, ({ terms }) => terms.currency),
    buy: integer('pieces of a set that keep their price', ({ terms }) => terms.buy),
    get: integer('pieces of a set that do not', ({ terms }) => terms.get),
    groups: json('ids of customer_groups', ({ terms }) => terms.groups),
    channels: json('ids of channels', ({ terms }) => terms.channels),
    countries: json('two letters each', ({ terms }) => terms.countries),
    is_by_code: boolean('only carts with one of its codes get it', ({ terms }) => terms.isByCode),
    is_first_order: boolean('only accounts without an order get it', ({ terms }) => terms.isFirstOrder),
    is_exclusive: boolean('nothing else touches its pieces', ({ terms }) => terms.isExclusive),
    priority: integer('the highest comes first', ({ terms }) => terms.priority),
    min_sum_minor: integer('what its goods come to at least', ({ terms }) => terms.minSumMinor),
    min_quantity_milli: integer('pieces of them at least', ({ terms }) => terms.minMilli),
    uses_max: id('orders that may have it; null: any number', ({ terms }) => terms.usesMax),
    budget_minor: id('what it may take off all orders; null: any sum', ({ terms }) => terms.budgetMinor),
    start_day: date('first day', ({ terms }) => terms.startDay),
    end_day: date('last day', ({ terms }) => terms.endDay),
  }),
});

/** Kinds of promotions whose value is a rate. */
const RATES: ReadonlySet<string> = new Set(['percent', 'buy_get']);

export const GOODS_TABLES = [
  classes,
  classAttributes,
  products,
  variations,
  productAttributes,
  productCategories,
  records,
  recordAttributes,
  productEntities,
  categories,
  priceLists,
  prices,
  couponBatches,
  coupons,
  promotions,
];
