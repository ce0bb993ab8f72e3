// Categories, products, contents, classes and warehouse entities as replies show them.
import { NO_METADATA } from '../../domain/attributes/metadata.ts';
import type { Metadata as MetadataState } from '../../domain/attributes/metadata.ts';
import type { SeoEntry } from '../../domain/attributes/seo.ts';
import { CLASS_TYPES } from '../../domain/catalogue/shop-class.ts';
import { decimalText } from '../../domain/money.ts';
import type { RateE6 } from '../../domain/money.ts';
import type { TaxClass as TaxClassState } from '../../domain/rules.ts';
import { Type } from '../../kernel/params.ts';
import type { Static, TSchema } from '../../kernel/params.ts';
import {
  bit,
  cataloguePrice,
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
import { AnyProduct, Attribute, Attributes } from './attributes.ts';
import { FACETS } from './facets.ts';
import { Writing } from './written.ts';

const ofSeo = new Writing<Required<SeoEntry>>();

export const WrittenSeo = ofSeo.record('Seo', 'What search engines read, in the language of the reply.', {
  permalink: ofSeo.value(text('last part of the address of its page; empty: none'), ({ permalink }) => permalink),
  title: ofSeo.value(text('title of the page'), ({ title }) => title),
  description: ofSeo.value(text('description of the page'), ({ description }) => description),
  keywords: ofSeo.value(text('keywords, as they were entered'), ({ keywords }) => keywords),
});
const Seo = WrittenSeo.schema;

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

export const Availability = record('Availability', 'How many pieces can be sold.', {
  quantity: quantity('pieces in stock; for a product bound to warehouse entities what their stock suffices for'),
  quantity_warning: quantity('stock below which the shop is to be warned'),
  allow_override: bit('1: is sold beyond its stock'),
  active: bit('1: its stock is counted; 0: it is always available'),
});
export type Availability = Static<typeof Availability>;

/** An article as it is shown: its metadata, which may lack what was never sent, and how it is taxed. */
interface ShownArticle {
  readonly metadata: MetadataState;
  readonly taxClass: TaxClassState;
  readonly rateE6: RateE6;
}

const ofTaxClass = new Writing<ShownArticle>();

const TaxClass = ofTaxClass.record('TaxClass', 'How a price is taxed.', {
  name: ofTaxClass.value(text('name of the tax class'), ({ taxClass }) => taxClass.name),
  calculation: ofTaxClass.value(
    oneOf('how prices contain the tax', ['included', 'added', 'subtracted']),
    ({ taxClass }) => taxClass.calculation,
  ),
  value: ofTaxClass.text(rate('the rate in the country of the call'), ({ rateE6 }) => decimalText(rateE6, 6)),
});

const MEASURES = {
  length: measure('length of one piece'),
  width: measure('width of one piece'),
  height: measure('height of one piece'),
  weight: measure('weight of one piece'),
};
const ELEMENT_NUMBER = text('article number');
const EAN = text('bar code number');
const NOTES = text('notes for the back office');

const ofArticle = new Writing<ShownArticle>();

export const WrittenMetadata = ofArticle.record('Metadata', 'What a shop needs to know of an article.', {
  element_number: ofArticle.value(
    ELEMENT_NUMBER,
    ({ metadata }) => metadata.element_number ?? NO_METADATA.element_number,
  ),
  ean: ofArticle.value(EAN, ({ metadata }) => metadata.ean ?? NO_METADATA.ean),
  taxclass: ofArticle.text(TaxClass.schema, (article) => TaxClass.text(article)),
  length: ofArticle.value(MEASURES.length, ({ metadata }) => metadata.length ?? NO_METADATA.length),
  width: ofArticle.value(MEASURES.width, ({ metadata }) => metadata.width ?? NO_METADATA.width),
  height: ofArticle.value(MEASURES.height, ({ metadata }) => metadata.height ?? NO_METADATA.height),
  weight: ofArticle.value(MEASURES.weight, ({ metadata }) => metadata.weight ?? NO_METADATA.weight),
  notes: ofArticle.value(NOTES, ({ metadata }) => metadata.notes ?? NO_METADATA.notes),
  quantity_step: ofArticle.value(
    maybe(extra(quantity('of a product: it is sold in multiples of it; absent: as its class, or the shop, says'))),
    ({ metadata }) => metadata.quantity_step,
  ),
});
const Metadata = WrittenMetadata.schema;

const OBJECT = {
  id: id('id, of its own among products and contents'),
  name: text('name, of its own among products and contents'),
  creation_date: dateTime('when it was made'),
  class: text('name of its class'),
  seo: Seo,
};
const SHOP_ACTIVE = { shop_active: maybe(bit('1: shoppers see it; shown to the back office')) };

/** The member `lowest_30d`. */
export const LOWEST_30D = cataloguePrice(
  'of a price that is a discount: the lowest one that was shown within the 30 days before the discount began',
);

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
  quantity_step: maybe(extra(quantity('it is sold in multiples of it; absent: whole pieces'))),
  price: maybe(
    extra(cataloguePrice('of a price list: what one piece costs the caller; absent: the attribute is the price')),
  ),
  compare_at: maybe(extra(cataloguePrice('the price that it is shown beside'))),
  lowest_30d: maybe(extra(LOWEST_30D)),
  price_list: maybe(extra(id('the price list of that price'))),
  quantity_prices: maybe(
    extra(
      list(
        group('What a piece costs from a quantity on.', {
          from_quantity: quantity('pieces in the cart'),
          price: cataloguePrice('what one piece costs the caller then'),
          compare_at: maybe(cataloguePrice('the price that it is shown beside')),
        }),
        'quantities from which it costs another price by price lists, rising; absent: none, and in lists of a category',
      ),
    ),
  ),
  currency: maybe(
    extra(text('of that price, where it is not the shop’s: ISO 4217; without a price it is not sold in it')),
  ),
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
  quantity_step: maybe(extra(quantity('its products are sold in multiples of it; absent: as the shop says'))),
  public: maybe(extra(bit('1: shoppers see its records; absent: they do not'))),
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
  metadata: group('What a warehouse needs to know of it.', {
    element_number: ELEMENT_NUMBER,
    ean: EAN,
    ...MEASURES,
    notes: NOTES,
  }),
  attributes: Attributes,
  seq: extra(whole('record that changed it last, for if_seq; its stock is not part of it')),
});
export type WarehouseEntity = Static<typeof WarehouseEntity>;

export const CAP = { records_max: maybe(extra(whole('only where the shop’s limit has cut the list: that limit'))) };
const Products = keyed(Product, 'products by name, in their order; without metadata and categories');
const Contents = keyed(Content, 'contents by name, in their order');

const IN_CATEGORY = { category: Category, count: whole('objects in the category, whatever the page shows') };
/** `listed`: what has the order. */
export const orderSeqOf = (listed: string) =>
  maybe(
    extra(
      whole(
        `record that changed ${listed} last, for if_seq of set_positions; absent for shoppers, and for more than 1,000`,
      ),
    ),
  );
const ORDER_SEQ = { seq: orderSeqOf('what is listed') };
const COUNTS = { products_count: whole('products in the category'), contents_count: whole('contents in the category') };

const listing = <const O extends string, const M extends { readonly [name: string]: TSchema }>(object: O, members: M) =>
  reply(object, { ...IN_CATEGORY, ...members, ...ORDER_SEQ });

export const ProductsInCategory = listing('products_in_category', {
  products_count: COUNTS.products_count,
  ...CAP,
  ...FACETS,
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

const BoughtWith = group('A product bought with it.', { count: whole('orders that have both'), product: Product });
export const BoughtTogether = reply('bought_together', {
  id: id('product id'),
  orders: whole('its latest orders that have another product, of which these are'),
  products: list(BoughtWith, 'those of most orders first'),
});
export type BoughtTogether = Static<typeof BoughtTogether>;

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
