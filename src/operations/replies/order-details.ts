// The details of an order as set_order_details and get_order_details show them: those of a session's draft, or of the
// order that it placed last. Declared and written in one place (written.ts): each step of a checkout sends them.
import { ADDRESS_FIELDS, methodName, readerOf } from '../../domain/cart/order-details.ts';
import type { MethodKind, OrderDetails as Details } from '../../domain/cart/order-details.ts';
import type { Session } from '../../domain/cart/session.ts';
import { dateTime as dateTimeText } from '../../domain/date-time.ts';
import { DELIVERY_STATES } from '../../domain/lifecycles/delivery.ts';
import { ORDER_STATES } from '../../domain/lifecycles/order.ts';
import { PAYMENT_STATES } from '../../domain/lifecycles/payment.ts';
import { awaitsMoney } from '../../domain/orders/awaits-payment.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { ShopRules } from '../../domain/rules.ts';
import { Keyed, quote } from '../../kernel/json.ts';
import type { Static } from '../../kernel/params.ts';
import { isAmong } from '../../kernel/text.ts';
import { dateTime, extra, group, id, maybe, money, oneOf, text } from './members.ts';
import { COUNTRY_CODE, OrderAttributes, PayUntil } from './orders.ts';
import { Writing } from './written.ts';

const TaxedAgain = group(
  'In replies of set_order_details: the delivery country taxed the cart anew; show it before the checkout.',
  {
    country: text('the delivery country, as two letters'),
    total_before: money('what the cart came to before'),
    total: money('what it comes to now'),
    currency: text('of both: ISO 4217'),
  },
);

/** What the details are written from. */
export interface ShownDetails {
  readonly session: Session;
  /** The order that this session placed last, while it still shows it. */
  readonly placed: { readonly id: number; readonly order: Order; readonly modifier: string } | undefined;
  /** The shop's rules; those stored in the placed order replace the current ones. */
  readonly rules: ShopRules;
  readonly details: Details;
  readonly taxedAgain: Static<typeof TaxedAgain> | undefined;
}

const ofDetails = new Writing<ShownDetails>();

const UNSET = '{"id":0,"name":"not_specified"}';

const STATE_IDS = {
  OPEN: 1,
  PROCESSING: 2,
  CLOSED: 3,
  CANCELED: 4,
  PAYMENT_NOT_RECEIVED: 1,
  PAYMENT_RECEIVED: 2,
  PARTIAL: 4,
} as const;

const state = <const T extends keyof typeof STATE_IDS>(
  description: string,
  states: readonly T[],
  stateOf: (order: Order) => T,
) =>
  ofDetails.text(
    group(description, {
      id: id('number of the state; 0: none yet'),
      name: oneOf<T | 'not_specified'>('the state', ['not_specified', ...states]),
    }),
    ({ placed }) => {
      if (placed === undefined) return UNSET;
      const name = stateOf(placed.order);
      return `{"id":${STATE_IDS[name]},"name":"${name}"}`;
    },
  );

/** A method is named in the shop's language: drafts have no language parameter. */
const method = (description: string, kind: MethodKind) =>
  ofDetails.text(
    group(description, {
      id: id('0: not specified'),
      name: text('name in the shop’s language; not_specified: none was chosen'),
    }),
    ({ details, rules }) => {
      const methodId = kind === 'payment' ? details.paymentMethodId : details.deliveryMethodId;
      const name = methodId === 0 ? '' : methodName(details, kind, rules, rules.language);
      return name === '' ? UNSET : `{"id":${methodId},"name":${quote(name)}}`;
    },
  );

/** Attributes of an order by name; `needed`: those to show, none named: all. */
export const shownAttributes = (
  { attributes }: Details,
  needed: readonly string[] = [],
): Keyed<{ name: string; value: string }> =>
  new Keyed(
    Object.entries(attributes).flatMap(([name, value]) =>
      needed.length === 0 || isAmong(needed, name) ? [[name, { name, value }] as const] : [],
    ),
  );

/** Until when an order must be paid; undefined where it waits for no money, or for ever. */
export const payUntilOf = (order: Order): string | undefined =>
  order.payUntilMs !== 0 && awaitsMoney(order) ? dateTimeText(order.payUntilMs) : undefined;

/** The owner of the placed order, who may not be the session's present user. */
const ownerOf = ({ placed, session }: ShownDetails): Pick<Session, 'userId' | 'username'> => placed?.order ?? session;

const detail = (field: string, description: string) => {
  const read = readerOf(field);
  return ofDetails.value(text(description), ({ details }) => read(details));
};

type DetailMember = ReturnType<typeof detail>;
type AddressMembers<P extends string> = {
  [K in `${P}_${(typeof ADDRESS_FIELDS)[number] | 'country_code'}`]: DetailMember;
};

const address = <const P extends 'delivery' | 'invoice'>(kind: P, of: string): AddressMembers<P> => {
  const [code, country] = [readerOf(`${kind}_country_code`), readerOf(`${kind}_country`)];
  return Object.fromEntries([
    ...ADDRESS_FIELDS.map((field) => [`${kind}_${field}`, detail(`${kind}_${field}`, `${of}: ${field}`)]),
    [
      `${kind}_country_code`,
      ofDetails.value(extra(text(`${of}: ${COUNTRY_CODE}`)), ({ details }) => code(details) || country(details)),
    ],
  ]) as AddressMembers<P>;
};

export const OrderDetails = ofDetails.reply('order_details', {
  user: ofDetails.text(
    group('Whose order it is.', { id_user: id('user id; 0: a guest'), username: text('username; empty: a guest') }),
    (shown) => {
      const { userId, username } = ownerOf(shown);
      return `{"id_user":${userId},"username":${quote(username)}}`;
    },
  ),
  order_payment_method: method('The payment method.', 'payment'),
  order_delivery_method: method('The delivery method.', 'delivery'),
  order_payment_state: state('The state of the payment.', PAYMENT_STATES, ({ states }) => states.payment),
  order_delivery_state: state('The state of the delivery.', DELIVERY_STATES, ({ states }) => states.delivery),
  order_state: state('The state of the order.', ORDER_STATES, ({ states }) => states.order),
  order_type: ofDetails.text(
    group('Whether it is placed, and by whom.', {
      id: id('0: a draft'),
      name: oneOf('kind of order', ['not_specified', 'GUEST_ORDER', 'MEMBER_ORDER']),
    }),
    ({ placed }) => {
      if (placed === undefined) return UNSET;
      return placed.order.userId === 0 ? '{"id":1,"name":"GUEST_ORDER"}' : '{"id":2,"name":"MEMBER_ORDER"}';
    },
  ),
  order_number: ofDetails.value(
    text('number that the order has, or will have; empty: none is reserved yet'),
    ({ placed, session }) => String((placed === undefined ? session.reservedOrderId : placed.id) || ''),
  ),
  username_creator: ofDetails.value(
    text('of a placed order: who placed it; empty: a guest'),
    ({ placed }) => placed?.order.username ?? '',
  ),
  creation_date: ofDetails.value(dateTime('of a placed order: when'), ({ placed }) =>
    dateTimeText(placed?.order.createdMs ?? 0),
  ),
  username_modifier: ofDetails.value(
    text('of a placed order: the user or channel that changed it last'),
    ({ placed }) => placed?.modifier ?? '',
  ),
  modification_date: ofDetails.value(dateTime('of a placed order: when it was changed last'), ({ placed }) =>
    dateTimeText(placed?.order.modifiedMs ?? 0),
  ),
  pay_until: ofDetails.value(PayUntil, ({ placed }) => (placed === undefined ? undefined : payUntilOf(placed.order))),
  ...address('delivery', 'delivery address'),
  ...address('invoice', 'invoice address'),
  note: detail('note', 'note of the buyer'),
  email: detail('email', 'email address'),
  phone: detail('phone', 'phone number'),
  attributes: ofDetails.value(OrderAttributes, ({ details }) => shownAttributes(details)),
  taxed_again: ofDetails.value(maybe(extra(TaxedAgain)), ({ taxedAgain }) => taxedAgain),
});
export type OrderDetails = Static<typeof OrderDetails.schema>;
