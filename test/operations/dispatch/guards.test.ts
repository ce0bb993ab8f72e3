// Catches an amount, a limit or a check of what was seen that a broken sum of the caller lifts: `NaN` gave back all
// that was owed, and placed an order unchecked.
import { describe, expect, test } from 'vitest';
import type { Param } from '../../../src/kernel/params.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { line } from '../shop.ts';
import { placed } from '../orders/returned-order.ts';

const JUNK = ['NaN', 'undefined', 'null', '[object Object]', null];

const PARAMS = [...OPERATIONS].flatMap(([operation, { params }]) =>
  Object.entries(params).map(([name, param]) => [operation, name, param as Param<unknown>] as const),
);

describe('what must not be lifted by mistake', () => {
  test('is a guard, whatever operation has it', () => {
    const named = PARAMS.filter(([, name]) => name === 'if_seq' || name === 'expected_total');
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(([, , { isGuard }]) => !isGuard).map(([operation, name]) => `${operation} ${name}`)).toEqual(
      [],
    );
  });

  test('is besides', () => {
    const others = PARAMS.filter(([, name, { isGuard }]) => isGuard && name !== 'if_seq' && name !== 'expected_total');
    expect(others.map(([operation, name]) => `${operation} ${name}`).toSorted()).toEqual([
      'create_promotion budget_max',
      'create_promotion uses_max',
      'create_promotion uses_per_person_max',
      'refund amount',
      'refund lines',
      'try_promotion budget_max',
      'try_promotion uses_max',
      'try_promotion uses_per_person_max',
      'update_order_details received_amount',
      'update_promotion budget_max',
      'update_promotion uses_max',
      'update_promotion uses_per_person_max',
    ]);
  });
});

test('a refund and a checkout refuse it by name, and change nothing', async () => {
  const { goods, orderId, session, own } = await placed();
  const { shop } = goods;
  await shop.admin('update_order_details', { id_order: orderId, order_payment_state: 'PAYMENT_RECEIVED' });
  await shop.admin('cancel_lines', { id_order: orderId, lines: [{ id_element: 1, quantity: 1 }] });
  await shop.call('add_to_cart', line(session, own));
  for (const junk of JUNK) {
    const given = { id_order: orderId, to: 'manual' };
    await shop.adminRefused('refund', { ...given, amount: junk }, 'PARAMETER_INVALID', 'amount');
    await shop.adminRefused('refund', { ...given, lines: junk }, 'PARAMETER_INVALID', 'lines');
    await shop.adminRefused('refund', { ...given, if_seq: junk }, 'PARAMETER_INVALID', 'if_seq');
    expect(await shop.call('checkout', { session, expected_total: junk })).toMatchObject({
      id_order: 0,
      message: 'PARAMETER_INVALID',
      param: 'expected_total',
    });
  }
  expect(await shop.admin('get_refunds', { id_order: orderId })).toMatchObject({ refunds: [] });
  expect(await shop.admin('refund', { id_order: orderId, to: 'manual', amount: '' })).toMatchObject({
    refund: { amount: 10 },
  });
});
