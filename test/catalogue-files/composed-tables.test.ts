// Would catch a table from which comes another text than from JSON Lines where letters are written with marks of their
// own: an attribute without its column, and a second product of what reads as one name.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRow } from '../../src/catalogue-files/table-row.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringRecords, bringTable, newEngine, recordsOf } from './catalogue-shop.ts';

let engine: Engine;
beforeEach(() => void (engine = newEngine()));
afterEach(() => closeAndVerify(engine));

const apart = (text: string): string => text.normalize('NFD');

test('cells and names of columns are composed', async () => {
  await bringRecords(engine, [
    { type: 'class', name: 'Möbel', class_type: 'product', attributes: [{ name: 'größe', type: 'CHAR' }] },
    { type: 'category', name: 'Küche' },
  ]);
  const table = apart('name,class,categories,größe,element_number\nStühlchen,Möbel,Küche,für 2,ä1\n');
  expect((await bringTable(engine, table)).listed).toEqual([]);
  const products = recordsOf(engine).filter((record) => (record as { type: string }).type === 'product');
  const { language } = engine.rules;
  expect(products).toEqual([
    expect.objectContaining({
      name: 'Stühlchen',
      class: 'Möbel',
      categories: [['Küche']],
      attributes: { [language]: { größe: 'für 2' } },
      metadata: { element_number: 'ä1' },
    }),
  ]);
  const { headSeq } = engine;
  expect((await bringTable(engine, table)).listed).toEqual([]);
  expect(engine.headSeq).toBe(headSeq);
});

test('those of a row that another process has read are, too', () => {
  const row = readRow({
    fixed: { name: apart('Stühlchen'), categories: apart('Küche') },
    attributes: { de_DE: { text: apart('für 2') } },
  });
  expect(row.ok && row.value).toMatchObject({
    name: 'Stühlchen',
    categories: [{ path: ['Küche'] }],
    attributes: { de_DE: { text: 'für 2' } },
  });
});
