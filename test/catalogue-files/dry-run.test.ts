// A dry run against a shop: would catch one that changes something, that calls what is there already new, that refuses
// what the file itself brings, and that hides what the shop refuses.
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Foresight } from '../../src/catalogue-files/foresight.ts';
import { readJsonLines } from '../../src/catalogue-files/json-lines.ts';
import { Report } from '../../src/catalogue-files/report.ts';
import type { Answer } from '../../src/catalogue-files/report.ts';
import { runImport } from '../../src/catalogue-files/run-import.ts';
import type { Sourced } from '../../src/catalogue-files/record-source.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { runs } from '../harness/effort.ts';
import { bringRecords, drawCatalogue, newEngine, pieces, recordsOf } from './catalogue-shop.ts';
import { SHOP } from './import-lines.ts';

let engine: Engine;
beforeEach(() => {
  engine = newEngine();
});
afterEach(() => closeAndVerify(engine));

const linesOf = (records: readonly object[]): AsyncGenerator<Sourced> =>
  readJsonLines(pieces(records.map((one) => JSON.stringify(one)).join('\n')), 1_048_576);

/** What is said of each record: an outcome, or the code of its refusal. */
const foreseen = async (records: readonly object[]): Promise<string[]> => {
  const { headSeq } = engine;
  const before = JSON.stringify(recordsOf(engine));
  const report = new Report('line');
  const answers: Answer[] = [];
  const answered = async (answer: Answer): Promise<void> => void answers.push(answer);
  const options = { stock: true, replaceAttributes: false, dryRun: true, answered };
  await runImport(engine, linesOf(records), report, options);
  expect([engine.headSeq, JSON.stringify(recordsOf(engine))]).toEqual([headSeq, before]);
  expect([report.refused, report.counts.size]).toEqual([0, 0]);
  const foresight = new Foresight();
  const told: string[] = [];
  let index = 0;
  for await (const { record } of linesOf(records)) {
    const answer = answers[index]!;
    const outcome = record.ok ? foresight.foresee(record.value, answer) : answer;
    told.push(typeof outcome === 'string' ? outcome : outcome.code);
    index += 1;
  }
  expect(answers).toHaveLength(told.length);
  return told;
};

test('of an empty shop all that belongs together is new; in the shop that it came from nothing changes', async () => {
  const first = await foreseen(SHOP);
  expect(first.filter((outcome) => outcome !== 'created' && outcome !== 'updated')).toEqual([]);
  const report = await bringRecords(engine, SHOP, { stock: true });
  expect(first.filter((outcome) => outcome === 'created')).toHaveLength(report.total('created'));
  expect(new Set(await foreseen(SHOP))).toEqual(new Set(['unchanged']));
});

test('new, changed, unchanged and refused are told apart', async () => {
  await bringRecords(engine, [
    { type: 'class', name: 'lamp', class_type: 'product', attributes: [{ name: 'price', type: 'FLOAT' }] },
    { type: 'product', class: 'lamp', name: 'Moon', attributes: { en_GB: { price: 5 } } },
    { type: 'product', class: 'lamp', name: 'Sun' },
  ]);
  expect(
    await foreseen([
      { type: 'product', name: 'Moon', attributes: { en_GB: { price: 6 } } },
      { type: 'product', name: 'Sun', class: 'lamp' },
      { type: 'product', name: 'Star', class: 'lamp' },
      { type: 'product', name: 'Star, blue', class: 'lamp', variation_of: 'Star' },
      { type: 'product', name: 'Comet', class: 'lamp', attributes: { en_GB: { weight: 1 } } },
      { type: 'product', name: 'Comet, red', class: 'lamp', variation_of: 'Comet' },
      { type: 'product', name: 'Dust', class: 'unknown' },
      { type: 'product', name: 'Gas' },
      { type: 'nothing' },
    ]),
  ).toEqual([
    'updated',
    'unchanged',
    'created',
    'created',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    expect.stringMatching(/^[A-Z_]+$/),
    expect.stringMatching(/^[A-Z_]+$/),
    expect.stringMatching(/^[A-Z_]+$/),
    'PARAMETER_INVALID',
  ]);
});

test('what needs a class that the file changes is changed, or new; what needs nothing of the file is answered by the shop', async () => {
  await bringRecords(engine, [
    { type: 'class', name: 'lamp', class_type: 'product', attributes: [{ name: 'price', type: 'FLOAT' }] },
    { type: 'class', name: 'desk', class_type: 'product' },
    { type: 'product', class: 'lamp', name: 'Moon' },
  ]);
  expect(
    await foreseen([
      { type: 'class', name: 'lamp', class_type: 'product', attributes: [{ name: 'colour', type: 'CHAR' }] },
      { type: 'class', name: 'desk', class_type: 'product' },
      { type: 'product', class: 'lamp', name: 'Moon', attributes: { en_GB: { colour: 'red' } } },
      { type: 'product', class: 'lamp', name: 'Star', attributes: { en_GB: { colour: 'red' } } },
      { type: 'product', class: 'desk', name: 'Oak', attributes: { en_GB: { colour: 'red' } } },
      { type: 'category', name: 'Light', parent: ['Home'] },
      { type: 'category', name: 'Home' },
      { type: 'category', name: 'Light', parent: ['Home'] },
      { type: 'product', class: 'desk', name: 'Ash', categories: [['Home', 'Light']] },
      { type: 'references', name: 'Star', attributes: {} },
    ]),
  ).toEqual([
    'updated',
    'unchanged',
    'updated',
    'created',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'CATEGORY_NOT_FOUND',
    'created',
    'created',
    'created',
    'updated',
  ]);
});

test('records and what they refer to are foreseen with the class and the records that the file brings', async () => {
  const stars = [
    { name: 'stars', type: 'INT' },
    { name: 'near', type: 'RECORDS' },
  ];
  const file = [
    { type: 'record', class: 'review', key: 'r-1' },
    { type: 'class', name: 'review', class_type: 'record', attributes: stars },
    { type: 'record', class: 'review', key: 'r-1', attributes: { en_GB: { stars: 5 } } },
    {
      type: 'record',
      class: 'review',
      name: 'First',
      attributes: { en_GB: { near: [{ class: 'review', key: 'r-1' }] } },
    },
    {
      type: 'references',
      class: 'review',
      key: 'r-1',
      attributes: { en_GB: { near: [{ class: 'review', name: 'First' }] } },
    },
    { type: 'references', class: 'review', key: 'r-2', attributes: {} },
  ];
  expect(await foreseen(file)).toEqual([
    'CLASS_NOT_FOUND',
    'created',
    'created',
    'created',
    'updated',
    'RECORD_NOT_FOUND',
  ]);
  await bringRecords(engine, file);
  expect(await foreseen(file.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => 'unchanged'));
});

test('a second customer of one user name is refused, as the import refuses it', async () => {
  const customer = (email: string): object => ({ type: 'customer', email, username: 'Same' });
  const records = [customer('a@example.org'), customer('b@example.org'), customer('a@example.org')];
  expect(await foreseen(records)).toEqual(['created', 'USERNAME_IN_USE', 'updated']);
  expect((await bringRecords(engine, records)).refusals).toMatchObject([{ line: 2, code: 'USERNAME_IN_USE' }]);
});

test('a line of references is foreseen with the attribute that the file gives its class, and with nothing that is missing', async () => {
  const likes = { name: 'likes', type: 'PRODUCTS' };
  await bringRecords(engine, [
    { type: 'class', name: 'lamp', class_type: 'product', attributes: [{ name: 'price', type: 'INT' }] },
    { type: 'class', name: 'review', class_type: 'record' },
    { type: 'class', name: 'part', class_type: 'warehouse_entity' },
    { type: 'product', class: 'lamp', name: 'Moon' },
    { type: 'record', class: 'review', key: 'r-1' },
    { type: 'warehouse_entity', class: 'part', name: 'Bulb', metadata: { element_number: 'b1' } },
  ]);
  const refers = (whose: object, values: object): object => ({
    type: 'references',
    ...whose,
    attributes: { en_GB: values },
  });
  const whose = [{ name: 'Moon' }, { name: 'Star' }, { class: 'review', key: 'r-1' }, { element_number: 'b1' }];
  const file = [
    refers(whose[0]!, { likes: ['Moon'] }),
    ...['lamp', 'review', 'part'].map((name) => {
      const type = { lamp: 'product', review: 'record', part: 'warehouse_entity' }[name];
      return { type: 'class', name, class_type: type, attributes: [likes] };
    }),
    { type: 'product', class: 'lamp', name: 'Star' },
    ...whose.flatMap((one) => [
      refers(one, { likes: ['Moon', 'Star'] }),
      refers(one, { likes: ['Moon', 'Nowhere'] }),
      refers(one, { likes: ['Moon'], loves: ['Moon'] }),
    ]),
    refers({ class: 'review', key: 'r-2' }, { likes: ['Moon'] }),
    refers(whose[0]!, { price: ['Moon'] }),
  ];
  const told = await foreseen(file);
  const refused = told.flatMap((outcome, at) => (['created', 'updated'].includes(outcome) ? [] : [at + 1]));
  expect(refused).toEqual([1, 7, 8, 10, 11, 13, 14, 16, 17, 18, 19]);
  expect((await bringRecords(engine, file)).refusals.map(({ line }) => line)).toEqual(refused);
});

type Line = { readonly type: string; readonly name?: string; readonly attributes?: unknown };

/**
 * What a shop has of a file, and what comes as the file: lines and attributes are missing, names are wrong. A class
 * that the shop has is in the file: what it has is not known to who reads the file.
 */
const harmed = (draw: fc.GeneratorValue, file: readonly Line[], isThere: boolean): Line[] =>
  file.flatMap((line) => {
    const dice = draw(fc.nat, 9);
    const isHeld = line.type === 'class' && engine.readContext().index('class').byName.get(line.name!) !== undefined;
    if (isHeld) return [line];
    if (dice <= (isThere ? 4 : 1)) return [];
    const { type, attributes } = line;
    if (type === 'class' && dice < 8)
      return [{ ...line, attributes: draw(() => fc.shuffledSubarray(attributes as object[])) }];
    if (isThere || dice < 8) return [line];
    if (type === 'references') return [{ ...line, attributes: { de_DE: { related: ['Nowhere'] } } }];
    return [dice === 8 && 'attributes' in line ? { ...line, attributes: { de_DE: { unknown: 1 } } } : line];
  });

test('a dry run refuses the lines that the import refuses, whatever the shop and the file lack', async () => {
  let [refused, taken] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const file = drawCatalogue(draw) as Line[];
      const outer = engine;
      engine = newEngine();
      try {
        await bringRecords(engine, harmed(draw, file, true), { stock: true });
        const brought = harmed(draw, file, false);
        const told = await foreseen(brought);
        const report = await bringRecords(engine, brought, { stock: true });
        const isRefused = told.flatMap((outcome, at) =>
          /^[A-Z]/.test(outcome) ? [`${at + 1} ${JSON.stringify(brought[at])}`] : [],
        );
        expect(isRefused).toEqual(report.refusals.map(({ line }) => `${line} ${JSON.stringify(brought[line! - 1])}`));
        refused += report.refused;
        taken += report.total('created') + report.total('updated');
        await closeAndVerify(engine);
      } finally {
        engine = outer;
      }
    }),
    { numRuns: runs(10), endOnFailure: true },
  );
  expect(Math.min(refused, taken)).toBeGreaterThan(5);
});
