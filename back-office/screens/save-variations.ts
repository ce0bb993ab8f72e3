// Makes and changes variations, a few at a time. Each is decided by itself and has an outcome of its own.
//
// Guaranteed: a row changes the record that was read just before, and only if no cell that was typed into holds
// something else there than when the typing began. Not promised for pieces in stock, which are no part of a record: a
// sale between that read and the change is overwritten.
import { call, callByName } from '../api/call.ts';
import type { Params } from '../api/call.ts';
import { whileWanted } from '../api/http.ts';
import { Refused, isGone } from '../api/refused.ts';
import { numberIn } from '../typed.ts';
import { idIn } from '../wire-number.ts';
import { imageValue, priceFieldOf } from './product-draft.ts';
import type { Product } from './product-draft.ts';
import { readObject } from './object-calls.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { conflictsIn } from './variation-edits.ts';
import type { ColumnName, Typed } from './variation-edits.ts';
import { STOCK, pictureFieldOf, priceRule, rowsOf } from './variation-options.ts';
import type { Option, Row } from './variation-options.ts';

/** What became of a row: the id that it has now, or why not. */
export type Outcome = number | Refused;

const AT_A_TIME = 4;

/** Attributes of options that the class lacks, which an earlier try may have made; throws Refused. */
export const makeOptions = async ({ definition, languages }: Product, options: readonly Option[]): Promise<void> => {
  if (definition === undefined || options.every(({ isNew }) => !isNew)) return;
  const { result } = await call('search_classes', { constraint: { 'main.id': definition.id } });
  const known = result[0]?.attributes ?? {};
  const made = options.filter(({ isNew, attribute }) => isNew && known[attribute] === undefined);
  if (made.length === 0) return;
  await call('create_class_attributes', {
    id_class: definition.id,
    attributes: made.map(({ attribute, label }) => ({
      name: attribute,
      type: 'CHAR',
      labels: Object.fromEntries(languages.map((language) => [language, label])),
    })),
  });
};

const attributesOf = (product: Product, options: readonly Option[], { row, cells }: Typed) => {
  const { saved, values } = row;
  const price = numberIn(cells.price, priceRule());
  const chosen = options.flatMap(({ attribute }, at) =>
    values[at] === saved.values[at] ? [] : [[attribute, values[at]] as const],
  );
  const picture = pictureFieldOf(product);
  const hasName = product.definition?.attributes['name']?.type === 'CHAR';
  const inLanguage = (code: string): { readonly [name: string]: unknown } => {
    const parent = product.shown[code]?.attributes['name']?.value;
    const name = [typeof parent === 'string' && parent !== '' ? parent : product.own.name, ...values].join(', ');
    return {
      ...Object.fromEntries(chosen),
      ...(cells.price !== saved.price && { [priceFieldOf(product)]: price ?? null }),
      ...(picture !== undefined &&
        cells.picture !== saved.picture && { [picture]: imageValue(product, cells.picture) }),
      ...(hasName && row.id === 0 && { name }),
    };
  };
  return Object.fromEntries(product.languages.map((code) => [code, inLanguage(code)]));
};

const changeOf = (product: Product, options: readonly Option[], typed: Typed) => {
  const { row, cells } = typed;
  const { saved } = row;
  const stock = numberIn(cells.stock, STOCK);
  return {
    ...((row.id === 0 || cells.active !== saved.active) && { shop_active: cells.active ? 1 : 0 }),
    attributes: attributesOf(product, options, typed),
    ...(cells.number !== saved.number && { metadata: { element_number: cells.number } }),
    ...(cells.stock !== saved.stock && stock !== undefined && { availability: { active: 1, quantity: stock } }),
  } as const satisfies Partial<Params<'update_product'>>;
};

interface Fresh {
  readonly product: Product;
  readonly typed: Typed;
  /** Record that changed it last; undefined: it is new. */
  readonly seq: number | undefined;
}

const saveOne = async ({ product, typed, seq }: Fresh, options: readonly Option[], signal: AbortSignal) => {
  const { row } = typed;
  const change = changeOf(product, options, typed);
  if (row.id !== 0) {
    await call('update_product', { id_product: row.id, ...change, ...(seq !== undefined && { if_seq: seq }) }, signal);
    return row.id;
  }
  const name = [product.own.name, ...row.values].join(' ');
  const { id } = await call('create_variation', { id_product: product.own.id, name, ...change }, signal);
  return idIn(id) ?? 0;
};

/** Maximum number of calls in an aggregate. */
const AT_ONCE = 50;

interface Seqs {
  readonly [member: string]: { readonly seq?: number } | undefined;
}

/** Undefined: it is gone. Throws Refused. */
const readSeq = async (id: number, signal: AbortSignal): Promise<number | undefined> => {
  try {
    return (await call('get_shopobject_languages', { id_shopobject: id }, signal)).seq;
  } catch (error) {
    if (error instanceof Refused && isGone(error)) return undefined;
    throw error;
  }
};

/** Variation → record that changed it last; those that are gone are left out. Throws Refused. */
const readSeqs = async (ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, number>> => {
  const seqs = new Map<number, number>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    const pipe = Object.fromEntries(
      part.map((id, at) => [String(at), { request: 'get_shopobject_languages', args: { id_shopobject: id } }]),
    );
    const reply = await callByName('aggregate', { pipe }, signal).catch((error: unknown) => {
      if (error instanceof Refused && isGone(error)) return undefined;
      throw error;
    });
    for (const [at, id] of part.entries()) {
      const own = (reply as Seqs | undefined)?.[`aggregate_${at}`];
      // One that is gone ends the whole aggregate: each is asked for by itself then.
      const seq = reply === undefined ? await readSeq(id, signal) : own?.seq;
      if (seq !== undefined) seqs.set(id, seq);
    }
  }
  return seqs;
};

/** The row as it is in a later read, with what is typed; undefined: the read has no such row. */
const inRead = ({ row, cells, bases }: Typed, rows: readonly Row[]): Typed | undefined => {
  const now = rows.find((one) => one.key === row.key);
  if (now === undefined) return undefined;
  const typed = Object.fromEntries(Object.keys(bases).map((column) => [column, cells[column as ColumnName]]));
  return { row: now, cells: { ...now.saved, ...typed }, bases };
};

/** How often rows are sent as of newer records, where others change other cells at the same time. */
const TRIES = 5;

/**
 * Tells of each row what became of it, but for those in which somebody else has saved a cell that is typed into, or
 * which somebody else has made or deleted: the next read shows these. `before`: as for rowsOf. Throws Refused where the
 * product cannot be read.
 */
export const saveRows = async (
  product: Product,
  options: readonly Option[],
  before: Parameters<typeof rowsOf>[2],
  wanted: readonly Typed[],
  tell: (typed: Typed, outcome: Outcome) => void,
): Promise<void> => {
  const signal = whileWanted();
  let rows = wanted;
  for (let turn = 1; rows.length > 0; turn += 1) {
    const there = rows.map(({ row }) => row.id).filter((id) => id !== 0);
    // What changes after this read is refused.
    const seqs = await readSeqs(there, signal);
    const now = await readObject(product.own.id, wireLanguage(), signal);
    const read = rowsOf(now, options, before, true);
    const left = rows.flatMap((one): Fresh[] => {
      const typed = inRead(one, read);
      if (typed === undefined || conflictsIn(typed).length > 0) return [];
      return [{ product: now, typed, seq: seqs.get(typed.row.id) }];
    });
    const again: Typed[] = [];
    const work = async (): Promise<void> => {
      for (let fresh = left.shift(); fresh !== undefined; fresh = left.shift()) {
        const { typed } = fresh;
        try {
          tell(typed, await saveOne(fresh, options, signal));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          if (error.code === 'CHANGED_MEANWHILE' && turn < TRIES) again.push(typed);
          else tell(typed, error);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    rows = again;
  }
};
