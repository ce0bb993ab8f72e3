// The movements of a stock item (Decision 37): the latest stand in its state, earlier ones in pages that never change.
import type { Result } from '../../kernel/result.ts';
import type { ActorKind } from '../actor.ts';
import { decided } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { MovementCommand, StockItem } from './warehouse.ts';

/** What brings pieces into a stock item, and what takes them out of it. */
export type MovementName = 'placed' | 'taken' | 'sold' | 'returned';

/** A movement as a row holds it (Decision 37); `orderId` is 0 and `note` '' where there is none. */
export type LedgerEntry = readonly [
  name: MovementName,
  quantityMilli: number,
  atMs: number,
  orderId: number,
  note: string,
];

/** What a movement adds, or takes away. */
export const signedMilli = ([name, quantityMilli]: LedgerEntry): number =>
  name === 'placed' || name === 'returned' ? quantityMilli : -quantityMilli;

export const sumMilli = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, entry) => sum + signedMilli(entry), 0);

/** As many stand in a state before the earlier half becomes a page. */
const LEDGER_MAX = 100;
const PAGE_ENTRIES = 50;

export interface LedgerPage {
  stockId: number;
  /** The page before; 0 for none. */
  previousId: number;
  /**
   * What all movements before this page made: those of the pages before, and those that were forgotten before there
   * were pages.
   */
  earlierMilli: number;
  /** Oldest first. */
  entries: readonly LedgerEntry[];
}

const EVENTS = {
  ledger_page_filled: { stockId: 0, previousId: 0, earlierMilli: 0, entries: [] as readonly LedgerEntry[] },
};

export const ledgerPage: ActorKind<LedgerPage, { readonly type: 'fill_page' } & Readonly<LedgerPage>, typeof EVENTS> = {
  kind: 'ledger_page',
  state: schema<LedgerPage>({ stockId: 0, previousId: 0, earlierMilli: 0, entries: [] }),
  events: EVENTS,
  decide: (_state, { stockId, previousId, earlierMilli, entries }) =>
    decided({ type: 'ledger_page_filled', stockId, previousId, earlierMilli, entries }),
  apply(state, { stockId, previousId, earlierMilli, entries }) {
    state.stockId = stockId;
    state.previousId = previousId;
    state.earlierMilli = earlierMilli;
    state.entries = entries;
  },
  rests: true,
};

/** Every movement of a stock item goes this way. Refuses as the item does. */
export const moveStock = (tx: Transaction, stockId: number, command: MovementCommand): Result<void> => {
  const { ledger, pageId, earlierMilli } = tx.read('stock', stockId)!;
  if (ledger.length >= LEDGER_MAX) {
    const entries = ledger.slice(0, PAGE_ENTRIES);
    const page = tx.create('ledger_page', { type: 'fill_page', stockId, previousId: pageId, earlierMilli, entries });
    if (!page.ok) return page;
    const turned = tx.ask('stock', stockId, { type: 'turn_page', pageId: page.value, entries: entries.length });
    if (!turned.ok) return turned;
  }
  return tx.ask('stock', stockId, command);
};

/** All movements of an item that are known, oldest first, and what those before them made. */
export const movementsOf = (
  shop: Reader,
  { ledger, earlierMilli, pageId }: StockItem,
): { readonly earlierMilli: number; readonly entries: readonly LedgerEntry[] } => {
  const found: (readonly LedgerEntry[])[] = [ledger];
  let earlier = earlierMilli;
  for (let id = pageId; id !== 0;) {
    const page = shop.read('ledger_page', id)!;
    found.push(page.entries);
    earlier = page.earlierMilli;
    id = page.previousId;
  }
  return { earlierMilli: earlier, entries: found.toReversed().flat() };
};
