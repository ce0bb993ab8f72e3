// What is found of orders without reading them: by owner, by deadline, numbers of documents, figures.
import { composed } from '../../kernel/text.ts';
import { newVersioned } from '../../kernel/versioned.ts';
import type { OrderStates } from '../lifecycles/order-lifecycles.ts';
import { ChildList, OrderedChildIndex } from '../ordered-child-index.ts';
import { RefCountIndex } from '../unique-index.ts';
import { awaitsMoney, isUnpaid } from './awaits-payment.ts';
import { reach } from './last-invoice.ts';
import type { LastInvoice } from './last-invoice.ts';
import type { OrderMoney } from './bookings.ts';
import { BookedDays } from './booked-days.ts';
import type { Cancellation, Turn } from './order-parts.ts';
import { allCredits } from './past-carts.ts';
import type { PastCart } from './past-carts.ts';
import type { PartialInvoice } from './partial-invoice.ts';
import type { PlacedOrder } from './placed-order.ts';
import { OrderReports } from './order-reports.ts';
import { PromotionUses } from './promotion-uses.ts';
import { OwedStock } from './stock-owed-by-orders.ts';

export interface OrderIndex {
  readonly placed: { count: number };
  /** User → orders, oldest first, ties by id: an id may be reserved long before its order is placed. */
  readonly byUser: OrderedChildIndex;
  readonly invoices: LastInvoice;
  /** Numbers of documents that take back an invoice, or a part of it. */
  readonly cancellations: LastInvoice;
  readonly reports: OrderReports;
  readonly booked: BookedDays;
  readonly owed: OwedStock;
  readonly promotions: PromotionUses;
  /** Orders that end unless they are paid, by when that is. */
  readonly unpaid: ChildList;
  /** Orders that ended because they were not paid in time, by when they were placed. */
  readonly expired: ChildList;
  /** Trial orders, by when they were placed. */
  readonly trials: ChildList;
  /** Those of them that are not cancelled: they hold stock. */
  readonly openTrials: ChildList;
  /** Attribute name, composed → orders that have it; it may count orders whose details are erased. */
  readonly attributeNames: RefCountIndex<string>;
  /** Payment method id → orders by it that are not paid yet. */
  readonly unpaidByMethod: RefCountIndex;
}

/** What of an order it is found and counted by. */
interface Indexed extends PlacedOrder {
  readonly turns: readonly Turn[];
  readonly money: readonly OrderMoney[];
  readonly createdMs: number;
  readonly states: OrderStates;
  readonly parcels: readonly object[];
  readonly cancellation: Cancellation;
  readonly credits: PastCart['credits'];
  readonly past: readonly PastCart[];
  readonly partials: readonly PartialInvoice[];
  readonly isExpired: boolean;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly exchangedMinor: number;
}

export const createOrderIndex = (): OrderIndex => ({
  placed: { count: 0 },
  byUser: new OrderedChildIndex(),
  invoices: { last: 0, skippedTo: 0, ...newVersioned() },
  cancellations: { last: 0, skippedTo: 0, ...newVersioned() },
  reports: new OrderReports(),
  booked: new BookedDays(),
  owed: new OwedStock(),
  promotions: new PromotionUses(),
  unpaid: new ChildList(),
  expired: new ChildList(),
  trials: new ChildList(),
  openTrials: new ChildList(),
  attributeNames: new RefCountIndex<string>(),
  unpaidByMethod: new RefCountIndex(),
});

export const addOrder = (index: OrderIndex, id: number, state: Indexed, seq: number): void => {
  const { userId, createdMs, invoice, cancellation } = state;
  index.placed.count += 1;
  if (userId !== 0) index.byUser.add(userId, id, createdMs, seq);
  reach(index.invoices, invoice.number, seq);
  reach(index.cancellations, cancellation.number, seq);
  for (const partial of state.partials) reach(index.invoices, partial.invoice.number, seq);
  for (const past of state.past) reach(index.invoices, past.invoice.number, seq);
  for (const { note } of allCredits(state)) reach(index.cancellations, note.number, seq);
  index.reports.add(id, state, seq);
  index.booked.add(id, state, seq);
  index.owed.add(state, seq);
  index.promotions.count(state, 1, seq);
  if (state.payUntilMs !== 0 && awaitsMoney(state)) index.unpaid.add(id, state.payUntilMs, seq);
  if (state.isExpired) index.expired.add(id, createdMs, seq);
  if (state.isTrial) index.trials.add(id, createdMs, seq);
  if (state.isTrial && state.states.order !== 'CANCELED') index.openTrials.add(id, createdMs, seq);
  for (const name of Object.keys(state.details.attributes)) index.attributeNames.add(composed(name), 1);
  if (isUnpaid(state)) index.unpaidByMethod.add(state.details.paymentMethodId, 1);
};

export const removeOrder = (index: OrderIndex, id: number, state: Indexed, seq: number): void => {
  index.placed.count -= 1;
  if (state.userId !== 0) index.byUser.remove(state.userId, id, seq);
  index.reports.remove(id, state, seq);
  index.owed.remove(state, seq);
  index.promotions.count(state, -1, seq);
  if (state.payUntilMs !== 0) index.unpaid.remove(id, seq);
  if (state.isExpired) index.expired.remove(id, seq);
  if (state.isTrial) for (const list of [index.trials, index.openTrials]) list.remove(id, seq);
  for (const name of Object.keys(state.details.attributes)) index.attributeNames.add(composed(name), -1);
  if (isUnpaid(state)) index.unpaidByMethod.add(state.details.paymentMethodId, -1);
};
