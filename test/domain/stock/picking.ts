// Picking from a shop in memory: the outcome as one word, and the quantity of each stock item.
import { pick } from '../../../src/domain/stock/availability.ts';
import type { Picked } from '../../../src/domain/stock/availability.ts';
import type { WantedPieces } from '../../../src/domain/stock/pieces.ts';
import type { Result } from '../../../src/kernel/result.ts';
import type { MemoryShop } from '../memory-shop.ts';

export const quantities = (shop: MemoryShop): Map<number, number> =>
  new Map(shop.ids('stock').map((id) => [id, shop.state('stock', id).quantityMilli]));

export const run = (shop: MemoryShop, lines: readonly WantedPieces[]): Result<Picked> =>
  shop.transact((tx) => pick(tx, 1, lines));
export const outcome = (result: Result<unknown>): string => (result.ok ? 'done' : `${result.code} ${result.param}`);
