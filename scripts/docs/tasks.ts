// What storefronts and back offices do, and the operations that do it: the table of contents of
// docs/reference/operations.md.

import type { AREAS } from '../../src/operations/context/operation.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';

type Task = readonly [task: string, operations: string];

/** Operations that a task names; one may belong to several tasks. */
const NAMED: readonly Task[] = [
  ['Open a shop to a visitor', 'get_shop get_new_session get_status'],
  [
    'Show a menu and a category page',
    'get_categories get_products_in_category get_shopobjects_in_category get_contents_in_category ' +
      'seo_get_products_in_category seo_get_shopobjects_in_category seo_get_contents_in_category dump_category',
  ],
  [
    'Show a product or a page',
    'get_product_details seo_get_product_details get_content_details seo_get_content_details get_bought_together',
  ],
  ['Search, filter and sort', 'search_products search_contents search_distinct_products'],
  ['Fill a cart', 'add_to_cart get_cart set_quantity sub_from_cart del_from_cart clear_cart set_context'],
  ['Take off a coupon, add delivery costs', 'add_coupons add_delivery_costs create_coupons'],
  [
    'Check out',
    'set_order_details get_order_details get_delivery_countries get_address_form get_payment_methods checkout ' +
      'get_order_confirmation',
  ],
  ['Let someone pay', 'get_payment_methods do_payment update_order_details'],
  [
    'Show an order and its invoice',
    'get_order_by_id get_user_orders get_order_confirmation get_invoice get_cancellation_invoice',
  ],
  ['Register, log in, log out', 'register_user verify_user login_user logout_user'],
  ['Change a password', 'reset_user_password set_user_password'],
  ['Show and change an account', 'get_user_data set_user_data get_user_orders get_user_by_id update_user_data'],
  ['Several calls in one', 'aggregate'],
  [
    'Define what products are',
    'create_class create_class_attributes update_class_attributes delete_class_attributes delete_class ' +
      'get_class_details search_classes',
  ],
  ['Keep categories', 'create_category update_category delete_category set_positions get_categories dump_category'],
  [
    'Keep products and pages',
    'create_product update_product delete_product create_variation create_content update_content delete_content ' +
      'get_shopobject_languages set_positions delete_unused_images export_products',
  ],
  [
    'Keep stock',
    'create_warehouse_entity update_warehouse_entity delete_warehouse_entity add_binding delete_binding ' +
      'inventory_place inventory_take get_stock get_low_stock search_warehouse_entities',
  ],
  [
    'Work off orders',
    'get_drafts create_draft continue_draft send_draft discard_draft get_open_carts search_orders get_order_by_id update_order_details get_pick_list get_packing_slips begin_order_edit continue_order_edit get_order_edit commit_order_edit discard_order_edit edit_order cancel_lines announce_return add_return_picture get_returns get_return_picture receive_return withdraw_return exchange_return add_parcel get_parcel_labels set_parcel_delivered add_order_note get_order_notes get_invoice get_cancellation_invoice get_credit_note explain_order get_payment_attempts get_unclaimed_money settle_unclaimed_money refund get_refunds settle_refund search_past_orders get_past_order',
  ],
  ['Keep coupons', 'create_coupons update_coupons end_coupons search_coupons get_coupons'],
  [
    'Say what delivery costs',
    'create_delivery_rule update_delivery_rule delete_delivery_rule get_delivery_rules get_delivery_methods',
  ],
  ['Run promotions', 'create_promotion update_promotion end_promotion get_promotions try_promotion'],
  [
    'Give customers prices of their own',
    'create_group set_user_groups create_price_list set_prices get_prices explain_price get_list_prices update_price_list end_price_list',
  ],
  ['Look after customers', 'search_users get_user_by_id update_user_data lock_user unlock_user reset_user'],
  ['Say who may do what', 'make_first_owner create_role'],
  ['Give out or erase what is known of a person', 'export_user erase_user erase_order erase_past_order'],
  ['Set up the shop', 'get_first_steps update_first_steps get_shop_settings update_shop_settings'],
  ['See what happened', 'get_report get_changelog get_status'],
  ['Keep the books', 'get_accounting_export close_month open_month get_closed_months get_report'],
  [
    'Connect other programs',
    'create_channel get_channels update_channel rotate_channel end_channel_overlap delete_channel ' +
      'create_webhook update_webhook get_webhooks get_webhook_attempts test_webhook replay_webhook delete_webhook ' +
      'application_api_call instant_login get_applications get_application_tokens create_application_token ' +
      'revoke_application_tokens delete_application',
  ],
];

type Area = keyof typeof AREAS;

/** The task of an operation that no task names, by its part of the API. */
const TASK_OF: { readonly [area in Area]: string } = {
  sessions: 'Open a shop to a visitor',
  categories: 'Keep categories',
  products: 'Keep products and pages',
  classes: 'Define what products are',
  records: 'Keep products and pages',
  cart: 'Fill a cart',
  orders: 'Work off orders',
  payment: 'Let someone pay',
  users: 'Look after customers',
  search: 'Search, filter and sort',
  warehouse: 'Keep stock',
  coupons: 'Keep coupons',
  prices: 'Give customers prices of their own',
  webhooks: 'Connect other programs',
  server: 'See what happened',
  roles: 'Say who may do what',
  applications: 'Connect other programs',
};

/** Returns all tasks: an operation that none names belongs to that of its part of the API. */
export const tasksOf = (operations: ReadonlyMap<string, { readonly area: Area }>): readonly Task[] => {
  const named = new Set(NAMED.flatMap(([, names]) => names.split(' ')));
  const others = [...operations].filter(([name]) => !named.has(name));
  return NAMED.map(([task, names]): Task => {
    const more = others.filter(([, { area }]) => TASK_OF[area] === task).map(([name]) => name);
    return [task, [names, ...more.sort()].join(' ')];
  });
};

export const TASKS = tasksOf(OPERATIONS);

/** Operations of the tasks of one, itself aside. */
export const relatedTo = (name: string): readonly string[] => {
  const mates = TASKS.map(([, operations]) => operations.split(' ')).filter((operations) => operations.includes(name));
  return [...new Set(mates.flat())].filter((other) => other !== name).sort();
};
