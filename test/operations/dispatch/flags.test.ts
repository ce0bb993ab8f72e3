// Flags and enumerations of every operation, found in the schemas of their parameters: one reading of yes and no, and
// of the words of a list. It would catch a flag that a misspelt word switches off.
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { FLAG_MARK, readParams } from '../../../src/kernel/params.ts';
import type { Param, Params } from '../../../src/kernel/params.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { Goods, line, openShop } from '../shop.ts';
import type { Given } from '../shop.ts';

type Schema = { readonly [keyword: string]: unknown };

/** The paths of the members of a schema that are flags. */
const flagsIn = (schema: Schema, path: readonly string[] = []): (readonly string[])[] => {
  if (schema[FLAG_MARK] === true) return [path];
  const members = Object.entries((schema['properties'] ?? {}) as { [name: string]: Schema });
  const branches = (schema['anyOf'] ?? []) as Schema[];
  return [
    ...members.flatMap(([name, one]) => flagsIn(one, [...path, name])),
    ...branches.flatMap((one) => flagsIn(one, path)),
  ];
};

const FLAGS = [...OPERATIONS].flatMap(([operation, { params }]) =>
  Object.entries(params).flatMap(([name, one]) =>
    flagsIn(one.schema as Schema).map((path) => [operation, [name, ...path].join('.'), one, path] as const),
  ),
);

const TRUE = ['1', 'true', 'yes', 'on', 'TRUE', 'Yes', 'oN', true, 1];
const FALSE = ['0', 'false', 'no', 'off', 'False', 'NO', 'Off', false, 0];
const ABSENT = ['', 'undefined', 'null', 'NaN', '[object Object]', null, undefined];
const WRONG = [
  '2',
  'abc',
  '1.0',
  '01',
  '-1',
  ' 1',
  'y',
  'ja',
  'truee',
  'yes no',
  '10',
  2,
  -1,
  0.5,
  [1],
  { value: 1 },
  [],
  {},
];

const within = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
const asSent = (path: readonly string[], value: unknown): unknown[] => {
  const sent = within(path, value);
  return path.length === 0 ? [sent] : [sent, JSON.stringify(sent)];
};

const read = (param: Param<unknown>, raw: unknown) => readParams({ p: param } as Params, { p: raw });

test('every flag that there is', () => {
  expect([...new Set(FLAGS.map(([, name]) => name))].sort()).toEqual([
    'active',
    'add_binding',
    'address_checks',
    'atomic',
    'attributes.combineable',
    'availability.active',
    'availability.allow_override',
    'by_day',
    'combineable',
    'count',
    'csv',
    'dry_run',
    'exclusive',
    'explain',
    'inactive',
    'ordered',
    'public',
    'put_away',
    'rotate_secret',
    'second_factor',
    'settled',
    'shop_active',
    'strict',
    'trial',
    'when.first_order',
    'withdraw',
  ]);
  // No parameter that is a flag by its words goes without the mark.
  for (const [operation, { params }] of OPERATIONS) {
    for (const [name, { schema }] of Object.entries(params)) {
      const { type, description = '' } = schema as { type?: string; description?: string };
      expect([operation, name, type === 'boolean' || /\(?\b1 = |1 or 0/.test(description)]).toEqual([
        operation,
        name,
        flagsIn(schema as Schema).length > 0,
      ]);
    }
  }
});

test.each(FLAGS)('%s: %s', (_operation, name, param, path) => {
  const [yes, no, absent] = [
    read(param, within(path, true)),
    read(param, within(path, false)),
    read(param, path.length === 0 ? undefined : {}),
  ];
  for (const value of TRUE)
    for (const sent of asSent(path, value)) expect([value, read(param, sent)]).toEqual([value, yes]);
  for (const value of FALSE)
    for (const sent of asSent(path, value)) expect([value, read(param, sent)]).toEqual([value, no]);
  expect(yes).not.toEqual(no);
  expect(yes.ok && no.ok).toBe(true);
  for (const value of ABSENT)
    for (const sent of asSent(path, value)) expect([value, read(param, sent)]).toEqual([value, absent]);
  for (const value of WRONG) {
    for (const sent of asSent(path, value)) {
      const refused = read(param, sent);
      expect([value, refused]).toEqual([
        value,
        expect.objectContaining({ ok: false, code: 'PARAMETER_INVALID', param: 'p' }),
      ]);
      if (path.length > 0) expect('detail' in refused && refused.detail).toContain(`p.${path.join('.')}: `);
      expect('detail' in refused && refused.detail).toContain(name.split('.').slice(1).at(-1) ?? 'p');
    }
  }
});

test('settings', () => {
  const strict = (KONTOR_STRICT_SECRET_KEY: string): boolean =>
    loadConfig({}, { KONTOR_STRICT_SECRET_KEY }, '/nonexistent').strictSecretKey;
  for (const value of TRUE) if (typeof value === 'string') expect([value, strict(value)]).toEqual([value, true]);
  for (const value of FALSE) if (typeof value === 'string') expect([value, strict(value)]).toEqual([value, false]);
  for (const value of ['2', 'ja', 'truee']) expect(() => strict(value)).toThrow('true or false');
});

describe('on the wire', () => {
  test('what is absent in an update never means 0', async () => {
    const goods = await Goods.open();
    const id = await goods.stocked(3);
    const shown = () => goods.shop.text('get_product_details', { id_product: id });
    const before = await shown();
    for (const none of ['', null, 'undefined', 'null', 'NaN', '[object Object]']) {
      await goods.shop.admin('update_product', {
        id_product: id,
        shop_active: none,
        availability: { active: none, allow_override: none, quantity: none, quantity_warning: none },
      });
      expect(await shown()).toBe(before);
    }
    for (const wrong of ['abc', '2', 'True!', 'active']) {
      await goods.shop.adminRefused(
        'update_product',
        { id_product: id, availability: { active: wrong } },
        'PARAMETER_INVALID',
        'availability',
      );
      await goods.shop.adminRefused(
        'update_product',
        { id_product: id, shop_active: wrong },
        'PARAMETER_INVALID',
        'shop_active',
      );
    }
    expect(await shown()).toBe(before);
    const session = await goods.shop.session();
    await goods.shop.refused('add_to_cart', line(session, id, { quantity: 50 }), 'SHOPOBJECT_NOT_AVAILABLE', id);
    // A word for yes, which switched the stock off before.
    await goods.shop.admin('update_product', { id_product: id, availability: { active: 'True' } });
    await goods.shop.refused('add_to_cart', line(session, id, { quantity: 50 }), 'SHOPOBJECT_NOT_AVAILABLE', id);
  });

  test('a new product is inactive, and its stock not managed, where nothing says so', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await shop.make('create_product', {
      class: 'product',
      name: 'plain',
      shop_active: 'null',
      availability: { active: '', quantity: null },
    });
    await shop.refused('get_product_details', { id_product: id }, 'SHOPOBJECT_NOT_FOUND');
    expect(await shop.admin('get_product_details', { id_product: id })).toMatchObject({
      availability: { active: 0, quantity: 0 },
    });
  });

  test('attributes of the type BOOL', async () => {
    const shop = openShop();
    const id = await shop.make('create_class', { name: 'c', type: 'Product' });
    await shop.admin('create_class_attributes', { id_class: id, attributes: [{ name: 'b', type: 'bool' }] });
    const product = await shop.make('create_product', { class: 'c', name: 'p', shop_active: 'Yes' });
    const shown = async () =>
      (await shop.call<{ attributes: { b: { value: number } } }>('get_product_details', { id_product: product }))
        .attributes.b.value;
    const set = (value: unknown): Given => ({ id_product: product, attributes: { de_DE: { b: value } } });
    for (const [values, bit] of [
      [TRUE, 1],
      [FALSE, 0],
      [TRUE.toReversed(), 1],
      [[''], 0],
    ] as const) {
      for (const value of values) {
        await shop.admin('update_product', set(value));
        expect([value, await shown()]).toEqual([value, bit]);
      }
    }
    for (const value of WRONG)
      await shop.adminRefused('update_product', set(value), 'SHOPOBJECT_ATTRIBUTE_INVALID', 'b');
  });
});

/** The words of a parameter, where it is one of a list. */
const wordsOf = ({ schema }: Param<unknown>): readonly string[] => {
  const branches = ((schema as Schema)['anyOf'] ?? []) as Schema[];
  return branches.length > 0 && branches.every((one) => typeof one['const'] === 'string')
    ? branches.map((one) => one['const'] as string)
    : [];
};

const ENUMERATIONS = [...OPERATIONS].flatMap(([operation, { params }]) =>
  Object.entries(params).flatMap(([name, one]) => (wordsOf(one).length === 0 ? [] : [[operation, name, one] as const])),
);

test('the enumerations', () => {
  expect(ENUMERATIONS.map(([operation, name]) => `${operation}.${name}`)).toEqual(
    expect.arrayContaining([
      'create_class.type',
      'add_to_cart.element_type',
      'create_coupons.type',
      'get_report.statistic',
      'create_channel.server_output',
      'update_order_details.order_state',
    ]),
  );
});

test.each(ENUMERATIONS)('%s: %s in any case', (_operation, _name, param) => {
  for (const word of wordsOf(param)) {
    const exact = read(param, word);
    expect(exact).toEqual({ ok: true, value: { p: word } });
    for (const other of [
      word.toLowerCase(),
      word.toUpperCase(),
      word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    ])
      expect(read(param, other)).toEqual(exact);
  }
  for (const wrong of ['nothing of these', 'constructor', 'x'.repeat(1000)]) {
    const refused = read(param, wrong);
    expect(refused).toMatchObject({ ok: false, code: 'PARAMETER_INVALID', param: 'p' });
    expect('detail' in refused && refused.detail).toContain(wordsOf(param).join(', '));
  }
});
