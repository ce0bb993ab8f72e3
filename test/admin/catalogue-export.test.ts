// `kontor export`: would catch a file that an import refuses and that the command calls well written.
import { expect, test } from 'vitest';
import { exportCatalogue } from '../../src/admin/catalogue-export.ts';
import type { Shop } from '../../src/admin/command.ts';
import { Terminal } from '../../src/admin/terminal.ts';
import type { Output } from '../../src/admin/terminal.ts';
import { COLUMNS_MAX } from '../../src/catalogue-files/record-limits.ts';
import { updateCategory } from '../../src/domain/catalogue/update-category.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { bringRecords, bringTable, newEngine } from '../catalogue-files/catalogue-shop.ts';
import { make } from '../engine/shop.ts';
import { closeAndVerify } from '../engine/store/stores.ts';

class Kept extends Terminal {
  readonly input = (async function* (): AsyncGenerator<Buffer> {})();
  readonly notes: string[] = [];
  text = '';

  protected emit(output: Output): Promise<void> {
    if ('note' in output) this.notes.push(output.note);
    if ('bytes' in output) this.text += Buffer.from(output.bytes, 'base64').toString();
    return Promise.resolve();
  }
}

const exported = async (engine: Engine, file: string) => {
  const terminal = new Kept();
  const isWell = await exportCatalogue({ store: { engine } } as Shop, { file }, terminal);
  return { isWell, notes: terminal.notes, text: terminal.text };
};

test('a line that an import refuses is named by its number and its subject, and the command ends with 1', async () => {
  const engine = newEngine();
  await bringRecords(engine, [
    { type: 'category', name: 'Home' },
    { type: 'category', name: 'Found' },
  ]);
  expect(await exported(engine, 'all.jsonl')).toMatchObject({ isWell: true, notes: [] });
  make(engine, (tx) => updateCategory(tx, 2, { constraint: '{"main.id":5}' }));
  const { isWell, notes, text } = await exported(engine, 'all.jsonl');
  expect(isWell).toBe(false);
  expect(notes).toEqual([
    'kontor: line 4, category Found: CONSTRAINT_INVALID: An id is of one shop alone: products are found by other fields.',
    'kontor: an import would refuse 1 of the lines',
  ]);
  expect(text.split('\n')[3]).toContain('"main.id":5');
  await closeAndVerify(engine);
});

test('a table of more columns than an import reads is named', async () => {
  const engine = newEngine();
  const attributes = (from: number): object[] =>
    Array.from({ length: 700 }, (_, at) => ({ name: `a${from + at}`, type: 'INT' }));
  const [one, two, three] = [0, 700, 1400].map((from) => ({
    type: 'class',
    name: `class ${from}`,
    class_type: 'product',
    attributes: attributes(from),
  }));
  await bringRecords(engine, [one!, two!]);
  expect(await exported(engine, 'all.csv')).toMatchObject({ isWell: true, notes: [] });
  await bringRecords(engine, [three!]);
  const { isWell, notes, text } = await exported(engine, 'all.csv');
  expect([isWell, notes.length]).toEqual([false, 2]);
  await expect(bringTable(engine, text)).rejects.toThrow(`${COLUMNS_MAX} are read at most`);
  await closeAndVerify(engine);
});
