// Placed orders as clients read them.
import { cancellationNumberOf, invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import { amountOf, outstandingOf, owedTotal, receivedOf } from '../../domain/orders/credits.ts';
import { awaitsMoney } from '../../domain/orders/awaits-payment.ts';
import { refundsOf } from '../../domain/orders/refund.ts';
import type { Order, Parcel } from '../../domain/orders/order.ts';
import { allCredits, creditOf, creditsMadeWith } from '../../domain/orders/past-carts.ts';
import type { LineAmount, PartialInvoice } from '../../domain/orders/partial-invoice.ts';
import { parcelStateOf } from '../../domain/orders/order-parts.ts';
import { measuresOfParcel, weightOfParcel } from '../../domain/orders/parcel-weight.ts';
import type { OrderDetails } from '../../domain/cart/order-details.ts';
import { ADDRESS_FIELDS, fieldOf, methodName, readerOf } from '../../domain/cart/order-details.ts';
import type { ShopRules } from '../../domain/rules.ts';
import { rulesOf } from '../../domain/orders/shop-profile.ts';
import { openLines } from '../../domain/orders/to-ship.ts';
import { lineWorths } from '../../domain/calculation/worth.ts';
import { decimal } from '../../domain/money.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Shown } from '../../kernel/json.ts';
import type * as Replies from '../replies/orders.ts';
import { payUntilOf, shownAttributes } from '../replies/order-details.ts';
import { cartJson } from './cart.ts';
import { dateTime, kilograms, quantity } from './format.ts';

type AddressView<K extends 'delivery' | 'invoice'> = (details: OrderDetails) => Replies.Address<`order_${K}`>;

const addressView = <K extends 'delivery' | 'invoice'>(kind: K): AddressView<K> => {
  const fields = ADDRESS_FIELDS.map((field) => [`order_${kind}_${field}`, readerOf(`${kind}_${field}`)] as const);
  const [code, country] = [readerOf(`${kind}_country_code`), readerOf(`${kind}_country`)];
  return (details) => {
    const address: { [name: string]: string } = {};
    for (const [name, read] of fields) address[name] = read(details);
    address[`order_${kind}_country_code`] = code(details) || country(details);
    return address as Replies.Address<`order_${K}`>;
  };
};

const [deliveryAddress, invoiceAddress] = [addressView('delivery'), addressView('invoice')];

/** What a parcel weighs, as replies show it. */
export const viewWeight = (order: Order, parcel: Parcel) => {
  const { weightE9, unknown } = weightOfParcel(order, parcel);
  return { weight: kilograms(weightE9), ...(unknown.length > 0 && { weight_unknown: [...unknown] }) };
};

/** Its sides as replies show them, where they are known. */
export const viewMeasures = (order: Order, parcel: Parcel) => {
  const sides = measuresOfParcel(order, parcel);
  if (sides === undefined) return {};
  const [length = 0, width = 0, height = 0] = sides.map((side) => decimal(side, 1));
  return { measures: { length, width, height } };
};

const viewParcel = (order: Order, parcel: Parcel, index: number): Shown<Replies.Parcel> => ({
  id: index + 1,
  creation_date: dateTime(parcel.sentMs),
  provider: parcel.provider,
  tracking_number: parcel.trackingNumber,
  ...(parcel.trackingUrl !== undefined && { tracking_url: parcel.trackingUrl }),
  state: parcelStateOf(order, index),
  ...(parcel.deliveredMs !== undefined && { delivery_date: dateTime(parcel.deliveredMs) }),
  ...viewWeight(order, parcel),
  ...viewMeasures(order, parcel),
  lines: parcel.lines.map(({ lineId, quantityMilli }) => ({ id_element: lineId, quantity: quantity(quantityMilli) })),
});

/** What each line is worth. */
const viewWorth = ({ cart, currencyDigits }: Order) =>
  lineWorths(cart).map(({ line, minor, taxMinor }) => ({
    id_element: line.id,
    amount: decimal(minor, currencyDigits),
    tax: decimal(taxMinor, currencyDigits),
  }));

const viewLine =
  (money: (minor: number) => number) =>
  ({ lineId, quantityMilli, minor, taxMinor }: LineAmount) => ({
    id_element: lineId,
    quantity: quantity(quantityMilli),
    amount: money(minor),
    tax: money(taxMinor),
  });

const taxOf = (lines: readonly LineAmount[]): number => lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0);

const viewPartial = (
  { currencyDigits }: Order,
  { invoice, atMs, parcelId, lines }: PartialInvoice,
): Shown<Replies.OrderInvoice> => {
  const money = (minor: number): number => decimal(minor, currencyDigits);
  return {
    number: invoiceNumberOf({ invoice }),
    date: dateTime(atMs),
    id_parcel: parcelId,
    amount: money(amountOf({ lines })),
    tax: money(taxOf(lines)),
    lines: lines.map(viewLine(money)),
  };
};

/** `creditId`: its number within the order. */
export const viewCredit = (order: Order, creditId: number): Shown<Replies.Credit> => {
  const { atMs, kind, reason, lines, note, partialId = 0, isContinued = false } = creditOf(order, creditId)!;
  const partial = order.partials[partialId - 1];
  const money = (minor: number): number => decimal(minor, order.currencyDigits);
  return {
    id: creditId,
    date: dateTime(atMs),
    kind,
    reason,
    amount: money(amountOf({ lines })),
    tax: money(taxOf(lines)),
    lines: lines.map(viewLine(money)),
    ...(note.number !== 0 && { credit_note_number: `${note.prefix}${note.number}` }),
    ...(partial !== undefined && { invoice_number: invoiceNumberOf(partial) }),
    ...(isContinued && { continued: 1 as const }),
  };
};

/** What one call credited, as a reply shows it. `creditId`: of the first credit. */
export const viewMadeCredits = (order: Order, creditId: number) => {
  const credits = creditsMadeWith(order, creditId).map((_, at) => viewCredit(order, creditId + at));
  return { credit: credits[0]!, ...(credits.length > 1 && { credits }) };
};

/** What the order comes to now, and what of it is still to be paid. */
export const viewBalance = (order: Order) => {
  const [total, received] = [owedTotal(order), receivedOf(order)];
  const money = (minor: number): number => decimal(minor, order.currencyDigits);
  return {
    total: money(total),
    received: money(received),
    outstanding: money(outstandingOf(order)),
    refunded: money(order.refundedMinor),
    ...(order.exchangedMinor !== 0 && { exchanged: money(order.exchangedMinor) }),
  };
};

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
  const payUntil = payUntilOf(order);
  const credits = allCredits(order).length;
  const toSend = openLines(order).map(({ line, leftMilli }) => ({
    id_element: line.id,
    quantity: quantity(leftMilli),
  }));
  return {
    object: 'order',
    id,
    order_number: id,
    invoice_number: invoiceNumberOf(order),
    ...(order.isInvoicedByParcel && { invoices: order.partials.map((partial) => viewPartial(order, partial)) }),
    ...(order.cancellation.number !== 0 && { cancellation_number: cancellationNumberOf(order) }),
    ...(payUntil !== undefined && { pay_until: payUntil }),
    ...(awaitsMoney(order) && { awaits_payment: 1 as const }),
    ...(order.isExpired && { expired: 1 as const }),
    ...(order.isTrial && { trial: 1 as const }),
    ...(order.language !== '' && { language: order.language }),
    creation_date: dateTime(order.createdMs),
    modification_date: dateTime(order.modifiedMs),
    username: order.username,
    ...deliveryAddress(details),
    ...invoiceAddress(details),
    order_email: fieldOf(details, 'email'),
    order_phone: fieldOf(details, 'phone'),
    order_note: fieldOf(details, 'note'),
    payment_method: methodName(details, 'payment', rules, language),
    payment_state: { name: states.payment, label: label(states.payment) },
    delivery_method: methodName(details, 'delivery', rules, language),
    delivery_state: { name: states.delivery, label: label(states.delivery) },
    order_state: states.order,
    attributes: shownAttributes(details, needed),
    cart: cartJson(order.cart, order),
    currency: order.currency,
    currency_digits: order.currencyDigits,
    parcels: order.parcels.map((parcel, index) => viewParcel(order, parcel, index)),
    ...(toSend.length > 0 && { to_send: toSend }),
    ...(order.backordered.length > 0 && {
      backordered: order.backordered.map((piece) => ({
        id_product: piece.productId,
        quantity: piece.quantityMilli / 1000,
      })),
    }),
    worth: viewWorth(order),
    ...(credits > 0 && { credits: Array.from({ length: credits }, (_, at) => viewCredit(order, at + 1)) }),
    balance: viewBalance(order),
    ...(order.returnId !== 0 && { id_return: order.returnId }),
  };
};

/** The member `refunds`; none where there are none. */
export const refundsShown = (shop: Reader, orderId: number) => {
  const refunds = refundsOf(shop, orderId);
  if (refunds.length === 0) return {};
  const shown = refunds.map(([id, { askedMs, amountMinor, currencyDigits, to, origin, state }]) => ({
    id,
    date: dateTime(askedMs),
    amount: decimal(amountMinor, currencyDigits),
    to,
    origin,
    state,
  }));
  return { refunds: shown };
};

/** `object` = order, with what it holds of the shop's settings. */
export const orderShown = (
  shop: Reader,
  id: number,
  language: string,
  needed: readonly string[] = [],
): Shown<Replies.Order> => {
  const order = shop.read('order', id)!;
  return { ...viewOrder(id, order, rulesOf(shop, order), language, needed), ...refundsShown(shop, id) };
};
