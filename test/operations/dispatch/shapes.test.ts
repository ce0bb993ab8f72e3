// Every JSON parameter of every operation: broken JSON is refused and never taken for a name; a refusal says which
// member of the value it is about.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { Goods } from '../shop.ts';

type Schema = { readonly [keyword: string]: unknown };

const isNested = (schema: Schema): boolean =>
  ['object', 'array'].includes(schema['type'] as string) ||
  ((schema['anyOf'] ?? []) as Schema[]).some((one) => isNested(one));

const NESTED = [...OPERATIONS].flatMap(([operation, { params }]) =>
  Object.entries(params).flatMap(([name, one]) =>
    isNested(one.schema as Schema) ? [[operation, name, one] as const] : [],
  ),
);

test('the JSON parameters', () => {
  expect([...new Set(NESTED.map(([, name]) => name))]).toEqual(
    expect.arrayContaining([
      'attributes',
      'availability',
      'categories',
      'coupons',
      'delivery_costs',
      'lines',
      'metadata',
      'needed_attributes',
      'order_columns',
      'pipe',
      'seo',
    ]),
  );
});

test.each(NESTED)('%s: %s that is broken JSON is refused', (_operation, name, param) => {
  for (const broken of ['{', '[', '{"a":', '["a"', '[a]', "{'a':1}", ' [1,]', '{}x']) {
    expect([broken, param.read(broken, name)]).toEqual([
      broken,
      expect.objectContaining({ ok: false, code: 'PARAMETER_INVALID', param: name }),
    ]);
  }
});

const NAMES = [
  'name',
  'value',
  'id',
  'type',
  'de_DE',
  'label',
  'title',
  'quantity',
  'active',
  'taxclass',
  'weight',
  'categories',
  'combineable',
  'start_date',
  'id_element',
  'request',
  'args',
  'b c',
];
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'x', '1', 'x'.repeat(300), 'x'.repeat(11_000), true, -1, 1.5, 1e300),
  fc.jsonValue({ maxDepth: 0 }),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }),
  ),
}));

/** The parameter, or a member of it by its path, then a sentence. */
const SAID = /^(\w+)((?:\.[A-Za-z_]\w*|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*): .+\.$/s;

/**
 * Where the path leads, as far as there is something; a member that is missing is named by the member that lacks it.
 */
const leads = (value: unknown, path: string): boolean => {
  let at = value;
  for (const [, member, index, quoted] of path.matchAll(/\.([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    if (typeof at !== 'object' || at === null) return false;
    at = (at as { [name: string]: unknown })[member ?? index ?? (JSON.parse(quoted!) as string)];
  }
  return true;
};

test.each(NESTED)('%s: a refused %s names the member', (_operation, name, param) => {
  fc.assert(
    fc.property(anything, (value) => {
      const result = param.read(value, name);
      if (result.ok || result.code !== 'PARAMETER_INVALID') return;
      const said = SAID.exec(result.detail);
      expect(said, result.detail).not.toBe(null);
      expect(said![1]).toBe(name);
      expect([name, ...(/\w+$/.exec(said![2]!) ?? [])]).toContain(result.param);
      // One that stands alone is looked at as a list of one.
      expect(leads(value, said![2]!) || leads([value], said![2]!), result.detail).toBe(true);
    }),
    { numRuns: runs(30) },
  );
});

test.each<readonly [string, string, { readonly [name: string]: unknown }, string]>([
  [
    'create_coupons',
    'amount',
    { count: 1, name: 'n', amount: 101, type: 'UNIQUE_PERCENTAGE' },
    'amount 101 is above 100.',
  ],
  ['create_coupons', 'amount', { count: 1, name: 'n', amount: 0 }, 'amount 0 is not above 0.'],
  [
    'create_class_attributes',
    'attributes',
    { id_class: 1, attributes: [{ name: 'a', type: 'text' }] },
    'attributes[0].type: text is none of CHAR, TXT, HTML, FLOAT, INT, BOOL, DATE, IMG, PRODUCTS, RECORDS.',
  ],
  [
    'create_product',
    'name',
    { class: 'product', name: 'p', attributes: { de_DE: { name: 'x'.repeat(256) } } },
    'de_DE.name: a text of 256 characters is no CHAR value, which is a text of at most 255 characters.',
  ],
  [
    'create_product',
    'price',
    { class: 'product', name: 'p', attributes: { de_DE: { price: 'cheap' } } },
    'de_DE.price: cheap is no FLOAT value, which is a number.',
  ],
  [
    'create_class_attributes',
    'my name',
    { id_class: 1, attributes: [{ name: 'my name', type: 'CHAR' }] },
    'my name is no attribute name, which is a letter or _ and then at most 63 letters, digits, _ . and -.',
  ],
  [
    'create_product',
    'metadata',
    { class: 'product', name: 'p', metadata: { taxclass: 'reducd' } },
    'metadata.taxclass: reducd is none of the tax classes default.',
  ],
  [
    'aggregate',
    'pipe',
    { pipe: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, { request: 'get_status' }])) },
    'pipe: it has 101 members, more than 100.',
  ],
])('%s says what helps: %s', async (operation, param, given, sentence) => {
  const { shop } = await Goods.open();
  const reply = await shop.admin(operation, given);
  expect(reply).toMatchObject({ object: 'error', param, detail: sentence });
});

test.each([
  [
    [
      ['Standard', 5, 0.19],
      ['Express', 15, 19],
    ],
    'AMOUNT_OUT_OF_RANGE',
    'delivery_costs[1][2] 19 is above 1.',
  ],
  [[['Standard', 'five', 0.19]], 'PARAMETER_INVALID', 'delivery_costs[0][1]: five is no number.'],
  [
    [['Standard', 5, 'reducd']],
    'PARAMETER_INVALID',
    'delivery_costs[0][2]: reducd is none of the tax classes default.',
  ],
])('add_delivery_costs %j says which member of which position is wrong', async (delivery_costs, message, detail) => {
  const { shop } = await Goods.open();
  const reply = await shop.call('add_delivery_costs', { session: await shop.session(), delivery_costs });
  expect(reply).toMatchObject({ object: 'error', message, param: 'delivery_costs', detail });
});
