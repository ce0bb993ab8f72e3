// Would catch a body of somebody unknown of which anything is built, one that is decoded before its call begins, bodies
// that are decoded together in one turn, and one that waits for ever or is answered twice.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ArrivedBody } from '../../src/http/arrived-call.ts';
import { LargeBodies } from '../../src/http/form/large-bodies.ts';
import { requestHandler } from '../../src/http/request-handler.ts';
import { bulkRoute } from '../../src/http/routes/bulk.ts';
import { NO_HEADERS } from '../../src/http/transport/transport.ts';
import type { IncomingRequest, Reply } from '../../src/http/transport/transport.ts';
import type { BulkCall } from '../../src/operations/dispatch/incoming-call.ts';
import { DONE } from '../../src/kernel/result.ts';
import { CREDENTIALS, openShop } from '../operations/shop.ts';
import type { TestShop } from '../operations/shop.ts';

const LIMITS = { bodyFieldsMax: 200, fieldNameBytesMax: 256 };
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

/** A handler of a shop, whose replies are noted in the order in which they come. */
const handlerOf = (shop: TestShop) => {
  const handle = requestHandler(shop.dispatch, LIMITS);
  const said: string[] = [];
  const send = (contentType: string, body: string, name = '', path = '/srv/service/', headers = NO_HEADERS): void =>
    handle(
      {
        method: 'POST',
        path,
        query: '',
        contentType,
        contentEncoding: '',
        idempotencyKey: '',
        clientAddress: '',
        socketAddress: '',
        traceparent: '',
        headers,
        body: Buffer.from(body),
      },
      {
        send: (_status, sent) => {
          const { message = 'ok', detail = '' } = JSON.parse(Buffer.from(sent as string).toString()) as {
            message?: string;
            detail?: string;
          };
          said.push([name, message, detail].filter((part) => part !== '').join(' '));
        },
        eventStream: () => undefined,
        stream: () => undefined,
      },
    );
  /** Once there are as many replies; takes them. */
  const replies = async (count: number): Promise<string[]> => {
    await expect.poll(() => said.length).toBe(count);
    return said.splice(0);
  };
  return { replies, send };
};

const MANY = `{${Array.from({ length: 30_000 }, (_, at) => `"x${at}":{}`).join()}}`;
const multipart = (fields: object): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--b--\r\n`;

describe('a long body', () => {
  const right = { ...CREDENTIALS, request: 'get_status' };
  const wrong = { ...right, licence_password: 'wrong' };
  const long = { filler: 'x'.repeat(10_000) };

  test.each([
    ['JSON', 'application/json', (fields: object) => JSON.stringify({ ...fields, ...long })],
    ['a form', FORM, (fields: object) => new URLSearchParams({ ...fields, ...long }).toString()],
    [
      'a form, its names escaped',
      FORM,
      (fields: object) => new URLSearchParams({ ...fields, ...long }).toString().replaceAll('licence_', 'licence%5F'),
    ],
    ['parts', MULTIPART, (fields: object) => multipart({ ...fields, ...long })],
    [
      'JSON, its names escaped',
      'application/json',
      (fields: object) => JSON.stringify({ ...fields, ...long }).replaceAll('licence_', '\\u006cicence_'),
    ],
  ])('is answered for who has the credentials, and for nobody else: %s', async (_what, contentType, body) => {
    const { replies, send } = handlerOf(openShop());
    send(contentType, body(right));
    send(contentType, body(wrong));
    send(contentType, body({ request: 'get_status' }));
    expect((await replies(3)).map((line) => line.split(' ')[0]).sort()).toEqual([
      'PERMISSION_DENIED',
      'PERMISSION_DENIED',
      'ok',
    ]);
  });

  test('nothing else of it is looked at before its credentials are right', async () => {
    const { replies, send } = handlerOf(openShop());
    const body = (fields: object): string => `${JSON.stringify({ ...fields }).slice(0, -1)},"x":${MANY}}`;
    send('application/json', body(wrong));
    send('application/json', `${JSON.stringify(wrong).slice(0, -1)},${'"no JSON'.repeat(1_000)}`);
    send('application/json', MANY);
    expect(await replies(3)).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^PERMISSION_DENIED/)));
    send('application/json', body(right));
    expect(await replies(1)).toEqual([
      expect.stringMatching(/^BODY_UNDECODABLE The JSON body is not read: it has 6\d+ values/),
    ]);
  });

  test('credentials of headers count where a path names the operation', async () => {
    const { replies, send } = handlerOf(openShop());
    const basic = (password: string) =>
      new Map([['authorization', `Basic ${Buffer.from(`${right.licence_username}:${password}`).toString('base64')}`]]);
    const [body, path] = [JSON.stringify(long), '/srv/service/get_status'];
    send('application/json', body, 'right', path, basic(right.licence_password));
    send('application/json', body, 'wrong', path, basic('wrong'));
    expect((await replies(2)).map((line) => line.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
      'right ok',
      'wrong PERMISSION_DENIED',
    ]);
  });

  test('one that is large is decoded in a turn of its own, and holds up nobody else', async () => {
    const { replies, send } = handlerOf(openShop());
    const large = JSON.stringify({ ...right, filler: 'x'.repeat(20_000) });
    for (const name of ['a', 'b', 'c']) send('application/json', large, name);
    send('application/json', JSON.stringify(right), 'short');
    expect(await replies(4)).toEqual(['a ok', 'short ok', 'b ok', 'c ok']);
    send('application/json', large, 'd');
    expect(await replies(1)).toEqual(['d ok']);
  });
});

describe('a short body', () => {
  const right = { ...CREDENTIALS, request: 'get_status' };
  const wrong = { ...right, licence_password: 'wrong' };
  const strange = { ...right, licence_password: 'p%"+ä\\n' };

  test.each([
    ['JSON', 'application/json', (fields: object) => `${JSON.stringify(fields).slice(0, -1)},"x":no`],
    ['a form', FORM, (fields: object) => `${new URLSearchParams({ ...fields }).toString()}&x=%FC`],
    ['parts', MULTIPART, (fields: object) => multipart({ ...fields, x: 'x' }).replace(/--b--.*/s, '')],
  ])('is decoded for who has the credentials, and for nobody else: %s', async (what, contentType, body) => {
    const { replies, send } = handlerOf(openShop());
    send(contentType, body(right));
    expect(await replies(1)).toEqual([expect.stringMatching(/^BODY_UNDECODABLE/)]);
    for (const fields of [wrong, strange, { request: 'get_status', x: 'licence_username' }])
      send(contentType, body(fields));
    // The scan of parts sees where they end.
    const said = what === 'parts' ? /^BODY_UNDECODABLE/ : /^PERMISSION_DENIED/;
    expect(await replies(3)).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(said)));
  });

  test('is that of somebody known however its credentials are written', async () => {
    const shop = openShop();
    const { replies, send } = handlerOf(shop);
    const pairs = { ...right, licence_username: 'u & "=+%', licence_password: 'p%41"+ä\\n&' };
    const { open } = shop.dispatch.callers;
    const known: string[] = [];
    vi.spyOn(shop.dispatch.callers, 'open').mockImplementation((fields, ...more) => {
      const { licence_username: username, licence_password: password } = fields;
      const isRight = username === pairs.licence_username && password === pairs.licence_password;
      if (isRight) known.push('known');
      return open.call(shop.dispatch.callers, isRight ? right : fields, ...more);
    });
    send('application/json', JSON.stringify(pairs));
    send(FORM, new URLSearchParams(pairs).toString());
    send(MULTIPART, multipart(pairs));
    await replies(3);
    expect(known).toEqual(['known', 'known', 'known']);
  });
});

describe('a call that waits', () => {
  const right = { ...CREDENTIALS, request: 'get_status' };

  test('is decoded once it begins, large ones one in a turn; one that is refused is never decoded', async () => {
    let nowMs = 0;
    const turns: (() => void)[] = [];
    const admission = {
      turnMs: 0,
      waitMsMax: 1000,
      nowMs: () => nowMs,
      soon: (run: () => void) => void turns.push(run),
    };
    const { replies, send } = handlerOf(openShop({ admission }));
    const broken = `${JSON.stringify(right).slice(0, -1)},"x":no`;
    send('application/json', broken, 'late');
    nowMs = 1001;
    turns.shift()!();
    expect(await replies(1)).toEqual([expect.stringMatching(/^late OVERLOADED/)]);
    send('application/json', broken, 'in time');
    expect(turns.length).toBeGreaterThan(0);
    while (turns.length > 0) {
      nowMs += 1;
      turns.shift()!();
    }
    expect(await replies(1)).toEqual([expect.stringMatching(/^in time BODY_UNDECODABLE/)]);
    const large = JSON.stringify({ ...right, filler: 'x'.repeat(20_000) });
    const read = vi.spyOn(ArrivedBody.prototype, 'read');
    for (const name of ['a', 'b', 'c']) {
      send('application/json', large, name);
      // Its scan has had a turn.
      await setImmediate();
    }
    expect(read).not.toHaveBeenCalled();
    while (turns.length > 0) turns.shift()!();
    expect(read).toHaveBeenCalledOnce();
    expect(await replies(3)).toEqual(['a ok', 'b ok', 'c ok']);
  });
});

describe('a body of many lines', () => {
  /** A route of bulk calls that notes what reaches them; long bodies wait in `turns`. */
  const opened = (bytesMax = 10_000_000) => {
    const turns: (() => void)[] = [];
    const large = new LargeBodies(bytesMax, (run) => turns.push(run));
    const said: string[] = [];
    const dispatch = {
      callers: { permits: () => DONE },
      bulk: ({ lines }: BulkCall) => said.push(`${lines.length} lines`),
    };
    const route = bulkRoute(dispatch as unknown as Parameters<typeof bulkRoute>[0], LIMITS, large);
    const send = (body: string): void => {
      const bytes = Buffer.from(body);
      const request = { headers: NO_HEADERS, contentType: 'application/x-ndjson', body: bytes, idempotencyKey: '' };
      route.handle(
        request as unknown as IncomingRequest,
        {
          send: (status: number, text: string) =>
            said.push(`${status} ${(JSON.parse(text) as { message: string }).message}`),
        } as unknown as Reply,
      );
      // A transport uses its memory again.
      bytes.fill(0);
    };
    return { large, said, send, turns };
  };
  const line = JSON.stringify({ request: 'x', list: Array.from({ length: 2500 }, () => 0) });
  const lines = (count: number): string => `\n${line}\n`.repeat(count);

  test('is decoded by pieces of 16 KiB, each in a turn of its own, beside other bodies', () => {
    const { large, said, send, turns } = opened();
    send(lines(40));
    large.add({ bytes: 1, run: () => said.push('another'), refuse: () => {} });
    let count = 0;
    for (let turn = turns.shift(); said.length < 2; turn = turns.shift()) {
      turn!();
      count += 1;
    }
    expect([said, count]).toEqual([['another', '40 lines'], 10]);
    send(lines(3));
    expect(said.splice(2), 'a short one while others are decoded').toEqual(['3 lines']);
  });

  test('is refused as a whole where more wait than may, and where a line cannot be read', () => {
    const few = opened(100_000);
    few.send(lines(40));
    expect(few.said).toEqual(['503 OVERLOADED']);
    const { said, send, turns } = opened();
    send(`${lines(10)}{\n${lines(10)}`);
    while (turns.length > 0) turns.shift()!();
    expect(said).toEqual(['400 BODY_UNDECODABLE']);
  });
});

describe('turns of large bodies', () => {
  test('each is run once, in order, one in a turn; beyond the limit the oldest is refused', () => {
    const turns: (() => void)[] = [];
    const bodies = new LargeBodies(30, (run) => turns.push(run));
    const done: string[] = [];
    const add = (name: string, bytes: number): void =>
      bodies.add({ bytes, run: () => done.push(name), refuse: () => done.push(`${name} refused`) });
    expect([bodies.takeTurn(), bodies.takeTurn()]).toEqual([true, false]);
    for (const name of ['a', 'b', 'c', 'd']) add(name, 10);
    add('e', 31);
    expect(done.splice(0)).toEqual(['a refused', 'b refused', 'c refused', 'd refused', 'e refused']);
    add('f', 10);
    add('g', 10);
    turns.shift()!();
    expect(done).toEqual(['f']);
    expect(bodies.takeTurn()).toBe(false);
    turns.shift()!();
    expect(done).toEqual(['f', 'g']);
    turns.shift()!();
    expect([turns.length, bodies.takeTurn()]).toEqual([0, true]);
  });
});
