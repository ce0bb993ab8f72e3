// Catches an answer of etcd's gateway that is taken for another one: refusals by their sentences, and whatever says not
// what was done as silence.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EtcdClient } from '../../../src/outside/etcd/etcd-client.ts';
import { base64, put, txn } from '../../../src/outside/etcd/requests.ts';
import { Etcd, HAS_ETCD, connect } from '../../etcd-log/etcd.ts';
import type { AddressInfo } from 'node:net';
import { listening } from '../../harness/ports.ts';

describe('answers', () => {
  let server: Server;
  let client: EtcdClient;
  let answer: { status: number; body: string; cut?: boolean; date?: string };
  let asked: { path: string; authorization: string | undefined; body: string }[];

  beforeEach(async () => {
    asked = [];
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { authorization } = request.headers;
      asked.push({ path: request.url!, authorization, body: Buffer.concat(chunks).toString() });
      if (answer.date !== undefined) response.setHeader('date', answer.date);
      response.writeHead(answer.status);
      if (answer.cut === true) response.write(answer.body, () => response.destroy());
      else response.end(answer.body);
    });
    client = connect([`http://127.0.0.1:${await listening(server)}`]);
  });

  afterEach(async () => {
    await client.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const error = (message: string): string => JSON.stringify({ error: message, message, code: 8 });
  const header = '"header":{"cluster_id":"7","member_id":"8","revision":"9"}';

  test.each([
    ['etcdserver: request is too large', 'too_large'],
    ['grpc: received message larger than max (4194400 vs. 2097152)', 'too_large'],
    ['etcdserver: too many requests', 'too_many_requests'],
    ['etcdserver: mvcc: database space exceeded', 'no_space'],
    ['etcdserver: permission denied', 'permission_denied'],
    ['etcdserver: user name is empty', 'credentials'],
    ['etcdserver: authentication failed, invalid user ID or password', 'credentials'],
    ['etcdserver: invalid auth token', 'token_invalid'],
    ['etcdserver: mvcc: required revision has been compacted', 'compacted'],
  ])('%j is refused as %s', async (message, reason) => {
    answer = { status: 400, body: error(message) };
    await expect(client.txn('{}')).rejects.toMatchObject({ name: 'EtcdRefused', reason, message });
  });

  test('a status says how far the clock of its member is off, and nothing of it without a date', async () => {
    const offset = async (date: string): Promise<number | undefined> => {
      answer = { status: 200, body: `{${header}}`, date };
      return (await client.statuses())[0]!.offsetMs;
    };
    // A date has whole seconds, and the answer comes after the question.
    const [early, late] = [Math.floor(Date.now() / 1000) * 1000, 3_600_000];
    const ahead = (await offset(new Date(early + late).toUTCString()))!;
    const [leastMs, mostMs] = [late - (Date.now() - early), late];
    expect([ahead >= leastMs - 1000, ahead <= mostMs + 1000], `${ahead} ms`).toEqual([true, true]);
    expect(await offset('yesterday')).toBeUndefined();
  });

  test.each<[string, number, string, boolean?]>([
    ['a time-out of etcd', 503, error('etcdserver: request timed out')],
    ['a change of its leader', 503, error('etcdserver: leader changed')],
    ['another program', 502, '<html>Bad Gateway</html>'],
    ['no body', 200, ''],
    ['half of a body', 200, `{${header},"succeeded":tr`, true],
    ['half of a body, which the connection ends as if it were whole', 200, `{${header},"succ`],
    ['JSON of something else', 200, '{"succeeded":true}'],
    ['no object', 200, 'null'],
    ['an error without a sentence', 500, '{}'],
  ])('%s is silence', async (_, status, body, cut = false) => {
    answer = { status, body, cut };
    await expect(client.txn('{}')).rejects.toMatchObject({ name: 'EtcdSilent' });
  });

  test('members that are left out are false and zero', async () => {
    answer = { status: 200, body: `{${header}}` };
    expect((await client.txn('{}')).succeeded).toBeUndefined();
    expect(client.clusterId).toBe('7');
    answer = { status: 200, body: `{${header.replace('7', '6')}}` };
    await expect(client.txn('{}')).rejects.toMatchObject({ name: 'EtcdSilent' });
  });

  test('an answer that is too long is not read', async () => {
    answer = { status: 200, body: `{${header},"rest":"${'x'.repeat(5_000)}"}` };
    await expect(client.txn('{}', 5_000)).rejects.toMatchObject({ name: 'AnswerTooLong' });
    expect((await client.txn('{}')).header.revision).toBe('9');
  });

  test('a token that is refused is asked for once more, not for ever', async () => {
    const [url] = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
    const own = connect([url], { user: { name: 'shop', password: '"hush"' } });
    answer = { status: 200, body: `{${header},"token":"one.1"}` };
    await own.txn('{}');
    expect(asked.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/v3/auth/authenticate', undefined],
      ['/v3/kv/txn', 'one.1'],
    ]);
    expect(JSON.parse(asked[0]!.body)).toEqual({ name: 'shop', password: '"hush"' });
    asked.length = 0;
    answer = { status: 401, body: error('etcdserver: invalid auth token') };
    await expect(own.txn('{}')).rejects.toMatchObject({ reason: 'token_invalid' });
    expect(asked.map(({ path }) => path)).toEqual(['/v3/kv/txn', '/v3/auth/authenticate']);
    await own.close();
  });
});

describe.skipIf(!HAS_ETCD)('with a real etcd', () => {
  let etcd: Etcd;
  let client: EtcdClient;

  beforeAll(async () => {
    etcd = await Etcd.start();
    client = connect(etcd.urls);
  });
  afterAll(async () => {
    await client?.close();
    await etcd?.close();
  });

  test('its answers have a date: its clock is that of this machine', async () => {
    await expect.poll(async () => Math.abs((await client.statuses())[0]!.offsetMs ?? Infinity)).toBeLessThan(1_000);
  });

  test.each([1_600_000, 4_000_000])('a value of %d bytes is too large', async (bytes) => {
    const body = txn([], [put(base64('large'), base64(Buffer.alloc(bytes)))]);
    await expect(client.txn(body)).rejects.toMatchObject({ name: 'EtcdRefused', reason: 'too_large' });
    expect((await client.range(base64('large'))).kvs).toBeUndefined();
  });

  test('a stream from a revision that is compacted is refused', async () => {
    for (let round = 0; round < 3; round += 1) await client.txn(txn([], [put(base64('one'), base64(`${round}`))]));
    const { header } = await client.range(base64('one'));
    await client.compact(Number(header.revision));
    const again = client.compact(Number(header.revision));
    await expect(again).rejects.toMatchObject({ reason: 'compacted' });
    const { signal } = new AbortController();
    const stream = client.watch({ key: base64('one') }, 1, signal);
    const read = async (): Promise<void> => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toMatchObject({ name: 'EtcdRefused', reason: 'compacted' });
  });

  test('an event that is larger than a message comes in several', async () => {
    const stop = new AbortController();
    const { header } = await client.range(base64('b'));
    const value = base64(Buffer.alloc(700_000, 'v'));
    for (let round = 0; round < 8; round += 1) await client.txn(txn([], [put(base64(`b${round}`), value)]));
    const counts: number[] = [];
    const keys = { key: base64('b'), end: base64('c') };
    for await (const { events = [] } of client.watch(keys, Number(header.revision) + 1, stop.signal)) {
      counts.push(events.length);
      if (counts.reduce((sum, count) => sum + count, 0) === 8) stop.abort();
    }
    expect(Math.max(...counts)).toBeLessThan(8);
  });

  test('a lease that has ended is said so', async () => {
    const { ID: id } = await client.leaseGrant(60);
    expect(await client.leaseKeepAlive(id)).toBe(true);
    expect(await client.leaseKeepAlive('4711')).toBe(false);
  });
});
