// An edit of a placed order by one call.
import type { AddToCart } from '../domain/cart/add-to-cart.ts';
import { editOrder } from '../domain/orders/edit-order.ts';
import { Type, int, json, map, optional } from '../kernel/params.ts';
import type { Milli } from '../domain/money.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { mayTakeOff } from './access/levels.ts';
import { write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { COMMIT, COMMIT_REFUSALS, EDITABLE, EDIT_COMMON, settle, totalExpected } from './params/edit-params.ts';
import { Edited } from './replies/edited-order.ts';
import { viewEdited } from './views/edited-order.ts';
import { couponPairs } from './params/coupon-params.ts';
import { quantity } from './params/line-params.ts';
import { detailsChange } from './params/order-details-params.ts';
import { Either } from './params/order-lines.ts';
import { ifSeq } from './params/seen-param.ts';

/** Entries of a list of one call: each changes the cart by a step of its own, and one turn makes them all. */
const EDITED_MAX = 100;

const lineId = int('line id', { min: 1 });
const productId = int('product id', { min: 1 });
const Named = Type.String({ minLength: 1, maxLength: 100 });

type Added = Pick<AddToCart, 'productId' | 'quantityMilli' | 'priceField' | 'nameField'>;

const addedLines = map(
  json(
    Type.Array(
      Type.Object({ id_shopobject: Either, quantity: Either, price_field: Named, name_field: Type.Optional(Named) }),
      {
        maxItems: EDITED_MAX,
        description:
          'products to add: [{id_shopobject, quantity, price_field, name_field}], as add_to_cart; one that the order has ' +
          'at the same price raises its line',
      },
    ),
  ),
  (given, param): Result<readonly Added[]> => {
    const lines: Added[] = [];
    for (const [
      at,
      { id_shopobject: sent, quantity: pieces, price_field: priceField, name_field },
    ] of given.entries()) {
      const id = productId.read(sent, `${param}[${at}].id_shopobject`);
      if (!id.ok) return { ...id, param };
      const milli = quantity.read(String(pieces), `${param}[${at}].quantity`);
      if (!milli.ok) return { ...milli, param };
      lines.push({ productId: id.value, quantityMilli: milli.value, priceField, nameField: name_field ?? '' });
    }
    return ok(lines);
  },
);

const setLines = map(
  json(
    Type.Array(Type.Object({ id_element: Either, quantity: Either }), {
      maxItems: EDITED_MAX,
      description: 'quantities of lines: [{id_element, quantity}], by the ids of the order’s lines; 0 removes a line',
    }),
  ),
  (given, param): Result<readonly { readonly lineId: number; readonly quantityMilli: Milli }[]> => {
    const lines: { lineId: number; quantityMilli: Milli }[] = [];
    for (const [at, entry] of given.entries()) {
      const id = lineId.read(entry.id_element, `${param}[${at}].id_element`);
      if (!id.ok) return { ...id, param };
      const isGone = Number(entry.quantity) === 0;
      if (Number(entry.quantity) < 0)
        return refuse('PARAMETER_INVALID', param, `${param}[${at}].quantity: it is below 0; 0 removes the line.`);
      const milli = isGone ? ok(0 as Milli) : quantity.read(String(entry.quantity), `${param}[${at}].quantity`);
      if (!milli.ok) return { ...milli, param };
      lines.push({ lineId: id.value, quantityMilli: milli.value });
    }
    return ok(lines);
  },
);

/** A line of the catalogue, in the shop's language, as the back office adds it. */
const lineOf = (ctx: Context, added: Added) => ({
  ...added,
  free: false,
  grouped: true,
  descriptionField: '',
  language: ctx.shop.rules.language,
  country: ctx.shop.rules.country,
  taxClass: '',
  parentId: 0,
  attributes: [],
  backOffice: ctx.backOffice,
  channelId: ctx.channelId,
  negativeAllowed: mayTakeOff(ctx),
});

export const edit_order = write({
  ...EDIT_COMMON,
  leaks: ['amounts', 'contacts'],
  summary:
    'Edits a placed order by one call, all or nothing: begin_order_edit, changes of its cart and commit_order_edit in one.',
  params: {
    id_order: int('order id'),
    add: optional(addedLines, [], 'nothing is added'),
    set: optional(setLines, [], 'quantities stay'),
    coupons: optional(couponPairs, undefined, 'they stay'),
    id_payment_method: optional(int('payment method id'), 0, 'it stays'),
    id_delivery_method: optional(int('delivery method id'), 0, 'it stays'),
    ...COMMIT,
    if_seq: ifSeq('order', 'get_order_by_id'),
  },
  refusals: [
    'CART_CHANGED',
    ...EDITABLE,
    ...COMMIT_REFUSALS,
    'SESSION_LIMIT_REACHED',
    'SESSION_TOO_LARGE',
    'SHOPOBJECT_PRICE_MISSING',
    'PRICE_FIELD_INVALID',
    'CART_LINE_NOT_FOUND',
    'CART_LINE_LIMIT_REACHED',
    'COUPON_ALREADY_ADDED',
    'COUPON_OTHER_CURRENCY',
    'COUPON_LIMIT_REACHED',
    'PAYMENT_METHOD_NOT_FOUND',
    'DELIVERY_METHOD_NOT_FOUND',
  ],
  reply: Edited('edit_order'),
  handle: (given, ctx) => {
    const { shop, service, channelId: by, person } = ctx;
    const { id_order: orderId, if_seq: ifSeqSeen, add, set, coupons, reason } = given;
    const full = service.sessionRefusal(by);
    if (full !== undefined) return full;
    const { id_payment_method, id_delivery_method } = given;
    const details = detailsChange({ id_payment_method, id_delivery_method, attributes: [] }, ctx);
    if (!details.ok) return details;
    const expected = totalExpected(shop, orderId, given.expected_total);
    if (!expected.ok) return expected;
    const made = editOrder(shop, {
      orderId,
      ifSeq: ifSeqSeen,
      userId: person?.userId ?? 0,
      by,
      add: add.map((one) => lineOf(ctx, one)),
      set,
      coupons,
      details: details.value,
      expectedMinor: expected.value,
      reason,
    });
    return made.ok ? settle(ctx, { orderId, creditId: made.value }, given) : made;
  },
  dryRun: (ctx, edited) => viewEdited('edit_order', ctx, edited),
  view: (edited, ctx) => viewEdited('edit_order', ctx, edited),
});
