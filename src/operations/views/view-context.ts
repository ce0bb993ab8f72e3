// How a reply shows the catalogue: language, country, attributes, and a budget of records.
//
// The budget bounds what one reply may hold: objects nested in PRODUCTS values are shown fewer levels deep when they
// come to too many, and long lists are written lazily, record by record.
import type { ShopObject } from '../../domain/catalogue/shop-object.ts';
import type { Listed } from '../../domain/listing/listing.ts';
import type { KindName } from '../../domain/kind-types.ts';
import type { PriceContext } from '../../domain/prices/price-context.ts';
import type { ListRecord, Reader } from '../../domain/transaction.ts';
import type { Json, Shown } from '../../kernel/json.ts';
import { LazyList, LazyText } from '../../kernel/json.ts';
import { idsAtOnce } from '../../kernel/many.ts';
import type { ManyIds } from '../../kernel/many.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';

/** What a call wants to see of the catalogue. */
export interface ViewContext {
  readonly shop: Reader;
  readonly language: string;
  readonly country: string;
  /** Names of the attributes to show; empty: all. */
  readonly neededAttributes: readonly string[];
  /** Inactive objects are shown, also within others. */
  readonly showsInactive: boolean;
  readonly prices: PriceContext;
  readonly budget: Size;
  /** Categories of a product, with what it inherits; absent: they are judged in one go. */
  readonly categoriesOf?: (id: number, product: ShopObject) => readonly number[];
}

/** All that a record depends on beside the shop, its id and what it is shown as. */
const shapeOf = ({ language, country, neededAttributes, showsInactive, prices }: ViewContext): string =>
  `${country} ${showsInactive} ${prices.channelId} ${prices.country} ${prices.currency} ${prices.groups.join()} ` +
  JSON.stringify([language, neededAttributes]);

/** The budget of a reply: what may be made at once, and what has been made. */
interface Size {
  /** Levels of PRODUCTS values that are shown; the limit also ends circular references. */
  readonly hops: number;
  readonly recordsMax: number;
  readonly nestedMax: number;
  /** The records of lists are made one by one, when they are written. */
  readonly inSlices: boolean;
  /** Objects made so far, and how many of them are nested in PRODUCTS values. */
  records: number;
  nested: number;
}

const HOPS_MAX = 3;
/** Without a limit, 100 products that name each other would be a million records at the third level. */
const NESTED_MAX = 1000;
/** Records of one object with all nested ones; its variations alone may be 1,000. */
const OBJECT_RECORDS_MAX = 10_000;
/** A list of at most 200 objects, with at most 1,000 records including nested ones, is written at once. */
const PIECE_LIST_MAX = 200;
const PIECE_RECORDS_MAX = 1000;
/** Nested records of one record in a list that is written in slices; a slice can only end after a whole record. */
const SLICE_NESTED_MAX = 100;
/** Longest list of other records that is written at once: they are long and not cached, so more would gain nothing. */
const PLAIN_MAX = 20;

const sizeOf = (hops: number, recordsMax: number): Size => ({
  hops,
  recordsMax,
  nestedMax: hops > 1 ? NESTED_MAX : Infinity,
  inSlices: false,
  records: 0,
  nested: 0,
});

const inSlices = (hops: number): Size => ({
  hops,
  recordsMax: Infinity,
  nestedMax: SLICE_NESTED_MAX,
  inSlices: true,
  records: 0,
  nested: 0,
});

interface Wanted {
  /** '': the shop's own. */
  readonly language?: string;
  /** Names of the attributes to show; none: all. */
  readonly needed?: readonly string[] | undefined;
  /** Whose taxes are shown; absent: that of the prices. */
  readonly country?: string;
}

/** How a call sees the catalogue: its prices, and inactive objects with the secret key. */
export const viewContext = (
  { shop, prices, backOffice }: Pick<Context, 'shop' | 'prices' | 'backOffice'>,
  { language, needed = [], country = prices.country }: Wanted,
): ViewContext => ({
  shop,
  language: language || shop.rules.language,
  country,
  neededAttributes: needed,
  showsInactive: backOffice,
  prices,
  budget: sizeOf(HOPS_MAX, OBJECT_RECORDS_MAX),
});

export const isFull = ({ budget: size }: ViewContext): boolean =>
  size.records > size.recordsMax || size.nested > size.nestedMax;

/**
 * One object with PRODUCTS values shown as deep as fits: three levels, fewer where they come to more than 1,000
 * records, and none where one level comes to more than 10,000. What is left out is counted where it is missing.
 */
export const fitted = <T>(view: ViewContext, show: (view: ViewContext) => Result<T>): Result<T> => {
  for (let hops = HOPS_MAX; ; hops -= 1) {
    const sized = { ...view, budget: sizeOf(hops, OBJECT_RECORDS_MAX) };
    const shown = show(sized);
    if (hops === 0 || !shown.ok || !isFull(sized)) return shown;
  }
};

/**
 * Returns a reply with lists of `count` records. A short one is one piece, its PRODUCTS values as deep in every record
 * as fits: three levels, fewer where all records of the reply come to more than 1,000. Where one level is too much, or
 * the list is long, it is written in slices, and every record decides for itself: one level, or none where that comes
 * to more than 100 records. So what a list shows depends on its records, not on where its slices end.
 */
export const fittedList = <T>(view: ViewContext, count: number, show: (view: ViewContext) => T): T => {
  for (let hops = count <= PIECE_LIST_MAX ? HOPS_MAX : 0; hops > 0; hops -= 1) {
    const sized = { ...view, budget: sizeOf(hops, PIECE_RECORDS_MAX) };
    const shown = show(sized);
    if (!isFull(sized)) return shown;
    if (sized.budget.records - sized.budget.nested > PIECE_RECORDS_MAX) break;
  }
  return show({ ...view, budget: inSlices(1) });
};

/** One record of a list that is written in slices. */
export const sliced = <T>(view: ViewContext, show: (view: ViewContext) => T): T => {
  const recordView = { ...view, budget: inSlices(1) };
  const shown = show(recordView);
  return isFull(recordView) ? show({ ...view, budget: inSlices(0) }) : shown;
};

/** What a list holds once it is written, whatever becomes of the list that it was made from. */
export const fixedIds = (given: ManyIds): Uint32Array => {
  const ids = idsAtOnce(given, 'one copy: numbers alone');
  return ids instanceof Uint32Array ? ids : Uint32Array.from(ids);
};

type Show<V> = (id: number, view: ViewContext) => V;

/** A list whose records are made when they are written. */
export const lazyList = <V extends Json>(
  view: ViewContext,
  kind: KindName,
  listed: ManyIds,
  show: Show<V>,
): LazyList<V> => {
  const ids = fixedIds(listed);
  return view.shop.lazyList(
    new LazyList({
      count: ids.length,
      kind,
      ids,
      show: (index) => ['', sliced(view, (recordView) => show(ids[index]!, recordView))],
    }),
  );
};

/** How a list shows each of its records. */
export type ShowListed<T> = (id: number, view: ViewContext) => Shown<T>;

/**
 * Shows the records of a list that is written as one piece, each made once for all replies that show it alike.
 * `name`: of what they are shown as.
 */
export const sharedIn = <T>(view: ViewContext, name: string, show: ShowListed<T>): ShowListed<T> => {
  if (view.budget.inSlices) return show;
  const { shop, budget } = view;
  const shape = `${name} ${shapeOf(view)}`;
  return (id) => {
    const make = (): ListRecord<Shown<T>> => {
      const own = { ...view, budget: sizeOf(budget.hops, budget.recordsMax) };
      const shown = show(id, own);
      const { records, nested } = own.budget;
      // What is nested is shown as deep as fits the reply.
      return { shown, size: records, nested, isAlike: nested === 0 && !isFull(own) };
    };
    const { shown, size, nested } = shop.record<T>(make, shape, id);
    budget.records += size;
    budget.nested += nested;
    return shown;
  };
};

/** The records of a list of actors. */
export const recordsOf = <V extends Json>(
  view: ViewContext,
  kind: KindName,
  ids: ManyIds,
  show: Show<V>,
): LazyList<V> | readonly V[] =>
  view.budget.inSlices
    ? lazyList(view, kind, ids, show)
    : Array.from(idsAtOnce(ids, 'a reply of 200 records at most'), (id) => show(id, view));

/** The records of a list in which no PRODUCTS values stand. */
export const plainRecords = <V extends Json>(
  shop: Reader,
  kind: KindName,
  listed: ManyIds,
  show: (id: number) => V,
  pieceMax = PLAIN_MAX,
): LazyList<V> | readonly V[] => {
  if (listed.length <= pieceMax) return Array.from(idsAtOnce(listed, 'pieceMax'), show);
  const ids = fixedIds(listed);
  return shop.lazyList(new LazyList({ count: ids.length, kind, ids, show: (index) => ['', show(ids[index]!)] }));
};

/** Values that are written as one piece, whose bytes are kept. */
const VALUES_PIECE_MAX = 2000;

export const scalarRecords = <V extends string | number>(
  shop: Reader,
  values: readonly V[],
): LazyList<V> | readonly V[] =>
  values.length <= VALUES_PIECE_MAX
    ? values
    : shop.lazyList(new LazyList({ count: values.length, show: (index) => ['', values[index]!] }));

/** Characters of a text that is written as one piece: less than a millisecond; tests lower them. */
export const TEXTS = { pieceMax: 65_536 };

/** A text that may be long, given in pieces. */
export const longText = (shop: Reader, pieces: readonly string[]): LazyText | string => {
  const chars = pieces.reduce((sum, { length }) => sum + length, 0);
  if (chars <= TEXTS.pieceMax) return pieces.join('');
  return shop.lazyText(new LazyText(pieces.length, (index) => pieces[index]!, chars));
};

/** The shop's cap, next to the counts, where it cuts a list. */
export const capMember = (...lists: readonly Pick<Listed, 'recordsMax'>[]): { readonly records_max?: number } => {
  const cap = lists.find(({ recordsMax }) => recordsMax !== undefined)?.recordsMax;
  return cap === undefined ? {} : { records_max: cap };
};
