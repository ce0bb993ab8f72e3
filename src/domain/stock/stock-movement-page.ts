// Movements of a stock item, and the pages that hold the earlier ones. A page never changes, and every movement is kept
// (D107).
import type { ActorKind } from '../actor.ts';
import { decided } from '../actor.ts';
import { schema } from '../schema.ts';

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

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly stock_movement_page: typeof stockMovementPage;
  }
}
