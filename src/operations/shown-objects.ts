// The operation that shows an object whose changes take `if_seq`, by its kind, and the object in its reply.
import type { KindName } from '../domain/kind-types.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import type { Reader } from '../domain/transaction.ts';
import type { Json } from '../kernel/json.ts';
import type { CallFields, Context } from './context/operation.ts';
import { viewMetadata, viewSelling } from './views/catalogue.ts';
import { viewBatch } from './views/coupons.ts';
import { viewRule } from './views/delivery-rules.ts';
import { quantity } from './views/format.ts';
import { viewOwnValues } from './views/own-values.ts';
import { viewPromotion } from './views/promotions.ts';
import { viewReturn } from './views/returns.ts';
import { viewContext } from './views/view-context.ts';
import { viewWarehouseEntity } from './views/warehouse.ts';

export type Members = { readonly [member: string]: Json };

interface ShownBy {
  readonly operation: string;
  /** Parameters of a call whose reply shows it; absent: `reply` makes one that shows it alone. */
  readonly fields?: (id: number, shop: Reader) => CallFields;
  readonly reply?: (ctx: Context, id: number) => unknown;
  /** What a change may name beside it. */
  readonly more?: (ctx: Context, id: number) => { readonly [member: string]: unknown };
  /** The object in that reply. */
  find(reply: Members, id: number, shop: Reader): Members | undefined;
}

/** The whole reply is the object. */
const alone = (
  operation: string,
  fields: (id: number, shop: Reader) => CallFields,
  more?: ShownBy['more'],
): ShownBy => ({
  operation,
  fields,
  ...(more && { more }),
  find: (reply) => reply,
});

/** The object is one of a list that is never long. */
const listed = (
  operation: string,
  list: string,
  isIt: (one: Members, id: number, shop: Reader) => boolean,
): ShownBy => ({
  operation,
  fields: () => ({}),
  find: (reply, id, shop) => (reply[list] as unknown as readonly Members[]).find((one) => isIt(one, id, shop)),
});

/** The same where the list may be long, or is a search. */
const among = (operation: string, list: string, view: (ctx: Context, id: number) => unknown): ShownBy => ({
  operation,
  reply: (ctx, id) => ({ [list]: [view(ctx, id)] }),
  find: (reply) => (reply[list] as unknown as readonly Members[])[0],
});

const byId = ({ id }: Members, wanted: number): boolean => id === wanted;

/** What a product has besides its values; what is in stock is no part of it. */
const ofProduct = (ctx: Context, product: ShopObject): { readonly [member: string]: unknown } => ({
  metadata: viewMetadata(product, viewContext(ctx, { language: '' })),
  availability: viewSelling(product),
  ...(ctx.rights.may('get_bindings') && {
    bindings: Object.fromEntries(
      product.bindings.map(({ entityId, perPieceMilli }) => [entityId, quantity(perPieceMilli)]),
    ),
  }),
});

export const SHOWN_BY: { readonly [kind in KindName]?: ShownBy } = {
  category: alone(
    'get_category_languages',
    (id) => ({ id_category: id }),
    ({ shop }, id) => ({ attributes: shop.read('category', id)!.attributes }),
  ),
  channel: listed('get_channels', 'channels', byId),
  class: alone('get_class_languages', (id) => ({ id_class: id })),
  coupon_batch: among('search_coupons', 'batches', ({ shop }, id) => viewBatch(shop, id)),
  customer_group: listed('get_groups', 'groups', byId),
  delivery_rule: among('get_delivery_rules', 'rules', ({ shop }, id) => viewRule(shop, id)),
  document_template: listed('get_document_templates', 'templates', ({ name, language }, id, shop) => {
    const own = shop.read('document_template', id)!.name;
    return own === (language === '' ? name : `${String(name)}.${String(language)}`);
  }),
  order: alone('get_order_by_id', (id) => ({ id_order: id })),
  order_return: among('get_returns', 'returns', ({ shop }, id) => viewReturn(shop, id, undefined)),
  price_list: listed('get_price_lists', 'price_lists', byId),
  promotion: among('get_promotions', 'promotions', ({ shop }, id) => viewPromotion(shop, id)),
  role: listed('get_roles', 'roles', ({ name }, id, shop) => name === shop.read('role', id)!.name),
  search_words: alone('get_search_words', (id, shop) => ({ language: shop.read('search_words', id)!.language })),
  shop: alone('get_shop_settings', () => ({})),
  shopobject: alone(
    'get_shopobject_languages',
    (id) => ({ id_shopobject: id }),
    (ctx, id) => {
      const product = ctx.shop.read('shopobject', id)!;
      return product.type === 'product' ? ofProduct(ctx, product) : {};
    },
  ),
  typed_record: alone('get_record_languages', (id) => ({ id_record: id })),
  user: alone(
    'get_user_by_id',
    (id) => ({ id_user: id }),
    ({ shop, rights }, id) => (rights.may('get_staff') ? { role: shop.read('user', id)!.role } : {}),
  ),
  warehouse_entity: among('search_warehouse_entities', 'result', (ctx, id) => {
    const whole = viewWarehouseEntity(id, viewContext(ctx, { language: '' })) as { readonly [member: string]: unknown };
    const { attributes: _ofOneLanguage, ...shown } = whole;
    return { ...shown, values: viewOwnValues(ctx.shop, ctx.shop.read('warehouse_entity', id)!) };
  }),
  webhook: listed('get_webhooks', 'webhooks', ({ name }, id, shop) => name === shop.read('webhook', id)!.name),
};
