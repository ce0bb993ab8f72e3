// Catches a pending payment that changes when another one of its order is completed.
import { expect, test } from 'vitest';
import { calculate } from '../../src/domain/calculation/calculate.ts';
import { checkout } from '../../src/domain/orders/checkout.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import { checkNonePending, startPayment } from '../../src/domain/orders/start-payment.ts';
import { takePayment } from '../../src/domain/orders/take-payment.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { SetClock } from './seeded.ts';
import { addPiece, fillShop, make, startSession } from './shop.ts';
import { engineOn } from './store/stores.ts';

// Would catch an index of payments that depends on the order of events, and says another thing after a restart.
test('a pending payment stays pending when a later one of its order is completed', async () => {
  const journal = new MemoryJournal();
  const clock = new SetClock();
  const engine = engineOn(journal, { clock });
  fillShop(engine);
  const id = make(engine, startSession);
  make(engine, (tx) => addPiece(tx, id, 1, false));
  const { orderId } = make(engine, (tx) => checkout(tx, id));
  const { details, cart } = engine.tables.order.peek(orderId) as Order;
  const paid = { methodId: details.paymentMethodId, amountMinor: calculate(cart).totalMinor };
  const begin = (reference: string) =>
    make(engine, (tx) =>
      startPayment(tx, {
        ...paid,
        orderId,
        reference,
        redirect: '',
        token: '',
        successUrl: '',
        cancelUrl: '',
        expiresMs: tx.atMs + 1000,
      }),
    );
  const say = (reference: string, outcome: 'pending' | 'expired', to = engine) =>
    make(to, (tx) =>
      takePayment(tx, paid.methodId, {
        reference,
        outcome,
        transaction: '',
        amountMinor: paid.amountMinor,
        currency: 'EUR',
      }),
    );
  begin('r1');
  clock.ms += 2000;
  begin('r2');
  say('r1', 'pending');
  say('r2', 'pending');
  say('r2', 'expired');
  expect(checkNonePending(engine.readContext(), orderId)).toMatchObject({ code: 'PAYMENT_PENDING' });
  await engine.close();
  const again = engineOn(journal, { clock });
  expect(checkNonePending(again.readContext(), orderId)).toMatchObject({ code: 'PAYMENT_PENDING' });
  say('r1', 'expired', again);
  expect(checkNonePending(again.readContext(), orderId).ok).toBe(true);
});
