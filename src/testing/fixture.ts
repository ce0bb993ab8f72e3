// The catalogue that a shop for tests begins with.
import { createReadStream } from 'node:fs';
import { bringCatalogue, bringTable } from '../admin/bring-files.ts';
import type { Engine } from '../engine/engine.ts';

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
  const brought = async (what: string, bring: () => Promise<void>): Promise<void> => {
    try {
      await bring();
    } catch (error) {
      throw new BadFixture(`${what}: ${(error as Error).message}`, { cause: error });
    }
  };
  if (catalogue !== undefined) await brought('catalogue', () => bringCatalogue(engine, chunksOf(catalogue)));
  if (table !== undefined) await brought('table', () => bringTable(engine, chunksOf(table)));
};
