// A shop in memory with one order of simple lines, for rules of what comes after the sale.
import { NO_DETAILS, changedDetails, personalChange } from '../../../src/domain/cart/order-details.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { frozen } from '../../../src/domain/orders/checkout.ts';
import { recordRefund } from '../../../src/domain/orders/move-refund.ts';
import { moveOrder } from '../../../src/domain/orders/move-order.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { PlacedOrder } from '../../../src/domain/orders/placed-order.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { createBuiltIns } from '../../../src/domain/webhooks/create-webhook.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { refuse } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { MemoryShop } from '../memory-shop.ts';
import { good } from '../seeded-shop.ts';
import { cartOf } from './simple-cart.ts';
import type { SimpleLine } from './simple-cart.ts';

export const moved = (tx: Transaction, orderId: number, event: 'cancel' | 'reopen'): Result<void> =>
  tx.ask('order', orderId, { type: 'move', lifecycle: 'order', event, mode: 'lenient', byHand: true, by: 7 });

export const FULL = refuse('SESSION_LIMIT_REACHED', 'full');

/** The transaction, in which each command of this type is refused with FULL. */
export const refusing = (tx: Transaction, type: string): Transaction => {
  const isIt = (command: unknown): boolean => (command as { type: string }).type === type;
  const create = ((kind, command, id) => (isIt(command) ? FULL : tx.create(kind, command, id))) as typeof tx.create;
  const ask = ((kind, id, command) => (isIt(command) ? FULL : tx.ask(kind, id, command))) as typeof tx.ask;
  return Object.assign(Object.create(tx) as Transaction, { create, ask });
};

/** Returns the transaction, in which these data subjects are erased. */
export const erasing =
  (...subjects: readonly number[]) =>
  (tx: Transaction): Transaction =>
    Object.assign(Object.create(tx) as Transaction, { isErased: (subject: number) => subjects.includes(subject) });

const EMAIL = { fields: { email: 'anna@a.example' }, attributes: {} };
const NO_METHODS = { paymentMethodId: null, deliveryMethodId: null };

/** A shop that sends mails, and an order whose buyer can be written to. */
export const MAILED = {
  rules: { sendsMail: true },
  placed: { details: changedDetails(NO_DETAILS, { ...personalChange(NO_DETAILS, EMAIL), ...NO_METHODS }) },
} as const;

export class OneOrder {
  readonly shop: MemoryShop;
  readonly orderId: number;

  constructor(lines: readonly SimpleLine[], placed: Partial<PlacedOrder> = {}, rules: Partial<ShopRules> = {}) {
    this.shop = new MemoryShop(rules);
    this.orderId = this.run((tx) =>
      tx.create('order', {
        type: 'place_order',
        userId: 0,
        subject: 0,
        username: '',
        currency: 'EUR',
        currencyDigits: 2,
        details: NO_DETAILS,
        cart: frozen(cartOf(...lines), 2, []),
        taken: [],
        backordered: [],
        invoice: { prefix: 'R-', number: 1 },
        day: 19_675,
        sessions: [],
        profileId: 0,
        payUntilMs: 0,
        channelId: 1,
        isPrepared: false,
        isTrial: false,
        products: [],
        isInvoicedByParcel: false,
        language: '',
        ...placed,
      }),
    );
  }

  get order(): Order {
    return this.shop.state('order', this.orderId);
  }

  run<T>(decide: (tx: Transaction) => Result<T>): T {
    return good(this.shop.transact(decide));
  }

  /** '' where it is not refused. */
  refusal(decide: (tx: Transaction) => Result<unknown>): string {
    const result = this.shop.transact(decide);
    return result.ok ? '' : result.code;
  }

  /** A payment of this amount whose money has come; its id. */
  pay(amountMinor: number, methodId = 2): number {
    const { orderId } = this;
    const paymentId = this.start(amountMinor, methodId);
    this.run((tx) => tx.ask('payment', paymentId, { type: 'receive', transaction: `t${paymentId}` }));
    const isFirst = this.order.states.payment !== 'PAYMENT_RECEIVED';
    const by = { byHand: false, by: 0, methodId };
    if (isFirst)
      this.run((tx) =>
        moveOrder(tx, orderId, { lifecycle: 'payment', event: 'pay' }, { ...by, receivedMinor: amountMinor }),
      );
    else this.run((tx) => tx.ask('order', orderId, { type: 'receive', minor: amountMinor, day: 19_675, methodId }));
    return paymentId;
  }

  /** A payment that has begun, named `p1` where its id is 1. */
  start(amountMinor: number, methodId = 2): number {
    const { orderId } = this;
    const texts = { redirect: '', token: '', successUrl: '', cancelUrl: '' };
    const of = { orderId, methodId, amountMinor, currency: 'EUR', expiresMs: 2e12, beforeMinor: 0 };
    return this.run((tx) =>
      tx.create('payment', { type: 'start_payment', ...of, ...texts, reference: `p${tx.nextId('payment')}` }),
    );
  }

  /** Moves the order itself, and nothing with it. */
  move(event: 'cancel' | 'reopen'): void {
    this.run((tx) => moved(tx, this.orderId, event));
  }

  /** Money that went back by hand; its id. */
  refund(amountMinor: number, more: Partial<Parameters<typeof recordRefund>[1]> = {}): number {
    const { orderId } = this;
    const of = { orderId, paymentId: 0, creditId: 0, amountMinor, currency: 'EUR', currencyDigits: 2 };
    const texts = { reason: '', note: '', transaction: '' };
    const how = { to: 'manual', origin: 'shop', state: 'done', by: 7, isApart: false } as const;
    return this.run((tx) => recordRefund(tx, { ...of, ...texts, ...how, ...more }));
  }

  /** From here on, the messages of these webhooks wait, and `told` has them. */
  listen(...names: readonly string[]): void {
    this.run(createBuiltIns);
    const more = { url: 'https://a.example', parameter: '', rotateSecret: false };
    for (const name of names) this.run((tx) => updateWebhook(tx, name, more));
  }

  /** The parameters of all messages that wait, oldest first. */
  told(): readonly unknown[] {
    return this.shop.ids('message').map((id) => this.shop.state('message', id).parameters);
  }

  /** The mails that wait, oldest first, with what they are of. */
  mails(): readonly (readonly [mail: string, parameters: unknown])[] {
    const messages = this.shop.ids('message').map((id) => this.shop.state('message', id));
    return messages.filter(({ mail }) => mail !== '').map(({ mail, parameters }) => [mail, parameters] as const);
  }
}

const USED: Cart['promotions'][number] = { id: 0, usedMinor: 2 } as never;

/** The order has used this promotion. */
export const withPromotion = (one: OneOrder, id: number): OneOrder => {
  Object.assign(one.order, { cart: { ...one.order.cart, promotions: [{ ...USED, id }] } });
  return one;
};
/** Returns the transaction, in which each promotion has less of its budget left than that. */
withPromotion.usedUp = (tx: Transaction): Transaction => {
  const promotion = { terms: { usesMax: 0, usesPerPersonMax: 0, budgetMinor: 1, currency: 'EUR' } };
  const read = ((kind, id) => (kind === 'promotion' ? promotion : tx.read(kind, id))) as typeof tx.read;
  return Object.assign(Object.create(tx) as Transaction, { read });
};
