// Would catch a call at a standby that acts twice, a route that answers otherwise there, a read that is answered from
// an old state while the leader does not answer, and a feed that loses or repeats a change when the leader changes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient, part } from '../../src/client/client.ts';
import type { Client as TypedClient } from '../../src/client/client.ts';
import { DEADLINE_MS, lull, until } from '../harness/until.ts';
import { must } from '../kill/client.ts';
import { DEMO, ITEM, StandbyShop } from './standby-shop.ts';

let shop: StandbyShop;
beforeEach(() => {
  shop = new StandbyShop();
});
afterEach(() => shop.clean());

const origin = async (data: string): Promise<string> => `http://127.0.0.1:${await shop.port(data)}`;
const typed = async (data: string): Promise<TypedClient> => createClient({ url: await origin(data), ...DEMO });

interface Sent {
  readonly status: number;
  readonly text: string;
}

const AUTHORIZED = {
  authorization: `Basic ${Buffer.from(`${DEMO.username}:${DEMO.password}`).toString('base64')}`,
  'x-licence-secret-key': DEMO.secretKey,
};

/** With the key as a header. */
const post = async (data: string, path: string, body: string, key: string, contentType: string): Promise<Sent> => {
  const headers = { ...AUTHORIZED, 'content-type': contentType, 'idempotency-key': key };
  const response = await fetch(`${await origin(data)}${path}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
};

const ordersOf = async (data: string): Promise<number> =>
  Number((await shop.call(data, 'search_orders', { constraint: '{}' }))['count']);

test('a call with a key acts once, also when both processes get it at once', async () => {
  await shop.lead();
  await shop.follow();
  for (const where of ['header', 'body'] as const) {
    const before = await ordersOf('standby');
    const session = String((await shop.call('standby', 'get_new_session'))['code']);
    await shop.call('standby', 'add_to_cart', { ...ITEM, session });
    const given = { session, ...(where === 'body' && { idempotency_key: 'once' }) };
    const checkout = async (data: string): Promise<string> =>
      (await post(data, '/srv/service/checkout', JSON.stringify(given), where, 'application/json')).text;
    const replies = await Promise.all(['standby', 'shop', 'standby', 'shop'].map(checkout));
    expect(new Set(replies).size, replies.join('\n')).toBe(1);
    expect(JSON.parse(replies[0]!)).toMatchObject({ object: 'checkout', status: 'success' });
    expect(await ordersOf('standby')).toBe(before + 1);
    expect(await ordersOf('shop')).toBe(before + 1);
  }
});

test('bulk calls, aggregates, the description and refusals are as at the leader', async () => {
  await shop.lead();
  await shop.follow();
  const lines = Array.from({ length: 300 }, (_, at) =>
    JSON.stringify({ request: 'create_product', class: 'product', name: at === 7 ? 'bulk 6' : `bulk ${at}` }),
  ).join('\n');
  const bulk = (data: string): Promise<Sent> => post(data, '/srv/bulk', lines, 'bulk', 'application/x-ndjson');
  const first = await bulk('standby');
  const replies = first.text.trim().split('\n');
  expect([first.status, replies.length]).toEqual([200, 300]);
  expect(replies[7]).toContain('SHOPOBJECT_NAME_ALREADY_IN_USE');
  // Under its key it happens once, and the leader repeats the very bytes.
  expect(await bulk('shop')).toEqual(first);
  const standby = await typed('standby');
  const opened = await standby.get_new_session();
  const session = opened.ok ? opened.value.code : '';
  const parts = [
    part('add_to_cart', { ...ITEM, element_type: 'FREE_ELEMENT', session }),
    part('get_cart', { session }),
  ] as const;
  expect(await standby.aggregate(parts)).toMatchObject({ ok: true, value: [{ total: 1.5 }, { total: 1.5 }] });
  const got = await Promise.all(
    ['shop', 'standby'].map(async (data) => {
      const answers = await Promise.all([
        fetch(`${await origin(data)}/openapi.json`),
        fetch(`${await origin(data)}/nowhere`),
        fetch(`${await origin(data)}/srv/bulk`),
        fetch(`${await origin(data)}/srv/events`),
        post(data, '/srv/service/', 'request=get_carts', '', 'application/x-www-form-urlencoded'),
        post(data, '/srv/service/', 'request=get_cart', '', 'text/plain'),
        post(data, '/srv/bulk', 'no line', '', 'application/x-ndjson'),
      ]);
      return Promise.all(
        answers.map(async (one) =>
          one instanceof Response
            ? [one.status, one.headers.get('content-type'), one.headers.get('allow'), await one.text()]
            : one,
        ),
      );
    }),
  );
  expect(got[1]).toEqual(got[0]);
  expect(got[0]![0]).toMatchObject([200, 'application/json; charset=utf-8', null, expect.stringContaining('openapi')]);
});

const TTL_MS = 5000;
const TOUCH_MS = 500;

test('a read that has to extend its session does so at the leader, and once', async () => {
  const env = { KONTOR_SESSION_TTL_MS: String(TTL_MS), KONTOR_SESSION_TOUCH_INTERVAL_MS: String(TOUCH_MS) };
  await shop.lead(env);
  await shop.follow('standby', 'shop', env);
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  const passed = async (): Promise<number> =>
    ((await shop.status('standby')) as { readonly follows: { readonly passedOn: number } }).follows.passedOn;
  const before = await passed();
  const beganMs = performance.now();
  let extended = 0;
  // Each is that much later than the one before: together, longer than the session lives by itself.
  for (; extended <= TTL_MS / TOUCH_MS; extended = (await passed()) - before)
    await shop.call('standby', 'get_cart', { session });
  const due = Math.floor((performance.now() - beganMs) / TOUCH_MS) + 1;
  expect(extended, 'no read between extends it').toBeLessThanOrEqual(due);
  // It ends where nobody calls.
  await lull(TTL_MS + 100);
  expect(await shop.refusal('standby', 'get_cart', { session })).toBe('SESSION_INVALID');
});

test('a reader of the feed who is too late for the standby is answered by the leader', async () => {
  await shop.lead();
  await shop.follow();
  const headers = { ...AUTHORIZED, 'last-event-id': '1.00000000' };
  const answers = [];
  for (const data of ['shop', 'standby']) {
    const response = await fetch(`${await origin(data)}/srv/events`, { headers });
    answers.push([response.status, await response.text()]);
  }
  expect(answers[0]![1]).toContain('RESUME_TOO_OLD');
  expect(answers[1]).toEqual(answers[0]);
  expect(await shop.status('standby')).toMatchObject({ follows: { passedOn: 1 } });
});

const stock = async (data: string): Promise<number> => {
  const { availability } = await shop.call(data, 'get_product_details', { id_product: 1 });
  return (availability as { readonly quantity: number }).quantity;
};

test('while the leader does not answer, a read waits, is answered by what is so then, or is refused', async () => {
  const leader = await shop.lead();
  await shop.follow('standby', 'shop', { KONTOR_PASS_ON_MS_MAX: '1500' });
  await shop.follow('patient', 'shop', { KONTOR_PASS_ON_MS_MAX: String(DEADLINE_MS) });
  await shop.call('shop', 'update_product', { id_product: 1, availability: JSON.stringify({ quantity: 5 }) });
  expect([await stock('standby'), await stock('patient')]).toEqual([5, 5]);
  leader.signal('SIGSTOP');
  // It decides when it goes on.
  const written = shop.call('shop', 'update_product', { id_product: 1, availability: JSON.stringify({ quantity: 6 }) });
  const refused = Promise.all([0, 1, 2].map(() => shop.refusal('standby', 'get_product_details', { id_product: 1 })));
  expect(await refused).toEqual(['NOT_LEADER', 'NOT_LEADER', 'NOT_LEADER']);
  const waiting = stock('patient');
  await expect.poll(async () => (await shop.status('patient'))['follows']).toMatchObject({ waiting: 1 });
  leader.signal('SIGCONT');
  expect([5, 6]).toContain(await waiting);
  await written;
  expect([await stock('standby'), await stock('patient')]).toEqual([6, 6]);
});

test('catalogue reads may be old by so much where the operator says so, and nothing else is', async () => {
  const leader = await shop.lead();
  await shop.follow('standby', 'shop', { KONTOR_READ_STALE_MS_MAX: '10000', KONTOR_PASS_ON_MS_MAX: '500' });
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  const quantity = await stock('standby');
  leader.signal('SIGSTOP');
  expect(await stock('standby')).toBe(quantity);
  expect(await shop.refusal('standby', 'get_cart', { session })).toBe('NOT_LEADER');
  const read = (): Promise<string> => shop.refusal('standby', 'get_product_details', { id_product: 1 });
  await until('they are too old', async () => (await read()) === 'NOT_LEADER');
  leader.signal('SIGCONT');
});

/** The last record that the feed has published. */
const feedId = async (data: string): Promise<string> => {
  const abort = new AbortController();
  const { body } = await fetch(`${await origin(data)}/srv/events`, { headers: AUTHORIZED, signal: abort.signal });
  let text = '';
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const [, id] = /^id: (\S+)$/m.exec(text) ?? [];
    if (id === undefined) continue;
    abort.abort();
    return id;
  }
  throw new Error(`the feed has ended: ${text}`);
};

test('the change feed goes on across a promotion: each change once, in order', async () => {
  await shop.lead();
  await shop.follow();
  const product = async (data: string): Promise<string> => {
    const client = await shop.client(data);
    const made = await must(client.office('create_product', { class: 'product', name: `fed ${(count += 1)}` }));
    client.hangUp();
    return String(made.body['id']);
  };
  let count = 0;
  const made: string[] = [];
  const abort = new AbortController();
  const read = async (data: string, until: number, after?: string): Promise<{ seen: string[]; last: string }> => {
    const [seen, client]: [string[], TypedClient] = [[], await typed(data)];
    for await (const { type, data: of, id } of client.events({ signal: abort.signal, after })) {
      expect(type).not.toBe('reset');
      if (type === 'product') seen.push(String(of['id']));
      if (seen.length >= until && id !== '') return { seen, last: id };
    }
    throw new Error(`the feed of ${data} has ended`);
  };
  // One reader at each, from the same record on; that of the standby stays while it is promoted.
  const from = await feedId('standby');
  const atLeader = read('shop', 3, from);
  const staying = read('standby', 9, from);
  for (const data of ['shop', 'standby', 'shop']) made.push(await product(data));
  const { seen, last } = await atLeader;
  expect(seen).toEqual(made);
  for (const data of ['shop', 'standby', 'shop']) made.push(await product(data));
  await shop.kill('shop');
  await shop.promote();
  for (let more = 0; more < 3; more += 1) made.push(await product('standby'));
  expect((await staying).seen).toEqual(made);
  expect((await read('standby', 6, last)).seen).toEqual(made.slice(3));
  abort.abort();
});
