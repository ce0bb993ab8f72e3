// Messages of the change feed, made from events.
//
// Guaranteed: each object is read once per record, however many of its events the record has, and a message names a
// bounded number of others. Not promised: old states. All messages of a record are made from the states as they are
// now.
// Glossary (docs/internals/glossary.md): change feed.
import { NONE, atOnce } from '../../kernel/many.ts';
import type { CategoryIndex } from '../../domain/catalogue/category.ts';
import type { ShopClass } from '../../domain/catalogue/shop-class.ts';
import type { ShopObject, ShopObjectIndex } from '../../domain/catalogue/shop-object.ts';
import type { Refund } from '../../domain/orders/refund.ts';
import type { OrderReturn } from '../../domain/orders/order-return.ts';
import type { PaymentNotice } from '../../domain/orders/payment-notice.ts';
import type { TypedRecord } from '../../domain/catalogue/typed-record.ts';
import type { StockItem } from '../../domain/stock/stock-item.ts';
import type { KindEvent } from '../journal/record.ts';
import type { Tables } from '../actors/tables.ts';

interface FeedMessage {
  readonly event:
    | 'product'
    | 'content'
    | 'price'
    | 'price_list'
    | 'promotion'
    | 'delivery_rule'
    | 'stock'
    | 'category'
    | 'class'
    | 'record'
    | 'order'
    | 'return'
    | 'money'
    | 'refund'
    | 'deleted';
  readonly data: { readonly [member: string]: string | number | readonly number[] };
}

/** Variations or categories that a message names; with more, it names none. */
const NAMED_MAX = 1000;

const changeOf = (type: string): string =>
  type.endsWith('_created') || type.endsWith('_placed') ? 'created' : 'changed';

/** Whether changed attributes include a price; prices are attributes of the type FLOAT. */
const touchesPrice = (
  tables: Tables,
  object: ShopObject,
  attributes: { readonly [language: string]: { readonly [number: string]: unknown } },
): boolean => {
  const definitions = (tables.class.get(object.classId)?.state as ShopClass | undefined)?.attributes ?? [];
  const floats = new Set(definitions.filter(({ type }) => type === 'FLOAT').map(({ number }) => String(number)));
  return Object.values(attributes).some((values) => Object.keys(values).some((number) => floats.has(number)));
};

/** Where a product or content is shown; undefined members are too long to be named. */
interface Place {
  readonly variations: readonly number[] | undefined;
  /** Its own categories, those of its variations, and all that fill themselves. */
  readonly categories: readonly number[] | undefined;
}

/** All variations below a product, of every level; undefined: more than NAMED_MAX. */
const variationsOf = ({ shopobject }: Tables, id: number): readonly number[] | undefined => {
  const { variations } = shopobject.index as ShopObjectIndex;
  const ids: number[] = [];
  for (let at = -1; at < ids.length; at += 1) {
    for (const below of atOnce(variations.find(at < 0 ? id : ids[at]!)?.ids ?? NONE, 'it stops at NAMED_MAX'))
      ids.push(below);
    if (ids.length > NAMED_MAX) return undefined;
  }
  return ids;
};

const findPlace = (tables: Tables, id: number, object: ShopObject): Place => {
  const variations = variationsOf(tables, id);
  if (variations === undefined) return { variations, categories: undefined };
  const categories = new Set<number>();
  for (const { categoryId } of object.memberships) categories.add(categoryId);
  for (const below of variations)
    for (const { categoryId } of (tables.shopobject.peek(below) as ShopObject).memberships) categories.add(categoryId);
  // It may have come into any of them, or left it.
  if (object.type === 'product') filledOf(tables).forEach((one) => categories.add(one));
  return { variations, categories: categories.size > NAMED_MAX ? undefined : [...categories] };
};

/** Shared data of the messages of one record; all are made from the states after it. */
export class RecordMessages {
  private places: Map<number, Place> | undefined = undefined;
  private stockIds: Set<number> | undefined = undefined;

  place(tables: Tables, id: number, object: ShopObject): Place {
    this.places ??= new Map();
    let place = this.places.get(id);
    if (place === undefined) this.places.set(id, (place = findPlace(tables, id, object)));
    return place;
  }

  /** Whether this is the record's first event about the stock item; an order or a release may have many. */
  isFirstOfStock(id: number): boolean {
    this.stockIds ??= new Set();
    if (this.stockIds.has(id)) return false;
    this.stockIds.add(id);
    return true;
  }
}

/**
 * Data for a cache of pages about a changed product or content, beside its id: whether it was switched on or off, what
 * inherits from it, and the categories that list it or a variation. Earlier categories are not kept: without
 * `categories` it may have left any. A product without `categories` names its variations, or says that it has none;
 * without `variations` as well it may have any.
 */
const placeOf = (object: ShopObject, event: KindEvent['event'], place: Place): FeedMessage['data'] => {
  const { active } = event as { readonly active?: boolean };
  const { variations } = place;
  const categories = event.type === 'shopobject_memberships_set' ? undefined : place.categories;
  const isNamed = variations !== undefined && (variations.length > 0 || categories === undefined);
  return {
    ...(object.productId !== 0 && { id_product: object.productId }),
    ...(active !== undefined && { active: active ? 1 : 0 }),
    ...(categories !== undefined && { categories }),
    ...(isNamed && object.type === 'product' && { variations }),
  };
};

const filledOf = ({ category }: Tables): readonly number[] => (category.index as CategoryIndex).filled.numbers;

/** A product shows the filled categories of all variations below it: those above its parent may be in others now. */
function* aboveParent(tables: Tables, { productId }: ShopObject): Generator<FeedMessage> {
  if (productId === 0 || filledOf(tables).length === 0) return;
  const parentOf = (id: number): number => (tables.shopobject.peek(id) as ShopObject | undefined)?.productId ?? 0;
  for (let id = parentOf(productId); id !== 0; id = parentOf(id)) {
    const place = { categories: filledOf(tables), variations: [] };
    yield { event: 'product', data: { id, change: 'changed', ...place } };
  }
}

/** Whether a change of a category may give other products to categories that fill themselves. */
const mayFill = (tables: Tables, event: KindEvent['event']): boolean => {
  const { type, constraint = '' } = event as { readonly type: string; readonly constraint?: string };
  if (type === 'category_constraint_set' || (type === 'category_created' && constraint !== '')) return true;
  return (type === 'category_moved' || type === 'category_deleted') && filledOf(tables).length > 0;
};

const recordMessage = (tables: Tables, id: number, type: string): FeedMessage => {
  const record = tables.typed_record.peek(id) as TypedRecord | undefined;
  if (record === undefined) return { event: 'record', data: { id, change: 'deleted' } };
  const { name = '' } = (tables.class.peek(record.classId) as ShopClass | undefined) ?? {};
  return { event: 'record', data: { id, change: changeOf(type), class: name } };
};

export function* messagesOf(
  tables: Tables,
  { kind, id, event }: KindEvent,
  ofRecord: RecordMessages,
): Generator<FeedMessage> {
  const { type } = event;
  switch (kind) {
    case 'shopobject': {
      const object = tables.shopobject.peek(id) as ShopObject | undefined;
      if (object === undefined) return yield { event: 'deleted', data: { id } };
      // The reply of a product contains its variations, and a cache cannot know the id of a new one.
      const place = placeOf(object, event, ofRecord.place(tables, id, object));
      yield { event: object.type, data: { id, change: changeOf(type), ...place } };
      yield* aboveParent(tables, object);
      const { attributes } = event as unknown as { readonly attributes?: Parameters<typeof touchesPrice>[2] };
      if (type === 'shopobject_attributes_changed' && touchesPrice(tables, object, attributes!))
        yield { event: 'price', data: { id } };
      return undefined;
    }
    case 'product_prices': {
      // They end with their product, which says so itself.
      if (type === 'product_prices_deleted') return undefined;
      // What a list says of a product stands in its reply, and in those of its variations.
      const { productId } = event as unknown as { readonly productId: number };
      const object = tables.shopobject.peek(productId) as ShopObject | undefined;
      if (object === undefined) return undefined;
      const place = placeOf(object, event, ofRecord.place(tables, productId, object));
      yield { event: 'product', data: { id: productId, change: 'changed', ...place } };
      return yield { event: 'price', data: { id: productId } };
    }
    case 'price_list':
    case 'promotion':
    case 'delivery_rule': {
      const change = type === 'delivery_rule_deleted' ? 'deleted' : changeOf(type);
      return yield { event: kind, data: { id, change } };
    }
    case 'stock': {
      if (!ofRecord.isFirstOfStock(id)) return undefined;
      const item = tables.stock.peek(id) as StockItem | undefined;
      if (item === undefined) return undefined;
      const bound = (tables.shopobject.index as ShopObjectIndex).bound;
      for (const product of item.storageId === 0
        ? [item.holderId]
        : atOnce(bound.of(item.holderId).ids, 'one message for each, as they are read'))
        yield { event: 'stock', data: { id: product } };
      return undefined;
    }
    case 'category': {
      const change = type === 'category_deleted' ? 'deleted' : changeOf(type);
      return yield { event: 'category', data: { id, change, ...(mayFill(tables, event) && { fills: 1 }) } };
    }
    case 'class': {
      // Replies name the class of an object.
      const { name } = (tables.class.peek(id) as ShopClass | undefined) ?? {};
      const change = type === 'class_deleted' ? 'deleted' : changeOf(type);
      return yield { event: 'class', data: { id, change, ...(name !== undefined && { name }) } };
    }
    case 'typed_record':
      return yield recordMessage(tables, id, type);
    case 'order': {
      if (type !== 'order_state_changed') return yield { event: 'order', data: { id, change: changeOf(type) } };
      const { lifecycle, from, to } = event as unknown as { readonly [member: string]: string };
      return yield { event: 'order', data: { id, change: 'state', lifecycle: lifecycle!, from: from!, to: to! } };
    }
    case 'order_return': {
      const { orderId } = tables.order_return.peek(id) as OrderReturn;
      const change = type === 'return_announced' ? 'created' : 'changed';
      return yield { event: 'return', data: { id, change, id_order: orderId } };
    }
    case 'payment_notice': {
      const { reason: present, orderId } = (tables.payment_notice.peek(id) as PaymentNotice | undefined) ?? {};
      // The end of a payment brings no money. The event tells the reason, because a dropped payment no longer exists.
      const { reason = present } = event as { readonly reason?: PaymentNotice['reason'] };
      if (reason === 'ended') return undefined;
      const change = type === 'notice_kept' ? 'created' : type === 'notice_dropped' ? 'deleted' : 'changed';
      return yield { event: 'money', data: { id, change, ...(orderId !== undefined && { id_order: orderId }) } };
    }
    case 'refund': {
      const { orderId, state } = tables.refund.peek(id) as Refund;
      const change = type === 'refund_made' ? 'created' : 'changed';
      return yield { event: 'refund', data: { id, change, id_order: orderId, state } };
    }
    default:
      return undefined;
  }
}
