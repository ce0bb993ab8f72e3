import type { Order } from './order.ts';
import type { Versioned } from '../transaction.ts';

/**
 * Which stock items orders took from that are neither closed nor canceled (K23): asked without reading a single order.
 */
export class OwedStock implements Versioned {
  seq = 0;
  /** Stock item → how often such orders took from it; what none of them did is not in it. */
  private readonly takings = new Map<number, number>();

  add(order: Order, seq: number): void {
    this.count(order, 1, seq);
  }

  remove(order: Order, seq: number): void {
    this.count(order, -1, seq);
  }

  has(stockId: number): boolean {
    return this.takings.has(stockId);
  }

  private count({ states, taken }: Order, by: 1 | -1, seq: number): void {
    this.seq = Math.max(this.seq, seq);
    if (states.order !== 'OPEN' && states.order !== 'PROCESSING') return;
    for (const { stockId } of taken) {
      const takings = (this.takings.get(stockId) ?? 0) + by;
      if (takings === 0) this.takings.delete(stockId);
      else this.takings.set(stockId, takings);
    }
  }
}
