// Would catch a call at a standby that acts twice, a route that answers otherwise there, a read that is answered from
// an old state while the leader does not answer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, part } from '../../src/client/client.ts';
import type { Client as TypedClient } from '../../src/client/client.ts';
import { lull } from '../harness/until.ts';
import { DEMO, ITEM, StandbyShop } from './standby-shop.ts';

const TTL_MS = 8000;
const TOUCH_MS = 800;
const SESSIONS = { KONTOR_SESSION_TTL_MS: String(TTL_MS), KONTOR_SESSION_TOUCH_INTERVAL_MS: String(TOUCH_MS) };

/**
 * A leader and four that follow it: one waits for it as long as it takes, one for a moment; of one, reads may be older
 * than any test takes, of one only by what has passed as soon as one asks again.
 */
const shop = new StandbyShop();
beforeAll(async () => {
  await shop.lead(SESSIONS);
  await Promise.all([
    shop.follow('standby', 'shop', SESSIONS),
    shop.follow('hurried', 'shop', { ...SESSIONS, KONTOR_PASS_ON_MS_MAX: '1500' }),
    shop.follow('stale', 'shop', { ...SESSIONS, KONTOR_READ_STALE_MS_MAX: '60000', KONTOR_PASS_ON_MS_MAX: '500' }),
    shop.follow('aging', 'shop', { ...SESSIONS, KONTOR_READ_STALE_MS_MAX: '300', KONTOR_PASS_ON_MS_MAX: '500' }),
  ]);
});
afterAll(() => shop.clean());

const passedOn = async (): Promise<number> =>
  ((await shop.status('standby')) as { readonly follows: { readonly passedOn: number } }).follows.passedOn;

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

test('a read that has to extend its session does so at the leader, and once', async () => {
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  const before = await passedOn();
  const beganMs = performance.now();
  // Each is that much later than the one before: together, longer than the session lives by itself.
  const extended = async (): Promise<number> => {
    await shop.call('standby', 'get_cart', { session });
    return (await passedOn()) - before;
  };
  await expect.poll(extended, { interval: TOUCH_MS / 4 }).toBeGreaterThan(TTL_MS / TOUCH_MS);
  const due = Math.floor((performance.now() - beganMs) / TOUCH_MS) + 1;
  expect(await passedOn(), 'no read between extends it').toBeLessThanOrEqual(before + due);
  // It ends where nobody calls.
  await lull(TTL_MS + 100);
  expect(await shop.refusal('standby', 'get_cart', { session })).toBe('SESSION_INVALID');
});

test('a reader of the feed who is too late for the standby is answered by the leader', async () => {
  const before = await passedOn();
  const headers = { ...AUTHORIZED, 'last-event-id': '1.00000000' };
  const answers = [];
  for (const data of ['shop', 'standby']) {
    const response = await fetch(`${await origin(data)}/srv/events`, { headers });
    answers.push([response.status, await response.text()]);
  }
  expect(answers[0]![1]).toContain('RESUME_TOO_OLD');
  expect(answers[1]).toEqual(answers[0]);
  expect(await passedOn()).toBe(before + 1);
});

const stock = async (data: string): Promise<number> => {
  const { availability } = await shop.call(data, 'get_product_details', { id_product: 1 });
  return (availability as { readonly quantity: number }).quantity;
};

test('while the leader does not answer, a read waits, is answered by what is so then, or is refused', async () => {
  const leader = shop.program('shop');
  await shop.call('shop', 'update_product', { id_product: 1, availability: JSON.stringify({ quantity: 5 }) });
  expect(await Promise.all(['standby', 'hurried'].map(stock))).toEqual([5, 5]);
  const session = String((await shop.call('stale', 'get_new_session'))['code']);
  // Asks the leader; what may be stale is as of now.
  await shop.call('stale', 'get_cart', { session });
  expect(await stock('aging')).toBe(5);
  const read = (data: string): Promise<string> => shop.refusal(data, 'get_product_details', { id_product: 1 });
  let written: Promise<unknown>;
  let waiting: Promise<number>;
  leader.signal('SIGSTOP');
  try {
    // Catalogue reads may be old by so much where the operator says so, and nothing else is.
    expect(await stock('stale')).toBe(5);
    expect(await shop.refusal('stale', 'get_cart', { session })).toBe('NOT_LEADER');
    // It decides when it goes on.
    written = shop.call('shop', 'update_product', { id_product: 1, availability: JSON.stringify({ quantity: 6 }) });
    written.catch(() => {});
    expect(await Promise.all([0, 1, 2].map(() => read('hurried')))).toEqual(['NOT_LEADER', 'NOT_LEADER', 'NOT_LEADER']);
    // In the end it is too old.
    await expect.poll(() => read('aging'), { interval: 200 }).toBe('NOT_LEADER');
    waiting = stock('standby');
    waiting.catch(() => {});
    await expect.poll(async () => (await shop.status('standby'))['follows']).toMatchObject({ waiting: 1 });
  } finally {
    leader.signal('SIGCONT');
  }
  expect([5, 6]).toContain(await waiting);
  await written;
  expect([await stock('standby'), await stock('hurried')]).toEqual([6, 6]);
});
