// Moves pieces into a stock item and out of it. The latest movements stand in its state; when they are many, the
// earlier half becomes a page.
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { MovementCommand, StockItem } from './stock-item.ts';
import type { StockMovement } from './stock-movement-page.ts';

/** At this many movements in a state the earlier half becomes a page. */
const MOVEMENTS_MAX = 100;
const PAGE_MOVEMENTS = 50;

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
