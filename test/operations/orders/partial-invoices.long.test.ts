// An order that is invoiced by parcel, with as many credits as it may have. It would catch goods that cannot come back.
import { expect, test } from 'vitest';
import { placed, receive, ship } from './returned-order.ts';

test('credits of several invoices that are made together count as one of the most that an order may have', async () => {
  const made = await placed({ rules: { invoicePer: 'parcel' } });
  const { shop } = made.goods;
  for (const pieces of [1, 2] as const) await ship(made, [[pieces, 3]]);
  const off = (amount: string) => shop.admin('refund', { id_order: made.orderId, to: 'credit', amount });
  for (let at = 0; at < 99; at += 1) await off('0.01');
  expect(
    await receive(made, [
      [1, 3],
      [2, 3],
    ]),
  ).toMatchObject({ status: 'success' });
  const shown = await shop.admin('get_order_by_id', { id_order: made.orderId });
  expect(shown['credits']).toHaveLength(101);
  await shop.adminRefused(
    'refund',
    { id_order: made.orderId, to: 'credit', amount: 1 },
    'CREDIT_LIMIT_REACHED',
    made.orderId,
  );
});
