// Edits of placed orders: a session has what is left of the order's cart, the operations of every session change it,
// and the order changes once the edit is made.
import { beginEdit, continueEdit, editNamed, endEdit } from '../domain/orders/begin-edit.ts';
import type { OpenEdit } from '../domain/orders/begin-edit.ts';
import { commitEdit } from '../domain/orders/commit-edit.ts';
import { creditedPieces, keptMinor, orderTotal } from '../domain/orders/credits.ts';
import { couponsBeyond, editedLines, lackingOf, promotionsBeyond } from '../domain/orders/edit-preview.ts';
import type { Order as PlacedOrder } from '../domain/orders/order.ts';
import { calculate } from '../domain/calculation/calculate.ts';
import { methodName } from '../domain/cart/order-details.ts';
import { preparedName, refTo } from '../domain/cart/prepared-session.ts';
import { decimal } from '../domain/money.ts';
import type { SessionRef } from '../domain/cart/session-commands.ts';
import type { Reader } from '../domain/transaction.ts';
import { guard, int, text as textParam } from '../kernel/params.ts';
import { DONE, mapOk, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { COMMIT, COMMIT_REFUSALS, EDITABLE, EDIT_COMMON, settle, totalExpected } from './params/edit-params.ts';
import { ifSeq } from './params/seen-param.ts';
import { Edited } from './replies/edited-order.ts';
import { bit, id, list, money, quantity, record, reply, text, whole } from './replies/members.ts';
import { done } from './replies/plain.ts';
import { quantity as shownQuantity } from './views/format.ts';
import { viewEdited } from './views/edited-order.ts';

const EDIT = { id_edit: textParam('edit, as begin_order_edit names it', { max: 30 }) };

const EditedLine = record('EditedLine', 'A line of goods before an edit and after it.', {
  id_element: id('line id'),
  id_shopobject: id('product; 0: a free element'),
  element_number: text('its number'),
  name: text('its name'),
  quantity_before: quantity('pieces that are left in the order; 0: the edit adds the line'),
  quantity: quantity('pieces after the edit; 0: it takes the line out'),
  amount_before: money('what the line comes to before promotions and coupons, cancelled pieces among it'),
  amount: money('what it will come to'),
});

const LackingPieces = record('LackingPieces', 'Pieces that an edit wants and the stock lacks.', {
  id_shopobject: id('product'),
  quantity: quantity('pieces that lack'),
});

const Opened = reply('opened_edit', {
  id_edit: text('names it for the other operations of edits'),
  session: text('session of its cart: add_to_cart and all others change it; checkout refuses it'),
  id_order: id('the order that it edits'),
});

const viewOpened = ({ shop, service }: Context, { id: sessionId }: SessionRef) => {
  const session = shop.read('session', sessionId)!;
  return {
    object: 'opened_edit',
    id_edit: preparedName(sessionId, session),
    session: service.codes.code(refTo(shop, sessionId)),
    id_order: session.edits!.orderId,
  } as const;
};

/** The edit that the first call opened is told again while it is there. */
const mayReplay = ({ id: sessionId, generation }: SessionRef, { shop }: Context): Result<void> => {
  const session = shop.read('session', sessionId);
  return session?.generation === generation && session.edits !== null ? DONE : refuse('IDEMPOTENCY_RESULT_GONE');
};

const OrderEdit = reply('order_edit', {
  id_edit: text('names it for the other operations of edits'),
  id_order: id('the order'),
  seq: whole('record of the order as it is now, for `if_seq`'),
  changed: bit('1: the order has changed since the edit began'),
  currency: text('of all amounts: ISO 4217'),
  total_before: money('what the order comes to'),
  total: money('what it will come to'),
  difference: money('what it will come to more; below 0: less'),
  outstanding: money('what will still be to be paid; below 0: is to be given back'),
  delivery_before: money('what its delivery costs'),
  delivery: money('what it will cost'),
  payment_method_before: text('name of the payment method of the order; empty: none'),
  payment_method: text('that of the edit'),
  delivery_method_before: text('name of its delivery method; empty: none'),
  delivery_method: text('that of the edit'),
  lines: list(EditedLine, 'all lines of goods'),
  promotions_lost: list(text('name of a promotion'), 'that the order has and the edit lacks'),
  promotions_won: list(text('name of a promotion'), 'that the edit has besides'),
  coupons_removed: list(text('code'), 'that the order has and the edit lacks'),
  coupons_added: list(text('code'), 'that the edit has besides'),
  lacking: list(LackingPieces, 'for which commit_order_edit is refused'),
});

const positionsMinor = ({ cart: { deliveryPositions } }: { readonly cart: PlacedOrder['cart'] }): number =>
  deliveryPositions.reduce((sum, { priceMinor }) => sum + priceMinor, 0);

const viewEdit = (shop: Reader, edit: OpenEdit) => {
  const { orderId, orderSeq } = edit.edits;
  const { rules } = shop;
  const order = shop.read('order', orderId)!;
  const seq = shop.seqOf('order', orderId);
  const shown = (minor: number): number => decimal(minor, order.currencyDigits);
  const { totalMinor } = calculate(edit.session.cart);
  const [before, after] = [order.cart, edit.session.cart];
  const gone = creditedPieces(order);
  return {
    object: 'order_edit',
    id_edit: preparedName(edit.id, edit.session),
    id_order: orderId,
    seq,
    changed: seq === orderSeq ? 0 : 1,
    currency: order.currency,
    total_before: shown(orderTotal(order)),
    total: shown(totalMinor),
    difference: shown(totalMinor - orderTotal(order)),
    outstanding: shown(totalMinor - keptMinor(order)),
    delivery_before: shown(positionsMinor(order)),
    delivery: shown(positionsMinor(edit.session)),
    payment_method_before: methodName(order.details, 'payment', rules, rules.language),
    payment_method: methodName(edit.session.draft, 'payment', rules, rules.language),
    delivery_method_before: methodName(order.details, 'delivery', rules, rules.language),
    delivery_method: methodName(edit.session.draft, 'delivery', rules, rules.language),
    lines: editedLines(order, edit).map(([was, is]) => {
      const line = (is ?? was)!;
      return {
        id_element: line.id,
        id_shopobject: line.productId,
        element_number: line.elementNumber,
        name: line.name,
        quantity_before: shownQuantity(was === undefined ? 0 : was.quantityMilli - (gone.get(was.id) ?? 0)),
        quantity: shownQuantity(is?.quantityMilli ?? 0),
        amount_before: shown(was?.sumMinor ?? 0),
        amount: shown(is?.sumMinor ?? 0),
      };
    }),
    promotions_lost: promotionsBeyond(before, after),
    promotions_won: promotionsBeyond(after, before),
    coupons_removed: couponsBeyond(before, after),
    coupons_added: couponsBeyond(after, before),
    lacking: [...lackingOf(shop, edit)].map(([productId, milli]) => ({
      id_shopobject: productId,
      quantity: shownQuantity(milli),
    })),
  } as const;
};

export const begin_order_edit = write({
  ...EDIT_COMMON,
  // Its session shows the details of the order.
  leaks: 'all',
  summary:
    'Begins an edit of a placed order: a session with what is left of its cart. The order stays as it is until ' +
    'commit_order_edit.',
  params: { id_order: int('order id'), if_seq: ifSeq('order', 'get_order_by_id') },
  refusals: [...EDITABLE, 'SESSION_LIMIT_REACHED', 'CART_CHANGED'],
  reply: Opened,
  handle: ({ id_order: orderId, if_seq: seen }, { shop, service, channelId, person }) => {
    const full = service.sessionRefusal(channelId);
    return full ?? beginEdit(shop, { orderId, ifSeq: seen, by: person?.userId ?? 0 });
  },
  view: (ref, ctx) => viewOpened(ctx, ref),
  mayReplay,
});

export const continue_order_edit = write({
  ...EDIT_COMMON,
  leaks: 'all',
  summary: 'The session of an edit, to go on with it; it lives `draftTtlMs` from now.',
  params: EDIT,
  refusals: ['ORDER_EDIT_NOT_FOUND'],
  reply: Opened,
  handle: ({ id_edit: name }, { shop }) => continueEdit(shop, name),
  view: (ref, ctx) => viewOpened(ctx, ref),
  mayReplay,
});

export const get_order_edit = read({
  ...EDIT_COMMON,
  summary: 'What an edit would change: lines, promotions, coupons, delivery, stock, and what is to be paid.',
  params: EDIT,
  refusals: ['ORDER_EDIT_NOT_FOUND'],
  reply: OrderEdit,
  view: ({ id_edit: name }, ctx) => mapOk(editNamed(ctx.shop, name), (edit) => viewEdit(ctx.shop, edit)),
});

export const discard_order_edit = write({
  ...EDIT_COMMON,
  summary: 'Throws an edit away; the order stays as it is.',
  params: EDIT,
  refusals: ['ORDER_EDIT_NOT_FOUND'],
  handle: ({ id_edit: name }, { shop }) => {
    const found = editNamed(shop, name);
    return found.ok ? endEdit(shop, found.value) : found;
  },
  ...done('discard_order_edit'),
});

export const commit_order_edit = write({
  ...EDIT_COMMON,
  // As checkout; and the reply has the link that pays what is left to pay.
  leaks: ['amounts', 'contacts'],
  summary:
    'Makes an edit, all or nothing: the order has the cart of the edit, stock and coupons change by the difference. ' +
    'Where an invoice was issued, a credit note takes it back, and the order gets another one.',
  params: {
    ...EDIT,
    ...COMMIT,
    if_seq: guard(
      int('record of the order that the caller has seen, where it changed since the edit began'),
      undefined,
      'that of the beginning',
    ),
  },
  refusals: [...EDITABLE, 'ORDER_EDIT_NOT_FOUND', ...COMMIT_REFUSALS],
  reply: Edited('commit_order_edit'),
  handle: (given, ctx) => {
    const { shop, channelId: by } = ctx;
    const found = editNamed(shop, given.id_edit);
    if (!found.ok) return found;
    const { reason, if_seq: ifSeqSeen } = given;
    const { orderId } = found.value.edits;
    const expected = totalExpected(shop, orderId, given.expected_total);
    if (!expected.ok) return expected;
    const made = commitEdit(shop, { edit: found.value, ifSeq: ifSeqSeen, expectedMinor: expected.value, reason, by });
    return made.ok ? settle(ctx, { orderId, creditId: made.value }, given) : made;
  },
  dryRun: (ctx, committed) => viewEdited('commit_order_edit', ctx, committed),
  view: (committed, ctx) => viewEdited('commit_order_edit', ctx, committed),
});
