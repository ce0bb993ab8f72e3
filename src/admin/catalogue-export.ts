// `kontor export`: the catalogue as a file, or its products as a table or feed that other systems read.
import { catalogueLines, classesOf, eachActor, unnumbered } from '../catalogue-files/catalogue.ts';
import { tableOf } from '../catalogue-files/csv-writer.ts';
import { shopRecord } from '../catalogue-files/file-currency.ts';
import { LINE_BYTES_MAX, STANDARD, delimiterOf, formatOf, isExported } from '../catalogue-files/file-options.ts';
import type { FileFlags } from '../catalogue-files/file-options.ts';
import { openExport } from '../catalogue-files/product-exports.ts';
import { COLUMNS_MAX, RECORD_BYTES_MAX, tooLong } from '../catalogue-files/record-limits.ts';
import { toldOf } from '../catalogue-files/report.ts';
import { checkLine } from '../catalogue-files/written-lines.ts';
import { ConfigError } from '../config/setting.ts';
import type { Engine } from '../engine/engine.ts';
import { refuse, shown } from '../kernel/result.ts';
import type { Refusal } from '../kernel/result.ts';
import type { CheckedExport, ProductFormat } from '../operations/context/export-services.ts';
import { checkedExport } from '../operations/params/export-params.ts';
import type { Shop } from './command.ts';
import { orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';

/** Pieces of the file that are written at a time. */
const BATCH = 256;

interface ExportGiven extends FileFlags {
  readonly file: string;
  readonly language?: string;
  readonly channel?: string;
  readonly priceField?: string;
  readonly link?: string;
}

/** The file in pieces; '' where others may be served before the next one. */
interface Written {
  readonly pieces: Generator<string>;
  /** Pieces that there are at most, roughly. */
  readonly total: number;
  /** What an import would not read of it. */
  readonly unread: Unread;
  /** What a piece is called, and how many are none, such as the header of a table. */
  readonly what: string;
  readonly besides: number;
  /** Whether an import has a limit for its lines that --line-bytes-max moves. */
  readonly isTable: boolean;
  /** Products that are not in it. */
  leftOut: number;
}

const ALL = { what: 'products', besides: 1, isTable: false, leftOut: 0 };

/** Lines that are named. */
const LISTED_MAX = 100;

/** What an import would not read of a file: lines by number, subject and refusal. */
class Unread {
  count = 0;
  readonly listed: string[] = [];

  add(where: string, refusal: Refusal): void {
    const { code, detail } = toldOf(refusal);
    this.count += 1;
    if (this.listed.length < LISTED_MAX) this.listed.push(`${where}: ${code}: ${detail}`);
  }

  /** Whether there is nothing of the kind. */
  async tell(terminal: Terminal): Promise<boolean> {
    const { count, listed } = this;
    if (count === 0) return true;
    for (const line of listed) await terminal.note(`kontor: ${line}`);
    const more = count - listed.length;
    if (more > 0) await terminal.note(`kontor: … and ${more} more`);
    await terminal.note(`kontor: an import would refuse ${count} of the lines`);
    return false;
  }
}

type Named = { readonly [member in 'type' | 'name' | 'key' | 'element_number']?: string };

const jsonLinesOf = function* (engine: Engine, unread: Unread): Generator<string> {
  yield `${JSON.stringify(shopRecord(engine.rules.currency))}\n`;
  let line = 1;
  for (const written of catalogueLines(engine)) {
    line += 1;
    const read = checkLine(line, written);
    if (!read.ok) {
      const { type = '', name, key, element_number: number }: Named = written.record;
      unread.add(`line ${line}, ${type} ${shown(name ?? key ?? number ?? '')}`, read);
    }
    yield written.text;
  }
};

const tableLinesOf = function* (
  engine: Engine,
  delimiter: string,
  language: string,
  unread: Unread,
): Generator<string> {
  let line = 0;
  const hasHead = (columns: number): void => {
    const detail = `The table has ${columns} columns, ${COLUMNS_MAX} are read at most: --language makes it narrower.`;
    if (columns > COLUMNS_MAX) unread.add('line 1', refuse('PARAMETER_INVALID', '', detail));
  };
  for (const piece of tableOf(engine, delimiter, language, hasHead)) {
    if (piece !== '') line += 1;
    // As the shop gets it, a cell is a text of JSON.
    const isLong = piece.length > RECORD_BYTES_MAX / 4 && Buffer.byteLength(JSON.stringify(piece)) > RECORD_BYTES_MAX;
    if (isLong) unread.add(`line ${line}`, tooLong('record', RECORD_BYTES_MAX) as Refusal);
    yield piece;
  }
};

/** Throws ConfigError. */
const requestOf = (engine: Engine, format: ProductFormat, given: ExportGiven): CheckedExport => {
  const { language = '', channel = '', priceField = '', link = '' } = given;
  return orConfigError(checkedExport(engine.readContext(), { format, language, channel, priceField, link }));
};

/** Throws ConfigError. */
const productFile = (engine: Engine, format: ProductFormat, given: ExportGiven): Written => {
  const reader = engine.readContext();
  const file = orConfigError(openExport(classesOf(engine, reader), reader, requestOf(engine, format, given)));
  const pieces = function* (): Generator<string> {
    yield file.head;
    for (const [id, state] of eachActor(engine, reader, 'shopobject')) {
      const isProduct = state.type === 'product' && state.productId === 0;
      const text = isProduct ? file.of(id, state) : '';
      if (isProduct && text === '') written.leftOut += 1;
      yield text;
    }
    yield file.foot;
  };
  const besides = file.foot === '' ? 1 : 2;
  const total = engine.tables.shopobject.idsInUse + besides;
  const written: Written = { ...ALL, pieces: pieces(), total, unread: new Unread(), besides };
  return written;
};

/** Throws ConfigError. */
const writtenOf = (engine: Engine, given: ExportGiven): Written => {
  const format = formatOf(given.file, given);
  if (!isExported(format)) throw new ConfigError(`--format: ${format} can only be imported`);
  const delimiter = delimiterOf(given) ?? ',';
  const unread = new Unread();
  const { class: classes, category, warehouse_entity: entities, shopobject, typed_record: own } = engine.tables;
  if (format === 'jsonl') {
    const kinds = [classes, category, entities, shopobject, own];
    const total = kinds.reduce((sum, { idsInUse }) => sum + idsInUse, 1);
    return { ...ALL, pieces: jsonLinesOf(engine, unread), total, unread, what: 'records' };
  }
  if (format !== 'csv') return productFile(engine, format, given);
  const { language } = requestOf(engine, format, given);
  const pieces = tableLinesOf(engine, delimiter, language, unread);
  return { ...ALL, pieces, total: shopobject.idsInUse, unread, isTable: true };
};

/**
 * Each record is as of the moment in which it is read; a shop that sells meanwhile is no single moment. False if an
 * import would refuse lines of it, which are named. Throws ConfigError.
 */
export const exportCatalogue = async (
  { store: { engine } }: Shop,
  given: ExportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const { file } = given;
  const format = formatOf(file, given);
  const written = writtenOf(engine, given);
  let [count, bytesMax] = [0, 0];
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    await terminal.write(Buffer.from(batch.join('')));
    batch = [];
    await terminal.progress({ what: 'exporting', done: count, total: written.total, records: count });
  };
  for (const piece of written.pieces) {
    if (piece !== '') {
      batch.push(piece);
      count += 1;
      if (piece.length * 3 > bytesMax) bytesMax = Math.max(bytesMax, Buffer.byteLength(piece));
    }
    if (batch.length === BATCH) await flush();
    else await terminal.pause();
  }
  await flush();
  const records = count - written.besides;
  const where = file === STANDARD ? 'standard output' : file;
  await terminal.show(`kontor: ${records} ${written.what} written to ${where}`, { file, format, records });
  const unknown = format === 'jsonl' ? unnumbered(engine) : 0;
  if (unknown > 0)
    await terminal.note(
      `kontor: not in it: ${unknown} warehouse entities without an element number, and bindings to them`,
    );
  if (written.leftOut > 0)
    await terminal.note(
      `kontor: not in it: ${written.leftOut} products that are switched off, or have no price or nothing that ` +
        '--link names',
    );
  if (written.isTable && bytesMax > LINE_BYTES_MAX)
    await terminal.note(
      `kontor: the longest line has ${bytesMax} bytes: an import of it needs --line-bytes-max ${bytesMax}`,
    );
  return written.unread.tell(terminal);
};
