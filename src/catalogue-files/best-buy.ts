// Reads Best Buy's public product data, one JSON array; docs/import.md has the mapping of its members.
//
// Not promised: constant memory. The array is one line, so the file is read as a whole.
import { ConfigError } from '../config/setting.ts';
import { refuse } from '../kernel/result.ts';
import { readRecord } from './record.ts';
import type { Chunks, Sourced } from './record-source.ts';

const CLASS_NAME = 'best_buy';
/** The file is held in memory. */
const BYTES_MAX = 256 * 1024 * 1024;

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

/** The name; where it is taken, with the SKU added; where that is taken as well, with the record's number. */
const uniqueName = (item: Item, number: number, taken: Set<string>): string => {
  const name = textOf(item['name']);
  const sku = skuOf(item);
  const candidates = [name, ...(sku === '' ? [] : [`${name} (${sku})`]), `${name} (#${number})`];
  return candidates.find((candidate) => !taken.has(candidate)) ?? name;
};

const parse = async (chunks: Chunks): Promise<unknown[]> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new ConfigError(`the file is longer than ${BYTES_MAX} bytes`);
    parts.push(chunk);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(
      Buffer.concat(parts)
        .toString()
        .replace(/^\uFEFF/, ''),
    );
  } catch {
    throw new ConfigError('the file is no JSON');
  }
  if (!Array.isArray(parsed)) throw new ConfigError('the file is no JSON array of products');
  return parsed;
};

/** The class, every category before the first product in it, and the products. Throws ConfigError. */
export const readBestBuy = async function* (chunks: Chunks, language: string): AsyncGenerator<Sourced> {
  const items = await parse(chunks);
  const sourced = (line: number, raw: unknown): Sourced => ({ line, record: readRecord(raw) });
  yield sourced(1, CLASS);
  const known = new Set<string>();
  const taken = new Set<string>();
  for (const [index, item] of items.entries()) {
    const line = index + 1;
    if (!isItem(item)) {
      yield { line, record: refuse('PARAMETER_INVALID', '', 'The record is no JSON object.') };
      continue;
    }
    const path = pathOf(item);
    for (const [depth, name] of path.entries()) {
      const parent = path.slice(0, depth);
      const key = JSON.stringify([parent, name]);
      if (known.has(key)) continue;
      known.add(key);
      yield sourced(line, { type: 'category', name, parent });
    }
    const name = uniqueName(item, line, taken);
    taken.add(name);
    yield sourced(line, productOf(item, name, language));
  }
};
