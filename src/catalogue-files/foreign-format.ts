// The form in which a format of another system is declared, and the reader that all of them share.
import { ConfigError } from '../config/setting.ts';
import { shortened } from './doubts.ts';
import type { Fields } from './foreign-fields.ts';
import type { Group } from './foreign-groups.ts';
import type { ForeignProduct, ForeignShop } from './foreign-products.ts';
import { foreignRecords } from './foreign-products.ts';
import { recordsOfGroups } from './foreign-groups.ts';
import { readForeignTable } from './foreign-table.ts';
import type { ForeignTable, TableOptions } from './foreign-table.ts';
import { checkArticles } from './foreign-twins.ts';
import type { ArticleNumbers } from './foreign-twins.ts';
import type { Chunks, Sourced } from './record-source.ts';

interface TableFormat<F extends Fields> {
  /** As `--format` has it; the class of the products is called so, too. */
  readonly name: string;
  /** As its makers write it. */
  readonly system: string;
  /** Which table it is and where a shop owner gets it: the first lines of its page in docs/start. */
  readonly about: string;
  /** That the system writes. */
  readonly delimiter: string;
  /** Elements that are a row each, where the format comes as XML as well. */
  readonly elements?: readonly string[];
  readonly fields: F;
  /** False: the system writes texts as they are, and a `'` before a formula is a part of them. */
  readonly hasGuards?: boolean;
  /** Every row of the table is in exactly one group. */
  groups(table: ForeignTable<F>): readonly Group<F>[];
  /** Why the whole table is refused although its columns are there; '' for no reason. */
  unfit?(table: ForeignTable<F>, shop: ForeignShop): string;
  /** Absent for a table of something else than products. */
  readonly articles?: { readonly field: string };
  /** What a person should know of this table as a whole, a line each. */
  notes?(table: ForeignTable<F>, shop: ForeignShop): readonly string[];
}

type Taxes = ReadonlyMap<string, string>;

export interface ForeignFormat<F extends Fields = Fields> extends TableFormat<F> {
  /** Reads all groups before it returns, so that the notes on columns are complete. */
  records(groups: readonly Group<F>[], table: ForeignTable<F>, taxes: Taxes, shop: ForeignShop): Iterable<Sourced>;
}

interface ProductFormat<F extends Fields> extends TableFormat<F> {
  readonly articles: ArticleNumbers<F>;
  /** Asked of every group, also of one that is refused: its names stay taken. Faults of cells are noted by the rows. */
  product(rows: Group<F>, table: ForeignTable<F>, shop: ForeignShop): ForeignProduct;
}

/** A table of products. Lets a format infer the names of its fields. */
export const foreignFormat = <const F extends Fields>(format: ProductFormat<F>): ForeignFormat<F> => ({
  ...format,
  records(groups, table, taxes, shop) {
    const read = groups.map((rows) => [rows, format.product(rows, table, shop)] as const);
    checkArticles(read, format.articles);
    return foreignRecords(format.name, read, taxes, shop);
  },
});

interface RecordFormat<F extends Fields> extends TableFormat<F> {
  /** What a group is, for messages: `customer`. */
  readonly what: string;
  /** A record of a catalogue file. Asked of every group, also of one that is refused. */
  record(rows: Group<F>, table: ForeignTable<F>, shop: ForeignShop): object;
  /** Records that the others need; `groups`: those that are not refused. */
  before?(groups: readonly Group<F>[]): readonly object[];
}

/** A table of which every group is one record. */
export const recordFormat = <const F extends Fields>(format: RecordFormat<F>): ForeignFormat<F> => ({
  ...format,
  records(groups, table, _taxes, shop) {
    const read = groups.map((rows) => [rows, format.record(rows, table, shop)] as const);
    const sound = groups.filter((rows) => rows.every(({ fault }) => fault === undefined));
    return recordsOfGroups(format.what, read, format.before?.(sound) ?? []);
  },
});

export interface ForeignOptions extends Pick<TableOptions, 'delimiter' | 'encoding' | 'bytesMax'> {
  /** Tax classes of the shop by what the table calls them, in small letters; `*`: all that the shop does not know. */
  readonly taxes?: Taxes;
}

/** The table, and what it brings in its order. Throws ConfigError. */
export const readWhole = async (
  format: ForeignFormat,
  chunks: Chunks,
  options: ForeignOptions,
  shop: ForeignShop,
): Promise<{ readonly table: ForeignTable; readonly records: Iterable<Sourced> }> => {
  const { language, currencyDigits } = shop.rules;
  const table = await readForeignTable(chunks, format.delimiter, format.fields, {
    ...options,
    ...(format.elements !== undefined && { elements: format.elements }),
    hasGuards: format.hasGuards ?? true,
    language,
    currencyDigits,
  });
  const why = format.unfit?.(table, shop) ?? '';
  if (why !== '') throw new ConfigError(why);
  if (table.rows.length === 0) shop.note('the table has no rows below its header');
  const { encoding, guessedBy } = table.decoded;
  if (guessedBy > 0)
    shop.note(`read as ${encoding}, because line ${guessedBy} is no UTF-8: where that is wrong, --encoding says it`);
  return { table, records: format.records(format.groups(table), table, options.taxes ?? new Map(), shop) };
};

/** Records of a table, and notes on what has no place or is doubtful. Throws ConfigError for what is no such table. */
export const readForeign = async function* (
  format: ForeignFormat,
  chunks: Chunks,
  options: ForeignOptions,
  shop: ForeignShop,
): AsyncGenerator<Sourced> {
  const { table, records } = await readWhole(format, chunks, options, shop);
  for (const note of format.notes?.(table, shop) ?? []) shop.note(note);
  yield* records;
  for (const placeless of table.columns.placeless()) {
    const { column, values, example } = placeless;
    shop.note(
      `no place for the column ${JSON.stringify(column)}: ${values} values are left out, such as ` +
        `${shortened(example.cell)} in line ${example.line}`,
      { kind: 'placeless', ...placeless },
    );
  }
  table.columns.doubts.tell(shop.note);
};
