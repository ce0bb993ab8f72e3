// Every way in which Kontor says no. The code is the wire's `message` and is never renamed;
// docs/errors.md is generated from this table.

interface Entry {
  /** HTTP status: 200 for whatever reached an operation (Decision 2). */
  readonly status: number;
  /** One sentence for the developer who reads the reply. */
  readonly sentence: string;
}

const said = (sentence: string): Entry => ({ status: 200, sentence });
const unreached = (status: number, sentence: string): Entry => ({ status, sentence });

export const REFUSALS = Object.freeze({
  // What never reached an operation.
  BODY_UNDECODABLE: unreached(400, 'The body could not be decoded as the content type it claims.'),
  PATH_NOT_FOUND: unreached(404, 'Nothing is served at this path; operations are POSTed to /srv/service/.'),
  METHOD_NOT_ALLOWED: unreached(405, 'This path takes POST only.'),
  BODY_TOO_SLOW: unreached(408, 'The body did not arrive in time.'),
  BODY_TOO_LARGE: unreached(413, 'The body is larger than this server accepts.'),
  OVERLOADED: unreached(503, 'Too many writes are waiting for the disk; try again.'),
  SHUTTING_DOWN: unreached(503, 'The server is shutting down.'),

  // The call itself.
  REQUEST_NOT_VALID: said('The field request names no operation of this service.'),
  OPERATION_NOT_AVAILABLE: said('This operation is specified but not built yet.'),
  PERMISSION_DENIED: said('The licence credentials are missing, wrong or not sufficient for this operation.'),
  PARAMETER_MISSING: said('A required parameter is missing.'),
  PARAMETER_INVALID: said('A parameter is malformed or out of its range.'),
  SESSION_INVALID: said('The session is unknown or has expired.'),
  SESSION_LIMIT_REACHED: said('No further session can be opened now.'),
  IDEMPOTENCY_KEY_REUSED: said('This idempotency key was used before with other parameters.'),
  IDEMPOTENCY_LIMIT_REACHED: said('Too many idempotency keys are remembered; wait until some are a day old.'),
  IDEMPOTENCY_RESULT_GONE: said('The first call with this key succeeded; its one-time secret is not repeated.'),
  INTERNAL_ERROR: said('The server failed at this call; its log has the details.'),
  JOURNAL_FAILED: unreached(503, 'The disk failed; whether the change was kept shows after the restart.'),

  // Catalogue.
  CATEGORY_NOT_FOUND: said('There is no such category.'),
  CATEGORY_NAME_NOT_VALID: said('A category name has 1 to 255 characters.'),
  CATEGORY_PARENT_NOT_VALID: said('A category cannot stand below itself.'),
  CLASS_NOT_FOUND: said('There is no such class.'),
  CLASS_NAME_NOT_VALID: said('A class name has 1 to 255 characters.'),
  CLASS_NAME_ALREADY_IN_USE: said('Another class has this name.'),
  CLASS_TYPE_NOT_VALID: said('The class is of a type that this operation cannot use.'),
  CLASS_IN_USE: said('There are still objects of this class.'),
  SHOPOBJECT_NOT_FOUND: said('There is no such product or content.'),
  SHOPOBJECT_NOT_AVAILABLE: said('The product is unknown, inactive or lacks the stock asked for.'),
  SHOPOBJECT_NAME_NOT_VALID: said('A product or content name has 1 to 255 characters.'),
  SHOPOBJECT_NAME_ALREADY_IN_USE: said('Another product or content has this name.'),
  VARIATION_TOO_DEEP: said('Variations nest to three levels below their product.'),
  SHOPOBJECT_ATTRIBUTE_UNKNOWN: said('The class has no attribute of this name.'),
  SHOPOBJECT_ATTRIBUTE_INVALID: said('The value does not fit the type of this attribute.'),
  SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE: said('The class has an attribute of this name already.'),
  SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID: said('An attribute name is an identifier of 1 to 64 characters.'),
  SEO_ENTRY_PERMALINK_INVALID: said('A permalink holds what a URL path segment may hold without encoding.'),
  SEO_ENTRY_PERMALINK_ALREADY_IN_USE: said('Another object has this permalink in this language.'),
  WAREHOUSE_ENTITY_NOT_FOUND: said('There is no warehouse entity with this id or element number.'),
  WAREHOUSE_ENTITY_NAME_NOT_VALID: said('A warehouse entity name has 1 to 255 characters.'),
  WAREHOUSE_ENTITY_IN_USE: said('The warehouse entity still has stock, bindings or open orders.'),
  ELEMENT_NUMBER_ALREADY_IN_USE: said('Another warehouse entity has this element number.'),
  BINDING_NOT_FOUND: said('The product is not bound to this warehouse entity.'),
  STORAGE_NAME_NOT_VALID: said('A storage name has 1 to 255 characters.'),
  INSUFFICIENT_STOCK: said('The storage holds less than was asked for; nothing was taken.'),

  // Searches.
  SEARCH_WARMING_UP: said('The words of the shop are still being indexed after a start; MATCH works in a moment.'),
  RESULT_TOO_LARGE: said('The reply would hold more records than one reply may.'),
  CONSTRAINT_INVALID: said('The constraint is not one that a search can follow.'),

  // Cart and checkout.
  CART_EMPTY: said('The cart holds no lines.'),
  CART_LINE_NOT_FOUND: said('The cart has no line with this id.'),
  CART_LINE_LIMIT_REACHED: said('The cart holds as many lines as a cart may.'),
  CART_TOTAL_NEGATIVE: said('The amount to pay would be below zero.'),
  AMOUNT_OUT_OF_RANGE: said('An amount is too large to be kept exact.'),
  COUPON_NOT_VALID: said('There is no such coupon.'),
  COUPON_EXPIRED: said('The coupon is past its end date.'),
  COUPON_NOT_YET_VALID: said('The coupon is before its start date.'),
  COUPON_USED: said('The coupon was redeemed already.'),
  COUPON_NOT_COMBINEABLE: said('The coupon cannot stand beside another one.'),
  COUPON_ALREADY_ADDED: said('The coupon is in the cart already.'),
  COUPON_LIMIT_REACHED: said('The cart holds as many coupons as a cart may.'),
  COUPON_CODE_ALREADY_IN_USE: said('Another coupon has this code.'),
  PRICE_FIELD_INVALID: said('The price field names no FLOAT attribute of the product’s class.'),
  ORDER_NOT_FOUND: said('There is no such order.'),
  ORDER_STATE_TRANSITION_INVALID: said('The order cannot move from its state to this one.'),
  PAYMENT_METHOD_NOT_FOUND: said('There is no such active payment method.'),
  DELIVERY_METHOD_NOT_FOUND: said('There is no such delivery method.'),
} satisfies Record<string, Entry>);

export type Code = keyof typeof REFUSALS;
