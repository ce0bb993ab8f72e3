// A client that loses a call, sends a write twice as two, hides a refusal, or types a reply as what it is not.
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import { CallFailed, and, createClient, field, or, part, ref } from '../../src/client/client.ts';
import type {
  BulkLine,
  CallNote,
  Cart,
  Client,
  ClientOptions,
  Code,
  OperationName,
  Order,
  Outcome,
  Params,
  Product,
} from '../../src/client/client.ts';
import { ONCE, WRITES } from '../../src/client/operations.ts';
import { REFUSALS } from '../../src/kernel/refusals.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { Receiver } from '../outside/http/receiver.ts';
import type { Received } from '../outside/http/receiver.ts';
import { LISTENERS, served } from '../operations/clients/served.ts';
import { CREDENTIALS, SECRET } from '../operations/shop.ts';

const credentials = { username: CREDENTIALS.licence_username, password: CREDENTIALS.licence_password };
const clientAt = (url: string, more: Partial<ClientOptions> = {}): Client =>
  createClient({ url: url.replace('/srv/service/', ''), ...credentials, ...more });

/** The value of a call that must succeed. */
const must = <T>(
  outcome: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: string },
): T => {
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
};

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

const fieldsOf = ({ body }: Received): { readonly [name: string]: string } =>
  Object.fromEntries(new URLSearchParams(body));

describe.each(LISTENERS)('$name', (listener) => {
  test('catalogue, cart and checkout', async () => {
    const { goods, url } = await served(listener);
    const id = await goods.product(119.9);
    const shop = clientAt(url);
    const { code: session } = must(await shop.get_new_session());
    const category = must(await shop.get_products_in_category({ id_category: goods.categoryId }));
    expect(Object.values(category.products).map((product) => product.id)).toEqual([id]);
    const cart = must(
      await shop.add_to_cart({
        session,
        id_shopobject: id,
        element_type: 'PRODUCT',
        quantity: 2,
        price_field: 'price',
        name_field: 'name',
      }),
    );
    expect([cart.total, cart.contents[0]!.quantity, cart.last_inserted_element_id]).toEqual([239.8, 2, 1]);
    const { id_order: order } = must(await shop.checkout({ session }));
    const office = clientAt(url, { secretKey: SECRET });
    expect(must(await office.get_order_by_id({ id_order: order })).cart.total).toBe(239.8);
  });

  test('bulk: an outcome for each line, typed by its operation; a call that is repeated happens once', async () => {
    const { goods, url } = await served(listener);
    const office = clientAt(url, { secretKey: SECRET });
    const lines = [
      part('create_product', { class: 'product', name: 'one', attributes: { de_DE: { price: 5, name: 'Öl\n' } } }),
      part('create_product', { class: 'product', name: 'one' }),
      part('create_coupons', { count: 2, name: 'x', amount: 5 }),
      { ...part('create_category', { id_parent: 0, name: 'c' }), key: 'category' },
    ] as const;
    const both = must(await office.bulk(lines, { key: 'import' }));
    const [one, again, coupons, category] = both;
    expect(must(one).id).toBe('1');
    expect(again).toMatchObject({ ok: false, code: 'SHOPOBJECT_NAME_ALREADY_IN_USE', param: 'one' });
    expect(must(coupons).coupons).toHaveLength(2);
    expectTypeOf(must(coupons).coupons).items.toEqualTypeOf<{ readonly code: string }>();
    expectTypeOf(one).toEqualTypeOf<Outcome<'create_product'>>();
    expect(must(await office.bulk(lines, { key: 'import' }))).toEqual(both);
    expect(must(await office.create_category({ id_parent: 0, name: 'c' }, { key: 'category' }))).toEqual(
      must(category),
    );
    expect(await goods.shop.admin('search_products', { constraint: {} })).toMatchObject({ count: 1 });
    expect(must(await office.bulk([]))).toEqual([]);
    const strict = clientAt(url, { secretKey: SECRET, strict: true });
    const unknown = { class: 'product', name: 'two', colour: 'red' };
    expect(must(await strict.bulk([part('create_product', unknown)]))[0]).toMatchObject({ code: 'PARAMETER_UNKNOWN' });
    const notes: CallNote[] = [];
    const shopper = clientAt(url, { onCall: (note) => notes.push(note) });
    const refused = await shopper.bulk(lines);
    expect(refused).toMatchObject({ ok: false, code: 'PERMISSION_DENIED', param: 'licence_secret_key' });
    expect(notes).toMatchObject([{ operation: 'bulk', attempts: 1, code: 'PERMISSION_DENIED' }]);
    expectTypeOf<Exclude<'get_status' | 'update_product', BulkLine['request']>>().toEqualTypeOf<'get_status'>();
  });

  test('a refusal is a value, with its code', async () => {
    const { url } = await served(listener);
    const shop = clientAt(url);
    const { code: session } = must(await shop.get_new_session());
    expect(await shop.checkout({ session })).toEqual({
      ok: false,
      code: 'CART_EMPTY',
      param: 'session',
      detail: REFUSALS.CART_EMPTY.sentence,
    });
    expect(await shop.verify_user({ id_user: 1, session_id: 'no' })).toMatchObject({
      ok: false,
      code: 'SESSION_INVALID',
    });
    expect(await shop.get_cart({ session: 'no' })).toMatchObject({
      ok: false,
      code: 'SESSION_INVALID',
      param: 'session',
    });
  });

  test('null clears what an empty text leaves as it is', async () => {
    const { url } = await served(listener);
    const client = clientAt(url, { strict: true });
    const { code: session } = must(await client.get_new_session());
    must(await client.set_order_details({ session, delivery_city: 'Köln', delivery_zip: '50667' }));
    must(await client.set_order_details({ session, delivery_city: '', delivery_zip: null }));
    expect(must(await client.get_order_details({ session }))).toMatchObject({
      delivery_city: 'Köln',
      delivery_zip: '',
    });
  });

  test('a strict client is told of what the server would pass over', async () => {
    const { url } = await served(listener);
    const params = { langage: 'de_DE' } as Params<'get_shop'>;
    expect(await clientAt(url).get_shop(params)).toMatchObject({ ok: true });
    const strict = clientAt(url, { strict: true });
    expect(await strict.get_shop(params)).toEqual({
      ok: false,
      code: 'PARAMETER_UNKNOWN',
      param: 'langage',
      detail: 'There is no parameter langage here, and strict is on. Did you mean language?',
    });
    const { code: session } = must(await strict.get_new_session());
    expect(await strict.aggregate([part('get_cart', { session }), part('get_shop', params)])).toMatchObject({
      ok: false,
      code: 'PARAMETER_UNKNOWN',
      index: 1,
    });
  });

  test('an aggregate is a tuple of its parts; a refused part ends it', async () => {
    const { goods, url } = await served(listener);
    await goods.product(10);
    const shop = clientAt(url);
    const { code: session } = must(await shop.get_new_session());
    const both = await shop.aggregate([
      part('get_cart', { session }),
      part('get_products_in_category', { id_category: goods.categoryId }),
    ]);
    const [cart, category] = must(both);
    expect([cart.total, category.count]).toEqual([0, 1]);
    const failed = await shop.aggregate([part('get_cart', { session }), part('checkout', { session })]);
    expect(failed).toMatchObject({ ok: false, code: 'CART_EMPTY', index: 1, done: [{ object: 'cart' }] });
  });

  test('atomic parts refer to one another, and happen all or not at all', async () => {
    const { goods, url } = await served(listener);
    const shop = clientAt(url, { secretKey: SECRET });
    const group = part('create_group', { name: 'Club' });
    const head = goods.shop.engine.headSeq;
    const twice = await shop.aggregate([group, group], { atomic: true });
    expect(twice).toMatchObject({ ok: false, index: 1, done: [] });
    const parts = [group, part('update_group', { id_group: ref(1, 'id_group'), name: 'Circle' })] as const;
    must(await shop.aggregate(parts, { atomic: true, dryRun: true }));
    expect(must(await shop.aggregate(parts, { atomic: true }))[0].object).toBe('create_group');
    expect(must(await shop.get_groups()).groups).toMatchObject([{ id: 1, name: 'Circle' }]);
    expect(goods.shop.engine.headSeq).toBeGreaterThan(head);
  });

  test('constraints find what they say', async () => {
    const { goods, url } = await served(listener);
    const [cheap, dear] = [await goods.product(10), await goods.product(100)];
    const shop = clientAt(url);
    const idsOf = async (constraint: Parameters<typeof shop.search_products>[0]['constraint']): Promise<number[]> =>
      must(await shop.search_products({ constraint })).result.map((product) => product.id);
    expect(await idsOf(field('price').above(50))).toEqual([dear]);
    expect(await idsOf(and(field('price').between(5, 20), field('name').like('Ware')))).toEqual([cheap]);
    expect(await idsOf(or(field('main.id').equals(cheap), field('main.id').in([dear])))).toEqual([cheap, dear]);
  });
});

describe('sending again', () => {
  const flaky = async (statuses: readonly number[]): Promise<Receiver> => {
    let at = 0;
    const receiver = await Receiver.open((_received, reply) => {
      const status = statuses[at++] ?? 200;
      if (status === 0) return void reply.destroy();
      reply.writeHead(status, { 'content-type': 'application/json', ...(status === 503 && { 'retry-after': '0' }) });
      return void reply.end(
        JSON.stringify(status === 200 ? { object: 'session', code: 'c' } : { object: 'error', message: 'OVERLOADED' }),
      );
    });
    receivers.push(receiver);
    return receiver;
  };

  test('a write that was not answered is sent again with its key', async () => {
    const receiver = await flaky([0, 503]);
    const notes: CallNote[] = [];
    const shop = clientAt(receiver.url, { onCall: (note) => notes.push(note) });
    expect(must(await shop.get_new_session()).code).toBe('c');
    const keys = receiver.received.map((received) => fieldsOf(received)['idempotency_key']);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(notes).toMatchObject([{ operation: 'get_new_session', attempts: 3, code: undefined }]);
  });

  test('a key of the caller’s own is sent as it is, and reads have none', async () => {
    const receiver = await flaky([]);
    const shop = clientAt(receiver.url);
    await shop.get_new_session({}, { key: 'mine' });
    await shop.get_cart({ session: 's' });
    expect(receiver.received.map((received) => fieldsOf(received)['idempotency_key'])).toEqual(['mine', undefined]);
  });

  test('an overload that lasts is a refusal; no connection is an error', async () => {
    const receiver = await flaky([503, 503, 503]);
    expect(await clientAt(receiver.url).get_status()).toMatchObject({ ok: false, code: 'OVERLOADED' });
    expect(receiver.received).toHaveLength(3);
    const gone = await flaky([0, 0]);
    await expect(clientAt(gone.url, { retries: 1 }).get_status()).rejects.toMatchObject({
      name: 'CallFailed',
      attempts: 2,
    });
  });

  test('what is forwarded to an application is sent once', async () => {
    const receiver = await flaky([0]);
    const call = clientAt(receiver.url).application_api_call({ application: 'a', app_request: 'b' });
    await expect(call).rejects.toBeInstanceOf(CallFailed);
    expect(receiver.received).toHaveLength(1);
  });

  test('a call ends in time, and when its caller says so', async () => {
    const receiver = await Receiver.open(() => undefined);
    receivers.push(receiver);
    const shop = clientAt(receiver.url, { retries: 0 });
    await expect(shop.get_status({}, { timeoutMs: 50 })).rejects.toThrow('no answer within 50 ms');
    const abort = new AbortController();
    const call = shop.get_status({}, { signal: abort.signal });
    abort.abort(new Error('the page was left'));
    await expect(call).rejects.toThrow('the page was left');
  });
});

test('the change feed comes back where it was broken off, and says when it cannot', async () => {
  const asked: (string | undefined)[] = [];
  const block = (id: number): string => `event: product\ndata: {"id":${id},"change":"changed"}\nid: ${id}.a\n\n`;
  const receiver = await Receiver.open(({ headers }, reply) => {
    asked.push(headers['last-event-id'] as string | undefined);
    if (asked.length === 2) return void reply.writeHead(410).end();
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    return void reply.end(`retry: 1000\n: kontor\n\n${block(asked.length * 10)}${block(asked.length * 10 + 1)}`);
  });
  receivers.push(receiver);
  const abort = new AbortController();
  const seen: string[] = [];
  for await (const { type, data, id } of clientAt(receiver.url, { secretKey: SECRET }).events({
    signal: abort.signal,
  })) {
    seen.push(`${type} ${String(data['id'] ?? '')} ${id}`.trim());
    if (seen.length === 5) abort.abort();
  }
  expect(seen).toEqual(['product 10 10.a', 'product 11 11.a', 'reset', 'product 30 30.a', 'product 31 31.a']);
  expect(asked).toEqual([undefined, '11.a', undefined]);
});

test('its tables are those of the operations', () => {
  const names = [...OPERATIONS].filter(([, { effect }]) => effect === 'write').map(([name]) => name);
  expect([...WRITES].sort()).toEqual(names.sort());
  expect([...ONCE]).toEqual(['application_api_call']);
});

test('types', () => {
  expectTypeOf<Client['get_cart']>().returns.resolves.toEqualTypeOf<Outcome<'get_cart'>>();
  expectTypeOf<Extract<Outcome<'get_cart'>, { ok: true }>['value']>().toEqualTypeOf<Cart>();
  expectTypeOf<Extract<Outcome<'get_order_by_id'>, { ok: true }>['value']>().toEqualTypeOf<Order>();
  expectTypeOf<Product['variations'][number]>().toEqualTypeOf<Product>();
  expectTypeOf<Code<'checkout'>>().extract<'CART_EMPTY' | 'LOGIN_BUSY'>().toEqualTypeOf<'CART_EMPTY'>();
  // What must not compile: a call without its session, a misspelt parameter, an id as text, a misspelt operation, the
  // value of what may be a refusal.
  expectTypeOf<object>().not.toExtend<Params<'get_cart'>>();
  expectTypeOf<'sesion'>().not.toExtend<keyof Params<'get_cart'>>();
  expectTypeOf<{ id_product: string }>().not.toExtend<Params<'get_product_details'>>();
  expectTypeOf<'get_carts'>().not.toExtend<OperationName>();
  expectTypeOf<'value'>().not.toExtend<keyof Outcome<'get_cart'>>();
});
