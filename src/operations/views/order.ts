// Drafts and placed orders as clients read them.
import { cancellationNumberOf, invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import type { Order, Parcel } from '../../domain/orders/order.ts';
import type { OrderDetails, MethodKind } from '../../domain/cart/order-details.ts';
import { ADDRESS_FIELDS, fieldOf, methodName } from '../../domain/cart/order-details.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { Session } from '../../domain/cart/session.ts';
import { rulesOf } from '../../domain/orders/shop-profile.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Shown } from '../../kernel/json.ts';
import type * as Replies from '../replies/orders.ts';
import { Keyed } from '../../kernel/json.ts';
import { isAmong } from '../../kernel/text.ts';
import { cartJson } from './cart.ts';
import { dateTime, quantity } from './format.ts';

const UNSET = { id: 0, name: 'not_specified' } as const;

/** The payment or delivery method of a draft, named in the shop's language: drafts have no language parameter. */
const method = (details: OrderDetails, kind: MethodKind, rules: ShopRules): { id: number; name: string } => {
  const id = kind === 'payment' ? details.paymentMethodId : details.deliveryMethodId;
  const name = methodName(details, kind, rules, rules.language);
  return id === 0 || name === '' ? UNSET : { id, name };
};

const address = <P extends string, K extends 'delivery' | 'invoice'>(
  prefix: P,
  kind: K,
  details: OrderDetails,
): Replies.Address<`${P}${K}`> => {
  const members: { [name: string]: string } = {};
  for (const field of ADDRESS_FIELDS) members[`${prefix}${kind}_${field}`] = fieldOf(details, `${kind}_${field}`);
  members[`${prefix}${kind}_country_code`] =
    fieldOf(details, `${kind}_country_code`) || fieldOf(details, `${kind}_country`);
  return members as Replies.Address<`${P}${K}`>;
};

const viewAttributes = (
  { attributes }: OrderDetails,
  needed: readonly string[] = [],
): Keyed<{ name: string; value: string }> =>
  new Keyed(
    Object.entries(attributes).flatMap(([name, value]) =>
      needed.length === 0 || isAmong(needed, name) ? [[name, { name, value }] as const] : [],
    ),
  );

const STATE_IDS = {
  OPEN: 1,
  PROCESSING: 2,
  CLOSED: 3,
  CANCELED: 4,
  PAYMENT_NOT_RECEIVED: 1,
  PAYMENT_RECEIVED: 2,
  PARTIAL: 4,
} as const;

const stateOf = <S extends keyof typeof STATE_IDS>(state: S | undefined): { id: number; name: S | 'not_specified' } =>
  state === undefined ? UNSET : { id: STATE_IDS[state], name: state };

interface Draft {
  readonly session: Session;
  /** The order that this session placed last, while it still shows it. */
  readonly placed: { readonly id: number; readonly order: Order; readonly modifier: string } | undefined;
  /** The shop's rules; those stored in the placed order replace the current ones. */
  readonly rules: ShopRules;
}

/** The order draft of a session, or the order that it placed last. */
export const viewDraft = ({ session, placed, rules }: Draft): Shown<Replies.OrderDetails> => {
  const details = placed?.order.details ?? session.draft;
  const { states, createdMs, modifiedMs } = placed?.order ?? {};
  // The owner of the placed order, who may not be the session's present user.
  const { userId, username } = placed?.order ?? session;
  return {
    object: 'order_details',
    user: { id_user: userId, username },
    order_payment_method: method(details, 'payment', rules),
    order_delivery_method: method(details, 'delivery', rules),
    order_payment_state: stateOf(states?.payment),
    order_delivery_state: stateOf(states?.delivery),
    order_state: stateOf(states?.order),
    order_type:
      placed === undefined ? UNSET : userId === 0 ? { id: 1, name: 'GUEST_ORDER' } : { id: 2, name: 'MEMBER_ORDER' },
    order_number:
      placed === undefined ? (session.reservedOrderId === 0 ? '' : String(session.reservedOrderId)) : String(placed.id),
    username_creator: placed === undefined ? '' : username,
    creation_date: dateTime(createdMs ?? 0),
    username_modifier: placed?.modifier ?? '',
    modification_date: dateTime(modifiedMs ?? 0),
    ...address('', 'delivery', details),
    ...address('', 'invoice', details),
    note: fieldOf(details, 'note'),
    email: fieldOf(details, 'email'),
    phone: fieldOf(details, 'phone'),
    attributes: viewAttributes(details),
  };
};

const viewParcel = ({ sentMs, lines, provider, trackingNumber }: Parcel, index: number): Shown<Replies.Parcel> => ({
  id: index + 1,
  creation_date: dateTime(sentMs),
  provider,
  tracking_number: trackingNumber,
  lines: lines.map(({ lineId, quantityMilli }) => ({ id_element: lineId, quantity: quantity(quantityMilli) })),
});

/** Those of the language in whatever country it is spoken. */
const labelsIn = ({ stateLabels }: ShopRules, language: string): { readonly [state: string]: string } | undefined => {
  const spoken = `${language.slice(0, 2)}_`;
  const code = Object.hasOwn(stateLabels, language)
    ? language
    : Object.keys(stateLabels).find((language) => language.startsWith(spoken));
  return code === undefined ? undefined : stateLabels[code];
};

/**
 * `object` = order. `rules`: with what the order holds of them in their place; `needed`: the attributes to show, none
 * named: all.
 */
export const viewOrder = (
  id: number,
  order: Order,
  rules: ShopRules,
  language: string,
  needed: readonly string[] = [],
): Shown<Replies.Order> => {
  const { details, states } = order;
  const label = (state: string): string =>
    labelsIn(rules, language)?.[state] ?? labelsIn(rules, rules.language)?.[state] ?? state;
  return {
    object: 'order',
    id,
    order_number: id,
    invoice_number: invoiceNumberOf(order),
    ...(order.cancellation.number !== 0 && { cancellation_number: cancellationNumberOf(order) }),
    creation_date: dateTime(order.createdMs),
    modification_date: dateTime(order.modifiedMs),
    username: order.username,
    ...address('order_', 'delivery', details),
    ...address('order_', 'invoice', details),
    order_email: fieldOf(details, 'email'),
    order_phone: fieldOf(details, 'phone'),
    order_note: fieldOf(details, 'note'),
    payment_method: methodName(details, 'payment', rules, language),
    payment_state: { name: states.payment, label: label(states.payment) },
    delivery_method: methodName(details, 'delivery', rules, language),
    delivery_state: { name: states.delivery, label: label(states.delivery) },
    order_state: states.order,
    attributes: viewAttributes(details, needed),
    cart: cartJson(order.cart, order),
    currency: order.currency,
    currency_digits: order.currencyDigits,
    parcels: order.parcels.map(viewParcel),
    ...(order.backordered.length > 0 && {
      backordered: order.backordered.map((piece) => ({
        id_product: piece.productId,
        quantity: piece.quantityMilli / 1000,
      })),
    }),
  };
};

/** `object` = order, with what it holds of the shop's settings. */
export const orderShown = (
  shop: Reader,
  id: number,
  language: string,
  needed: readonly string[] = [],
): Shown<Replies.Order> => {
  const order = shop.read('order', id)!;
  return viewOrder(id, order, rulesOf(shop, order), language, needed);
};
