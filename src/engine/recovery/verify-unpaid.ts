// Verifies the lists of orders by their time to pay: compares what the index of orders says with a scan of all of them.
import { atOnce } from '../../kernel/many.ts';
import { dateTime } from '../../domain/date-time.ts';
import type { IndexOf } from '../../domain/kind-types.ts';
import type { ChildList } from '../../domain/ordered-child-index.ts';
import { awaitsMoney } from '../../domain/orders/awaits-payment.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Tables } from '../actors/tables.ts';
import { storedIds } from './stored-ids.ts';

/** Order → place in a list, in milliseconds. */
type Places = Map<number, number>;

function* compare(list: ChildList, scanned: Places, name: string): Generator<string> {
  let beforeMs = 0;
  for (const id of atOnce(list.ids, 'a command')) {
    const ms = list.position(id);
    if (ms < beforeMs) yield `the list of orders ${name} has order ${id} behind a later one`;
    beforeMs = ms;
    if (scanned.get(id) !== ms)
      yield `the list of orders ${name} has order ${id} at ${dateTime(ms)}, the order has not`;
    scanned.delete(id);
  }
  for (const id of scanned.keys()) yield `the list of orders ${name} lacks order ${id}`;
}

/** Findings: orders that a list has otherwise than their states say, or lacks. */
export function* unpaidAgree({ order }: Tables): Generator<string> {
  const { unpaid, expired } = order.index as IndexOf<'order'>;
  const [waiting, ended]: [Places, Places] = [new Map(), new Map()];
  for (const id of storedIds(order)) {
    const state = order.peek(id) as Order | undefined;
    if (state === undefined) continue;
    if (state.payUntilMs !== 0 && awaitsMoney(state)) waiting.set(id, state.payUntilMs);
    if (state.isExpired) ended.set(id, state.createdMs);
  }
  yield* compare(unpaid, waiting, 'to be paid in time');
  yield* compare(expired, ended, 'that ended unpaid');
}
