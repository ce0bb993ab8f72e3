// What comes of an edit of a placed order, made at once or begun before.
import { Credit, Order } from './orders.ts';
import { SUCCESS, id, list, maybe, reply, text } from './members.ts';
import { PAYMENT_LINK, Refund } from './payments.ts';

export const Edited = <O extends string>(object: O) =>
  reply(object, {
    status: SUCCESS,
    id_order: id('the order'),
    credit: Credit,
    invoice_number: text('number of its invoice'),
    balance: Order.properties.balance,
    refunds: maybe(list(Refund, 'money that goes back by it, one for each payment')),
    code: maybe(PAYMENT_LINK.code),
    link: maybe(PAYMENT_LINK.link),
  });
