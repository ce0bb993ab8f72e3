// A refusal that an operation can give and does not declare, so that neither documents nor client know it; and one that
// it declares and can never give.
import { expect, test } from 'vitest';
import type { Code } from '../../src/kernel/refusals.ts';
import { REFUSALS } from '../../src/kernel/refusals.ts';
import { refusalsOf } from '../../src/operations/context/refusals-of.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { ReachableRefusals } from './reachable-refusals.ts';

/** What the walk reaches and a call does not: operations, codes, why. */
const NEVER: readonly (readonly [operations: readonly string[], codes: readonly Code[], why: string])[] = [
  [
    [
      ...[...OPERATIONS.keys()].filter((name) =>
        /^(seo_)?get_(product|content|shopobject|record)s?_|^dump_category$|^get_bought_together$/.test(name),
      ),
      'get_class_details',
      'get_prices',
      'explain_price',
    ],
    ['PRICE_FIELD_INVALID', 'SHOPOBJECT_PRICE_MISSING', 'AMOUNT_OUT_OF_RANGE'],
    'where an attribute gives no price, none is shown',
  ],
  [
    ['update_document_template', 'preview_document', 'send_test_mail'],
    ['ORDER_STATE_TRANSITION_INVALID'],
    'they take the initial state of an order only',
  ],
  [
    [...OPERATIONS.keys()].filter((name) => /^(search|suggest)_/.test(name)),
    ['PRICE_FIELD_INVALID', 'AMOUNT_OUT_OF_RANGE', 'SHOPOBJECT_PRICE_MISSING'],
    'a product without a price has no value of main.price',
  ],
  [
    ['get_categories', 'dump_category'],
    ['CATEGORY_NAME_NOT_VALID', 'CONSTRAINT_INVALID'],
    'they take the initial state of a category only',
  ],
  [
    ['create_category', 'update_category', 'create_webhook', 'update_webhook'],
    ['PRICE_FIELD_INVALID', 'AMOUNT_OUT_OF_RANGE', 'SHOPOBJECT_PRICE_MISSING'],
    'fields are looked up by their names, and not read',
  ],
  [
    ['add_to_cart', 'set_quantity', 'sub_from_cart', 'del_from_cart', 'clear_cart'],
    ['CART_EMPTY', 'SESSION_IS_EDIT'],
    'a change of the cart is handed on as a command, so that every case of the session counts',
  ],
  [['refund'], ['PAYMENT_PROVIDER_UNAVAILABLE'], 'the provider is asked once the record is on the disk'],
  [['get_delivery_methods'], ['EXTENSION_UNAVAILABLE'], 'a method whose price is not said is not to be had'],
  [['confirm_second_factor'], ['USER_NOT_FOUND'], 'the account was found before'],
  [
    ['set_quantity', 'sub_from_cart', 'del_from_cart', 'clear_cart'],
    ['CART_LINE_PARENT_NOT_VALID', 'CART_LINE_LIMIT_REACHED', 'SESSION_TOO_LARGE'],
    'no line is added',
  ],
  [['sub_from_cart', 'del_from_cart', 'clear_cart'], ['SHOPOBJECT_NOT_AVAILABLE'], 'nothing becomes more'],
  [['clear_cart'], ['CART_LINE_NOT_FOUND', 'AMOUNT_OUT_OF_RANGE'], 'it names no line, and leaves none'],
  [
    ['set_quantity', 'sub_from_cart', 'del_from_cart', 'clear_cart', 'send_draft', 'set_order_details', 'checkout'],
    ['PRICE_FIELD_INVALID', 'SHOPOBJECT_PRICE_MISSING'],
    'a line that has no price any more keeps the one it has',
  ],
  [
    [
      'login_user',
      'logout_user',
      'set_user_password',
      'end_login',
      'end_logins',
      'confirm_second_factor',
      'reset_second_factor',
      'accept_invitation',
      'instant_login',
    ],
    ['PRICE_FIELD_INVALID', 'SHOPOBJECT_PRICE_MISSING', 'AMOUNT_OUT_OF_RANGE'],
    'no price keeps anybody from a login or its end',
  ],
  [
    [...OPERATIONS.keys()].filter((name) =>
      /^(seo_)?get_(product|content|shopobject|record)s?_|^(search_(products|contents|records)|suggest_products|get_bought_together)$|^dump_category$|^get_prices$/.test(
        name,
      ),
    ),
    ['USER_NOT_FOUND'],
    'whose prices are shown is asked, and a session of nobody is a guest’s',
  ],
  [['update_product', 'inventory_place'], ['INSUFFICIENT_STOCK'], 'stock is set or placed, and not taken'],
  [['inventory_take'], ['AMOUNT_OUT_OF_RANGE'], 'stock becomes less'],
  [['update_content'], ['INSUFFICIENT_STOCK', 'AMOUNT_OUT_OF_RANGE'], 'contents have no stock'],
  [['checkout', 'send_draft'], ['INSUFFICIENT_STOCK'], 'what is missing is refused as SHOPOBJECT_NOT_AVAILABLE'],
  [['checkout', 'send_draft'], ['ORDER_STATE_TRANSITION_INVALID'], 'the order is new'],
  [['exchange_return'], ['SESSION_IS_EDIT'], 'the draft is no edit'],
  [['send_draft'], ['ORDER_NOT_FOUND'], 'it has just placed the order'],
  [
    ['update_order_details'],
    ['AMOUNT_OUT_OF_RANGE', 'INSUFFICIENT_STOCK'],
    'what it takes or gives back was held before',
  ],
  [
    ['do_payment'],
    [
      'ORDER_STATE_TRANSITION_INVALID',
      'AMOUNT_OUT_OF_RANGE',
      'INSUFFICIENT_STOCK',
      'SHOPOBJECT_NOT_AVAILABLE',
      'COUPON_NOT_VALID',
      'COUPON_USED',
    ],
    'money that came before it pays an order that is not paid yet, and no order is reopened',
  ],
  [
    ['add_parcel', 'cancel_lines'],
    [
      'ORDER_STATE_TRANSITION_INVALID',
      'INSUFFICIENT_STOCK',
      'SHOPOBJECT_NOT_AVAILABLE',
      'COUPON_NOT_VALID',
      'COUPON_USED',
    ],
    'the delivery state follows where its life cycle has that step, and no order is reopened',
  ],
  [
    ['get_cart'],
    ['COUPON_NOT_VALID', 'COUPON_NOT_YET_VALID', 'COUPON_EXPIRED', 'COUPON_USED', 'COUPON_NOT_COMBINEABLE'],
    'explain=1 says in words what a checkout would refuse',
  ],
  [['update_first_steps'], ['SETTING_IN_USE'], 'the shop is made with the settings that it has'],
  [
    ['make_first_owner'],
    ['PASSWORDS_DOES_NOT_MATCH', 'CLASS_NOT_FOUND', 'CLASS_TYPE_NOT_VALID', 'USER_NOT_FOUND', 'ROLE_NOT_FOUND'],
    'the password comes once, the class is the usual one, and the account is new',
  ],
  [
    ['commit_order_edit'],
    [
      'PRICE_FIELD_INVALID',
      'SHOPOBJECT_PRICE_MISSING',
      'INSUFFICIENT_STOCK',
      'ORDER_LINE_NOT_FOUND',
      'CREDIT_QUANTITY_EXCEEDED',
      'CREDIT_AMOUNT_EXCEEDED',
      'NOTHING_TO_REFUND',
      'PAYMENT_PROVIDER_UNAVAILABLE',
    ],
    'lines keep a price that is gone, the rest of the cart is credited, and what is owed goes back without a credit',
  ],
  [
    ['edit_order'],
    [
      'INSUFFICIENT_STOCK',
      'ORDER_LINE_NOT_FOUND',
      'CREDIT_QUANTITY_EXCEEDED',
      'CREDIT_AMOUNT_EXCEEDED',
      'NOTHING_TO_REFUND',
      'PAYMENT_PROVIDER_UNAVAILABLE',
    ],
    'as of commit_order_edit',
  ],
  [
    ['edit_order'],
    [
      'COUNTRY_NOT_FOUND',
      'COUNTRY_NOT_DELIVERED_TO',
      'SESSION_INVALID',
      'SESSION_IS_EDIT',
      'CART_LINE_PARENT_NOT_VALID',
      'CART_EMPTY',
    ],
    'it sends no address and no parent of a line, and its session is its own',
  ],
  [['edit_order'], ['SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'SHOPOBJECT_ATTRIBUTE_INVALID'], 'it sends no attributes of lines'],
  [['receive_return'], ['INSUFFICIENT_STOCK'], 'what is taken out was put back before'],
  [
    ['receive_return'],
    ['ORDER_STATE_TRANSITION_INVALID', 'SHOPOBJECT_NOT_AVAILABLE', 'COUPON_NOT_VALID', 'COUPON_USED'],
    'it pays an exchange that is not paid yet, and no order is reopened',
  ],
  [['set_order_deadline'], ['ORDER_STATE_TRANSITION_INVALID'], 'the order stays where it is'],
  [['create_warehouse_entity'], ['WAREHOUSE_ENTITY_NOT_FOUND'], 'it is looked up by its new number'],
  [
    ['register_user'],
    ['LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT'],
    'a wrong password of an account that waits is refused as USERNAME_IN_USE',
  ],
  [['verify_user'], ['USER_NOT_FOUND'], 'unknown ids are refused as SESSION_INVALID'],
  [['instant_login'], ['SESSION_INVALID'], 'the session is new'],
  [['get_webhooks'], ['PARAMETER_INVALID'], 'it takes no parameters'],
  [['set_positions', 'add_binding'], ['SHOPOBJECT_NAME_NOT_VALID'], 'the name stays'],
  [
    ['get_applications', 'get_application_tokens', 'revoke_application_tokens'],
    ['USER_NOT_FOUND'],
    'a token whose user is gone is left out',
  ],
  [['set_user_data', 'set_user_password'], ['USER_NOT_FOUND'], 'a session’s user is there'],
  [['login_user'], ['USER_NOT_FOUND'], 'an earlier login whose user is gone is left out'],
  [['end_logins', 'reset_second_factor'], ['SESSION_INVALID'], 'the session that stays is that of the call, or none'],
  [
    ['accept_invitation'],
    ['SESSION_INVALID', 'USER_NOT_VERIFIED', 'USER_LOCKED', 'USER_NOT_FOUND'],
    'the account and its session are new',
  ],
];

/** What a call meets and the walk does not see: in the engine, in threads, in services. */
const BEYOND: readonly Code[] = [
  'SESSION_LIMIT_REACHED',
  'TOO_EXPENSIVE',
  'SEARCH_WARMING_UP',
  'DOCUMENT_BUSY',
  'DOCUMENT_TOO_SLOW',
  'DOCUMENT_TOO_LARGE',
  'TEMPLATE_INVALID',
  'LOGIN_BUSY',
  'LOGIN_THROTTLED',
  'PAYMENT_METHOD_NOT_FOUND',
  'DELIVERY_METHOD_NOT_FOUND',
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'RESUME_TOO_OLD',
  'CART_CHANGED',
  'EXTENSION_UNAVAILABLE',
];

const reachable = new ReachableRefusals().ofOperations();
const names = [...OPERATIONS.keys()];

test.each(names)('%s declares what it can reach, and nothing else', (name) => {
  const operation = OPERATIONS.get(name)!;
  const never = new Set(NEVER.filter(([of]) => of.includes(name)).flatMap(([, codes]) => codes));
  const reached = [...reachable.get(name)!].filter((code) => REFUSALS[code as Code].status === 200) as Code[];
  const declared = new Set(refusalsOf(operation));
  expect({
    undeclared: reached.filter((code) => !declared.has(code) && !never.has(code)),
    neverGiven: (operation.refusals ?? []).filter((code) => !reached.includes(code) && !BEYOND.includes(code)),
  }).toEqual({ undeclared: [], neverGiven: [] });
});
