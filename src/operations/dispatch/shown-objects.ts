// What a caller of the back office may read of an object that it wants to change: what the operation shows that its
// parameter `if_seq` names, without what the role of the caller hides.
import type { KindName } from '../../domain/kind-types.ts';
import type { Reader } from '../../domain/transaction.ts';
import { toBody } from '../../kernel/json.ts';
import type { Json } from '../../kernel/json.ts';
import { readParams } from '../../kernel/params.ts';
import type { Params } from '../../kernel/params.ts';
import { must } from '../../kernel/result.ts';
import type { CallFields, Context, ReadOperation } from '../context/operation.ts';
import { viewMetadata } from '../views/catalogue.ts';
import { viewBatch } from '../views/coupons.ts';
import { viewRule } from '../views/delivery-rules.ts';
import { viewPromotion } from '../views/promotions.ts';
import { viewReturn } from '../views/returns.ts';
import { viewContext } from '../views/view-context.ts';
import { viewWarehouseEntity } from '../views/warehouse.ts';
import { maskedBody } from './masked-calls.ts';
import { OPERATIONS } from './registry.ts';

export type Members = { readonly [member: string]: Json };

interface ShownBy {
  readonly operation: string;
  /** A reply of the operation that shows the object; undefined: it does not show it. */
  reply(ctx: Context, id: number): Json | undefined;
  /** The object in that reply. */
  find(reply: Members, shop: Reader, id: number): Members | undefined;
}

const replyOf = (operation: string, ctx: Context, fields: CallFields): Json | undefined => {
  const { params, view } = OPERATIONS.get(operation) as ReadOperation<Params>;
  const args = readParams(params, fields);
  must(args.ok, `${operation} takes what its objects are known by`);
  const reply = view(args.value as never, ctx);
  must(!(reply instanceof Promise), `${operation} answers at once`);
  return reply.ok ? (reply.value as Json) : undefined;
};

/** The whole reply is the object. */
const alone = (operation: string, fields: (id: number, shop: Reader) => CallFields): ShownBy => ({
  operation,
  reply: (ctx, id) => replyOf(operation, ctx, fields(id, ctx.shop)),
  find: (reply) => reply,
});

/** The object is one of a list that is never long. */
const listed = (
  operation: string,
  list: string,
  isIt: (one: Members, id: number, shop: Reader) => boolean,
): ShownBy => ({
  operation,
  reply: (ctx) => replyOf(operation, ctx, {}),
  find: (reply, shop, id) => (reply[list] as unknown as readonly Members[]).find((one) => isIt(one, id, shop)),
});

/** The same where the list may be long, or is a search: it is made of the object alone. */
const among = (operation: string, list: string, view: (ctx: Context, id: number) => unknown): ShownBy => ({
  operation,
  reply: (ctx, id) => ({ [list]: [view(ctx, id) as Json] }),
  find: (reply) => (reply[list] as unknown as readonly Members[])[0],
});

const byId = ({ id }: Members, wanted: number): boolean => id === wanted;

const SHOWN: { readonly [kind in KindName]?: ShownBy } = {
  category: alone('get_category_languages', (id) => ({ id_category: id })),
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
  shopobject: {
    ...alone('get_shopobject_languages', (id) => ({ id_shopobject: id })),
    reply: (ctx, id) => {
      const shown = replyOf('get_shopobject_languages', ctx, { id_shopobject: id }) as Members | undefined;
      const product = ctx.shop.read('shopobject', id)!;
      if (shown === undefined || product.type !== 'product') return shown;
      return { ...shown, metadata: viewMetadata(product, viewContext(ctx, { language: '' })) };
    },
  },
  typed_record: alone('get_record_languages', (id) => ({ id_record: id })),
  user: {
    ...alone('get_user_by_id', (id) => ({ id_user: id })),
    reply: (ctx, id) => {
      const shown = replyOf('get_user_by_id', ctx, { id_user: id }) as Members | undefined;
      return shown && ctx.rights.may('get_staff') ? { ...shown, role: ctx.shop.read('user', id)!.role } : shown;
    },
  },
  warehouse_entity: among('search_warehouse_entities', 'result', (ctx, id) =>
    viewWarehouseEntity(id, viewContext(ctx, { language: '' })),
  ),
  webhook: listed('get_webhooks', 'webhooks', ({ name }, id, shop) => name === shop.read('webhook', id)!.name),
};

/** Undefined where the caller may not read it, or nothing shows such objects. */
export const shownObject = (ctx: Context, kind: KindName, id: number): Members | undefined => {
  const shownBy = SHOWN[kind];
  if (shownBy === undefined || !ctx.backOffice || !ctx.rights.may(shownBy.operation)) return undefined;
  const reply = shownBy.reply(ctx, id);
  if (reply === undefined) return undefined;
  const { operation } = shownBy;
  const body = maskedBody(operation, OPERATIONS.get(operation)!, ctx.rights.hidden, toBody(reply));
  return shownBy.find(JSON.parse(body.toString()) as Members, ctx.shop, id);
};
