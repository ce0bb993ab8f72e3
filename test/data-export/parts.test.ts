// Catches a file of an export that looks whole and is not: after an error, or where the command was killed.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TABLES } from '../../src/data-export/tables.ts';
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
