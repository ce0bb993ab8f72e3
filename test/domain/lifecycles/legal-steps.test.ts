// Catches a `decide` that lets a command through which its life cycle does not allow: whatever commands come in
// whatever order, every change of state that is journaled is a step of the machine.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { User } from '../../../src/domain/accounts/user.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import { sessionStateOf } from '../../../src/domain/cart/session.ts';
import type { Coupon } from '../../../src/domain/coupons/coupon.ts';
import { couponLifecycle } from '../../../src/domain/lifecycles/coupon.ts';
import { DELIVERY_EVENTS } from '../../../src/domain/lifecycles/delivery.ts';
import type { Lifecycle } from '../../../src/domain/lifecycles/lifecycle.ts';
import { ORDER_LIFECYCLES } from '../../../src/domain/lifecycles/order-lifecycles.ts';
import { ORDER_EVENTS } from '../../../src/domain/lifecycles/order.ts';
import { passwordResetLifecycle } from '../../../src/domain/lifecycles/password-reset.ts';
import { paymentAttemptLifecycle } from '../../../src/domain/lifecycles/payment-attempt.ts';
import { PAYMENT_EVENTS } from '../../../src/domain/lifecycles/payment.ts';
import { sessionLifecycle } from '../../../src/domain/lifecycles/session.ts';
import { userLifecycle } from '../../../src/domain/lifecycles/user.ts';
import { webhookLifecycle } from '../../../src/domain/lifecycles/webhook.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { Payment } from '../../../src/domain/orders/payment.ts';
import type { Webhook } from '../../../src/domain/webhooks/webhook.ts';
import { runs } from '../../harness/effort.ts';
import { COMMANDS } from '../commands.ts';
import { kindOf } from '../memory-shop.ts';

type AnyLifecycle = Lifecycle<string, string, string>;
type Place = readonly [life: AnyLifecycle, state: string];

/** Where an actor is in each of its life cycles. */
const PLACES = {
  order: ({ states }: Order): Place[] =>
    (['order', 'payment', 'delivery'] as const).map((name) => [ORDER_LIFECYCLES[name], states[name]]),
  payment: ({ state }: Payment): Place[] => [[paymentAttemptLifecycle, state]],
  coupon: ({ state }: Coupon): Place[] => [[couponLifecycle, state]],
  user: ({ status, reset }: User): Place[] => [
    [userLifecycle, status],
    [passwordResetLifecycle, reset],
  ],
  webhook: ({ health }: Webhook): Place[] => [[webhookLifecycle, health]],
  session: (state: Session): Place[] => [[sessionLifecycle, sessionStateOf(state)]],
} as const;
type Living = keyof typeof PLACES;

const NAMES = Object.keys(PLACES) as Living[];

/** Any event for any life cycle of an order, also one that the types would not allow. */
const anyMove = fc.record({
  type: fc.constant('move'),
  lifecycle: fc.constantFrom('order', 'payment', 'delivery'),
  event: fc.constantFrom(...ORDER_EVENTS, ...PAYMENT_EVENTS, ...DELIVERY_EVENTS, 'constructor', ''),
  mode: fc.constantFrom('lenient', 'strict'),
  byHand: fc.boolean(),
  by: fc.nat(),
});

const moves = (name: Living): fc.Arbitrary<object> =>
  name === 'order' ? fc.oneof(COMMANDS.order.rest, anyMove) : COMMANDS[name].rest;

test.each(NAMES)('no sequence of commands can journal an illegal step of a %s', (name) => {
  const { decide, apply, state: declared, ends } = kindOf(name);
  const steps = new Set<string>();
  fc.assert(
    fc.property(COMMANDS[name].first, fc.array(moves(name), { maxLength: 20, size: 'max' }), (first, commands) => {
      const state = declared.initial();
      const places = () => PLACES[name](state as never) as readonly Place[];
      for (const [at, command] of [first, ...commands].entries()) {
        const decision = decide(state, command, at);
        if (!decision.ok) continue;
        for (const event of decision.value) {
          const before = places();
          apply(state, event, at);
          const mode = 'mode' in command && command.mode === 'lenient' ? 'lenient' : 'strict';
          for (const [index, [life, to]] of places().entries()) {
            const from = before[index]![1];
            const next = event.type === ends && life === sessionLifecycle ? 'ended' : to;
            // The first event decides where a life begins: a session may begin with a login.
            if (at === 0 || from === next) continue;
            const names = life.events.filter((one) => life.step(from, one, mode)?.to === next);
            expect(names, `${from} → ${next} by ${JSON.stringify(command)}`).not.toEqual([]);
            steps.add(`${from} ${next}`);
          }
          if (event.type === ends) return;
        }
      }
    }),
    { numRuns: runs(1000, 500) },
  );
  expect(steps.size, 'the commands do make steps').toBeGreaterThan(1);
});
