// Every movement of a stock item is kept (D107): the latest in the item's state, earlier ones in pages that never change,
// linked from the latest page to the first.
import type { Result } from '../../kernel/result.ts';
import type { ActorKind } from '../actor.ts';
import { decided } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { MovementCommand, StockItem } from './warehouse.ts';

/** `placed` and `returned` add pieces, `taken` and `sold` remove them. */
type MovementName = 'placed' | 'taken' | 'sold' | 'returned';

/** `orderId` is 0 and `note` '' where there is none. */
export type StockMovement = readonly [
  name: MovementName,
  quantityMilli: number,
  atMs: number,
  orderId: number,
  note: string,
];

/** What a movement adds; negative: what it removes. */
export const signedMilli = ([name, quantityMilli]: StockMovement): number =>
  name === 'placed' || name === 'returned' ? quantityMilli : -quantityMilli;

export const sumMilli = (entries: readonly StockMovement[]): number =>
  entries.reduce((sum, entry) => sum + signedMilli(entry), 0);

/** At this many movements in a state the earlier half becomes a page. */
const MOVEMENTS_MAX = 100;
const PAGE_MOVEMENTS = 50;

export interface StockMovementPage {
  stockId: number;
  /** The page before; 0: none. */
  previousPageId: number;
  /**
   * The sum of all movements before this page.
   */
  earlierMilli: number;
  /** Oldest first. */
  movements: readonly StockMovement[];
}

const EVENTS = {
  stock_movement_page_created: {
    stockId: 0,
    previousPageId: 0,
    earlierMilli: 0,
    movements: [] as readonly StockMovement[],
  },
};

export const stockMovementPage: ActorKind<
  StockMovementPage,
  { readonly type: 'create_page' } & Readonly<StockMovementPage>,
  typeof EVENTS
> = {
  kind: 'stock_movement_page',
  state: schema<StockMovementPage>({ stockId: 0, previousPageId: 0, earlierMilli: 0, movements: [] }),
  events: EVENTS,
  decide: (_state, { stockId, previousPageId, earlierMilli, movements }) =>
    decided({ type: 'stock_movement_page_created', stockId, previousPageId, earlierMilli, movements }),
  apply(state, { stockId, previousPageId, earlierMilli, movements }) {
    state.stockId = stockId;
    state.previousPageId = previousPageId;
    state.earlierMilli = earlierMilli;
    state.movements = movements;
  },
  evictable: () => true,
  residentShare: 0.1,
};

/** The only way to move stock: archives a page of movements when the item's list is full. Refuses as the item does. */
export const moveStock = (tx: Transaction, stockId: number, command: MovementCommand): Result<void> => {
  const { movements, pageId, earlierMilli } = tx.read('stock', stockId)!;
  if (movements.length >= MOVEMENTS_MAX) {
    const archived = movements.slice(0, PAGE_MOVEMENTS);
    const page = tx.create('stock_movement_page', {
      type: 'create_page',
      stockId,
      previousPageId: pageId,
      earlierMilli,
      movements: archived,
    });
    if (!page.ok) return page;
    const done = tx.ask('stock', stockId, { type: 'archive_movements', pageId: page.value, count: archived.length });
    if (!done.ok) return done;
  }
  return tx.ask('stock', stockId, command);
};

/** All movements of an item, oldest first, and the sum of those before them. */
export const movementsOf = (
  shop: Reader,
  { movements, earlierMilli, pageId }: StockItem,
): { readonly earlierMilli: number; readonly movements: readonly StockMovement[] } => {
  const newestFirst: (readonly StockMovement[])[] = [movements];
  let earlier = earlierMilli;
  for (let id = pageId; id !== 0;) {
    const page = shop.read('stock_movement_page', id)!;
    newestFirst.push(page.movements);
    earlier = page.earlierMilli;
    id = page.previousPageId;
  }
  return { earlierMilli: earlier, movements: newestFirst.toReversed().flat() };
};
