// Puts pieces that came back where the shop says: they return to the items that their order took them from, and go on
// from there, so that what items gave to orders stays what orders hold.
//
// Guaranteed: what is not kept is in no stock, and what is kept is there once. Not promised: a place for pieces of a
// product whose stock is not managed, and that the order did not take from it.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { putBack } from './availability.ts';
import type { FromOneSource } from './give-back.ts';
import { moveStock } from './move-stock.ts';

export interface Place {
  /** They are stock again. */
  readonly isKept: boolean;
  /** 0: where they came from. A product's own stock is in no storage, and anywhere. */
  readonly storageId: number;
  /** The stock of the product is managed. */
  readonly isManaged: boolean;
  /** What the movements say. */
  readonly note: string;
  /** Named by refusals. */
  readonly lineId: number;
}

/** Source → items that were opened for it since the sources were read. */
export type OpenedItems = Map<number, readonly number[]>;

/** The item that pieces go to; the first of the source where they are to go back and the order took none. */
const targetOf = (tx: Transaction, source: FromOneSource, place: Place, opened: OpenedItems): Result<number> => {
  const { key } = source;
  const openedIds = opened.get(key) ?? [];
  const stockIds = [...source.stockIds, ...openedIds];
  const known =
    key < 0 || place.storageId === 0
      ? stockIds[0]
      : stockIds.find((stockId) => tx.read('stock', stockId)!.storageId === place.storageId);
  if (known !== undefined) return ok(known);
  if (key > 0 && place.storageId === 0)
    return refuse('STORAGE_NOT_FOUND', place.lineId, 'No storage holds such pieces: name one.');
  const { storageId } = place;
  const made = tx.create('stock', {
    type: 'open_stock',
    storageId: key < 0 ? 0 : storageId,
    holderId: Math.abs(key),
    quantityMilli: 0,
  });
  if (made.ok) opened.set(key, [...openedIds, made.value]);
  return made;
};

const takeAll = (tx: Transaction, taken: FromOneSource['freed'], note: string): Result<void> => {
  for (const { stockId, quantityMilli } of taken) {
    const gone = moveStock(tx, stockId, { type: 'take', quantityMilli, note });
    if (!gone.ok) return gone;
  }
  return DONE;
};

/**
 * `opened`: what this transaction opened before, and opens now: the stock cannot be looked up once it has changed.
 *
 * Refuses: STORAGE_NOT_FOUND with the line's id; AMOUNT_OUT_OF_RANGE.
 */
export const putAway = (
  tx: Transaction,
  orderId: number,
  source: FromOneSource,
  place: Place,
  opened: OpenedItems,
): Result<void> => {
  const { isKept, storageId, note, isManaged } = place;
  const freed = source.freed.filter(({ stockId }) => tx.read('stock', stockId) !== undefined);
  const returned = putBack(tx, orderId, freed);
  if (!returned.ok) return returned;
  if (!isKept) return takeAll(tx, freed, note);
  const freedMilli = source.freed.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0);
  // Pieces that the stock lacked when they were sold are in it now.
  const lackedMilli = isManaged ? source.lessMilli - freedMilli : 0;
  const isElsewhere = (stockId: number): boolean => {
    const at = tx.read('stock', stockId)!.storageId;
    return storageId !== 0 && at !== 0 && at !== storageId;
  };
  const leaving = freed.filter(({ stockId }) => isElsewhere(stockId));
  const arrivingMilli = leaving.reduce((sum, { quantityMilli }) => sum + quantityMilli, lackedMilli);
  const left = takeAll(tx, leaving, note);
  if (!left.ok || arrivingMilli === 0) return left;
  const target = targetOf(tx, source, place, opened);
  if (!target.ok) return target;
  return moveStock(tx, target.value, { type: 'place', quantityMilli: arrivingMilli, note });
};
