// One order that lives by its own decisions while days pass and are closed, for the laws of the books.
import type { Cart } from '../../../src/domain/cart/cart.ts';
import * as fc from 'fast-check';
import { creditOfAmount, creditOfRest, keptMinor, orderTotal } from '../../../src/domain/orders/credits.ts';
import { order } from '../../../src/domain/orders/order.ts';
import type { Order, OrderCommand } from '../../../src/domain/orders/order.ts';
import { placedCart } from '../calculation/placed-carts.ts';

const STEPS = [
  ...(['credit', 'edit', 'edit', 'cancel', 'reopen', 'pay', 'revoke', 'refund', 'close', 'next', 'next'] as const),
];
type Step = (typeof STEPS)[number];

/** How a life breaks the laws; '': it keeps them. */
type Broken = '' | 'closed days change' | 'edits credit less';

/** One order by its own decisions; days pass, and each day may be closed once it is over, with all before it. */
export class Life {
  readonly state: Order = order.state.initial();
  day = 20_000;
  closedTo = 0;
  private readonly isInvoiced: boolean;
  private readonly broken: Broken;
  private readonly edits: Cart[];
  private numbers = 1;

  /** `edits`: the carts that edits give it. */
  constructor({ cart, edits, isInvoiced }: Omit<Lived, 'steps'>, broken: Broken = '') {
    this.isInvoiced = isInvoiced;
    this.broken = broken;
    this.edits = [...edits];
    Object.assign(this.state, { cart, day: this.day, currency: 'EUR', currencyDigits: 2 });
  }

  private ask(command: OrderCommand): void {
    const decided = order.decide(this.state, command, { atMs: this.day, id: 1 } as never);
    if (decided.ok) for (const event of decided.value) order.apply(this.state, event as never, this.day * 86_400_000);
  }

  private move(lifecycle: 'order' | 'payment', event: string): void {
    const isLate = this.broken !== 'closed days change' && lifecycle === 'order' && this.state.day <= this.closedTo;
    const move = { lifecycle, event, mode: 'lenient', byHand: true, by: 1, day: this.day, isLate };
    this.ask({ type: 'move', ...move, methodId: 2 } as OrderCommand);
  }

  private number(prefix: string): { readonly prefix: string; readonly number: number } {
    return this.isInvoiced ? { prefix, number: (this.numbers += 1) } : { prefix: '', number: 0 };
  }

  /** As commitEdit does it, where it may be edited. */
  private edit(): void {
    const { state, day } = this;
    const [cart] = this.edits;
    const isFit = state.turns.length === 0 && state.credits.every(({ kind }) => kind === 'canceled');
    if (cart === undefined || !isFit || state.states.order === 'CANCELED') return;
    this.edits.shift();
    const note = this.number('S-');
    const rest = creditOfRest(state);
    const lines = this.broken === 'edits credit less' ? rest.slice(1) : rest;
    this.ask({ type: 'credit', kind: 'edited', lines, day, reason: '', note, by: 1 });
    this.ask({ type: 'edit', cart, invoice: this.number('R-'), products: [] });
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
      const kind = share % 2 === 0 ? 'goodwill' : 'canceled';
      if (lines.ok)
        this.ask({ type: 'credit', kind, lines: lines.value, day, reason: '', note: this.number('S-'), by: 1 });
    }
    if (step === 'edit') this.edit();
    if (step === 'cancel' && !isCanceled) {
      this.move('order', 'cancel');
      if (this.isInvoiced) this.ask({ type: 'cancel_invoice', prefix: 'S-', number: 2, canceledMs: 1, day });
    }
    // An invoice that was taken back stays so.
    if (step === 'reopen' && isCanceled && state.cancellation.number === 0) this.move('order', 'reopen');
  }
}

interface Lived {
  readonly cart: Cart;
  readonly edits: readonly Cart[];
  readonly isInvoiced: boolean;
  readonly steps: readonly (readonly [step: Step, share: number])[];
}

/** What becomes of an order. */
export const life: fc.Arbitrary<Lived> = fc.record({
  cart: placedCart,
  edits: fc.array(placedCart, { maxLength: 3 }),
  isInvoiced: fc.boolean(),
  steps: fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.integer({ min: 1, max: 1000 })), { maxLength: 14 }),
});
