// Work for callers who have hung up, or of a server that stops. Catches XML, a list or parts of an aggregate that go
// on, memory and places that such work keeps, a change that is told as none, and a reply that is lost although its
// caller waits.
import { describe, expect, test } from 'vitest';
import type { AnsweredCall } from '../../../src/operations/dispatch/call-observer.ts';
import { CREDENTIALS, freeLine, openShop } from '../shop.ts';
import type { Given, ShopOptions, TestShop } from '../shop.ts';
import { ALL } from './long-list-calls.ts';
import { begin as beginList, longShop } from './long-lists.ts';

const XML = { licence_username: 'xml', licence_password: 'password-xml' };

interface Begun {
  readonly replies: string[];
  leave(): void;
}

/** A call over a connection that its client may close. */
const begin = (shop: TestShop, fields: Given): Begun => {
  let isGone = false;
  const replies: string[] = [];
  const reply = {
    get isGone() {
      return isGone;
    },
    stream: () => undefined,
  };
  const form = { ...CREDENTIALS, ...fields };
  shop.dispatch.call(form, '', (_status, body) => replies.push(String(body)), '', undefined, reply);
  return { replies, leave: () => (isGone = true) };
};

const openInTurns = (options: ShopOptions = {}) => {
  const waiting: (() => void)[] = [];
  const answered: AnsweredCall[] = [];
  const observer = {
    knownSeq: 0,
    answered: (call: AnsweredCall) => (answered.push(call), []),
    answeredElsewhere: () => {},
  };
  const work = { budgetMs: 0, sliceMs: 0, nowMs: () => 0, soon: (run: () => void) => void waiting.push(run) };
  const shop = openShop({ work, observer, ...options });
  const turn = (): boolean => {
    const run = waiting.shift();
    run?.();
    return run !== undefined;
  };
  return { shop, turn, answered };
};

const fullCart = async (shop: TestShop): Promise<string> => {
  const session = await shop.session();
  const line = freeLine(session, '1.50', { description_field: 'd'.repeat(7000) });
  for (let index = 0; index < 6; index += 1) await shop.call('add_to_cart', line);
  await shop.engine.whenDurable(shop.engine.headSeq);
  return session;
};

test('a reply that becomes XML ends with its caller', async () => {
  const { shop, turn, answered } = openInTurns();
  shop.openChannel(XML, 'secret-xml', true, 'xml');
  const session = await fullCart(shop);
  const asked = { ...XML, request: 'get_cart', session };
  const [leaving, staying] = [begin(shop, asked), begin(shop, { ...asked, needed_attributes: '["x"]' })];
  expect(shop.dispatch.load.searchesOpen).toBe(2);
  expect(turn()).toBe(true);
  leaving.leave();
  let turns = 0;
  while (turn()) turns += 1;
  expect(turns).toBeGreaterThan(2);
  expect([leaving.replies, staying.replies]).toEqual([
    [expect.stringContaining('its caller has gone')],
    [expect.stringContaining('</cart>')],
  ]);
  expect(answered.slice(-2).map(({ code }) => code)).toEqual(['OVERLOADED', '']);
  expect([shop.engine.memory.waiting.bytes, shop.dispatch.load.searchesOpen]).toEqual([0, 0]);
});

test('a change counts as one, also where its caller goes before its XML is made', async () => {
  const { shop, turn, answered } = openInTurns();
  shop.openChannel(XML, 'secret-xml', true, 'xml');
  const session = await fullCart(shop);
  const form = Object.fromEntries(
    Object.entries(freeLine(session, '1.50')).map(([name, value]) => [
      name,
      typeof value === 'object' ? '' : String(value),
    ]),
  );
  const { leave, replies } = begin(shop, { ...XML, ...form, request: 'add_to_cart' });
  await expect.poll(() => shop.dispatch.load.searchesOpen).toBe(1);
  leave();
  while (turn());
  expect(replies).toHaveLength(1);
  expect(answered.at(-1)).toMatchObject({ operation: 'add_to_cart', code: '', madeSeq: shop.engine.headSeq });
});

test('an aggregate begins no part once its caller has gone; what was done stays', async () => {
  const { shop, turn, answered } = openInTurns();
  const session = await fullCart(shop);
  const lines = async (): Promise<number> =>
    (await shop.call<{ contents: object[] }>('get_cart', { session })).contents.length;
  const before = await lines();
  const add = { request: 'add_to_cart', args: freeLine(session, '1.50') };
  const { leave, replies } = begin(shop, { request: 'aggregate', pipe: JSON.stringify({ a: add, b: add, c: add }) });
  turn();
  leave();
  while (turn());
  await shop.engine.whenDurable(shop.engine.headSeq);
  expect(replies).toEqual([expect.stringContaining('its caller has gone')]);
  expect(replies[0]).not.toContain('aggregate_a');
  expect(answered.at(-1)).toMatchObject({ operation: 'aggregate', code: '', madeSeq: shop.engine.headSeq });
  expect([(await lines()) - before, shop.engine.memory.aggregates.bytes]).toEqual([2, 0]);
});

test('an aggregate that has changed nothing counts as refused where its caller goes', async () => {
  const { shop, turn, answered } = openInTurns();
  const session = await fullCart(shop);
  const read = { request: 'get_cart', args: { session } };
  const { leave, replies } = begin(shop, { request: 'aggregate', pipe: JSON.stringify({ a: read, b: read, c: read }) });
  turn();
  leave();
  while (turn());
  expect(replies).toEqual([expect.stringContaining('its caller has gone')]);
  expect(answered.at(-1)).toMatchObject({ operation: 'aggregate', code: 'OVERLOADED', madeSeq: 0 });
});

test('a change counts as one, also where its caller goes during a list behind it', async () => {
  const answered: AnsweredCall[] = [];
  const observer = { knownSeq: 0, answered: (call: AnsweredCall) => (answered.push(call), []), answeredElsewhere() {} };
  const long = await longShop(300, { observer });
  const { shop } = long.goods;
  const session = await shop.session();
  const pipe = JSON.stringify({
    a: { request: 'add_to_cart', args: freeLine(session, '1.50') },
    b: { request: 'search_products', args: { ...ALL, language: 'de_DE', country: 'DE' } },
  });
  const { leave, replies } = begin(shop, { request: 'aggregate', pipe });
  await expect.poll(() => (long.turns.take(), shop.dispatch.load.lists.open)).toBe(1);
  leave();
  while (long.turns.take());
  await shop.engine.whenDurable(shop.engine.headSeq);
  expect(replies).toEqual([expect.stringContaining('its caller has gone')]);
  expect(answered.at(-1)).toMatchObject({ operation: 'aggregate', code: '', madeSeq: shop.engine.headSeq });
});

test('a list of an aggregate ends with its caller, and gives its place to the next one', async () => {
  const long = await longShop(300);
  const { shop } = long.goods;
  const list = { request: 'search_products', args: { ...ALL, language: 'de_DE', country: 'DE' } };
  const pipe = JSON.stringify({ a: list, b: list });
  const { leave, replies } = begin(shop, { request: 'aggregate', pipe });
  expect(long.turns.take()).toBe(true);
  expect(shop.dispatch.load.lists.open).toBe(1);
  leave();
  let turns = 0;
  while (long.turns.take()) turns += 1;
  expect(turns).toBe(1);
  expect(replies).toEqual([expect.stringContaining('its caller has gone')]);
  const { open, ended } = shop.dispatch.load.lists;
  expect([open, ended.get('left'), shop.engine.memory.aggregates.bytes]).toEqual([0, 1, 0]);
});

describe('a server that stops', () => {
  const STOPS = expect.stringContaining('as the server stops; ask again') as string;

  test('gives up XML that is being made, but for that of a change', async () => {
    const { shop, turn, answered } = openInTurns();
    shop.openChannel(XML, 'secret-xml', true, 'xml');
    const session = await fullCart(shop);
    const { replies } = begin(shop, { ...XML, request: 'get_cart', session });
    const { description_field: _long, ...form } = freeLine(session, '1.50');
    const changed = begin(shop, { ...XML, ...form, request: 'add_to_cart' });
    await expect.poll(() => shop.dispatch.load.searchesOpen).toBe(2);
    turn();
    shop.dispatch.endLongWork();
    expect(replies).toEqual([STOPS]);
    expect(answered.at(-1)!.code).toBe('OVERLOADED');
    while (turn());
    expect(changed.replies).toEqual([expect.stringContaining('</cart>')]);
    const late = begin(shop, { ...XML, request: 'get_cart', session });
    expect([late.replies, shop.engine.memory.waiting.bytes]).toEqual([[STOPS], 0]);
  });

  test('begins no further part of an aggregate; what was done is told, and counts as done', async () => {
    const { shop, turn, answered } = openInTurns();
    const session = await fullCart(shop);
    const add = { request: 'add_to_cart', args: freeLine(session, '1.50') };
    const { replies } = begin(shop, { request: 'aggregate', pipe: JSON.stringify({ a: add, b: add, c: add }) });
    turn();
    shop.dispatch.endLongWork();
    while (turn());
    await shop.engine.whenDurable(shop.engine.headSeq);
    expect(replies).toEqual([STOPS]);
    expect([replies[0]!.includes('aggregate_a'), replies[0]!.includes('aggregate_c')]).toEqual([true, false]);
    expect(answered.at(-1)).toMatchObject({ operation: 'aggregate', code: '', madeSeq: shop.engine.headSeq });
  });

  test('cuts lists that are being read, and refuses those that have not begun', async () => {
    const long = await longShop(300);
    const { shop } = long.goods;
    const shown = { ...ALL, language: 'de_DE', country: 'DE' };
    const { reader } = beginList(long, 'search_products', shown);
    reader.takes = false;
    await expect.poll(() => (long.turns.take(), reader.pieces.length)).toBeGreaterThan(0);
    const list = { request: 'search_products', args: shown };
    const part = begin(shop, { request: 'aggregate', pipe: JSON.stringify({ a: list }) });
    expect(shop.dispatch.load.lists.open).toBe(2);
    shop.dispatch.endLongWork();
    expect([reader.isCut, part.replies]).toEqual([true, [STOPS]]);
    const { sent } = beginList(long, 'search_products', shown);
    expect(sent.map(({ text }) => text)).toEqual([STOPS]);
    const { open, ended } = shop.dispatch.load.lists;
    expect([open, ended.get('server_stops')]).toEqual([0, 2]);
  });

  test('gives up searches alone where a successor has taken over', async () => {
    const { shop, turn } = openInTurns();
    shop.openChannel(XML, 'secret-xml', true, 'xml');
    const session = await fullCart(shop);
    const read = { request: 'get_cart', args: { session } };
    const { replies } = begin(shop, { request: 'aggregate', pipe: JSON.stringify({ a: read, b: read }) });
    const xml = begin(shop, { ...XML, request: 'get_cart', session });
    shop.dispatch.endSearches();
    while (turn());
    expect([replies, xml.replies]).toEqual([
      [expect.stringContaining('"aggregate_b":{"object":"cart"')],
      [expect.stringContaining('</cart>')],
    ]);
  });
});
