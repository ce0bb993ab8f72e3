// Tables about customers, what they hold in their carts, and what they ordered in another system.
import { PROFILE_FIELDS } from '../domain/accounts/user-fields.ts';
import { isErased } from '../domain/accounts/user.ts';
import { calculate } from '../domain/calculation/calculate.ts';
import { countryOf } from '../domain/cart/chosen.ts';
import type { StateOf } from '../domain/kind-types.ts';
import type { Read } from './column.ts';
import { money, table } from './column.ts';
import { detailColumns } from './order-tables.ts';

const customers = table('customers', {
  kind: 'user',
  key: 'id',
  about: 'A row per account, those of the back office among them (level).',
  rows: (id, user) => [{ id, user }],
  columns: ({ integer, id, text, maybe, boolean, timestamp, json, personal }) => ({
    id: integer('user id', (row) => row.id),
    created_at: timestamp('when it was made', ({ user }) => user.createdMs),
    status: text('unverified, active or locked', ({ user }) => user.status),
    level: integer('0 customer, 50 manager, 100 administrator', ({ user }) => user.level),
    role: maybe('role in the back office', ({ user }) => user.role),
    class_id: id('classes.id', ({ user }) => user.classId),
    language: maybe('code, such as de_DE', ({ user }) => user.language),
    groups: json('ids of customer_groups', ({ user }) => user.groups),
    first_login_at: timestamp('first login', ({ user }) => user.firstLoginMs),
    last_login_at: timestamp('latest login', ({ user }) => user.lastLoginMs),
    is_imported: boolean('it came from another system', ({ user }) => user.isImported),
    is_erased: boolean('the person was erased', ({ user }) => isErased(user)),
    username: personal(text('user name', ({ user }) => user.username)),
    email: personal(text('e-mail address', ({ user }) => user.email)),
    ...Object.fromEntries(
      PROFILE_FIELDS.map((name) => [name, personal(maybe('of the profile', ({ user }) => user.profile[name]))]),
    ),
    attributes: personal(json('by class_attributes.number', ({ user }) => user.attributes)),
  }),
});

const customerGroups = table('customer_groups', {
  kind: 'customer_group',
  key: 'id',
  about: 'A row per group of customers.',
  rows: (id, group) => [{ id, group }],
  columns: ({ integer, text, timestamp }) => ({
    id: integer('group id', (row) => row.id),
    name: text('its name', ({ group }) => group.name),
    created_at: timestamp('when it was made', ({ group }) => group.createdMs),
  }),
});

const channels = table('channels', {
  kind: 'channel',
  key: 'id',
  about: 'A row per channel: a set of credentials, such as that of one storefront. No credential is here.',
  rows: (id, channel) => [{ id, channel }],
  columns: ({ integer, text, maybe, boolean }) => ({
    id: integer('channel id', (row) => row.id),
    name: text('its name', ({ channel }) => channel.name),
    description: maybe('what it is for', ({ channel }) => channel.description),
    role: maybe('its role', ({ channel }) => channel.role),
    is_active: boolean('its credentials work', ({ channel }) => channel.active),
  }),
});

type Session = StateOf<'session'>;

/** A session without goods has no cart. */
const cartsOf = (id: number, session: Session, read: Read) => {
  if (session.cart.lines.length === 0) return [];
  const currency = session.chosen.currency || read.currency;
  const amounts = { currency, currencyDigits: read.digitsOf(currency) };
  return [{ id, session, amounts, totals: calculate(session.cart) }];
};

const carts = table('carts', {
  kind: 'session',
  key: 'session_id',
  about: 'A row per session with something in its cart. Ids of sessions are used again: generation tells them apart.',
  rows: cartsOf,
  columns: ({ integer, id, text, maybe, boolean, timestamp, json, personal }) => ({
    session_id: integer('slot of the session', (row) => row.id),
    generation: integer('how often the slot was used before', ({ session }) => session.generation),
    created_at: timestamp('when the session began', ({ session }) => session.createdMs),
    expires_at: timestamp('when it ends unless it is used', ({ session }) => session.expiresMs),
    user_id: id('customers.id; null: nobody is logged in', ({ session }) => session.userId),
    channel_id: id('channels.id; null: unknown', ({ session }) => session.channelId),
    is_prepared: boolean('the shop prepares it for a customer', ({ session }) => session.isPrepared),
    is_trial: boolean('it tries the shop out', ({ session }) => session.isTrial),
    ...money({ text, integer }, (row) => row.amounts),
    goods_minor: integer('its goods, before what is taken off', ({ session }) => session.cart.sumMinor),
    promotions_minor: integer('what promotions take off', ({ totals }) => totals.promotionsMinor),
    coupons_minor: integer('what coupons take off', ({ totals }) => totals.couponsMinor),
    delivery_minor: integer('its delivery', ({ totals }) => totals.deliveryMinor),
    total_minor: integer('what is to be paid', ({ totals }) => totals.totalMinor),
    tax_minor: integer('the tax in that', ({ totals }) => totals.sumTaxMinor),
    country: personal(maybe('where it will go, as far as is known', ({ session }) => countryOf(session))),
    username: personal(maybe('of the account', ({ session }) => session.username)),
    ...detailColumns(maybe, ({ session }) => session.draft),
    attributes: personal(json('attributes of its details', ({ session }) => session.draft.attributes)),
  }),
});

const cartLines = table('cart_lines', {
  kind: 'session',
  key: 'session_id',
  about: 'A row per line of an open cart.',
  rows: (id, session, read) =>
    cartsOf(id, session, read).flatMap((cart) => session.cart.lines.map((line) => ({ ...cart, line }))),
  columns: ({ integer, id, text, maybe, json, personal }) => ({
    session_id: integer('carts.session_id', (row) => row.id),
    line_id: integer('number of the line within the cart', ({ line }) => line.id),
    parent_line_id: id('the line that it hangs below', ({ line }) => line.parentId),
    type: text('PRODUCT, FREE_ELEMENT or DELIVERY_COSTS', ({ line }) => line.type),
    product_id: id('products.id or variations.id', ({ line }) => line.productId),
    element_number: maybe('as the catalogue had it', ({ line }) => line.elementNumber),
    name: text('as the shopper sees it', ({ line }) => line.name),
    quantity_milli: integer('pieces', ({ line }) => line.quantityMilli),
    ...money({ text, integer }, (row) => row.amounts),
    price_e4: integer('of one piece', ({ line }) => line.priceE4),
    sum_minor: integer('price × quantity', ({ line }) => line.sumMinor),
    tax_rate_e6: integer('rate of its tax', ({ line }) => line.rateE6),
    attributes: personal(
      json('what the line says besides, by name', ({ line }) => Object.fromEntries(line.attributes)),
    ),
  }),
});

const pastOrders = table('past_orders', {
  kind: 'past_order',
  key: 'id',
  about: 'A row per order of another system, as that said it: its sums need not add up, and no report counts it.',
  rows: (id, past) => [{ id, past }],
  columns: ({ integer, id, text, maybe, boolean, timestamp, json, personal }) => ({
    id: integer('id among past orders', (row) => row.id),
    source: text('the system', ({ past }) => past.source),
    number: text('its number there', ({ past }) => past.number),
    user_id: id('customers.id; null: no account has it', ({ past }) => past.userId),
    placed_at: timestamp('when it was placed', ({ past }) => past.placedMs),
    canceled_at: timestamp('when it was cancelled', ({ past }) => past.canceledMs),
    brought_at: timestamp('when it came here', ({ past }) => past.broughtMs),
    payment_state: maybe('in the words of that system', ({ past }) => past.paymentState),
    delivery_state: maybe('in the words of that system', ({ past }) => past.deliveryState),
    payment_method: maybe('in the words of that system', ({ past }) => past.paymentMethod),
    delivery_method: maybe('in the words of that system', ({ past }) => past.deliveryMethod),
    discount_code: maybe('code of a discount', ({ past }) => past.discountCode),
    ...money({ text, integer }, (row) => row.past),
    goods_minor: integer('its goods', ({ past }) => past.goodsMinor),
    delivery_minor: integer('its delivery', ({ past }) => past.deliveryMinor),
    discount_minor: integer('what was taken off', ({ past }) => past.discountMinor),
    tax_minor: integer('its tax', ({ past }) => past.taxMinor),
    total_minor: integer('what was to be paid', ({ past }) => past.totalMinor),
    refunded_minor: integer('what went back', ({ past }) => past.refundedMinor),
    is_erased: boolean('the person was erased', ({ past }) => past.person === null),
    email: personal(maybe('e-mail address', ({ past }) => past.person?.email)),
    phone: personal(maybe('phone number', ({ past }) => past.person?.phone)),
    note: personal(maybe('note', ({ past }) => past.person?.note)),
    delivery_address: personal(json('by its fields', ({ past }) => past.person?.delivery)),
    invoice_address: personal(json('by its fields', ({ past }) => past.person?.invoice)),
  }),
});

const pastOrderLines = table('past_order_lines', {
  kind: 'past_order',
  key: 'past_order_id',
  about: 'A row per line of an order of another system.',
  rows: (id, past) => past.lines.map((line, at) => ({ id, past, line, lineId: at + 1 })),
  columns: ({ integer, text, maybe }) => ({
    past_order_id: integer('past_orders.id', (row) => row.id),
    line_id: integer('number of the line within the order', (row) => row.lineId),
    name: text('its name', ({ line }) => line.name),
    element_number: maybe('its number', ({ line }) => line.elementNumber),
    quantity_milli: integer('pieces', ({ line }) => line.quantityMilli),
    ...money({ text, integer }, (row) => row.past),
    price_minor: integer('of one piece', ({ line }) => line.priceMinor),
    discount_minor: integer('taken off the whole line', ({ line }) => line.discountMinor),
  }),
});

export const PERSON_TABLES = [customers, customerGroups, channels, carts, cartLines, pastOrders, pastOrderLines];
