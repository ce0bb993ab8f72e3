// What an order adds to the books. It would catch a cent that a document lacks, a day of a closed month that changes
// when an order is cancelled or opened again, and money that is booked twice.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { calculate } from '../../../src/domain/calculation/calculate.ts';
import { documentSums, documentsOf, isCounted } from '../../../src/domain/orders/bookings.ts';
import type { OrderDocument } from '../../../src/domain/orders/bookings.ts';
import {
  creditOfAmount,
  keptMinor,
  orderTotal,
  taxesAfter,
  taxesOfCredits,
} from '../../../src/domain/orders/credits.ts';
import { order } from '../../../src/domain/orders/order.ts';
import type { Order, OrderCommand } from '../../../src/domain/orders/order.ts';
import { OrderReports } from '../../../src/domain/orders/order-reports.ts';
import { runs } from '../../harness/effort.ts';
import { placedCart } from '../calculation/placed-carts.ts';

type Step = 'credit' | 'cancel' | 'reopen' | 'pay' | 'revoke' | 'refund' | 'close' | 'next';
const STEPS: readonly Step[] = ['credit', 'cancel', 'reopen', 'pay', 'revoke', 'refund', 'close', 'next', 'next'];

/** One order by its own decisions; days pass, and each day may be closed once it is over, with all before it. */
class Life {
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

const grossOf = ({ lines }: OrderDocument): number => lines.reduce((sum, { minor }) => sum + minor, 0);

/** Everything that days which are closed say, documents line by line. */
const closedBooks = ({ state, closedTo }: Life): unknown => ({
  documents: documentsOf(state).filter(({ day }) => day <= closedTo),
  money: state.money.filter(({ day }) => day <= closedTo),
});

const figuresOf = (state: Order): ReadonlyMap<string, unknown> => {
  const reports = new OrderReports();
  reports.add(1, state, 1);
  return new Map(reports.figures());
};

const life = fc.record({
  cart: placedCart,
  isInvoiced: fc.boolean(),
  steps: fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.integer({ min: 1, max: 1000 })), { maxLength: 14 }),
});

const checkLife = (takesLate: boolean) =>
  fc.property(life, ({ cart, isInvoiced, steps }) => {
    const one = new Life(cart, isInvoiced, takesLate);
    const { state } = one;
    for (const [step, share] of steps) {
      const before = closedBooks(one);
      const counted = isCounted(state);
      one.take(step, share);
      if (step !== 'close') {
        expect(closedBooks(one)).toEqual(before);
        if (state.day <= one.closedTo) expect(isCounted(state)).toBe(counted);
      }
      const documents = documentsOf(state);
      const sums = documentSums(state);
      expect(sums.map(({ day, minor }) => [day, minor])).toEqual(documents.map((doc) => [doc.day, grossOf(doc)]));
      const isCanceled = state.states.order === 'CANCELED';
      expect(documents.reduce((sum, doc) => sum + grossOf(doc), 0)).toBe(isCanceled ? 0 : orderTotal(state));
      expect(state.money.reduce((sum, { minor }) => sum + minor, 0)).toBe(keptMinor(state));
    }
    // By rate, as its documents for people have them.
    const rates = new Map(cart.lines.map(({ id, rateE6 }) => [id, rateE6]));
    const taxes = new Map<number, number>();
    for (const { lines } of documentsOf(state))
      for (const { lineId, taxMinor } of lines)
        taxes.set(rates.get(lineId)!, (taxes.get(rates.get(lineId)!) ?? 0) + taxMinor);
    const left = taxesAfter(calculate(cart).taxPositions, taxesOfCredits(cart, state.credits));
    const isOpen = state.states.order !== 'CANCELED';
    for (const [rate, tax] of taxes)
      expect(tax).toBe(isOpen ? (left.find(({ rateE6 }) => rateE6 === rate)?.taxMinor ?? 0) : 0);
    // Sales less credits are documents, but for an invoice that a document took back while its day was open.
    const figures = figuresOf(state);
    const total = (what: string): number =>
      [...figures].filter(([name]) => name.startsWith(what)).reduce((sum, [, value]) => sum + Number(value), 0);
    expect(total('sales on') - total('credits on')).toBe(total('documents on'));
  });

test('documents come to what the order does, by rate, and stay as they are once their day is closed', () => {
  fc.assert(checkLife(true), { numRuns: runs(200) });
});

test('canary: a cancellation that changes a closed day is found', () => {
  expect(fc.check(checkLife(false), { numRuns: 500 }).failed).toBe(true);
});
