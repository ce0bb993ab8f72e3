// Reads a catalogue file of any format. It needs no shop beside it, and little to know of it.
import type { ShopRules } from '../domain/rules.ts';
import { readBestBuy } from './best-buy.ts';
import { readCsv } from './csv-reader.ts';
import { readForeign } from './foreign-format.ts';
import type { ForeignOptions } from './foreign-format.ts';
import { FOREIGN } from './foreign-formats.ts';
import type { ForeignRules, ForeignShop } from './foreign-products.ts';
import { readJsonLines } from './json-lines.ts';
import { textOnly } from './no-text.ts';
import type { Chunks, Format, Sourced } from './record-source.ts';
import { isForeign } from './record-source.ts';
import { inUtf8 } from './text-encoding.ts';

/** What a reader asks of the shop, as data. */
export interface FileRules extends ForeignRules, Pick<ShopRules, 'priceFields'> {
  /** Names of the attributes that a table may have a column for. */
  readonly attributes: ReadonlySet<string>;
}

/** `bytesMax`: of a line, or of an item of a JSON array. `delimiter` undefined: as the format has it, or the file. */
export interface FileOptions extends ForeignOptions, Pick<ForeignShop, 'note' | 'unknownTax'> {
  /** Takes the amounts of a file of the shop's own formats as they stand, whatever their currency is. */
  readonly anyCurrency?: boolean;
}

/** Throws ConfigError for a file that is not of the format. */
export const readFile = (
  format: Format,
  chunks: Chunks,
  rules: FileRules,
  { note, unknownTax, anyCurrency = false, ...options }: FileOptions,
): AsyncIterable<Sourced> => {
  const { delimiter = ',', encoding, bytesMax } = options;
  if (isForeign(format)) return readForeign(FOREIGN[format], chunks, options, { rules, note, unknownTax });
  const text = inUtf8(textOnly(chunks), encoding);
  const currency = { currency: rules.currency, isAny: anyCurrency };
  switch (format) {
    case 'jsonl':
      return readJsonLines(text, bytesMax, encoding, currency);
    case 'csv':
      return readCsv(text, delimiter, bytesMax, {
        attributes: rules.attributes,
        language: rules.language,
        encoding,
        currency,
        prices: { fields: rules.priceFields, currencyDigits: rules.currencyDigits, note },
      });
    case 'best-buy':
      return readBestBuy(text, rules.language, bytesMax, note);
    default:
      return format satisfies never;
  }
};
