// Stock as the warehouse counts it, of warehouse entities and of products with stock of their own, in one shape.
//
// Not promised: one moment. Many things are read in several calls, and shoppers buy between them.
import type { Product, StorageStock, WarehouseEntity } from '../../src/client/operations.ts';
import { idIn } from '../wire-number.ts';
import { Refused, call, callByName } from './call.ts';
import { pictureOf } from './picture-of.ts';
import { sumOfPieces } from '../typed.ts';
import { objectOf, ownQuantity } from './stocked.ts';
import type { StockKind, Stocked } from './stocked.ts';
import { eachWord, within } from './words.ts';
import type { Condition } from './words.ts';

/** Maximum number of calls in an aggregate. */
const AT_ONCE = 50;

type Thing = Omit<Stocked, 'storages'>;

const argumentsOf = ({ kind, id, elementNumber }: Thing) =>
  kind === 'product' ? { id_product: id } : { element_number: elementNumber };

/** Returns what each storage holds of these; nothing for what was deleted meanwhile. */
const storagesOf = async (things: readonly Thing[], signal?: AbortSignal): Promise<readonly Stocked[]> => {
  const known = new Map<string, readonly StorageStock[]>();
  const asked = things.filter(({ kind, elementNumber }) => kind === 'product' || elementNumber !== '');
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const part = asked.slice(from, from + AT_ONCE);
    const pipe = Object.fromEntries(
      part.map((thing, at) => [String(at), { request: 'get_stock', args: argumentsOf(thing) }]),
    );
    const reply = (await callByName('aggregate', { pipe }, signal)) as { readonly [member: string]: unknown };
    for (const [at, thing] of part.entries()) {
      const stock = reply[`aggregate_${at}`] as { readonly storages?: readonly StorageStock[] } | undefined;
      known.set(objectOf(thing), stock?.storages ?? []);
    }
  }
  return things.map((thing) => ({ ...thing, storages: known.get(objectOf(thing)) ?? [] }));
};

export const nameOfProduct = ({ attributes, name }: Product): string => {
  const given = attributes['name'];
  return given !== undefined && typeof given.value === 'string' && given.value !== '' ? given.value : name;
};

const thingOfProduct = (product: Product): Thing => ({
  kind: 'product',
  id: product.id,
  name: nameOfProduct(product),
  elementNumber: product.metadata?.element_number ?? '',
  picture: pictureOf(product),
  quantity: product.availability.quantity,
  warning: product.availability.quantity_warning,
  isCounted: product.availability.active === 1,
});

const thingOfEntity = ({ id, name, metadata, availability, attributes, seq }: WarehouseEntity): Thing => ({
  kind: 'warehouse_entity',
  id,
  name,
  elementNumber: metadata.element_number,
  picture: pictureOf({ attributes }),
  quantity: availability.quantity,
  warning: availability.quantity_warning,
  isCounted: true,
  seq,
});

export interface StockPage {
  readonly count: number;
  readonly rows: readonly Stocked[];
}

interface Searched {
  readonly kind: StockKind;
  readonly words: string;
  readonly language: string;
}

interface Wanted extends Searched {
  /** Products at or below their warning quantity alone. */
  readonly isLow?: boolean;
  readonly left: number;
  readonly right: number;
  /** Absent: the fewest pieces first. */
  readonly order?: Order | undefined;
}

interface Order {
  readonly order_columns: string | string[];
  readonly order: 'ASC' | 'DESC';
}

interface Range extends Order {
  readonly left_limit: number;
  readonly right_limit: number;
}

const likeWords = (words: string, fields: readonly string[]) => eachWord(words, (word) => within(fields, word));

const search = async (
  { kind, words, language }: Searched,
  conditions: readonly Condition[],
  range: Range,
  signal?: AbortSignal,
): Promise<StockPage> => {
  const fields = ['main.name', 'metadata.element_number', 'metadata.ean'];
  if (kind === 'warehouse_entity') {
    const constraint = { AND: [...conditions, ...likeWords(words, fields)] };
    const { count, result } = await call('search_warehouse_entities', { constraint, ...range, language }, signal);
    return { count, rows: await storagesOf(result.map(thingOfEntity), signal) };
  }
  const own = { 'main.id_variation': ['>=', 0], 'availability.active': 1 };
  const constraint = { AND: [own, ...conditions, ...likeWords(words, [...fields, 'name'])] };
  const { count, result } = await call('search_products', { constraint, ...range, language }, signal);
  return { count, rows: await storagesOf(result.map(thingOfProduct), signal) };
};

const FEWEST = { order_columns: 'availability.quantity', order: 'ASC' } as const;

/** Returns a page of the stock. */
export const readStockPage = (wanted: Wanted, signal?: AbortSignal): Promise<StockPage> => {
  const { left, right } = wanted;
  const range = { ...(wanted.order ?? FEWEST), left_limit: left, right_limit: right };
  const low = wanted.isLow === true && wanted.kind === 'product' ? [{ 'availability.low': 1 }] : [];
  return search(wanted, low, range, signal);
};

const FIRST_IDS = { order_columns: 'main.id', order: 'ASC', left_limit: 0, right_limit: 200 } as const;

/**
 * Returns everything of a kind, the fewest pieces first, for a list on paper. Pages are read by id, so that purchases
 * meanwhile move nothing from one page to another.
 */
export const readAllStock = async (
  kind: StockKind,
  language: string,
  onShare: (share: number) => void,
): Promise<readonly Stocked[]> => {
  const rows: Stocked[] = [];
  for (let after = 0; ;) {
    const { count, rows: read } = await search({ kind, words: '', language }, [{ 'main.id': ['>', after] }], FIRST_IDS);
    const before = rows.length;
    rows.push(...read);
    const last = read.at(-1);
    if (last === undefined || read.length >= count) return rows.sort((a, b) => a.quantity - b.quantity || a.id - b.id);
    after = last.id;
    onShare(rows.length / (before + count));
  }
};

/** Returns undefined if there is no such thing. */
export const readStocked = async (
  object: string,
  language: string,
  signal?: AbortSignal,
): Promise<Stocked | undefined> => {
  const [, kind = '', digits = ''] = /^(product|warehouse_entity)\/(\d{1,15})$/.exec(object) ?? [];
  const id = idIn(digits);
  if (id === undefined) return undefined;
  if (kind === 'warehouse_entity') {
    const { result } = await call('search_warehouse_entities', { constraint: { 'main.id': id }, language }, signal);
    return (await storagesOf(result.map(thingOfEntity), signal))[0];
  }
  try {
    const product = await call('get_product_details', { id_product: id, language }, signal);
    return (await storagesOf([thingOfProduct(product)], signal))[0];
  } catch (error) {
    if (error instanceof Refused && error.code === 'SHOPOBJECT_NOT_FOUND') return undefined;
    throw error;
  }
};

/** Puts pieces in, or takes them out if `difference` is below zero. Throws Refused. */
export const moveEntity = async (
  elementNumber: string,
  storage: string,
  difference: number,
  note: string,
): Promise<void> => {
  const movement = { element_number: elementNumber, storage, quantity: Math.abs(difference), note };
  if (difference > 0) await call('inventory_place', movement);
  else if (difference < 0) await call('inventory_take', movement);
};

/** Sets the number of pieces, whatever was sold meanwhile. Throws Refused. */
export const setOwnStock = async (id: number, quantity: number): Promise<void> => {
  await call('update_product', { id_product: id, availability: { quantity, active: 1 } });
};

/**
 * Takes a set number back; what was sold or returned since stays so. Returns what is there then. Throws Refused, with
 * CHANGED_MEANWHILE where less is left than was put there.
 */
export const undoOwnStock = async (before: Stocked, set: number): Promise<number> => {
  const { id, isCounted } = before;
  const { storages } = await call('get_stock', { id_product: id });
  const now = sumOfPieces(...storages.map(({ quantity }) => quantity));
  const then = sumOfPieces(now, ownQuantity(before), -set);
  if (then < 0) throw new Refused(200, 'CHANGED_MEANWHILE', '', String(id));
  await call('update_product', { id_product: id, availability: { quantity: then, active: isCounted ? 1 : 0 } });
  return then;
};
