// Orders of customers who had ordered before: of each account every order that counts but the first of them, by day and
// number. Orders of guests are nobody's, so that none of them is one (D467).
import type { Whole } from '../money.ts';
import { DaySums } from './day-sums.ts';
import type { Scope, Wanted } from './day-sums.ts';

/** Above every order id. */
const IDS = 2 ** 32;

/** Orders of one account: number that sorts them by day and id, and number of their scope, in turn. */
type Orders = number[];

export class ReturningOrders {
  private readonly byUser = new Map<number, Orders>();
  private readonly scopes: Scope[] = [];
  private readonly sums = new DaySums();

  /** The number of a scope; there are few. */
  private numberOf({ channelId, currency, digits }: Scope): number {
    const at = this.scopes.findIndex((one) => one.channelId === channelId && one.currency === currency);
    return at >= 0 ? at : this.scopes.push({ channelId, currency, digits }) - 1;
  }

  private count([key, scope]: readonly [key: number, scope: number], by: 1 | -1): void {
    this.sums.change({ ...this.scopes[scope]!, digits: 0 }, Math.floor(key / IDS), by);
  }

  /** `userId`: 0 for a guest. */
  add(userId: number, id: number, day: number, scope: Scope): void {
    if (userId === 0) return;
    const own = [day * IDS + id, this.numberOf(scope)] as const;
    const orders = this.byUser.get(userId);
    if (orders === undefined) return void this.byUser.set(userId, [...own]);
    let at = orders.length;
    while (at > 0 && orders[at - 2]! > own[0]) at -= 2;
    this.count(at === 0 ? [orders[0]!, orders[1]!] : own, 1);
    orders.splice(at, 0, ...own);
  }

  remove(userId: number, id: number, day: number): void {
    const orders = this.byUser.get(userId);
    const key = day * IDS + id;
    if (orders === undefined) return;
    let at = orders.length - 2;
    while (at >= 0 && orders[at] !== key) at -= 2;
    if (at < 0) return;
    const own = [orders[at]!, orders[at + 1]!] as const;
    orders.splice(at, 2);
    if (orders.length === 0) this.byUser.delete(userId);
    else this.count(at === 0 ? [orders[0]!, orders[1]!] : own, -1);
  }

  /** Whether the account has any order that counts. `exceptId`: one that does not; absent: all do. */
  knows(userId: number, exceptId = 0): boolean {
    const orders = this.byUser.get(userId);
    return orders !== undefined && (orders.length > 2 || orders[0]! % IDS !== exceptId);
  }

  /** Whether the account had ordered before. */
  has(userId: number, id: number, day: number): boolean {
    const orders = this.byUser.get(userId);
    const key = day * IDS + id;
    if (orders === undefined) return false;
    for (let at = 2; at < orders.length; at += 2) if (orders[at] === key) return true;
    return false;
  }

  on(day: number, wanted: Wanted): Whole {
    return this.sums.on(day, wanted);
  }

  figures(): Generator<readonly [name: string, value: Whole]> {
    return this.sums.figures('orders of returning customers on');
  }
}
