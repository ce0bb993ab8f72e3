// Categories, products, contents, classes and warehouse entities as replies show them.
import { CLASS_TYPES } from '../../domain/catalogue/shop-class.ts';
import { Type } from '../../kernel/params.ts';
import type { Static, TSchema } from '../../kernel/params.ts';
import {
  bit,
  dateTime,
  extra,
  group,
  id,
  keyed,
  list,
  maybe,
  measure,
  nested,
  oneOf,
  quantity,
  rate,
  record,
  saying,
  reply,
  text,
  whole,
} from './members.ts';

export const Seo = record('Seo', 'What search engines read, in the language of the reply.', {
  permalink: text('last part of the address of its page; empty: none'),
  title: text('title of the page'),
  description: text('description of the page'),
  keywords: text('keywords, as they were entered'),
});
export type Seo = Static<typeof Seo>;

const CategoryAttribute = group('An attribute of a category.', {
  name: text('name of the attribute'),
  value: Type.Union([Type.String(), Type.Number()], { description: 'its value in the language of the reply' }),
});

const CATEGORY = {
  id: id('category id; 0 stands for the parent of the roots, which does not exist'),
  name: text('name'),
  prio: whole('place among its siblings; the lowest comes first'),
  id_parent: id('category that it stands below; 0: it is a root'),
  label: text('name to show, in the language of the reply'),
  seo: Seo,
  attributes: keyed(CategoryAttribute, 'attributes by name'),
};

export const Category = record('Category', 'A category.', CATEGORY);
export type Category = Static<typeof Category>;

/** A category as a dump shows it: with the way to it. */
export const CategoryInTree = record('CategoryInTree', 'A category, with the categories that lead to it.', {
  ...CATEGORY,
  path: group('From the root to the category itself.', {
    name: text('names, with / between them'),
    nodes: list(group('One category.', { id: id('category id'), name: text('name') }), 'from the root on'),
  }),
});

export type CategoryInTree = Static<typeof CategoryInTree>;

/** As it stands within attributes and lists of products; type and shape are those of Product. */
type AnyProduct = { readonly object: 'product'; readonly id: number };
const AnyProduct = nested<AnyProduct>('Product');

const ATTRIBUTE = {
  id: id('attribute id'),
  name: text('name of the attribute'),
  label: text('name to show, in the language of the reply'),
};

const Attribute = Type.Union(
  [
    group('A text.', {
      type: oneOf('kind of value', ['CHAR', 'TXT', 'HTML', 'DATE']),
      ...ATTRIBUTE,
      value: text('the value; HTML is not escaped, a date is YYYY-MM-DD or YYYY-MM-DD HH:MM:SS'),
    }),
    group('A number.', {
      type: oneOf('kind of value', ['FLOAT', 'INT', 'BOOL']),
      ...ATTRIBUTE,
      value: Type.Number({ description: 'the value; 1 or 0 for BOOL' }),
    }),
    group('An image.', {
      type: Type.Literal('IMG'),
      ...ATTRIBUTE,
      value: text('address of the image; empty: none'),
      width: text('pixels as digits; empty: not known'),
      height: text('pixels as digits; empty: not known'),
    }),
    group('A list of products.', {
      type: Type.Literal('PRODUCTS'),
      ...ATTRIBUTE,
      value: list(AnyProduct, 'the products, active ones only unless the back office calls'),
      left_out: maybe(extra(whole('products that are not shown, because the reply would be too large'))),
    }),
  ],
  { title: 'Attribute', description: 'An attribute with its value in the language of the reply; `type` says which.' },
);

export const Attributes = keyed(Attribute, 'attributes by name, in the order of the class');
export type Attributes = Static<typeof Attributes>;

export const Availability = record('Availability', 'How many pieces can be sold.', {
  quantity: quantity('pieces in stock; for a product bound to warehouse entities what their stock suffices for'),
  quantity_warning: quantity('stock below which the shop is to be warned'),
  allow_override: bit('1: is sold beyond its stock'),
  active: bit('1: its stock is counted; 0: it is always available'),
});
export type Availability = Static<typeof Availability>;

const TaxClass = record('TaxClass', 'How a price is taxed.', {
  name: text('name of the tax class'),
  calculation: oneOf('how prices contain the tax', ['included', 'added', 'subtracted']),
  value: rate('the rate in the country of the call'),
});

const MEASURES = {
  length: measure('length of one piece'),
  width: measure('width of one piece'),
  height: measure('height of one piece'),
  weight: measure('weight of one piece'),
  notes: text('notes for the back office'),
};
const NUMBERS = { element_number: text('article number'), ean: text('bar code number') };

export const Metadata = record('Metadata', 'What a shop needs to know of an article.', {
  ...NUMBERS,
  taxclass: TaxClass,
  ...MEASURES,
});
export type Metadata = Static<typeof Metadata>;

const OBJECT = {
  id: id('id, of its own among products and contents'),
  name: text('name, of its own among products and contents'),
  creation_date: dateTime('when it was made'),
  class: text('name of its class'),
  seo: Seo,
};
const SHOP_ACTIVE = { shop_active: maybe(bit('1: shoppers see it; shown to the back office')) };

export const Product = record('Product', 'A product, or a variation of one with what it inherits.', {
  object: Type.Literal('product'),
  ...OBJECT,
  availability: Availability,
  metadata: maybe(saying(Metadata, 'absent in lists of a category')),
  categories: maybe(list(Category, 'categories it is in; absent in lists of a category')),
  attributes: Attributes,
  variations: list(
    AnyProduct,
    'its variations in the order of creation; in the details of a variation: its product, its siblings, its own ones',
  ),
  id_parent: maybe(extra(id('of a variation: the product it belongs to'))),
  ...SHOP_ACTIVE,
});
export type Product = Static<typeof Product>;

export const Content = record('Content', 'A content: a page, a teaser, a text.', {
  object: Type.Literal('content'),
  ...OBJECT,
  attributes: Attributes,
  variations: list(AnyProduct, 'always empty'),
  ...SHOP_ACTIVE,
});
export type Content = Static<typeof Content>;

export const ShopClass = record('Class', 'A class, which gives objects their attributes.', {
  object: Type.Literal('class'),
  id: id('class id'),
  name: text('name'),
  type: oneOf('what has this class', CLASS_TYPES),
  creation_date: dateTime('when it was made'),
  attributes: keyed(Attribute, 'attributes by name, with their default values'),
});
export type ShopClass = Static<typeof ShopClass>;

export const WarehouseEntity = record('WarehouseEntity', 'What lies in a storage; products are bound to it.', {
  object: Type.Literal('warehouse_entity'),
  id: id('warehouse entity id'),
  name: text('name'),
  creation_date: dateTime('when it was made'),
  class: text('name of its class'),
  id_manufacturer: id('manufacturer id; 0: none'),
  availability: group('Its stock.', {
    quantity: quantity('pieces in all storages'),
    quantity_warning: quantity('always 0'),
  }),
  metadata: group('What a warehouse needs to know of it.', { ...NUMBERS, ...MEASURES }),
  attributes: Attributes,
});
export type WarehouseEntity = Static<typeof WarehouseEntity>;

export const CAP = { records_max: maybe(extra(whole('only where the shop’s limit has cut the list: that limit'))) };
const Products = keyed(Product, 'products by name, in their order; without metadata and categories');
const Contents = keyed(Content, 'contents by name, in their order');

const IN_CATEGORY = { category: Category, count: whole('objects in the category, whatever the page shows') };
const COUNTS = { products_count: whole('products in the category'), contents_count: whole('contents in the category') };

const listing = <const O extends string, const M extends { readonly [name: string]: TSchema }>(object: O, members: M) =>
  reply(object, { ...IN_CATEGORY, ...members });

export const ProductsInCategory = listing('products_in_category', {
  products_count: COUNTS.products_count,
  ...CAP,
  products: Products,
});
export type ProductsInCategory = Static<typeof ProductsInCategory>;

export const ContentsInCategory = listing('contents_in_category', {
  contents_count: COUNTS.contents_count,
  ...CAP,
  contents: Contents,
});
export type ContentsInCategory = Static<typeof ContentsInCategory>;

export const ObjectsInCategory = listing('shopobjects_in_category', {
  products_count: COUNTS.products_count,
  ...CAP,
  products: Products,
  contents_count: COUNTS.contents_count,
  contents: Contents,
});
export type ObjectsInCategory = Static<typeof ObjectsInCategory>;

const Subtree = nested<{ readonly object: 'category_dump' }>('CategoryDump');
const Named = group('The category.', { id_category: id('category id'), name: text('name') });
const DUMP = {
  parent_category: CategoryInTree,
  shop_categories: keyed(Subtree, 'categories below it by name; where siblings share a name, the later ones get #id'),
  products_in_category: group('Its products.', { category: Named, products: Products }),
  contents_in_category: group('Its contents.', { category: Named, contents: Contents }),
};

export const CategoryDump = record('CategoryDump', 'A category with everything in it and below it.', {
  object: Type.Literal('category_dump'),
  ...CAP,
  ...DUMP,
});
export type CategoryDump = Static<typeof CategoryDump>;
