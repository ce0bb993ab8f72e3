// `kontor export data`: the tables of a store as files for warehouses and analysts, also while the store is served. It
// reads the store's own file, and asks the server for nothing but to keep what that holds at one moment.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepMoment } from '../admin/keep-moment.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { mustBeFree } from '../data-export/export-directory.ts';
import { baseOf } from '../data-export/manifest.ts';
import { FORMATS } from '../data-export/table-writer.ts';
import type { Format } from '../data-export/table-writer.ts';
import { tablesNamed } from '../data-export/tables.ts';
import { makeExport } from '../data-export/write-export.ts';
import type { ExportOptions, MadeExport } from '../data-export/write-export.ts';
import { openLmdbToRead } from '../engine/journal/lmdb-journal.ts';
import { SubjectKeys } from '../engine/privacy/subject-keys.ts';
import { StoredStates } from '../engine/recovery/stored-states.ts';
import { readBeside } from '../engine/store/beside.ts';
import { journalPath } from '../engine/store/identity.ts';
import type { StoreIdentity } from '../engine/store/identity.ts';
import { storeIn } from './offline/identity.ts';
import type { Printer } from './printer.ts';
import { Progress } from './progress.ts';

export interface ExportDataFlags {
  readonly format?: string;
  readonly tables?: string;
  readonly since?: string;
  readonly withoutPersons?: boolean;
}

/** Throws ConfigError. */
const givenOf = (directory: string, { format = 'parquet', tables, since, withoutPersons }: ExportDataFlags) => {
  if (!FORMATS.some((known) => known === format))
    throw new ConfigError(`--format: ${format} is none of ${FORMATS.join(', ')}`);
  mustBeFree(directory);
  return {
    directory,
    format: format as Format,
    tables: tablesNamed(tables),
    withPersons: withoutPersons !== true,
    since: since === undefined ? undefined : baseOf(since),
  };
};

/** Throws ConfigError. */
const wholeStoreIn = (directory: string): StoreIdentity => {
  const identity = storeIn(directory);
  if (identity === undefined) throw new ConfigError(`${directory} holds no store`);
  if (identity.isCopying === true) throw new ConfigError(`${directory} is a copy that is not complete yet`);
  if (existsSync(join(directory, 'journal', 'data.mdb'))) return identity;
  throw new ConfigError(
    identity.started ? `${directory} has lost its journal` : `${directory} holds a store that has answered nothing yet`,
  );
};

const made = async (data: string, options: ExportOptions, isServed: boolean): Promise<MadeExport> => {
  const { cipher } = SubjectKeys.read(data, true);
  const journal = openLmdbToRead(journalPath(data), cipher, isServed);
  try {
    const states = new StoredStates(journal);
    const kinds = new Set(options.tables.map(({ kind }) => kind));
    const bar = new Progress(
      'exporting',
      [...kinds].reduce((sum, kind) => sum + states.nextId(kind) - 1, 0),
      'rows',
    );
    return await makeExport(states, options, (actors, rows) => bar.update(actors, rows)).finally(() => bar.stop());
  } finally {
    await journal.close();
  }
};

/** Throws ConfigError, StoreDamage, WrongFormat. */
export const exportData = async (
  directory: string,
  flags: ExportDataFlags,
  { data }: Config,
  printer: Printer,
): Promise<void> => {
  const given = givenOf(directory, flags);
  const options = { ...given, history: wholeStoreIn(data).feedEpoch };
  let dropped: MadeExport | undefined;
  try {
    // A server that ends meanwhile may write where this process reads: only what it kept until the end is an export.
    const { manifest, keep } = await readBeside(data, keepMoment, async (isServed) => {
      dropped = await made(data, options, isServed);
      return dropped;
    });
    keep();
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0);
    const since = manifest.since === null ? '' : `changed since record ${manifest.since} `;
    printer.show(
      `record ${manifest.position}: ${rows} rows ${since}in ${manifest.files.length} tables written to ${directory}`,
      manifest,
    );
  } catch (error) {
    await dropped?.drop();
    throw error;
  }
};
