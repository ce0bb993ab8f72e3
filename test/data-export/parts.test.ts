// Catches a file of an export that looks whole and is not: after an error, or where the command was killed.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mustBeFree } from '../../src/data-export/export-directory.ts';
import { TABLES, tablesNamed } from '../../src/data-export/tables.ts';
import { makeExport } from '../../src/data-export/write-export.ts';
import type { ExportOptions } from '../../src/data-export/write-export.ts';
import { StoredStates } from '../../src/engine/recovery/stored-states.ts';
import { StoreDamage } from '../../src/engine/disk/store-damage.ts';
import { shopped } from '../engine/privacy/persons.ts';
import { untilWritten } from '../engine/store/stores.ts';
import { newDirectory } from '../harness/directories.ts';
import { exported, sorted, tablesIn } from './exported.ts';

const optionsFor = (directory: string): ExportOptions => ({
  directory,
  format: 'ndjson',
  tables: TABLES,
  withPersons: true,
  since: undefined,
  history: '12345678',
});

test('until all is read and written, every file is a part; a command that is killed then leaves no export', async () => {
  const { store } = await shopped();
  await untilWritten(store.engine);
  const directory = join(newDirectory(), 'out');
  const states = new StoredStates(store.engine.journal);
  await makeExport(states, optionsFor(directory));
  // As it was killed here.
  const left = readdirSync(directory);
  expect(left.length).toBe(TABLES.length);
  expect(left.filter((name) => !name.endsWith('.part'))).toEqual([]);
  // The same directory is taken again.
  const { keep } = await makeExport(states, optionsFor(directory));
  keep();
  expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  const other = await exported(store);
  expect(sorted(tablesIn(directory))).toEqual(sorted(tablesIn(other.directory)));
  await store.close();
});

test('an error in the middle, and what is dropped, leave no file', async () => {
  const { store } = await shopped();
  await untilWritten(store.engine);
  const directory = join(newDirectory(), 'out');
  const states = new StoredStates(store.engine.journal);
  const damaged: StoredStates = Object.create(states, {
    of: {
      value: function* (kind: Parameters<StoredStates['of']>[0]) {
        yield* states.of(kind);
        if (kind === 'order') throw new StoreDamage('the row of order 9 is damaged');
      },
    },
  }) as StoredStates;
  await expect(makeExport(damaged, optionsFor(directory))).rejects.toThrow('the row of order 9 is damaged');
  expect(readdirSync(directory)).toEqual([]);
  await (await makeExport(states, optionsFor(directory))).drop();
  expect(readdirSync(directory)).toEqual([]);
  expect(existsSync(join(directory, 'manifest.json'))).toBe(false);
  await store.close();
});

test('what an export left that was killed while it named its files does not stand beside the next manifest', async () => {
  const { store } = await shopped();
  await untilWritten(store.engine);
  const directory = join(newDirectory(), 'out');
  const states = new StoredStates(store.engine.journal);
  (await makeExport(states, optionsFor(directory))).keep();
  // As it was killed before the last step.
  renameSync(join(directory, 'manifest.json'), join(directory, 'manifest.json.part'));
  writeFileSync(join(directory, 'stock.parquet.part'), '');
  const { keep } = await makeExport(states, { ...optionsFor(directory), tables: tablesNamed('orders,stock') });
  expect(readdirSync(directory)).toContain('customers.ndjson');
  keep();
  expect(readdirSync(directory).sort()).toEqual(['manifest.json', 'orders.ndjson', 'schema.json', 'stock.ndjson']);
  await store.close();
});

test('a directory with files of anybody else is refused, and they stay, whatever their names', async () => {
  const { store } = await shopped();
  await untilWritten(store.engine);
  const states = new StoredStates(store.engine.journal);
  const refused = async (name: string, make: (path: string) => void): Promise<string> => {
    const directory = newDirectory();
    make(join(directory, name));
    let said = '';
    await makeExport(states, optionsFor(directory)).catch((error: unknown) => (said = String(error)));
    expect(readdirSync(directory)).toEqual([name]);
    return said.replace(directory, 'DIR');
  };
  const write = (path: string): void => writeFileSync(path, 'mine');
  const why = (name: string): string =>
    `ConfigError: DIR holds other files (${name}): name a new or an empty directory`;
  for (const name of ['notes.txt', 'orders.ndjson', 'schema.json', 'notes.txt.part'])
    expect(await refused(name, write)).toBe(why(name));
  expect(await refused('orders.ndjson.part', (path) => mkdirSync(path))).toBe(why('orders.ndjson.part'));
  expect(await refused('stock.ndjson.part', (path) => symlinkSync('/nowhere', path))).toBe(why('stock.ndjson.part'));
  const many = newDirectory();
  for (const name of ['a', 'b', 'c', 'd', 'manifest.json.part', 'orders.ndjson']) write(join(many, name));
  expect(() => mustBeFree(many)).toThrow('holds other files (a, b, c, and 1 more)');
  expect(readFileSync(join(many, 'orders.ndjson'), 'utf8')).toBe('mine');
  write(join(many, 'file'));
  expect(() => mustBeFree(join(many, 'file'))).toThrow('is no directory that can be read');
  await store.close();
});
