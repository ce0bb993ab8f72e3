// search_users: equality on names and addresses by maps, MATCH over names, addresses and attributes.
import { expect, test } from 'vitest';
import type { TestShop } from '../shop.ts';
import { openShop } from '../shop.ts';
import { loggedIn, register, registration, verified } from '../accounts/accounts.ts';

const found = async (shop: TestShop, constraint: unknown, more: object = {}): Promise<string[]> => {
  const reply = await shop.call<{
    object: string;
    count: number;
    limit_count: number;
    result: { username: string; object: string }[];
  }>('search_users', { constraint, order_columns: ['id_user'], ...more });
  expect(reply).toMatchObject({ object: 'search_users_result', limit_count: reply.result.length });
  for (const one of reply.result) expect(one.object).toBe('user');
  return reply.result.map(({ username }) => username);
};

const filled = async (): Promise<TestShop> => {
  const shop = openShop();
  const id_class = await shop.make('create_class', { name: 'user', type: 'user' });
  await shop.admin('create_class_attributes', { id_class, attributes: [{ name: 'motto', type: 'CHAR' }] });
  for (const username of ['anna', 'bert', 'Carla']) await verified(shop, username);
  await register(shop, 'dora', { email: 'dora@shop.example.net' });
  await shop.admin('update_user_data', {
    id_user: 1,
    attributes: { firstname: 'Anna', lastname: 'Groß', city: 'Köln', motto: 'Immer weiter' },
  });
  await shop.admin('update_user_data', {
    id_user: 2,
    attributes: { firstname: 'Bert', lastname: 'Klein', city: 'Köln' },
  });
  return shop;
};

test.each<[unknown, string[]]>([
  [[], ['anna', 'bert', 'Carla', 'dora']],
  [{ username: 'anna' }, ['anna']],
  [{ 'main.username': 'Carla' }, ['Carla']],
  [{ username: 'carla' }, ['Carla']],
  [{ 'main.email': ['IN', ['BERT@EXAMPLE.ORG', 'x']] }, ['bert']],
  [{ email: 'bert@example.org' }, ['bert']],
  [{ email: 'nobody@example.org' }, []],
  [{ email: ['LIKE', '@example.org'] }, ['anna', 'bert', 'Carla']],
  [{ id_user: 2 }, ['bert']],
  [{ status: 'unverified' }, ['dora']],
  [{ city: 'Köln', lastname: ['!=', 'Klein'] }, ['anna']],
  [{ 'main.city': 'Köln' }, ['anna', 'bert']],
  [{ motto: ['LIKE', 'weiter'] }, ['anna']],
  [{ search: ['MATCH', 'gross'] }, ['anna']],
  [{ search: ['MATCH', 'weiter'] }, ['anna']],
  [{ search: ['MATCH', 'shop.example.net'] }, ['dora']],
  [{ OR: [{ username: 'anna' }, { email: 'bert@example.org' }] }, ['anna', 'bert']],
  [{ security_level: 0, last_login: '' }, ['anna', 'bert', 'Carla', 'dora']],
  [{ password: 'x' }, []],
  [{ passwordHash: ['LIKE', ''] }, []],
])('%j finds %j', async (constraint, usernames) => {
  expect(await found(await filled(), constraint)).toEqual(usernames);
});

test('it sees what was just written, and after a restart the same', async () => {
  const shop = await filled();
  await shop.admin('update_user_data', { id_user: 2, attributes: { email: 'bertold@example.org', city: 'Bonn' } });
  expect(await found(shop, { email: 'bert@example.org' })).toEqual([]);
  expect(await found(shop, { email: 'bertold@example.org' })).toEqual(['bert']);
  expect(await found(shop, { city: 'Köln' })).toEqual(['anna']);
  await shop.restart();
  expect(await found(shop, { email: 'bertold@example.org' })).toEqual(['bert']);
  expect(await found(shop, { search: ['MATCH', 'bertold'] })).toEqual(['bert']);
});

test('pages, orders and counts', async () => {
  const shop = await filled();
  await loggedIn(shop, 'bert');
  const page = await shop.call('search_users', {
    constraint: {},
    order_columns: ['username'],
    order_type: 'DESC',
    left_limit: 1,
    right_limit: 2,
  });
  expect(page).toMatchObject({
    count: 4,
    limit_count: 2,
    result: [{ username: 'Carla', session_id: '' }, { username: 'bert' }],
  });
  expect(await found(shop, {}, { order_columns: ['last_login'], order: 'DESC', right_limit: 1 })).toEqual(['bert']);
});

test('a name or an address is found without a look at any other account, also where words could not tell them apart', async () => {
  const shop = openShop();
  const names = ['aa.bb', 'bb.aa', 'aa-bb', 'bb-aa', 'aa+bb', 'bb+aa', 'aa.bb.aa', 'bb.aa.bb'];
  for (const name of names) await shop.call('register_user', registration(name));
  const looked = new Set<number>();
  const group = shop.engine.tables.user.search!.partitionOf(1)!;
  for (const field of ['main.username', 'main.email']) {
    const column = group.storedChain(field)!.columns[0]!;
    const at = column.valueAt.bind(column);
    column.valueAt = (row) => {
      looked.add(row);
      return at(row);
    };
  }
  expect(await found(shop, { username: 'aa-bb' })).toEqual(['aa-bb']);
  expect(await found(shop, { email: 'aa-bb@example.org' })).toEqual(['aa-bb']);
  expect([...looked]).toEqual([2]);
});
