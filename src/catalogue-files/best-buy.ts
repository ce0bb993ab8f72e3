// Reads Best Buy's public product data, one JSON array; docs/sell/import-files.md has the mapping of its members.
//
// In memory are the names and categories of the products so far, and one product.
import { ConfigError } from '../config/setting.ts';
import { refuse, shown } from '../kernel/result.ts';
import { readJsonArray } from './json-array.ts';
import { sourced } from './record-source.ts';
import type { Chunks, Sourced } from './record-source.ts';

const CLASS_NAME = 'best_buy';
/** Names of products and paths of categories that are held in memory. */
const NAMES_MAX = 5_000_000;
/** Names of members that have no place. */
const MEMBERS_MAX = 1000;

const CLASS = {
  type: 'class',
  name: CLASS_NAME,
  class_type: 'product',
  attributes: [
    { name: 'name', type: 'CHAR' },
    { name: 'description', type: 'TXT' },
    { name: 'price', type: 'FLOAT' },
    { name: 'brand', type: 'CHAR' },
    { name: 'model', type: 'CHAR' },
    { name: 'image', type: 'IMG' },
    { name: 'popularity', type: 'INT' },
  ],
};

type Item = { readonly [member: string]: unknown };

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The SKU; without one the digits in the name of the image, as in `…/4984700_sb.jpg`; '' for neither. */
const skuOf = (item: Item): string =>
  textOf(item['sku']) || (/\/(\d+)_\w+\.\w+$/.exec(textOf(item['image']))?.[1] ?? '');

/** `["Audio","Speakers"]`, or `[{"id":…,"name":"Audio"},…]`: from the root down. */
const pathOf = (item: Item): string[] => {
  const path = item['categories'] ?? item['category'];
  return Array.isArray(path)
    ? path
        .map((category) => (isItem(category) ? textOf(category['name']) : textOf(category)))
        .filter((name) => name !== '')
    : [];
};

const productOf = (item: Item, name: string, language: string): Item => {
  const given = {
    name: item['name'],
    description: item['description'] ?? item['longDescription'],
    price: item['price'] ?? item['salePrice'],
    brand: item['brand'] ?? item['manufacturer'],
    model: item['model'],
    image: item['image'],
    popularity: item['popularity'],
  };
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  const path = pathOf(item);
  return {
    type: 'product',
    class: CLASS_NAME,
    name,
    active: true,
    attributes: { [language]: values },
    metadata: { element_number: skuOf(item), ean: textOf(item['upc']) },
    ...(path.length > 0 && { categories: [path] }),
  };
};

const READ = new Set(
  [
    'name sku upc description longDescription price salePrice brand manufacturer model image popularity',
    'categories category',
  ]
    .join(' ')
    .split(' '),
);

interface Left {
  values: number;
  readonly example: string;
  readonly record: number;
}

/** Members that no product has a place for, with one of their values. */
class Placeless {
  private readonly members = new Map<string, Left>();

  add(item: Item, record: number): void {
    for (const [member, value] of Object.entries(item)) {
      if (READ.has(member) || value === null || value === '') continue;
      const left = this.members.get(member);
      if (left !== undefined) left.values += 1;
      else if (this.members.size < MEMBERS_MAX)
        this.members.set(member, { values: 1, example: shown(JSON.stringify(value)), record });
    }
  }

  *notes(): Generator<string> {
    for (const [member, { values, example, record }] of this.members)
      yield (
        `no place for ${shown(JSON.stringify(member))}: ${values} values are left out, such as ${example} in ` +
          `record ${record}`
      );
  }
}

/** The name; where it is taken, with the SKU added; where that is taken as well, with the record's number. */
const uniqueName = (item: Item, number: number, taken: Set<string>): string => {
  const name = textOf(item['name']);
  const sku = skuOf(item);
  const candidates = [name, ...(sku === '' ? [] : [`${name} (${sku})`]), `${name} (#${number})`];
  return candidates.find((candidate) => !taken.has(candidate)) ?? name;
};

/** Categories that have a record already, and names that are taken. */
class Known {
  private readonly categories = new Set<string>();
  private readonly names = new Set<string>();

  *categoriesOf(line: number, path: readonly string[]): Generator<Sourced> {
    for (const [depth, name] of path.entries()) {
      const parent = path.slice(0, depth);
      const key = JSON.stringify([parent, name]);
      if (this.categories.has(key)) continue;
      this.categories.add(key);
      yield sourced(line, { type: 'category', name, parent });
    }
  }

  /** Throws ConfigError. */
  nameOf(item: Item, number: number): string {
    const name = uniqueName(item, number, this.names);
    this.names.add(name);
    if (this.names.size + this.categories.size > NAMES_MAX)
      throw new ConfigError(`the file has more than ${NAMES_MAX} names of products and categories`);
    return name;
  }
}

/** The class, every category before the first product in it, and the products. Throws ConfigError. */
export const readBestBuy = async function* (
  chunks: Chunks,
  language: string,
  bytesMax: number,
  note: (line: string) => void = () => {},
): AsyncGenerator<Sourced> {
  const known = new Known();
  const placeless = new Placeless();
  let isBegun = false;
  for await (const { number: line, value } of readJsonArray(chunks, bytesMax, 'product')) {
    // Only now: a file that is no array of products changes nothing.
    if (!isBegun) yield sourced(1, CLASS);
    isBegun = true;
    if (!value.ok) yield { line, record: value };
    else if (!isItem(value.value))
      yield { line, record: refuse('PARAMETER_INVALID', '', 'The record is no JSON object.') };
    else if (textOf(value.value['name']) === '')
      yield { line, record: refuse('PARAMETER_MISSING', 'name', 'The product has no name.') };
    else {
      const item = value.value;
      placeless.add(item, line);
      yield* known.categoriesOf(line, pathOf(item));
      yield sourced(line, productOf(item, known.nameOf(item, line), language));
    }
  }
  if (!isBegun) yield sourced(1, CLASS);
  for (const line of placeless.notes()) note(line);
};
