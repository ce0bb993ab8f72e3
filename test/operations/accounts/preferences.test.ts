// Would catch choices of a person that others see or change, that are lost with a restart, or that grow without end.
import { describe, expect, test } from 'vitest';
import { openShop } from '../shop.ts';
import { Staff } from './staff.ts';

interface Kept {
  readonly preferences: { readonly [name: string]: string };
}

const open = () => {
  const shop = openShop();
  return { shop, staff: new Staff(shop) };
};

const kept = async (staff: Staff, cookie: string): Promise<Kept['preferences']> =>
  (await staff.call<Kept>(cookie, 'get_preferences')).preferences;

const choose = (staff: Staff, cookie: string, name: string, value: string) =>
  staff.call(cookie, 'set_preference', { name, value });

describe('what a person chooses in the back office', () => {
  test('is theirs alone, with every role and after a restart, until it is taken away', async () => {
    const { shop, staff } = open();
    const [ann, ben] = [await staff.enter('anna', 50, 'reader'), await staff.enter('bert', 50, 'warehouse')];
    expect(await kept(staff, ann)).toEqual({});
    expect(await choose(staff, ann, 'columns.orders', 'town,items')).toMatchObject({ status: 'success' });
    expect(await choose(staff, ann, 'lists.orders', '[]')).toMatchObject({ status: 'success' });
    expect(await kept(staff, ben)).toEqual({});
    await choose(staff, ben, 'columns.orders', 'state');
    await shop.restart();
    const again = new Staff(shop);
    expect(await kept(again, ann)).toEqual({ 'columns.orders': 'town,items', 'lists.orders': '[]' });
    expect(await kept(again, ben)).toEqual({ 'columns.orders': 'state' });
    await choose(again, ann, 'columns.orders', '');
    expect(await kept(again, ann)).toEqual({ 'lists.orders': '[]' });
  });

  test('that changes nothing makes no record', async () => {
    const { shop, staff } = open();
    const ann = await staff.enter('anna', 50);
    await choose(staff, ann, 'columns.orders', 'town');
    const before = shop.engine.headSeq;
    await choose(staff, ann, 'columns.orders', 'town');
    await choose(staff, ann, 'columns.products', '');
    expect(shop.engine.headSeq).toBe(before);
  });

  test('is of another only for those who manage people, and of nobody for a channel', async () => {
    const { shop, staff } = open();
    const annId = await staff.add('anna', 50, 'reader');
    const ben = await staff.enter('bert', 50, 'support');
    const other = { id_user: annId, name: 'columns.orders', value: 'town' };
    expect(await staff.call(ben, 'set_preference', other)).toMatchObject({ message: 'PERMISSION_DENIED' });
    expect(await staff.call(ben, 'get_preferences', { id_user: annId })).toMatchObject({
      message: 'PERMISSION_DENIED',
    });
    await shop.adminRefused('get_preferences', {}, 'PARAMETER_MISSING', 'id_user');
    await shop.adminRefused('get_preferences', { id_user: 99 }, 'USER_NOT_FOUND', 99);
    expect(await shop.admin('set_preference', other)).toMatchObject({ status: 'success' });
    expect(await kept(staff, await staff.logIn('anna'))).toEqual({ 'columns.orders': 'town' });
  });

  test('is in what the person is sent, and ends with the account', async () => {
    const { shop, staff } = open();
    const annId = await staff.add('anna', 50);
    await choose(staff, await staff.logIn('anna'), 'columns.orders', 'town');
    await staff.enter('bert', 100);
    const { preferences } = await shop.admin('export_user', { id_user: annId });
    expect(preferences).toEqual({ 'columns.orders': 'town' });
    await shop.admin('erase_user', { id_user: annId });
    expect(shop.engine.readContext().index('preferences').byUser.all()).toEqual([]);
  });

  test('has limits: names, their form, and the length of all values', async () => {
    const { staff } = open();
    const ann = await staff.enter('anna', 50);
    for (const name of ['Columns', '1', 'a b', '', 'x'.repeat(61)])
      expect(await choose(staff, ann, name, 'x'), name).toHaveProperty('message');
    expect(await choose(staff, ann, 'long', 'x'.repeat(10_001))).toMatchObject({ message: 'PARAMETER_INVALID' });
    for (const name of ['a', 'b', 'c']) await choose(staff, ann, name, 'x'.repeat(10_000));
    const full = { message: 'PREFERENCES_FULL', param: 'd' };
    expect(await choose(staff, ann, 'd', 'x')).toMatchObject(full);
    await choose(staff, ann, 'c', 'x');
    const letters = [...'defghijklmnopqrstuvwxyz', 'aa', 'ab', 'ac', 'ad'];
    for (const name of letters) expect(await choose(staff, ann, name, 'x'), name).toMatchObject({ status: 'success' });
    expect(Object.keys(await kept(staff, ann))).toHaveLength(30);
    expect(await choose(staff, ann, 'zz', 'x')).toMatchObject({ message: 'PREFERENCES_FULL' });
    expect(await choose(staff, ann, 'aa', 'y')).toMatchObject({ status: 'success' });
  });
});
