// Writes products as a table that csv-reader.ts reads.
import type { ShopClass } from '../domain/catalogue/shop-class.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import { family } from '../domain/catalogue/product-family.ts';
import type { Reader } from '../domain/transaction.ts';
import type { Engine } from '../engine/engine.ts';
import type { ProductExport } from '../operations/context/export-services.ts';
import { classesOf, eachActor } from './catalogue.ts';
import { FIXED, columnAttributes, columnName, withColumn } from './columns.ts';
import type { Fixed } from './columns.ts';
import { tableLine } from './csv-line.ts';
import { PathFinder } from './path-finder.ts';
import { pathsText } from './paths.ts';
import { cellOf, cellText, classOf, ownMilli, shownPaths, valueIn } from './to-record.ts';

interface AttributeColumn {
  readonly attribute: string;
  readonly language: string;
}

/**
 * A column for each attribute in the shop's language, and in every other language in which a product has a value. Reads
 * every product, and yields '' after each.
 */
const columnsOf = function* (engine: Engine, reader: Reader): Generator<string, AttributeColumn[]> {
  const classes = classesOf(engine, reader);
  const languages = new Map([...columnAttributes(classes)].map((name) => [name, new Set([reader.rules.language])]));
  for (const [, state] of eachActor(engine, reader, 'shopobject')) {
    yield '';
    if (state.type !== 'product') continue;
    const attributes = withColumn(classOf(reader, state));
    for (const [language, values] of Object.entries(state.attributes)) {
      for (const { number, name } of attributes)
        if (cellText(values[number]) !== '') languages.get(name)?.add(language);
    }
  }
  const own = reader.rules.language;
  const first = (a: string, b: string): number => (a === own ? -1 : b === own ? 1 : a < b ? -1 : 1);
  return [...languages].flatMap(([attribute, held]) =>
    [...held].sort(first).map((language) => ({ attribute, language })),
  );
};

const fixedCells = (
  reader: Reader,
  paths: PathFinder,
  id: number,
  state: ShopObject,
): { readonly [K in Fixed]: string | number } => {
  const { name, productId, active, metadata, availability } = state;
  const quantityMilli = availability.managed ? ownMilli(reader, id, state) : undefined;
  return {
    name,
    class: classOf(reader, state).name,
    variation_of: productId === 0 ? '' : reader.read('shopobject', productId)!.name,
    active: active ? '1' : '0',
    categories: pathsText(shownPaths(paths, state)),
    element_number: metadata.element_number ?? '',
    ean: metadata.ean ?? '',
    taxclass: metadata.taxclass ?? '',
    quantity: quantityMilli === undefined ? '' : quantityMilli / 1000,
    quantity_step: metadata.quantity_step ?? '',
    currency: reader.rules.currency,
  };
};

/** The header, and the line of each product. */
const tableWith = (
  reader: Reader,
  columns: readonly AttributeColumn[],
  delimiter: string,
): { readonly head: string; lineOf(id: number, state: ShopObject): string } => {
  const paths = new PathFinder(reader);
  const line = tableLine(delimiter);
  const names = columns.map(({ attribute, language }) => columnName(attribute, language, reader.rules.language));
  return {
    head: line([...FIXED, ...names]),
    lineOf: (id, state) => {
      const fixed = fixedCells(reader, paths, id, state);
      const attributes = withColumn(classOf(reader, state));
      const numbers = new Map(attributes.map((attribute) => [attribute.name, attribute.number]));
      const values = columns.map(({ attribute, language }) => {
        const number = numbers.get(attribute);
        return number === undefined ? '' : cellOf(valueIn(state.attributes, language, number));
      });
      return line([...FIXED.map((name) => fixed[name]), ...values]);
    },
  };
};

const columnsIn = (classes: readonly ShopClass[], languages: readonly string[]): AttributeColumn[] =>
  [...columnAttributes(classes)].flatMap((attribute) => languages.map((language) => ({ attribute, language })));

/**
 * The lines of the table, header first; '' where others may be served before the first. `language`: of the texts; '':
 * every one in which a product has a value. `hasHead` gets the number of columns.
 */
export const tableOf = function* (
  engine: Engine,
  delimiter: string,
  language = '',
  hasHead: (columns: number) => void = () => {},
): Generator<string> {
  const reader = engine.readContext();
  const columns = language === '' ? yield* columnsOf(engine, reader) : columnsIn(classesOf(engine, reader), [language]);
  const { head, lineOf } = tableWith(reader, columns, delimiter);
  hasHead(FIXED.length + columns.length);
  yield head;
  for (const [id, state] of eachActor(engine, reader, 'shopobject'))
    if (state.type === 'product') yield lineOf(id, state);
};

/** The table with the texts of these languages, product by product, each with its variations below it. */
export const tableExport = (
  reader: Reader,
  classes: readonly ShopClass[],
  languages: readonly string[],
): ProductExport => {
  const { head, lineOf } = tableWith(reader, columnsIn(classes, languages), ',');
  return {
    head,
    foot: '',
    of: (id) =>
      family(reader, id)
        .flatMap((own) => {
          const state = reader.read('shopobject', own);
          return state === undefined ? [] : [lineOf(own, state)];
        })
        .join(''),
  };
};
