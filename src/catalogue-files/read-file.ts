// Reads a catalogue file of any format. It needs no shop beside it, and little to know of it.
import { readBestBuy } from './best-buy.ts';
import { readCsv } from './csv-reader.ts';
import type { ForeignRules } from './foreign-products.ts';
import { readJsonLines } from './json-lines.ts';
import { readMedusa } from './medusa.ts';
import type { Chunks, ForeignFormat, Format, Sourced } from './record-source.ts';
import { readSaleor } from './saleor.ts';
import { readShopware } from './shopware.ts';
import { readVendure } from './vendure.ts';

/** What a reader asks of the shop, as data. */
export interface FileRules extends ForeignRules {
  /** Names of the attributes that a table may have a column for. */
  readonly attributes: ReadonlySet<string>;
}

export interface FileOptions {
  readonly delimiter: string;
  /** Of a line, or of an item of a JSON array. */
  readonly bytesMax: number;
  /** Gets a line for all that the catalogue has no place for. */
  readonly note: (line: string) => void;
}

const FOREIGN = {
  medusa: readMedusa,
  shopware: readShopware,
  saleor: readSaleor,
  vendure: readVendure,
} satisfies { readonly [F in ForeignFormat]: unknown };

/** Throws ConfigError for a file that is not of the format. */
export const readFile = (
  format: Format,
  chunks: Chunks,
  rules: FileRules,
  { delimiter, bytesMax, note }: FileOptions,
): AsyncIterable<Sourced> => {
  switch (format) {
    case 'jsonl':
      return readJsonLines(chunks, bytesMax);
    case 'csv':
      return readCsv(chunks, delimiter, bytesMax, rules);
    case 'best-buy':
      return readBestBuy(chunks, rules.language, bytesMax);
    case 'medusa':
    case 'shopware':
    case 'saleor':
    case 'vendure':
      return FOREIGN[format](chunks, delimiter, bytesMax, { rules, note });
    default:
      return format satisfies never;
  }
};
