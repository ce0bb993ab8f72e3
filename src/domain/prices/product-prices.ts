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
import { field, schema } from '../schema.ts';
import { listsIn, packedOf, pricesIn, unpacked } from './packed-prices.ts';
import type { PackedPrices, Tier } from './packed-prices.ts';

/** A price that is null takes the tier away. */
export type TierChange = readonly [fromMilli: Milli, priceE4: PriceE4 | null, compareE4: PriceE4];
export interface ProductPrices {
  productId: number;
  lists: PackedPrices;
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

export const tiersOf = ({ lists }: ProductPrices, listId: number): readonly Tier[] =>
  pricesIn(lists, listId)?.[1] ?? [];

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
    for (const listId of listsIn(lists)) {
      const known = this.listed.get(listId) ?? new IdSet();
      this.listed.set(listId, known);
      known.add(productId);
    }
  }

  forget({ productId, lists }: ProductPrices): void {
    for (const listId of listsIn(lists)) this.listed.get(listId)?.delete(productId);
  }
}

/** As an older version kept them: by list, and there were no `sinceMs` at first. */
type Unpacked = readonly (readonly [listId: number, tiers: readonly Tier[], sinceMs?: number])[];

const PRICES = {
  decode: (kept: PackedPrices | Unpacked): PackedPrices =>
    typeof kept.at(0) === 'object'
      ? packedOf((kept as Unpacked).map(([listId, tiers, sinceMs = 0]) => [listId, tiers, sinceMs]))
      : (kept as PackedPrices),
};

/** Without what stands there for speed. */
const said = (lists: PackedPrices) => unpacked(lists).map(([listId, tiers]) => [listId, tiers] as const);

/** Keeps what the list said of one piece until now. Returns the `sinceMs` of what it says from now on. */
const keepBefore = (state: ProductPrices, listId: number, tiers: readonly Tier[], atMs: number): number => {
  const [, known = [], sinceMs = 0] = pricesIn(state.lists, listId) ?? [];
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
  state: schema<ProductPrices>({ productId: 0, lists: field<PackedPrices>([], PRICES), past: mostlyEmpty<number>() }),
  audit: { hidden: [], ignored: ['past'], view: ({ lists, ...rest }) => ({ ...rest, lists: said(lists) }) },
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
    const others = unpacked(state.lists).filter(([id]) => id !== listId);
    state.lists = packedOf(tiers.length === 0 ? others : [...others, [listId, tiers, sinceMs]]);
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
