// The same of what is sold, of people and channels, and of orders.
import { verified } from './accounts/accounts.ts';
import { Staff } from './accounts/staff.ts';
import { expect } from 'vitest';
import type { Checkout } from './cart-reply.ts';
import { both, inList, shownBy } from './changed-rows.ts';
import type { Call, Changed, Row } from './changed-rows.ts';
import { announce, pieces, placed, ship } from './orders/returned-order.ts';
import type { Given, TestShop } from './shop.ts';
import { line, openShop } from './shop.ts';

export const sellingRows = async (): Promise<readonly [TestShop, readonly Row[]]> => {
  const shop = openShop();
  await shop.admin('create_coupons', { count: 1, name: 'C', amount: 1, code: 'ONE' });
  const { batches } = await shop.admin<{ batches: { id: number }[] }>('search_coupons', { code: 'ONE' });
  const id_batch = batches[0]!.id;
  await shop.admin('create_group', { name: 'club' });
  await shop.admin('create_price_list', { name: 'Club' });
  const gives = { kind: 'percent', value: 10 };
  const promotion = await shop.admin('create_promotion', { name: 'Sale', gives });
  const id_promotion = promotion['id_promotion'];
  await shop.admin('create_delivery_rule', { name: 'DE', id_delivery_method: 1, price: 5 });
  await shop.admin('update_shop_settings', { company: 'one' });
  await shop.admin('set_search_words', { language: 'de_DE', ignored: ['der'] });
  await shop.admin('update_document_template', { name: 'invoice', text: 'one' });
  const ofBatch = inList(shop, 'search_coupons', 'batches');
  const ofGroup = inList(shop, 'get_groups', 'groups');
  const ofList = inList(shop, 'get_price_lists', 'price_lists');
  const ofPromotion = inList(shop, 'get_promotions', 'promotions');
  const ofRule = inList(shop, 'get_delivery_rules', 'rules');
  const named = (operation: string, id: Given, seqOf: Row['seqOf'], seen: string): Row => ({
    operation,
    args: { ...id, name: 'mine' },
    seqOf,
    other: [operation, { ...id, name: 'theirs' }],
    changed: [both('name', seen, 'theirs', 'mine')],
  });
  const listed = { id_price_list: 1 };
  const ruled = { id_delivery_rule: 1 };
  return [
    shop,
    [
      named('update_coupons', { id_batch }, ofBatch, 'C'),
      {
        operation: 'end_coupons',
        args: { id_batch },
        seqOf: ofBatch,
        other: ['update_coupons', { id_batch, end_date: '2026-06-30' }],
        changed: [],
      },
      named('update_price_list', listed, ofList, 'Club'),
      {
        operation: 'end_price_list',
        args: listed,
        seqOf: ofList,
        other: ['update_price_list', { ...listed, name: 'again' }],
        changed: [],
      },
      named('update_promotion', { id_promotion }, ofPromotion, 'Sale'),
      {
        operation: 'end_promotion',
        args: { id_promotion },
        seqOf: ofPromotion,
        other: ['update_promotion', { id_promotion, name: 'again' }],
        changed: [],
      },
      named('update_delivery_rule', ruled, ofRule, 'DE'),
      {
        operation: 'delete_delivery_rule',
        args: ruled,
        seqOf: ofRule,
        other: ['update_delivery_rule', { ...ruled, price: 6 }],
        changed: [{ name: 'price', seen: 5, current: 6 }],
      },
      named('update_group', { id_group: 1 }, ofGroup, 'club'),
      {
        operation: 'delete_group',
        args: { id_group: 1 },
        seqOf: ofGroup,
        other: ['update_group', { id_group: 1, name: 'again' }],
        changed: [{ name: 'name', seen: 'theirs', current: 'again' }],
      },
      {
        operation: 'set_search_words',
        args: { language: 'de_DE', ignored: ['die'] },
        seqOf: shownBy(shop, 'get_search_words', { language: 'de_DE' }),
        other: ['set_search_words', { language: 'de_DE', ignored: ['das'] }],
        changed: [both('ignored', ['der'], ['das'], ['die'])],
      },
      {
        operation: 'update_shop_settings',
        args: { company: 'mine', cart_hold_ms: 5000 },
        seqOf: shownBy(shop, 'get_shop_settings'),
        other: ['update_shop_settings', { company: 'theirs', session_ttl_ms: 3_600_000 }],
        changed: [both('company', 'one', 'theirs', 'mine')],
      },
      {
        operation: 'update_document_template',
        args: { name: 'invoice', text: 'mine' },
        seqOf: inList(shop, 'get_document_templates', 'templates', ({ name }) => name === 'invoice'),
        other: ['update_document_template', { name: 'invoice', text: 'theirs' }],
        changed: [both('text', 'one', 'theirs', 'mine')],
      },
    ],
  ];
};

export const peopleRows = async (): Promise<readonly [TestShop, readonly Row[]]> => {
  const shop = openShop();
  const { id: id_user } = await verified(shop, 'adalovelace');
  const id_staff = await new Staff(shop).add('gracehopper', 50);
  await shop.admin('create_group', { name: 'club' });
  await shop.admin('create_role', { role: 'Packer', description: 'one', operations: ['add_parcel'] });
  await shop.admin('create_webhook', { name: 'ORDERS', event: 'ORDER_CREATE' });
  await shop.admin('update_webhook', { name: 'ORDERS', url: 'http://127.0.0.1:9/a', parameter: '' });
  const channel = { name: 'Market', description: 'one', shop_active: 0, server_output: 'json' };
  await shop.admin('create_channel', channel);
  const id_channel = 2;
  const ofUser = shownBy(shop, 'get_user_by_id', { id_user });
  const ofRole = inList(shop, 'get_roles', 'roles');
  const ofHook = inList(shop, 'get_webhooks', 'webhooks');
  const ofChannel = inList(shop, 'get_channels', 'channels');
  const lived = (city: string): Call => ['update_user_data', { id_user, attributes: { city } }];
  const hook = (path: string) => ({ name: 'ORDERS', url: `http://127.0.0.1:9/${path}`, parameter: '' });
  return [
    shop,
    [
      {
        operation: 'update_user_data',
        args: { id_user, attributes: { city: 'Bonn', street: 'x' } },
        seqOf: ofUser,
        other: lived('Ulm'),
        changed: [both('attributes.city.value', '', 'Ulm', 'Bonn')],
      },
      { operation: 'lock_user', args: { id_user }, seqOf: ofUser, other: lived('Kiel'), changed: [] },
      { operation: 'unlock_user', args: { id_user }, seqOf: ofUser, other: lived('Hof'), changed: [] },
      { operation: 'set_user_groups', args: { id_user, groups: [1] }, seqOf: ofUser, other: lived('Aue'), changed: [] },
      {
        operation: 'set_user_role',
        args: { id_user: id_staff, role: 'Packer' },
        seqOf: shownBy(shop, 'get_user_by_id', { id_user: id_staff }),
        other: ['set_user_role', { id_user: id_staff, role: 'reader' }],
        changed: [both('role', '', 'reader', 'Packer')],
      },
      {
        operation: 'update_role',
        args: { role: 'Packer', description: 'mine' },
        seqOf: ofRole,
        other: ['update_role', { role: 'Packer', description: 'theirs' }],
        changed: [both('description', 'one', 'theirs', 'mine')],
      },
      {
        operation: 'set_channel_role',
        args: { id_channel, role: 'Packer' },
        seqOf: ofChannel,
        other: ['set_channel_role', { id_channel, role: 'reader' }],
        changed: [{ name: 'role', current: 'reader', yours: 'Packer' }],
      },
      {
        operation: 'delete_role',
        args: { role: 'Packer' },
        seqOf: ofRole,
        other: ['update_role', { role: 'Packer', operations: [] }],
        changed: [{ name: 'operations', seen: expect.arrayContaining(['add_parcel']), current: expect.any(Array) }],
      },
      {
        operation: 'update_channel',
        args: { id_channel, description: 'mine' },
        seqOf: ofChannel,
        other: ['update_channel', { id_channel, description: 'theirs' }],
        changed: [both('description', 'one', 'theirs', 'mine')],
      },
      {
        operation: 'delete_channel',
        args: { id_channel },
        seqOf: ofChannel,
        other: ['update_channel', { id_channel, shop_active: 1 }],
        changed: [{ name: 'shop_active', seen: 0, current: 1 }],
      },
      {
        operation: 'update_webhook',
        args: { ...hook('mine'), rotate_secret: 1 },
        seqOf: ofHook,
        other: ['update_webhook', hook('theirs')],
        changed: [both('url', hook('a').url, hook('theirs').url, hook('mine').url)],
      },
      {
        operation: 'delete_webhook',
        args: { name: 'ORDERS' },
        seqOf: ofHook,
        other: ['update_webhook', hook('again')],
        changed: [{ name: 'url', seen: hook('theirs').url, current: hook('again').url }],
      },
    ],
  ];
};

export const orderRows = async (): Promise<readonly [TestShop, readonly Row[]]> => {
  const order = await placed();
  const { shop } = order.goods;
  const id_order = order.orderId;
  await shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED', delivery_city: 'Ulm' });
  await ship(order, [
    [1, 2],
    [2, 1],
  ]);
  await announce(order, [[1, 1]]);
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, order.own));
  const { id_order: unpaid } = await shop.call<Checkout>('checkout', { session });
  const { id_edit } = await shop.admin('begin_order_edit', { id_order });
  const seqOf = shownBy(shop, 'get_order_by_id', { id_order });
  const noted = (note: string): Call => ['update_order_details', { id_order, note }];
  const row = (operation: string, args: Given): Row => ({
    operation,
    args: { id_order, ...args },
    seqOf,
    other: noted(operation),
    changed: [],
  });
  const ofReturn = () => Promise.resolve(1);
  return [
    shop,
    [
      // First, while the order goes where it went when the edit began.
      { ...row('commit_order_edit', {}), args: { id_edit } },
      {
        operation: 'update_order_details',
        args: { id_order, delivery_city: 'Bonn', note: 'mine' },
        seqOf,
        other: ['update_order_details', { id_order, delivery_city: 'Kiel', delivery_zip: '24103' }],
        changed: [both('order_delivery_city', 'Ulm', 'Kiel', 'Bonn')],
      },
      row('cancel_lines', { lines: [{ id_element: 2, quantity: 1 }] }),
      row('begin_order_edit', {}),
      row('edit_order', { set: [{ id_element: 1, quantity: 2 }] }),
      row('refund', { amount: '1', to: 'manual' }),
      row('set_parcel_delivered', { id_parcel: 1 }),
      {
        operation: 'set_order_deadline',
        args: { id_order: unpaid, until: '2026-02-03' },
        seqOf: shownBy(shop, 'get_order_by_id', { id_order: unpaid }),
        other: ['set_order_deadline', { id_order: unpaid, until: '2026-02-02' }],
        changed: [{ name: 'pay_until', current: '2026-02-02 00:00:00', yours: '2026-02-03 00:00:00' }],
      },
      {
        operation: 'receive_return',
        args: { id_return: 1, lines: pieces([[1, 1]]) },
        seqOf: ofReturn,
        other: noted('receive'),
        changed: expect.arrayContaining([{ name: 'state', current: 'announced', yours: 'received' }]) as Changed,
      },
      {
        operation: 'withdraw_return',
        args: { id_return: 1 },
        seqOf: ofReturn,
        other: noted('withdraw'),
        changed: expect.arrayContaining([{ name: 'state', current: 'announced', yours: 'withdrawn' }]) as Changed,
      },
    ],
  ];
};
