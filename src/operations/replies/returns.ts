// Returns of orders as replies show them.
import { RETURN_STATES } from '../../domain/lifecycles/return.ts';
import { RETURN_WISHES } from '../../domain/orders/order-return.ts';
import type { Static } from '../../kernel/params.ts';
import { bit, dateTime, group, id, list, maybe, oneOf, quantity, record, text, whole } from './members.ts';

export const Return = record('Return', 'Pieces of an order that its buyer sends back.', {
  id: id('number of the return'),
  id_order: id('order id'),
  state: oneOf('what has become of it', RETURN_STATES),
  creation_date: dateTime('when it was announced, or received if nobody announced it'),
  by_buyer: bit('1: its buyer announced it; 0: the shop did'),
  note: text('what the buyer wrote; empty: nothing, or the person was erased'),
  lines: list(
    group('Pieces of a line.', {
      id_element: id('cart element id'),
      quantity: quantity('pieces'),
      reason: text('code of the reason; empty: none was given'),
    }),
    'what was announced',
  ),
  wish: maybe(oneOf('what the buyer wants for it; absent: nothing was said', RETURN_WISHES)),
  wished: maybe(list(id('product'), 'what the buyer wants instead; a product may have ended since; absent: none')),
  end_date: maybe(dateTime('when it was received or withdrawn; absent: neither')),
  received: maybe(
    list(
      group('Pieces of a line.', {
        id_element: id('cart element id'),
        quantity: quantity('pieces'),
        reason: text('code of the reason; empty: none was given'),
        kept: bit('1: they are stock again'),
        storage: maybe(text('name of the storage that they were put in; absent: where they came from, or nowhere')),
      }),
      'what came; absent: nothing yet',
    ),
  ),
  pictures: maybe(list(id('picture, for get_return_picture'), 'pictures of what comes back; absent: none')),
  id_exchange_order: maybe(id('the order of what the buyer wants instead; absent: none')),
  id_credit: maybe(id('number of its (first) credit within the order; absent: none yet')),
  seq: maybe(whole('record that changed it last, for if_seq; absent for shoppers')),
});
export type Return = Static<typeof Return>;
