// `kontor import` and `kontor export`, as help, command line and control socket have them.
import { EXPORT_FORMATS, delimiterOf, formatOf, isExported, lineBytesMaxOf } from '../catalogue-files/file-options.ts';
import { taxesOf } from '../catalogue-files/foreign-tax.ts';
import { FORMATS } from '../catalogue-files/record-source.ts';
import { ENCODINGS, encodingOf } from '../catalogue-files/text-encoding.ts';
import { ConfigError } from '../config/setting.ts';
import { command } from './command.ts';
import type { Command } from './command.ts';

const FORMAT = {
  value: '<format>',
  about: `${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)} (default: by the name of the file; jsonl for -)`,
};
const DELIMITER = {
  value: '<character>',
  about: 'between the cells of a table: , or ; or tab (default: what the file of another system has; else ,)',
};

export const CATALOGUE: readonly Command[] = [
  command({
    name: 'import',
    about:
      'bring a catalogue, or customers and orders of another system, in beside full traffic; docs/sell/import.md describes ' +
      'the formats',
    args: { file: { about: 'catalogue file; - is standard input', required: true } },
    options: {
      format: FORMAT,
      delimiter: DELIMITER,
      stock: { about: 'also set the stock of what is there already to what the file says' },
      replaceAttributes: {
        about: 'also take out or make anew what the classes in the file have otherwise, with its values',
      },
      report: { value: '<file>', about: 'write every refused line to this file, as JSON Lines' },
      lineBytesMax: { value: '<bytes>', about: 'longest line that is read (default 1048576; 4194304 of JSON Lines)' },
      encoding: {
        value: '<name>',
        about: `of the file: ${ENCODINGS.join(', ')} (default: what its mark or its bytes say)`,
      },
      tax: {
        value: '<pairs>',
        about: "what another system's taxes are here, as 7%=reduced,*=default; * is what the shop does not know",
      },
      anyCurrency: { about: "take the amounts of another currency's export as they stand" },
      pictures: { about: 'fetch pictures by their addresses into the shop; a second run fetches none of them again' },
      dryRun: { about: 'change nothing: say what would come, what has no place, and what is doubtful' },
    },
    reads: 'file',
    reports: 'report',
    // A table's columns are attributes of classes, and a new store has none.
    makesStore: (given) => given['dryRun'] === undefined && formatOf(given['file']!, given) !== 'csv',
    mayLackStore: (given) => given['dryRun'] !== undefined && formatOf(given['file']!, given) !== 'csv',
    check: (given) => {
      lineBytesMaxOf(given, formatOf(given['file']!, given));
      delimiterOf(given);
      encodingOf(given);
      taxesOf(given);
    },
    load: async () => (await import('./catalogue-import.ts')).importRecords,
  }),
  command({
    name: 'export',
    endsWithServer: true,
    about:
      'write the catalogue to a file, or its products for another system; docs/sell/import-files.md describes the formats',
    args: { file: { about: 'file; - is standard output', required: true } },
    options: {
      format: {
        value: '<format>',
        about: `${EXPORT_FORMATS.slice(0, -1).join(', ')} or ${EXPORT_FORMATS.at(-1)} (default: by the name of the file; jsonl for -)`,
      },
      delimiter: DELIMITER,
      language: {
        value: '<code>',
        about: "of the texts, such as en_GB (default: the shop's own; in a table of csv every one)",
      },
      link: {
        value: '<address>',
        about: "of a product's page, as https://shop.example/{permalink}: for google-merchant, and for pictures",
      },
      priceField: { value: '<attribute>', about: 'that holds the price (default: the first of priceFields, or price)' },
      channel: { value: '<name>', about: 'whose name and description a feed of google-merchant has' },
    },
    writes: 'file',
    check: (given) => {
      const format = formatOf(given['file']!, given);
      if (!isExported(format)) throw new ConfigError(`--format: ${format} can only be imported`);
      delimiterOf(given);
      const meant = ['language', 'link', 'priceField', 'channel'].some((name) => given[name] !== undefined);
      if (meant && format === 'jsonl')
        throw new ConfigError('JSON Lines have the whole catalogue: --language and the like are for products alone');
    },
    load: async () => (await import('./catalogue-export.ts')).exportCatalogue,
  }),
];
