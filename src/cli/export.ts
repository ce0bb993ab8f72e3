// `kontor export`: the catalogue of a store that no server has open, as a file.
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { Engine } from '../engine/engine.ts';
import { yieldToEventLoop } from '../engine/yield-to-event-loop.ts';
import { catalogueOf, unnumbered } from '../catalogue-files/catalogue.ts';
import { tableOf } from '../catalogue-files/csv-writer.ts';
import { withExistingStore } from './offline/store.ts';
import { LINE_BYTES_MAX, STANDARD, delimiterOf, formatOf } from '../catalogue-files/file-options.ts';
import type { FileFlags } from '../catalogue-files/file-options.ts';
import { Progress } from '../catalogue-files/progress.ts';

/** Lines that are written at a time. */
const BATCH = 256;

const jsonLinesOf = function* (engine: Engine): Generator<string> {
  for (const record of catalogueOf(engine)) yield `${JSON.stringify(record)}\n`;
};

interface Written {
  lines: number;
  /** Bytes of the longest line. */
  bytesMax: number;
}

const pieces = async function* (lines: Iterable<string>, written: Written, pause: () => void): AsyncGenerator<string> {
  let batch: string[] = [];
  for (const line of lines) {
    batch.push(line);
    written.lines += 1;
    if (line.length * 3 > written.bytesMax) written.bytesMax = Math.max(written.bytesMax, Buffer.byteLength(line));
    if (batch.length < BATCH) continue;
    yield batch.join('');
    batch = [];
    pause();
    await yieldToEventLoop();
  }
  yield batch.join('');
};

/**
 * Writes to `<file>.part` and renames it, so that an existing file stays whole until the new one is. Throws errors of
 * the file system.
 */
const writeFile = async (file: string, source: AsyncIterable<string>): Promise<void> => {
  if (file === STANDARD) {
    await pipeline(Readable.from(source), process.stdout, { end: false });
    return;
  }
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(source), createWriteStream(part, { flush: true }));
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
};

/** Throws ConfigError, StoreLocked, StoreDamage. */
export const exportCatalogue = async (file: string, flags: FileFlags, config: Config): Promise<void> => {
  const format = formatOf(file, flags);
  const delimiter = delimiterOf(flags);
  if (format === 'best-buy') throw new ConfigError('--format: best-buy can only be imported');
  if (file !== STANDARD && statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new ConfigError(`${file} is a directory`);
  await withExistingStore(config, async ({ engine }) => {
    const { class: classes, category, warehouse_entity: entities, shopobject } = engine.tables;
    const written: Written = { lines: 0, bytesMax: 0 };
    const progress = new Progress(
      'exporting',
      format === 'csv'
        ? shopobject.idsInUse
        : classes.idsInUse + category.idsInUse + entities.idsInUse + shopobject.idsInUse,
    );
    const lines = format === 'csv' ? tableOf(engine, delimiter) : jsonLinesOf(engine);
    try {
      await writeFile(
        file,
        pieces(lines, written, () => progress.update(written.lines, written.lines)),
      );
    } finally {
      progress.stop();
    }
    const say = file === STANDARD ? console.error : console.log;
    say(
      `kontor: ${format === 'csv' ? `${written.lines - 1} products` : `${written.lines} records`} written to ` +
        `${file === STANDARD ? 'standard output' : file}`,
    );
    const left = format === 'csv' ? 0 : unnumbered(engine);
    if (left > 0)
      console.error(`kontor: not in it: ${left} warehouse entities without an element number, and bindings to them`);
    if (written.bytesMax > LINE_BYTES_MAX)
      console.error(
        `kontor: the longest line has ${written.bytesMax} bytes: ` +
          `an import of it needs --line-bytes-max ${written.bytesMax}`,
      );
  });
};
