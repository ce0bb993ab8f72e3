// The latest movements of one stock item or of several, however many there are before them.
import type { Reader } from '../transaction.ts';
import type { StockMovement } from './stock-movement-page.ts';

export interface FoundMovement {
  readonly stockId: number;
  readonly movement: StockMovement;
}

/** Returns at most `max` movements of one item, newest first; reads no page beyond them. */
const ofItem = (shop: Reader, stockId: number, max: number): FoundMovement[] => {
  const { movements, pageId } = shop.read('stock', stockId)!;
  const found: FoundMovement[] = [];
  const take = (page: readonly StockMovement[]): void => {
    for (let index = page.length - 1; index >= 0 && found.length < max; index -= 1)
      found.push({ stockId, movement: page[index]! });
  };
  take(movements);
  for (let id = pageId; id !== 0 && found.length < max;) {
    const page = shop.read('stock_movement_page', id)!;
    take(page.movements);
    id = page.previousPageId;
  }
  return found;
};

/** Returns at most `max` movements of all items together, newest first. */
export const latestMovements = (shop: Reader, stockIds: readonly number[], max: number): readonly FoundMovement[] =>
  stockIds
    .flatMap((stockId) => ofItem(shop, stockId, max))
    .sort(({ movement: [, , a] }, { movement: [, , b] }) => b - a)
    .slice(0, max);
