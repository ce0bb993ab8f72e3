// Verifies returns: what was received of an order is what its credits say came back, line by line, and the lists of
// returns have each in its place.
import type { IndexOf } from '../../domain/kind-types.ts';
import { RETURN_STATES } from '../../domain/lifecycles/return.ts';
import { piecesByLine } from '../../domain/orders/order-parts.ts';
import type { OrderReturn } from '../../domain/orders/order-return.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { ReturnPicture } from '../../domain/orders/return-picture.ts';
import { allCredits, creditsMadeWith } from '../../domain/orders/past-carts.ts';
import type { Tables } from '../actors/tables.ts';
import { storedIds } from './stored-ids.ts';

type Parts = Parameters<typeof piecesByLine>[0];

/** Pieces by line, without discounts that may be split over invoices of parcels: these go back by their money. */
const piecesOf = (order: Order | undefined, parts: Parts): ReadonlyMap<number, number> => {
  const pieces = piecesByLine(parts);
  if (order !== undefined && order.partials.length > 0)
    for (const { id, sumMinor } of order.cart.lines) if (sumMinor < 0) pieces.delete(id);
  return pieces;
};

const differ = (left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): boolean =>
  left.size !== right.size || [...left].some(([lineId, milli]) => right.get(lineId) !== milli);

/** Findings: a return without its order or credit, or that a list has otherwise; orders whose credits are others. */
export function* returnsAgree(tables: Tables): Generator<string> {
  const { byOrder, byState } = tables.order_return.index as IndexOf<'order_return'>;
  const receivedOf = new Map<number, { readonly lines: OrderReturn['received'] }[]>();
  for (const id of storedIds(tables.order_return)) {
    const state = tables.order_return.peek(id) as OrderReturn | undefined;
    if (state === undefined) continue;
    if (byOrder.get(state.orderId)?.includes(id) !== true)
      yield `the returns of order ${state.orderId} lack return ${id}`;
    const places = RETURN_STATES.filter((name) => byState[name].behind(id - 1, 1).includes(id));
    if (places.join() !== state.state) yield `return ${id} is ${state.state}, lists have it as ${places.join(' and ')}`;
    const order = tables.order.peek(state.orderId) as Order | undefined;
    if (order === undefined) yield `return ${id} is of order ${state.orderId}, which there is not`;
    for (const { id: pictureId } of state.pictures) {
      const picture = tables.return_picture.peek(pictureId) as ReturnPicture | undefined;
      if (picture?.returnId !== id) yield `return ${id} lacks its picture ${pictureId}`;
    }
    if (state.state !== 'received') continue;
    const credits = order === undefined ? [] : creditsMadeWith(order, state.creditId);
    const received = { lines: state.received };
    if (credits[0]?.kind !== 'returned' || differ(piecesOf(order, credits), piecesOf(order, [received])))
      yield `return ${id} is not what credit ${state.creditId} of order ${state.orderId} says`;
    receivedOf.set(state.orderId, [...(receivedOf.get(state.orderId) ?? []), received]);
  }
  for (const id of storedIds(tables.order)) {
    const order = tables.order.peek(id) as Order | undefined;
    if (order === undefined || allCredits(order).length === 0) continue;
    const credits = allCredits(order).filter(({ kind }) => kind === 'returned');
    if (differ(piecesOf(order, credits), piecesOf(order, receivedOf.get(id) ?? [])))
      yield `order ${id} credits other pieces as returned than its returns received`;
  }
}
