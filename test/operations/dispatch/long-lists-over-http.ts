// Long lists through a transport, as clients get them.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { Listen } from '../../../src/http/transport/transport.ts';
import { begin, longShop } from './long-lists.ts';
import type { LongShop } from './long-lists.ts';
import { endsWithTest } from '../../harness/endings.ts';
import { CREDENTIALS, SECRET } from '../shop.ts';

export const ASKED = { ...CREDENTIALS, licence_secret_key: SECRET, request: 'search_products', constraint: '[]' };

export const served = async (
  listen: Listen,
  products: number,
): Promise<LongShop & { readonly port: number; readonly expected: string }> => {
  const long = await longShop(products, { lists: { soon: (run) => void setImmediate(run) } });
  const listening = await listen(
    { host: '127.0.0.1', port: 0, bodyBytesMax: 1_048_576, bodyTimeoutMs: 5000 },
    requestHandler(long.goods.shop.dispatch, { bodyFieldsMax: 200, fieldNameBytesMax: 256 }),
  );
  endsWithTest(() => listening.close(0));
  const { reader } = begin(long, 'search_products', { constraint: [] });
  while (!reader.ended) await new Promise((resolve) => setImmediate(resolve));
  expect(reader.pieces.length).toBeGreaterThan(products / 120);
  return { ...long, port: listening.port, expected: reader.text };
};

const asked = (port: number, more: { readonly [name: string]: string } = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/srv/service/`, { method: 'POST', body: new URLSearchParams({ ...ASKED, ...more }) });

export const longListsOver = (listen: Listen, products: number): void => {
  const serving = () => served(listen, products);
  test('gives the same bytes, several at a time, and goes on', async () => {
    const { port, expected } = await serving();
    for (const text of await Promise.all([1, 2, 3].map(async () => (await asked(port)).text())))
      expect(text).toBe(expected);
    const reply = await asked(port);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await reply.text()).toBe(expected);
    expect(await (await asked(port, { right_limit: '1' })).json()).toMatchObject({ count: products, limit_count: 1 });
  });

  test('a fault in the middle breaks the connection off: what arrived is no whole reply', async () => {
    const { port, goods, expected } = await serving();
    const { shopobject } = goods.shop.engine.tables;
    const { peekActor } = shopobject;
    shopobject.peekActor = function at(this: typeof shopobject, id) {
      if (id === Math.floor((products * 2) / 3)) throw new Error('out of order');
      return peekActor.call(this, id);
    };
    const reply = await asked(port);
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow(/terminated|aborted|other side closed|ECONNRESET/i);
    shopobject.peekActor = peekActor;
    expect(goods.shop.faults.splice(0)).toEqual([expect.stringContaining('out of order')]);
    expect(await (await asked(port)).text()).toBe(expected);
  });

  test('a caller that leaves in the middle leaves nothing behind', async () => {
    const { port, goods } = await serving();
    const body = new URLSearchParams(ASKED).toString();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /srv/service/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await expect.poll(() => goods.shop.engine.beforeApply).toBeUndefined();
  });
};
