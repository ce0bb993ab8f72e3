// Would catch a login that is shown to others or hidden from its person, one that goes on after it was ended, and an
// address that outlives the erasure of its person.
import { describe, expect, test } from 'vitest';
import { openShop } from '../shop.ts';
import type { Reply, TestShop } from '../shop.ts';
import { Staff } from './staff.ts';

const from = (address: string, browser = 'Firefox, Linux') => ({
  clientAddress: `admin ${address}`,
  traceparent: '',
  browser,
});

const open = (): { shop: TestShop; staff: Staff } => {
  const shop = openShop();
  return { shop, staff: new Staff(shop) };
};

const loginsOf = async (staff: Staff, cookie: string, more = {}): Promise<readonly Reply[]> =>
  (await staff.call<{ logins: readonly Reply[] }>(cookie, 'get_logins', more)).logins;

const holds = (staff: Staff, cookie: string): boolean => staff.office.permits(cookie).ok;

describe('the logins of a person', () => {
  test('are shown with time, network and browser, the own one marked; after a restart as well', async () => {
    const { shop, staff } = open();
    await staff.add('anna', 50, 'reader');
    const first = await staff.logIn('anna', from('10.0.0.1'));
    shop.nowMs += 60_000;
    const second = await staff.logIn('anna', from('10.0.0.2', 'Safari, iPhone'));
    const shown = [
      {
        id_login: 1,
        creation_date: '2026-01-02 03:04:05',
        last_used: '2026-01-02 03:04:05',
        address: '10.0.0.1',
        browser: 'Firefox, Linux',
        current: 0,
      },
      expect.objectContaining({ id_login: 2, address: '10.0.0.2', browser: 'Safari, iPhone', current: 1 }),
    ];
    expect(await loginsOf(staff, second)).toEqual(shown);
    shop.nowMs += 3_600_000;
    await staff.call(first, 'get_rights');
    expect((await loginsOf(staff, second))[0]!['last_used']).toBe('2026-01-02 04:05:05');
    await shop.restart();
    const again = new Staff(shop);
    expect(await loginsOf(again, second)).toHaveLength(2);
    await new Promise((resolve) => again.office.logout(first, from(''), resolve));
    expect(await loginsOf(again, second)).toEqual([shown[1]]);
  });

  test('are ended one by one, and are over with the next call', async () => {
    const { shop, staff } = open();
    await staff.add('anna', 50);
    const first = await staff.logIn('anna');
    const second = await staff.logIn('anna');
    expect(await staff.call(second, 'end_login', { id_login: 1 })).toMatchObject({ status: 'success' });
    expect([holds(staff, first), holds(staff, second)]).toEqual([false, true]);
    for (const gone of [1, 3, 99])
      expect(await staff.call(second, 'end_login', { id_login: gone })).toMatchObject({ message: 'LOGIN_NOT_FOUND' });
    expect(await loginsOf(staff, second)).toMatchObject([{ id_login: 2 }]);
    await shop.adminRefused('end_login', { id_login: 2 }, 'PARAMETER_MISSING', 'id_user');
  });

  test('all end but the own, with those of storefronts; the browser stays known', async () => {
    const { shop, staff } = open();
    const id = await staff.add('anna', 50);
    const first = await staff.logIn('anna');
    const { session_id: session } = await shop.call('login_user', { username: 'anna', password: 'secret-1' });
    const own = await staff.logIn('anna');
    expect(await staff.call(own, 'end_logins')).toMatchObject({ status: 'success' });
    expect([holds(staff, first), holds(staff, own)]).toEqual([false, true]);
    expect(await shop.call('get_user_data', { session })).toMatchObject({ message: 'USER_NOT_LOGGED_IN' });
    expect(await loginsOf(staff, own)).toMatchObject([{ id_login: 2, current: 1 }]);
    expect(await shop.admin('end_logins', { id_user: id })).toMatchObject({ status: 'success' });
    expect(holds(staff, own)).toBe(false);
  });

  test('are twenty at most: one more ends the oldest', async () => {
    const { staff } = open();
    await staff.add('anna', 50);
    const cookies: string[] = [];
    for (let at = 0; at < 21; at += 1) cookies.push(await staff.logIn('anna'));
    expect(cookies.map((cookie) => holds(staff, cookie))).toEqual(cookies.map((_cookie, at) => at > 0));
    const shown = await loginsOf(staff, cookies.at(-1)!);
    expect(shown.map(({ id_login: id }) => id)).toEqual(cookies.slice(1).map((_cookie, at) => at + 2));
  });
});

describe('the logins of others', () => {
  test('are for who manages people and holds what they hold', async () => {
    const { shop, staff } = open();
    const owner = await staff.add('owner', 100, 'owner');
    const peer = await staff.add('peer', 50, 'support');
    const customer = await staff.add('customer', 0);
    const [ownerCookie, peerCookie] = [await staff.logIn('owner'), await staff.logIn('peer')];
    await shop.admin('create_role', { role: 'Lead', operations: ['set_user_role'] });
    const others = [
      ['support', peer],
      ['manager', peer],
      ['reader', customer],
      ['Lead', owner],
      ['Lead', peer],
    ] as const;
    for (const [role, id] of others) {
      const cookie = await staff.enter(`${role}-${id}`, 100, role);
      for (const [request, more] of [
        ['get_logins', {}],
        ['end_login', { id_login: 1 }],
        ['end_logins', {}],
      ] as const)
        expect(await staff.call(cookie, request, { id_user: id, ...more }), `${role} ${request}`).toMatchObject({
          message: 'PERMISSION_DENIED',
          param: 'id_user',
        });
    }
    expect([holds(staff, ownerCookie), holds(staff, peerCookie)]).toEqual([true, true]);
    expect(await loginsOf(staff, ownerCookie, { id_user: peer })).toMatchObject([{ id_login: 1, current: 0 }]);
    expect(await staff.call(ownerCookie, 'end_login', { id_user: peer, id_login: 1 })).toMatchObject({
      status: 'success',
    });
    expect([holds(staff, ownerCookie), holds(staff, peerCookie)]).toEqual([true, false]);
    await shop.adminRefused('get_logins', { id_user: 99 }, 'USER_NOT_FOUND', 99);
  });

  test('are in the export of the person, and erased with them', async () => {
    const { shop, staff } = open();
    const id = await staff.add('anna', 50);
    await staff.logIn('anna', from('10.9.8.7'));
    const exported = await shop.admin('export_user', { id_user: id });
    expect(exported['office_logins']).toMatchObject([{ address: '10.9.8.7', browser: 'Firefox, Linux' }]);
    expect(JSON.stringify(exported['changes']), 'the audit log says that there was one').not.toContain('10.9.8.7');
    await shop.admin('erase_user', { id_user: id });
    expect(shop.engine.readContext().read('user', id)!.officeLogins).toEqual([]);
  });
});
