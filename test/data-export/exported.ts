// Exports of a store in tests: made from the store's own journal, read back, merged as a warehouse does it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseOf } from '../../src/data-export/manifest.ts';
import type { Manifest } from '../../src/data-export/manifest.ts';
import { TABLES } from '../../src/data-export/tables.ts';
import { makeExport } from '../../src/data-export/write-export.ts';
import type { ExportOptions } from '../../src/data-export/write-export.ts';
import { StoredStates } from '../../src/engine/recovery/stored-states.ts';
import type { Store } from '../../src/engine/store/store.ts';
import { untilWritten } from '../engine/store/stores.ts';
import { newDirectory } from '../harness/directories.ts';

export type Row = { readonly [column: string]: unknown };
export type Tables = ReadonlyMap<string, readonly Row[]>;

export interface Exported {
  readonly directory: string;
  readonly manifest: Manifest;
}

export const exported = async (
  { engine, identity }: Store,
  { since, ...given }: Partial<Omit<ExportOptions, 'since'>> & { readonly since?: string } = {},
): Promise<Exported> => {
  await untilWritten(engine);
  const directory = join(newDirectory(), 'out');
  const made = await makeExport(new StoredStates(engine.journal), {
    directory,
    format: 'ndjson',
    tables: TABLES,
    withPersons: true,
    since: since === undefined ? undefined : baseOf(since),
    history: identity.feedEpoch,
    ...given,
  });
  made.keep();
  return { directory, manifest: made.manifest };
};

const rowsIn = (path: string): Row[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

export const tablesIn = (directory: string): Map<string, readonly Row[]> => {
  const names = [...TABLES.map(({ name }) => name), 'changes'];
  const files = names.filter((name) => existsSync(join(directory, `${name}.ndjson`)));
  return new Map(files.map((name) => [name, rowsIn(join(directory, `${name}.ndjson`))]));
};

/** `isTaken`: which rows of `changes` count. */
export const merged = (whole: Tables, increment: Tables, isTaken: (change: Row) => boolean = () => true): Tables => {
  const changed = new Set(
    increment.get('changes')!.flatMap((change) => (isTaken(change) ? [`${change['kind']} ${change['id']}`] : [])),
  );
  return new Map(
    TABLES.filter(({ name }) => whole.has(name)).map(({ name, kind, key }) => {
      const isChanged = (row: Row): boolean => changed.has(`${kind} ${row[key]}`);
      return [name, [...whole.get(name)!.filter((row) => !isChanged(row)), ...increment.get(name)!.filter(isChanged)]];
    }),
  );
};

/** The same rows in one order, so that two exports can be compared. */
export const sorted = (tables: Tables): { readonly [table: string]: readonly string[] } =>
  Object.fromEntries(
    [...tables]
      .filter(([name]) => name !== 'changes')
      .map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  );
