// A stock item: the pieces that one owner has, which is a warehouse entity in one storage or a product without
// bindings. Its quantity is never below zero (D102), and every change of it is a movement (D107).
import { IdMap } from '../../kernel/id-map.ts';
import { refuse } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { field, schema } from '../schema.ts';
import { OrderedChildIndex } from '../ordered-child-index.ts';
import type { HoldCommand, HoldEntry, CartHolder } from './hold.ts';
import { HOLD_EVENTS, Holds, applyHold, decideHold, freeMilli, releaseEvents } from './hold.ts';
import { sumMilli } from './stock-movement-page.ts';
import type { StockMovement } from './stock-movement-page.ts';
import { MOVED_MILLI_MAX, QUANTITY_MILLI_MAX } from '../money.ts';

export interface StockItem {
  /** 0: a product's own stock. */
  storageId: number;
  /** The owner: a warehouse entity, or a product where storageId is 0. */
  holderId: number;
  quantityMilli: number;
  /** Totals since the item was opened: placed − taken − sold + returned = quantity. */
  placedMilli: number;
  takenMilli: number;
  soldMilli: number;
  returnedMilli: number;
  /** The latest movements, oldest first; `earlierMilli` is the sum of those before them. */
  movements: StockMovement[];
  earlierMilli: number;
  /** The latest page of earlier movements; 0: none. */
  pageId: number;
  /** What carts hold, never more than the quantity (D105); undefined: nothing. */
  holds: Holds | undefined;
}

export type MovementCommand =
  | { readonly type: 'place'; readonly quantityMilli: number; readonly note: string }
  | { readonly type: 'take'; readonly quantityMilli: number; readonly note: string }
  /** `holder`: the cart whose hold becomes the sale. */
  | {
      readonly type: 'sell';
      readonly quantityMilli: number;
      readonly orderId: number;
      readonly holder?: CartHolder | undefined;
    }
  | { readonly type: 'put_back'; readonly quantityMilli: number; readonly orderId: number };

export type StockCommand =
  | {
      readonly type: 'open_stock';
      readonly storageId: number;
      readonly holderId: number;
      readonly quantityMilli: number;
    }
  | MovementCommand
  /** The first `count` movements are in the page and leave the state. */
  | { readonly type: 'archive_movements'; readonly pageId: number; readonly count: number }
  | HoldCommand
  | { readonly type: 'close_stock' };

const STOCK_EVENTS = {
  stock_opened: { storageId: 0, holderId: 0, quantityMilli: 0 },
  stock_placed: { quantityMilli: 0, note: '' },
  stock_taken: { quantityMilli: 0, note: '' },
  stock_sold: { quantityMilli: 0, orderId: 0 },
  stock_returned: { quantityMilli: 0, orderId: 0 },
  stock_movements_archived: { pageId: 0, count: 0 },
  ...HOLD_EVENTS,
  stock_closed: {},
};

/** Their entries on disk; null for none. */
const HOLDS = {
  encode: (holds: Holds | undefined) => holds?.entries ?? null,
  decode: (entries: readonly HoldEntry[] | null) => (entries === null ? undefined : Holds.from(entries)),
};

type StockEvent = EventOf<typeof STOCK_EVENTS>;

export interface StockIndex {
  /** Product id → its own stock item. */
  readonly own: IdMap<number>;
  /** Warehouse entity id → its stock items, in the order their storages were made. */
  readonly ofEntity: OrderedChildIndex;
  /** Stock items that carts hold something of. */
  readonly held: Set<number>;
}

/**
 * Every product has such a list: `toSpliced` makes one without spare capacity (bench/notes/small-caches.md), in a third
 * of the time that `concat` takes.
 */
const enter = (item: StockItem, movement: StockMovement): void => {
  item.movements = item.movements.toSpliced(item.movements.length, 0, movement);
};

export const stock: ActorKind<StockItem, StockCommand, typeof STOCK_EVENTS, StockIndex> = {
  kind: 'stock',
  state: schema<StockItem>({
    storageId: 0,
    holderId: 0,
    quantityMilli: 0,
    placedMilli: 0,
    takenMilli: 0,
    soldMilli: 0,
    returnedMilli: 0,
    movements: [],
    earlierMilli: 0,
    pageId: 0,
    holds: field<Holds | undefined>(undefined, HOLDS),
  }),
  // Changes by hand; sales and returns are found with their orders.
  audit: {
    hidden: [],
    events: ['stock_placed', 'stock_taken'],
    view: ({ quantityMilli }) => ({ quantity: quantityMilli / 1000 }),
  },
  events: STOCK_EVENTS,
  ends: 'stock_closed',
  decide(state, command, atMs) {
    switch (command.type) {
      case 'open_stock': {
        const { storageId, holderId, quantityMilli } = command;
        return decided({ type: 'stock_opened', storageId, holderId, quantityMilli });
      }
      case 'place': {
        const { quantityMilli, note } = command;
        if (
          state.quantityMilli + quantityMilli > QUANTITY_MILLI_MAX * 1000 ||
          state.placedMilli + quantityMilli > MOVED_MILLI_MAX
        ) {
          return refuse('AMOUNT_OUT_OF_RANGE', 'quantity');
        }
        return decided({ type: 'stock_placed', quantityMilli, note });
      }
      case 'take': {
        const { quantityMilli, note } = command;
        if (quantityMilli > freeMilli(state, undefined)) return refuse('INSUFFICIENT_STOCK', 'quantity');
        return decided({ type: 'stock_taken', quantityMilli, note });
      }
      case 'sell': {
        const { quantityMilli, orderId, holder } = command;
        if (quantityMilli > freeMilli(state, holder)) return refuse('INSUFFICIENT_STOCK', 'quantity');
        if (state.soldMilli + quantityMilli > MOVED_MILLI_MAX) return refuse('AMOUNT_OUT_OF_RANGE', 'quantity');
        const sold = { type: 'stock_sold', quantityMilli, orderId } as const;
        return state.holds === undefined ? decided(sold) : decided<StockEvent>(...releaseEvents(state, holder), sold);
      }
      case 'put_back':
        return decided({ type: 'stock_returned', quantityMilli: command.quantityMilli, orderId: command.orderId });
      case 'archive_movements':
        return decided({ type: 'stock_movements_archived', pageId: command.pageId, count: command.count });
      case 'hold':
      case 'lower_holds':
      case 'expire_holds':
      case 'limit_holds':
        return decideHold(state, command, atMs);
      case 'close_stock':
        return decided({ type: 'stock_closed' });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    switch (event.type) {
      case 'stock_opened':
        state.storageId = event.storageId;
        state.holderId = event.holderId;
        state.quantityMilli = event.quantityMilli;
        state.placedMilli = event.quantityMilli;
        if (event.quantityMilli !== 0) enter(state, ['placed', event.quantityMilli, atMs, 0, '']);
        return;
      case 'stock_placed':
        state.quantityMilli += event.quantityMilli;
        state.placedMilli += event.quantityMilli;
        enter(state, ['placed', event.quantityMilli, atMs, 0, event.note]);
        return;
      case 'stock_taken':
        state.quantityMilli -= event.quantityMilli;
        state.takenMilli += event.quantityMilli;
        enter(state, ['taken', event.quantityMilli, atMs, 0, event.note]);
        return;
      case 'stock_sold':
        state.quantityMilli -= event.quantityMilli;
        state.soldMilli += event.quantityMilli;
        enter(state, ['sold', event.quantityMilli, atMs, event.orderId, '']);
        return;
      case 'stock_returned':
        state.quantityMilli += event.quantityMilli;
        state.returnedMilli += event.quantityMilli;
        enter(state, ['returned', event.quantityMilli, atMs, event.orderId, '']);
        return;
      case 'stock_movements_archived':
        state.earlierMilli += sumMilli(state.movements.slice(0, event.count));
        state.movements = state.movements.slice(event.count);
        state.pageId = event.pageId;
        return;
      case 'stock_held':
      case 'stock_holds_lowered':
      case 'stock_holds_expired':
      case 'stock_holds_limited':
        return applyHold(state, event, atMs);
      case 'stock_closed':
        return;
      default:
        event satisfies never;
    }
  },

  index: {
    create: () => ({ own: new IdMap(), ofEntity: new OrderedChildIndex(), held: new Set() }),
    add(index, id, { storageId, holderId, holds }, seq) {
      if (storageId === 0) index.own.set(holderId, id);
      else index.ofEntity.add(holderId, id, storageId, seq);
      if (holds !== undefined) index.held.add(id);
    },
    remove(index, id, { storageId, holderId, holds }, seq) {
      if (storageId === 0) index.own.delete(holderId);
      else index.ofEntity.remove(holderId, id, seq);
      if (holds !== undefined) index.held.delete(id);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly stock: typeof stock;
  }
}
