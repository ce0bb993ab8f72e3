// Catches an aggregate that holds more than its limit, and one that denies a change whose reply is too large.
import { expect, test } from 'vitest';
import { CREDENTIALS, freeLine, openShop } from '../shop.ts';
import type { Reply } from '../shop.ts';

const BYTES_MAX = 65_536;

const fullCart = async () => {
  const shop = openShop({ config: { aggregateBytesMax: BYTES_MAX } });
  const session = await shop.session();
  const line = freeLine(session, '1.50', { description_field: 'd'.repeat(7000) });
  for (let index = 0; index < 3; index += 1) await shop.call('add_to_cart', line);
  return { shop, session, line };
};

test('replies together stay within aggregateBytesMax, and what comes behind is not called', async () => {
  const { shop, session } = await fullCart();
  const part = { request: 'get_cart', args: { session } };
  const alone = await shop.call('get_cart', { session });
  const reply = await shop.call('aggregate', { pipe: { a: part, b: part, c: part, d: part } });
  expect(reply).toMatchObject({ message: 'AGGREGATE_TOO_LARGE', param: 'c' });
  expect(Object.keys(reply).slice(5)).toEqual(['aggregate_a', 'aggregate_b', 'aggregate_c']);
  expect([reply['aggregate_a'], reply['aggregate_b']]).toEqual([alone, alone]);
  expect(reply['aggregate_c']).toMatchObject({ object: 'error', message: 'AGGREGATE_TOO_LARGE' });
});

test('a change whose reply is too large is made, and the reply says so', async () => {
  const { shop, session, line } = await fullCart();
  const read = { request: 'get_cart', args: { session } };
  const pipe = { a: read, b: read, add: { request: 'add_to_cart', args: line } };
  const reply = await shop.call('aggregate', { pipe });
  expect(reply).toMatchObject({ message: 'AGGREGATE_TOO_LARGE', param: 'add' });
  expect(reply['detail']).toContain('The change was made.');
  const { sum } = await shop.call<Reply>('get_cart', { session });
  expect(sum).toBe(6);
});

// Catches a conversion to XML of so much JSON that its tree fills the heap.
test('a reply that becomes XML may hold a quarter of it', async () => {
  const { shop, session } = await fullCart();
  const xml = { licence_username: 'xml', licence_password: 'password-xml' };
  shop.openChannel(xml, 'secret-xml', true, 'xml');
  const status = { request: 'get_status' };
  const cart = { request: 'get_cart', args: { session } };
  const asked = async (pipe: object): Promise<string> =>
    (await shop.send({ ...CREDENTIALS, request: 'aggregate', pipe: JSON.stringify(pipe) })).text;
  const askedInXml = async (pipe: object): Promise<string> =>
    new Promise((resolve) => {
      const fields = { ...xml, request: 'aggregate', pipe: JSON.stringify(pipe) };
      shop.dispatch.call(fields, '', (_status, body) => resolve(String(body)));
    });
  expect(await asked({ a: cart })).not.toContain('AGGREGATE_TOO_LARGE');
  expect(await askedInXml({ a: status })).toContain('<aggregate_a>');
  expect(await askedInXml({ a: status, b: cart })).toContain('<message>AGGREGATE_TOO_LARGE</message>');
});
