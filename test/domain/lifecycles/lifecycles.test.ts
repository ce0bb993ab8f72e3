// The tables that the engine runs are the machines that are declared: every machine is walked with xstate/graph.
import { describe, expect, test } from 'vitest';
import { transition } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import {
  COUPON_STATES,
  DELIVERY_STATES,
  LIFECYCLES,
  ORDER_STATES,
  PAYMENT_STATES,
  RESET_STATES,
  USER_STATES,
  WEBHOOK_HEALTHS,
  couponMachine,
  couponMove,
  deliveryMachine,
  moveOf,
  orderMachine,
  passwordResetMachine,
  paymentMachine,
  regularTargets,
  resetMove,
  userMachine,
  userMove,
  webhookMachine,
} from '../../../src/domain/lifecycles/lifecycles.ts';
import type { LifecycleName, Mode } from '../../../src/domain/lifecycles/lifecycles.ts';

const LIVES: readonly {
  name: LifecycleName;
  machine: AnyStateMachine;
  states: readonly string[];
  first: string;
  forceable: boolean;
}[] = [
  { name: 'order', machine: orderMachine, states: ORDER_STATES, first: 'OPEN', forceable: true },
  { name: 'payment', machine: paymentMachine, states: PAYMENT_STATES, first: 'PAYMENT_NOT_RECEIVED', forceable: true },
  { name: 'delivery', machine: deliveryMachine, states: DELIVERY_STATES, first: 'PROCESSING', forceable: true },
  { name: 'coupon', machine: couponMachine, states: COUPON_STATES, first: 'OPEN', forceable: false },
  { name: 'user', machine: userMachine, states: USER_STATES, first: 'unverified', forceable: false },
  { name: 'password_reset', machine: passwordResetMachine, states: RESET_STATES, first: 'none', forceable: false },
  { name: 'webhook', machine: webhookMachine, states: WEBHOOK_HEALTHS, first: 'healthy', forceable: false },
];

interface Place {
  readonly state: AnyMachineSnapshot;
  readonly transitions: {
    readonly [key: string]: { readonly event: { readonly type: string }; readonly state: AnyMachineSnapshot };
  };
}

/** Every state that these events lead to, with where they lead from there. */
const walk = (machine: AnyStateMachine, types: readonly string[], mode: Mode = 'lenient'): Place[] => {
  const events = types.map((type) => ({ type }));
  return Object.values(
    getAdjacencyMap(machine, { events, input: { mode }, serializeState: ({ value }) => String(value) }) as {
      readonly [state: string]: Place;
    },
  );
};

describe.each(LIVES)('$name', ({ name, machine, states, first, forceable }) => {
  const regular = states.map((state) => `SET_${state}`);
  const forced = states.map((state) => `FORCE_${state}`);

  test('the states of the specification are all there is, and regular arrows alone reach each of them', () => {
    // Would catch a state that is spelled differently in machine and list, and one that nothing leads to.
    expect(
      walk(machine, regular)
        .map(({ state }) => String(state.value))
        .sort(),
    ).toEqual([...states].sort());
    expect(walk(machine, [...regular, ...forced])).toHaveLength(states.length);
    expect(machine.config.initial).toBe(first);
  });

  test('every arrow of the machine is a move of the table and the other way round', () => {
    for (const { state, transitions } of walk(machine, [...regular, ...forced])) {
      const from = String(state.value);
      const reached = new Map(Object.values(transitions).map(({ event, state }) => [event.type, String(state.value)]));
      for (const to of states) {
        if (forceable) expect(reached.get(`FORCE_${to}`), `forced ${from} → ${to}`).toBe(to);
        const isRegular = reached.get(`SET_${to}`) === to && to !== from;
        expect(LIFECYCLES[name].get(from)?.get(to)?.regular ?? false, `${from} → ${to}`).toBe(isRegular);
        expect(moveOf(name, from, to, 'strict') !== undefined).toBe(isRegular);
        expect(moveOf(name, from, to, 'lenient') !== undefined).toBe(forceable ? to !== from : isRegular);
        expect(regularTargets(name, from).includes(to)).toBe(isRegular);
      }
    }
    expect([...LIFECYCLES[name].keys()]).toEqual(states);
  });

  test('the guard lets no forced arrow through in a strict shop', () => {
    for (const { state, transitions } of walk(machine, [...regular, ...forced], 'strict')) {
      const from = String(state.value);
      for (const { event, state: reached } of Object.values(transitions)) {
        const to = String(reached.value);
        if (event.type.startsWith('FORCE_')) expect(to, `${from} ${event.type}`).toBe(from);
        else if (to !== from) expect(moveOf(name, from, to, 'strict')).toBeDefined();
      }
    }
  });

  test('a move has the effects of its arrow, whether regular or forced', () => {
    for (const { state } of walk(machine, [...regular, ...forced])) {
      for (const to of states) {
        const move = LIFECYCLES[name].get(String(state.value))?.get(to);
        if (move === undefined) continue;
        const types = [...(move.regular ? [`SET_${to}`] : []), ...(forceable ? [`FORCE_${to}`] : [])];
        for (const type of types) {
          const [, actions] = transition(machine, state, { type });
          expect(move.effects, `${type} from ${String(state.value)}`).toEqual(actions.map(({ type }) => type));
        }
      }
    }
  });

  test('what is no state has no moves', () => {
    for (const from of ['', 'open', 'constructor', '__proto__']) {
      expect(moveOf(name, from, first, 'lenient')).toBeUndefined();
      expect(moveOf(name, first, from, 'lenient')).toBeUndefined();
      expect(regularTargets(name, from)).toEqual([]);
    }
  });
});

test('stock and coupons come back on entering CANCELED and are taken again on leaving it, and by nothing else; every move of payment and delivery is told (Decision 27, 33)', () => {
  for (const { name, states } of LIVES.filter(({ forceable }) => forceable)) {
    for (const from of states) {
      for (const to of states) {
        const entering = to === 'CANCELED' ? ['return_stock', 'free_coupons'] : [];
        const effects =
          name !== 'order'
            ? [`fire_${name}_change`]
            : from === 'CANCELED'
              ? ['take_stock', 'redeem_coupons']
              : entering;
        if (from !== to) expect(moveOf(name, from, to, 'lenient')!.effects, `${name} ${from} → ${to}`).toEqual(effects);
      }
    }
  }
});

test('the regular arrows', () => {
  const arrows = LIVES.flatMap(({ name, states }) =>
    states.map((from) => `${name} ${from} → ${regularTargets(name, from).join(', ')}`),
  );
  expect(arrows).toEqual([
    'order OPEN → PROCESSING, CLOSED, CANCELED',
    'order PROCESSING → OPEN, CLOSED, CANCELED',
    'order CLOSED → PROCESSING',
    'order CANCELED → OPEN',
    'payment PAYMENT_NOT_RECEIVED → PAYMENT_RECEIVED',
    'payment PAYMENT_RECEIVED → PAYMENT_NOT_RECEIVED',
    'delivery PROCESSING → PARTIAL, CLOSED',
    'delivery PARTIAL → PROCESSING, CLOSED',
    'delivery CLOSED → PARTIAL',
    'coupon OPEN → REDEEMED',
    'coupon REDEEMED → FREED',
    'coupon FREED → REDEEMED',
    'user unverified → active, locked',
    'user active → locked',
    'user locked → active',
    'password_reset none → pending',
    'password_reset pending → none',
    'webhook healthy → unhealthy, suspended',
    'webhook unhealthy → healthy, suspended',
    'webhook suspended → healthy',
  ]);
  expect(COUPON_STATES.map((from) => COUPON_STATES.filter((to) => couponMove(from, to)))).toEqual([
    ['REDEEMED'],
    ['FREED'],
    ['REDEEMED'],
  ]);
  expect(USER_STATES.map((from) => USER_STATES.filter((to) => userMove(from, to)))).toEqual([
    ['active', 'locked'],
    ['locked'],
    ['active'],
  ]);
  expect(RESET_STATES.map((from) => RESET_STATES.filter((to) => resetMove(from, to)))).toEqual([['pending'], ['none']]);
});
