// Catalogues for the tests of import and export, in a store in memory.
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { catalogueLines } from '../../src/catalogue-files/catalogue.ts';
import { columnAttributes } from '../../src/catalogue-files/columns.ts';
import { rateIn } from '../../src/domain/rules.ts';
import type { FileRules } from '../../src/catalogue-files/read-file.ts';
import { readCsv } from '../../src/catalogue-files/csv-reader.ts';
import { tableOf } from '../../src/catalogue-files/csv-writer.ts';
import { eachActor } from '../../src/catalogue-files/catalogue.ts';
import { readJsonLines } from '../../src/catalogue-files/json-lines.ts';
import { Report } from '../../src/catalogue-files/report.ts';
import { runImport } from '../../src/catalogue-files/run-import.ts';
import type { Sourced } from '../../src/catalogue-files/record-source.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { engineOn } from '../engine/store/stores.ts';

/** What a reader of a file asks of the shop. */
export const fileRulesOf = ({ rules }: Engine): FileRules => ({
  ...rules,
  taxClasses: rules.taxClasses.map((taxClass) => ({
    name: taxClass.name,
    percent: rateIn(rules, taxClass, rules.country) / 10_000,
  })),
  attributes: new Set(),
});

export const newEngine = (): Engine => engineOn(new MemoryJournal());

const LINE_BYTES_MAX = 1_048_576;

/** A text in pieces of a few bytes, as a slow pipe brings it. */
export const pieces = async function* (text: string | Buffer, bytes = 997): AsyncGenerator<Buffer> {
  const all = Buffer.from(text as string);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
};

interface Asked {
  readonly stock?: boolean;
  readonly replaceAttributes?: boolean;
  /** Called behind each record. */
  readonly answered?: () => Promise<void>;
}

const run = async (
  engine: Engine,
  source: AsyncIterable<Sourced>,
  { stock = false, replaceAttributes = false, ...more }: Asked,
): Promise<Report> => {
  const report = new Report('line');
  await runImport(engine, source, report, { stock, replaceAttributes, ...more });
  return report;
};

export const bringLines = (
  engine: Engine,
  text: string | Buffer,
  { bytesMax = LINE_BYTES_MAX, bytes = 997, ...asked }: Asked & { bytesMax?: number; bytes?: number } = {},
): Promise<Report> => run(engine, readJsonLines(pieces(text, bytes), bytesMax), asked);

export const bringRecords = (engine: Engine, records: readonly object[], options: Asked = {}): Promise<Report> =>
  bringLines(engine, records.map((one) => JSON.stringify(one)).join('\n'), options);

export const bringTable = (
  engine: Engine,
  text: string | Buffer,
  { stock = false, delimiter = ',', bytesMax = LINE_BYTES_MAX, bytes = 997 } = {},
): Promise<Report> => {
  const attributes = columnAttributes([...eachActor(engine, engine.readContext(), 'class')].map(([, state]) => state));
  return run(
    engine,
    readCsv(pieces(text, bytes), delimiter, bytesMax, { attributes, language: engine.rules.language }),
    { stock },
  );
};

export const recordsOf = (engine: Engine): object[] => [...catalogueLines(engine)].map(({ record }) => record);
export const linesOf = (engine: Engine): string => [...catalogueLines(engine)].map(({ text }) => text).join('');
export const tableText = (engine: Engine, delimiter = ','): string => [...tableOf(engine, delimiter)].join('');

/** Nothing of it changes anything. */
export const isUnchanged = async (engine: Engine, bring: () => Promise<Report>): Promise<void> => {
  const { headSeq } = engine;
  const report = await bring();
  expect(report.listed).toEqual([]);
  expect([report.total('created'), report.total('updated')]).toEqual([0, 0]);
  expect(engine.headSeq).toBe(headSeq);
};

const LANGUAGES = ['de_DE', 'en_GB', 'x@y', '7'] as const;
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'B',
    'ä',
    '"',
    ',',
    ';',
    '\n',
    '\r\n',
    '\r',
    '/',
    '|',
    '#',
    '\\',
    '@',
    '😀',
    ' ',
    '2',
    '{',
    '=',
    '-',
    "'",
    '\t',
    '\u2028',
  ),
  maxLength: 12,
});
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const VALUES: { readonly [type: string]: fc.Arbitrary<unknown> } = {
  CHAR: text,
  TXT: text,
  HTML: text,
  FLOAT: number,
  INT: fc.maxSafeInteger(),
  BOOL: fc.constantFrom(0, 1, true, false),
  DATE: fc.constantFrom('', '2024-02-29', '1999-12-31 23:59:59'),
  IMG: fc.oneof(
    text,
    fc.record(
      {
        value: text,
        width: fc.nat(2000),
        height: fc.nat(2000),
        alt: text,
        focus: fc.record({ x: fc.nat(100), y: fc.nat(100) }),
      },
      { requiredKeys: ['value', 'width', 'height'] },
    ),
  ),
};
const ATTRIBUTES = [
  ...Object.keys(VALUES).map((type) => ({ name: `${type.toLowerCase()}_value`, type })),
  // Columns of a table have these names.
  { name: 'name', type: 'CHAR' },
  { name: 'quantity', type: 'FLOAT' },
];

const language = fc.constantFrom(...LANGUAGES);
const seoOf = (number: number): fc.Arbitrary<object> =>
  fc.dictionary(
    language,
    fc.record(
      { permalink: fc.constant(`p${number}`), title: text, description: text, keywords: text },
      { requiredKeys: [] },
    ),
    { maxKeys: 2 },
  );
const valuesOf = (shown: readonly { name: string; type: string }[]): fc.Arbitrary<object> =>
  fc.record(Object.fromEntries(shown.map(({ name, type }) => [name, VALUES[type]!])), { requiredKeys: [] });
const textsOf = (shown: readonly { name: string; type: string }[]): fc.Arbitrary<object> =>
  fc.dictionary(language, valuesOf(shown), { maxKeys: 3 });
const milli = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max }).map((value) => value / 1000);

type Draw = fc.GeneratorValue;

/**
 * The records of a catalogue, each after those that it needs. Names are unique; everything else is odd.
 * `taxClasses`: of the shop.
 */
export const drawCatalogue = (draw: Draw, taxClasses: readonly string[] = ['', 'default']): object[] => {
  const records: object[] = [];
  const classes = ['thing', 'gadget', 'page', 'part', 'store', 'review'].map((name) => ({
    name,
    attributes: draw(fc.subarray, ATTRIBUTES),
  }));
  const types: { readonly [name: string]: string } = {
    page: 'content',
    part: 'warehouse_entity',
    store: 'record',
    review: 'record',
  };
  const related = { name: 'related', type: 'PRODUCTS' };
  const seen = { name: 'seen', type: 'RECORDS' };
  const labels = fc.dictionary(language, text, { maxKeys: 2 });
  for (const { name, attributes } of classes) {
    const defined = attributes.map((one) => ({
      ...one,
      labels: draw(() => labels),
      defaults: draw(() => fc.dictionary(language, VALUES[one.type]!, { maxKeys: 2 })),
    }));
    const type = types[name] ?? 'product';
    const shown = type === 'record' ? { public: draw(fc.boolean) } : {};
    records.push({ type: 'class', name, class_type: type, ...shown, attributes: [...defined, related, seen] });
  }
  const paths: unknown[][] = [[]];
  const twins = new Map<string, number>();
  for (let at = draw(fc.nat, 8); at > 0; at -= 1) {
    const parent = draw(() => fc.constantFrom(...paths));
    const name = draw(() => fc.oneof(fc.constantFrom('Sale', 'A/B', 'x|y', '#2', '\\'), text)) || 'empty';
    const key = JSON.stringify([parent, name]);
    const nth = (twins.get(key) ?? 0) + 1;
    twins.set(key, nth);
    paths.push([...parent, nth === 1 ? name : [name, nth]]);
    const attributes = draw(() =>
      fc.dictionary(fc.constantFrom('a', 'b', '1'), fc.oneof(text, number), { maxKeys: 2 }),
    );
    const byLanguage = draw(() =>
      fc.dictionary(language, fc.dictionary(fc.constantFrom('a', 'c'), fc.oneof(text, number), { minKeys: 1 }), {
        maxKeys: 2,
      }),
    );
    records.push({
      type: 'category',
      name,
      nth,
      parent,
      labels: draw(() => labels),
      attributes,
      attributes_by_language: byLanguage,
      seo: draw(() => seoOf(paths.length)),
    });
  }
  const entities = ['screw', 'nut', 'bolt'].slice(0, draw(fc.nat, 3));
  for (const element of entities) {
    const storages = draw(fc.subarray, ['north', 'south', 'west']).map((storage) => ({
      storage,
      quantity: draw(() => milli(1e6)),
    }));
    records.push({
      type: 'warehouse_entity',
      class: 'part',
      name: element,
      id_manufacturer: draw(fc.nat, 2),
      attributes: draw(() => textsOf(classes[3]!.attributes)),
      metadata: { element_number: element, weight: draw(() => milli(1e6)) },
      storages,
    });
  }
  drawObjects(draw, records, classes, paths.slice(1), entities, taxClasses);
  return records;
};

interface Product {
  readonly name: string;
  readonly class: string;
  readonly depth: number;
}

/** Records of two classes, with a name or a key; what they are known by. */
const drawRecords = (draw: Draw, records: object[], classes: readonly ClassDrawn[]): readonly object[] => {
  const known: object[] = [];
  for (let number = draw(fc.nat, 6); number > 0; number -= 1) {
    const { name: className, attributes } = classes[draw(fc.nat, 1)]!;
    const called = `${draw(() => text)} ${number}`;
    const one = { class: className, ...(draw(fc.boolean) ? { name: called } : { key: called }) };
    const active = draw(fc.boolean);
    const more = 'name' in one && draw(fc.boolean) ? { key: `key ${number}` } : {};
    records.push({ type: 'record', ...one, ...more, active, attributes: draw(() => textsOf(attributes)) });
    known.push(one);
  }
  return known;
};

interface ClassDrawn {
  readonly name: string;
  readonly attributes: readonly { name: string; type: string }[];
}

const drawObjects = (
  draw: Draw,
  records: object[],
  classes: readonly ClassDrawn[],
  paths: readonly unknown[][],
  entities: readonly string[],
  taxClasses: readonly string[],
): void => {
  const products: Product[] = [];
  const contents: string[] = [];
  for (let number = draw(fc.nat, 12); number > 0; number -= 1) {
    // Two catalogues have some names in common.
    const name = draw(fc.boolean) ? `number ${number}` : `${draw(() => text)} ${number}`;
    const places = draw(() => fc.shuffledSubarray([...paths])).map((path) =>
      draw(fc.nat, 3) === 0 ? { path, position: draw(fc.integer, { min: 1, max: 9 }) } : path,
    );
    const common = { name, active: draw(fc.boolean), seo: draw(() => seoOf(100 + number)), categories: places };
    if (draw(fc.nat, 3) === 0) {
      records.push({
        type: 'content',
        class: 'page',
        attributes: draw(() => textsOf(classes[2]!.attributes)),
        ...common,
      });
      contents.push(name);
      continue;
    }
    const parents = products.filter(({ depth }) => depth < 3);
    const parent = parents.length > 0 && draw(fc.nat, 2) === 0 ? draw(() => fc.constantFrom(...parents)) : undefined;
    const found = parent === undefined ? classes[draw(fc.nat, 1)]! : classes.find((one) => one.name === parent.class)!;
    const availability = draw(() =>
      fc.record(
        { active: fc.boolean(), quantity: milli(1e6), quantity_warning: milli(1e5), allow_override: fc.boolean() },
        { requiredKeys: ['active'] },
      ),
    );
    const metadata = draw(() =>
      fc.record(
        { element_number: text, ean: text, taxclass: fc.constantFrom(...taxClasses), length: milli(1e6), notes: text },
        { requiredKeys: [] },
      ),
    );
    const bindings = draw(fc.subarray, [...entities]).map((element) => ({
      element_number: element,
      quantity: draw(() => milli(5000)) + 0.001,
    }));
    products.push({ name, class: found.name, depth: (parent?.depth ?? 0) + 1 });
    const attributes = draw(() => textsOf(found.attributes));
    records.push({
      type: 'product',
      class: found.name,
      ...(parent && { variation_of: parent.name }),
      attributes,
      metadata,
      availability,
      bindings,
      ...common,
    });
  }
  const names = products.map((one) => one.name);
  const known = drawRecords(draw, records, classes.slice(4));
  const whose = [
    ...[...names, ...contents].map((name) => ({ name })),
    ...entities.map((element) => ({ element_number: element })),
    ...known,
  ];
  for (const one of whose) {
    if (!draw(fc.boolean)) continue;
    const related = draw(() => fc.shuffledSubarray(names));
    const seen = draw(() => fc.shuffledSubarray([...known]));
    const attributes = { [draw(() => language)]: { related, seen } };
    records.push({ type: 'references', ...one, ...(!('class' in one) && { records: true }), attributes });
  }
};
