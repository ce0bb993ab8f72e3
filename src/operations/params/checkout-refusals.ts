// What a checkout refuses with: of a shopper, or of the shop for a draft.
import type { Code } from '../../kernel/refusals.ts';

/** What a coupon of a cart is refused with. */
export const COUPON_REFUSALS = [
  'COUPON_NOT_VALID',
  'COUPON_EXPIRED',
  'COUPON_NOT_YET_VALID',
  'COUPON_USED',
  'COUPON_NOT_COMBINEABLE',
] as const satisfies readonly Code[];

/** Where extensions are asked about a change of a cart or its order. */
export const ASKED_REFUSALS = [
  'EXTENSION_REFUSED',
  'EXTENSION_UNAVAILABLE',
  'CART_CHANGED',
] as const satisfies readonly Code[];

export const CHECKOUT_REFUSALS: readonly Code[] = [
  'SHOPOBJECT_NOT_AVAILABLE',
  'QUANTITY_INVALID',
  'SESSION_IS_EDIT',
  'CART_EMPTY',
  'CART_TOTAL_NEGATIVE',
  'TOTAL_CHANGED',
  'ORDER_DETAILS_MISSING',
  'PAYMENT_METHOD_NOT_FOUND',
  'DELIVERY_METHOD_NOT_FOUND',
  'DELIVERY_METHOD_NOT_AVAILABLE',
  'COUNTRY_NOT_DELIVERED_TO',
  'AMOUNT_OUT_OF_RANGE',
  ...COUPON_REFUSALS,
  // The draft is the exchange of a return that has ended, or was paid in another currency.
  'RETURN_ENDED',
  'CURRENCY_NOT_FOUND',
  // The account that a draft was prepared for is erased.
  'USER_NOT_FOUND',
];
