// An example that a newcomer would copy and that does not run, or a page that shows another program than runs.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buy } from '../../examples/buy.ts';
import { allOrNone, create, follow, many, once, refusals, search, together } from '../../examples/tour.ts';
import { Receiver } from '../outside/http/receiver.ts';
import { LISTENERS, served } from '../operations/clients/served.ts';
import { CREDENTIALS, SECRET } from '../operations/shop.ts';

const { licence_username: username, licence_password: password } = CREDENTIALS;
const originOf = ({ url }: { readonly url: string }): string => url.replace('/srv/service/', '');

test('examples/buy.ts shows the shop and places an order', async () => {
  const shop = await served(LISTENERS[0]);
  await shop.goods.product(12.5);
  const orderId = await buy(originOf(shop), username, password);
  expect(await shop.goods.shop.admin('get_order_by_id', { id_order: orderId })).toMatchObject({
    username: '',
    order_delivery_lastname: 'Buyer',
    cart: { total: 25 },
  });
});

test('examples/tour.ts does what it says', async () => {
  const shop = await served(LISTENERS[0]);
  const product = await shop.goods.product(12.5, {
    name: 'desk-lamp',
    attributes: { de_DE: { name: 'Desk lamp', short_description: '', price: 12.5 } },
  });
  const client = create(originOf(shop), username, password, SECRET);
  expect(await search(client)).toEqual(['desk-lamp']);
  const opened = await client.get_new_session();
  const session = opened.ok ? opened.value.code : '';
  expect(await refusals(client, session)).toBe('there is nothing to buy');
  expect(await together(client, session, product)).toMatchObject({ object: 'cart', total: 0 });
  expect(Number(await allOrNone(client))).toBeGreaterThan(product + 1);
  expect(await many(client, product)).toEqual(['WAREHOUSE_ENTITY_NOT_FOUND']);
  expect(await once(client, session, 'form 1')).toBe(false);
});

test('examples/tour.ts follows the change feed', async () => {
  const feed = await Receiver.open((_received, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.end('event: product\ndata: {"id":7,"change":"changed"}\nid: 10.a\n\n');
  });
  const abort = new AbortController();
  const following = follow(create(feed.url, username, password, SECRET), abort.signal);
  await expect.poll(() => feed.received.length).toBe(2);
  abort.abort();
  // The second event may be on its way when the reader leaves.
  expect([1, 2]).toContain(await following);
  expect(feed.received[1]!.headers['last-event-id']).toBe('10.a');
  await feed.close();
});

describe('docs/build/client.md', () => {
  const doc = readFileSync(new URL('../../docs/build/client.md', import.meta.url), 'utf8');
  const tour = readFileSync(new URL('../../examples/tour.ts', import.meta.url), 'utf8');
  const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());
  // The first block is a newcomer's first lines: buy.ts begins with them.
  const blocks = [...doc.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block!).slice(1);

  test.each(blocks)('shows what examples/tour.ts runs: %s', (block) => {
    const program = linesOf(tour);
    let at = 0;
    for (const line of linesOf(block)) {
      if (line === '') continue;
      at = program.findIndex((each, index) => index >= at && (each === line || each === `return ${line}`)) + 1;
      expect(at, line).toBeGreaterThan(0);
    }
  });
});
