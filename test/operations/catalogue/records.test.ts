// Catches a record that loses what was written, is shown to whom it is not for, or is changed unseen, and a search that
// finds other records than a model does.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { Goods, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import { ViewWorld, payloadOf } from '../channels/view-world.ts';

const REVIEW = [
  { name: 'product', type: 'PRODUCTS' },
  { name: 'stars', type: 'INT', de_DE: { label: 'Sterne', value: 3 } },
  { name: 'text', type: 'TXT' },
];

const withClass = async (shop: TestShop, name: string, attributes: readonly object[], more: Given = {}) => {
  const id = await shop.make('create_class', { name, type: 'record', ...more });
  await shop.admin('create_class_attributes', { id_class: id, attributes });
  return id;
};

interface Found {
  readonly count: number;
  readonly result: readonly Reply[];
}

const idsOf = ({ result }: Found): number[] => result.map(({ id }) => Number(id));

describe('a record', () => {
  test('is written, read back, changed, and the same after a restart', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const product = await goods.product();
    await withClass(shop, 'review', REVIEW);
    const attributes = { de_DE: { product: [product], text: 'gut' }, en_GB: { text: 'good' } };
    const reply = await shop.admin('create_record', { class: 'review', name: 'first', attributes });
    expect(reply).toEqual({ object: 'create_record', id: '1' });
    const shown = await shop.admin('get_record_details', { id_record: 1, language: 'en_GB' });
    expect(shown).toMatchObject({
      object: 'record',
      id: 1,
      name: 'first',
      class: 'review',
      creation_date: '2026-01-02 03:04:05',
      shop_active: 1,
      attributes: {
        product: { type: 'PRODUCTS', value: [{ object: 'product', id: product }] },
        stars: { type: 'INT', label: 'Sterne', value: 3 },
        text: { value: 'good' },
      },
    });
    const languages = await shop.admin('get_record_languages', { id_record: 1 });
    expect(languages).toMatchObject({ name: 'first', values: attributes, seq: shown['seq'] });
    const change = { stars: 5, text: null };
    await shop.admin('update_record', { id_record: 1, attributes: { de_DE: change }, shop_active: 0 });
    await shop.restart();
    const after = await shop.admin('get_record_languages', { id_record: 1 });
    const values = { de_DE: { product: [product], stars: 5 }, en_GB: { text: 'good' } };
    expect(after).toMatchObject({ shop_active: 0, name: 'first', values });
    expect(await shop.admin('delete_record', { id_record: 1 })).toEqual({ object: 'delete_record', status: 'success' });
    await shop.adminRefused('get_record_details', { id_record: 1 }, 'RECORD_NOT_FOUND', 1);
    expect(await shop.make('create_record', { class: 'review', name: 'first' }), 'no id twice').toBe(2);
  });

  test('is refused where its class, its name or a value does not fit', async () => {
    const { shop } = await Goods.open();
    await withClass(shop, 'review', REVIEW);
    await withClass(shop, 'store', []);
    await shop.make('create_record', { class: 'review', name: 'Ö' });
    await shop.make('create_record', { class: 'store', name: 'Ö' });
    const other = await shop.make('create_record', { class: 'review' });
    await shop.make('create_record', { class: 'review' });
    const refused = (given: Given, code: string, param: string) =>
      shop.adminRefused('create_record', { class: 'review', ...given }, code, param);
    await refused({ class: 'nothing' }, 'CLASS_NOT_FOUND', 'nothing');
    await refused({ class: 'product' }, 'CLASS_TYPE_NOT_VALID', 'product');
    await refused({ name: 'Ö' }, 'RECORD_NAME_ALREADY_IN_USE', 'Ö');
    await refused({ attributes: { de_DE: { size: 1 } } }, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'size');
    await refused({ attributes: { de_DE: { stars: 'many' } } }, 'SHOPOBJECT_ATTRIBUTE_INVALID', 'stars');
    const long = { de_DE: { text: 'x'.repeat(600_000) }, en_GB: { text: 'x'.repeat(600_000) } };
    const { detail } = await refused({ attributes: long }, 'PARAMETER_INVALID', 'attributes');
    expect(detail).toContain('of at most 1000000');
    const name = 'Ö';
    await shop.adminRefused('update_record', { id_record: other, name }, 'RECORD_NAME_ALREADY_IN_USE', name);
    await shop.adminRefused('update_record', { id_record: 9 }, 'RECORD_NOT_FOUND', 9);
    await shop.adminRefused('delete_record', { id_record: 9 }, 'RECORD_NOT_FOUND', 9);
    await shop.adminRefused('delete_class', { id_class: 2 }, 'CLASS_IN_USE', 2);
    await shop.refused('create_record', { class: 'review' }, 'PERMISSION_DENIED');
    expect(await shop.admin('get_class_languages', { id_class: 2 })).toMatchObject({ objects: 3 });
  });

  test('refers to what is there alone, when it is written; what is deleted later stays named', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const product = await goods.product();
    await withClass(shop, 'review', [...REVIEW, { name: 'near', type: 'RECORDS' }]);
    const write = (de_DE: Given) => ({ id_record: 1, attributes: { de_DE } });
    const refused = async (operation: string, given: Given, why: string) => {
      const { detail } = await shop.adminRefused(operation, given, 'SHOPOBJECT_ATTRIBUTE_INVALID', why.split(':')[0]!);
      expect(detail).toBe(`de_DE.${why} to refer to.`);
    };
    // It would be its own.
    const own = { class: 'review', attributes: { de_DE: { near: [1] } } };
    await refused('create_record', own, 'near: there is no record 1');
    for (const name of ['a', 'b']) await shop.make('create_record', { class: 'review', name });
    await refused('update_record', write({ near: [2, 3] }), 'near: there is no record 3');
    await refused('update_record', write({ product: [product + 1] }), `product: there is no product ${product + 1}`);
    await shop.admin('update_record', write({ near: [2], product: [product] }));
    await shop.admin('delete_record', { id_record: 2 });
    await shop.admin('delete_product', { id_product: product });
    await shop.admin('update_record', write({ near: [1, 2], product: [product] }));
    const { values } = await shop.admin('get_record_languages', { id_record: 1 });
    expect(values).toEqual({ de_DE: { near: [1, 2], product: [product] } });
    await shop.admin('update_record', write({ near: [] }));
    await refused('update_record', write({ near: [2] }), 'near: there is no record 2');
  });

  test('changes as of the record that the caller has seen, and no later one', async () => {
    const shop = openShop();
    await withClass(shop, 'store', []);
    const id = await shop.make('create_record', { class: 'store', name: 'Berlin' });
    const { seq } = await shop.admin('get_record_languages', { id_record: id });
    const changed = await shop.admin('update_record', { id_record: id, name: 'Bonn', if_seq: seq });
    await shop.adminRefused(
      'update_record',
      { id_record: id, if_seq: seq, name: 'late' },
      'CHANGED_MEANWHILE',
      'if_seq',
    );
    expect(changed['seq']).toBe((await shop.admin('get_record_languages', { id_record: id }))['seq']);
  });

  test('is refused beyond the number of a shop', async () => {
    const shop = openShop();
    await withClass(shop, 'store', []);
    const index = shop.engine.readContext().index('typed_record');
    index.count += 999_999;
    await shop.make('create_record', { class: 'store' });
    const { detail } = await shop.adminRefused('create_record', { class: 'store' }, 'RECORD_LIMIT_REACHED', 'store');
    expect(detail).toContain('1000000');
    index.count -= 999_999;
    await shop.make('create_record', { class: 'store' });
  });
});

describe('shoppers', () => {
  test('see active records of public classes, and nothing of others', async () => {
    const shop = openShop();
    const hidden = await withClass(shop, 'company', []);
    await withClass(shop, 'store', [], { public: 1 });
    const [company, store, closed] = [
      await shop.make('create_record', { class: 'company' }),
      await shop.make('create_record', { class: 'store', name: 'Berlin' }),
      await shop.make('create_record', { class: 'store', name: 'Bonn', shop_active: 0 }),
    ];
    const seen = await shop.call('get_record_details', { id_record: store });
    expect([seen['name'], 'shop_active' in seen, 'seq' in seen]).toEqual(['Berlin', false, false]);
    for (const id of [company, closed])
      await shop.refused('get_record_details', { id_record: id }, 'RECORD_NOT_FOUND', id);
    expect(idsOf(await shop.call<Found>('search_records', { class: 'store' }))).toEqual([store]);
    expect(idsOf(await shop.admin<Found>('search_records', { class: 'store' }))).toEqual([store, closed]);
    await shop.refused('search_records', { class: 'company' }, 'CLASS_NOT_FOUND', 'company');
    // No constraint reaches beyond the class, and none opens what is hidden.
    const open = { 'main.id': ['IN', [company, store, closed]] };
    const beyond = await shop.call<Found>('search_records', { class: 'store', constraint: open });
    expect(idsOf(beyond)).toEqual([store]);
    const update = (given: Given) => shop.admin('update_class_attributes', { id_class: hidden, ...given });
    await update({ public: 1 });
    expect(idsOf(await shop.call<Found>('search_records', { class: 'company' }))).toEqual([company]);
    expect(await shop.admin('get_class_details', { id_class: hidden })).toMatchObject({ public: 1 });
    await update({ public: 0 });
    await shop.refused('get_record_details', { id_record: company }, 'RECORD_NOT_FOUND', company);
    const product = { name: 'goods', type: 'product', public: 1 };
    await shop.adminRefused('create_class', product, 'PARAMETER_INVALID', 'public');
  });

  test('see records within others as far as they may, and none that is gone', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    await withClass(shop, 'maker', [{ name: 'origin', type: 'CHAR' }], { public: 1 });
    await shop.admin('create_class_attributes', { id_class: 1, attributes: [{ name: 'makers', type: 'RECORDS' }] });
    const ids = [
      await shop.make('create_record', { class: 'maker', name: 'A', attributes: { de_DE: { origin: 'Jena' } } }),
      await shop.make('create_record', { class: 'maker', name: 'B', shop_active: 0 }),
      await shop.make('create_record', { class: 'maker', name: 'C' }),
    ];
    const product = await goods.product(1, { attributes: { de_DE: { price: 1, makers: ids } } });
    type Makers = { attributes: { makers: { value: readonly Reply[] } } };
    const makersOf = async (secret: boolean) => {
      const shown = await shop.call<Makers>('get_product_details', { id_product: product }, { secret });
      return shown.attributes.makers.value.map(({ name }) => name);
    };
    expect(await makersOf(false)).toEqual(['A', 'C']);
    expect(await makersOf(true)).toEqual(['A', 'B', 'C']);
    await shop.admin('delete_record', { id_record: ids[0] });
    await shop.admin('update_record', { id_record: ids[1], shop_active: 1 });
    expect(await makersOf(false)).toEqual(['B', 'C']);
  });
});

test('webhooks tell of what becomes of the records of their class', async () => {
  const shop = openShop();
  const world = new ViewWorld(shop);
  const events = ['RECORD_CREATED', 'RECORD_CHANGED', 'RECORD_DELETED'];
  for (const name of events) await world.aim(name, { body: 'view', parameter: 'store' });
  for (const name of ['store', 'company']) await withClass(shop, name, []);
  for (const name of ['company', 'store']) await shop.make('create_record', { class: name });
  for (const id_record of [1, 2]) {
    await shop.admin('update_record', { id_record, name: 'Berlin' });
    await shop.admin('update_record', { id_record, name: 'Berlin' });
  }
  const shown = await shop.admin('get_record_details', { id_record: 2 });
  await world.deliver();
  await shop.admin('delete_record', { id_record: 2 });
  await world.deliver();
  const told = world.taken().map((call) => payloadOf(call));
  expect(told.map(({ event, parameters, object }) => [event, parameters, object])).toEqual([
    ['RECORD_CREATED', { id_record: 2, class: 'store' }, shown],
    ['RECORD_CHANGED', { id_record: 2, class: 'store' }, shown],
    ['RECORD_DELETED', { id_record: 2, class: 'store' }, null],
  ]);
});

/** What a step does with the record at a place among those that there are. */
const step = fc.oneof(
  fc.record({ what: fc.constant('create' as const), stars: fc.nat({ max: 3 }), isActive: fc.boolean() }),
  fc.record({ what: fc.constant('update' as const), at: fc.nat(), stars: fc.nat({ max: 3 }), isActive: fc.boolean() }),
  fc.record({ what: fc.constant('delete' as const), at: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Model {
  readonly id: number;
  stars: number;
  isActive: boolean;
}

/** Ids that a search for records of at least so many stars must find. */
type Finds = (records: readonly Model[], least: number, inactive: boolean) => number[];

const finds: Finds = (records, least, inactive) =>
  records.filter(({ stars, isActive }) => stars >= least && (inactive || isActive)).map(({ id }) => id);

const agrees = async (steps: readonly Step[], expected: Finds): Promise<void> => {
  const shop = openShop();
  await withClass(shop, 'review', REVIEW, { public: 1 });
  await withClass(shop, 'other', REVIEW, { public: 1 });
  await shop.make('create_record', { class: 'other', attributes: { de_DE: { stars: 3 } } });
  const records: Model[] = [];
  for (const one of steps) {
    if (one.what === 'create') {
      const { stars, isActive } = one;
      const given = { shop_active: isActive ? 1 : 0, attributes: { de_DE: { stars } } };
      records.push({ id: await shop.make('create_record', { class: 'review', ...given }), stars, isActive });
      continue;
    }
    const record = records[one.at % Math.max(1, records.length)];
    if (record === undefined) continue;
    if (one.what === 'delete') {
      await shop.admin('delete_record', { id_record: record.id });
      records.splice(records.indexOf(record), 1);
      continue;
    }
    const attributes = { de_DE: { stars: one.stars } };
    await shop.admin('update_record', { id_record: record.id, shop_active: one.isActive ? 1 : 0, attributes });
    Object.assign(record, { stars: one.stars, isActive: one.isActive });
  }
  for (const isAgain of [false, true]) {
    if (isAgain) await shop.restart();
    for (const least of [0, 2])
      for (const secret of [false, true]) {
        const constraint = { stars: ['>=', least] };
        const found = await shop.call<Found>('search_records', { class: 'review', constraint }, { secret });
        expect(idsOf(found)).toEqual(expected(records, least, secret));
      }
  }
};

describe('search_records', () => {
  test('finds what a filter of a model does, live and after a restart', async () => {
    const steps = fc.array(step, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, (some) => agrees(some, finds)),
      { numRuns: runs(40) },
    );
  });

  test('canary: a model that shows shoppers what is inactive does not agree', async () => {
    const wrong: Finds = (records, least) => finds(records, least, true);
    await expect(agrees([{ what: 'create', stars: 3, isActive: false }], wrong)).rejects.toThrow();
  });

  test('sorts, pages and shows what is asked for, by the rules of every search', async () => {
    const shop = openShop();
    await withClass(shop, 'review', REVIEW, { public: 1 });
    for (const [at, stars] of [3, 1, 2].entries())
      await shop.make('create_record', {
        class: 'review',
        name: `n${at}`,
        attributes: { de_DE: { stars, text: `Der Text ${at}` } },
      });
    const search = (given: Given) => shop.call<Found>('search_records', { class: 'review', ...given });
    const page = await search({ order_columns: ['stars'], order: 'DESC', left_limit: 1, right_limit: 1 });
    expect([page.count, idsOf(page)]).toEqual([3, [3]]);
    expect(idsOf(await search({ constraint: { search: ['MATCH', 'text 1'] } }))[0]).toBe(2);
    expect(idsOf(await search({ constraint: { name: 'n2' } }))).toEqual([3]);
    const [first] = (await search({ constraint: { 'main.id': 1 }, needed_attributes: ['stars'] })).result;
    expect(Object.keys(first!['attributes'] as object)).toEqual(['stars']);
    const strict = { class: 'review', strict: 1, constraint: { star: 1 } };
    const { detail } = await shop.refused('search_records', strict, 'CONSTRAINT_INVALID', 'star');
    expect(detail).toContain('stars');
    // Names of the attributes of other classes, which may not be public, are no fields of this one.
    await withClass(shop, 'company', [{ name: 'turnover', type: 'INT' }]);
    const other = { ...strict, constraint: { turnover: 1 } };
    await shop.refused('search_records', other, 'CONSTRAINT_INVALID', 'turnover');
    await search({ strict: 1, constraint: { stars: 1 }, order_columns: ['stars'] });
  });
});
