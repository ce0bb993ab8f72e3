// Mails to the buyer of an order.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { fieldOf } from '../cart/order-details.ts';
import type { OrderMail } from '../mail.ts';
import type { Transaction } from '../transaction.ts';
import { queueMail } from '../webhooks/queue-mail.ts';
import type { Parameters } from '../webhooks/webhook.ts';

/** Queues a mail in the record of the change that it tells of. A trial order has no buyer. */
export const mailBuyer = (tx: Transaction, mail: OrderMail, orderId: number, more: Parameters = {}): Result<void> => {
  const order = tx.rules.sendsMail ? tx.read('order', orderId) : undefined;
  if (order === undefined || order.isTrial) return DONE;
  const parameters = { id_order: orderId, ...more };
  return queueMail(tx, { mail, email: fieldOf(order.details, 'email'), parameters, userId: order.userId });
};
