// Every command of the administration, on two copies of one store: beside a running server and closed. Catches a
// command that prints, decides or ends otherwise where a server runs, and one that nobody has tried both ways.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../src/admin/commands.ts';
import { variableName } from '../../src/config/setting.ts';
import { DEMO_SETTINGS } from '../../src/server/demo/settings.ts';
import { PATIENT, Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';
import { Receiver } from '../outside/http/receiver.ts';

const DEMO = {
  licence_username: 'demo_kontor',
  licence_password: 'demo-password',
  licence_secret_key: 'demo-secret-key',
};
/** What a server and a command must agree in, so that `settings` can be compared. */
const COMMON = {
  KONTOR_PORT: '0',
  KONTOR_CHECK_REPLIES: 'on',
  KONTOR_LOG_FORMAT: 'pretty',
  KONTOR_IO_THREADS: '0',
  ...PATIENT,
};

const place = new Place();
let server: Program;
let receiver: Receiver;

/** Those of the demo, which the server has as defaults and a command has not. */
const OF_DEMO = Object.fromEntries(
  Object.entries(DEMO_SETTINGS).map(([name, value]) => [
    variableName(name),
    typeof value === 'string' ? value : JSON.stringify(value),
  ]),
);

const env = (store: string): { readonly [name: string]: string } => ({
  ...COMMON,
  ...OF_DEMO,
  KONTOR_SNAPSHOTS: place.path(`${store}-snapshots`),
});
/** With the path that lines have of it. */
const at = (store: string): readonly string[] => ['--data', place.path(store)];
const serve = async (): Promise<void> => {
  server = await place.serveHere(['serve', '--demo', ...at('served')], env('served'));
};

beforeAll(async () => {
  receiver = await Receiver.open();
  await serve();
  const call = async (request: string, params: object): Promise<{ readonly [name: string]: unknown }> => {
    const body = new URLSearchParams({ ...DEMO, request, ...params });
    return (await (await fetch(server.url, { method: 'POST', body })).json()) as { readonly [name: string]: unknown };
  };
  await call('update_webhook', { name: 'ORDER_CREATE', url: `${receiver.url}/hook`, parameter: '' });
  await call('create_group', { name: 'Wholesale' });
  await call('create_price_list', { name: 'Wholesale', groups: '[1]' });
  await call('create_promotion', { name: 'Ten', labels: '{"de_DE":"Zehn"}', gives: '{"kind":"percent","value":10}' });
  const passwords = { passwd1: 'walnut4242', passwd2: 'walnut4242' };
  const args = JSON.stringify({ username: 'bert', email: 'bert@example.org', ...passwords });
  await call('register_user', { args });
  const { code: session } = await call('get_new_session', {});
  const line = { id_shopobject: 2, element_type: 'PRODUCT', quantity: 2, price_field: 'price', name_field: 'name' };
  await call('add_to_cart', { session, ...line });
  expect(await server.stop()).toBe(0);
  for (const name of ['served', 'served-snapshots'])
    cpSync(place.path(name), place.path(name.replace('served', 'closed')), { recursive: true });
  writeFileSync(place.path('new.jsonl'), `${JSON.stringify({ type: 'class', name: 'new', class_type: 'product' })}\n`);
  writeFileSync(place.path('wrong.jsonl'), '{"type":"nothing"}\n');
  writeFileSync(place.path('delivery.csv'), 'price;method;name\n4.90;1;Parcel\n');
  writeFileSync(place.path('words.json'), '{"de_DE":{"synonyms":[{"words":["couch","sofa"]}]}}');
  writeFileSync(place.path('prices.csv'), 'number;from_quantity;price;compare_at\nwalnut-desk;;500;\n');
  await serve();
});
afterAll(async () => {
  await receiver.close();
  await place.clean();
});

/** In this order: later ones see what earlier ones have done. The last member of each: how it ends. */
const RUNS: readonly (readonly [command: string, args: readonly string[], code: number])[] = [
  ['user list', [], 0],
  ['user add', ['anna', '--email', 'anna@example.org', '--level', 'manager'], 0],
  ['user add', ['anna', '--email', 'other@example.org', '--level', 'manager'], 1],
  ['user add', ['carl', '--email', 'carl@example.org', '--level', 'king'], 1],
  ['user verify', ['bert'], 0],
  ['user verify', ['nobody'], 1],
  ['user reset', ['bert'], 0],
  ['user lock', ['bert'], 0],
  ['user unlock', ['bert'], 0],
  ['user end-second-factor', ['anna'], 1],
  ['user role', ['anna', 'Reader'], 0],
  ['user role', ['anna', 'nothing'], 1],
  ['user role', ['bert', 'reader'], 1],
  ['user role', ['anna', 'reader', '--none'], 1],
  ['user list', [], 0],
  ['user role', ['anna', '--none'], 0],
  ['user export', ['anna'], 0],
  ['user export', ['nobody'], 1],
  ['app add', ['billing', 'https://billing.example/'], 0],
  ['app add', ['billing', 'https://billing.example/'], 1],
  ['app add', ['other', 'ftp://x'], 1],
  ['app token', ['billing', 'anna'], 0],
  ['app token', ['billing', 'bert'], 1],
  ['app list', [], 0],
  ['app tokens', ['billing'], 0],
  ['app tokens', ['nothing'], 1],
  ['app revoke', ['billing', '--user', 'anna'], 0],
  ['app revoke', ['billing', '--user', 'nobody'], 1],
  ['app tokens', ['billing'], 0],
  ['app remove', ['billing'], 0],
  ['app remove', ['billing'], 1],
  ['mail', [], 0],
  ['mail retry', [], 0],
  ['channel list', [], 0],
  ['channel add', ['warehouse', '--description', 'the connector', '--output', 'xml'], 0],
  ['channel add', ['warehouse'], 1],
  ['channel set', ['warehouse', '--off', '--name', 'ERP'], 0],
  ['channel set', ['ERP'], 1],
  ['channel role', ['ERP', 'warehouse'], 0],
  ['channel role', ['ERP'], 1],
  ['channel role', ['ERP', '--none'], 0],
  ['channel rotate', ['ERP', '--overlap', '24'], 0],
  ['channel end-overlap', ['ERP'], 0],
  ['channel close', ['default'], 1],
  ['channel close', ['ERP'], 0],
  ['channel list', [], 0],
  ['coupon list', [], 0],
  ['coupon change', ['1', '--name', 'spring'], 1],
  ['coupon end', ['1'], 1],
  ['channel rotate', [], 0],
  ['channel rotate', ['nothing'], 1],
  ['webhooks', [], 0],
  ['webhooks test', ['ORDER_CREATE'], 0],
  ['webhooks test', ['ORDER_PAYMENT_CHANGE'], 1],
  ['webhooks replay', ['ORDER_CREATE', '--from', '1', '--to', '2'], 0],
  ['webhooks replay', ['ORDER_CREATE', '--from', '2', '--to', '1'], 1],
  ['webhooks delete', ['ORDER_PAYMENT_CHANGE'], 0],
  ['webhooks delete', ['ORDER_PAYMENT_CHANGE'], 1],
  ['webhooks', [], 0],
  ['import', ['new.jsonl'], 0],
  ['import', ['wrong.jsonl'], 1],
  ['import', ['none.jsonl'], 1],
  ['export', ['out.jsonl'], 0],
  ['export', ['feed.xml', '--format', 'google-merchant', '--link', 'https://shop.example/{id}'], 0],
  ['export', ['feed.xml', '--format', 'google-merchant'], 1],
  ['export', ['none/out.jsonl'], 1],
  ['delivery import', ['delivery.csv'], 0],
  ['delivery import', ['nothing.csv'], 1],
  ['delivery list', [], 0],
  ['delivery show', ['1'], 0],
  ['delivery show', ['99'], 1],
  ['delivery export', ['delivery-out.csv'], 0],
  ['permalinks', ['moved.map'], 0],
  ['permalinks', ['moved.map', '--format', 'apache'], 1],
  ['words import', ['words.json'], 0],
  ['words import', ['prices.csv'], 1],
  ['words export', ['words-out.json'], 0],
  ['prices list', [], 0],
  ['prices import', ['Wholesale', 'prices.csv'], 0],
  ['prices import', ['nothing', 'prices.csv'], 1],
  ['prices export', ['Wholesale', 'prices-out.csv'], 0],
  ['prices export', ['nothing', 'prices-out.csv'], 1],
  ['prices show', ['walnut-desk', '--group', 'Wholesale'], 0],
  ['prices show', ['nothing'], 1],
  ['promotions list', [], 0],
  ['promotions show', ['1'], 0],
  ['promotions show', ['9'], 1],
  ['promotions end', ['1'], 0],
  ['promotions end', ['nothing'], 1],
  ['accounting export', ['2026-11', 'bookings.csv'], 0],
  ['accounting export', ['2026-11', 'bookings.csv', '--format', 'datev'], 1],
  ['accounting close', ['2020-01'], 0],
  ['accounting close', ['nothing'], 1],
  ['accounting months', [], 0],
  ['accounting open', ['2020-01'], 0],
  ['accounting open', ['2019-12'], 1],
  ['stock', ['product/2', '--movements'], 0],
  ['carts', [], 0],
  ['carts', ['--order', 'nothing'], 1],
  ['log', [], 0],
  ['settings', ['--changed'], 0],
  ['settings', [], 0],
  ['status', [], 0],
  ['snapshot', [], 0],
  ['backup', ['shop.backup', '--keys', 'shop.keys'], 0],
  ['backup', ['none/shop.backup'], 1],
  ['user erase', ['bert'], 0],
  ['user erase', [], 1],
];

/**
 * They want a server by their nature: restart.system.test.ts, standby-promotion.system.test.ts and
 * upgrade.system.test.ts run them; `webhooks tail` goes on until it is stopped (test/admin/tail-webhooks.test.ts), and
 * extensions are loaded by a server alone (test/admin/extensions.test.ts).
 */
const OF_SERVERS = ['restart', 'promote', 'upgrade', 'webhooks tail', 'extension list', 'extension reload'];

test('the table has every command', () => {
  const names = new Set([...RUNS.map(([name]) => name), ...OF_SERVERS]);
  expect([...names].sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});

/** What differs between any two runs: names of the copies, secrets, times, and how long something took. */
const masked = (text: string): string =>
  text
    .replaceAll(/served|closed/g, 'STORE')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE')
    .replaceAll(/\d+ ms|"(duration|took)_ms":\d+|\d{13}/g, 'TIME')
    .replaceAll(/[A-Za-z0-9_-]{16,}/g, (word) => (/^([A-Z_-]+|[a-z_-]+)$/.test(word) ? word : 'SECRET'));

/** A server makes records of its own, such as counted calls, and says that it is there. */
const ofServer = (text: string): string =>
  text
    .replaceAll(
      /("(?:served|url|record|durable_record|snapshot_record|bytes|name|path)": ?)(?:"[^"]*"|[\w.]+)/g,
      '$1OWN',
    )
    .replaceAll(/^(served|url|record|durable record|snapshot record) .*$/gm, '$1')
    .replaceAll(/record \d+|\d+ bytes|snapshot-\S+/g, 'OWN');

const OWN_OF_SERVER = new Set(['status', 'snapshot', 'backup']);

test.each(RUNS)('%s %j ends and prints the same', async (name, args, code) => {
  const isJsonToo =
    code === 0 &&
    !/^(user (add|reset|erase)|app (add|token|revoke|remove)|webhooks delete|channel (add|set|close)|accounting (close|open))$/.test(
      name,
    );
  for (const json of isJsonToo ? [[], ['--json']] : [['--json']]) {
    const ran = [];
    for (const store of ['served', 'closed']) {
      const {
        code: ended,
        out,
        err,
      } = await place.run([...name.split(' '), ...args, ...json, ...at(store)], env(store));
      const own = OWN_OF_SERVER.has(name) ? ofServer : (text: string): string => text;
      const said = err.filter((line) => !line.startsWith('kontor: settings of '));
      ran.push({ code: ended, out: out.map((line) => masked(own(line))), err: said.map((line) => masked(own(line))) });
    }
    const [served, closed] = ran as [(typeof ran)[number], (typeof ran)[number]];
    expect(served).toEqual(closed);
    expect(served.code, served.err.join('\n')).toBe(code);
    if (code === 1 && name !== 'import') expect([served.out, served.err.length]).toEqual([[], 1]);
  }
});

test('a log names the same changes, whoever had the store open', async () => {
  const entries = async (store: string): Promise<readonly string[]> => {
    const { out } = await place.run(['log', '--limit', '0', '--json', ...at(store)], env(store));
    return out.map((line) => masked(line).replaceAll(/"(seq|record)":\d+/g, '"$1":N'));
  };
  expect(await entries('served')).toEqual(await entries('closed'));
  expect(readFileSync(place.path('shop.keys'), 'utf8')).toContain('store.json');
  expect([server.err, await server.stop()]).toEqual([[], 0]);
});
