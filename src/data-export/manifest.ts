// manifest.json, the last file of an export: a directory without it holds no export. It says as of which record the
// files are, and what an increment since then needs to know.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/setting.ts';
import { lineOf } from '../kernel/error-line.ts';
import type { Format } from './table-writer.ts';

export const MANIFEST = 'manifest.json';
export const SCHEMA = 'schema.json';

/** A table as the manifest has it. */
export interface WrittenFile {
  readonly table: string;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface Manifest {
  readonly schemaVersion: number;
  readonly format: Format;
  /** The last record that the files have, and its time in ISO 8601; '' without records. */
  readonly position: number;
  readonly at: string;
  /** Numbers of records mean the same as long as this stays. */
  readonly history: string;
  /** The position that the increment goes on from; null: the files have everything. */
  readonly since: number | null;
  readonly withPersons: boolean;
  /** Currency of the shop → decimals of its minor unit, the shop's own first. */
  readonly currencies: { readonly [code: string]: number };
  readonly files: readonly WrittenFile[];
}

/** What an increment goes on from. */
export interface Base extends Pick<Manifest, 'position'> {
  /** Undefined: only its number is known. */
  readonly manifest: Manifest | undefined;
}

const isManifest = (value: unknown): value is Manifest => {
  const { position, files, currencies } = (value ?? {}) as Partial<Manifest>;
  return Number.isSafeInteger(position) && Array.isArray(files) && typeof currencies === 'object';
};

/** `since`: a position, or the directory of an earlier export. Throws ConfigError. */
export const baseOf = (since: string): Base => {
  if (/^\d{1,15}$/.test(since)) return { position: Number(since), manifest: undefined };
  const isDirectory = statSync(since, { throwIfNoEntry: false })?.isDirectory() === true;
  const path = isDirectory ? join(since, MANIFEST) : since;
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`--since: ${since} is no position and no export: ${lineOf(error)}`, { cause: error });
  }
  if (!isManifest(read)) throw new ConfigError(`--since: ${path} is no manifest of an export`);
  return { position: read.position, manifest: read };
};

/** Whether amounts in these currencies still mean the same. */
const sameCurrencies = (before: Manifest['currencies'], now: Manifest['currencies']): boolean =>
  Object.keys(before)[0] === Object.keys(now)[0] &&
  Object.entries(before).every(([code, digits]) => (now[code] ?? digits) === digits);

/** Throws ConfigError where files after the base would not fit those of the base. `tables`: those that are wanted. */
export const mustFit = (
  { position, manifest }: Base,
  now: Pick<Manifest, 'schemaVersion' | 'position' | 'history' | 'withPersons' | 'currencies'>,
  tables: readonly string[],
): void => {
  if (position > now.position)
    throw new ConfigError(`--since: the newest record is ${now.position}, before record ${position}`);
  if (manifest === undefined) return;
  const why =
    manifest.history !== now.history
      ? 'the store was restored or repaired since then, and its records have other numbers'
      : manifest.schemaVersion !== now.schemaVersion
        ? `its schema is ${manifest.schemaVersion}, that of this program ${now.schemaVersion}`
        : manifest.withPersons !== now.withPersons
          ? 'only one of both is without persons'
          : sameCurrencies(manifest.currencies, now.currencies)
            ? ''
            : 'the currency of the shop, or its decimals, have changed since then';
  if (why !== '') throw new ConfigError(`--since: no increment fits that export: ${why}; export everything again`);
  const has = new Set(manifest.files.map(({ table }) => table));
  const lacked = tables.filter((table) => !has.has(table));
  if (lacked.length === 0) return;
  const which = `it lacks the rows before it of ${lacked.join(', ')}`;
  throw new ConfigError(
    `--since: no increment fits that export: ${which}; export everything again, or leave these out with --tables`,
  );
};
