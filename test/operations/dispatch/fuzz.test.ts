// Every operation against hostile values: a reply record with a known code, never a fault; what is refused changed
// nothing. It would catch a reader that trusts a shape, a view that some stored value breaks, a decision that drafts
// before it refuses, and a value that the disk does not give back as it took it.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../harness/any-character.ts';
import { REFUSALS } from '../../../src/kernel/refusals.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { Checkout } from '../cart-reply.ts';
import { PASSWORD, loggedIn, verified } from '../accounts/accounts.ts';
import { CREDENTIALS, Goods, SECRET, line } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const RUNS = runs(15);

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
const nestedValue = (depth: number): unknown => {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
};

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'name',
  'price',
  'de_DE',
  'id',
  'value',
  'lang',
  '1',
].concat([
  'taxclass',
  'element_number',
  'weight',
  'quantity',
  'active',
  'permalink',
  'title',
  'label',
  'type',
  'categories',
  'width',
  'IMG',
  'PRODUCTS',
]);
/** Objects that cannot be turned into a text. */
const traps = fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, { name: { toString: 1, valueOf: 1 } }, [
  { toString: 1, valueOf: 1 },
]);

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    '-1',
    '1',
    '1.5',
    '1e999',
    '9'.repeat(40),
    '9007199254740993',
    'NaN',
    'Infinity',
    'undefined',
    'null',
    'true',
  ),
  fc.constantFrom(
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '[{}]',
    '[1e999]',
    '{"de_DE":null}',
    '{"de_DE":[]}',
    '"',
    '{"a"',
    '[object Object]',
    '"[]"',
  ),
  fc.constantFrom(
    '\u0000',
    '\uD800',
    'a\uDFFFb',
    '\uFFFE',
    '\uFEFF',
    '😀',
    '\u202E',
    "'; DROP TABLE orders; --",
    '<script>',
    '%00',
    '../..',
    '\r\n',
  ),
  fc.constantFrom(
    nested('[', ']', 40),
    nested('[', ']', 20_000),
    nested('{"a":', '}', 5000),
    '['.repeat(100_000),
    'x'.repeat(100_001),
    '"\\ud800"',
  ),
  fc.constantFrom(
    '{"__proto__":{"price":1}}',
    '{"de_DE":{"__proto__":1}}',
    '{"de_DE":{"constructor":1}}',
    '[{"name":"__proto__","value":"x"}]',
    '[["__proto__","x"]]',
  ),
  fc.constantFrom(...NAMES),
  fc.string(),
  fc.string({ unit: ANY_CHARACTER }),
  fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
  fc.double().map(String),
  fc.bigInt().map(String),
);

const member = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 5 }));
const hostileJson = fc.oneof(
  fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' }),
  fc.dictionary(
    member,
    fc.oneof(hostileText, fc.dictionary(member, fc.oneof(hostileText, traps)), fc.double(), fc.constant(null), traps),
  ),
  fc.array(fc.oneof(hostileText, fc.array(hostileText, { maxLength: 4 }), fc.dictionary(member, hostileText)), {
    maxLength: 4,
  }),
  fc.constantFrom<unknown>({ toJSON: 1 }, { length: 5 }, 1e308, -0, 5e-324, true, null),
  traps,
  fc.constantFrom(40, 20_000).map(nestedValue),
);
/** As a form sends it, and as a JSON body may. */
const hostile = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: hostileJson },
  { weight: 1, arbitrary: hostileJson.map(asText) },
);

function asText(value: unknown): unknown {
  try {
    return JSON.stringify(value);
  } catch {
    return 'x';
  }
}

/** The value with its n-th part, counted from the outside, replaced. */
const replaced = (value: unknown, at: number, by: unknown): unknown => {
  let left = at;
  const walk = (part: unknown): unknown => {
    left -= 1;
    if (left < 0) return by;
    if (Array.isArray(part)) return part.map((one) => (left < 0 ? one : walk(one)));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, left < 0 ? one : walk(one)]));
  };
  return walk(value);
};

/** Good JSON with one hostile part. */
const mutated = (usual: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...usual), fc.nat(8), fc.oneof(hostileJson, hostileText, traps), fc.boolean())
    .map(([value, at, by, text]) => {
      const parsed = typeof value === 'string' && /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value;
      const made = replaced(parsed, at, by);
      return text ? asText(made) : made;
    });

interface Scene {
  readonly shop: TestShop;
  readonly sessions: readonly string[];
  readonly orderId: number;
}

const scene = async (): Promise<Scene> => {
  // Nothing waits here for another login.
  const goods = await Goods.open({ config: { loginFailuresFree: 1_000_000 } });
  const { shop } = goods;
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  await shop.make('create_class', { name: 'page', type: 'content' });
  await shop.make('create_class', { name: 'unused', type: 'content' });
  const types = ['HTML', 'INT', 'BOOL', 'DATE', 'IMG', 'PRODUCTS'];
  await shop.admin('create_class_attributes', { id_class: 1, attributes: types.map((type) => ({ name: type, type })) });
  await shop.make('create_warehouse_entity', { class: 'part', name: 'part', metadata: { element_number: 'E' } });
  await shop.admin('inventory_place', { storage: 'north', element_number: 'E', quantity: 1000 });
  const product = await goods.product();
  const stocked = await goods.stocked(1000);
  await shop.admin('add_binding', { id_product: await goods.product(), element_number: 'E', quantity: 2 });
  await shop.make('create_content', {
    class: 'page',
    name: 'page',
    shop_active: 1,
    seo: { de_DE: { permalink: 'page' } },
  });
  await shop.make('create_variation', {
    id_product: product,
    name: 'varied',
    shop_active: 1,
    seo: { de_DE: { permalink: 'varied' } },
  });
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, stocked));
  const { id_order: orderId, session: next } = await shop.call<Checkout>('checkout', { session });
  const busy = await shop.session();
  for (const id of [product, stocked, product]) await shop.call('add_to_cart', line(busy, id));
  await verified(shop, 'fuzzed');
  await loggedIn(shop, 'fuzzed', next);
  return { shop, sessions: [session, next, busy], orderId };
};

/** Good values of a parameter, so that the hostile ones of another are looked at. */
const good = (name: string, { sessions, orderId }: Scene): readonly unknown[] => {
  const known: { readonly [name: string]: readonly unknown[] } = {
    session: sessions,
    id_order: [orderId],
    id_element: ['1', '2', '3'],
    id_parent: ['0', '1'],
    id_parent_element: ['0', '1', ''],
    quantity: ['1', '2.5'],
    element_type: ['PRODUCT', 'PRODUCT_GR', 'FREE_ELEMENT', 'FREE_ELEMENT_GR'],
    price_field: ['price', '9.99'],
    name_field: ['name', ''],
    language: ['de_DE', 'en_EN', ''],
    country: ['DE', 'AT'],
    type: ['product', 'content', 'warehouse_entity'],
    class: ['product', 'part', 'page'],
    id_content: ['4'],
    id_class: ['1', '2', '3', '4'],
    permalink: ['page', 'varied', 'p'],
    order_state: ['OPEN', 'CANCELED', 'CLOSED'],
    order_payment_state: ['PAYMENT_RECEIVED'],
    order_delivery_state: ['CLOSED', 'PARTIAL'],
    element_number: ['E'],
    storage: ['north', 'south'],
    coupons: ['[]', '[["a","b"]]'],
    delivery_costs: ['[]', '[["D",1,0.19]]'],
    attributes: [
      '{"de_DE":{"name":"n","price":1,"IMG":{"value":"u","width":1,"height":2}}}',
      '{"de_DE":{"PRODUCTS":[1,2],"INT":1,"BOOL":1,"DATE":"2026-01-01"}}',
      '[{"lang":"de_DE","name":"a","value":"b"}]',
      '[["a","b"]]',
      '{"a":{"name":"a","value":"b"}}',
      '[]',
      '{"de_DE":{"name":null}}',
      '["name"]',
      '{"firstname":"F","zip":null,"city":"","email":"fuzzed@example.org"}',
      '[{"name":"x1","type":"IMG","de_DE":{"label":"l","value":{"value":"u","width":1}}}]',
    ],
    seo: ['{"de_DE":{"title":"t","permalink":"p","keywords":"k"}}', '[]'],
    args: [
      '{"username":"other","email":"other@example.org","passwd1":"Secret1","passwd2":"Secret1","class":"user"}',
      '{"email":"fuzzed@example.org"}',
      '{"session_id":"x","id_user":1,"new_passwd1":"Secret2","new_passwd2":"Secret2"}',
      '[]',
    ],
    username: ['fuzzed', 'FUZZED', 'nobody'],
    password: [PASSWORD, 'wrong'],
    old_passwd: [PASSWORD],
    new_passwd1: [PASSWORD],
    new_passwd2: [PASSWORD],
    labels: ['{"de_DE":"l"}'],
    metadata: [
      '{"element_number":"F","weight":1,"taxclass":{"name":"default"},"ean":"1","notes":"n"}',
      '{"taxclass":"default"}',
      '[]',
    ],
    availability: ['{"quantity":5,"active":1,"quantity_warning":2,"allow_override":1}', '[]'],
    categories: ['[1,{"id":1},{"name":"goods"}]', '{"categories":["goods"]}', '"goods"', 'goods'],
    order_columns: ['["price","main.name"]', 'price'],
    needed_attributes: ['["price",["name"]]'],
  };
  return known[name] ?? (name.startsWith('id_') ? ['1', '2'] : ['1']);
};

const check = async (
  { shop }: Scene,
  request: unknown,
  params: { readonly [name: string]: unknown },
  secret: boolean,
): Promise<void> => {
  const before = shop.engine.headSeq;
  const fields = { ...params, ...CREDENTIALS, request, ...(secret && { licence_secret_key: SECRET }) };
  const { status, text } = await shop.send(fields);
  expect(shop.faults).toEqual([]);
  expect(status).toBe(200);
  const reply = JSON.parse(text) as { object: unknown; status?: unknown; message?: string };
  expect(typeof reply.object).toBe('string');
  if (reply.object !== 'error' && reply.status !== 'error') return;
  expect(Object.keys(REFUSALS)).toContain(reply.message);
  expect(reply.message).not.toBe('INTERNAL_ERROR');
  expect(shop.engine.headSeq, `${text} and still a record was written`).toBe(before);
};

test.each([...OPERATIONS])('%s', async (name, { params, session }) => {
  const fuzzed = await scene();
  const names = [...Object.keys(params), ...(session === 'required' ? ['session'] : [])];
  const given = fc.record(
    Object.fromEntries(
      names.map((param) => {
        const values = good(param, fuzzed);
        const bad = fc.oneof(hostile, mutated(values));
        const usual = fc.constantFrom(...values);
        return [
          param,
          fc.oneof(
            { weight: 6, arbitrary: usual },
            { weight: 3, arbitrary: bad },
            { weight: 1, arbitrary: fc.constant(undefined) },
          ),
        ];
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(given, fc.boolean(), (values, secret) =>
      check(fuzzed, name, values, secret || OPERATIONS.get(name)!.credential === 'secret'),
    ),
    { numRuns: names.length === 0 ? 5 : RUNS },
  );
});

test('fields of hostile names beside the good ones change nothing', async () => {
  const fuzzed = await scene();
  const more = fc.dictionary(fc.oneof(member, fc.constantFrom('constructor', 'request2', 'licence', 'args')), hostile, {
    noNullPrototype: false,
  });
  await fc.assert(
    fc.asyncProperty(more, async (fields) => {
      await check(fuzzed, 'get_product_details', { ...fields, id_product: '1' }, false);
      await check(fuzzed, 'get_cart', { ...fields, session: fuzzed.sessions[2] }, false);
    }),
    { numRuns: RUNS },
  );
});

test('everything that hostile calls left behind can still be read', async () => {
  const fuzzed = await scene();
  const { shop } = fuzzed;
  const values = fc.record({ name: fc.string({ minLength: 1, maxLength: 20 }), text: hostileText });
  await fc.assert(
    fc.asyncProperty(values, async ({ name, text }) => {
      await shop.send({
        ...CREDENTIALS,
        licence_secret_key: SECRET,
        request: 'create_category',
        id_parent: '0',
        name: text,
        labels: JSON.stringify({ [name]: text }),
      });
      await shop.send({
        ...CREDENTIALS,
        licence_secret_key: SECRET,
        request: 'create_product',
        class: 'product',
        name: text,
        shop_active: '1',
        categories: '1',
        seo: JSON.stringify({ [name]: { title: text } }),
        attributes: JSON.stringify({ [name]: { name: text } }),
      });
      await shop.send({
        ...CREDENTIALS,
        request: 'set_order_details',
        session: fuzzed.sessions[2],
        attributes: JSON.stringify([{ name, value: text }]),
      });
    }),
    { numRuns: RUNS },
  );
  const read = async (): Promise<string[]> => {
    const texts = [
      await shop.text('get_categories', { id_parent: 0 }),
      await shop.text('get_order_details', { session: fuzzed.sessions[2] }),
    ];
    for (let id = 1; id < shop.engine.tables.shopobject.nextId; id += 1) {
      const { type } = shop.engine.tables.shopobject.peek(id) as { type: 'product' | 'content' };
      texts.push(await shop.text(`get_${type}_details`, { [`id_${type}`]: id }));
    }
    texts.push(await shop.text('get_products_in_category', { id_category: 1, order_columns: ['name'] }));
    for (const text of texts) expect(JSON.parse(text)).not.toMatchObject({ object: 'error' });
    return texts;
  };
  const before = await read();
  await shop.restart();
  expect(await read()).toEqual(before);
});
