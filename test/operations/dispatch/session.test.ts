// Catches sessions that end too early or never, or open another shopper's cart.
import { expect, test } from 'vitest';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { START_MS, openShop } from '../shop.ts';

test('get_new_session: 24 hours, a code of 42 characters that begins with its second', async () => {
  const shop = openShop();
  const session = await shop.call<{ code: string }>('get_new_session');
  expect(session).toEqual({
    object: 'session',
    creation_date: '2026-01-02 03:04:05',
    expiration_date: '2026-01-03 03:04:05',
    code: expect.stringMatching(/^\d{10}[A-Za-z0-9]{32}$/),
  });
  expect(session.code.slice(0, 10)).toBe(String(Math.floor(START_MS / 1000)));
  expect(Object.keys(session)[0]).toBe('object');
});

test('codes differ, and each opens its own cart', async () => {
  const shop = openShop();
  const codes = new Set<string>();
  for (let one = 0; one < 50; one += 1) codes.add(await shop.session());
  expect(codes.size).toBe(50);
});

test('a session slides while it is used, and is unknown once its end has passed', async () => {
  const shop = openShop();
  const session = await shop.session();
  for (let hour = 1; hour <= 40; hour += 1) {
    shop.nowMs += 3_600_000;
    expect(await shop.call('get_cart', { session })).toMatchObject({ object: 'cart' });
  }
  shop.nowMs += 24 * 3_600_000 - 3_600_000 - 1;
  expect(await shop.call('get_cart', { session })).toMatchObject({ object: 'cart' });
  shop.nowMs += 24 * 3_600_000;
  await shop.refused('get_cart', { session }, 'SESSION_INVALID', 'session');
});

test('a session never ends before the date that was handed out', async () => {
  const shop = openShop();
  const session = await shop.session();
  shop.nowMs += 24 * 3_600_000 - 1;
  expect(await shop.call('get_cart', { session })).toMatchObject({ object: 'cart' });
});

test('reading a session writes at most once an hour', async () => {
  const shop = openShop();
  const session = await shop.session();
  const before = shop.engine.headSeq;
  for (let minute = 0; minute < 59; minute += 1) {
    shop.nowMs += 60_000;
    await shop.call('get_cart', { session });
  }
  expect(shop.engine.headSeq).toBe(before);
  shop.nowMs += 60_000;
  await shop.call('get_cart', { session });
  await shop.call('get_cart', { session });
  expect(shop.engine.headSeq).toBe(before + 1);
});

test.each(['', undefined])('a missing session (%s) is a missing parameter', async (session) => {
  const shop = openShop();
  await shop.refused('get_cart', { session }, 'PARAMETER_MISSING', 'session');
});

test('whatever is no code of this shop opens nothing', async () => {
  const shop = openShop();
  const code = await shop.session();
  const swapped = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');
  for (const session of [
    'undefined',
    'null',
    'x',
    code.slice(1),
    `${code}A`,
    swapped,
    `9${code.slice(1)}`,
    code.toLowerCase(),
  ]) {
    if (session === code) continue;
    await shop.refused('get_cart', { session }, 'SESSION_INVALID', 'session');
  }
});

test('a session survives a restart', async () => {
  const shop = openShop();
  const session = await shop.session();
  await shop.restart();
  expect(await shop.call('get_cart', { session })).toMatchObject({ object: 'cart', contents: [] });
});

test('beyond the configured number of sessions a new one is refused by name', async () => {
  const shop = openShop({ config: { sessionsMax: 2, channelSessionsPercent: 100 } });
  await shop.session();
  await shop.session();
  await shop.refused('get_new_session', {}, 'SESSION_LIMIT_REACHED');
});

test('one channel has a part of the sessions, and the others find a place', async () => {
  const shop = openShop({ config: { sessionsMax: 10, channelSessionsPercent: 20 } });
  const other = { licence_username: 'other', licence_password: 'other-password' };
  shop.openChannel(other, 'other-secret-key');
  await shop.session();
  await shop.session();
  await shop.refused('get_new_session', {}, 'SESSION_LIMIT_REACHED');
  const opened = await shop.send({ request: 'get_new_session', ...other });
  expect(JSON.parse(opened.text)).toMatchObject({ object: 'session' });
  // What has ended is no longer counted.
  shop.nowMs += 48 * 3_600_000;
  const sweeper = new ExpirySweeper(shop.engine);
  sweeper.sweep(100);
  await shop.session();
});

test('get_status', async () => {
  const shop = openShop();
  expect(await shop.call('get_status')).toEqual({
    object: 'status',
    server_status: 'running',
    data_status: 'incomplete',
    products_count: 0,
    contents_count: 0,
    changelog_count: 1,
    search_status: 'ready',
    write_status: 'ready',
    snapshot_age: null,
    snapshot_failures: 0,
    clock_status: 'agreed',
    clock_jump: 0,
    confirmed_time: null,
    last_loss: null,
  });
});

test('get_status: complete once the company data is configured; products are counted', async () => {
  const shop = openShop({ config: { company: 'Kontor AG' } });
  await shop.make('create_class', { name: 'c', type: 'product' });
  await shop.make('create_product', { class: 'c', name: 'p', shop_active: 0 });
  expect(await shop.call('get_status')).toMatchObject({ data_status: 'complete', products_count: 1 });
});
