// `kontor export data` beside a server that sells: one record, whatever is placed meanwhile, and increments after it.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../../src/data-export/manifest.ts';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';

let place: Place;
let server: Program;
let url: string;

beforeAll(async () => {
  place = new Place();
  server = place.start(['serve', '--demo', '--port', '0', '--data', 'demo']);
  url = await server.ready();
});
afterAll(() => place.clean());

const call = async (request: string, params: object = {}): Promise<{ readonly [name: string]: unknown }> => {
  const licence = { licence_username: 'demo_kontor', licence_password: 'demo-password' };
  const body = new URLSearchParams({ ...licence, request, ...params });
  return (await (await fetch(url, { method: 'POST', body })).json()) as { readonly [name: string]: unknown };
};

const buys = async (): Promise<void> => {
  const { code } = await call('get_new_session');
  const line = { id_shopobject: '1', element_type: 'PRODUCT', quantity: '1', price_field: 'price' };
  await call('add_to_cart', { session: code, ...line });
  expect(await call('checkout', { session: code })).toMatchObject({ status: 'success' });
};

const ordersIn = (directory: string): number[] =>
  readFileSync(place.path(directory, 'orders.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly id: number }).id);

const exported = async (directory: string, ...more: string[]): Promise<Manifest> => {
  const { code, err } = await place.run(['export', 'data', directory, '--format', 'ndjson', '--data', 'demo', ...more]);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  return JSON.parse(readFileSync(place.path(directory, 'manifest.json'), 'utf8')) as Manifest;
};

test('it is as of one record while others are made, and its increments have these', async () => {
  await buys();
  const [first] = await Promise.all([exported('one'), buys(), buys()]);
  await buys();
  const second = await exported('two', '--since', 'one');
  expect(second.since).toBe(first.position);
  expect(second.position).toBeGreaterThan(first.position);
  const [before, after] = [ordersIn('one'), ordersIn('two')];
  expect(before.length).toBeGreaterThan(0);
  expect(new Set([...before, ...after]).size).toBe(4);
  server.signal('SIGTERM');
  expect((await server.ended).code).toBe(0);
  // A closed store says the same.
  await exported('three');
  expect(ordersIn('three')).toHaveLength(4);
});
