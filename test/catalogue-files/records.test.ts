// Records of the shop's own classes in catalogue files: would catch one that comes twice or is taken for another, a
// reference that is lost, a member that no file has, and a refused line that leaves half of itself.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRecord } from '../../src/domain/catalogue/find-record.ts';
import { createRecord, deleteRecord, updateRecord } from '../../src/domain/catalogue/write-record.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { make } from '../engine/shop.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringLines, bringRecords, isUnchanged, linesOf, newEngine, recordsOf } from './catalogue-shop.ts';
import { SHOP, codes } from './import-lines.ts';

const REVIEW = { class: 'review', key: 'r-1' };
const BERLIN = { class: 'store', name: 'Berlin' };
const KIEL = { class: 'store', name: 'Kiel' };
const REFERS = [
  { name: 'about', type: 'PRODUCTS' },
  { name: 'near', type: 'RECORDS' },
];
/** Stores that name each other, a review without a name, and a product that names both. */
const RECORDS = [
  { type: 'class', name: 'bench', class_type: 'product', attributes: [{ name: 'near', type: 'RECORDS' }] },
  {
    type: 'class',
    name: 'store',
    class_type: 'record',
    public: true,
    attributes: [{ name: 'city', type: 'CHAR' }, ...REFERS],
  },
  {
    type: 'class',
    name: 'review',
    class_type: 'record',
    public: false,
    attributes: [{ name: 'stars', type: 'INT' }, ...REFERS],
  },
  { type: 'product', class: 'bench', name: 'Oak', active: true },
  { type: 'record', ...BERLIN, active: true, attributes: { de_DE: { city: 'Berlin' } } },
  { type: 'record', ...KIEL, active: false, attributes: {} },
  { type: 'record', ...REVIEW, active: true, attributes: { de_DE: { stars: 4 } } },
  { type: 'references', name: 'Oak', records: true, attributes: { de_DE: { near: [REVIEW, BERLIN] } } },
  { type: 'references', ...BERLIN, attributes: { de_DE: { about: ['Oak'], near: [KIEL] } } },
  { type: 'references', ...KIEL, attributes: { en_GB: { near: [BERLIN, KIEL, BERLIN] } } },
  { type: 'references', ...REVIEW, attributes: { de_DE: { about: ['Moon'], near: [REVIEW] } } },
];

type Line = { readonly [member: string]: unknown };

let engine: Engine;
beforeEach(async () => {
  engine = newEngine();
  expect((await bringRecords(engine, [...SHOP, ...RECORDS])).listed).toEqual([]);
});
afterEach(() => closeAndVerify(engine));

const idOf = (one: { readonly class: string; readonly name?: string; readonly key?: string }): number =>
  findRecord(engine.readContext(), { name: '', key: '', ...one })!;

const shown = (of: Engine, wanted: Line): Line | undefined =>
  (recordsOf(of) as Line[]).find((line) => Object.entries(wanted).every(([name, value]) => line[name] === value));

test('an export has all that was brought, and into an empty shop goes to the same bytes', async () => {
  const lines = recordsOf(engine);
  for (const line of RECORDS) expect(lines).toContainEqual(expect.objectContaining(line));
  const other = newEngine();
  expect((await bringLines(other, linesOf(engine))).listed).toEqual([]);
  expect(linesOf(other)).toBe(linesOf(engine));
  await closeAndVerify(other);
});

test('a new record is hidden where the line does not say that it is shown, and keeps what a line leaves out', async () => {
  const ulm = { type: 'record', class: 'store', name: 'Ulm' };
  await bringRecords(engine, [ulm]);
  const key = expect.any(String) as string;
  expect(shown(engine, ulm)).toEqual({ ...ulm, key, active: false, attributes: {} });
  const told = { active: true, attributes: { de_DE: { city: 'Ulm' } } };
  await bringRecords(engine, [{ ...ulm, ...told }, ulm]);
  expect(shown(engine, ulm)).toEqual({ ...ulm, key, ...told });
  await bringRecords(engine, [{ ...ulm, attributes: {} }]);
  expect(shown(engine, ulm)).toEqual({ ...ulm, key, active: true, attributes: {} });
});

test('a canary: a line, a member or a value that a file lacks is seen in the next export', async () => {
  const whole = linesOf(engine);
  const lines = recordsOf(engine) as Line[];
  const isOwn = ({ type, class: of }: Line): boolean =>
    type === 'record' || (type === 'references' && of !== undefined);
  const poorer = lines.flatMap((line, at) => {
    if (!isOwn(line)) return [];
    const { attributes, active, ...rest } = line;
    const less = [{ ...rest, attributes, ...(active !== undefined && { active: active === false }) }];
    const values = Object.keys(attributes as Line).length > 0 ? [{ ...line, attributes: {} }] : [];
    return [...(active === undefined ? [] : less), ...values].map((one) => lines.with(at, one));
  });
  expect(poorer.length).toBeGreaterThan(5);
  for (const file of poorer) {
    const other = newEngine();
    await bringRecords(other, file);
    expect(linesOf(other)).not.toBe(whole);
    await closeAndVerify(other);
  }
});

test('a record that was made without a file is the same one elsewhere and back, whoever has changed it', async () => {
  const id = make(engine, (tx) => createRecord(tx, { className: 'review', name: '', active: true, attributes: {} }));
  const { key } = (recordsOf(engine) as Line[]).findLast(({ type }) => type === 'record')!;
  const other = newEngine();
  // Ids are others there.
  await bringRecords(other, RECORDS.slice(1, 3));
  make(other, (tx) => createRecord(tx, { className: 'store', name: 'Ulm', active: true, attributes: {} }));
  await bringRecords(other, recordsOf(engine));
  const changed = { type: 'record', class: 'review', key, active: false, attributes: { en_GB: { stars: 2 } } };
  await bringRecords(other, [changed]);
  expect(shown(other, { key })).toEqual(changed);
  await bringLines(engine, linesOf(other));
  expect(shown(engine, { key })).toEqual(changed);
  expect(engine.readContext().read('typed_record', id)).toMatchObject({ active: false, key: '' });
  await isUnchanged(other, () => bringLines(other, linesOf(engine)));
  await closeAndVerify(other);
});

test('a record that had no name and got one in one shop is the same one in the other, and no name is taken from another', async () => {
  const id = make(engine, (tx) => createRecord(tx, { className: 'review', name: '', active: true, attributes: {} }));
  const other = newEngine();
  await bringLines(other, linesOf(engine));
  const { count } = other.readContext().index('typed_record');
  make(other, (tx) => updateRecord(tx, findRecord(tx, { name: '', ...REVIEW })!, { name: 'First' }));
  make(engine, (tx) => updateRecord(tx, id, { name: 'Second' }));
  make(engine, (tx) => updateRecord(tx, idOf(KIEL), { name: 'Kiel, port' }));
  expect((await bringLines(other, linesOf(engine))).total('created'), 'Kiel had a name').toBe(1);
  expect(other.readContext().index('typed_record').count).toBe(count + 1);
  expect((await bringLines(engine, linesOf(other))).total('created')).toBe(1);
  for (const one of [engine, other]) {
    expect(shown(one, { class: 'review', name: 'First' })).toMatchObject({ key: REVIEW.key, active: true });
    expect(shown(one, { class: 'review', name: 'Second' })).toMatchObject({ active: true });
    expect(shown(one, { class: 'store', name: 'Kiel' })).toBeDefined();
    expect(shown(one, { class: 'store', name: 'Kiel, port' })).toBeDefined();
  }
  await isUnchanged(other, () => bringLines(other, linesOf(engine)));
  // The key of a record that has another name by then is nobody else's.
  await bringRecords(engine, [{ type: 'record', class: 'review', name: 'Third', key: REVIEW.key }]);
  expect(shown(engine, { name: 'First' })).toMatchObject({ key: REVIEW.key });
  expect(shown(engine, { name: 'Third' })!['key']).not.toBe(REVIEW.key);
  await closeAndVerify(other);
});

test('a record that has lost its name is known by a key, and one that got a name by both', async () => {
  const named = idOf(KIEL);
  const lines = (): number => recordsOf(engine).length;
  const before = lines();
  make(engine, (tx) => updateRecord(tx, named, { name: '' }));
  await isUnchanged(engine, () => bringRecords(engine, recordsOf(engine)));
  make(engine, (tx) => updateRecord(tx, idOf(REVIEW), { name: 'First' }));
  expect(shown(engine, { type: 'record', name: 'First' })).toMatchObject({ key: REVIEW.key });
  await isUnchanged(engine, () => bringRecords(engine, [...recordsOf(engine), RECORDS[6]!]));
  expect(lines()).toBe(before);
});

test('a line of before, when files had no records, leaves them where they are, and one that says so does not', async () => {
  const oak = { type: 'references', name: 'Oak' };
  const before = shown(engine, oak);
  await isUnchanged(engine, () => bringRecords(engine, [{ ...oak, attributes: {} }]));
  expect(shown(engine, oak)).toEqual(before);
  await bringRecords(engine, [{ ...oak, records: true, attributes: {} }]);
  expect(shown(engine, oak)).toEqual({ ...oak, records: true, attributes: {} });
});

test('what is named and gone stays as it is where all else is named, and goes with another list', async () => {
  make(engine, (tx) => deleteRecord(tx, idOf(KIEL)));
  const berlin = { type: 'references', ...BERLIN };
  expect(shown(engine, berlin)).toMatchObject({ attributes: { de_DE: { about: ['Oak'], near: [] } } });
  await isUnchanged(engine, () => bringRecords(engine, recordsOf(engine)));
  await bringRecords(engine, [{ ...berlin, attributes: { de_DE: { near: [BERLIN] } } }]);
  expect(shown(engine, berlin)).toMatchObject({ attributes: { de_DE: { near: [BERLIN] } } });
});

test.each([
  ['PARAMETER_MISSING', { type: 'record', class: 'store' }],
  ['PARAMETER_MISSING', { type: 'record', name: 'Ulm' }],
  ['PARAMETER_INVALID', { type: 'record', ...BERLIN, seo: {} }],
  ['CLASS_NOT_FOUND', { type: 'record', class: 'shop', name: 'Ulm' }],
  ['CLASS_TYPE_NOT_VALID', { type: 'record', class: 'lamp', name: 'Ulm' }],
  ['SHOPOBJECT_ATTRIBUTE_UNKNOWN', { type: 'record', ...BERLIN, attributes: { de_DE: { stars: 1 } } }],
  ['SHOPOBJECT_ATTRIBUTE_INVALID', { type: 'record', ...REVIEW, active: false, attributes: { de_DE: { stars: 'x' } } }],
  ['SHOPOBJECT_ATTRIBUTE_INVALID', { type: 'record', ...BERLIN, attributes: { de_DE: { near: [1] } } }],
  ['SHOPOBJECT_ATTRIBUTE_INVALID', { type: 'references', ...BERLIN, attributes: { de_DE: { near: 'Kiel' } } }],
  [
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    { type: 'references', ...BERLIN, attributes: { de_DE: { near: [{ ...KIEL, key: 'k' }] } } },
  ],
  ['SHOPOBJECT_ATTRIBUTE_INVALID', { type: 'references', ...BERLIN, attributes: { de_DE: { city: [BERLIN] } } }],
  [
    'RECORD_NOT_FOUND',
    { type: 'references', ...BERLIN, attributes: { de_DE: { near: [{ class: 'store', key: 'k' }] } } },
  ],
  ['RECORD_NOT_FOUND', { type: 'references', class: 'store', name: 'Ulm', attributes: {} }],
  ['PARAMETER_INVALID', { type: 'references', class: 'store', attributes: {} }],
  ['PARAMETER_INVALID', { type: 'references', ...BERLIN, element_number: 'b1', attributes: {} }],
  ['PARAMETER_INVALID', { type: 'references', key: 'r-1', attributes: {} }],
])('a line with %s leaves nothing of itself: %j', async (code, record) => {
  const [before, { headSeq }] = [linesOf(engine), engine];
  expect(codes(await bringRecords(engine, [record]))).toEqual([`1: ${code}`]);
  expect([engine.headSeq, linesOf(engine)]).toEqual([headSeq, before]);
});

test('a key that looks like one of an export is that of the record of this creation and id, and of no other', async () => {
  const id = make(engine, (tx) => createRecord(tx, { className: 'review', name: '', active: true, attributes: {} }));
  const { createdMs } = engine.readContext().read('typed_record', id)!;
  const { count } = engine.readContext().index('typed_record');
  const review = (key: string, of = 'review') =>
    bringRecords(engine, [{ type: 'record', class: of, key, active: true }]);
  await isUnchanged(engine, () => review(`${createdMs}-${id}`));
  const others = [
    `${createdMs + 1}-${id}`,
    `${createdMs}-${idOf(REVIEW)}`,
    `${'9'.repeat(15)}-1`,
    `1-${'9'.repeat(15)}`,
  ];
  for (const key of others) expect((await review(key)).total('created')).toBe(1);
  expect((await review(`${createdMs}-${id}`, 'store')).total('created')).toBe(1);
  expect(engine.readContext().index('typed_record').count).toBe(count + others.length + 1);
});
