// Which format a file has, by its beginning: what kind of text it is, and which columns a table has.
//
// Not promised: that a table is what it looks like. A person who knows better says so.
import { FIXED, parseColumn } from './columns.ts';
import { FieldPlaces } from './foreign-fields.ts';
import { FOREIGN } from './foreign-formats.ts';
import type { ForeignFormat } from './foreign-format.ts';
import { checkText } from './no-text.ts';
import type { Format } from './record-source.ts';
import { scanRows } from './scan-rows.ts';
import { decode } from './text-encoding.ts';
import type { Encoding } from './text-encoding.ts';

/** Bytes of a file's beginning that `recognise` needs. */
export const HEAD_BYTES = 65_536;
const DELIMITERS = [',', ';', '\t', '|'];

export interface Recognised {
  readonly format: Format;
  /** Delimiter of a table of the shop's own; tables of other systems say it themselves. */
  readonly delimiter?: string;
}

interface Known {
  /** Names of the attributes that may have a column. */
  readonly attributes: ReadonlySet<string>;
  readonly language: string;
  readonly encoding: Encoding | undefined;
}

/** Bytes that no encoding fits are read as Latin-1: names of columns are ASCII in every system. */
const textOf = (head: Buffer, { encoding, language }: Known): string => {
  const end = head.length < HEAD_BYTES ? head.length : Math.max(head.lastIndexOf(0x0a), head.lastIndexOf(0x0d)) + 1;
  const whole = end > 0 ? head.subarray(0, end) : head;
  try {
    return decode(whole, encoding, language).text;
  } catch {
    return whole.toString('latin1');
  }
};

/** The share of a header's columns that a format has fields for; 0 where one is missing that it needs. */
const shareOf = ({ fields }: ForeignFormat, header: readonly string[]): number => {
  const places = new FieldPlaces(fields);
  const found = header.map((name) => places.of(name)?.field);
  const isWhole = Object.entries(fields).every(([field, { needed }]) => needed !== true || found.includes(field));
  return isWhole ? found.filter((field) => field !== undefined).length / header.length : 0;
};

const isOwn = (header: readonly string[], { attributes, language }: Known): boolean =>
  header.includes('name') && header.every((name) => parseColumn(name, attributes, language) !== undefined);

/** Undefined for a file that no format fits. Throws ConfigError for one that holds no text, such as a spreadsheet. */
export const recognise = (head: Buffer, known: Known): Recognised | undefined => {
  checkText(head);
  const text = textOf(head, known);
  const begin = text.trimStart();
  if (begin.startsWith('{')) return { format: 'jsonl' };
  if (begin.startsWith('[')) return { format: 'best-buy' };
  const foreign = Object.values(FOREIGN);
  if (begin.startsWith('<')) {
    const format = foreign.find(({ elements = [] }) =>
      elements.some((name) => new RegExp(`<${name}[\\s>]`).test(text)),
    );
    return format && { format: format.name as Format };
  }
  const table = text.replace(/^"?sep=."?(?:\r\n|\n|\r)/i, '');
  const headers = DELIMITERS.flatMap((delimiter) => {
    const row = scanRows(table, delimiter, HEAD_BYTES).next().value ?? undefined;
    return row === undefined || row.fault !== undefined ? [] : [{ delimiter, header: row.cells }];
  });
  const own = headers.find(({ header }) => isOwn(header, known) && (header.length > 1 || header[0] === FIXED[0]));
  if (own !== undefined && own.header.length > 1) return { format: 'csv', delimiter: own.delimiter };
  const shares = foreign.flatMap((format) =>
    headers.map(({ header }) => ({ format, share: header.length > 1 ? shareOf(format, header) : 0 })),
  );
  const [best] = shares.sort((one, other) => other.share - one.share);
  if (best !== undefined && best.share > 0) return { format: best.format.name as Format };
  return own && { format: 'csv', delimiter: own.delimiter };
};
