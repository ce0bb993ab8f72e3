// `kontor export`: the catalogue as a file.
import { catalogueOf, unnumbered } from '../catalogue-files/catalogue.ts';
import { tableOf } from '../catalogue-files/csv-writer.ts';
import { LINE_BYTES_MAX, STANDARD, delimiterOf, formatOf } from '../catalogue-files/file-options.ts';
import type { FileFlags } from '../catalogue-files/file-options.ts';
import type { Engine } from '../engine/engine.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Lines that are written at a time. */
const BATCH = 256;

const jsonLinesOf = function* (engine: Engine): Generator<string> {
  for (const record of catalogueOf(engine)) yield `${JSON.stringify(record)}\n`;
};

/**
 * Each record is as of the moment in which it is read; a shop that sells meanwhile is no single moment. Throws
 * ConfigError.
 */
export const exportCatalogue = async (
  { store: { engine } }: Shop,
  given: FileFlags & { readonly file: string },
  terminal: Terminal,
): Promise<boolean> => {
  const { file } = given;
  const format = formatOf(file, given);
  const delimiter = delimiterOf(given) ?? ',';
  const { class: classes, category, warehouse_entity: entities, shopobject } = engine.tables;
  const total =
    format === 'csv'
      ? shopobject.idsInUse
      : classes.idsInUse + category.idsInUse + entities.idsInUse + shopobject.idsInUse;
  let [count, bytesMax] = [0, 0];
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    await terminal.write(Buffer.from(batch.join('')));
    batch = [];
    await terminal.progress({ what: 'exporting', done: count, total, records: count });
  };
  for (const line of format === 'csv' ? tableOf(engine, delimiter) : jsonLinesOf(engine)) {
    batch.push(line);
    count += 1;
    if (line.length * 3 > bytesMax) bytesMax = Math.max(bytesMax, Buffer.byteLength(line));
    if (batch.length === BATCH) await flush();
    else await terminal.pause();
  }
  await flush();
  const what = format === 'csv' ? `${count - 1} products` : `${count} records`;
  await terminal.show(`kontor: ${what} written to ${file === STANDARD ? 'standard output' : file}`, {
    file,
    format,
    records: format === 'csv' ? count - 1 : count,
  });
  const left = format === 'csv' ? 0 : unnumbered(engine);
  if (left > 0)
    await terminal.note(
      `kontor: not in it: ${left} warehouse entities without an element number, and bindings to them`,
    );
  if (bytesMax > LINE_BYTES_MAX)
    await terminal.note(
      `kontor: the longest line has ${bytesMax} bytes: an import of it needs --line-bytes-max ${bytesMax}`,
    );
  return true;
};
