// Many writes in one call: catches a line that is decided otherwise than alone, one that stops the others, is lost or
// done twice, a reply that leaves before the disk, and a bulk call that keeps the thread from everybody else.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallFields } from '../../../src/operations/context/operation.ts';
import { isBulkOperation } from '../../../src/operations/dispatch/registry.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import { runs } from '../../harness/effort.ts';
import { register } from '../accounts/accounts.ts';
import { CREDENTIALS, Goods, SECRET, TestShop } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';

const OFFICE = { ...CREDENTIALS, licence_secret_key: SECRET };

interface Sent {
  readonly credentials?: CallFields;
  readonly key?: string;
}

const send = (shop: TestShop, lines: readonly Given[], { credentials = OFFICE, key = '' }: Sent = {}) =>
  new Promise<{ status: number; replies: Reply[] }>((resolve) => {
    shop.dispatch.bulk({ credentials, lines, bytes: 1000 }, key, (status, body) => {
      const text = typeof body === 'string' ? body : Buffer.from(body).toString();
      expect(status !== 200 || text.endsWith('\n') || text === '').toBe(true);
      const parts = text.split('\n').filter((part) => part !== '');
      resolve({ status, replies: parts.map((part) => JSON.parse(part) as Reply) });
    });
  });

const product = (name: string, more: Given = {}): Given => ({
  request: 'create_product',
  class: 'product',
  name,
  attributes: { de_DE: { name, price: 5 } },
  ...more,
});

describe('a bulk call', () => {
  test('answers every line in order; one that is refused stops no other', async () => {
    const { shop } = await Goods.open();
    const { status, replies } = await send(shop, [
      product('one'),
      product('one'),
      { request: 'update_product', id_product: 1, attributes: { de_DE: { price: 'much' } } },
      product('two', { strict: 1, nonsense: 1 }),
      product('three'),
    ]);
    expect(status).toBe(200);
    expect(replies).toMatchObject([
      { object: 'create_product', id: '1' },
      { object: 'error', message: 'SHOPOBJECT_NAME_ALREADY_IN_USE', param: 'one' },
      { object: 'error', message: 'SHOPOBJECT_ATTRIBUTE_INVALID', param: 'price' },
      { object: 'error', message: 'PARAMETER_UNKNOWN', param: 'nonsense' },
      { object: 'create_product', id: '2' },
    ]);
    expect(await send(shop, [])).toEqual({ status: 200, replies: [] });
  });

  test('takes writes that need the secret key, and nothing else', async () => {
    const { shop } = await Goods.open();
    const session = await shop.session();
    const others = [...OPERATIONS.keys()].filter((name) => !isBulkOperation(name));
    expect(others).toEqual(expect.arrayContaining(['aggregate', 'get_cart', 'add_to_cart', 'checkout', 'get_stock']));
    const given = [...others, 'bulk', 'none', '', undefined, 7].map((request) => ({ request, session }));
    const { replies } = await send(shop, given);
    expect(replies).toHaveLength(given.length);
    for (const reply of replies) expect(reply).toMatchObject({ message: 'REQUEST_NOT_VALID', param: 'request' });
    const taken = [...OPERATIONS].filter(([name]) => isBulkOperation(name)).map(([, operation]) => operation);
    expect(taken.length).toBeGreaterThan(30);
    for (const { effect, credential, session: needed } of taken)
      expect([effect, credential, needed]).toEqual(['write', 'secret', 'none']);
  });

  // Catches credentials of a line that count for more than those of the call.
  test('needs the secret key, which no line can bring along', async () => {
    const { shop } = await Goods.open();
    const line = { ...product('one'), ...OFFICE };
    const refused = { object: 'error', message: 'PERMISSION_DENIED' };
    for (const credentials of [CREDENTIALS, { ...OFFICE, licence_secret_key: 'wrong' }, {}]) {
      const { status, replies } = await send(shop, [line], { credentials });
      expect([status, replies]).toMatchObject([403, [refused]]);
    }
    const wrong = { ...product('two'), licence_secret_key: 'wrong' };
    expect(await send(shop, [wrong])).toMatchObject({ status: 200, replies: [{ id: '1' }] });
  });

  test('waits for what is slow outside, and goes on with the next line', async () => {
    const { shop } = await Goods.open();
    const { id } = await register(shop, 'anna.b');
    const { replies } = await send(shop, [
      { request: 'reset_user', id_user: id },
      product('one'),
      { request: 'reset_user', id_user: 99 },
      product('two'),
    ]);
    expect(replies.map(({ object, message = '' }) => `${String(object)} ${String(message)}`)).toEqual([
      'reset_user ',
      'create_product ',
      'error USER_NOT_FOUND',
      'create_product ',
    ]);
  });
});

describe('a key', () => {
  test('of a line makes it happen once, over bulk calls and single ones', async () => {
    const { shop } = await Goods.open();
    const keyed = product('one', { idempotency_key: 'k1' });
    const first = await send(shop, [keyed, keyed, product('two', { idempotency_key: 'k1' })]);
    expect(first.replies).toMatchObject([{ id: '1' }, { id: '1' }, { message: 'IDEMPOTENCY_KEY_REUSED' }]);
    const { request: _request, idempotency_key: _key, ...fields } = keyed as { [name: string]: unknown };
    expect(await shop.admin('create_product', fields, { key: 'k1' })).toEqual(first.replies[0]);
  });

  // Catches a bulk call that is sent again and makes everything twice, and a line that gets the outcome of another.
  test('of the call is one for each line: sent again, also after a restart, it answers what it answered', async () => {
    const { shop } = await Goods.open();
    const lines = [product('one'), product('one'), product('two', { idempotency_key: 'own' }), product('three')];
    const first = await send(shop, lines, { key: 'whole' });
    const repeated = async (): Promise<void> => {
      const again = await send(shop, lines, { key: 'whole' });
      expect(again.replies.map(({ object, id, message }) => [object, id, message])).toEqual(
        first.replies.map(({ object, id, message }) => [object, id, message]),
      );
    };
    await repeated();
    await shop.restart();
    await repeated();
    expect(await shop.admin('search_products', { constraint: {} })).toMatchObject({ count: 3 });
    const wrong = await send(shop, lines, { key: 'x'.repeat(65) });
    expect(wrong).toMatchObject({ status: 400, replies: [{ message: 'PARAMETER_INVALID', param: 'idempotency_key' }] });
  });
});

describe('the reply', () => {
  // Catches a reply that leaves with its last decision instead of with its last record.
  test('leaves when every change that it shows is on the disk', async () => {
    const { shop } = await Goods.open();
    const commit = shop.journal.commit.bind(shop.journal);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    shop.journal.commit = (given) => held.then(() => commit(given));
    let isAnswered = false;
    const bulk = send(shop, [product('one'), product('two')]).then((done) => {
      isAnswered = true;
      return done;
    });
    for (let turn = 0; turn < 20; turn += 1) await yieldToEventLoop();
    const { engine } = shop;
    expect([engine.readContext().read('shopobject', 2)?.name, isAnswered]).toEqual(['two', false]);
    release();
    expect((await bulk).replies).toMatchObject([{ id: '1' }, { id: '2' }]);
    expect(engine.durableSeq).toBe(engine.headSeq);
  });

  test('of a shop whose disk fails meanwhile is one refusal', async () => {
    const shop = new TestShop({});
    await Goods.over(shop);
    shop.journal.commit = () => Promise.reject(new Error('no disk'));
    const failed = { status: 503, replies: [{ object: 'error', message: 'JOURNAL_FAILED' }] };
    expect(await send(shop, [product('one'), product('two')])).toMatchObject(failed);
    expect(await send(shop, [product('three')])).toMatchObject({ replies: [{ message: 'JOURNAL_FAILED' }] });
    expect([shop.fatal.length, shop.faults]).toEqual([1, []]);
  });
});

describe('others', () => {
  // Every reading of the clock is a millisecond later, so that a slice is over after each line.
  test('are served between two lines', async () => {
    let nowMs = 0;
    const { shop } = await Goods.open({ work: { sliceMs: 1, nowMs: () => (nowMs += 1) } });
    const answered: string[] = [];
    const bulk = send(
      shop,
      Array.from({ length: 20 }, (_, index) => product(`p${index}`)),
    ).then((done) => {
      answered.push('bulk');
      return done;
    });
    await shop.call('get_status').then(() => answered.push('status'));
    expect((await bulk).replies.every(({ object }) => object === 'create_product')).toBe(true);
    expect(answered).toEqual(['status', 'bulk']);
  });

  // Catches a bulk call that fills the room for what waits for the disk, and then refuses its own lines.
  test('have room: a line waits where as many records wait for the disk as may', async () => {
    const { shop } = await Goods.open({ config: { pendingRepliesMax: 3 }, work: { sliceMs: 1e9 } });
    const { replies } = await send(
      shop,
      Array.from({ length: 40 }, (_, index) => product(`p${index}`)),
    );
    expect(replies.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => String(index + 1)));
  });

  // Catches a long reply that takes the short ones after it along, or hides that its change was made.
  test('a reply beyond the limit of all is named as such, and its change was made', async () => {
    const { shop } = await Goods.open({ config: { aggregateBytesMax: 300 } });
    const lines = [{ request: 'create_coupons', count: 20, name: 'x', amount: 1 }, product('one')];
    const { replies } = await send(shop, lines);
    expect(replies).toMatchObject([
      { message: 'AGGREGATE_TOO_LARGE', detail: expect.stringMatching(/^The change was made\. /) },
      { id: '1' },
    ]);
    expect(await shop.admin('search_coupons')).toMatchObject({ batches: [{ count: 20 }] });
    expect(await shop.admin('search_products', { constraint: {} })).toMatchObject({ count: 1 });
  });

  test('memory is given back, and a call is refused while it is full', async () => {
    const { shop } = await Goods.open({ memory: { aggregates: 500 } });
    const { aggregates } = shop.engine.memory;
    aggregates.take(500);
    expect(await send(shop, [product('one')])).toMatchObject({ status: 503, replies: [{ message: 'OVERLOADED' }] });
    aggregates.give(500);
    await send(shop, [product('one'), { request: 'none' }]);
    expect(aggregates.bytes).toBe(0);
  });
});

const name = fc.constantFrom('a', 'b', 'c', '');
const id = fc.integer({ min: 1, max: 4 });
const line: fc.Arbitrary<Given> = fc.oneof(
  name.map((one) => product(one, { categories: [1] })),
  fc.record({ request: fc.constant('update_product'), id_product: id, name }),
  fc.record({ request: fc.constant('delete_product'), id_product: id }),
  fc.record({ request: fc.constant('create_variation'), id_product: id, name }),
  fc.record({ request: fc.constant('create_category'), id_parent: fc.integer({ min: 0, max: 3 }), name }),
  fc.record({
    request: fc.constant('create_coupons'),
    count: fc.integer({ min: 0, max: 3 }),
    name,
    amount: fc.constantFrom('5', 'much'),
  }),
  fc.record({ request: fc.constant('end_coupons'), id_batch: id }),
  fc.record({ request: fc.constantFrom('get_status', 'nothing', 'update_class_attributes'), id_class: id }),
);

// Catches whatever a bulk call does otherwise than single calls: in a reply, in the shop, or in the log of changes.
test('is the same calls, one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), fc.boolean(), async (lines, isSliced) => {
      const options = isSliced ? { work: { sliceMs: 0 } } : {};
      const [{ shop: bulk }, { shop: single }] = [await Goods.open(options), await Goods.open()];
      const { replies } = await send(bulk, lines);
      const expected: Reply[] = [];
      for (const { request, ...fields } of lines) {
        const { text } = await single.send({ ...OFFICE, ...fields, request });
        expected.push(
          isBulkOperation(String(request)) ? (JSON.parse(text) as Reply) : { message: 'REQUEST_NOT_VALID' },
        );
      }
      expect(replies).toMatchObject(expected);
      for (const [request, params] of [
        ['search_products', { constraint: { 'main.id_variation': ['>=', 0] } }],
        ['dump_category', { id_category: 0 }],
        ['search_coupons', {}],
        ['get_changelog', {}],
      ] as const)
        expect(await bulk.admin(request, params)).toEqual(await single.admin(request, params));
    }),
    { numRuns: runs(30) },
  );
});
