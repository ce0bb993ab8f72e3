// What a test tells of each event: names as in a real message, values that belong to no shop (D323).
import type { Parameters, WebhookEvent } from './webhook.ts';

const TEST_PARCEL = { id_order: 0, id_parcel: 0, provider: 'test', tracking_number: '0', tracking_url: '' };
const TEST_RECORD = { id_record: 0, class: 'test' };
const NOBODY = 'test@example.invalid';

/** A number stands for a number, a text for a text. */
export const EVENT_SAMPLES: { readonly [event in WebhookEvent]: Parameters } = {
  ORDER_CREATE: { id_order: 0 },
  ORDER_EXPIRED: { id_order: 0 },
  DRAFT_SENT: { id_order: 0 },
  ORDER_CREDITED: { id_order: 0, id_credit: 0, kind: 'canceled', amount: '0', currency: 'XTS' },
  ORDER_PART_INVOICED: { id_order: 0, invoice_number: 'test', id_parcel: 0, amount: '0', currency: 'XTS' },
  ORDER_EDITED: { id_order: 0, total: '0', before: '0', currency: 'XTS' },
  RETURN_ANNOUNCED: { id_order: 0, id_return: 0 },
  RETURN_RECEIVED: { id_order: 0, id_return: 0, id_credit: 0 },
  RETURN_WITHDRAWN: { id_order: 0, id_return: 0 },
  ORDER_DELIVERY_CHANGE: { id_order: 0, state1: 'TEST', state2: 'TEST' },
  ORDER_PARCEL_SHIPPED: TEST_PARCEL,
  ORDER_PARCEL_DELIVERED: TEST_PARCEL,
  ORDER_PAYMENT_CHANGE: { id_order: 0, state1: 'TEST', state2: 'TEST' },
  PAYMENT_UNCLAIMED: {
    id_money: 0,
    id_order: 0,
    reason: 'test',
    amount: '0',
    currency: 'XTS',
    transaction: 'test',
  },
  REFUND_CHANGE: { id_order: 0, id_refund: 0, state: 'done', amount: '0', currency: 'XTS' },
  SEND_MESSAGE_TO_USER: { email: NOBODY, message: 'This is a test of the webhook. Write to nobody.' },
  SEND_NEW_PASSWD_TO_USER: { email: NOBODY, passwd: 'test' },
  WEBHOOK_CONTENT_UPDATE: { id_shopobject: 0, language: '' },
  WEBHOOK_CATEGORY_UPDATE: { id_category: 0, language: '' },
  RECORD_CREATED: TEST_RECORD,
  RECORD_CHANGED: TEST_RECORD,
  RECORD_DELETED: TEST_RECORD,
};
