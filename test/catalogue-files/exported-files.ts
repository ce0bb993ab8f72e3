// Files of an export, and what our own readers of their formats make of them.
import { must } from '../../src/kernel/result.ts';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { ForeignName, Sourced } from '../../src/catalogue-files/record-source.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { ExportRequest } from '../../src/operations/context/export-services.ts';
import { fileRulesOf, pieces } from './catalogue-shop.ts';
import { CLASS, exported } from './export-shop.ts';
import type { Expected } from './export-shop.ts';
import { briefOf } from './foreign-brought.ts';

const OPTIONS = { delimiter: undefined, encoding: undefined, bytesMax: 1_048_576, note: () => {}, taxes: new Map() };

export const textOf = (engine: Engine, request: ExportRequest): string => {
  const file = exported(engine, request);
  must(file.ok, file.ok ? '' : file.detail);
  return file.value;
};

export const read = async (engine: Engine, format: ForeignName, text: string): Promise<Sourced[]> => {
  const records: Sourced[] = [];
  for await (const one of readFile(format, pieces(text), fileRulesOf(engine), OPTIONS)) records.push(one);
  return records;
};

interface Raw {
  readonly seo?: { readonly [language: string]: { readonly title: string; readonly description: string } };
  readonly availability?: { readonly allow_override?: boolean };
}

const withoutEmpty = (values: object): Expected['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** What the reader of a format makes of a file. */
export const broughtBy = (records: readonly Sourced[]): Expected[] =>
  records.flatMap(({ record, sent }) => {
    if (!record.ok || record.value.type !== 'product') return [];
    const raw = (sent as { readonly record: Raw & object }).record;
    const { name, of, active, values, metadata, stock, categories } = briefOf(raw);
    return [
      {
        name,
        of,
        active: Boolean(active),
        values: withoutEmpty(values),
        metadata: withoutEmpty(metadata),
        stock: stock as Expected['stock'],
        mayOversell: raw.availability?.allow_override ?? false,
        categories: categories as Expected['categories'],
        seo: raw.seo?.['de_DE'],
      },
    ];
  });

export const refusals = (records: readonly Sourced[]): string[] =>
  records.flatMap(({ line, record }) => (record.ok ? [] : [`${line}: ${record.detail}`]));

/** Something in every column. */
export const RICH: readonly object[] = [
  {
    ...CLASS,
    attributes: [
      ...CLASS.attributes,
      ...['brand', 'mpn', 'condition', 'color', 'material', 'pattern', 'gender', 'age_group', 'google_product_category']
        .concat([0, 1, 2, 3, 4].map((number) => `custom_label_${number}`))
        .map((name) => ({ name, type: 'CHAR' })),
    ],
  },
  { type: 'category', name: 'Home' },
  {
    type: 'product',
    class: 'goods',
    name: 'lamp',
    active: true,
    attributes: {
      de_DE: {
        ...Object.fromEntries(
          ['name', 'description', 'vendor', 'product_type', 'tags', 'colour', 'size', 'care', 'color', 'material']
            .concat(['pattern', 'gender', 'age_group', 'google_product_category', 'brand', 'condition'])
            .concat([0, 1, 2, 3, 4].map((number) => `custom_label_${number}`))
            .map((name) => [name, name]),
        ),
        price: 1,
        compare_at_price: 2,
        image: 'https://i.example/1.png',
        back: 'https://i.example/2.png',
      },
    },
    seo: { de_DE: { permalink: 'lamp', title: 't', description: 'd' } },
    metadata: { weight: 1 },
    categories: [['Home']],
  },
  ...['one', 'two'].map((name) => ({
    type: 'product',
    class: 'goods',
    name,
    variation_of: 'lamp',
    active: true,
    attributes: {
      de_DE: {
        ...Object.fromEntries(['colour', 'size', 'care', 'fragile'].map((one) => [one, one === 'fragile' ? 1 : name])),
        image: `https://i.example/${name}.png`,
        ...(name === 'two' && { mpn: 'm' }),
      },
    },
    metadata: { element_number: name, ...(name === 'two' && { ean: '4006381333931' }) },
    availability: { active: true, quantity: 1 },
  })),
];
