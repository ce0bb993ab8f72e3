// Catches an operation that takes `if_seq` and lets the second of two savers win unseen, refuses where nothing has
// changed, or refuses after a start what it took before it; and a shopper who is shown records.
import { describe, expect, test } from 'vitest';
import { verified } from './accounts/accounts.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import type { Checkout } from './cart-reply.ts';
import type { Given, TestShop } from './shop.ts';
import { Goods, line, openShop } from './shop.ts';

interface Case {
  readonly operation: string;
  /** What there is to change; `first` and `second` differ from it and from each other. */
  readonly open: () => Promise<{ shop: TestShop; first: Given; second: Given; seqOf: () => Promise<unknown> }>;
}

const ofOne = async (shop: TestShop, operation: string, params: Given, list: string): Promise<unknown> =>
  (await shop.admin<{ [list: string]: { seq?: number }[] }>(operation, params))[list]!.find(({ seq }) => seq)?.seq;

const CASES: readonly Case[] = [
  {
    operation: 'update_order_details',
    open: async () => {
      const { shop, product } = await Goods.open().then(async (goods) => ({
        shop: goods.shop,
        product: await goods.product(10),
      }));
      const session = await shop.session();
      await shop.call('add_to_cart', line(session, product));
      const { id_order } = await shop.call<Checkout>('checkout', { session });
      return {
        shop,
        first: { id_order, note: 'one' },
        second: { id_order, note: 'two' },
        seqOf: async () => (await shop.admin('get_order_by_id', { id_order }))['seq'],
      };
    },
  },
  {
    operation: 'update_user_data',
    open: async () => {
      const shop = openShop();
      const { id: id_user } = await verified(shop, 'adalovelace');
      return {
        shop,
        first: { id_user, attributes: { city: 'Ulm' } },
        second: { id_user, attributes: { city: 'Bonn' } },
        seqOf: async () => (await shop.admin('get_user_by_id', { id_user }))['seq'],
      };
    },
  },
  {
    operation: 'update_coupons',
    open: async () => {
      const shop = openShop();
      await shop.admin('create_coupons', { count: 1, name: 'C', amount: 1, code: 'ONE' });
      const { batches } = await shop.admin<{ batches: { id: number }[] }>('search_coupons', { code: 'ONE' });
      const id_batch = batches[0]!.id;
      return {
        shop,
        first: { id_batch, name: 'D' },
        second: { id_batch, name: 'E' },
        seqOf: () => ofOne(shop, 'search_coupons', {}, 'batches'),
      };
    },
  },
  {
    operation: 'update_role',
    open: async () => {
      const shop = openShop();
      await shop.admin('create_role', { role: 'Packer', operations: ['add_parcel'] });
      return {
        shop,
        first: { role: 'Packer', description: 'packs' },
        second: { role: 'Packer', operations: [] },
        seqOf: () => ofOne(shop, 'get_roles', {}, 'roles'),
      };
    },
  },
  {
    operation: 'update_webhook',
    open: async () => {
      const shop = openShop();
      await shop.admin('create_webhook', { name: 'ORDERS', event: 'ORDER_CREATE' });
      return {
        shop,
        first: { name: 'ORDERS', url: 'http://127.0.0.1:9/a', parameter: '' },
        second: { name: 'ORDERS', url: 'http://127.0.0.1:9/b', parameter: '' },
        seqOf: () => ofOne(shop, 'get_webhooks', {}, 'webhooks'),
      };
    },
  },
  {
    operation: 'update_warehouse_entity',
    open: async () => {
      const shop = openShop();
      await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
      const metadata = { element_number: 'A' };
      const id = await shop.make('create_warehouse_entity', { class: 'part', name: 'p', metadata });
      return {
        shop,
        first: { id_warehouse_entity: id, name: 'q' },
        second: { id_warehouse_entity: id, metadata: { element_number: 'B' } },
        seqOf: () => ofOne(shop, 'search_warehouse_entities', { constraint: {} }, 'result'),
      };
    },
  },
  {
    operation: 'set_positions',
    open: async () => {
      const shop = openShop();
      const ids: number[] = [];
      for (const name of ['a', 'b', 'c']) ids.push(await shop.make('create_category', { id_parent: 0, name }));
      return {
        shop,
        first: { id_category: 0, categories: ids.toReversed() },
        second: { id_category: 0, categories: ids },
        seqOf: async () => (await shop.admin('get_categories', { id_parent: 0 }))['seq'],
      };
    },
  },
];

interface End {
  readonly operation: string;
  readonly open: () => Promise<{
    shop: TestShop;
    args: Given;
    change: () => Promise<unknown>;
    seqOf: () => Promise<unknown>;
  }>;
}

const ENDS: readonly End[] = [
  {
    operation: 'delete_product',
    open: async () => {
      const goods = await Goods.open();
      const { shop } = goods;
      const id_product = await goods.product(10);
      return {
        shop,
        args: { id_product },
        change: () => shop.admin('update_product', { id_product, name: 'other' }),
        seqOf: async () => (await shop.admin('get_shopobject_languages', { id_shopobject: id_product }))['seq'],
      };
    },
  },
  {
    operation: 'delete_category',
    open: async () => {
      const shop = openShop();
      const id_category = await shop.make('create_category', { id_parent: 0, name: 'a' });
      return {
        shop,
        args: { id_category },
        change: () => shop.admin('update_category', { id_category, name: 'b' }),
        seqOf: async () => (await shop.admin('get_category_languages', { id_category }))['seq'],
      };
    },
  },
  {
    operation: 'delete_group',
    open: async () => {
      const shop = openShop();
      await shop.admin('create_group', { name: 'a' });
      return {
        shop,
        args: { id_group: 1 },
        change: () => shop.admin('update_group', { id_group: 1, name: 'b' }),
        seqOf: () => ofOne(shop, 'get_groups', {}, 'groups'),
      };
    },
  },
  {
    operation: 'delete_role',
    open: async () => {
      const shop = openShop();
      await shop.admin('create_role', { role: 'Packer', operations: ['add_parcel'] });
      return {
        shop,
        args: { role: 'packer' },
        change: () => shop.admin('update_role', { role: 'Packer', description: 'packs' }),
        seqOf: () => ofOne(shop, 'get_roles', {}, 'roles'),
      };
    },
  },
  {
    operation: 'delete_webhook',
    open: async () => {
      const shop = openShop();
      await shop.admin('create_webhook', { name: 'ORDERS', event: 'ORDER_CREATE' });
      return {
        shop,
        args: { name: 'ORDERS' },
        change: () => shop.admin('update_webhook', { name: 'ORDERS', url: 'http://127.0.0.1:9/a', parameter: '' }),
        seqOf: () => ofOne(shop, 'get_webhooks', {}, 'webhooks'),
      };
    },
  },
];

/** Writes that end or replace something; each is told what somebody else changed before. */
const NAMED = /^(update|set|delete|end|lock|unlock)_/;

/** Those without `if_seq`: what they change has no `seq` that callers are shown, and why. */
const WITHOUT: { readonly [operation: string]: string } = {
  delete_application: 'an application shows no record: its tokens are revoked at once',
  delete_unused_images: 'pictures are files',
  end_channel_overlap: 'credentials end at once, whatever the channel is',
  end_login: 'a login is ended at once, whatever it did',
  end_logins: 'a login is ended at once, whatever it did',
  end_second_factor: 'it is one’s own',
  set_context: 'a session is one shopper’s',
  set_order_details: 'a session is one shopper’s',
  set_preference: 'it is one’s own',
  set_prices: 'a tier replaces the tier that is named',
  set_quantity: 'a session is one shopper’s',
  set_user_data: 'it is one’s own',
  set_user_password: 'it is one’s own',
  update_first_steps: 'a step is done or not',
};

const takesSeq = (name: string): boolean => Object.hasOwn(OPERATIONS.get(name)!.params, 'if_seq');

test('every write that ends or replaces something takes if_seq, or stands here with the reason', () => {
  const without = [...OPERATIONS].filter(
    ([name, { effect }]) => effect === 'write' && NAMED.test(name) && !takesSeq(name),
  );
  expect(without.map(([name]) => name).sort()).toEqual(Object.keys(WITHOUT).sort());
});

/** As every refusal has it, also one with a record of its own. */
const LATE = { message: 'CHANGED_MEANWHILE', param: 'if_seq' };

describe('if_seq', () => {
  test.each(CASES)('$operation refuses the one who has not seen the other one', async ({ operation, open }) => {
    const { shop, first, second, seqOf } = await open();
    const seen = await seqOf();
    expect(seen).toBeGreaterThan(0);
    await shop.admin(operation, { ...first, if_seq: seen });
    expect(await shop.admin(operation, { ...second, if_seq: seen })).toMatchObject(LATE);
    // Followers and starts show the same records.
    const now = await seqOf();
    expect(now).toBeGreaterThan(Number(seen));
    await shop.restart();
    expect(await seqOf()).toBe(now);
    expect(await shop.admin(operation, { ...second, if_seq: seen })).toMatchObject(LATE);
    await shop.admin(operation, { ...second, if_seq: now });
    // Without it the last one wins, as before.
    await shop.admin(operation, first);
  });

  test.each(ENDS)('$operation ends nothing that was changed since it was seen', async ({ operation, open }) => {
    const { shop, args, change, seqOf } = await open();
    const seen = await seqOf();
    expect(seen).toBeGreaterThan(0);
    await change();
    const before = shop.engine.headSeq;
    const refusal = await shop.admin(operation, { ...args, if_seq: seen });
    expect(refusal).toMatchObject(LATE);
    expect(refusal['detail']).toBe(`It is as of record ${String(await seqOf())}, and not of ${String(seen)}.`);
    expect(shop.engine.headSeq).toBe(before);
    expect(await shop.admin(operation, { ...args, if_seq: await seqOf() })).toMatchObject({ object: operation });
  });

  test('what is not there, and who may not, is said first', async () => {
    const shop = openShop();
    await shop.adminRefused('delete_group', { id_group: 7, if_seq: 1 }, 'GROUP_NOT_FOUND', 7);
    await shop.adminRefused('delete_webhook', { name: 'none', if_seq: 1 }, 'WEBHOOK_NOT_FOUND');
    await shop.adminRefused('delete_role', { role: 'Owner', if_seq: 1 }, 'ROLE_IS_BUILT_IN');
  });

  test('a list is put into order as of what its reader has seen of it, whatever happens to others', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id_category = await shop.make('create_category', { id_parent: 0, name: 'all' });
    const ids: number[] = [];
    for (let at = 0; at < 3; at += 1) ids.push(await goods.product(1, { categories: [id_category] }));
    const read = () => shop.admin<{ seq: number }>('get_products_in_category', { id_category });
    const { seq: if_seq } = await read();
    await goods.product(2, { categories: [id_category] });
    await shop.admin('set_positions', { id_category, shopobjects: ids.toReversed(), if_seq });
    await shop.adminRefused('set_positions', { id_category, shopobjects: ids, if_seq }, 'CHANGED_MEANWHILE', 'if_seq');
    await shop.admin('set_positions', { id_category, shopobjects: ids, if_seq: (await read()).seq });
  });

  test('records are shown to those alone who may change what is shown', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id_category = await shop.make('create_category', { id_parent: 0, name: 'all' });
    await goods.product(1, { categories: [id_category] });
    expect(await shop.call('get_categories', { id_parent: 0 })).not.toHaveProperty('seq');
    expect(await shop.call('get_products_in_category', { id_category })).not.toHaveProperty('seq');
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, await goods.product(3)));
    const { id_order, session: next } = await shop.call<Checkout>('checkout', { session });
    expect(await shop.call('get_order_by_id', { id_order, session: next })).not.toHaveProperty('seq');
  });
});
