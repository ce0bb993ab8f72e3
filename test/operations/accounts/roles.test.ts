// Would catch a role that opens more, or less, than it lists, by any way in; somebody who gives themself more than they
// have; and a role that still acts after it was taken away.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_ROLES } from '../../../src/domain/accounts/role.ts';
import type { CallFields } from '../../../src/operations/context/operation.ts';
import { OPERATIONS, isBulkOperation } from '../../../src/operations/dispatch/registry.ts';
import { OF_EVERY_ROLE, OTHER_WAYS } from '../../../src/operations/dispatch/role-table.ts';
import { runs } from '../../harness/effort.ts';
import { channel } from '../channels/channel-calls.ts';
import { CREDENTIALS, SECRET, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import { Staff } from './staff.ts';

const OFFICE = { ...CREDENTIALS, licence_secret_key: SECRET };
const PACKER = ['get_order_by_id', 'add_parcel', 'inventory_take', 'create_coupons', 'change_feed'];

const open = async (): Promise<{ shop: TestShop; staff: Staff }> => {
  const shop = openShop();
  await shop.admin('create_role', { role: 'Packer', description: 'packs', operations: PACKER });
  return { shop, staff: new Staff(shop) };
};

/** What a role holds, as get_roles says. */
const heldBy = async (shop: TestShop, role: string): Promise<ReadonlySet<string>> => {
  const { roles } = await shop.admin<{ roles: { name: string; operations: string[] }[] }>('get_roles');
  return new Set(roles.find(({ name }) => name === role)!.operations);
};

const send = async (shop: TestShop, fields: CallFields): Promise<Reply> =>
  JSON.parse((await shop.send(fields)).text) as Reply;

const bulk = (shop: TestShop, credentials: CallFields, lines: readonly Given[]): Promise<Reply[]> =>
  new Promise((resolve) =>
    shop.dispatch.bulk({ credentials, lines, bytes: 100 }, '', (_status, body) =>
      resolve(
        Buffer.from(body as Uint8Array)
          .toString()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Reply),
      ),
    ),
  );

/** Whether it was refused because the role lacks it. The reply of `checkout` has no sentence. */
const isLacking = ({ message, param, detail }: Reply, role: string, name: string): boolean =>
  message === 'PERMISSION_DENIED' && param === 'request' && detail === `The role ${role} lacks ${name}.`;

const NAMES = [...OPERATIONS.keys()].filter((name) => name !== 'logout_user');

describe.each([...BUILT_IN_ROLES, 'Packer'])('the role %s', (role) => {
  test('refuses a person every operation that it lacks, by name, and no other', async () => {
    const { shop, staff } = await open();
    const held = await heldBy(shop, role);
    const cookie = await staff.enter('worker', 100, role);
    for (const name of NAMES) expect(isLacking(await staff.call(cookie, name), role, name), name).toBe(!held.has(name));
    expect(await staff.call(cookie, 'get_rights'), 'as the page is told').toMatchObject({
      role,
      operations: [...held],
    });
  });

  test('refuses a channel the same: in a call, a part of an aggregate and a line of a bulk call', async () => {
    const { shop } = await open();
    const held = await heldBy(shop, role);
    const own = await channel(shop, 'json', { role });
    const lines = NAMES.filter(isBulkOperation);
    for (const name of NAMES) {
      expect(isLacking(await send(shop, { ...own, request: name }), role, name), name).toBe(!held.has(name));
      const pipe = { a: { request: name, args: {} } };
      const { aggregate_a: part } = await send(shop, { ...own, request: 'aggregate', pipe });
      expect(part === undefined ? false : isLacking(part as Reply, role, name), `aggregate ${name}`).toBe(
        name !== 'aggregate' && !held.has(name),
      );
    }
    const replies = await bulk(
      shop,
      own,
      lines.map((request) => ({ request })),
    );
    for (const [at, name] of lines.entries()) expect(isLacking(replies[at]!, role, name), name).toBe(!held.has(name));
  });

  test('opens the change feed and other ways in where it lists them', async () => {
    const { shop, staff } = await open();
    const held = await heldBy(shop, role);
    const own = await channel(shop, 'json', { role });
    const cookie = await staff.enter('worker', 100, role);
    for (const way of Object.keys(OTHER_WAYS)) {
      expect(shop.dispatch.callers.permits(own, way).ok, way).toBe(held.has(way));
      expect(staff.office.permits(cookie, way).ok, way).toBe(held.has(way));
    }
    expect(staff.office.permits(cookie).ok, 'the login holds').toBe(true);
  });
});

describe('built-in roles', () => {
  test('hold together what a manager may do; the owner alone has the rest', async () => {
    const { shop } = await open();
    const others = await Promise.all(
      BUILT_IN_ROLES.filter((role) => role !== 'owner').map((role) => heldBy(shop, role)),
    );
    const names = [...OPERATIONS.keys(), ...Object.keys(OTHER_WAYS)];
    expect(names.filter((name) => !others.some((held) => held.has(name)))).toMatchSnapshot();
    expect([...(await heldBy(shop, 'owner'))].sort()).toEqual(names.sort());
  });

  test.each(['warehouse', 'support', 'reader'])('%s holds', async (role) => {
    const { shop } = await open();
    expect([...(await heldBy(shop, role))]).toMatchSnapshot();
  });

  test('a manager by role and one by level may do the same', async () => {
    const { shop, staff } = await open();
    const cookie = await staff.enter('worker', 50);
    const { operations } = await staff.call<{ operations: string[] }>(cookie, 'get_rights');
    expect(new Set(operations)).toEqual(await heldBy(shop, 'manager'));
  });

  test('are neither changed nor deleted, nor is their name given again', async () => {
    const { shop } = await open();
    const taken = { role: 'Reader', operations: [] };
    await shop.adminRefused('create_role', taken, 'ROLE_NAME_ALREADY_IN_USE', 'Reader');
    await shop.adminRefused('update_role', { role: 'reader', operations: [] }, 'ROLE_IS_BUILT_IN', 'reader');
    await shop.adminRefused('delete_role', { role: 'owner' }, 'ROLE_IS_BUILT_IN', 'owner');
  });
});

describe('a role of the shop', () => {
  test('has a name that no other has, and holds operations that there are, each once', async () => {
    const { shop } = await open();
    for (const name of ['', ' x', 'x ', 'x'.repeat(65)])
      await shop.adminRefused('create_role', { role: name, operations: [] }, 'ROLE_NAME_NOT_VALID', 'role');
    await shop.adminRefused('create_role', { role: 'packer', operations: [] }, 'ROLE_NAME_ALREADY_IN_USE');
    const wrong = { role: 'other', operations: ['get_cart', 'fly'] };
    expect(await shop.adminRefused('create_role', wrong, 'PARAMETER_INVALID', 'operations')).toMatchObject({
      detail: 'There is no operation fly.',
    });
    await shop.admin('create_role', { role: 'other', operations: ['get_cart', 'get_cart'] });
    expect([...(await heldBy(shop, 'other'))].toSorted()).toEqual([...OF_EVERY_ROLE, 'get_cart'].toSorted());
    await shop.adminRefused('update_role', { role: 'nobody', operations: [] }, 'ROLE_NOT_FOUND', 'nobody');
  });

  test('stays while somebody or a channel has it, and is found whatever the case', async () => {
    const { shop, staff } = await open();
    const id = await staff.add('worker', 50, 'PACKER');
    await shop.adminRefused('delete_role', { role: 'packer' }, 'ROLE_IN_USE', 'Packer');
    await shop.admin('set_user_role', { id_user: id, role: '' });
    await channel(shop, 'json', { role: 'packer' });
    await shop.adminRefused('delete_role', { role: 'packer' }, 'ROLE_IN_USE', 'Packer');
    await shop.admin('delete_channel', { id_channel: 2 });
    expect(await shop.admin('delete_role', { role: 'packer' })).toMatchObject({ status: 'success' });
    await shop.adminRefused('set_user_role', { id_user: id, role: 'packer' }, 'ROLE_NOT_FOUND', 'packer');
    await shop.adminRefused(
      'create_channel',
      { name: 'n', description: '', server_output: 'json', role: 'packer' },
      'ROLE_NOT_FOUND',
    );
  });

  test('is for accounts of the back office and for channels', async () => {
    const { shop, staff } = await open();
    const customer = await staff.add('customer', 0);
    await shop.adminRefused('set_user_role', { id_user: customer, role: 'reader' }, 'PARAMETER_INVALID', 'id_user');
    await shop.adminRefused('set_user_role', { id_user: 99, role: 'reader' }, 'USER_NOT_FOUND', 99);
    await shop.adminRefused('set_channel_role', { id_channel: 99, role: 'reader' }, 'CHANNEL_NOT_FOUND', 99);
  });

  test('is in the audit log, and there after a restart', async () => {
    const { shop, staff } = await open();
    const id = await staff.add('worker', 50, 'packer');
    await shop.admin('update_role', { role: 'packer', description: 'packs and sends' });
    await shop.restart();
    const again = new Staff(shop);
    const cookie = await again.logIn('worker');
    expect(await again.call(cookie, 'get_webhooks')).toMatchObject({ detail: 'The role Packer lacks get_webhooks.' });
    for (const [object, field, after] of [
      [`user/${id}`, 'role', 'Packer'],
      ['role/1', 'description', 'packs and sends'],
    ]) {
      const { records } = await shop.admin<{ records: readonly Reply[] }>('get_changelog', { object });
      expect(records, object).toContainEqual(expect.objectContaining({ field, after }));
    }
    const { staff: people } = await shop.admin<{ staff: readonly Reply[] }>('get_staff');
    expect(people).toMatchObject([{ id_user: id, username: 'worker', level: 50, role: 'Packer', status: 'active' }]);
  });
});

describe('a role that is taken away in mid-work', () => {
  test('acts on the next call, also on one whose reply was kept', async () => {
    const { shop, staff } = await open();
    const own = await channel(shop, 'json', { role: 'packer' });
    const cookie = await staff.enter('worker', 50, 'packer');
    await shop.admin('update_role', { role: 'packer', operations: ['get_categories'] });
    const ask = () =>
      new Promise<Reply>((resolve) =>
        shop.dispatch.call(
          { ...own, request: 'get_categories', id_parent: 0 },
          '',
          (_status, body) => resolve(JSON.parse(Buffer.from(body as Uint8Array).toString()) as Reply),
          'bytes of the call',
        ),
      );
    expect((await ask())['message']).toBeUndefined();
    expect(shop.dispatch.sendCached('bytes of the call', () => {})).toBe(true);
    expect(await staff.call(cookie, 'get_categories', { id_parent: 0 })).toMatchObject({ object: 'shopcategories' });
    await shop.admin('update_role', { role: 'packer', operations: [] });
    expect(shop.dispatch.sendCached('bytes of the call', () => {})).toBe(false);
    expect(isLacking(await ask(), 'Packer', 'get_categories')).toBe(true);
    expect(isLacking(await staff.call(cookie, 'get_categories'), 'Packer', 'get_categories')).toBe(true);
    await shop.admin('set_channel_role', { id_channel: 2, role: '' });
    expect((await ask())['message'], 'as it was without').toBeUndefined();
  });

  test('ends what is prepared and not decided yet', async () => {
    const { shop, staff } = await open();
    const customer = await staff.add('customer', 0);
    const cookie = await staff.enter('worker', 50, 'support');
    const waiting = staff.call(cookie, 'reset_user', { id_user: customer });
    await shop.admin('set_user_role', { id_user: 2, role: 'warehouse' });
    expect(isLacking(await waiting, 'warehouse', 'reset_user')).toBe(true);
  });
});

describe('nobody gives what they lack', () => {
  const DENIED = (param: string) => ({ message: 'PERMISSION_DENIED', param });

  test('nobody changes their own role, nor a channel its own', async () => {
    const { shop, staff } = await open();
    const cookie = await staff.enter('anna', 100, 'owner');
    const own = await channel(shop, 'json', { role: 'owner' });
    expect(await staff.call(cookie, 'set_user_role', { id_user: 1, role: 'reader' })).toMatchObject(DENIED('id_user'));
    const change = { ...own, request: 'set_channel_role', id_channel: 2, role: '' };
    expect(await send(shop, change)).toMatchObject(DENIED('id_channel'));
  });

  test('credentials, passwords and accounts of those who may do more stay closed', async () => {
    const { shop, staff } = await open();
    const names = ['create_role', 'update_role', 'set_user_role', 'set_channel_role', 'get_roles', 'create_channel'];
    const more = ['rotate_channel', 'update_channel', 'delete_channel', 'end_channel_overlap', 'reset_user'];
    const outward = ['update_webhook', 'create_application_token'];
    const others = ['lock_user', 'update_user_data', 'erase_user', 'reset_user_password', 'delete_role'];
    const operations = [...names, ...more, ...outward, ...others];
    await shop.admin('create_role', { role: 'chief', operations });
    const owner = await staff.add('owner', 100);
    const peer = await staff.add('peer', 100, 'packer');
    const cookie = await staff.enter('chief', 100, 'chief');
    const own = await channel(shop, 'json', { role: 'chief' });
    for (const event of ['SEND_MESSAGE_TO_USER', 'SEND_NEW_PASSWD_TO_USER'])
      await shop.admin('create_webhook', { name: event, event });
    const target = { description: '', server_output: 'json', shop_active: 1 };
    const calls: readonly (readonly [request: string, params: Given, param: string])[] = [
      ['create_role', { role: 'more', operations: ['create_product'] }, 'operations'],
      ['update_role', { role: 'packer', operations: [] }, 'role'],
      ['update_role', { role: 'chief', operations: ['reset_user'] }, 'role'],
      ['delete_role', { role: 'packer' }, 'role'],
      ['set_user_role', { id_user: owner, role: 'chief' }, 'id_user'],
      ['set_user_role', { id_user: peer, role: 'chief' }, 'id_user'],
      ['reset_user', { id_user: owner }, 'id_user'],
      ['lock_user', { id_user: peer }, 'id_user'],
      ['update_user_data', { id_user: owner, attributes: { email: 'mine@example.org' } }, 'id_user'],
      ['erase_user', { id_user: owner }, 'id_user'],
      ['update_webhook', { name: 'SEND_MESSAGE_TO_USER', url: 'https://mine.example/', parameter: '' }, 'name'],
      ['update_webhook', { name: 'SEND_NEW_PASSWD_TO_USER', url: 'https://mine.example/', parameter: '' }, 'name'],
      ['create_application_token', { application: 'erp', username: 'owner' }, 'username'],
      ['rotate_channel', { id_channel: 1 }, 'id_channel'],
      ['update_channel', { id_channel: 1, shop_active: 0 }, 'id_channel'],
      ['delete_channel', { id_channel: 1 }, 'id_channel'],
      ['end_channel_overlap', { id_channel: 1 }, 'id_channel'],
      ['set_channel_role', { id_channel: 1, role: 'chief' }, 'id_channel'],
      ['create_channel', { ...target, name: 'open' }, 'role'],
      ['create_channel', { ...target, name: 'open', role: 'owner' }, 'role'],
    ];
    for (const [request, params, param] of calls) {
      expect(await staff.call(cookie, request, params), `person ${request}`).toMatchObject(DENIED(param));
      expect(await send(shop, { ...own, request, ...params }), `channel ${request}`).toMatchObject(DENIED(param));
    }
    const begin = { request: 'reset_user_password', args: { email: 'owner@example.org' } };
    expect(await send(shop, { ...own, ...begin })).toMatchObject({ status: 'init', session_id: '' });
    expect(await send(shop, { ...OFFICE, ...begin })).toMatchObject({ session_id: expect.stringMatching(/./) });
    expect(await staff.call(cookie, 'create_channel', { ...target, name: 'open', role: 'chief' })).toMatchObject({
      status: 'success',
    });
  });

  test('whatever roles they have: one gives a role where one has all of it, and of the one before', async () => {
    const { shop, staff } = await open();
    const base = ['set_user_role', 'create_role'];
    const some = ['get_cart', 'get_stock', 'add_parcel'];
    await staff.add('stays', 100, 'owner');
    const giver = await staff.add('giver', 100, 'owner');
    const taker = await staff.add('taker', 100, 'owner');
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.subarray(some), fc.subarray(some), fc.subarray(some), async (has, before, after) => {
        made += 1;
        const names = [`has${made}`, `before${made}`, `after${made}`] as const;
        const lists = [[...base, ...has], before, after];
        for (const [at, name] of names.entries())
          await shop.admin('create_role', { role: name, operations: lists[at] });
        await shop.admin('set_user_role', { id_user: giver, role: names[0] });
        await shop.admin('set_user_role', { id_user: taker, role: names[1] });
        const cookie = await staff.logIn('giver');
        const { status } = await staff.call(cookie, 'set_user_role', { id_user: taker, role: names[2] });
        const covers = [...before, ...after].every((name) => has.includes(name));
        expect(status === 'success').toBe(covers);
        for (const id of [giver, taker]) await shop.admin('set_user_role', { id_user: id, role: 'owner' });
        for (const name of names) await shop.admin('delete_role', { role: name });
      }),
      { numRuns: runs(10) },
    );
  });
});
