// A payment provider that gives money back: once for each key, at once or later, or not at all. It answers late, or its
// answer is lost; its notices come twice; its own pages give money back, and buyers dispute payments.
import type { PaymentProvider, RefundAnswer, RefundNotice, RefundRequest } from '../../src/kernel/payment-provider.ts';
import { ok, refuse } from '../../src/kernel/result.ts';
import type { Result } from '../../src/kernel/result.ts';
import type { Seeded } from '../engine/seeded.ts';
import { turns } from './turns.ts';

/** Money that the provider has given back, or is about to. */
export interface Given extends Pick<RefundRequest, 'reference' | 'amountMinor' | 'currency'> {
  /** '': its own pages gave it back. */
  readonly key: string;
  readonly transaction: string;
  readonly origin: RefundNotice['origin'];
  state: RefundAnswer['state'];
}

const NO_ANSWER = refuse('PAYMENT_PROVIDER_UNAVAILABLE', 0, 'no answer');
const WAIT_TURNS_MAX = 30;

export class RefundProvider {
  readonly given: Given[] = [];
  /** Calls for refunds. */
  asked = 0;
  private readonly chance: Seeded;
  /** Called for each question, before anything is given. */
  private readonly heard: (request: RefundRequest) => void;
  /** Reference of a payment → its money. */
  private readonly payments = new Map<string, number>();

  constructor(chance: Seeded, heard: (request: RefundRequest) => void) {
    this.chance = chance;
    this.heard = heard;
  }

  /** The provider of a method that begins payments as `page` does. */
  of(page: PaymentProvider): PaymentProvider {
    return {
      capabilities: page.capabilities,
      start: (request, nowMs) => page.start(request, nowMs),
      notify: (notice) => page.notify(notice),
      refund: (request) => this.refund(request),
    };
  }

  took(reference: string, amountMinor: number): void {
    this.payments.set(reference, amountMinor);
  }

  /** What of a payment's money went back, or is about to. */
  goneOf(reference: string): number {
    return this.given.reduce(
      (sum, { reference: of, state, amountMinor }) =>
        of === reference && state !== 'failed' ? sum + amountMinor : sum,
      0,
    );
  }

  private leftOf(reference: string): number {
    return (this.payments.get(reference) ?? 0) - this.goneOf(reference);
  }

  private async refund(request: RefundRequest): Promise<Result<RefundAnswer>> {
    const { chance } = this;
    this.asked += 1;
    this.heard(request);
    await turns(chance.below(WAIT_TURNS_MAX));
    // The question is lost, or its answer.
    if (chance.chance(0.15)) return NO_ANSWER;
    const { state, transaction } = this.give(request);
    await turns(chance.below(WAIT_TURNS_MAX));
    if (chance.chance(0.2)) return NO_ANSWER;
    return ok({ state, transaction, failure: state === 'failed' ? 'card_gone' : '' });
  }

  private give({ key, reference, amountMinor, currency }: RefundRequest): Given {
    const before = this.given.find((one) => one.key === key);
    if (before !== undefined) return before;
    const state =
      amountMinor > this.leftOf(reference) ? 'failed' : this.chance.of(['done', 'done', 'pending', 'failed'] as const);
    return this.note({ key, reference, amountMinor, currency, origin: 'refund', state });
  }

  private note(given: Omit<Given, 'transaction'>): Given {
    const noted = { ...given, transaction: `back-${this.given.length + 1}` };
    this.given.push(noted);
    return noted;
  }

  /** Something happens there, and it tells of it; undefined: nothing has. */
  next(): RefundNotice | undefined {
    const { chance } = this;
    if (chance.chance(0.3)) this.giveUnasked();
    const open = this.given.filter(({ state }) => state === 'pending');
    const of =
      open.length > 0 ? chance.of(open) : this.given.length === 0 ? undefined : chance.of(this.given.slice(-6));
    if (of === undefined) return undefined;
    if (of.state === 'pending') of.state = chance.of(['pending', 'done', 'done', 'failed']);
    // A bank sends it back, or the dispute is won.
    else if (of.state === 'done' && chance.chance(0.15)) of.state = 'failed';
    const { key, reference, transaction, amountMinor, currency, origin, state } = of;
    const failure = state === 'failed' ? 'returned' : '';
    return { key, reference, payment: '', transaction, amountMinor, currency, origin, state, failure };
  }

  /** By its own pages, or because the buyer disputes the payment. */
  private giveUnasked(): void {
    const { chance } = this;
    const full = [...this.payments.keys()].filter((reference) => this.leftOf(reference) > 0);
    if (full.length === 0) return;
    const reference = chance.of(full);
    const left = this.leftOf(reference);
    const origin = chance.of(['refund', 'refund', 'dispute'] as const);
    const amountMinor = origin === 'dispute' ? left : 1 + chance.below(left);
    this.note({ key: '', reference, amountMinor, currency: 'EUR', origin, state: 'done' });
  }
}
