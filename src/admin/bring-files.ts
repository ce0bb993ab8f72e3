// Catalogue files that the program itself brings: the demo, and fixtures of tests. The importer is that of
// `kontor import`.
import { classesOf } from '../catalogue-files/catalogue.ts';
import { columnAttributes } from '../catalogue-files/columns.ts';
import { readCsv } from '../catalogue-files/csv-reader.ts';
import { readJsonLines } from '../catalogue-files/json-lines.ts';
import type { ObjectRecord } from '../catalogue-files/record.ts';
import type { Chunks, Sourced } from '../catalogue-files/record-source.ts';
import { Report } from '../catalogue-files/report.ts';
import { runImport } from '../catalogue-files/run-import.ts';
import type { Engine } from '../engine/engine.ts';
import { ok } from '../kernel/result.ts';

const LINE_BYTES_MAX = 1_048_576;

/** A row of a table, checked. */
export type TableProduct = ObjectRecord;
type Complete = (product: TableProduct) => TableProduct;

/** A shop that is being filled serves nobody. */
const nobodyWaits = (): Promise<void> => Promise.resolve();

const bring = async (engine: Engine, source: AsyncIterable<Sourced>): Promise<void> => {
  const report = new Report('line');
  await runImport(engine, source, report, { stock: true, replaceAttributes: false, pause: nobodyWaits });
  if (report.refused > 0) throw new Error(report.listed.join('; '));
};

/** Brings JSON Lines. Throws Error with the lines that are refused; the others are brought. */
export const bringCatalogue = (engine: Engine, chunks: Chunks): Promise<void> =>
  bring(engine, readJsonLines(chunks, LINE_BYTES_MAX));

async function* completed(rows: AsyncIterable<Sourced>, complete: Complete): AsyncGenerator<Sourced> {
  for await (const { line, record } of rows)
    yield { line, record: record.ok && record.value.type === 'product' ? ok(complete(record.value)) : record };
}

/**
 * Brings a table of products in CSV, whose classes are there. `complete` adds what no column holds. Throws Error with
 * the lines that are refused; the others are brought.
 */
export const bringTable = (engine: Engine, chunks: Chunks, complete: Complete = (row) => row): Promise<void> => {
  const classes = classesOf(engine, engine.readContext());
  const options = { attributes: columnAttributes(classes), language: engine.rules.language };
  return bring(engine, completed(readCsv(chunks, ',', LINE_BYTES_MAX, options), complete));
};
