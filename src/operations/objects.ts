// Products, variations and contents.
import { createContent } from '../domain/catalogue/create-content.ts';
import { createProduct } from '../domain/catalogue/create-product.ts';
import { createVariation } from '../domain/catalogue/create-variation.ts';
import { deleteObject } from '../domain/catalogue/delete-object.ts';
import { objectLinked, objectSeen } from '../domain/catalogue/find-object.ts';
import { updateObject } from '../domain/catalogue/update-object.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import { flag, int, optional, text } from '../kernel/params.ts';
import type { Static, TSchema } from '../kernel/params.ts';
import type { Shown } from '../kernel/json.ts';
import { ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context, Operation } from './context/operation.ts';
import { availabilityChange } from './params/availability-params.ts';
import { categories, categoriesChange } from './params/category-params.ts';
import { neededAttributes } from './params/listing-params.ts';
import { ifSeq } from './params/seen-param.ts';
import { metadata, metadataChange } from './params/metadata-params.ts';
import { attributes, country, language, name, nameChange, permalink, seo } from './params/shop-params.ts';
import { buyer, buyerParams } from './params/buyer.ts';
import { writeSeen } from './params/seen-write.ts';
import { Content, Product } from './replies/catalogue.ts';
import { PacedCategories } from './views/paced-categories.ts';
import { viewContent, viewProductDetails } from './views/catalogue.ts';
import { fitted, viewContext } from './views/view-context.ts';
import type { ViewContext } from './views/view-context.ts';
import { SUCCESS, extra, maybe, reply, whole } from './replies/members.ts';
import { created, done } from './replies/plain.ts';

const active = optional(flag('1 = to be seen and bought'), false);
const activeChange = optional(flag('1 = to be seen and bought; stays when it is left out'), undefined);

const newProduct = {
  name,
  shop_active: active,
  attributes,
  seo,
  metadata,
  availability: availabilityChange,
  categories,
};
const changedObject = { name: nameChange, shop_active: activeChange, attributes, seo };

/** Shows a product or a content with everything about it. */
type ViewDetails<T> = (id: number, state: ShopObject, view: ViewContext) => Shown<T>;

const shownTo = <T>(
  show: ViewDetails<T>,
  id: number,
  state: ShopObject,
  spoken: string,
  needed: readonly string[],
  ctx: Context,
): Result<Shown<T>> => {
  const categories = new PacedCategories(ctx.shop, ctx.backOffice);
  const view = { ...viewContext(ctx, { language: spoken, needed }), categoriesOf: categories.of };
  return fitted(view, (sized) => {
    const shown = show(id, state, sized);
    return categories.refusal ?? ok(shown);
  });
};

export const get_product_details = read({
  area: 'products',
  summary: 'A product with everything about it.',
  credential: 'licence',
  session: 'none',
  params: {
    id_product: int('product id'),
    language,
    country,
    needed_attributes: neededAttributes,
    ...buyerParams,
  },
  refusals: ['SHOPOBJECT_NOT_FOUND', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND', 'TOO_EXPENSIVE'],
  reply: Product,
  cacheable: true,
  buyer,
  view: (args, ctx) => {
    const product = objectSeen(ctx.shop, args.id_product, 'product', ctx.backOffice);
    return product.ok
      ? shownTo<Product>(viewProductDetails, args.id_product, product.value, args.language, args.needed_attributes, ctx)
      : product;
  },
});

export const get_content_details = read({
  area: 'products',
  summary: 'A content with everything about it.',
  credential: 'licence',
  session: 'none',
  params: { id_content: int('content id'), language, country, ...buyerParams },
  refusals: ['SHOPOBJECT_NOT_FOUND', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND', 'TOO_EXPENSIVE'],
  reply: Content,
  cacheable: true,
  buyer,
  view: (args, ctx) => {
    const content = objectSeen(ctx.shop, args.id_content, 'content', ctx.backOffice);
    return content.ok ? shownTo<Content>(viewContent, args.id_content, content.value, args.language, [], ctx) : content;
  },
});

const linked = { permalink, language, country, ...buyerParams };

const linkedDetails = <S extends TSchema>(
  type: ShopObject['type'],
  shown: S,
  show: ViewDetails<Static<S>>,
  more: { readonly needed_attributes?: typeof neededAttributes },
  summary: string,
): Operation =>
  read({
    area: 'products',
    summary,
    credential: 'licence',
    session: 'none',
    params: { ...linked, ...more },
    refusals: ['SHOPOBJECT_NOT_FOUND', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND', 'TOO_EXPENSIVE'],
    reply: shown,
    cacheable: true,
    buyer,
    view: (args, ctx) => {
      const linkedObject = objectLinked(ctx.shop, args.permalink, args.language, type, ctx.backOffice);
      if (!linkedObject.ok) return linkedObject;
      const { id, state, language: held } = linkedObject.value;
      return shownTo<Static<S>>(show, id, state, args.language || held, args.needed_attributes ?? [], ctx);
    },
  });

export const seo_get_product_details = linkedDetails(
  'product',
  Product,
  viewProductDetails,
  { needed_attributes: neededAttributes },
  'The product with this permalink, in the permalink’s language unless another is asked for.',
);

export const seo_get_content_details = linkedDetails(
  'content',
  Content,
  viewContent,
  {},
  'The content with this permalink, in the permalink’s language unless another is asked for.',
);

export const create_product = write({
  area: 'products',
  summary: 'Makes a product, with its stock and, if asked, its binding.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    class: text('name of a product class'),
    ...newProduct,
    add_binding: optional(flag('bind to the warehouse entity of the same element number'), false),
  },
  handle: ({ class: className, shop_active, availability: stock, add_binding: bind, ...given }, { shop }) =>
    createProduct(shop, { className, active: shop_active, bind, ...stock, ...given }),
  refusals: [
    'CATEGORY_NOT_FOUND',
    'CLASS_NOT_FOUND',
    'CLASS_TYPE_NOT_VALID',
    'SHOPOBJECT_NAME_NOT_VALID',
    'SHOPOBJECT_NAME_ALREADY_IN_USE',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'SEO_ENTRY_PERMALINK_INVALID',
    'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
    'WAREHOUSE_ENTITY_NOT_FOUND',
  ],
  ...created('create_product', 'product'),
});

type ChangedArgs<I extends string> = { readonly if_seq: number | undefined } & { readonly [name in I]: number };

/**
 * Replies with the record of the change to who named the one before it. A reply that is repeated under its key does
 * not: somebody else may have changed the object since.
 */
const changed = <const O extends string, const I extends string>(object: O, id: I) => ({
  reply: reply(object, {
    status: SUCCESS,
    seq: maybe(extra(whole('record that changed it last, for the next if_seq; absent where none was sent'))),
  }),
  view: (_outcome: void, { shop, recordSeq }: Pick<Context, 'shop' | 'recordSeq'>, args: ChangedArgs<I>) =>
    ({
      object,
      status: 'success',
      ...(args.if_seq !== undefined && recordSeq > 0 && { seq: shop.seqOf('shopobject', args[id]) }),
    }) as const,
});

export const update_product = write({
  area: 'products',
  summary: 'Changes a product or a variation; what is left out stays.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_product: int('product id'),
    ...changedObject,
    metadata: metadataChange,
    availability: availabilityChange,
    categories: categoriesChange,
    if_seq: ifSeq('product', 'get_shopobject_languages'),
  },
  handle: ({ id_product: id, shop_active, availability: stock, if_seq: seen, ...change }, { shop }) =>
    updateObject(shop, id, 'product', { active: shop_active, ...stock, ...change, ifSeq: seen }),
  refusals: [
    'CATEGORY_NOT_FOUND',
    'SHOPOBJECT_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'SHOPOBJECT_NAME_NOT_VALID',
    'SHOPOBJECT_NAME_ALREADY_IN_USE',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'SEO_ENTRY_PERMALINK_INVALID',
    'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
    'AMOUNT_OUT_OF_RANGE',
  ],
  ...changed('update_product', 'id_product'),
});

export const create_variation = write({
  area: 'products',
  summary: 'Makes a variation of a product: a product of its own, of the same class.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: { id_product: int('product id'), ...newProduct },
  handle: ({ id_product: productId, shop_active, availability: stock, ...given }, { shop }) =>
    createVariation(shop, productId, { active: shop_active, ...stock, ...given }),
  refusals: [
    'CATEGORY_NOT_FOUND',
    'SHOPOBJECT_NOT_FOUND',
    'SHOPOBJECT_NAME_NOT_VALID',
    'SHOPOBJECT_NAME_ALREADY_IN_USE',
    'VARIATION_TOO_DEEP',
    'VARIATION_LIMIT_REACHED',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'SEO_ENTRY_PERMALINK_INVALID',
    'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
  ],
  ...created('create_variation', 'variation'),
});

export const delete_product = writeSeen(
  { kind: 'shopobject', id: (args) => args.id_product, called: 'product', shownBy: 'get_shopobject_languages' },
  {
    area: 'products',
    summary: 'Deletes a product or a variation, with its variations and its own stock.',
    credential: 'secret',
    session: 'none',
    params: { id_product: int('product id') },
    handle: (args, { shop }) => deleteObject(shop, args.id_product, 'product'),
    refusals: ['SHOPOBJECT_NOT_FOUND'],
    ...done('delete_product'),
  },
);

export const create_content = write({
  area: 'products',
  summary: 'Makes a content.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: { class: text('name of a content class'), name, shop_active: active, attributes, seo, categories },
  handle: ({ class: className, shop_active, ...given }, { shop }) =>
    createContent(shop, { className, active: shop_active, ...given }),
  refusals: [
    'CATEGORY_NOT_FOUND',
    'CLASS_NOT_FOUND',
    'CLASS_TYPE_NOT_VALID',
    'SHOPOBJECT_NAME_NOT_VALID',
    'SHOPOBJECT_NAME_ALREADY_IN_USE',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'SEO_ENTRY_PERMALINK_INVALID',
    'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
  ],
  ...created('create_content', 'content'),
});

export const update_content = write({
  area: 'products',
  summary: 'Changes a content; what is left out stays.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_content: int('content id'),
    ...changedObject,
    categories: categoriesChange,
    if_seq: ifSeq('content', 'get_shopobject_languages'),
  },
  handle: ({ id_content: id, shop_active, if_seq: seen, ...change }, { shop }) =>
    updateObject(shop, id, 'content', { active: shop_active, ...change, ifSeq: seen }),
  refusals: [
    'CATEGORY_NOT_FOUND',
    'SHOPOBJECT_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'SHOPOBJECT_NAME_NOT_VALID',
    'SHOPOBJECT_NAME_ALREADY_IN_USE',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'SEO_ENTRY_PERMALINK_INVALID',
    'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
  ],
  ...changed('update_content', 'id_content'),
});

export const delete_content = writeSeen(
  { kind: 'shopobject', id: (args) => args.id_content, called: 'content', shownBy: 'get_shopobject_languages' },
  {
    area: 'products',
    summary: 'Deletes a content.',
    credential: 'secret',
    session: 'none',
    params: { id_content: int('content id') },
    handle: (args, { shop }) => deleteObject(shop, args.id_content, 'content'),
    refusals: ['SHOPOBJECT_NOT_FOUND'],
    ...done('delete_content'),
  },
);
