// `kontor import`: applies a catalogue file to a store that no server has open; refused lines do not stop it.
import { createReadStream, statSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { Engine } from '../engine/engine.ts';
import { readBestBuy } from '../catalogue-files/best-buy.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import { columnAttributes } from '../catalogue-files/columns.ts';
import { readCsv } from '../catalogue-files/csv-reader.ts';
import { readJsonLines } from '../catalogue-files/json-lines.ts';
import { holdsStore, withStore } from './offline/store.ts';
import { STANDARD, delimiterOf, formatOf, lineBytesMaxOf } from '../catalogue-files/file-options.ts';
import type { ImportFlags } from '../catalogue-files/file-options.ts';
import { Progress } from '../catalogue-files/progress.ts';
import { Report } from '../catalogue-files/report.ts';
import { runImport } from '../catalogue-files/run-import.ts';
import type { Chunks, Format, Sourced } from '../catalogue-files/record-source.ts';

/** Bytes of the file; 0 for standard input and for what is not a regular file. Throws ConfigError. */
const lengthOf = (file: string): number => {
  if (file === STANDARD) return 0;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new ConfigError(`there is no file ${file}`);
  if (stat.isDirectory()) throw new ConfigError(`${file} is a directory`);
  return stat.isFile() ? stat.size : 0;
};

/** The chunks of a file, and how many bytes of it have been read. */
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

const sourceOf = (
  engine: Engine,
  format: Format,
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
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
    default:
      return format satisfies never;
  }
};

/** False if lines were refused. Throws ConfigError, StoreLocked, StoreDamage. */
export const importCatalogue = async (file: string, flags: ImportFlags, config: Config): Promise<boolean> => {
  const format = formatOf(file, flags);
  const delimiter = delimiterOf(flags);
  const bytesMax = lineBytesMaxOf(flags);
  const total = lengthOf(file);
  const { data } = config;
  if (!holdsStore(data)) {
    // A table's columns are attributes of classes, and a new store has none.
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
      const options = { stock: flags.stock === true, replaceAttributes: flags.replaceAttributes === true };
      try {
        await runImport(engine, source, report, {
          ...options,
          progress: (records) => progress.update(input.bytes, records),
        });
      } finally {
        progress.stop();
      }
      const [created, updated, unchanged] = [
        report.total('created'),
        report.total('updated'),
        report.total('unchanged'),
      ];
      const records = created + updated + unchanged + report.refused;
      const tookMs = Math.max(1, Math.round(performance.now() - startedMs));
      for (const line of report.lines()) console.log(`kontor: ${line}`);
      console.log(
        `kontor: ${records} records in ${tookMs} ms: ${created} created, ${updated} updated, ` +
          `${unchanged} unchanged, ${report.refused} refused`,
      );
    });
  } finally {
    report.close();
  }
  return report.refused === 0;
};
