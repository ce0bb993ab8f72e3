// Objects as the calls of webhooks show them: as their operation shows them to the secret key, in the shop's language.
import { contextOf } from '../../domain/prices/price-context.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { WebhookObject } from '../../domain/webhooks/webhook.ts';
import type { WebhookObjects } from '../../engine/delivery/message-content.ts';
import { toJson } from '../../kernel/json.ts';
import type { Json, Shown } from '../../kernel/json.ts';
import { ok } from '../../kernel/result.ts';
import type { Content } from '../replies/catalogue.ts';
import type { TypedRecord } from '../replies/records.ts';
import { viewCategory, viewContent, viewRecord } from './catalogue.ts';
import { viewMoney, viewRefund } from './payments.ts';
import { viewReturn } from './returns.ts';
import { viewUserToStaff } from './user.ts';
import { viewWholeOrder } from './whole-order.ts';
import { fitted, viewContext } from './view-context.ts';
import type { ViewContext } from './view-context.ts';

/** What somebody with the secret key sees of the catalogue, at the prices of a guest. */
const catalogueView = (shop: Reader): ViewContext => {
  const { country, currency } = shop.rules;
  return viewContext({ shop, prices: contextOf(0, [], country, currency), backOffice: true }, { language: '' });
};

const contentShown = (shop: Reader, id: number): Shown<Content> | undefined => {
  const content = shop.read('shopobject', id);
  if (content?.type !== 'content') return undefined;
  const shown = fitted<Shown<Content>>(catalogueView(shop), (sized) => ok(viewContent(id, content, sized)));
  return shown.ok ? shown.value : undefined;
};

const recordShown = (shop: Reader, id: number): Shown<TypedRecord> | undefined => {
  if (shop.read('typed_record', id) === undefined) return undefined;
  const shown = fitted<Shown<TypedRecord>>(catalogueView(shop), (sized) => ok(viewRecord(id, sized)));
  return shown.ok ? shown.value : undefined;
};

const categoryShown = (shop: Reader, id: number): Json | undefined => {
  const category = shop.read('category', id);
  return category && viewCategory(id, category, catalogueView(shop));
};

const shownOf = (shop: Reader, kind: WebhookObject, id: number): Json | undefined => {
  switch (kind) {
    case 'shopobject':
      return contentShown(shop, id);
    case 'typed_record':
      return recordShown(shop, id);
    case 'category':
      return categoryShown(shop, id);
    case 'order': {
      const order = shop.read('order', id);
      return order && viewWholeOrder(shop, id, order, '', true);
    }
    case 'order_return':
      return shop.read(kind, id) && viewReturn(shop, id, shop.seqOf(kind, id));
    case 'refund':
      return shop.read(kind, id) && viewRefund(shop, id);
    case 'payment_notice':
      return shop.read(kind, id) && viewMoney(shop, id);
    case 'user':
      return shop.read(kind, id) && viewUserToStaff(shop, id);
    default:
      return kind satisfies never;
  }
};

export const webhookObjects: WebhookObjects = {
  show(shop, kind, id) {
    const shown = shownOf(shop, kind, id);
    return shown === undefined ? undefined : toJson(shown);
  },
};
