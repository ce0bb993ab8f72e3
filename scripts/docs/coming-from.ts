// The tables of docs/start/coming-from.md, from the fields that readers and writers declare. What stands around them is
// written by hand: between `<!-- fields: medusa -->` or `<!-- exported: shopify -->` and `<!-- end -->` the page is
// replaced.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOREIGN } from '../../src/catalogue-files/foreign-formats.ts';
import { GOOGLE_MERCHANT_FIELDS } from '../../src/catalogue-files/google-merchant-export.ts';
import { SHOPIFY_FIELDS } from '../../src/catalogue-files/shopify-export.ts';
import type { ExportField } from '../../src/catalogue-files/export-fields.ts';
import type { Fate } from '../../src/catalogue-files/foreign-fields.ts';
import type { ForeignFormat } from '../../src/catalogue-files/foreign-format.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'start', 'coming-from.md');

const COMES: { readonly [fate in Fate]: string } = { brought: 'yes', otherwise: 'otherwise', left: 'no' };

/** `Product Image {n}` with what a reader of the page sees in a table. */
const shownColumn = (column: string): string => `\`${column.replace('{n}', '1').replaceAll('{}', '…')}\``;

/** As the formatter writes it: every column as wide as its widest cell. */
const aligned = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_head, index) => Math.max(...rows.map((row) => row[index]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head!), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
};

const fieldsOf = ({ about, fields }: ForeignFormat): string => {
  const rows = Object.values(fields).map(({ columns, fate, becomes }) => [
    columns.map(shownColumn).join(', '),
    COMES[fate],
    becomes.replaceAll('|', String.raw`\|`),
  ]);
  return `${wrapped(about)}\n\n${aligned([['column', 'comes', 'becomes'], ...rows])}`;
};

/** In lines of the page's width. */
const wrapped = (text: string): string => {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > 120) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
};

/** Formats of other systems that are written. */
const EXPORTED: { readonly [name: string]: readonly ExportField[] } = {
  shopify: SHOPIFY_FIELDS,
  'google-merchant': GOOGLE_MERCHANT_FIELDS,
};

const exportedOf = (fields: readonly ExportField[]): string =>
  aligned([
    ['column', 'comes from'],
    ...fields.map(({ column, from }) => [shownColumn(column), from.replaceAll('|', String.raw`\|`)]),
  ]);

/** The page with the tables as they are now. Throws where a format has no place in it. */
export const comingFromPage = (page = readFileSync(PAGE, 'utf8')): string => {
  const tables = [
    ...Object.entries(FOREIGN).map(([name, format]) => [`<!-- fields: ${name} -->`, fieldsOf(format)] as const),
    ...Object.entries(EXPORTED).map(([name, fields]) => [`<!-- exported: ${name} -->`, exportedOf(fields)] as const),
  ];
  let text = page;
  for (const [begin, table] of tables) {
    const from = text.indexOf(begin);
    const to = text.indexOf('<!-- end -->', from);
    if (from < 0 || to < 0) throw new Error(`docs/start/coming-from.md has no place for ${begin}`);
    text = `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
  }
  return text;
};
