// What a shop may hold at most, in lines of an export: would catch one that an import refuses and the export does not
// name, and one that is named and read.
import { expect, test } from 'vitest';
import { catalogueLines } from '../../src/catalogue-files/catalogue.ts';
import { RECORD_BYTES_MAX } from '../../src/catalogue-files/record-limits.ts';
import { checkLine } from '../../src/catalogue-files/written-lines.ts';
import { updateCategory } from '../../src/domain/catalogue/update-category.ts';
import { updateObject } from '../../src/domain/catalogue/update-object.ts';
import { make } from '../engine/shop.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringLines, bringRecords, linesOf, newEngine } from './catalogue-shop.ts';

type Line = { readonly [member: string]: unknown };

test('what an export writes is read again, however much a shop holds; what cannot be is named, and it alone is refused', async () => {
  const engine = newEngine();
  const names = Array.from({ length: 1000 }, (_, at) => `p${at}`);
  const lists = Array.from({ length: 21 }, (_, at) => ({ name: `list_${at}`, type: 'PRODUCTS' }));
  const texts = ['one', 'two', 'three'].map((name) => ({ name, type: 'TXT' }));
  const labels = Object.fromEntries(['de_DE', 'en_GB', 'fr_FR', 'it_IT'].map((of) => [of, 'x'.repeat(255)]));
  const many = Array.from({ length: 900 }, (_, at) => ({ name: `attribute_${at}`, type: 'INT', labels }));
  const number = 'n'.repeat(300);
  const long = { one: '"'.repeat(1_000_000), two: '語'.repeat(1_000_000), three: 'x'.repeat(900_000) };
  const report = await bringRecords(engine, [
    { type: 'class', name: 'lamp', class_type: 'product', attributes: [...texts, ...lists] },
    { type: 'class', name: 'part', class_type: 'warehouse_entity', attributes: lists.slice(0, 1) },
    { type: 'class', name: 'wide', class_type: 'product', attributes: many.slice(0, 450) },
    { type: 'class', name: 'wide', class_type: 'product', attributes: many.slice(450) },
    { type: 'category', name: 'Home' },
    { type: 'warehouse_entity', class: 'part', name: 'Bulb', metadata: { element_number: number } },
    { type: 'product', class: 'wide', name: 'Spoken' },
    ...names.map((name) => ({ type: 'product', class: 'lamp', name })),
  ]);
  expect(report.listed).toEqual([]);
  const id = (name: string): number => engine.readContext().index('shopobject').byName.get(name)!;
  const ids = names.map(id);
  const change = (name: string, update: Partial<Parameters<typeof updateObject>[3]>): void =>
    make(engine, (tx) => updateObject(tx, id(name), 'product', update));
  const own = Object.fromEntries(lists.map(({ name }) => [name, ids]));
  change('p0', { attributes: { de_DE: { ...long, ...own } } });
  change('p1', { attributes: { de_DE: long } });
  const spoken = <V>(value: V, from: number, to: number): { readonly [language: string]: V } =>
    Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`l${from + at}`, value]));
  for (const [from, to] of [
    [0, 60],
    [60, 102],
  ] as const) {
    change('p2', { attributes: spoken({ one: 'x' }, from, to) });
    change('Spoken', { seo: spoken({ title: 'x' }, from, to) });
  }
  make(engine, (tx) => updateCategory(tx, 1, { constraint: JSON.stringify({ 'main.id': ids[5] }) }));
  const lines = [...catalogueLines(engine)];
  const named = lines.flatMap((line, at) => (checkLine(at + 1, line).ok ? [] : [at + 1]));
  const other = newEngine();
  const brought = await bringLines(other, lines.map(({ text }) => text).join(''), {
    bytes: 65_536,
    bytesMax: RECORD_BYTES_MAX,
  });
  expect(brought.refusals.map(({ line }) => line)).toEqual(named);
  const subjects = named.map((line) => lines[line - 1]!.record as Line);
  expect(subjects.map(({ type, name }) => [type, name])).toEqual([
    ['category', 'Home'],
    ['product', 'Spoken'],
  ]);
  await bringRecords(other, [{ type: 'product', class: 'wide', name: 'Spoken' }]);
  const there = new Set(linesOf(other).split('\n'));
  const wanted = lines.filter((_, at) => !named.includes(at + 1)).map(({ text }) => text.trimEnd());
  expect(wanted.filter((text) => !there.has(text))).toEqual([]);
  await closeAndVerify(engine);
  await closeAndVerify(other);
});
