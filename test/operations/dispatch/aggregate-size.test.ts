// Catches an aggregate that holds more than its limit, and one that denies a change whose reply is too large.
import { expect, test } from 'vitest';
import { XML_AT_ONCE } from '../../../src/operations/dispatch/xml-replies.ts';
import { freeLine, openShop } from '../shop.ts';
import type { Reply } from '../shop.ts';

const BYTES_MAX = 65_536;

const fullCart = async (options: Parameters<typeof openShop>[0] = {}) => {
  const shop = openShop({ config: { aggregateBytesMax: BYTES_MAX }, ...options });
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

// Catches a conversion to XML that holds the thread until its end, one that is answered twice, and memory that is not
// given back.
test('a long reply becomes XML in slices, and others are answered before it', async () => {
  const asItIs = { ...XML_AT_ONCE };
  const waiting: (() => void)[] = [];
  try {
    const work = { sliceMs: 0, nowMs: () => 0, soon: (run: () => void) => void waiting.push(run) };
    const shop = openShop({ work });
    const xml = { licence_username: 'xml', licence_password: 'password-xml' };
    shop.openChannel(xml, 'secret-xml', true, 'xml');
    const session = await shop.session();
    const line = freeLine(session, '1.50', { description_field: 'd'.repeat(1000) });
    for (let index = 0; index < 15; index += 1) await shop.call('add_to_cart', line);
    const cart = { request: 'get_cart', args: { session } };
    const texts: string[] = [];
    const ask = (): Promise<string> =>
      new Promise((resolve) => {
        const fields = { ...xml, request: 'aggregate', pipe: JSON.stringify({ a: cart, b: cart, c: cart }) };
        shop.dispatch.call(fields, '', (_status, body) => {
          texts.push(String(body));
          resolve(String(body));
        });
      });
    const atOnce = await (async () => {
      XML_AT_ONCE.charsMax = Infinity;
      return ask();
    })();
    Object.assign(XML_AT_ONCE, asItIs);
    const both = [ask(), ask()];
    await shop.engine.whenDurable(shop.engine.headSeq);
    expect(texts).toEqual([atOnce]);
    expect(await shop.call('get_status', {})).toMatchObject({ object: 'status' });
    expect(texts).toEqual([atOnce]);
    expect(shop.engine.memory.waiting.bytes).toBeGreaterThan(atOnce.length);
    let slices = 0;
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift(), slices += 1) run();
    expect(slices).toBeGreaterThan(4);
    expect(await Promise.all(both)).toEqual([atOnce, atOnce]);
    expect(texts).toHaveLength(3);
    expect(shop.engine.memory.waiting.bytes).toBe(0);
  } finally {
    Object.assign(XML_AT_ONCE, asItIs);
  }
});

// Catches XML that counts for nobody.
test('a long reply of a call that has used its time is refused, and one that tells of a change is written', async () => {
  let nowMs = 0;
  const waiting: (() => void)[] = [];
  const soon = (run: () => void): void => void waiting.push(run);
  const work = { sliceMs: 0, budgetMs: 600_000, callMsMax: 3, nowMs: () => (nowMs += 1), soon };
  const { shop, session } = await fullCart({ work });
  const xml = { licence_username: 'xml', licence_password: 'password-xml' };
  shop.openChannel(xml, 'secret-xml', true, 'xml');
  const cart = { request: 'get_cart', args: { session } };
  const ask = (parts: object): Promise<string> =>
    new Promise((resolve) => {
      const fields = { ...xml, request: 'aggregate', pipe: JSON.stringify(parts) };
      shop.dispatch.call(fields, '', (_status, body) => resolve(String(body)));
    });
  const runAll = async (): Promise<void> => {
    await shop.engine.whenDurable(shop.engine.headSeq);
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) run();
  };
  const refused = ask({ a: cart, b: cart });
  await runAll();
  const text = await refused;
  expect(text).toContain('<message>TOO_EXPENSIVE</message>');
  expect(text).toContain('It was at the XML of its reply.');
  expect(shop.engine.memory.waiting.bytes).toBe(0);
  const changed = ask({ a: cart, b: cart, end: { request: 'clear_cart', args: { session } } });
  await runAll();
  expect(await changed).toContain('</aggregate_b>');
});

test('a long reply that cannot become XML is answered as a fault', async () => {
  const broken = (): never => {
    throw new RangeError('broken on purpose');
  };
  const { shop, session } = await fullCart({ xmlTemplate: broken });
  const xml = { licence_username: 'xml', licence_password: 'password-xml' };
  shop.openChannel(xml, 'secret-xml', true, 'xml');
  const cart = { request: 'get_cart', args: { session } };
  const text = await new Promise((resolve) => {
    const fields = { ...xml, request: 'aggregate', pipe: JSON.stringify({ a: cart, b: cart }) };
    shop.dispatch.call(fields, '', (_status, body) => resolve(String(body)));
  });
  expect(text).toContain('<message>INTERNAL_ERROR</message>');
  expect(shop.faults.splice(0)).toEqual([expect.stringContaining('broken on purpose')]);
  expect(shop.engine.memory.waiting.bytes).toBe(0);
});
