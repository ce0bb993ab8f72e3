// Notes of the staff about an order. No reply that a buyer can read shows them; an export of the person does.
import { noteOrder } from '../domain/orders/update-order.ts';
import { int, text as textParam } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import { list, reply } from './replies/members.ts';
import { StaffNote } from './replies/orders.ts';
import { done } from './replies/plain.ts';
import { staffNotes } from './views/order-notes.ts';

export const add_order_note = write({
  area: 'orders',
  roles: ['support', 'warehouse'],
  isExtension: true,
  summary: 'Notes something about an order for the staff, which its buyer is not shown.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: { id_order: int('order id'), text: textParam('the note', { max: 2000 }) },
  refusals: ['ORDER_NOT_FOUND', 'ORDER_ERASED', 'NOTE_LIMIT_REACHED'],
  handle: ({ id_order: orderId, text }, { shop, person }) => noteOrder(shop, orderId, person?.userId ?? 0, text),
  ...done('add_order_note'),
});

export const get_order_notes = read({
  area: 'orders',
  isExtension: true,
  summary: 'What the staff noted about an order, oldest first; empty after its erasure.',
  credential: 'secret',
  session: 'none',
  params: { id_order: int('order id') },
  refusals: ['ORDER_NOT_FOUND'],
  reply: reply('order_notes', { notes: list(StaffNote, 'oldest first') }),
  view: ({ id_order: orderId }, { shop }) => {
    const order = shop.read('order', orderId);
    return order === undefined
      ? refuse('ORDER_NOT_FOUND', orderId)
      : ok({ object: 'order_notes', notes: staffNotes(shop, order) } as const);
  },
});
