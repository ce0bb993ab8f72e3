// Catches a life cycle whose table differs from its machine, a state that nothing leads to, and a step that brings
// about something else than it says: every machine is walked with xstate/graph.
import { describe, expect, test } from 'vitest';
import { transition } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { couponLifecycle } from '../../../src/domain/lifecycles/coupon.ts';
import { deliveryLifecycle } from '../../../src/domain/lifecycles/delivery.ts';
import type { Lifecycle, Mode } from '../../../src/domain/lifecycles/lifecycle.ts';
import { ORDER_LIFECYCLES, movesTo } from '../../../src/domain/lifecycles/order-lifecycles.ts';
import type { OrderLifecycleName, OrderStates } from '../../../src/domain/lifecycles/order-lifecycles.ts';
import { nodeLifecycle } from '../../../src/domain/lifecycles/node.ts';
import { orderLifecycle } from '../../../src/domain/lifecycles/order.ts';
import { parcelLifecycle } from '../../../src/domain/lifecycles/parcel.ts';
import { passwordResetLifecycle } from '../../../src/domain/lifecycles/password-reset.ts';
import { paymentAttemptLifecycle } from '../../../src/domain/lifecycles/payment-attempt.ts';
import { paymentLifecycle } from '../../../src/domain/lifecycles/payment.ts';
import { returnLifecycle } from '../../../src/domain/lifecycles/return.ts';
import { serverLifecycle } from '../../../src/domain/lifecycles/server.ts';
import { sessionLifecycle } from '../../../src/domain/lifecycles/session.ts';
import { userLifecycle } from '../../../src/domain/lifecycles/user.ts';
import { webhookLifecycle } from '../../../src/domain/lifecycles/webhook.ts';

type AnyLifecycle = Lifecycle<string, string, string>;

const LIVES: readonly { name: string; life: AnyLifecycle; first: string; isForced: boolean }[] = [
  { name: 'order', life: orderLifecycle, first: 'OPEN', isForced: true },
  { name: 'payment', life: paymentLifecycle, first: 'PAYMENT_NOT_RECEIVED', isForced: true },
  { name: 'delivery', life: deliveryLifecycle, first: 'PROCESSING', isForced: true },
  { name: 'parcel', life: parcelLifecycle, first: 'sent', isForced: false },
  { name: 'return', life: returnLifecycle, first: 'announced', isForced: false },
  { name: 'payment attempt', life: paymentAttemptLifecycle, first: 'started', isForced: false },
  { name: 'coupon', life: couponLifecycle, first: 'OPEN', isForced: false },
  { name: 'user', life: userLifecycle, first: 'unverified', isForced: false },
  { name: 'password reset', life: passwordResetLifecycle, first: 'none', isForced: false },
  { name: 'webhook', life: webhookLifecycle, first: 'healthy', isForced: false },
  { name: 'session', life: sessionLifecycle, first: 'open', isForced: false },
  { name: 'node', life: nodeLifecycle, first: 'JOINING', isForced: false },
  { name: 'server', life: serverLifecycle, first: 'STARTING', isForced: false },
];

interface Place {
  readonly state: AnyMachineSnapshot;
  readonly transitions: {
    readonly [key: string]: { readonly event: { readonly type: string }; readonly state: AnyMachineSnapshot };
  };
}

/** Every state that the machine's events lead to, with where they lead from there. */
const walk = ({ machine, events }: AnyLifecycle, mode: Mode): Place[] =>
  Object.values(
    getAdjacencyMap(machine as AnyStateMachine, {
      events: events.map((type) => ({ type })),
      input: { mode },
      serializeState: ({ value }) => String(value),
    }) as { readonly [state: string]: Place },
  );

describe.each(LIVES)('$name', ({ life, first, isForced }) => {
  test('the states that are declared are those of the machine, and regular steps alone reach each of them', () => {
    const reached = (mode: Mode) => walk(life, mode).map(({ state }) => String(state.value));
    expect(reached('strict').toSorted()).toEqual(life.states.toSorted());
    expect(reached('lenient')).toHaveLength(life.states.length);
    expect(Object.keys(life.machine.config.states ?? {}).toSorted()).toEqual(life.states.toSorted());
    expect(life.machine.config.initial).toBe(first);
  });

  test('the machine knows no event that is not declared', () => {
    expect(life.machine.events.toSorted()).toEqual(life.events.toSorted());
  });

  test('every transition of the machine is a step of the table, and the other way round', () => {
    for (const mode of ['strict', 'lenient'] as const) {
      for (const { state, transitions } of walk(life, mode)) {
        const from = String(state.value);
        const led = new Map(Object.values(transitions).map(({ event, state }) => [event.type, String(state.value)]));
        for (const event of life.events) {
          const isAllowed = state.can({ type: event });
          const to = isAllowed ? led.get(event) : undefined;
          const isSelfForced = mode === 'lenient' && to === from && !life.allows(from, event);
          expect(life.step(from, event, mode)?.to, `${mode}: ${from} ${event}`).toBe(isSelfForced ? undefined : to);
          if (mode === 'strict') expect(life.allows(from, event)).toBe(isAllowed);
        }
      }
    }
  });

  test('a lenient shop forces its orders into every state, a strict one and everything else forces nothing', () => {
    for (const from of life.states) {
      const forcedTo = life.events
        .filter((event) => life.step(from, event, 'lenient') !== undefined)
        .map((event) => life.step(from, event, 'lenient')!.to);
      if (isForced) expect(forcedTo.toSorted()).toEqual(life.states.filter((to) => to !== from).toSorted());
      else for (const event of life.events) expect(life.step(from, event, 'lenient')).toBe(life.step(from, event));
    }
  });

  test('a step has the effects of its transition, whether regular or forced', () => {
    for (const { state } of walk(life, 'lenient')) {
      for (const event of life.events) {
        const step = life.step(String(state.value), event, 'lenient');
        if (step === undefined) continue;
        const [, actions] = transition(life.machine, state, { type: event });
        expect(step.effects, `${event} from ${String(state.value)}`).toEqual(actions.map(({ type }) => type));
      }
    }
  });

  test('what is no state and no event has no steps', () => {
    for (const none of ['', 'Open', 'constructor', '__proto__']) {
      expect(life.step(first, none, 'lenient')).toBeUndefined();
      for (const event of life.events) expect(life.step(none, event, 'lenient')).toBeUndefined();
      expect(life.reachable(none)).toEqual([]);
      expect(life.target(none)).toBeUndefined();
    }
  });
});

test('stock and coupons come back on entering CANCELED and are taken again on leaving it, and by nothing else; every move of payment and delivery is told', () => {
  for (const [name, life] of Object.entries(ORDER_LIFECYCLES)) {
    for (const from of life.states) {
      for (const event of life.events) {
        const step = life.step(from, event, 'lenient');
        if (step === undefined) continue;
        const entering = step.to === 'CANCELED' ? ['return_stock', 'free_coupons'] : [];
        const leaving = from === 'CANCELED' ? ['take_stock', 'redeem_coupons'] : entering;
        expect(step.effects, `${name} ${from} ${event}`).toEqual(name === 'order' ? leaving : [`fire_${name}_change`]);
      }
    }
  }
});

test('each state that the API sets is read as an event that leads to it', () => {
  for (const [name, life] of Object.entries(ORDER_LIFECYCLES) as [OrderLifecycleName, AnyLifecycle][]) {
    for (const state of life.states) {
      const moves = movesTo({ [name]: state } as Partial<OrderStates>);
      expect(moves.map(({ lifecycle }) => lifecycle)).toEqual([name]);
      expect(life.target(moves[0]!.event)).toBe(state);
    }
  }
  expect(movesTo({})).toEqual([]);
  expect(movesTo({ delivery: 'CLOSED', order: 'CANCELED', payment: 'PAYMENT_RECEIVED' })).toEqual([
    { lifecycle: 'order', event: 'cancel' },
    { lifecycle: 'payment', event: 'pay' },
    { lifecycle: 'delivery', event: 'ship' },
  ]);
});

test('the regular steps', () => {
  const steps = LIVES.flatMap(({ name, life }) =>
    life.states.flatMap((from) =>
      life.events
        .filter((event) => life.allows(from, event))
        .map((event) => `${name}: ${from} ${event} ${life.step(from, event)!.to}`),
    ),
  );
  expect(steps).toEqual([
    'order: OPEN begin_processing PROCESSING',
    'order: OPEN close CLOSED',
    'order: OPEN cancel CANCELED',
    'order: PROCESSING reopen OPEN',
    'order: PROCESSING close CLOSED',
    'order: PROCESSING cancel CANCELED',
    'order: CLOSED begin_processing PROCESSING',
    'order: CANCELED reopen OPEN',
    'payment: PAYMENT_NOT_RECEIVED pay PAYMENT_RECEIVED',
    'payment: PAYMENT_RECEIVED revoke PAYMENT_NOT_RECEIVED',
    'delivery: PROCESSING ship_part PARTIAL',
    'delivery: PROCESSING ship CLOSED',
    'delivery: PARTIAL recall PROCESSING',
    'delivery: PARTIAL ship CLOSED',
    'delivery: CLOSED ship_part PARTIAL',
    'parcel: sent hand_over delivered',
    'parcel: sent come_back returned',
    'parcel: delivered come_back returned',
    'parcel: returned retract sent',
    'parcel: returned retract_delivered delivered',
    'return: announced receive received',
    'return: announced withdraw withdrawn',
    'payment attempt: started promise pending',
    'payment attempt: started receive received',
    'payment attempt: started expire expired',
    'payment attempt: pending receive received',
    'payment attempt: pending expire expired',
    'payment attempt: expired receive received',
    'coupon: OPEN redeem REDEEMED',
    'coupon: OPEN end ENDED',
    'coupon: REDEEMED free FREED',
    'coupon: REDEEMED end ENDED',
    'coupon: FREED redeem REDEEMED',
    'coupon: FREED end ENDED',
    'coupon: ENDED free ENDED',
    'user: unverified verify active',
    'user: unverified lock locked',
    'user: active lock locked',
    'user: locked unlock active',
    'password reset: none request pending',
    'password reset: pending request pending',
    'password reset: pending finish none',
    'webhook: healthy give_up unhealthy',
    'webhook: healthy overflow suspended',
    'webhook: healthy renew healthy',
    'webhook: unhealthy overflow suspended',
    'webhook: unhealthy renew healthy',
    'webhook: suspended renew healthy',
    'session: open log_in logged_in',
    'session: open place ordered',
    'session: open expire ended',
    'session: open evict ended',
    'session: open end ended',
    'session: logged_in log_in logged_in',
    'session: logged_in log_out open',
    'session: logged_in place ordered_logged_in',
    'session: logged_in expire ended',
    'session: logged_in end ended',
    'session: ordered log_in ordered_logged_in',
    'session: ordered begin_draft open',
    'session: ordered expire ended',
    'session: ordered end ended',
    'session: ordered_logged_in log_in ordered_logged_in',
    'session: ordered_logged_in log_out ordered',
    'session: ordered_logged_in begin_draft logged_in',
    'session: ordered_logged_in expire ended',
    'session: ordered_logged_in end ended',
    'node: JOINING catch_up FOLLOWING',
    'node: JOINING end ENDED',
    'node: FOLLOWING fall_behind JOINING',
    'node: FOLLOWING campaign CAMPAIGNING',
    'node: FOLLOWING end ENDED',
    'node: CAMPAIGNING win LEADING',
    'node: CAMPAIGNING lose FOLLOWING',
    'node: CAMPAIGNING end ENDED',
    'node: LEADING stall STALLED',
    'node: LEADING end ENDED',
    'node: STALLED resume LEADING',
    'node: STALLED end ENDED',
    'server: STARTING open OPEN',
    'server: STARTING stop STOPPING',
    'server: STARTING fail ENDED',
    'server: OPEN follow FOLLOWING',
    'server: OPEN lead LEADING',
    'server: OPEN fail ENDED',
    'server: FOLLOWING lead LEADING',
    'server: FOLLOWING retire RETIRING',
    'server: FOLLOWING fail ENDED',
    'server: LEADING lead LEADING',
    'server: LEADING retire RETIRING',
    'server: LEADING fail ENDED',
    'server: RETIRING lead RETIRING',
    'server: RETIRING follow_on FOLLOWING',
    'server: RETIRING lead_on LEADING',
    'server: RETIRING hand_over HANDING_OVER',
    'server: RETIRING stop STOPPING',
    'server: RETIRING fail ENDED',
    'server: HANDING_OVER lead HANDING_OVER',
    'server: HANDING_OVER end ENDED',
    'server: HANDING_OVER fail ENDED',
    'server: STOPPING lead STOPPING',
    'server: STOPPING end ENDED',
    'server: STOPPING fail ENDED',
  ]);
});
