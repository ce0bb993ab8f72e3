// One order that lives by its own decisions while days pass and are closed, for the laws of the books.
import type { Cart } from '../../../src/domain/cart/cart.ts';
import * as fc from 'fast-check';
import { creditOfAmount, keptMinor, orderTotal } from '../../../src/domain/orders/credits.ts';
import { order } from '../../../src/domain/orders/order.ts';
import type { Order, OrderCommand } from '../../../src/domain/orders/order.ts';
import { placedCart } from '../calculation/placed-carts.ts';

type Step = 'credit' | 'cancel' | 'reopen' | 'pay' | 'revoke' | 'refund' | 'close' | 'next';
const STEPS: readonly Step[] = ['credit', 'cancel', 'reopen', 'pay', 'revoke', 'refund', 'close', 'next', 'next'];

/** One order by its own decisions; days pass, and each day may be closed once it is over, with all before it. */
export class Life {
  readonly state: Order = order.state.initial();
  day = 20_000;
  closedTo = 0;
  private readonly isInvoiced: boolean;
  private readonly takesLate: boolean;

  /** `takesLate`: false breaks it: what happens after a day is closed changes that day. */
  constructor(cart: Cart, isInvoiced: boolean, takesLate: boolean) {
    this.isInvoiced = isInvoiced;
    this.takesLate = takesLate;
    Object.assign(this.state, { cart, day: this.day, currency: 'EUR', currencyDigits: 2 });
  }

  private ask(command: OrderCommand): void {
    const decided = order.decide(this.state, command, { atMs: this.day, id: 1 } as never);
    if (decided.ok) for (const event of decided.value) order.apply(this.state, event as never, this.day * 86_400_000);
  }

  private move(lifecycle: 'order' | 'payment', event: string): void {
    const isLate = this.takesLate && lifecycle === 'order' && this.state.day <= this.closedTo;
    const move = { lifecycle, event, mode: 'lenient', byHand: true, by: 1, day: this.day, isLate };
    this.ask({ type: 'move', ...move, methodId: 2 } as OrderCommand);
  }

  take(step: Step, share: number): void {
    const { state, day } = this;
    const isCanceled = state.states.order === 'CANCELED';
    const part = (amount: number): number => Math.floor((amount * share) / 1000);
    if (step === 'next') this.day += 1;
    if (step === 'close') this.closedTo = this.day - 1;
    if (step === 'pay') this.move('payment', 'pay');
    if (step === 'revoke') this.move('payment', 'revoke');
    if (step === 'refund' && keptMinor(state) > 0)
      this.ask({ type: 'refund', minor: part(keptMinor(state)), by: 1, day, methodId: 2 });
    if (step === 'credit' && !isCanceled && orderTotal(state) > 0) {
      const lines = creditOfAmount(state, part(orderTotal(state)));
      const note = { prefix: 'S-', number: 1 };
      if (lines.ok) this.ask({ type: 'credit', kind: 'goodwill', lines: lines.value, day, reason: '', note, by: 1 });
    }
    if (step === 'cancel' && !isCanceled) {
      this.move('order', 'cancel');
      if (this.isInvoiced) this.ask({ type: 'cancel_invoice', prefix: 'S-', number: 2, canceledMs: 1, day });
    }
    // An invoice that was taken back stays so.
    if (step === 'reopen' && isCanceled && state.cancellation.number === 0) this.move('order', 'reopen');
  }
}

/** What becomes of an order. */
export const life = fc.record({
  cart: placedCart,
  isInvoiced: fc.boolean(),
  steps: fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.integer({ min: 1, max: 1000 })), { maxLength: 14 }),
});
