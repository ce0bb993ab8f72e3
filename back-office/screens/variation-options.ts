// Options of a product, such as sizes and colours, and the rows that they make: one per combination.
import type { Product as Listed } from '../../src/client/operations.ts';
import { priceFieldOf } from './product-draft.ts';
import type { Product } from './product-draft.ts';
import { slugOf } from '../slug.ts';
import { figure, quantity, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';

export interface Option {
  /** As it is typed. */
  readonly label: string;
  /** Its name in the class; a new one is made when the rows are saved. */
  readonly attribute: string;
  readonly isNew: boolean;
  readonly values: readonly string[];
}

/** What a row holds, as its cells show it. */
export interface Cells {
  readonly price: string;
  readonly number: string;
  readonly stock: string;
  readonly active: boolean;
  /** Address of the picture that is shown, its own or that of the product; '': none. */
  readonly picture: string;
}

export interface Row {
  /** 0: it is not made yet. */
  readonly id: number;
  /** Tells it from the other rows. */
  readonly key: string;
  /** What it is called beside its cells. */
  readonly name: string;
  /** By option, in their order. */
  readonly values: readonly string[];
  /** Languages have different prices: no cell shows these. */
  readonly isPriceApart: boolean;
  /** What is saved. */
  readonly saved: Cells & { readonly values: readonly string[] };
}

export const ROWS_MAX = 200;

export const priceRule = (): NumberRule => ({ ...figure(4), min: 0 });
export const STOCK = quantity();

const named = ({ definition }: Product, label: string) => {
  const wanted = label.toLowerCase();
  return Object.values(definition?.attributes ?? {}).find(
    (one) => one.type === 'CHAR' && (one.label.toLowerCase() === wanted || one.name.toLowerCase() === wanted),
  );
};

const SEPARATOR = /[,;"]|^\s|\s$/;

/** A value that holds a separator stands in quotes, and a quote within these twice. */
const quoted = (value: string): string => (SEPARATOR.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const valuesIn = (list: string): readonly string[] => {
  const found = list.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=[,;]|$)|([^,;]*))[,;]?/g);
  const values = [...found].map(([, inQuotes, plain = '']) => inQuotes?.replaceAll('""', '"') ?? plain.trim());
  return [...new Set(values)].filter((value) => value !== '');
};

/** Lines such as "Size: S, M, L"; a line without a name or a value is none yet. */
export const optionsIn = (product: Product, text: string): readonly Option[] =>
  text.split('\n').flatMap((line): Option[] => {
    const [, label = '', list = ''] = /^\s*([^:]+?)\s*:(.*)$/.exec(line) ?? [];
    const values = valuesIn(list);
    if (label === '' || values.length === 0) return [];
    const known = named(product, label);
    const attribute = known?.name ?? slugOf(label).replaceAll('-', '_').replace(/^\d/, '_$&');
    return attribute === '' || attribute === 'name' ? [] : [{ label, attribute, isNew: known === undefined, values }];
  });

const valueOf = (one: Listed, attribute: string): string => {
  const value = one.attributes[attribute]?.value;
  return typeof value === 'string' ? value : '';
};

export const ownVariations = ({ own, details }: Product): readonly Listed[] =>
  details.variations.filter(({ id_parent: parent }) => parent === own.id);

const valuesOf = (variations: readonly Listed[], attribute: string): readonly string[] =>
  [...new Set(variations.map((one) => valueOf(one, attribute)))].filter((value) => value !== '');

/** The options that its variations have already, as lines. */
export const optionText = (product: Product): string => {
  const variations = ownVariations(product);
  const lines = Object.values(product.definition?.attributes ?? {}).flatMap(({ name, type, label }) => {
    if (type !== 'CHAR' || name === 'name') return [];
    // Each option is one line.
    const values = valuesOf(variations, name).filter((value) => !/[\r\n]/.test(value));
    const isSame = values.length === 1 && values[0] === valueOf(product.details, name);
    const isRead = /^[^:\s](?:[^:\r\n]*[^:\s])?$/.test(label) && named(product, label)?.name === name;
    return values.length === 0 || isSame ? [] : [`${isRead ? label : name}: ${values.map(quoted).join(', ')}`];
  });
  return lines.join('\n');
};

/** The attribute that holds the picture of a row; undefined: the class has none. */
export const pictureFieldOf = ({ definition }: Product): string | undefined =>
  Object.values(definition?.attributes ?? {}).find(({ type }) => type === 'IMG')?.name;

const pictureIn = ({ attributes }: Pick<Listed, 'attributes'>, field: string | undefined): string => {
  const value = field === undefined ? undefined : attributes[field]?.value;
  return typeof value === 'string' ? value : '';
};

/** Pictures of the product and of its variations, each once: what a row may have without another upload. */
export const picturesOf = (product: Product): readonly string[] => {
  const field = pictureFieldOf(product);
  const all = [product.details, ...ownVariations(product)].map((one) => pictureIn(one, field));
  return [...new Set(all)].filter((url) => url !== '');
};

const cellsOf = (one: Listed, price: string, picture: string | undefined): Cells => {
  const value = one.attributes[price]?.value;
  return {
    price: typeof value === 'number' ? writeNumber(value, priceRule()) : '',
    number: one.metadata?.element_number ?? '',
    stock: one.availability.active === 1 ? writeNumber(one.availability.quantity, STOCK) : '',
    active: one.shop_active !== 0,
    picture: pictureIn(one, picture),
  };
};

const combinations = (options: readonly Option[]): readonly (readonly string[])[] =>
  options.reduce<readonly (readonly string[])[]>(
    (rows, { values }) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );

/** Values as one text, which no id is. */
export const keyOf = (values: readonly string[]): string => JSON.stringify(values);

const nameOf = (values: readonly string[]): string => values.filter((value) => value !== '').join(', ');

type Combination = readonly string[];

/** `olds`: by option, the values that were there when the sheet was opened. Returns whether one is asked for. */
const asksFor = (olds: readonly Combination[], there: readonly Combination[]) => {
  const known = olds.flatMap((old, at) => (old.length === 0 ? [] : [{ old, at }]));
  const hasAdded = (values: Combination): boolean => known.some(({ old, at }) => !old.includes(values[at]!));
  // A new option parts what is there, and makes nothing of what was no combination before.
  const parts = (values: Combination): boolean =>
    known.length === 0 || there.some((one) => known.every(({ at }) => one[at] === values[at]));
  return (values: Combination): boolean => hasAdded(values) || (known.length < olds.length && parts(values));
};

/**
 * Variations that are there, and the combinations that are missing: with values that were not there when the sheet
 * was opened, or all of them. One that is there gets the first value of a new option.
 */
export const rowsOf = (
  product: Product,
  options: readonly Option[],
  before = ownVariations(product),
  isFull = false,
): readonly Row[] => {
  const price = priceFieldOf(product);
  const picture = pictureFieldOf(product);
  const olds = options.map(({ attribute }) => valuesOf(before, attribute));
  const filled = ownVariations(product).map((one) => {
    const values = options.map(({ attribute }) => valueOf(one, attribute));
    const fill = (value: string, at: number): string =>
      value === '' && olds[at]!.length === 0 ? options[at]!.values[0]! : value;
    return { one, values, all: values.map(fill) };
  });
  const prices = product.languages.map((code) => {
    const { variations = [] } = product.shown[code] ?? {};
    return new Map(variations.map((one) => [one.id, one.attributes[price]?.value] as const));
  });
  const uses = new Map<string, number>();
  for (const { all } of filled) uses.set(keyOf(all), (uses.get(keyOf(all)) ?? 0) + 1);
  const there = filled.map(({ one, values, all }): Row => {
    const isAlone = nameOf(all) !== '' && uses.get(keyOf(all)) === 1;
    const name = isAlone ? nameOf(all) : one.name;
    const isPriceApart = new Set(prices.map((ofLanguage) => ofLanguage.get(one.id))).size > 1;
    const cells = cellsOf(one, price, picture);
    const saved = { ...cells, price: isPriceApart ? '' : cells.price, values };
    return { id: one.id, key: String(one.id), name, values: all, isPriceApart, saved };
  });
  const isAsked = asksFor(
    olds,
    filled.map(({ all }) => all),
  );
  const missing = (options.length === 0 ? [] : combinations(options)).filter(
    (values) => !uses.has(keyOf(values)) && (isFull || isAsked(values)),
  );
  // A new one is shown with the picture of the product.
  const inherited = pictureIn(product.details, picture);
  const saved = { price: '', number: '', stock: '', active: true, picture: inherited, values: [] };
  const made = missing.map((values): Row => {
    return { id: 0, key: keyOf(values), name: nameOf(values), values, isPriceApart: false, saved };
  });
  return [...there, ...made];
};
