// Would catch a standby that begins with less than its leader had, shows less than anybody was shown before, answers
// otherwise than its leader, forgets what it has counted, or is lost when its leader starts again.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../src/cli/successor.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { codeAt } from '../../src/outside/passwords/one-time-codes.ts';
import { signatureOf } from '../../src/outside/payments/hosted-page.ts';
import { TOUR_SETTINGS, sentBefore } from '../../scripts/docs/tour/run-tour.ts';
import { APPLICATION, OWNER_CODE, PAST_ORDER, tour } from '../../scripts/docs/tour/tour.ts';
import { runs } from '../harness/effort.ts';
import { GONE } from '../harness/standby.ts';
import { lull } from '../harness/until.ts';
import { below, pick, seeded } from '../kill/model.ts';
import { must } from '../kill/client.ts';
import type { Answer, Client, Members } from '../kill/client.ts';
import { seedOf } from '../harness/seed.ts';
import { RestartShopper } from './restart-traffic.ts';
import { DEMO, ITEM, StandbyShop } from './standby-shop.ts';

const shop = new StandbyShop();
afterAll(() => shop.clean());

/** So often that a test meets what happens now and then. */
const OFTEN = { KONTOR_SESSION_TOUCH_INTERVAL_MS: '100', KONTOR_USAGE_FLUSH_INTERVAL_MS: '100' };

const shoppersAt = async (data: string, count: number): Promise<RestartShopper[]> => {
  const port = await shop.port(data);
  return Array.from({ length: count }, (_, index) => new RestartShopper({ port, ...DEMO }, index % 2 === 0, index * 7));
};
const leastAdded = (shoppers: readonly RestartShopper[]): number => Math.min(...shoppers.map(({ added }) => added));
const hasAdded = (shoppers: readonly RestartShopper[], more: number): Promise<void> => {
  const before = leastAdded(shoppers);
  return expect.poll(() => leastAdded(shoppers)).toBeGreaterThan(before + more);
};

/** Nothing failed, and every cart is whole. */
const sold = async (shoppers: readonly RestartShopper[]): Promise<void> => {
  await Promise.all(shoppers.map((shopper) => shopper.stop()));
  expect(shoppers.flatMap(({ failures }) => failures)).toEqual([]);
  for (const shopper of shoppers) expect(await shopper.lines()).toBe(shopper.added);
};

/** A number in the shop that one writer alone makes larger, by one at a time. */
interface Growing {
  grow(client: Client, to: number): Promise<unknown>;
  read(client: Client): Promise<number>;
  /** Acknowledged or shown to anybody. */
  known: number;
  issued: number;
}

/** A connection that was idle for long is closed: reads, and writes that act once, are sent again. */
const asked = async (send: () => Promise<Answer | undefined>): Promise<Answer> =>
  must(send().then((one) => one ?? send()));

const growing = async (setup: Client): Promise<Growing[]> => {
  const detail = async (client: Client, id: number): Promise<Members> =>
    (await asked(() => client.call('get_product_details', { id_product: id, language: 'de_DE' }))).body;
  const list = async (client: Client, id: number): Promise<Members> => {
    const { body } = await asked(() =>
      client.call('search_products', { constraint: JSON.stringify({ 'main.id': id }) }),
    );
    return (body['result'] as readonly [Members])[0];
  };
  const quantity = ({ availability }: Members): number => (availability as { readonly quantity: number }).quantity;
  const cart = async (): Promise<Growing> => {
    const session = String((await must(setup.call('get_new_session'))).body['code']);
    return {
      grow: (client, to) =>
        asked(() => client.call('add_to_cart', { ...ITEM, session, idempotency_key: `${session} ${to}` })),
      read: async (client) =>
        ((await asked(() => client.call('get_cart', { session }))).body['contents'] as readonly unknown[]).length,
      known: 0,
      issued: 0,
    };
  };
  const stock = (id: number, show: typeof detail): Growing => ({
    grow: (client, to) =>
      asked(() => client.office('update_product', { id_product: id, availability: JSON.stringify({ quantity: to }) })),
    read: async (client) => quantity(await show(client, id)),
    known: 0,
    issued: 0,
  });
  const all = [await cart(), await cart(), stock(1, detail), stock(2, list)];
  for (const one of all.slice(2)) await one.grow(setup, 0);
  return all;
};

/** Of each client. */
const STEPS = runs(60);

/** A leader that is killed and started again: what was acknowledged at a standby is there. */
const crashes = async (leader: number): Promise<void> => {
  const session = String((await shop.call('late', 'get_new_session'))['code']);
  const client = await shop.client('late');
  let acknowledged = 0;
  let open = 0;
  const traffic = { isOver: false };
  const work = (async () => {
    while (!traffic.isOver) {
      const answer = await client.call('add_to_cart', { ...ITEM, session });
      // Sent when the connection broke: done or not.
      if (answer === undefined) open += 1;
      else if (answer.refusal === '') acknowledged += 1;
      else expect(answer.refusal).toBe('nothing else');
    }
  })();
  await expect.poll(() => acknowledged).toBeGreaterThan(3);
  process.kill(leader, 'SIGKILL');
  await expect.poll(() => isRunning(leader)).toBe(false);
  // A standby without its leader, for any moment.
  await lull(below(seeded(seedOf('crash')), 100));
  // It is not the demo that is wanted again, but the store.
  await shop.lead(OFTEN);
  const before = acknowledged;
  await expect.poll(() => acknowledged).toBeGreaterThan(before + 3);
  traffic.isOver = true;
  await work;
  const lines = await shop.lines('late', session);
  expect(lines).toBeGreaterThanOrEqual(acknowledged);
  expect(lines).toBeLessThanOrEqual(acknowledged + open);
};

describe('a demo shop and its standby', () => {
  beforeAll(async () => {
    await shop.lead(OFTEN);
    await shop.follow('standby', 'shop', OFTEN);
  });

  test('whoever asks either process sees what anybody was shown or told before the call began', async () => {
    const random = seeded(seedOf('exact reads'));
    const values = await growing(await shop.client('shop'));
    const reads = { shop: 0, standby: 0 };
    const work = async (clients: { readonly shop: Client; readonly standby: Client }, own?: Growing): Promise<void> => {
      for (let step = 0; step < STEPS; step += 1) {
        const isGrown = own !== undefined && random() < 0.5;
        if (isGrown) {
          await own.grow(clients[pick(random, ['shop', 'shop', 'standby'] as const)], (own.issued += 1));
          own.known = Math.max(own.known, own.issued);
        }
        // What has just grown at the leader is what a standby may not have yet.
        const value = isGrown ? own : pick(random, values);
        const at = isGrown ? 'standby' : pick(random, ['shop', 'standby', 'standby'] as const);
        const floor = value.known;
        const shown = await value.read(clients[at]);
        reads[at] += 1;
        expect(shown, `${at} shows ${shown} of value ${values.indexOf(value)}`).toBeGreaterThanOrEqual(floor);
        expect(shown).toBeLessThanOrEqual(value.issued);
        value.known = Math.max(value.known, shown);
      }
    };
    const clients = async () => ({ shop: await shop.client('shop'), standby: await shop.client('standby') });
    const writers = values.map(async (value) => work(await clients(), value));
    await Promise.all([...writers, ...[0, 1, 2, 3].map(async () => work(await clients()))]);
    const { follows } = (await shop.status('standby')) as { readonly follows: { readonly questions: number } };
    expect(reads.standby).toBeGreaterThan(2 * STEPS);
    // Calls that come together share a question, and no call does without one.
    expect(follows.questions).toBeGreaterThan(reads.standby / 20);
  });

  test('what a standby counts is reported by the leader', async () => {
    const total = async (): Promise<number> =>
      Number((await shop.call('shop', 'get_report', { statistic: 'requests' }))['sum']);
    const client = await shop.client('standby');
    const search = (name: string) =>
      client.call('search_products', { constraint: JSON.stringify({ name: ['LIKE', name] }) });
    const searches = async (data: string): Promise<unknown> =>
      (await shop.call(data, 'get_report', { statistic: 'searchlist_products_empty_all_time' }))['records'];
    // With it everything is reported that was asked before.
    await must(search('first'));
    await expect.poll(() => searches('shop')).toContainEqual(expect.objectContaining({ name: 'first' }));
    const before = await total();
    for (let count = 0; count < 25; count += 1) await must(client.call('get_product_details', { id_product: 1 }));
    await must(search('teapot'));
    let reports = 1;
    await expect.poll(async () => (await total()) - before - (reports += 1)).toBe(26 - 1);
    expect(await searches('standby')).toContainEqual(expect.objectContaining({ name: 'teapot' }));
  });

  test('both say how they do; a change that the leader alone may make is refused at the standby', async () => {
    const passedOn = async (): Promise<number> =>
      ((await shop.status('standby')) as { readonly follows: { readonly passedOn: number } }).follows.passedOn;
    const before = await passedOn();
    await shop.call('standby', 'get_new_session');
    await shop.call('standby', 'get_product_details', { id_product: 1 });
    expect(await shop.status('standby')).toMatchObject({
      follows: { state: 'following', leader: 'shop', passedOn: before + 1, waiting: 0 },
    });
    const behind = async (): Promise<unknown> => {
      const { followed_by: followers, record } = await shop.status('shop');
      return (followers as readonly { readonly directory: string; readonly sentSeq: number }[]).map((one) => [
        one.directory,
        Number(record) - one.sentSeq,
      ]);
    };
    // Counts of earlier calls are written now and then.
    await expect.poll(behind).toEqual([[shop.place.path('standby'), 0]]);
    const shown = async (): Promise<string> => (await shop.run('status', '--data', 'shop')).out.join('\n');
    await expect.poll(shown).toMatch(/^followed by +directory .+standby, version \S+, sentSeq \d+, behind 0$/m);
    const added = await shop.run(
      'user',
      'add',
      'x@example.org',
      '--email',
      'x@example.org',
      '--level',
      'customer',
      '--data',
      'standby',
    );
    expect([added.code, added.err]).toEqual([1, [expect.stringContaining('this server follows another one')]]);
  });

  // It ends the shop: the last one.
  test('a standby begins while its leader sells, and no call fails through a restart and a crash of it', async () => {
    const early = await shoppersAt('shop', 2);
    await hasAdded(early, 5);
    const standby = await shop.follow('late');
    const late = await shoppersAt('late', 2);
    await hasAdded([...early, ...late], 5);
    await sold(early);
    const leader = await shop.restart('shop');
    const reads = Array.from({ length: 5 }, () => shop.call('late', 'get_product_details', { id_product: 1 }));
    expect((await Promise.all(reads)).map(({ id }) => id)).toEqual([1, 1, 1, 1, 1]);
    await hasAdded(late, 5);
    await sold(late);
    await crashes(leader);
    for (const data of ['shop', 'standby', 'late']) await shop.stop(data);
    expect(standby.err.filter((line) => !GONE.test(line))).toEqual([]);
    await shop.verify('shop', 'standby', 'late');
    const heads = await Promise.all(['standby', 'late'].map((data) => shop.head(data)));
    const head = await shop.head('shop');
    expect(heads).toEqual([head, head]);
  });
});

const SECRET = 'secret-of-the-tour';
/** They call a server that there is not, or settle what no provider has said here. */
const OUTSIDE = ['application_api_call', 'test_webhook', 'send_test_mail', 'settle_refund'];
/** They say something of the process that answers, or of the moment. */
const OF_PROCESS = ['get_status', 'get_report'];

test('every operation at a standby, each read as the leader answers it', async () => {
  const toured = new StandbyShop();
  onTestFinished(() => toured.clean());
  const card = { id: 8, name: 'Card', provider: 'hosted-page', url: 'https://pay.example/' };
  const paymentMethods = [...TOUR_SETTINGS.paymentMethods, card];
  writeFileSync(toured.place.path('kontor.config.json'), JSON.stringify({ ...TOUR_SETTINGS, paymentMethods }));
  const credentials = {
    KONTOR_LICENCE_USERNAME: 'tour',
    KONTOR_PAYMENT_8_SECRET: SECRET,
    KONTOR_LICENCE_PASSWORD: SECRET,
    KONTOR_LICENCE_SECRET_KEY: SECRET,
  };
  const ports = [await toured.port('shop'), await toured.port('standby')];
  const serve = (data: string, port: number, more: readonly string[]) =>
    toured.place.start(
      ['serve', '--data', data, '--port', String(port), '--snapshots', `${data}-s`, ...more],
      credentials,
    );
  const adminPort = await toured.port('office');
  await serve('shop', ports[0]!, ['--admin-port', String(adminPort)]).ready();
  await serve('standby', ports[1]!, ['--follow', 'shop']).ready();
  const known = new Map<unknown, string>();
  let ready = Promise.resolve();
  const send = async (port: number, request: string, fields: Members): Promise<string> => {
    const given = Object.entries(fields).map(([name, value]) => [name, known.get(value) ?? value]);
    const keys = { licence_username: 'tour', licence_password: SECRET, licence_secret_key: SECRET };
    const body = JSON.stringify({ request, ...keys, ...Object.fromEntries(given), strict: 1 });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    return (await fetch(`http://127.0.0.1:${port}/srv/service/`, init)).text();
  };
  const called = new Set<string>();
  const calls: { readonly fields: Members; readonly reply: Members }[] = [];
  const call = async (request: string, fields: Members = {}): Promise<Members> => {
    await ready;
    called.add(request);
    const text = await send(ports[1]!, request, fields);
    const reply = JSON.parse(text) as Members;
    if (!OUTSIDE.includes(request)) expect(reply, `${request}: ${text}`).not.toMatchObject({ object: 'error' });
    if (OPERATIONS.get(request)?.effect === 'read' && ![...OF_PROCESS, ...OUTSIDE].includes(request))
      expect(text, request).toBe(await send(ports[0]!, request, fields));
    calls.push({ fields, reply });
    return reply;
  };
  const addApp = async (): Promise<void> => {
    const { name, username, token, loginToken } = APPLICATION;
    const run = async (...args: readonly string[]): Promise<Members> => {
      const { code, out, err } = await toured.place.run([...args, '--data', 'shop', '--json']);
      expect(code, err.join('\n')).toBe(0);
      return JSON.parse(out[0]!) as Members;
    };
    const added = await run('user', 'add', username, '--email', 'office@shop.example', '--level', 'manager');
    known.set(token, String((await run('app', 'add', name, 'http://127.0.0.1:1/'))['token']));
    known.set(loginToken, String((await run('app', 'token', name, username))['token']));
    const office = `http://127.0.0.1:${adminPort}`;
    const login = await fetch(`${office}/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-kontor-back-office': '1', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ username, password: added['password'] }),
    });
    expect(login.status, await login.text()).toBe(200);
  };
  const addMoney = async (): Promise<void> => {
    const said = { payment: 'unknown', status: 'received', transaction: 't-1', amount: 1250, currency: 'EUR' };
    const body = Buffer.from(JSON.stringify(said));
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signatureOf(SECRET, timestamp, body);
    const headers = { 'x-kontor-timestamp': timestamp, 'x-kontor-signature': signature };
    const url = `http://127.0.0.1:${ports[0]}/srv/payment/8/notify`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(404);
  };
  const addPastOrder = async (): Promise<void> => {
    const { source, number, currency } = PAST_ORDER;
    const record = { type: 'past_order', source, number, currency, placed: '2026-03-01 11:00:00', sums: {}, lines: [] };
    writeFileSync(toured.place.path('orders.jsonl'), JSON.stringify(record));
    const { code, err } = await toured.place.run(['import', 'orders.jsonl', '--data', 'shop']);
    expect(code, err.join('\n')).toBe(0);
  };
  const link = readFileSync(toured.place.path('shop/first-owner.txt'), 'utf8');
  known.set(OWNER_CODE, link.trim().split('/').at(-1)!);
  await tour({
    call,
    advance: () => Promise.resolve(),
    codeOfApp: (secret) => codeAt(secret, Date.now()),
    addApp: () => void (ready = addApp()),
    addMoney: () => void (ready = addMoney()),
    addPastOrder: () => void (ready = addPastOrder()),
  });
  for (const [request, operation] of OPERATIONS) {
    const fields = called.has(request) ? undefined : sentBefore(operation, calls);
    if (fields !== undefined) await call(request, fields);
  }
  expect([...OPERATIONS.keys()].filter((name) => !called.has(name))).toEqual([]);
});
