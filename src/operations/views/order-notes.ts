// Notes of the staff, as they are shown to the staff and in the export of a person.
import type { Order } from '../../domain/orders/order.ts';
import type { Reader } from '../../domain/transaction.ts';
import { dateTime } from './format.ts';

/** Oldest first. */
export const staffNotes = (shop: Reader, { notes }: Order) =>
  notes.map(({ atMs, userId, text }) => ({
    date: dateTime(atMs),
    id_user: userId,
    username: shop.read('user', userId)?.username ?? '',
    text,
  }));
