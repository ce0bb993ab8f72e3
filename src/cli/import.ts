// `kontor import`: a catalogue file into a store that no server has open.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Config } from '../config.ts';
import { ConfigError } from '../config.ts';
import type { Engine } from '../engine/engine.ts';
import { readIdentity } from '../engine/store.ts';
import type { Store } from '../engine/store.ts';
import { shown } from '../kernel/result.ts';
import { readBestBuy } from './catalogue/best-buy.ts';
import { each } from './catalogue/catalogue.ts';
import { columnAttributes } from './catalogue/columns.ts';
import { readCsv } from './catalogue/csv-reader.ts';
import { readJsonLines } from './catalogue/json-lines.ts';
import { Progress } from './catalogue/progress.ts';
import { Report } from './catalogue/report.ts';
import { runImport } from './catalogue/run.ts';
import { FORMATS } from './catalogue/source.ts';
import type { Chunks, Format, Sourced } from './catalogue/source.ts';
import { openShop } from './shop.ts';

export interface FileFlags {
  readonly format?: string;
  readonly delimiter?: string;
}

export interface ImportFlags extends FileFlags {
  readonly stock?: boolean;
  readonly report?: string;
  readonly lineBytesMax?: string;
}

export const LINE_BYTES_MAX = 1_048_576;
const STANDARD = '-';

const EXTENSIONS = new Map<string, Format>([['.jsonl', 'jsonl'], ['.ndjson', 'jsonl'], ['.csv', 'csv']]);

/** Throws ConfigError. */
export const formatOf = (file: string, { format }: FileFlags): Format => {
  const named = FORMATS.find((one) => one === format);
  if (format !== undefined && named === undefined) throw new ConfigError(`--format: ${shown(JSON.stringify(format))} is not one of ${FORMATS.join(', ')}`);
  const found = named ?? EXTENSIONS.get(extname(file).toLowerCase()) ?? (file === STANDARD ? 'jsonl' : undefined);
  if (found === undefined) throw new ConfigError(`${file} does not say by its name what is in it: use --format ${FORMATS.join(' or ')}`);
  return found;
};

/** Throws ConfigError. */
export const delimiterOf = ({ delimiter = ',' }: FileFlags): string => {
  const sign = delimiter === 'tab' || delimiter === '\\t' ? '\t' : delimiter;
  if (!/^[\t\x20-\x7E]$/.test(sign) || sign === '"') throw new ConfigError(`--delimiter: ${shown(JSON.stringify(delimiter))} is not one character such as , or ;, or tab`);
  return sign;
};

/** Throws ConfigError. */
const lineBytesMaxOf = ({ lineBytesMax = String(LINE_BYTES_MAX) }: ImportFlags): number => {
  const bytes = /^\d{1,10}$/.test(lineBytesMax) ? Number(lineBytesMax) : 0;
  if (bytes < 1024 || bytes > 268_435_456) throw new ConfigError(`--line-bytes-max: ${shown(JSON.stringify(lineBytesMax))} is not a whole number from 1024 to 268435456`);
  return bytes;
};

/** Its length in bytes; 0 for standard input and what is no plain file. Throws ConfigError. */
const lengthOf = (file: string): number => {
  if (file === STANDARD) return 0;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new ConfigError(`there is no file ${file}`);
  if (stat.isDirectory()) throw new ConfigError(`${file} is a directory`);
  return stat.isFile() ? stat.size : 0;
};

/** Counts what has been read. */
class Input {
  bytes = 0;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    const stream = this.file === STANDARD ? process.stdin : createReadStream(this.file, { highWaterMark: 262_144 });
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      this.bytes += bytes.length;
      yield bytes;
    }
  }
}

const sourceOf = (engine: Engine, format: Format, chunks: Chunks, delimiter: string, bytesMax: number): AsyncIterable<Sourced> => {
  const { language } = engine.rules;
  switch (format) {
    case 'jsonl':
      return readJsonLines(chunks, bytesMax);
    case 'csv': {
      const classes = [...each(engine, engine.look(), 'class')].map(([, state]) => state);
      return readCsv(chunks, delimiter, bytesMax, { attributes: columnAttributes(classes), language });
    }
    case 'best-buy':
      return readBestBuy(chunks, language);
    default:
      return format satisfies never;
  }
};

/** Opens a store, hands it out and closes it; a journal that fails is the one line of its reason. */
export const withStore = async (config: Config, use: (store: Store) => Promise<void>): Promise<void> => {
  let failure: string | undefined;
  const store = await openShop(config, (reason) => (failure ??= reason));
  try {
    await use(store);
  } catch (error) {
    throw failure === undefined ? error : new ConfigError(failure);
  } finally {
    await store.close();
  }
};

export const holdsStore = (directory: string): boolean => existsSync(directory) && readIdentity(directory) !== undefined;

/** False when lines were refused. Throws ConfigError, StoreLocked, StoreDamage. */
export const importCatalogue = async (file: string, flags: ImportFlags, config: Config): Promise<boolean> => {
  const format = formatOf(file, flags);
  const delimiter = delimiterOf(flags);
  const bytesMax = lineBytesMaxOf(flags);
  const total = lengthOf(file);
  const { data } = config;
  if (!holdsStore(data)) {
    // The columns of a table are attributes of classes that a new store does not have.
    if (format === 'csv') throw new ConfigError(`${data} holds no store`);
    console.log(`kontor: ${data} becomes a new store`);
  }
  const report = new Report(format === 'best-buy' ? 'record' : 'line', flags.report);
  try {
    await withStore(config, async ({ engine }) => {
      const startedMs = performance.now();
      const input = new Input(file);
      const progress = new Progress('importing', total);
      const source = sourceOf(engine, format, input.chunks(), delimiter, bytesMax);
      const stock = flags.stock === true;
      try {
        await runImport(engine, source, report, { stock, progress: (records) => progress.update(input.bytes, records) });
      } finally {
        progress.stop();
      }
      const [created, updated, unchanged] = [report.total('created'), report.total('updated'), report.total('unchanged')];
      const records = created + updated + unchanged + report.refused;
      const tookMs = Math.max(1, Math.round(performance.now() - startedMs));
      for (const line of report.lines()) console.log(`kontor: ${line}`);
      console.log(`kontor: ${records} records in ${tookMs} ms: ${created} created, ${updated} updated, ${unchanged} unchanged, ${report.refused} refused`);
    });
  } finally {
    report.close();
  }
  return report.refused === 0;
};
