// Would catch a refusal that costs more than the call that it refuses: whoever is refused again and again would take
// more of the thread than somebody who is served. Both are measured in turns, in this process, and the least of each
// counts, so that what else runs on the machine says nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestHandler } from '../../../src/http/request-handler.ts';
import { NO_HEADERS } from '../../../src/http/transport/transport.ts';
import { limitJsonValues } from '../../../src/kernel/json-reader.ts';
import { cpuMs } from '../../harness/cpu.ts';
import { verified, PASSWORD } from '../accounts/accounts.ts';
import { CREDENTIALS, Goods, line, openShop } from '../shop.ts';
import type { Given, ShopOptions, TestShop } from '../shop.ts';

const LIMITS = { bodyFieldsMax: 200, fieldNameBytesMax: 256 };
const IN_A_ROW = 100;
const [ROUNDS, ROUNDS_MAX] = [3, 100];
const FORM = 'application/x-www-form-urlencoded';
const JSON_BODY = 'application/json';

/** Fewer than by default, so that bodies are short. */
let before = 0;
beforeAll(() => void (before = limitJsonValues(1900)));
afterAll(() => void limitJsonValues(before));

type Send = (contentType: string, body: string, key?: string) => Promise<string>;

/** Sends to a shop; resolves with the code of the refusal, '' for none. */
const senderOf = (shop: TestShop): Send => {
  const handle = requestHandler(shop.dispatch, LIMITS);
  return (contentType, body, idempotencyKey = '') =>
    new Promise((resolve) =>
      handle(
        {
          method: 'POST',
          path: '/srv/service/',
          query: '',
          contentType,
          contentEncoding: '',
          idempotencyKey,
          clientAddress: '',
          socketAddress: '',
          traceparent: '',
          headers: NO_HEADERS,
          body: Buffer.from(body),
        },
        {
          send: (_status, sent) =>
            resolve(/"message":"([A-Z_]+)"/.exec(Buffer.from(sent as string).toString())?.[1] ?? ''),
          eventStream: () => undefined,
          stream: () => undefined,
        },
      ),
    );
};

const form = (fields: Given): string => new URLSearchParams({ ...CREDENTIALS, ...(fields as object) }).toString();

/** A shop with a cart of twenty lines. */
const withCart = async (options: ShopOptions = {}) => {
  const goods = await Goods.open(options);
  const { shop } = goods;
  const id = await goods.product(9.99);
  const session = await shop.session();
  for (let count = 0; count < 20; count += 1)
    await shop.call('add_to_cart', line(session, id, { quantity: count + 1 }));
  return { shop, session, id, get: { request: 'get_cart', session } };
};

interface Row {
  /** What is sent, beginning with the one that is refused. */
  readonly sent: readonly [refused: () => Promise<string>, served: () => Promise<string>];
  readonly code: string;
}

const rows: { readonly [name: string]: () => Promise<Row> } = {
  'a wrong password': async () => {
    const { shop, get } = await withCart();
    const send = senderOf(shop);
    const wrong = form({ ...get, licence_password: 'wrong' });
    return { code: 'PERMISSION_DENIED', sent: [() => send(FORM, wrong), () => send(FORM, form(get))] };
  },
  'a channel that there is not': async () => {
    const { shop, get } = await withCart();
    const send = senderOf(shop);
    const wrong = form({ ...get, licence_username: 'nobody' });
    return { code: 'PERMISSION_DENIED', sent: [() => send(FORM, wrong), () => send(FORM, form(get))] };
  },
  'a long body with a wrong password': async () => {
    const { shop, get } = await withCart();
    const send = senderOf(shop);
    const note = Array.from({ length: 400 }, (_, at) => `"m${at}":"äöü ${at}"`).join();
    const long = (given: Given) => JSON.stringify({ ...CREDENTIALS, ...given }).replace(/\}$/, `,"note":{${note}}}`);
    const wrong = long({ ...get, licence_password: 'wrong' });
    return { code: 'PERMISSION_DENIED', sent: [() => send(JSON_BODY, wrong), () => send(JSON_BODY, long(get))] };
  },
  'a session that there is not': async () => {
    const { shop, get } = await withCart();
    const send = senderOf(shop);
    const wrong = form({ ...get, session: `${get.session.slice(0, -1)}-` });
    return { code: 'SESSION_INVALID', sent: [() => send(FORM, wrong), () => send(FORM, form(get))] };
  },
  'a field too many': async () => {
    const { shop, get } = await withCart();
    const send = senderOf(shop);
    const fields = (count: number) => `${form(get)}${Array.from({ length: count }, (_, at) => `&f${at}=x`).join('')}`;
    const [many, most] = [fields(400), fields(190)];
    return { code: 'BODY_UNDECODABLE', sent: [() => send(FORM, many), () => send(FORM, most)] };
  },
  'a value of JSON too many': async () => {
    const { shop, get } = await withCart();
    const send = senderOf(shop);
    const values = (count: number) =>
      JSON.stringify({ ...CREDENTIALS, ...get, more: Array.from({ length: count }, (_, at) => ({ at })) });
    const [many, most] = [values(1000), values(900)];
    return { code: 'BODY_UNDECODABLE', sent: [() => send(JSON_BODY, many), () => send(JSON_BODY, most)] };
  },
  'more calls than may wait': async () => {
    const { shop, get } = await withCart();
    const full = await withCart();
    await full.shop.restart({ admission: { turnMs: 0 }, memory: { calls: 0 } });
    const [send, sendFull] = [senderOf(shop), senderOf(full.shop)];
    const same = form({ ...get, session: full.session });
    return { code: 'OVERLOADED', sent: [() => sendFull(FORM, same), () => send(FORM, form(get))] };
  },
  'more replies than may wait for the disk': async () => {
    const { shop, session, id } = await withCart();
    const full = await withCart();
    await full.shop.restart({ memory: { waiting: 0 } });
    const [send, sendFull] = [senderOf(shop), senderOf(full.shop)];
    const add = (to: string) => form({ request: 'add_to_cart', ...line(to, id), element_type: 'PRODUCT_GR' });
    return { code: 'OVERLOADED', sent: [() => sendFull(FORM, add(full.session)), () => send(FORM, add(session))] };
  },
  'a session too many': async () => {
    const [shop, full] = [openShop(), openShop({ config: { sessionsMax: 100, channelSessionsPercent: 1 } })];
    await full.session();
    const [send, sendFull] = [senderOf(shop), senderOf(full)];
    const open = form({ request: 'get_new_session' });
    return { code: 'SESSION_LIMIT_REACHED', sent: [() => sendFull(FORM, open), () => send(FORM, open)] };
  },
  'a key too many': async () => {
    const { shop, session, id } = await withCart();
    const full = await withCart({ config: { idempotencyKeysMax: 1 } });
    const [send, sendFull] = [senderOf(shop), senderOf(full.shop)];
    const add = (to: string) => form({ request: 'add_to_cart', ...line(to, id), element_type: 'PRODUCT_GR' });
    await sendFull(FORM, add(full.session), 'first');
    let key = 0;
    return {
      code: 'IDEMPOTENCY_LIMIT_REACHED',
      sent: [
        () => sendFull(FORM, add(full.session), `k${(key += 1)}`),
        () => send(FORM, add(session), `k${(key += 1)}`),
      ],
    };
  },
  'a login too many': async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    await verified(shop, 'bert');
    const send = senderOf(shop);
    const login = (username: string, password: string) => form({ request: 'login_user', username, password });
    for (let count = 0; count < 5; count += 1) await send(FORM, login('anna', 'wrong'));
    return {
      code: 'LOGIN_THROTTLED',
      sent: [() => send(FORM, login('anna', PASSWORD)), () => send(FORM, login('bert', PASSWORD))],
    };
  },
};

const costOf = async (send: () => Promise<string>): Promise<number> => {
  const beganMs = cpuMs();
  for (let count = 0; count < IN_A_ROW; count += 1) await send();
  return cpuMs() - beganMs;
};

test.each(Object.entries(rows))(
  '%s costs less, a hundred times in a row, than as many calls that are served',
  async (_what, open) => {
    const { code, sent } = await open();
    expect(await Promise.all(sent.map((send) => send()))).toEqual([code, '']);
    const least = [Infinity, Infinity];
    // The least of each decides; on a busy machine the first rounds of one may all be slow.
    for (let round = 0; round < ROUNDS || (round < ROUNDS_MAX && least[0]! >= least[1]!); round += 1)
      for (const [index, send] of sent.entries()) least[index] = Math.min(least[index]!, await costOf(send));
    expect(await sent[0]()).toBe(code);
    expect(least[0]).toBeLessThan(least[1]!);
  },
);
