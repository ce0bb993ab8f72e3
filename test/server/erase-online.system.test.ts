// Would catch a person who is erased while the shop sells, and is still known: in memory, on the disk, to a login.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import type { Program } from '../harness/program.ts';
import { heapHolds } from './heap-search.ts';

const CREDENTIALS = {
  licence_username: 'demo_kontor',
  licence_password: 'demo-password',
  licence_secret_key: 'demo-secret-key',
};
/** Never one text in this process, nor in what the server is told but by the person. */
const MARK = ['Zw', 'irn', 'sfa', 'den'];
const marked = (what: string): string => [...MARK, what].join('');

const place = new Place();
let program: Program;
let url: string;
beforeAll(async () => {
  program = place.start(['serve', '--demo', '--port', '0', '--data', 'data'], {
    NODE_OPTIONS: '--heapsnapshot-signal=SIGPROF',
    KONTOR_OWNERSHIP: 'open',
  });
  url = await program.ready();
});
afterAll(() => place.clean());

type Reply = { readonly [member: string]: unknown };
const call = async (request: string, params: { readonly [name: string]: string } = {}): Promise<Reply> => {
  const body = new URLSearchParams({ ...CREDENTIALS, request, ...params });
  return (await (await fetch(url, { method: 'POST', body })).json()) as Reply;
};

const buy = async (session: string, details: { readonly [name: string]: string }): Promise<string> => {
  await call('add_to_cart', {
    session,
    id_shopobject: '0',
    element_type: 'FREE_ELEMENT',
    quantity: '1',
    price_field: '5',
    name_field: 'thing',
    description_field: '',
    language: 'de_DE',
    country: 'DE',
    attributes: '[]',
    id_parent_element: '0',
  });
  await call('set_order_details', { session, ...details });
  const order = await call('checkout', { session });
  expect(order, JSON.stringify(order)).toMatchObject({ status: 'success' });
  return String(order['id_order']);
};

const heapHoldsMark = (): Promise<boolean> => heapHolds(place.directory, program, MARK.join(''));

test('a person is erased while others buy: no trace in memory, in files, in replies', async () => {
  const name = marked('@example.org');
  expect((await place.run(['user', 'add', name, '--email', name, '--level', 'customer', '--data', 'data'])).code).toBe(
    0,
  );
  const reset = await place.run(['user', 'reset', name, '--data', 'data', '--json']);
  const { password } = JSON.parse(reset.out[0]!) as { password: string };
  const { code: session } = (await call('get_new_session')) as { code: string };
  const login = await call('login_user', { session, username: name, password });
  expect(login, JSON.stringify(login)).not.toMatchObject({ object: 'error' });
  const living = String(login['session_id']);
  const order = await buy(living, {
    email: name,
    delivery_lastname: marked('-delivery'),
    delivery_street: marked('-street'),
    delivery_country: 'DE',
  });
  expect(JSON.stringify(await call('get_order_by_id', { id_order: order, session: living }))).toContain(
    marked('-delivery'),
  );
  await call('search_users', { constraint: JSON.stringify({ username: name }), start: '0', limit: '10' });
  expect(await heapHoldsMark()).toBe(true);

  const others = { isOver: false, bought: [] as string[] };
  const shopping = (async () => {
    while (!others.isOver || others.bought.length < 3) {
      const { code } = (await call('get_new_session')) as { code: string };
      const details = { email: 'other@example.org', delivery_lastname: 'Other', delivery_country: 'DE' };
      others.bought.push(await buy(code, details));
    }
  })();
  const erased = await place.run(['user', 'erase', name, '--data', 'data']);
  others.isOver = true;
  await shopping;
  expect(erased, erased.err.join('\n')).toMatchObject({ code: 0 });
  expect(erased.out[0]).toMatch(/^kontor: erased, with 1 orders, 2 sessions /);

  expect(JSON.stringify(await call('get_order_by_id', { id_order: order }))).toContain('erased');
  expect(await call('login_user', { session, username: name, password })).toMatchObject({ object: 'error' });
  expect(JSON.stringify(await call('get_order_by_id', { id_order: others.bought[0]! }))).toContain('Other');
  expect((await place.run(['snapshot', '--data', 'data'])).code).toBe(0);
  // Ended sessions leave memory once their tombstones are written.
  await until('memory knows her no more', async () => !(await heapHoldsMark()));
  for (const file of readdirSync(place.path('data'), { recursive: true, encoding: 'utf8' })) {
    const path = join(place.path('data'), file);
    if (statSync(path).isFile()) expect([file, readFileSync(path).includes(MARK.join(''))]).toEqual([file, false]);
  }
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect((await place.run(['verify', 'data'])).code).toBe(0);
});
