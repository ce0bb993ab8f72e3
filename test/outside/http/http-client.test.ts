// The HTTP client against servers that misbehave. Catches a call that is never answered or too late, an answer that is
// read beyond its limit, and a request to a private address.
import { runs } from '../../harness/effort.ts';
import { listening } from '../../harness/ports.ts';
import { DEADLINE_MS } from '../../harness/until.ts';
import * as fc from 'fast-check';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import type { Server } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import '../threads/compiled-threads.ts';
import type { HttpCall } from '../../../src/kernel/http-call.ts';
import { whyNotCallable } from '../../../src/outside/http/addresses.ts';
import { UndiciClient } from '../../../src/outside/http/http-client.ts';
import { isPrivateAddress } from '../../../src/outside/http/private-addresses.ts';
import { Receiver, flood } from './receiver.ts';
import type { Behaviour } from './receiver.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const opened = <T extends { close(): Promise<void> }>(one: T): T => (open.push(one), one);

const client = (): UndiciClient => opened(new UndiciClient());
/** For tests that leave its thread as it is. */
const CLIENT = new UndiciClient();
afterAll(() => CLIENT.close());
const listeningHere = (server: Server, host?: string): Promise<number> => {
  opened({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  return listening(server, host);
};
const receiver = async (behave: Behaviour): Promise<Receiver> => opened(await Receiver.open(behave));
const call = (url: string, more: Partial<HttpCall> = {}): HttpCall => ({
  method: 'GET',
  url,
  headers: {},
  body: '',
  timeoutMs: DEADLINE_MS,
  bytesMax: 65_536,
  privateAllowed: true,
  ...more,
});

describe('what it sends and reads', () => {
  test('method, query and body byte for byte; status and bytes of the answer', async () => {
    const { url, received } = await receiver(({ body }, reply) => void reply.writeHead(203).end(`got ${body}`));
    const one = client();
    expect(await one.call(call(`${url}/a?x=1&y=%C3%A4+b`, { headers: { 'x-own': 'v' } }))).toEqual({
      ok: true,
      status: 203,
      bytes: new Uint8Array(Buffer.from('got ')),
    });
    const posted = await one.call(
      call(url, { method: 'POST', body: 'ä=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    );
    expect(posted).toMatchObject({ ok: true, bytes: new Uint8Array(Buffer.from('got ä=1')) });
    expect(received.map(({ method, target }) => [method, target])).toEqual([
      ['GET', '/a?x=1&y=%C3%A4+b'],
      ['POST', '/'],
    ]);
    expect(received[0]!.headers['x-own']).toBe('v');
  });

  test('user name and password of the URL go as Basic authentication, and not in the target', async () => {
    const { port, received } = await receiver((_received, reply) => void reply.end());
    const sent = [
      ['shop', 'p%40ss%3A1'],
      ['shop', ''],
      ['', 'word'],
      ['j%C3%BCrgen', '%zz'],
    ] as const;
    for (const [name, password] of sent) await CLIENT.call(call(`http://${name}:${password}@127.0.0.1:${port}/x?y=1`));
    await CLIENT.call(call(`http://127.0.0.1:${port}/`));
    const pairs = received.map(
      ({ headers }) =>
        headers.authorization && Buffer.from(headers.authorization.replace(/^Basic /, ''), 'base64').toString(),
    );
    expect(pairs).toEqual(['shop:p@ss:1', 'shop:', ':word', 'jürgen:%zz', undefined]);
    expect(received.slice(0, 4).map(({ target }) => target)).toEqual(Array(4).fill('/x?y=1'));
  });

  test('a redirect is an answer and is not followed', async () => {
    const { url, received } = await receiver(
      (_received, reply) => void reply.writeHead(302, { location: '/else' }).end(),
    );
    expect(await CLIENT.call(call(url))).toMatchObject({ ok: true, status: 302 });
    expect(received).toHaveLength(1);
  });

  test('an answer of one gigabyte is left after the limit', async () => {
    let sent = Promise.resolve(0);
    const { url } = await receiver((_received, reply) => void (sent = flood(reply, 1e9)));
    expect(await CLIENT.call(call(url))).toMatchObject({ ok: false, failure: 'answer_too_large' });
    expect(await sent).toBeLessThan(30e6);
  });

  test('of an answer of one gigabyte the head is an answer, where no more was wanted', async () => {
    let sent = Promise.resolve(0);
    const { url } = await receiver((_received, reply) => void (sent = flood(reply, 1e9)));
    expect(await CLIENT.call(call(url, { headOnly: true, bytesMax: 1000 }))).toEqual({
      ok: true,
      status: 200,
      bytes: new Uint8Array(1000),
    });
    expect(await sent).toBeLessThan(30e6);
  });

  test('an answer of exactly the limit is whole', async () => {
    const { url } = await receiver((_received, reply) => void reply.end(Buffer.alloc(1000, 'a')));
    expect(await CLIENT.call(call(url, { bytesMax: 1000 }))).toMatchObject({ ok: true });
    expect(await CLIENT.call(call(url, { bytesMax: 999 }))).toMatchObject({ ok: false, failure: 'answer_too_large' });
  });
});

describe('time', () => {
  const within = async (url: string): Promise<void> => {
    expect(await CLIENT.call(call(url, { timeoutMs: 300 }))).toMatchObject({ ok: false, failure: 'timeout' });
  };

  test('no answer at all', async () => within((await receiver(() => undefined)).url));

  test('calls that hang keep none to the same host waiting', async () => {
    const own = await receiver(({ target }, reply) => void (target === '/fine' && reply.end('fine')));
    const { url } = own;
    const one = client();
    const hanging = Array.from({ length: 64 }, () => one.call(call(url)));
    await own.calls(64);
    expect(await one.call(call(`${url}/fine`))).toMatchObject({ ok: true });
    await one.close();
    expect(new Set((await Promise.all(hanging)).map((answer) => !answer.ok && answer.failure))).toEqual(
      new Set(['closed']),
    );
  });

  test('an answer that never ends, byte by byte', async () => {
    const drip: Behaviour = (_received, reply) => {
      const timer = setInterval(() => reply.write('x'), 20);
      reply.once('close', () => clearInterval(timer));
    };
    await within((await receiver(drip)).url);
  });

  test('headers that never end', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-a: b\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    await within(`http://127.0.0.1:${await listeningHere(server)}`);
  });
});

describe('the thread', () => {
  /** Nothing outside can end it: what a fault of the thread would do. */
  const end = async (one: UndiciClient): Promise<void> =>
    void (await (one as unknown as { pool: { threads: { worker: Worker }[] } }).pool.threads[0]!.worker.terminate());

  test('that ends fails the calls that it had, and the next call starts another', async () => {
    const own = await receiver(({ target }, reply) => void (target === '/fine' && reply.end('fine')));
    const one = client();
    const hanging = Array.from({ length: 3 }, () => one.call(call(own.url)));
    await own.calls(3);
    await end(one);
    for (const answer of await Promise.all(hanging))
      expect(answer).toMatchObject({ ok: false, failure: 'unreachable', detail: expect.stringContaining('thread') });
    expect(await one.call(call(`${own.url}/fine`))).toMatchObject({ ok: true });
  });

  test('takes what comes in great numbers, each answer to its call', async () => {
    const { url } = await receiver(({ target }, reply) => void reply.end(target));
    const one = client();
    const answers = await Promise.all(Array.from({ length: 500 }, (_, at) => one.call(call(`${url}/${at}`))));
    expect(answers.map((answer) => answer.ok && Buffer.from(answer.bytes).toString())).toEqual(
      answers.map((_, at) => `/${at}`),
    );
  });
});

describe('failures', () => {
  test('nobody listens, a connection that breaks, an answer that is none, a closed client', async () => {
    const gone = await Receiver.open();
    const { url } = gone;
    await gone.close();
    expect(await CLIENT.call(call(url))).toEqual({ ok: false, failure: 'unreachable', detail: 'ECONNREFUSED' });
    const broken = await receiver((_received, reply) => void reply.socket!.destroy());
    expect(await CLIENT.call(call(broken.url))).toMatchObject({ ok: false, failure: 'unreachable' });
    const server = createServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .resume()
          .end('hello\r\n\r\n'),
    );
    expect(await CLIENT.call(call(`http://127.0.0.1:${await listeningHere(server)}`))).toMatchObject({
      ok: false,
      failure: 'unreachable',
    });
    const hanging = await receiver(() => undefined);
    const one = client();
    const waiting = one.call(call(hanging.url));
    await hanging.calls(1);
    await one.close();
    expect(await waiting).toMatchObject({ ok: false, failure: 'closed' });
    expect(await one.call(call(hanging.url))).toMatchObject({ ok: false, failure: 'closed' });
  });

  test('any text as an address: a named failure and never a throw', async () => {
    const one = client();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.webUrl().map((url) => url.replace('http', 'gopher')),
        ),
        async (url) => {
          expect(await one.call(call(url, { privateAllowed: false, timeoutMs: 50 }))).toMatchObject({ ok: false });
        },
      ),
      { numRuns: runs(5, 10, 1_000) },
    );
  });
});

describe('private addresses', () => {
  test('are refused before a byte is sent, by name and by number', async () => {
    const { url, port, received } = await receiver((_received, reply) => void reply.end());
    for (const host of [
      url,
      `http://localhost:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://2130706433:${port}`,
      `http://0x7f.1:${port}`,
    ]) {
      expect(await CLIENT.call(call(host, { privateAllowed: false })), host).toMatchObject({
        ok: false,
        failure: 'address_refused',
      });
    }
    expect(received).toEqual([]);
  });

  test('are refused where a public name leads to them', async () => {
    // The look at the URL alone would let this name pass: only the connected address tells.
    const name = hostname();
    let connections = 0;
    const server = createServer((socket) => ((connections += 1), socket.destroy()));
    const port = await listeningHere(server, '::');
    expect(whyNotCallable(`http://${name}:${port}`, false)).toBe('');
    expect(await CLIENT.call(call(`http://${name}:${port}`, { privateAllowed: false }))).toMatchObject({
      ok: false,
      failure: 'address_refused',
    });
    // Not even connected to: that would tell which ports are open.
    expect(connections).toBe(0);
    await CLIENT.call(call(`http://${name}:${port}`));
    expect(connections).toBeGreaterThan(0);
  });

  test('the ranges', () => {
    const own = [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '2002:7f00:1::',
      '64:ff9b::a00:1',
      'ff02::1',
      '3fff::1',
      '3fff:fff::1',
      '2620:4f:8000::1',
      '192.31.196.1',
      '192.52.193.1',
      '192.175.48.1',
      '',
      'name',
    ];
    const world = [
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.128.0.1',
      '11.0.0.1',
      '2606:4700::1',
      '2a00:1450::1',
      '::ffff:8.8.8.8',
    ];
    expect(own.filter((address) => !isPrivateAddress(address))).toEqual([]);
    expect(world.filter(isPrivateAddress)).toEqual([]);
  });

  test('what no URL may be', () => {
    for (const url of [
      'ftp://a.example/',
      'javascript:1',
      '//a.example',
      'a.example',
      '',
      'http://',
      `http://a.example/${'x'.repeat(2048)}`,
    ]) {
      expect(whyNotCallable(url, true), url).not.toBe('');
    }
    expect(whyNotCallable('https://a.example:8443/x?y=1', false)).toBe('');
    expect(whyNotCallable('http://10.0.0.1/', false)).toBe('its address is private');
    expect(whyNotCallable('http://10.0.0.1/', true)).toBe('');
  });
});
