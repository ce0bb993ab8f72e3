// What a table or feed of another system brings, in brief.
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { ForeignName, Sourced } from '../../src/catalogue-files/record-source.ts';
import type { ObjectRecord } from '../../src/catalogue-files/record.ts';
import { pieces } from './catalogue-shop.ts';

const RULES = {
  language: 'de_DE',
  languages: ['de_DE', 'en_GB'],
  country: 'DE',
  currency: 'EUR',
  currencyDigits: 2,
  priceFields: [],
  taxClasses: [
    { name: 'standard', percent: 19 },
    { name: 'reduced', percent: 7 },
  ],
  attributes: new Set<string>(),
};

export interface Brought {
  readonly products: readonly Brief[];
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

export interface Brief {
  readonly name: string;
  readonly of: string;
  readonly active: boolean | undefined;
  /** In the shop's own language. */
  readonly values: { readonly [name: string]: unknown };
  readonly english: unknown;
  readonly metadata: { readonly [name: string]: unknown };
  readonly stock: unknown;
  readonly categories: unknown;
  readonly seo: unknown;
}

export const briefOf = (raw: object): Brief => {
  const { name, active, variation_of, attributes, metadata, availability, categories, seo } = raw as ObjectRecord & {
    readonly attributes: { readonly [language: string]: { readonly [name: string]: unknown } };
  };
  const { quantity, active: counted } = (availability ?? {}) as { quantity?: number; active?: number };
  return {
    name,
    of: variation_of ?? '',
    active,
    values: attributes['de_DE'] ?? {},
    english: attributes['en_GB'],
    metadata: metadata as { readonly [name: string]: unknown },
    stock: counted === 1 ? quantity : 'not counted',
    categories: categories ?? [],
    seo,
  };
};

/** `tax`: what of the table's taxes is `standard` here. */
export const bring = async (name: ForeignName, bytes: Buffer | string, tax = '0%'): Promise<Brought> => {
  const notes: string[] = [];
  const options = {
    delimiter: undefined,
    encoding: undefined,
    bytesMax: 1_048_576,
    note: (line: string) => void notes.push(line),
    taxes: new Map([[tax, 'standard']]),
  };
  const records: Sourced[] = [];
  for await (const one of readFile(name, pieces(Buffer.from(bytes)), RULES, options)) records.push(one);
  const products = records.flatMap(({ record, sent }) =>
    record.ok && record.value.type === 'product' ? [briefOf((sent as { readonly record: object }).record)] : [],
  );
  const refused = records.flatMap(({ line, record }) => (record.ok ? [] : [`${line}: ${record.detail}`]));
  return { products, refused, notes };
};
