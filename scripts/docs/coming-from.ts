// The fields of other systems in docs/start/, from the declarations of readers and writers. What stands around them is
// written by hand: between `<!-- fields: medusa -->` or `<!-- exported: shopify -->` and `<!-- end -->` a page is
// replaced.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOREIGN } from '../../src/catalogue-files/foreign-formats.ts';
import { GOOGLE_MERCHANT_FIELDS } from '../../src/catalogue-files/google-merchant-export.ts';
import { SHOPIFY_FIELDS } from '../../src/catalogue-files/shopify-export.ts';
import type { ExportField } from '../../src/catalogue-files/export-fields.ts';
import type { Fate } from '../../src/catalogue-files/foreign-fields.ts';
import type { ForeignFormat } from '../../src/catalogue-files/foreign-format.ts';

const ROOM = join(import.meta.dirname, '..', '..', 'docs', 'start');
const COLUMNS_MAX = 120;

const FATES: { readonly [fate in Fate]: string } = {
  brought: 'Comes over:',
  otherwise: 'Comes over as something else:',
  left: 'Stays behind:',
};

/** `Product Image {n}` with what a reader of the page sees in a list. */
const shownColumn = (column: string): string => `\`${column.replace('{n}', '1').replaceAll('{}', '…')}\``;

/** Words, and code and links as wholes, as the formatter breaks lines. */
const piecesOf = (text: string): readonly string[] => text.match(/(?:`[^`]*`|\S)+/g) ?? [];

/** In lines of the page's width; `indent` is before all lines but the first. */
const wrapped = (text: string, indent = ''): string => {
  const lines: string[] = [''];
  for (const piece of piecesOf(text)) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = piece;
    else if (line.length + 1 + piece.length > COLUMNS_MAX) lines.push(indent + piece);
    else lines[lines.length - 1] = `${line} ${piece}`;
  }
  return lines.join('\n');
};

const itemOf = (columns: readonly string[], text: string): string =>
  wrapped(`- ${columns.map(shownColumn).join(', ')}: ${text}`, '  ');

const fieldsOf = ({ about, fields }: ForeignFormat): string => {
  const lists = Object.entries(FATES).map(([fate, title]) => {
    const items = Object.values(fields)
      .filter((field) => field.fate === fate)
      .map(({ columns, becomes }) => itemOf(columns, becomes));
    return items.length === 0 ? [] : [title, items.join('\n')];
  });
  return [wrapped(about), ...lists.flat()].join('\n\n');
};

/** Formats of other systems that are written. */
const EXPORTED: { readonly [name: string]: readonly ExportField[] } = {
  shopify: SHOPIFY_FIELDS,
  'google-merchant': GOOGLE_MERCHANT_FIELDS,
};

const exportedOf = (fields: readonly ExportField[]): string =>
  fields.map(({ column, from }) => itemOf([column], from)).join('\n');

const PARTS = new Map<string, () => string>([
  ...Object.entries(FOREIGN).map(([name, format]) => [`<!-- fields: ${name} -->`, () => fieldsOf(format)] as const),
  ...Object.entries(EXPORTED).map(
    ([name, fields]) => [`<!-- exported: ${name} -->`, () => exportedOf(fields)] as const,
  ),
]);

/** Pages by their file from docs/, with the fields as they are now. Throws where a format has no place in any. */
export const comingFromPages = (): ReadonlyMap<string, string> => {
  const pages = new Map<string, string>();
  const placed = new Set<string>();
  for (const file of readdirSync(ROOM).filter((name) => name.endsWith('.md'))) {
    const page = readFileSync(join(ROOM, file), 'utf8');
    const text = page.replaceAll(
      /(<!-- (?:fields|exported): [\w-]+ -->)[\s\S]*?<!-- end -->/g,
      (_part, begin: string) => {
        const part = PARTS.get(begin);
        if (part === undefined) throw new Error(`docs/start/${file} has a place for ${begin}, which nothing declares`);
        placed.add(begin);
        return `${begin}\n\n${part()}\n\n<!-- end -->`;
      },
    );
    if (text.includes('<!-- end -->')) pages.set(`start/${file}`, text);
  }
  const [missing] = [...PARTS.keys()].filter((begin) => !placed.has(begin));
  if (missing !== undefined) throw new Error(`no page of docs/start has a place for ${missing}`);
  return pages;
};
