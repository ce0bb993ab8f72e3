import { updateOrder } from '../../../src/domain/orders/update-order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import type { Result } from '../../../src/kernel/result.ts';

type States = Parameters<typeof updateOrder>[1]['states'];

/** The back office sets states of an order and changes nothing else of it. */
export const changeStates = (tx: Transaction, orderId: number, states: States): Result<void> =>
  updateOrder(tx, { by: 0, invoiceText: () => '', orderId, details: { fields: {}, attributes: {} }, states });
