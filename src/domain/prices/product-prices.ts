// What price lists say of one product or variation: an actor for each that has a price in one. A price counts for a
// quantity and more; of a list that has ended, or gone, nothing is read but what it said before. It ends with its
// product.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { mostlyEmpty } from '../attributes/past-values.ts';
import type { Milli, PriceE4 } from '../money.ts';
import { NO_PIECE, isKept, keepPiece } from './past-prices.ts';
import type { PastPrices, PieceOf } from './past-prices.ts';
import { IdSet } from '../../kernel/id-set.ts';
import { sameValue } from '../same-value.ts';
import { schema } from '../schema.ts';

/** `fromMilli`: the least quantity; 0: any. `compareE4`: the price that it is shown beside; 0: none. */
export type Tier = readonly [fromMilli: Milli, priceE4: PriceE4, compareE4: PriceE4];
/** A price that is null takes the tier away. */
export type TierChange = readonly [fromMilli: Milli, priceE4: PriceE4 | null, compareE4: PriceE4];
/**
 * The tiers of one list, by rising quantity; never none. `sinceMs`: when it first had a price of one piece; 0 or
 * absent: it always had, or the past prices say so. It stands here because most prices never change.
 */
type ListPrices = readonly [listId: number, tiers: readonly Tier[], sinceMs?: number];

export interface ProductPrices {
  productId: number;
  /** By list, in the order of their ids. */
  lists: readonly ListPrices[];
  past: PastPrices;
}

export type ProductPricesCommand =
  | {
      readonly type: 'set_prices';
      readonly productId: number;
      readonly listId: number;
      readonly changes: readonly TierChange[];
    }
  | { readonly type: 'delete_prices' };

const EVENTS = {
  product_prices_set: { productId: 0, listId: 0, tiers: [] as readonly Tier[] },
  product_prices_deleted: {},
};

const PIECE = 1000;

/** The tier that counts for a quantity; undefined: it reaches none. */
export const reached = (tiers: readonly Tier[], pieces: number): Tier | undefined =>
  tiers.findLast(([fromMilli]) => fromMilli <= pieces);

/** What tiers say of one piece. */
export const pieceOf = (tiers: readonly Tier[]): PieceOf => {
  const tier = reached(tiers, PIECE);
  return tier === undefined ? NO_PIECE : [tier[1], tier[2]];
};

export const tiersOf = ({ lists }: ProductPrices, listId: number): readonly Tier[] => {
  for (const [id, tiers] of lists) if (id === listId) return tiers;
  return [];
};

/** Returns the tiers of a list after changes, by rising quantity; of two for one quantity the later counts. */
export const changedTiers = (tiers: readonly Tier[], changes: readonly TierChange[]): readonly Tier[] => {
  const byQuantity = new Map<Milli, Tier>(tiers.map((tier) => [tier[0], tier]));
  for (const [fromMilli, priceE4, compareE4] of changes) {
    if (priceE4 === null) byQuantity.delete(fromMilli);
    else byQuantity.set(fromMilli, [fromMilli, priceE4, compareE4]);
  }
  return [...byQuantity.values()].sort(([one], [other]) => one - other);
};

/** Product or variation → its actor. */
export class ProductPricesIndex extends Map<number, number> {
  /** List → the products and variations that have a price in it. */
  private readonly listed = new Map<number, IdSet>();

  /** Undefined: none ever had. */
  inList(listId: number): IdSet | undefined {
    return this.listed.get(listId);
  }

  note({ productId, lists }: ProductPrices): void {
    for (const [listId] of lists) {
      const known = this.listed.get(listId) ?? new IdSet();
      this.listed.set(listId, known);
      known.add(productId);
    }
  }

  forget({ productId, lists }: ProductPrices): void {
    for (const [listId] of lists) this.listed.get(listId)?.delete(productId);
  }
}

/** Without what stands there for speed. */
const saidBy = ([listId, tiers]: ListPrices) => [listId, tiers] as const;

/** Keeps what the list said of one piece until now. Returns the `sinceMs` of what it says from now on. */
const keepBefore = (state: ProductPrices, listId: number, tiers: readonly Tier[], atMs: number): number => {
  const [, known = [], sinceMs = 0] = state.lists.find(([id]) => id === listId) ?? [];
  const [before, now] = [pieceOf(known), pieceOf(tiers)];
  if (before[0] === now[0] && before[1] === now[1]) return sinceMs;
  const isFirst = before === NO_PIECE && !isKept(state.past, listId);
  if (isFirst) return atMs;
  if (sinceMs !== 0) state.past = keepPiece(state.past, listId, NO_PIECE, sinceMs);
  state.past = keepPiece(state.past, listId, before, atMs);
  return 0;
};

export const productPrices: ActorKind<ProductPrices, ProductPricesCommand, typeof EVENTS, ProductPricesIndex> = {
  kind: 'product_prices',
  state: schema<ProductPrices>({ productId: 0, lists: [], past: mostlyEmpty<number>() }),
  audit: { hidden: [], ignored: ['past'], view: ({ lists, ...rest }) => ({ ...rest, lists: lists.map(saidBy) }) },
  events: EVENTS,
  ends: 'product_prices_deleted',
  decide(state, command) {
    if (command.type === 'delete_prices') return decided({ type: 'product_prices_deleted' });
    const { productId, listId, changes } = command;
    const before = tiersOf(state, listId);
    const tiers = changedTiers(before, changes);
    return sameValue(tiers, before) && state.productId !== 0
      ? decided()
      : decided({ type: 'product_prices_set', productId, listId, tiers });
  },
  apply(state, event, atMs) {
    if (event.type === 'product_prices_deleted') return;
    const { productId, listId, tiers } = event;
    state.productId = productId;
    const sinceMs = keepBefore(state, listId, tiers, atMs);
    const others = state.lists.filter(([id]) => id !== listId);
    const all: readonly ListPrices[] = tiers.length === 0 ? others : [...others, [listId, tiers, sinceMs]];
    state.lists = all.toSorted(([one], [other]) => one - other);
  },
  index: {
    ignoresPending: true,
    create: () => new ProductPricesIndex(),
    add(index, id, prices) {
      index.set(prices.productId, id);
      index.note(prices);
    },
    remove(index, _id, prices) {
      index.delete(prices.productId);
      index.forget(prices);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly product_prices: typeof productPrices;
  }
}
