// Catches a change feed that others than a channel with its secret key can read, and a reader who cannot resume.
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import { changeFeedRoute } from '../../../src/http/routes/change-feed.ts';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { parseEvents, untilPublished } from '../../engine/delivery/feed-reader.ts';
import { CREDENTIALS, Goods, SECRET } from '../../operations/shop.ts';
import { transports } from '../transport/transports.ts';

const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close(100);
});

const AUTHORIZATION = `Basic ${Buffer.from(`${CREDENTIALS.licence_username}:${CREDENTIALS.licence_password}`).toString('base64')}`;
const KEYS = { Authorization: AUTHORIZATION, 'X-Licence-Secret-Key': SECRET };

describe.each(transports)('over $name', ({ listen }) => {
  const serve = async (): Promise<{ goods: Goods; port: number; feed: ChangeFeed; server: Listener }> => {
    const goods = await Goods.open();
    const { dispatch, engine } = goods.shop;
    const feed = new ChangeFeed(engine, { readersMax: 2, stalledMsMax: 1000, epoch: 'a1b2c3d4' });
    const routes = [changeFeedRoute({ feed, permits: (fields) => dispatch.callers.permits(fields) })];
    const handle = requestHandler(dispatch, { bodyFieldsMax: 100, fieldNameBytesMax: 100 }, routes);
    const server = await listen({ host: '127.0.0.1', port: 0, bodyBytesMax: 10_000, bodyTimeoutMs: 1000 }, handle);
    listeners.push(server);
    await untilPublished(goods.shop);
    return { goods, port: server.port, feed, server };
  };

  const get = async (port: number, headers: { [name: string]: string }, method = 'GET'): Promise<IncomingMessage> => {
    const asked = request({ port, host: '127.0.0.1', path: '/srv/events', method, headers });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  };

  test('a reader gets what happens, leaves, comes back, and a stop ends the stream', async () => {
    const { goods, port, feed, server } = await serve();
    const first = await get(port, KEYS);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    let text = '';
    first.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await goods.product(1);
    await expect
      .poll(() => parseEvents(text).messages)
      .toEqual([
        { id: expect.any(String), event: 'product', data: { id: 1, change: 'created', active: 1, categories: [1] } },
      ]);
    const { lastEventId } = parseEvents(text);
    expect(lastEventId).toMatch(/^\d+\.a1b2c3d4$/);
    first.destroy();
    await expect.poll(() => feed.readersCount).toBe(0);
    await goods.product(2);
    const second = await get(port, { ...KEYS, 'Last-Event-ID': lastEventId });
    let more = '';
    second.on('data', (chunk: Buffer) => (more += chunk.toString()));
    await expect
      .poll(() => parseEvents(more).messages)
      .toEqual([
        { id: expect.any(String), event: 'product', data: { id: 2, change: 'created', active: 1, categories: [1] } },
      ]);
    const ended = once(second, 'end');
    await server.close(5000);
    await ended;
    expect(feed.readersCount).toBe(0);
  });

  test.each([
    ['no credentials', {}, 'GET', 403, 'PERMISSION_DENIED'],
    ['no secret key', { Authorization: AUTHORIZATION }, 'GET', 403, 'PERMISSION_DENIED'],
    ['a wrong secret key', { ...KEYS, 'X-Licence-Secret-Key': 'wrong' }, 'GET', 403, 'PERMISSION_DENIED'],
    [
      'a wrong password',
      { ...KEYS, Authorization: `Basic ${Buffer.from('shop_1:wrong').toString('base64')}` },
      'GET',
      403,
      'PERMISSION_DENIED',
    ],
    ['a foreign id', { ...KEYS, 'Last-Event-ID': 'abc' }, 'GET', 400, 'PARAMETER_INVALID'],
    ['an id of another history', { ...KEYS, 'Last-Event-ID': '1.00000000' }, 'GET', 410, 'RESUME_TOO_OLD'],
    ['an id of the future', { ...KEYS, 'Last-Event-ID': '999999' }, 'GET', 410, 'RESUME_TOO_OLD'],
    ['a POST', KEYS, 'POST', 405, 'METHOD_NOT_ALLOWED'],
  ])('refuses %s', async (_what, headers, method, status, code) => {
    const { port } = await serve();
    const response = await get(port, headers as { [name: string]: string }, method);
    let text = '';
    for await (const chunk of response) text += String(chunk);
    expect([response.statusCode, (JSON.parse(text) as { message: string }).message]).toEqual([status, code]);
  });
});
