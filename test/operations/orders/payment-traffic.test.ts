// Payments under any traffic: starts, late answers, notices, cancellations, corrections by hand, restarts.
import { isDeepStrictEqual } from 'node:util';
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentServices } from './payment-services.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { PaymentMethod } from '../../../src/config/payment-settings.ts';
import type { Notice, PaymentProvider, StartedPayment } from '../../../src/kernel/payment-provider.ts';
import type { Refusal, Result } from '../../../src/kernel/result.ts';
import { paymentNoticeHandler } from '../../../src/operations/dispatch/payment-notices.ts';
import type { Payments } from '../../../src/operations/context/payment-services.ts';
import type { Reply } from '../shop.ts';
import { TestShop, freeLine } from '../shop.ts';

const METHODS: readonly PaymentMethod[] = [
  { id: 2, name: 'PrePayment' },
  { id: 8, name: 'Card', provider: 'hosted-page', url: 'https://pay.example.org/' },
];
const LIVE_MS = 1000;
const AMOUNT_MINOR = 1250;

type Step =
  | { readonly type: 'start'; readonly late: boolean }
  | { readonly type: 'answer' | 'restart' }
  | { readonly type: 'wait'; readonly ms: number }
  | {
      readonly type: 'notice';
      readonly payment: number;
      readonly outcome: Notice['outcome'];
      readonly transaction: string;
      readonly amountMinor: number;
    }
  | { readonly type: 'office'; readonly change: { readonly [field: string]: unknown } };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('start' as const), late: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ type: 'answer' as const }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(1, 500, 2000, 2000) }) },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('notice' as const),
      payment: fc.nat(2),
      outcome: fc.constantFrom(
        'received' as const,
        'received' as const,
        'received' as const,
        'expired' as const,
        'pending' as const,
      ),
      transaction: fc.constantFrom('t-1', 't-2'),
      amountMinor: fc.constantFrom(...Array<number>(7).fill(AMOUNT_MINOR), AMOUNT_MINOR + 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        { order_state: 'CANCELED' },
        { order_state: 'OPEN' },
        { order_payment_state: 'PAYMENT_NOT_RECEIVED' },
        { order_payment_state: 'PAYMENT_RECEIVED' },
        { id_payment_method: 2 },
        { id_payment_method: 8 },
      )
      .map((change) => ({ type: 'office' as const, change })),
  },
);

/** What a provider began, and what the shop may have been told of it. */
interface Begun {
  readonly reference: string;
  settled: 'expired' | 'pending' | { readonly transaction: string } | undefined;
}

class Traffic {
  readonly shop: TestShop;
  private readonly payments: Payments;
  private said: Notice | undefined;
  private readonly open: (() => void)[] = [];
  private readonly calls: Promise<void>[] = [];
  private readonly begun: Begun[] = [];
  private orderId = 0;
  private paid = false;
  private canceled = false;
  private made = 0;
  private isLate = false;

  constructor() {
    const config = { ...loadConfig({}, {}, '/nonexistent'), paymentMethods: METHODS };
    this.payments = paymentServices(config, { KONTOR_PAYMENT_8_SECRET: 'page-secret' });
    const provider: PaymentProvider = this.payments.provider(8)!;
    provider.start = () => new Promise((resolve) => this.asked(resolve));
    provider.notify = () => ({ ok: true, value: this.said });
    this.shop = new TestShop({ config: { paymentMethods: METHODS }, payments: this.payments });
  }

  private asked(resolve: (started: Result<StartedPayment>) => void): void {
    this.made += 1;
    const reference = `r-${this.made}`;
    const answer = (): void =>
      resolve({
        ok: true,
        value: {
          reference,
          redirect: `https://pay.example.org/${reference}`,
          token: '',
          expiresMs: this.shop.nowMs + LIVE_MS,
        },
      });
    if (this.isLate) this.open.push(answer);
    else answer();
  }

  async place(): Promise<void> {
    const session = await this.shop.session();
    await this.shop.call('add_to_cart', freeLine(session, '12.50'));
    await this.shop.call('set_order_details', { session, id_payment_method: 8 });
    this.orderId = (await this.shop.call<{ id_order: number }>('checkout', { session })).id_order;
  }

  async take(step: Step): Promise<void> {
    switch (step.type) {
      case 'start':
        this.isLate = step.late;
        this.calls.push(this.shop.call('do_payment', { id_order: this.orderId }).then((reply) => this.answered(reply)));
        if (!step.late) await this.calls.at(-1);
        return;
      case 'answer':
        return this.settle();
      case 'wait':
        this.shop.nowMs += step.ms;
        return;
      case 'restart':
        await this.settle();
        return this.shop.restart();
      case 'notice':
        return this.notice(step);
      case 'office':
        return this.office(step.change);
      default:
        step satisfies never;
    }
  }

  /** Every call under way is answered. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    for (const answer of this.open.splice(0)) answer();
    await Promise.all(this.calls.splice(0));
  }

  private answered(reply: Reply): void {
    const { message = '', redirect = '' } = reply as { message?: string; redirect?: string };
    if (message === '' && redirect !== '') {
      const reference = new URL(redirect).pathname.slice(1);
      const known = this.begun.find((one) => one.reference === reference);
      // Nobody is sent to a page where nothing is to be paid any more, or to one while money is on its way.
      expect(known?.settled).toBeUndefined();
      expect(this.begun.some(({ settled }) => settled === 'pending')).toBe(false);
      if (known === undefined) this.begun.push({ reference, settled: undefined });
    } else if (message !== '')
      expect([
        'ORDER_CANCELED',
        'PAYMENT_ALREADY_RECEIVED',
        'PAYMENT_PENDING',
        'PAYMENT_PROVIDER_UNAVAILABLE',
      ]).toContain(message);
  }

  private async notice({
    payment,
    outcome,
    transaction,
    amountMinor,
  }: Extract<Step, { type: 'notice' }>): Promise<void> {
    const about = this.begun[payment];
    this.said = { reference: about?.reference ?? 'nobody', outcome, transaction, amountMinor, currency: 'EUR' };
    const before = this.states();
    const code = await this.told();
    expect(code).toBe(this.expected(about, this.said));
    if (code === 'news') {
      about!.settled = outcome === 'received' ? { transaction } : outcome;
      if (outcome === 'received') this.paid = true;
    } else expect(this.states()).toEqual(before);
  }

  /** Of the attempts to pay: what a notice moves, beside what is kept without a claim. */
  private states(): readonly unknown[] {
    const { payment } = this.shop.engine.tables;
    return Array.from({ length: payment.nextId - 1 }, (_, at) => ({ ...(payment.peek(at + 1) as object) }));
  }

  /** The code of a refusal; else whether the notice was news. */
  private told(): Promise<string> {
    const before = this.states();
    const notify = paymentNoticeHandler({
      payments: this.payments,
      nowMs: () => this.shop.nowMs,
      decide: (operation, decision, done) => this.shop.dispatch.decideOutside({ operation, decision, done }),
      warn: () => {},
    });
    return new Promise((resolve) =>
      notify(8, new Map(), Buffer.alloc(0), (refusal: Refusal | undefined) =>
        resolve(refusal?.code ?? (isDeepStrictEqual(this.states(), before) ? 'known' : 'news')),
      ),
    );
  }

  private expected(about: Begun | undefined, { outcome, transaction, amountMinor }: Notice): string {
    if (about === undefined) return outcome === 'expired' ? 'known' : 'PAYMENT_NOT_FOUND';
    const { settled } = about;
    const isReceived = typeof settled === 'object';
    const isOther = amountMinor !== AMOUNT_MINOR;
    if (outcome !== 'received') {
      if (isReceived || settled === outcome || (outcome === 'pending' && settled !== undefined)) return 'known';
      return isOther ? 'PAYMENT_AMOUNT_INVALID' : 'news';
    }
    const isPaid = this.paid && this.begun.some((other) => typeof other.settled === 'object');
    if (isReceived ? settled.transaction !== transaction : isPaid) return 'PAYMENT_ALREADY_RECEIVED';
    if (isOther) return 'PAYMENT_AMOUNT_INVALID';
    return isReceived ? 'known' : 'news';
  }

  private async office(change: { readonly [field: string]: unknown }): Promise<void> {
    await this.shop.admin('update_order_details', { id_order: this.orderId, ...change });
    if (change['order_payment_state'] !== undefined) this.paid = change['order_payment_state'] === 'PAYMENT_RECEIVED';
    if (change['order_payment_state'] === 'PAYMENT_NOT_RECEIVED')
      for (const one of this.begun) if (one.settled === 'pending') one.settled = 'expired';
    if (change['order_state'] !== undefined) this.canceled = change['order_state'] === 'CANCELED';
  }

  check(): void {
    const { states } = this.shop.engine.tables.order.peek(this.orderId) as {
      readonly states: { readonly order: string; readonly payment: string };
    };
    expect([states.order === 'CANCELED', states.payment === 'PAYMENT_RECEIVED']).toEqual([this.canceled, this.paid]);
  }
}

test('an order is paid exactly when money for it was accepted, and never twice', async () => {
  // Catches: a notice of an old attempt that pays again, one that is counted twice or lost with a restart, an answer
  // that comes after the cancellation and still begins a payment, a shopper sent to a page that is settled.
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      const traffic = new Traffic();
      await traffic.place();
      for (const step of steps) {
        await traffic.take(step);
        traffic.check();
      }
      await traffic.settle();
      traffic.check();
      await traffic.shop.verified();
    }),
    { numRuns: runs(15) },
  );
});
