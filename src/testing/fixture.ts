// The catalogue that a shop for tests begins with.
import { createReadStream } from 'node:fs';
import { columnAttributes } from '../catalogue-files/columns.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import { readCsv } from '../catalogue-files/csv-reader.ts';
import { readJsonLines } from '../catalogue-files/json-lines.ts';
import { Report } from '../catalogue-files/report.ts';
import { runImport } from '../catalogue-files/run-import.ts';
import type { Engine } from '../engine/engine.ts';

const LINE_BYTES_MAX = 1_048_576;

/** A text as `kontor import` reads it, or the address of a file that holds one. */
export type Fixture = string | URL;

/** The catalogue or the table has records that the shop refuses. */
export class BadFixture extends Error {
  override readonly name = 'BadFixture';
}

async function* chunksOf(fixture: Fixture): AsyncGenerator<Buffer> {
  if (fixture instanceof URL) yield* createReadStream(fixture) as AsyncIterable<Buffer>;
  else yield Buffer.from(fixture);
}

/** `catalogue`: JSON lines; `table`: products in CSV, whose classes the catalogue has made. Throws BadFixture. */
export const loadFixture = async (
  engine: Engine,
  catalogue: Fixture | undefined,
  table: Fixture | undefined,
): Promise<void> => {
  const bring = async (what: string, source: Parameters<typeof runImport>[1]): Promise<void> => {
    const report = new Report('line');
    try {
      await runImport(engine, source, report, { stock: true, replaceAttributes: false });
    } catch (error) {
      throw new BadFixture(`${what}: ${(error as Error).message}`, { cause: error });
    }
    if (report.refused > 0) throw new BadFixture(`${what}: ${report.listed.join('; ')}`);
  };
  if (catalogue !== undefined) await bring('catalogue', readJsonLines(chunksOf(catalogue), LINE_BYTES_MAX));
  if (table === undefined) return;
  const classes = [...eachActor(engine, engine.readContext(), 'class')].map(([, state]) => state);
  const options = { attributes: columnAttributes(classes), language: engine.rules.language };
  await bring('table', readCsv(chunksOf(table), ',', LINE_BYTES_MAX, options));
};
