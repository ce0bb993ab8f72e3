// Which stock items open orders took pieces from, so that deleting a warehouse entity need not read a single order
// (docs/sell/stock.md).
import type { OrderState } from '../lifecycles/order.ts';
import type { Taken } from '../stock/pieces.ts';
import { touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';

/** What of an order decides whether it still needs its stock items. */
interface Owing {
  readonly states: { readonly order: OrderState };
  readonly taken: readonly Taken[];
}

/** Stock items that orders took from which are neither closed nor cancelled. */
export class OwedStock implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  /** Stock item → how often such orders took from it; absent: never. */
  private readonly timesTaken = new Map<number, number>();

  add(order: Owing, seq: number): void {
    this.count(order, 1, seq);
  }

  remove(order: Owing, seq: number): void {
    this.count(order, -1, seq);
  }

  has(stockId: number): boolean {
    return this.timesTaken.has(stockId);
  }

  private count({ states, taken }: Owing, by: 1 | -1, seq: number): void {
    touch(this, seq);
    if (states.order !== 'OPEN' && states.order !== 'PROCESSING') return;
    for (const { stockId } of taken) {
      const times = (this.timesTaken.get(stockId) ?? 0) + by;
      if (times === 0) this.timesTaken.delete(stockId);
      else this.timesTaken.set(stockId, times);
    }
  }
}
