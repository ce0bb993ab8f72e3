// Writes products as a table that csv-reader.ts reads.
import { stringify } from 'csv-stringify/sync';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import type { Engine } from '../engine/engine.ts';
import type { ReadContext } from '../engine/read-context.ts';
import { eachActor } from './catalogue.ts';
import { FIXED, columnAttributes, columnName, withColumn } from './columns.ts';
import type { Fixed } from './columns.ts';
import { CategoryPaths, pathsText } from './paths.ts';
import { cellText, classOf, ownMilli, shownPaths, valueIn } from './to-record.ts';

interface AttributeColumn {
  readonly attribute: string;
  readonly language: string;
}

/** A column for each attribute in the shop's language, and in every other language in which a product has a value. */
const columnsOf = (engine: Engine, reader: ReadContext): AttributeColumn[] => {
  const classes = [...eachActor(engine, reader, 'class')].map(([, state]) => state);
  const languages = new Map([...columnAttributes(classes)].map((name) => [name, new Set([reader.rules.language])]));
  for (const [, state] of eachActor(engine, reader, 'shopobject')) {
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
  reader: ReadContext,
  paths: CategoryPaths,
  id: number,
  state: ShopObject,
): { readonly [K in Fixed]: string } => {
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
    quantity: quantityMilli === undefined ? '' : String(quantityMilli / 1000),
    quantity_step: metadata.quantity_step === undefined ? '' : String(metadata.quantity_step),
  };
};

/** The lines of the table, header first. */
export const tableOf = function* (engine: Engine, delimiter: string): Generator<string> {
  const reader = engine.readContext();
  const paths = new CategoryPaths(reader);
  const columns = columnsOf(engine, reader);
  const line = (cells: readonly string[]): string => stringify([[...cells]], { delimiter, quoted_match: /[\r\n]/ });
  yield line([
    ...FIXED,
    ...columns.map(({ attribute, language }) => columnName(attribute, language, reader.rules.language)),
  ]);
  for (const [id, state] of eachActor(engine, reader, 'shopobject')) {
    if (state.type !== 'product') continue;
    const fixed = fixedCells(reader, paths, id, state);
    const numbers = new Map(withColumn(classOf(reader, state)).map((attribute) => [attribute.name, attribute.number]));
    const values = columns.map(({ attribute, language }) => {
      const number = numbers.get(attribute);
      return number === undefined ? '' : cellText(valueIn(state.attributes, language, number));
    });
    yield line([...FIXED.map((name) => fixed[name]), ...values]);
  }
};
