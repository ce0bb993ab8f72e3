// Every refusal there is. The code is the `message` of the reply and is never renamed; docs/reference/errors.md is
// generated from this table.
// Glossary (docs/internals/glossary.md): refusal.

interface Entry {
  /** HTTP status; 200 for what an operation answers (D2). */
  readonly status: number;
  /** One sentence for the developer who reads the reply. */
  readonly sentence: string;
  /** The refusal is about this moment, and the same call may succeed later: no idempotency key remembers it. */
  readonly transient: boolean;
}

const final = (sentence: string): Entry => ({ status: 200, sentence, transient: false });
const passing = (sentence: string): Entry => ({ status: 200, sentence, transient: true });
const unserved = (status: number, sentence: string): Entry => ({ status, sentence, transient: true });

export const REFUSALS = Object.freeze({
  // Requests that never reached an operation.
  BODY_UNDECODABLE: unserved(400, 'The body could not be decoded as the content type it claims.'),
  PATH_NOT_FOUND: unserved(404, 'Nothing is served at this path; operations are POSTed to /srv/service/.'),
  METHOD_NOT_ALLOWED: unserved(405, 'This path takes another method, which the header Allow names.'),
  BODY_TOO_SLOW: unserved(408, 'The body did not arrive in time.'),
  LENGTH_REQUIRED: unserved(411, 'Bodies in chunks are switched off here: send the body with a Content-Length.'),
  BODY_TOO_LARGE: unserved(413, 'The body is larger than this server accepts.'),
  CHARSET_NOT_SUPPORTED: unserved(415, 'The character set of the body is none that this server reads.'),
  CONTENT_ENCODING_NOT_SUPPORTED: unserved(
    415,
    'The body is compressed or otherwise encoded; it is read as it is only.',
  ),
  HOST_NOT_KNOWN: unserved(421, 'The administration listener has no such name: see the setting adminNames.'),
  OVERLOADED: unserved(503, 'More is waiting here than the server may hold; try again.'),
  STARTING_UP: unserved(503, 'The server is starting, and more waits for it than may; try again.'),
  SHUTTING_DOWN: unserved(503, 'The server stops before it was open.'),

  // The call itself.
  REQUEST_NOT_VALID: final('The field request names no operation of this service.'),
  // Rights are given and taken away: no idempotency key remembers that somebody lacked them.
  PERMISSION_DENIED: passing('The licence credentials are missing, wrong or not sufficient for this operation.'),
  PARAMETER_MISSING: final('A required parameter is missing.'),
  PARAMETER_INVALID: final('A parameter is malformed or out of its range.'),
  PARAMETER_UNKNOWN: final('There is no such parameter or member of one, and the call is strict.'),
  SESSION_INVALID: final('The session is unknown or has expired.'),
  SESSION_LIMIT_REACHED: passing('No further session can be opened now; try again.'),
  IDEMPOTENCY_KEY_REUSED: final('This idempotency key was used before with other parameters.'),
  IDEMPOTENCY_LIMIT_REACHED: final('Too many idempotency keys are remembered; wait until some are a day old.'),
  IDEMPOTENCY_RESULT_GONE: final('The first call with this key succeeded; what it gave then is not given again.'),
  INTERNAL_ERROR: passing('The server failed at this call; its log has the details.'),
  AGGREGATE_TOO_LARGE: final(
    'The reply comes to more than an aggregate may hold with the replies before it; ' +
      'ask for it alone, where a list may have any length.',
  ),
  SECOND_FACTOR_REQUIRED: unserved(403, 'The role of the person wants a second factor: set it up first.'),
  IMAGES_FULL: unserved(
    507,
    'The pictures of the shop are as large as they may be together: see the setting imagesMb.',
  ),
  JOURNAL_FAILED: unserved(503, 'The disk failed; whether the change was kept shows after the restart.'),

  NOT_LEADER: unserved(503, 'The server that takes changes does not answer now; nothing was begun, try again.'),
  LEADER_LOST: unserved(
    503,
    'The connection to the server that takes changes broke; whether the change was kept shows a read, ' +
      'or the same call again where it has an idempotency key.',
  ),
  DISK_FULL: unserved(503, 'The disk is nearly full: reads are answered, and changes again once there is space.'),
  STORE_READ_ONLY: unserved(503, 'The disk takes no writes since this server started: only reads are answered.'),

  RESUME_TOO_OLD: unserved(410, 'The journal no longer holds what follows that record: read everything anew.'),
  FEED_LIMIT_REACHED: unserved(429, 'As many readers follow the change feed as may at a time.'),

  // Catalogue.
  CATEGORY_NOT_FOUND: final('There is no such category.'),
  CATEGORY_NAME_NOT_VALID: final('A category name has 1 to 255 characters.'),
  CATEGORY_PARENT_NOT_VALID: final('A category cannot stand below itself.'),
  CLASS_NOT_FOUND: final('There is no such class.'),
  CLASS_NAME_NOT_VALID: final('A class name has 1 to 255 characters.'),
  CLASS_NAME_ALREADY_IN_USE: final('Another class has this name.'),
  CLASS_TYPE_NOT_VALID: final('The class is of a type that this operation cannot use.'),
  CLASS_IN_USE: final('There are still objects of this class.'),
  SHOPOBJECT_NOT_FOUND: final('There is no such product or content.'),
  SHOPOBJECT_NOT_AVAILABLE: final('The product is unknown, inactive or lacks the stock asked for.'),
  SHOPOBJECT_PRICE_MISSING: final(
    'Neither the product nor a product above it has a price under this attribute, nor has their class one above 0.',
  ),
  SHOPOBJECT_NAME_NOT_VALID: final('A product or content name has 1 to 255 characters.'),
  SHOPOBJECT_NAME_ALREADY_IN_USE: final('Another product or content has this name.'),
  VARIATION_TOO_DEEP: final('Variations nest to three levels below their product.'),
  VARIATION_LIMIT_REACHED: final('A product has at most 1,000 variations, those of its variations included.'),
  SHOPOBJECT_ATTRIBUTE_UNKNOWN: final('The class has no attribute of this name.'),
  SHOPOBJECT_ATTRIBUTE_INVALID: final('The value does not fit the type of this attribute.'),
  SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE: final('The class has an attribute of this name already.'),
  SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID: final('An attribute name is an identifier of 1 to 64 characters.'),
  SEO_ENTRY_PERMALINK_INVALID: final('A permalink holds what a URL path segment may hold without encoding.'),
  SEO_ENTRY_PERMALINK_ALREADY_IN_USE: final('Another object has this permalink in this language.'),
  WAREHOUSE_ENTITY_NOT_FOUND: final('There is no warehouse entity with this id or element number.'),
  WAREHOUSE_ENTITY_NAME_NOT_VALID: final('A warehouse entity name has 1 to 255 characters.'),
  WAREHOUSE_ENTITY_IN_USE: final('The warehouse entity still has stock, bindings or open orders.'),
  ELEMENT_NUMBER_ALREADY_IN_USE: final('Another warehouse entity has this element number.'),
  BINDING_NOT_FOUND: final('The product is not bound to this warehouse entity.'),
  RECORD_NOT_FOUND: final('There is no record with this id that the caller may see.'),
  RECORD_NAME_ALREADY_IN_USE: final('Another record of the class has this name.'),
  RECORD_LIMIT_REACHED: final('The shop has as many records of its own classes as it may.'),
  STORAGE_NOT_FOUND: final('There is no storage of this name.'),
  STORAGE_NAME_NOT_VALID: final('A storage name has 1 to 255 characters.'),
  INSUFFICIENT_STOCK: final('The storage holds less than was asked for; nothing was taken.'),

  // Searches.
  TOO_EXPENSIVE: final('The call is more work than one call may be; the detail says what for.'),
  SEARCH_WARMING_UP: passing(
    'Words are still being indexed after a start, and more searches wait for them than may; try again.',
  ),
  RESULT_TOO_LARGE: final('The reply would hold more records than one reply may.'),
  CONSTRAINT_INVALID: final('The constraint is not one that a search can follow.'),
  CONSTRAINT_CIRCULAR: final('A category that fills itself cannot contain itself, directly or by others.'),

  // Cart and checkout.
  CART_EMPTY: final('The cart holds no lines.'),
  CART_LINE_NOT_FOUND: final('The cart has no line with this id.'),
  CART_LINE_PARENT_NOT_VALID: final('The parent hangs below another line itself; lines hang one level deep.'),
  QUANTITY_INVALID: final('The product is sold in multiples of its quantity step, and this is none.'),
  SESSION_TOO_LARGE: final('The texts of cart and order draft are as large as those of a session may be.'),
  CART_LINE_LIMIT_REACHED: final('The cart holds as many lines as a cart may.'),
  CART_TOTAL_NEGATIVE: final('The amount to pay would be below zero.'),
  TOTAL_CHANGED: final('The cart comes to another total than was expected; show it and ask again.'),
  ORDER_DETAILS_MISSING: final('The draft order lacks what the shop requires of every order.'),
  AMOUNT_OUT_OF_RANGE: final('An amount is too large to be kept exact.'),
  COUPON_NOT_VALID: final('There is no such coupon, or it was ended.'),
  COUPON_EXPIRED: final('The coupon is past its end date.'),
  COUPON_NOT_YET_VALID: final('The coupon is before its start date.'),
  COUPON_USED: final('The coupon was redeemed already.'),
  COUPON_NOT_COMBINEABLE: final('The coupon cannot stand beside another one.'),
  COUPON_ALREADY_ADDED: final('The coupon is in the cart already.'),
  COUPON_LIMIT_REACHED: final('The cart holds as many coupons as a cart may.'),
  COUPON_CODE_ALREADY_IN_USE: final('Another coupon has this code.'),
  COUPON_OTHER_CURRENCY: final('The coupon takes off an amount of another currency than the cart’s.'),
  CURRENCY_NOT_FOUND: final('The shop does not sell in this currency.'),
  CART_KEEPS_CURRENCY: final('Something in the cart is an amount of its currency; it goes first.'),
  PRICE_FIELD_INVALID: final('The price field names no FLOAT attribute of the product’s class.'),
  ORDER_NOT_FOUND: final('There is no such order.'),
  DRAFT_NOT_FOUND: final('There is no such draft: it was ordered, thrown away, or has expired.'),
  NOTE_LIMIT_REACHED: final('The order has as many notes of the staff as an order may have.'),
  ORDER_CANCELED: final('The order is canceled.'),
  ORDER_LINE_NOT_FOUND: final('The order has no line of goods with this id.'),
  PARCEL_QUANTITY_EXCEEDED: final('The parcels of the order would hold more of this line than was ordered.'),
  CREDIT_QUANTITY_EXCEEDED: final('The order has fewer pieces of this line left than would go.'),
  CREDIT_AMOUNT_EXCEEDED: final('More would be taken off than the order comes to, or less than nothing.'),
  CREDIT_LIMIT_REACHED: final('The order has as many credits as an order may have.'),
  CREDIT_NOTE_NOT_FOUND: final('The order has no credit of this number, or no invoice was issued before it.'),
  REFUND_EXCEEDED: final('More would go back than came for the order and is still here.'),
  REFUND_PENDING: final('Another refund of the order is on its way: wait for its end, or settle it.'),
  NOTHING_TO_REFUND: final('Nothing of the order is to be given back.'),
  REFUND_NOT_FOUND: final('There is no refund with this id.'),
  REFUND_ENDED: final('The refund is done, or has failed.'),
  LINE_SENT: final('Pieces of this line have left in a parcel: they can come back, and not be cancelled.'),
  ORDER_EMPTIED: final('Nothing of the order would be left: cancel the order.'),
  ORDER_COMPLETED: final('The order is closed, or all of it has left.'),
  ORDER_HAS_CREDITS: final('Pieces of the order came back, or money was taken off it: its lines are not edited.'),
  ORDER_EDIT_NOT_FOUND: final('There is no such edit: it was made, discarded, or has expired.'),
  SESSION_IS_EDIT: final('The session edits a placed order: make the edit, or discard it.'),
  ORDER_HAS_RETURNS: final('Pieces of the order came back as returns: they have left. Note the parcels they left in.'),
  RETURN_NOT_FOUND: final('There is no return of this number.'),
  RETURN_ENDED: final('The return was received or withdrawn, or has its exchange.'),
  RETURN_TOO_LATE: final('The time in which the buyer may announce a return is over.'),
  RETURN_QUANTITY_EXCEEDED: final(
    'More of this line would come back than its buyer has and no other return announces.',
  ),
  RETURN_PICTURE_NOT_FOUND: final('The return has no such picture, or its person was erased.'),
  RETURN_PICTURE_LIMIT_REACHED: final('The return, or the shop, has as many pictures of returns as it may.'),
  RETURN_LIMIT_REACHED: final('The order has as many returns as an order may.'),
  DOCUMENT_BUSY: passing('Too many documents are being made now; try again.'),
  DOCUMENT_TOO_SLOW: passing('The document took too long to make.'),
  DOCUMENT_TOO_LARGE: final('The document would be larger than documents may be.'),
  TEMPLATE_INVALID: final('The template of the document cannot be used; the detail names it, line and column.'),
  PARCEL_NOT_FOUND: final('The order has no parcel of this number.'),
  PARCEL_RETURNED: final('The parcel has come back.'),
  PARCEL_LIMIT_REACHED: final('The order has as many parcels as an order may.'),
  ZIP_NOT_VALID: final('The postal code has not the form of those of its country; the detail has an example.'),
  ORDER_ERASED: final('The person of this order was erased; nothing about anybody is added to it.'),
  INVOICE_NOT_FOUND: final('The order has no invoice of this number.'),
  INVOICE_CANCELED: final('The invoice of this order is cancelled by a document of its own: place a new order.'),
  INVOICE_NOT_CANCELED: final('No issued invoice of this order is cancelled.'),
  INVOICE_ISSUED: final('The invoice of this order is issued; nothing that it shows is changed.'),
  E_INVOICE_INCOMPLETE: final('An electronic invoice needs something that is not told; the parameter names it.'),
  MONTH_CLOSED: final('The month is closed: nothing is dated in it any more.'),
  MONTH_OUT_OF_ORDER: final('Months are closed in order, once they are over, and the last one is opened first.'),
  ORDER_STATE_TRANSITION_INVALID: final('The order cannot move from its state to this one.'),
  PAYMENT_ALREADY_RECEIVED: final('The order is paid already.'),
  PAYMENT_PENDING: final('A payment of this order is on its way; another one is begun only when it has failed.'),
  PAYMENT_PROVIDER_UNAVAILABLE: passing('The payment provider could not begin the payment; the order is as it was.'),
  PAYMENT_NOT_FOUND: final('No payment with this reference was begun with this method.'),
  MONEY_NOT_FOUND: final('There is no such money without a claim.'),
  MONEY_SETTLED: final('Somebody has said already what became of this money.'),
  PAYMENT_AMOUNT_INVALID: final('The amount or the currency is not that of the payment.'),
  NOTICE_SIGNATURE_INVALID: final('The signature is not one of this payment method.'),
  NOTICE_TOO_OLD: final('The notice is older, or younger, than a notice may be.'),
  NOTICE_INVALID: final('The notice has not the shape that is documented.'),
  PAYMENT_METHOD_NOT_FOUND: final('There is no such active payment method.'),
  DELIVERY_METHOD_NOT_FOUND: final('There is no such delivery method.'),
  DELIVERY_METHOD_NOT_AVAILABLE: final('No delivery rule of this method is for the cart.'),
  DELIVERY_RULE_NOT_FOUND: final('There is no delivery rule of this id.'),
  DELIVERY_RULE_LIMIT_REACHED: final(
    'The shop has as many delivery rules, or postal codes and constraints in them, as it may.',
  ),
  COUNTRY_NOT_FOUND: final('There is no such country: its code of ISO 3166, or its name, is wanted.'),
  COUNTRY_NOT_DELIVERED_TO: final('The shop does not deliver to this country.'),

  // Channels.
  CHANNEL_NAME_NOT_VALID: final('A channel name has 1 to 64 characters, none of them a space at either end.'),
  CHANNEL_NAME_ALREADY_IN_USE: final('Another channel has this name.'),
  CHANNEL_NOT_FOUND: final('There is no channel of this name or id.'),
  CHANNEL_IS_FIRST: final('The first channel is not ended; it can be switched off, and its credentials rotated.'),
  CHANNEL_LIMIT_REACHED: final('The shop has as many channels as it may.'),

  // Settings of the shop.
  CART_CHANGED: passing('The cart changed again and again while an extension was asked about it; try again.'),
  EXTENSION_REFUSED: passing('An extension of the shop is against it, with the code that the reply names.'),
  EXTENSION_UNAVAILABLE: passing('An extension of the shop that must be asked does not answer; try again.'),
  CHANGED_MEANWHILE: final('What the call changes was changed since it was read: read it again.'),
  SETTING_PINNED: final('The configuration says this setting, so that it is not changed by calls.'),
  SETTING_IN_USE: final('Something of the shop uses what the change would take away.'),

  // Roles.
  ROLE_NOT_FOUND: final('There is no role of this name.'),
  ROLE_NAME_NOT_VALID: final('The name of a role has 1 to 64 characters, none of them a space at either end.'),
  ROLE_NAME_ALREADY_IN_USE: final('Another role has this name, or one that differs by its case alone.'),
  ROLE_IS_BUILT_IN: final('A built-in role is neither changed nor deleted; make one of your own.'),
  ROLE_IN_USE: final('Somebody, a channel or an invitation has this role.'),
  ROLE_SHOWS_HIDDEN: final('An operation of the role shows what the role hides.'),
  ROLE_LIMIT_REACHED: final('The shop has as many roles of its own as it may.'),

  // Groups of customers.
  GROUP_NOT_FOUND: final('There is no group of customers of this id.'),
  GROUP_NAME_NOT_VALID: final('The name of a group has 1 to 64 characters.'),
  GROUP_NAME_ALREADY_IN_USE: final('Another group has this name, or one that differs by its case alone.'),
  GROUP_LIMIT_REACHED: final('The shop has as many groups of customers as it may.'),
  GROUP_IN_USE: final('A price list names this group.'),

  SEARCH_WORDS_LIMIT_REACHED: final('The words of searches of a language are as many as they may be.'),

  // Price lists.
  PRICE_LIST_NOT_FOUND: final('There is no price list of this id.'),
  PRICE_LIST_NAME_ALREADY_IN_USE: final('Another price list has this name, or one that differs by its case alone.'),
  PRICE_LIST_ENDED: final('An ended price list is not changed; make another one.'),
  PRICE_LIST_LIMIT_REACHED: final('The shop has as many price lists as it may.'),
  PROMOTION_NOT_FOUND: final('There is no promotion of this id.'),
  PROMOTION_ENDED: final('An ended promotion is not changed; make another one.'),
  PROMOTION_LIMIT_REACHED: final(
    'The shop has as many promotions that have not ended, or stacks or goods of them, as it may.',
  ),
  PROMOTION_USED_UP: final('The order has a promotion whose limit is reached by other orders; it stays cancelled.'),

  // Users and applications.
  USERNAME_IS_INVALID: final('A username has 4 to 60 characters, each of a-z A-Z 0-9 ! @ $ . _ + - and no other.'),
  FIRST_OWNER_CODE_NOT_VALID: final('The code is not that of the newest link, or there is an owner already.'),
  USERNAME_IN_USE: final('Another user has this name.'),
  EMAIL_IS_INVALID: final('This is no e-mail address.'),
  EMAIL_IS_IN_USE: final('Another user has this e-mail address.'),
  PASSWORD_IS_INVALID: final('A password has 3 to 30 characters of the set that this shop allows.'),
  PASSWORDS_DOES_NOT_MATCH: final('The two passwords are not the same.'),
  OLD_PASSWORD_IS_WRONG: final('The old password is not the right one.'),
  USER_NOT_FOUND: final('There is no such user.'),
  USER_NOT_LOGGED_IN: final('Nobody is logged in to this session.'),
  USER_NOT_VERIFIED: final('The account waits for its verification.'),
  USER_LOCKED: final('The account is locked.'),
  PREFERENCES_FULL: final('The person has as many preferences as are kept: take another away first.'),
  LAST_OWNER: passing('No other account that logs in may do everything; give somebody else that role first.'),
  LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT: final('The username or the password is not the right one.'),
  LOGIN_THROTTLED: passing(
    'Too many logins failed, or too many accounts or messages were asked for; wait as long as the detail says.',
  ),
  LOGIN_BUSY: passing('Too many passwords are being checked now; try again.'),
  SECOND_FACTOR_CODE_REQUIRED: final('The account has a second factor: send the code of its app as well, as `code`.'),
  SECOND_FACTOR_CODE_NOT_CORRECT: final('The code is not the one of now, or was used before.'),
  SECOND_FACTOR_ALREADY_SET: final('The account has a second factor; end it before another one is set up.'),
  SECOND_FACTOR_NOT_SET: final('The account has no second factor, or none was begun.'),
  INVITATION_NOT_FOUND: final('There is no such invitation, or it is over.'),
  INVITATION_NOT_VALID: final('The invitation was taken up, withdrawn or replaced, or its time is over.'),
  INVITATION_LIMIT_REACHED: passing('As many people are invited as may be; withdraw an invitation first.'),
  LOGIN_NOT_FOUND: final('There is no such login, or it is over.'),
  LOGIN_TOKEN_INVALID: final('The token or the application token is unknown or has expired.'),
  APPLICATION_NOT_FOUND: final('There is no such application.'),
  APPLICATION_NAME_ALREADY_IN_USE: final('Another application has this name.'),
  APPLICATION_FAILED: final('The application did not answer with a JSON object in time.'),

  // Mail.
  MAIL_NOT_FOUND: final('There is no such mail: it was sent, or ended.'),
  MAIL_IS_OFF: final('The settings name no mail server; see smtpHost.'),

  // Webhooks.
  WEBHOOK_NOT_FOUND: final('There is no webhook of this name.'),
  WEBHOOK_NAME_NOT_VALID: final('A webhook name has 1 to 255 of the characters A-Z, 0-9 and _.'),
  WEBHOOK_NAME_ALREADY_IN_USE: final('Another webhook has this name.'),
  WEBHOOK_EVENT_NOT_VALID: final('There is no event of this name.'),
  WEBHOOK_URL_NOT_VALID: final('The address is no http or https URL that this server may call.'),
  WEBHOOK_LIMIT_REACHED: final('The shop has as many webhooks as it may.'),
} satisfies Record<string, Entry>);

export type Code = keyof typeof REFUSALS;

/** Statuses, outside operations, of refusals that operations send with 200. */
const OUTSIDE_OPERATIONS: { readonly [code in Code]?: number } = { PERMISSION_DENIED: 403, PARAMETER_INVALID: 400 };

/** HTTP status of a refusal that no operation sends. */
export const statusOutsideOperations = (code: Code): number => OUTSIDE_OPERATIONS[code] ?? REFUSALS[code].status;
