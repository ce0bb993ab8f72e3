// Readers of long lists who read nothing, over each transport, and others beside them. Catches a transport that does
// not say that a reader takes nothing, or that goes on writing to it.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { Listen, Listener } from '../../../src/http/transport/transport.ts';
import type { LongListOptions } from '../../../src/operations/dispatch/list-scheduler.ts';
import { LISTENERS } from '../clients/served.ts';
import { ASKED } from './long-lists-over-http.ts';
import type { Listed } from './long-list-calls.ts';
import { longShop } from './long-lists.ts';

const PRODUCTS = 201;
/** Together more than the system keeps for a connection that nobody reads. */
const DESCRIPTION = 'x'.repeat(60_000);
const ADDRESS = 'x-shopper';

const listening: Listener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const listener of listening.splice(0)) await listener.close(0);
});

const served = async (listen: Listen, lists: Partial<LongListOptions>) => {
  const soon = (run: () => void): void => void setImmediate(run);
  const { goods } = await longShop(PRODUCTS, { lists: { soon, ...lists } }, DESCRIPTION);
  const listener = await listen(
    { host: '127.0.0.1', port: 0, bodyBytesMax: 1_048_576, bodyTimeoutMs: 5000, clientAddressHeader: ADDRESS },
    requestHandler(goods.shop.dispatch, { bodyFieldsMax: 200, fieldNameBytesMax: 256 }),
  );
  listening.push(listener);
  return { port: listener.port, load: () => goods.shop.dispatch.load.lists };
};

const { licence_secret_key: SECRET, ...STOREFRONT } = ASKED;

/** A shopper who reads the status line of a list and nothing else; the status. */
const unread = (port: number, address: string): Promise<number> => {
  const body = new URLSearchParams(STOREFRONT).toString();
  const head = `POST /srv/service/ HTTP/1.1\r\nHost: x\r\n${ADDRESS}: ${address}\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`${head}${type}Content-Length: ${body.length}\r\n\r\n${body}`);
  return new Promise((resolve) =>
    socket.once('data', (piece: Buffer) => {
      socket.pause();
      resolve(Number(piece.toString('latin1').split(' ')[1]));
    }),
  );
};

const read = async (
  port: number,
  address: string,
  fields: object,
): Promise<readonly [status: number, shown: number]> => {
  const body = new URLSearchParams({ ...fields } as { [name: string]: string });
  const reply = await fetch(`http://127.0.0.1:${port}/srv/service/`, {
    method: 'POST',
    headers: { [ADDRESS]: address },
    body,
  });
  return [reply.status, ((await reply.json()) as Partial<Listed>).result?.length ?? 0];
};

/** As many as there are places. */
const READERS = 16;

describe.each(LISTENERS)('$name', ({ listen }) => {
  test('readers of one caller who read nothing keep nobody else from long lists', async () => {
    const { port, load } = await served(listen, { openMax: READERS, yieldMs: Infinity });
    const statuses = await Promise.all(Array.from({ length: READERS }, () => unread(port, 'a')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(READERS / 2);
    expect(load()).toMatchObject({ open: READERS / 2, refused: READERS / 2 });
    expect(await read(port, 'b', STOREFRONT)).toEqual([200, PRODUCTS]);
    expect(await read(port, 'a', { ...STOREFRONT, licence_secret_key: SECRET })).toEqual([200, PRODUCTS]);
    expect(await read(port, 'a', STOREFRONT)).toEqual([503, 0]);
  });

  test('and give their places up to one of the same caller who reads', async () => {
    const { port, load } = await served(listen, { openMax: READERS, yieldMs: 0 });
    const statuses = await Promise.all(Array.from({ length: READERS / 2 }, () => unread(port, 'a')));
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Once one of them is not read; before, there is none that could give way.
    await expect.poll(async () => (await read(port, 'a', STOREFRONT))[0]).toBe(200);
    expect(load().ended.get('gave_way')).toBe(1);
  });
});
