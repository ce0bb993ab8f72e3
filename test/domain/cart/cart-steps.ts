// What shoppers and the back office do to a shop: each step is run in the shop and in the slow model, and both
// must agree.
import type * as fc from 'fast-check';
import type { Minor, RateE6 } from '../../../src/domain/money.ts';
import { agree } from './cart-agreement.ts';
import { emptyModelCart, isExact } from './cart-model.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { fromScaled } from './rational.ts';
import { same } from '../same.ts';
import { nth, outcome, renew } from './cart-step.ts';
import type { Model, StepSpec } from './cart-step.ts';
import { runAdd, runLine, runSet } from './line-steps.ts';
import { runCoupons, runCheckout, runState } from './order-steps.ts';

const runDeliver = (model: Model, shop: MemoryShop, step: Extract<StepSpec, { does: 'deliver' }>): void => {
  const session = nth(model.sessions, step.session);
  const result = shop.ask('session', session.id, {
    type: 'set_delivery_costs',
    positions: step.positions.map(({ name, minor, rateE6 }) => ({
      name,
      priceMinor: minor as Minor,
      rateE6: rateE6 as RateE6,
    })),
  });
  const delivery = step.positions.map(({ name, minor, rateE6 }) => ({
    name,
    price: fromScaled(minor, 2),
    rate: fromScaled(rateE6, 6),
  }));
  const exact = isExact({ ...session.cart, delivery });
  if (exact) session.cart.delivery = delivery;
  same(outcome(result), exact ? 'done' : 'AMOUNT_OUT_OF_RANGE delivery_costs');
};

export const run = (model: Model, shop: MemoryShop, step: StepSpec): void => {
  switch (step.does) {
    case 'add':
      return runAdd(model, shop, step);
    case 'decrement':
    case 'remove':
      return runLine(model, shop, step.does, step.session, step.line);
    case 'set':
      return runSet(model, shop, step);
    case 'clear': {
      const session = nth(model.sessions, step.session);
      session.cart = emptyModelCart(session.cart.made);
      same(outcome(shop.ask('session', session.id, { type: 'clear_cart' })), 'done');
      return;
    }
    case 'checkout':
      return runCheckout(model, shop, step.session);
    case 'deliver':
      return runDeliver(model, shop, step);
    case 'coupons':
      return runCoupons(model, shop, step.session, step.coupons);
    case 'next day':
      shop.nowMs += 86_400_000;
      return;
    case 'details': {
      const session = nth(model.sessions, step.session);
      renew(session);
      session.note = step.note;
      if (step.payment) session.paymentMethodId = 2;
      if (session.orderNumber === 0) session.orderNumber = model.numbers += 1;
      const change = { fields: { note: step.note }, attributes: {}, ...(step.payment && { paymentMethodId: 2 }) };
      const set = shop.transact((tx) =>
        tx.ask('session', session.id, {
          type: 'set_details',
          subject: 1,
          reservedOrderId: tx.nextId('order'),
          bytesMax: 1_048_576,
          ...change,
        }),
      );
      same(outcome(set), 'done');
      return;
    }
    case 'cancel':
    case 'reopen':
      return runState(model, shop, step.does, step.order);
    default:
      step satisfies never;
  }
};

export class Step implements fc.Command<Model, MemoryShop> {
  private readonly spec: StepSpec;
  constructor(spec: StepSpec) {
    this.spec = spec;
  }
  check(): boolean {
    return true;
  }
  run(model: Model, shop: MemoryShop): void {
    run(model, shop, this.spec);
    agree(model, shop);
  }
  toString(): string {
    return JSON.stringify(this.spec);
  }
}
