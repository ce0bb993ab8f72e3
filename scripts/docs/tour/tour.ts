// One shop from its first class to its last report: the calls that docs/reference/operations.md shows, in an order that
// works.
//
// The first call of an operation is its example. Every call must succeed.
import { readFileSync } from 'node:fs';
import type { PastOrderContent, PastPerson } from '../../../src/domain/history/past-order.ts';

export type Members = { readonly [name: string]: unknown };

/** What the application of the tour is known by. */
export const APPLICATION = { name: 'labels', username: 'office', token: 'APP_TOKEN', loginToken: 'LOGIN_TOKEN' };
export const OWNER_CODE = 'CODE';

/** An order of another system. */
export const PAST_ORDER = JSON.parse(
  readFileSync(new URL('past-order.json', import.meta.url), 'utf8'),
) as PastOrderContent & { readonly person: PastPerson };

export interface Guide {
  /** Calls an operation of the shop; resolves with its reply. */
  call(request: string, fields?: Members): Promise<Members>;
  advance(ms: number): Promise<void>;
  /** Registers the application and a back-office user, and gives this user a token for it. */
  addApp(): void;
  /** The code that an app makes of a secret now. */
  codeOfApp(secret: string): string;
  /** A payment provider reports money for a payment that the shop does not know. */
  addMoney(): void;
  /** An order of another system comes as history. */
  addPastOrder(): void;
}

const MINUTE_MS = 60_000;
const idOf = ({ id }: Members): number => Number(id);
interface Catalogue {
  readonly productClass: number;
  readonly lights: number;
  readonly lamp: number;
  readonly desk: number;
  readonly about: number;
}

const catalogue = async ({ call }: Guide): Promise<Catalogue> => {
  const product = idOf(await call('create_class', { name: 'product', type: 'product' }));
  await call('create_class_attributes', {
    id_class: product,
    attributes: [
      { name: 'name', type: 'CHAR', labels: { en_GB: 'Name', de_DE: 'Name' } },
      { name: 'price', type: 'FLOAT', labels: { en_GB: 'Price', de_DE: 'Preis' } },
      { name: 'weight_note', type: 'CHAR' },
    ],
  });
  await call('update_class_attributes', {
    id_class: product,
    attributes: [{ name: 'price', labels: { fr_FR: 'Prix', de_DE: null }, defaults: { en_GB: 0 } }],
  });
  await call('delete_class_attributes', { id_class: product, attributes: ['weight_note'] });
  const lights = idOf(
    await call('create_category', {
      id_parent: 0,
      name: 'Lights',
      labels: { en_GB: 'Lights', de_DE: 'Leuchten' },
      seo: { en_GB: { permalink: 'lights', title: 'Lights' } },
    }),
  );
  await call('set_positions', { id_category: 0, categories: [lights] });
  await call('update_category', { id_category: lights, labels: { fr_FR: 'Luminaires' } });
  const lamp = idOf(
    await call('create_product', {
      class: 'product',
      name: 'reading-lamp',
      shop_active: 1,
      attributes: { en_GB: { name: 'Reading lamp', price: 119.9 }, de_DE: { name: 'Leselampe', price: 119.9 } },
      seo: { en_GB: { permalink: 'reading-lamp', title: 'Reading lamp' } },
      metadata: { element_number: 'L-1', weight: 1.2 },
      availability: { quantity: 40, quantity_warning: 5, active: 1, allow_override: 0 },
      categories: [lights],
    }),
  );
  await call('create_variation', {
    id_product: lamp,
    name: 'reading-lamp-black',
    attributes: { en_GB: { name: 'Reading lamp, black' } },
    metadata: { element_number: 'L-1-B' },
  });
  await call('update_product', { id_product: lamp, attributes: { en_GB: { price: 109.9 } } });
  const desk = idOf(
    await call('create_product', {
      class: 'product',
      name: 'walnut-desk',
      shop_active: 1,
      attributes: { en_GB: { name: 'Walnut desk', price: 489 } },
      categories: [lights],
    }),
  );
  const link = 'https://shop.example/{permalink}';
  await call('export_products', { format: 'google-merchant', language: 'en_GB', link, after: 0, limit: 10 });
  const about = await contents(call, lights);
  const spare = { id_parent: lights, name: 'Spare parts' };
  await call('delete_category', { id_category: idOf(await call('create_category', spare)) });
  const old = { class: 'product', name: 'old-lamp' };
  await call('delete_product', { id_product: idOf(await call('create_product', old)) });
  return { productClass: product, lights, lamp, desk, about };
};

const contents = async (call: Guide['call'], category: number): Promise<number> => {
  const page = idOf(await call('create_class', { name: 'page', type: 'content' }));
  await call('create_class_attributes', { id_class: page, attributes: [{ name: 'body', type: 'HTML' }] });
  const about = idOf(
    await call('create_content', {
      class: 'page',
      name: 'about-us',
      shop_active: 1,
      attributes: { en_GB: { body: 'We make lamps.' } },
      seo: { en_GB: { permalink: 'about-us', title: 'About us' } },
      categories: [category],
    }),
  );
  await call('update_content', { id_content: about, attributes: { en_GB: { body: 'We make lamps and desks.' } } });
  await call('delete_content', { id_content: idOf(await call('create_content', { class: 'page', name: 'draft' })) });
  await call('delete_class', { id_class: idOf(await call('create_class', { name: 'unused', type: 'content' })) });
  return about;
};

const warehouse = async ({ call }: Guide, { desk }: Catalogue): Promise<void> => {
  await call('create_class', { name: 'part', type: 'warehouse_entity' });
  const top = { class: 'part', name: 'desk-top', metadata: { element_number: 'T-1' } };
  const part = idOf(await call('create_warehouse_entity', top));
  await call('update_warehouse_entity', { id_warehouse_entity: part, metadata: { weight: 18.5 } });
  await call('add_binding', { id_product: desk, element_number: 'T-1', quantity: 1 });
  await call('inventory_place', { storage: 'Berlin', element_number: 'T-1', quantity: 12, note: 'delivery 4711' });
  await call('inventory_take', { storage: 'Berlin', element_number: 'T-1', quantity: 2, note: 'damaged' });
  await call('get_stock', { element_number: 'T-1', movements: 10 });
  await call('get_low_stock', { limit: 10 });
  await call('search_warehouse_entities', { constraint: { element_number: 'T-1' } });
  const other = { class: 'part', name: 'screw', metadata: { element_number: 'S-1' } };
  const screw = idOf(await call('create_warehouse_entity', other));
  await call('add_binding', { id_product: desk, element_number: 'S-1', quantity: 8 });
  await call('get_bindings', { id_product: desk });
  await call('delete_binding', { id_product: desk, element_number: 'S-1' });
  await call('delete_warehouse_entity', { id_warehouse_entity: screw });
  await call('create_class', { name: 'store', type: 'record', public: 1 });
  await call('delete_record', { id_record: idOf(await call('create_record', { class: 'store' })) });
  await call('update_record', { id_record: idOf(await call('create_record', { class: 'store' })), name: 'Berlin' });
};

const browse = async ({ call }: Guide, { productClass, lights, lamp, about }: Catalogue): Promise<void> => {
  for (const what of ['shop', 'status', 'payment_methods', 'delivery_countries']) await call(`get_${what}`);
  await call('get_categories', { id_parent: 0 });
  for (const what of ['products', 'contents', 'shopobjects'] as const) {
    await call(`get_${what}_in_category`, { id_category: lights, right_limit: 1 });
    await call(`seo_get_${what}_in_category`, { permalink: 'lights', right_limit: 1 });
  }
  await call('get_product_details', { id_product: lamp });
  await call('get_shopobject_languages', { id_shopobject: lamp });
  await call('seo_get_product_details', { permalink: 'reading-lamp', needed_attributes: ['name'] });
  await call('get_content_details', { id_content: about });
  await call('seo_get_content_details', { permalink: 'about-us' });
  await call('get_class_details', { id_class: productClass });
  await call('dump_category', { id_category: lights, depth: 1, needed_attributes: ['name'] });
  for (const what of ['suggest_products', 'search_clicked']) await call(what, { text: 'raeding lamp' });
  await call('search_products', { constraint: { search: ['MATCH', 'raeding lamp'] }, right_limit: 10 });
  await call('search_contents', { constraint: { 'main.name': ['LIKE', 'about'] } });
  await call('search_distinct_products', { constraint: {}, field: 'name' });
  await call('search_classes', { constraint: { type: 'product' } });
  await call('set_search_words', { synonyms: [{ words: ['lamp', 'spot'] }], pinned: [{ query: 'lamp', ids: [lamp] }] });
};

const account = async ({ call }: Guide): Promise<number> => {
  const made = await call('register_user', {
    args: { username: 'ada.b', passwd1: 'walnut4242', passwd2: 'walnut4242', email: 'ada@shop.example' },
  });
  const user = Number(made['id_user']);
  await call('verify_user', { id_user: user, session_id: made['session_id'] });
  const reset = await call('reset_user_password', { args: { email: 'ada@shop.example' } });
  await call('reset_user_password', {
    args: { id_user: user, session_id: reset['session_id'], new_passwd1: 'walnut4343', new_passwd2: 'walnut4343' },
  });
  return user;
};

const buy = async ({ call }: Guide, { lamp, desk }: Catalogue): Promise<readonly [number, unknown]> => {
  const session = (await call('get_new_session'))['code'];
  await call('login_user', { session, username: 'ada.b', password: 'walnut4343' });
  const line = { element_type: 'PRODUCT_GR', price_field: 'price', name_field: 'name', language: 'en_GB' };
  await call('add_to_cart', { session, id_shopobject: lamp, quantity: 2, ...line });
  await call('add_to_cart', { session, id_shopobject: desk, quantity: 1, ...line });
  await call('sub_from_cart', { session, id_element: 1 });
  await call('set_quantity', { session, id_element: 1, quantity: 3 });
  await call('set_context', { session, country: 'AT' });
  await call('del_from_cart', { session, id_element: 2 });
  const terms = { amount: '10', type: 'MULTIPLE_PERCENTAGE', code: 'EVE', attributes: { end_date: '2026-12-24' } };
  await call('create_coupons', { count: 1, name: 'Christmas Eve', ...terms });
  await call('update_coupons', { id_batch: 1, end_date: '2026-12-31', combineable: 1 });
  await call('create_coupons', { count: 2, name: 'Thank you', amount: '5' });
  await call('end_coupons', { id_batch: 2 });
  await call('search_coupons', { code: 'eve' });
  await call('get_coupons', { id_batch: 1 });
  await call('add_coupons', { session, coupons: [['EVE']] });
  await call('add_delivery_costs', { session, delivery_costs: [['Standard', 4.9, 0.19]] });
  await call('get_cart', { session, explain: 1 });
  await call('get_address_form', { country: 'GB' });
  await call('set_order_details', {
    session,
    delivery_firstname: 'Ada',
    delivery_lastname: 'Buyer',
    delivery_street: 'High Street',
    delivery_number: '1',
    delivery_zip: '12345',
    delivery_city: 'Berlin',
    delivery_country: 'DE',
    email: 'ada@shop.example',
    id_payment_method: 2,
    id_delivery_method: 1,
  });
  await call('get_order_details', { session });
  const { id_draft } = await call('create_draft');
  for (const request of ['get_open_carts', 'get_drafts']) await call(request);
  for (const request of ['continue_draft', 'discard_draft']) await call(request, { id_draft });
  await call('checkout', { session });
  await call('get_bought_together', { id_product: lamp, needed_attributes: ['name'] });
  const order = 10_001;
  const offer = await call('create_draft');
  await call('add_to_cart', { session: offer['session'], id_shopobject: lamp, quantity: 1, ...line });
  await call('set_order_details', { session: offer['session'], id_payment_method: 2 });
  const { id_order } = await call('send_draft', { id_draft: offer['id_draft'], valid_until: '2027-01-31' });
  await call('edit_order', { id_order, set: [{ id_element: 1, quantity: 2 }], reason: 'phone', dry_run: 1 });
  const { id_edit } = await call('begin_order_edit', { id_order });
  await call('commit_order_edit', { id_edit, reason: 'phone', dry_run: 1 });
  for (const request of ['get_order_edit', 'continue_order_edit', 'discard_order_edit'])
    await call(request, { id_edit });
  await call('do_payment', { session, id_order: order, args: { success_url: 'https://shop.example/thanks' } });
  for (const request of ['get_payment_link', 'get_order_by_id', 'get_order_confirmation'])
    await call(request, { id_order: order });
  await call('set_user_data', { session, attributes: { firstname: 'Ada', city: 'Berlin' } });
  for (const request of ['get_user_data', 'get_user_orders', 'clear_cart']) await call(request, { session });
  const passwords = { old_passwd: 'walnut4343', new_passwd1: 'walnut4444', new_passwd2: 'walnut4444' };
  await call('set_user_password', { session, ...passwords });
  return [order, session];
};

const fulfil = async (guide: Guide, [order, session]: readonly [number, unknown], user: number): Promise<void> => {
  const { call, advance, addMoney, addPastOrder } = guide;
  await call('search_orders', { constraint: { order_state: 'OPEN' }, order_columns: 'main.id', order: 'DESC' });
  await call('set_order_deadline', { id_order: order, until: '2030-01-31' });
  await call('update_order_details', { id_order: order, order_payment_state: 'PAYMENT_RECEIVED' });
  for (const request of ['get_packing_slips', 'get_pick_list']) await call(request, { orders: [order] });
  await call('add_order_note', { id_order: order, text: 'The customer asks for delivery before noon.' });
  const lines = [{ id_element: 1, quantity: 2 }];
  await call('add_parcel', { id_order: order, lines, provider: 'DHL', tracking_number: '00340434' });
  await call('get_parcel_labels', { orders: [order] });
  await call('set_parcel_delivered', { id_order: order, id_parcel: 1 });
  await call('announce_return', { session, id_order: order, lines: [{ id_element: 1, quantity: 1 }] });
  await call('add_return_picture', { session, id_return: 1, picture: 'iVBORw0KGgpJRU5ErkJggg==' });
  await call('get_return_picture', { session, id_return: 1, id_picture: 1 });
  await call('exchange_return', { id_return: 1 });
  await call('withdraw_return', { session, id_return: 1 });
  await call('receive_return', { id_order: order, lines: [{ id_element: 1, quantity: 1, reason: 'dim', back: 1 }] });
  await call('get_returns', { session, id_order: order });
  await call('logout_user', { session });
  for (const request of ['get_invoice', 'explain_order', 'get_payment_attempts'])
    await call(request, { id_order: order });
  await call('cancel_lines', { id_order: order, lines: [{ id_element: 1, quantity: 1 }], reason: 'not_available' });
  await call('get_credit_note', { id_order: order, id_credit: 2 });
  await call('refund', { id_order: order, to: 'manual', note: 'bank transfer of 24 December' });
  addMoney();
  const { money } = await call('get_unclaimed_money');
  const { refunds } = await call('get_refunds');
  await call('settle_refund', { id_refund: (refunds as Members[])[0]!['id'], state: 'failed' });
  await call('settle_unclaimed_money', { id_money: (money as Members[])[0]!['id'], note: 'sent back on 24 December' });
  addPastOrder();
  await call('search_past_orders', { number: PAST_ORDER.number });
  await call('get_past_order', { id_past_order: 1 });
  await call('update_user_data', { id_user: user, attributes: { street: 'High Street' } });
  await call('create_group', { name: 'Resellers' });
  await call('set_user_groups', { id_user: user, groups: [1] });
  await call('create_price_list', { name: 'Resale', groups: [1], start_date: '2026-12-24' });
  const from = (from_quantity: number, price: string) => ({ id_shopobject: 1, from_quantity, price });
  await call('set_prices', { id_price_list: 1, prices: [from(0, '99.00'), from(10, '89.00')] });
  await call('get_prices', { id_shopobject: 1, quantity: 12 });
  await call('get_list_prices', { id_price_list: 1 });
  await call('explain_price', { id_shopobject: 1, quantity: 12, groups: [1] });
  await call('update_price_list', { id_price_list: 1, priority: 10, dry_run: 1 });
  await call('end_price_list', { id_price_list: 1, dry_run: 1 });
  for (const what of ['price_lists', 'groups', 'search_words']) await call(`get_${what}`);
  const parcel = { name: 'Parcel', id_delivery_method: 1, weight: [null, 31.5], price: '4.90', free_from: '100' };
  await call('create_delivery_rule', { ...parcel, days_min: 1, days_max: 3, cutoff: '14:00' });
  await call('get_delivery_methods', { id_shopobject: 1, country: 'DE', zip: '10115' });
  await call('update_delivery_rule', { id_delivery_rule: 1, price: '5.90' });
  await call('get_delivery_rules');
  await call('delete_delivery_rule', { id_delivery_rule: 1 });
  const halfOff = { kind: 'buy_get', buy: 2, get: 1, value: 50 };
  await call('create_promotion', { name: 'The third for half', gives: halfOff, end_date: '2026-12-31', uses_max: 500 });
  await call('update_promotion', { id_promotion: 1, uses_max: 800 });
  await call('get_promotions');
  await call('end_promotion', { id_promotion: 1 });
  await call('update_group', { id_group: 1, name: 'Resale partners' });
  await call('delete_group', { id_group: (await call('create_group', { name: 'Staff' }))['id_group'] });
  for (const request of ['get_user_by_id', 'lock_user', 'unlock_user', 'reset_user'])
    await call(request, { id_user: user });
  await call('search_users', { constraint: { city: 'Berlin' } });
  await advance(MINUTE_MS);
  await call('get_changelog', { object: `order/${order}`, limit: 2 });
  await call('get_report', { statistic: 'sales', start_date: '2026-12-23', end_date: '2026-12-24' });
  await call('get_accounting_export', { from: '2026-12-24', by_day: 1 });
  await call('close_month', { month: '2026-10' });
  await call('get_closed_months');
  await call('open_month', { month: '2026-10' });
};

const connect = async ({ call, addApp, codeOfApp }: Guide): Promise<void> => {
  await call('create_channel', { name: 'app', description: 'the shopping app', server_output: 'json' });
  const taxes = [{ name: 'default', calculation: 'included', rates: { DE: 0.19 } }];
  await call('update_shop_settings', { tax_classes: taxes, effective_at: '2027-01-01', dry_run: 1 });
  await call('preview_document', { name: 'foot', text: '{{ total }}' });
  await call('update_document_template', { name: 'foot', text: '<footer>{{ number }}</footer>', dry_run: 1 });
  await call('update_channel', { id_channel: 2, description: 'the app of 2027', shop_active: 1 });
  await call('rotate_channel', { id_channel: 2, overlap_hours: 24 });
  await call('create_role', { role: 'stock feed', operations: ['get_stock', 'inventory_place', 'change_feed'] });
  await call('set_channel_role', { id_channel: 2, role: 'stock feed' });
  for (const request of ['end_channel_overlap', 'delete_channel']) await call(request, { id_channel: 2 });
  await call('create_webhook', { name: 'NEW_ORDERS', event: 'ORDER_CREATE' });
  await call('update_webhook', { name: 'NEW_ORDERS', url: 'https://hooks.shop.example/orders', parameter: '' });
  for (const request of ['get_channels', 'get_webhooks']) await call(request);
  await call('get_webhook_attempts', { name: 'NEW_ORDERS', limit: 10 });
  await call('test_webhook', { name: 'NEW_ORDERS' });
  await call('send_test_mail', { mail: 'order_confirmation', email: 'me@shop.example', language: 'en_GB' });
  await call('replay_webhook', { name: 'NEW_ORDERS', from: 1 });
  await call('delete_webhook', { name: 'NEW_ORDERS' });
  const owner = { username: 'greta', email: 'greta@shop.example', password: 'walnut45' };
  await call('make_first_owner', { code: OWNER_CODE, ...owner });
  addApp();
  await call('set_preference', { id_user: 3, name: 'columns.orders', value: '["town"]' });
  for (const request of ['get_preferences', 'get_logins']) await call(request, { id_user: 3 });
  await call('end_login', { id_user: 3, id_login: 1 });
  await call('set_user_role', { id_user: 3, role: 'reader' });
  const person = { email: 'grete@shop.example', role: 'support' };
  await call('withdraw_invitation', { id_invitation: (await call('invite_person', person))['id_invitation'] });
  const { code } = await call('invite_person', person);
  await call('get_invitation', { code });
  const login = { username: 'grete', password: 'elm7171', password_again: 'elm7171' };
  const { session_id: office, id_user: grete } = await call('accept_invitation', { code, ...login });
  for (const isLost of [false, true]) {
    const { secret } = await call('begin_second_factor', { session: office, password: login.password });
    const set = await call('confirm_second_factor', { session: office, code: codeOfApp(String(secret)) });
    const [first] = set['recovery_codes'] as readonly string[];
    if (isLost) await call('reset_second_factor', { id_user: grete });
    else await call('end_second_factor', { session: office, code: first });
  }
  await call('update_role', { role: 'stock feed', description: 'the connector that counts' });
  const { name, token, loginToken } = APPLICATION;
  await call('application_api_call', { application: name, app_request: 'print', args: { id_order: 10_001 } });
  await call('get_applications');
  await call('get_application_tokens', { application: name });
  await call('instant_login', { token: loginToken, application_token: token });
  await call('create_application_token', { application: name, username: APPLICATION.username });
  await call('revoke_application_tokens', { application: name });
  await call('end_logins', { id_user: 3 });
  await call('delete_application', { application: name });
  const session = (await call('get_new_session'))['code'];
  await call('aggregate', {
    pipe: { shop: { request: 'get_status' }, cart: { request: 'get_cart', args: { session } } },
  });
};

const forget = async ({ call }: Guide, order: number, user: number): Promise<void> => {
  await call('update_order_details', { id_order: order, order_state: 'CANCELED' });
  await call('get_cancellation_invoice', { id_order: order });
  await call('export_user', { id_user: user });
  await call('delete_unused_images', { dry_run: 1 });
  await call('erase_user', { id_user: user });
  await call('erase_order', { id_order: order, dry_run: 1 });
  await call('erase_past_order', { id_past_order: 1, dry_run: 1 });
};

export const tour = async (guide: Guide): Promise<void> => {
  const made = await catalogue(guide);
  await warehouse(guide, made);
  await browse(guide, made);
  const user = await account(guide);
  const placed = await buy(guide, made);
  await fulfil(guide, placed, user);
  await connect(guide);
  await forget(guide, placed[0], user);
};
