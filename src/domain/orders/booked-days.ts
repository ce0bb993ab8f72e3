// Which orders have something in the books of a day: their invoice, what takes it back, money. Derived from the orders'
// states. Not promised: that an order which is named for a day still has something on it.
import { touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';
import { documentSums, hasOnlyInvoice } from './bookings.ts';
import type { Booked, OrderMoney } from './bookings.ts';

interface Dated extends Booked {
  readonly money: readonly OrderMoney[];
}

export class BookedDays implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  /** Day → the lowest and the highest id of an order that was placed on it. */
  private readonly placed = new Map<number, [least: number, most: number]>();
  /** Day → orders that were placed on another and have something on this one. */
  private readonly later = new Map<number, Set<number>>();

  /** What was found once stays: an order that changes is added again. */
  add(id: number, order: Dated, seq: number): void {
    touch(this, seq);
    if (order.isTrial) return;
    const { day } = order;
    const known = this.placed.get(day);
    if (known === undefined) this.placed.set(day, [id, id]);
    else [known[0], known[1]] = [Math.min(known[0], id), Math.max(known[1], id)];
    if (!hasOnlyInvoice(order)) for (const { day: on } of documentSums(order)) if (on !== day) this.addLater(on, id);
    for (const { day: on } of order.money) if (on !== day) this.addLater(on, id);
  }

  /** The days of a range on which there may be something, in order. */
  days(fromDay: number, toDay: number): readonly number[] {
    const all = new Set([...this.placed.keys(), ...this.later.keys()]);
    return [...all].filter((day) => day >= fromDay && day <= toDay).sort((a, b) => a - b);
  }

  /** Orders that may have something on a day, by id; none twice. The range of placed ids may hold others. */
  *bookedOn(day: number): Generator<number> {
    const [least, most] = this.placed.get(day) ?? [1, 0];
    for (let id = least; id <= most; id += 1) yield id;
    const later = [...(this.later.get(day) ?? [])].sort((a, b) => a - b);
    for (const id of later) if (id < least || id > most) yield id;
  }

  private addLater(day: number, id: number): void {
    const known = this.later.get(day);
    if (known === undefined) this.later.set(day, new Set([id]));
    else known.add(id);
  }
}
