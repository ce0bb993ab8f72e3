// `kontor import`: applies a catalogue file; refused lines do not stop it.
import type { Engine } from '../engine/engine.ts';
import { readBestBuy } from '../catalogue-files/best-buy.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import { columnAttributes } from '../catalogue-files/columns.ts';
import { readCsv } from '../catalogue-files/csv-reader.ts';
import { readJsonLines } from '../catalogue-files/json-lines.ts';
import { delimiterOf, formatOf, lineBytesMaxOf } from '../catalogue-files/file-options.ts';
import type { FileFlags } from '../catalogue-files/file-options.ts';
import { readMedusa } from '../catalogue-files/medusa.ts';
import { Report } from '../catalogue-files/report.ts';
import { runImport } from '../catalogue-files/run-import.ts';
import { readSaleor } from '../catalogue-files/saleor.ts';
import { readShopware } from '../catalogue-files/shopware.ts';
import { readVendure } from '../catalogue-files/vendure.ts';
import type { Chunks, ForeignFormat, Format, Sourced } from '../catalogue-files/record-source.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges } from './decide.ts';
import type { Terminal } from './terminal.ts';

/** The chunks of a file, and how many bytes of it have been read. */
class Input {
  bytes = 0;
  private readonly source: AsyncIterable<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for await (const bytes of this.source) {
      this.bytes += bytes.length;
      yield bytes;
    }
  }
}

interface ImportGiven extends FileFlags {
  readonly file: string;
  readonly stock?: string;
  readonly replaceAttributes?: string;
  readonly lineBytesMax?: string;
  /** Bytes of the file, where they are known. */
  readonly total?: string;
}

const FOREIGN = {
  medusa: readMedusa,
  shopware: readShopware,
  saleor: readSaleor,
  vendure: readVendure,
} satisfies { readonly [F in ForeignFormat]: unknown };

const sourceOf = (
  engine: Engine,
  format: Format,
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  notes: string[],
): AsyncIterable<Sourced> => {
  const { language } = engine.rules;
  switch (format) {
    case 'jsonl':
      return readJsonLines(chunks, bytesMax);
    case 'csv': {
      const classes = [...eachActor(engine, engine.readContext(), 'class')].map(([, state]) => state);
      return readCsv(chunks, delimiter, bytesMax, { attributes: columnAttributes(classes), language });
    }
    case 'best-buy':
      return readBestBuy(chunks, language);
    case 'medusa':
    case 'shopware':
    case 'saleor':
    case 'vendure':
      return FOREIGN[format](chunks, delimiter, bytesMax, { rules: engine.rules, note: (line) => notes.push(line) });
    default:
      return format satisfies never;
  }
};

/** False if lines were refused. Throws ConfigError. */
export const importCatalogue = async (
  { store: { engine } }: Shop,
  given: ImportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const { file, total = '0' } = given;
  const format = formatOf(file, given);
  const delimiter = delimiterOf(given);
  const bytesMax = lineBytesMaxOf(given);
  await mustTakeChanges(engine);
  const startedMs = performance.now();
  const report = new Report(format === 'best-buy' ? 'record' : 'line', (line) => terminal.report(line));
  const input = new Input(terminal.input);
  /** What the catalogue has no place for, each a line. */
  const notes: string[] = [];
  const source = sourceOf(engine, format, input.chunks(), delimiter, bytesMax, notes);
  await runImport(engine, source, report, {
    stock: given.stock !== undefined,
    replaceAttributes: given.replaceAttributes !== undefined,
    pause: () => terminal.pause(),
    progress: (records) => terminal.progress({ what: 'importing', done: input.bytes, total: Number(total), records }),
  });
  const [created, updated, unchanged] = [report.total('created'), report.total('updated'), report.total('unchanged')];
  const { refused } = report;
  const records = created + updated + unchanged + refused;
  const tookMs = Math.max(1, Math.round(performance.now() - startedMs));
  for (const line of [...report.lines(), ...notes]) await terminal.show(`kontor: ${line}`);
  await terminal.show(
    `kontor: ${records} records in ${tookMs} ms: ${created} created, ${updated} updated, ` +
      `${unchanged} unchanged, ${refused} refused`,
    { records, created, updated, unchanged, refused, took_ms: tookMs, refusals: report.refusals, notes },
  );
  return refused === 0;
};
