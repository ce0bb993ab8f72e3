// Writes the tables of a store as of one record: everything, or what changed after an earlier export.
//
// Guaranteed: an increment has every row of every actor that changed, that was deleted, or whose person was erased
// since then. An earlier export without the rows of the actors in its table `changes`, and with its rows, is what a
// whole export is, row for row. Memory holds a part of each table of one kind of actor. No file has its name before all
// of them are whole, and the manifest has it last.
// Not promised: the order of rows.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { KindName } from '../domain/kind-types.ts';
import { KINDS } from '../domain/kinds.ts';
import { SHOP_CURRENCY_ID } from '../domain/shop/shop-currency.ts';
import { SHOP_ID, inForce } from '../domain/shop/shop.ts';
import { makeDirectory } from '../engine/disk/make-directory.ts';
import { syncDirectory } from '../engine/disk/sync-directory.ts';
import type { StoredStates } from '../engine/recovery/stored-states.ts';
import type { Read, Table, Value } from './column.ts';
import { mustBeFree, removeOthers } from './export-directory.ts';
import { FilePart, keepPart, partOf } from './file-part.ts';
import { MANIFEST, SCHEMA, mustFit } from './manifest.ts';
import type { Base, Manifest, WrittenFile } from './manifest.ts';
import { NdjsonWriter } from './table-writer.ts';
import type { Format, TableWriter } from './table-writer.ts';
import { CHANGES, SCHEMA_VERSION, columnsOf, schemaOf } from './tables.ts';
import type { Change, WrittenColumn } from './tables.ts';

export interface ExportOptions {
  readonly directory: string;
  readonly format: Format;
  readonly tables: readonly Table[];
  readonly withPersons: boolean;
  /** Undefined: everything. */
  readonly since: Base | undefined;
  /** See Manifest. */
  readonly history: string;
}

/** Called with the actors that were read. */
export type ExportProgress = (actors: number, rows: number) => void;

/** Ids between two calls of the progress. */
const STEP = 1024;

const currenciesOf = (states: StoredStates): Manifest['currencies'] => {
  const shop = states.get('shop', SHOP_ID);
  const values = shop === undefined ? {} : inForce(shop);
  const own = states.get('shop_currency', SHOP_CURRENCY_ID);
  const code = own?.currency ?? values.currency ?? '';
  const further = (values.currencies ?? []).map(({ code: one, digits }) => [one, digits] as const);
  return { [code]: own?.digits ?? values.currencyDigits ?? 2, ...Object.fromEntries(further) };
};

const readOf = (states: StoredStates, currencies: Manifest['currencies']): Read => {
  const [[currency, digits]] = Object.entries(currencies) as [[string, number]];
  return { states, currency, digits, digitsOf: (code) => currencies[code] ?? digits };
};

/** A table that is being written. */
class Writing {
  readonly table: Table;
  readonly file: FilePart;
  private readonly columns: readonly WrittenColumn[];
  private readonly writer: TableWriter;

  constructor(table: Table, columns: readonly WrittenColumn[], file: FilePart, writer: TableWriter) {
    this.table = table;
    this.columns = columns;
    this.file = file;
    this.writer = writer;
  }

  static async begin(table: Table, { directory, format, withPersons }: ExportOptions): Promise<Writing> {
    const columns = columnsOf(table, withPersons);
    const file = await FilePart.begin(join(directory, `${table.name}.${format}`));
    const writer =
      format === 'ndjson'
        ? new NdjsonWriter(columns, file)
        : new (await import('./parquet-writer.ts')).ParquetTableWriter(columns, file);
    return new Writing(table, columns, file, writer);
  }

  get rows(): number {
    return this.writer.rows;
  }

  add(row: unknown): Promise<void> | undefined {
    const values: Value[] = this.columns.map(({ of }) => of(row as never));
    return this.writer.add(values);
  }

  async finish(): Promise<WrittenFile> {
    await this.writer.finish();
    await this.file.end();
    const { rows, file, table } = this;
    return { table: table.name, file: basename(file.path), rows, bytes: file.bytes };
  }
}

class Export {
  rows = 0;
  readonly files: FilePart[] = [];
  readonly written: WrittenFile[] = [];
  private actors = 0;
  private changes: Writing | undefined;
  private readonly states: StoredStates;
  private readonly options: ExportOptions;
  private readonly read: Read;
  private readonly isErased: ((subject: number) => boolean) | undefined;
  private readonly progress: ExportProgress;

  constructor(states: StoredStates, options: ExportOptions, read: Read, progress: ExportProgress) {
    this.states = states;
    this.options = options;
    this.read = read;
    this.progress = progress;
    this.isErased = options.since === undefined ? undefined : states.erasedAfter(options.since.position);
  }

  private async begin(table: Table): Promise<Writing> {
    const writing = await Writing.begin(table, this.options);
    this.files.push(writing.file);
    return writing;
  }

  async write(): Promise<void> {
    const { tables, since } = this.options;
    if (since !== undefined) this.changes = await this.begin(CHANGES);
    for (const kind of new Set(tables.map((one) => one.kind)))
      await this.writeKind(
        kind,
        tables.filter((one) => one.kind === kind),
      );
    if (this.changes !== undefined) this.written.push(await this.changes.finish());
  }

  private async note(change: Change): Promise<void> {
    await this.changes?.add(change);
  }

  /** All tables of a kind in one reading of its rows. */
  private async writeKind(kind: KindName, tables: readonly Table[]): Promise<void> {
    const { states, read } = this;
    const after = this.options.since?.position ?? 0;
    const isErased = KINDS[kind].state.personalValues.length > 0 ? this.isErased : undefined;
    const writing: Writing[] = [];
    for (const one of tables) writing.push(await this.begin(one));
    // Whom a row is about is known once it is decoded.
    for (const { id, seq, state } of states.of(kind, (written) => isErased !== undefined || written > after)) {
      this.passed();
      if (seq <= after && isErased?.((state as { readonly subject: number }).subject) !== true) continue;
      await this.note({ kind, id, seq, isDeleted: false });
      for (const one of writing)
        for (const row of one.table.rows(id, state as never, read)) {
          this.rows += 1;
          const busy = one.add(row);
          if (busy !== undefined) await busy;
        }
    }
    if (this.changes !== undefined)
      for (const [id, seq] of states.ended(kind, after)) await this.note({ kind, id, seq, isDeleted: true });
    for (const one of writing) this.written.push(await one.finish());
  }

  private passed(): void {
    this.actors += 1;
    if (this.actors % STEP === 0) this.progress(this.actors, this.rows);
  }
}

/** What is left to do once it is certain that all was read as of one record. */
export interface MadeExport {
  readonly manifest: Manifest;
  /** Gives the files their names, the manifest last. */
  keep(): void;
  drop(): Promise<void>;
}

/** Writes every file but the manifest, under names of parts. Throws ConfigError, StoreDamage; then no part is left. */
export const makeExport = async (
  states: StoredStates,
  options: ExportOptions,
  progress: ExportProgress = () => {},
): Promise<MadeExport> => {
  const { directory, format, tables, withPersons, since, history } = options;
  const currencies = currenciesOf(states);
  const now = { schemaVersion: SCHEMA_VERSION, position: states.headSeq, history, withPersons, currencies };
  const names = tables.map(({ name }) => name);
  if (since !== undefined) mustFit(since, now, names);
  mustBeFree(directory);
  makeDirectory(directory);
  const made = new Export(states, options, readOf(states, currencies), progress);
  const drop = async (): Promise<void> => {
    for (const file of made.files) await file.drop();
  };
  try {
    await made.write();
  } catch (error) {
    await drop();
    throw error;
  }
  const manifest: Manifest = {
    ...now,
    format,
    at: states.headSeq === 0 ? '' : new Date(states.lastMs).toISOString(),
    since: since?.position ?? null,
    files: made.written,
  };
  const writeJson = (name: string, value: object): void => {
    writeFileSync(partOf(join(directory, name)), `${JSON.stringify(value, undefined, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
  };
  const keep = (): void => {
    const all = since === undefined ? tables : [CHANGES, ...tables];
    writeJson(SCHEMA, schemaOf(all, withPersons));
    writeJson(MANIFEST, manifest);
    // Its part is there before the first whole file (export-directory.ts).
    syncDirectory(directory);
    for (const file of made.files) file.keep();
    keepPart(join(directory, SCHEMA));
    const own = [...made.files.map(({ path }) => basename(path)), SCHEMA, basename(partOf(MANIFEST))];
    removeOthers(directory, new Set(own));
    syncDirectory(directory);
    keepPart(join(directory, MANIFEST));
    syncDirectory(directory);
  };
  return { manifest, keep, drop };
};
