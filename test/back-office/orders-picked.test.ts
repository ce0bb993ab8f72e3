// Would catch an action on many orders that goes by an old copy of one, or that is done to one which has left the list
// in which it was picked.
import { expect, test } from 'vitest';
import { pickedIn, readAgain, withoutPicks } from '../../back-office/screens/orders-picked.ts';

const UNPAID = { order_payment_state: 'PAYMENT_NOT_RECEIVED' } as const;
const EXPIRED = { 'main.expired': 1 } as const;
const order = (id: number, state: string) => ({ id, order_number: 10_000 + id, state });

test('picked orders are read as they are now, each under the list in which it was picked; what has left is named', async () => {
  const picks = [
    pickedIn(UNPAID, order(3, 'old')),
    pickedIn(EXPIRED, order(1, 'old')),
    pickedIn(UNPAID, order(2, 'old')),
  ];
  const asked: unknown[] = [];
  const { orders, gone } = await readAgain(picks, (constraint, most) => {
    asked.push([constraint, most]);
    return Promise.resolve(most === 2 ? [order(3, 'new')] : [order(1, 'new')]);
  });
  expect(asked).toEqual([
    [{ AND: [UNPAID, { 'main.id': ['IN', [3, 2]] }] }, 2],
    [{ AND: [EXPIRED, { 'main.id': ['IN', [1]] }] }, 1],
  ]);
  expect(orders).toEqual([order(3, 'new'), order(1, 'new')]);
  expect(gone.map(({ order_number: number }) => number)).toEqual([10_002]);
  const left = withoutPicks(new Map(picks.map((pick) => [pick.id, pick])), gone);
  expect([...left.keys()]).toEqual([3, 1]);
});

test('many picked orders are asked for in parts, and keep the sequence in which they were picked', async () => {
  const ids = Array.from({ length: 450 }, (_, at) => 450 - at);
  const sizes: number[] = [];
  const picks = ids.map((id) => pickedIn(UNPAID, order(id, 'old')));
  const { orders, gone } = await readAgain(picks, (constraint, most) => {
    sizes.push(most);
    const { AND: [, wanted] = [] } = constraint as { readonly AND?: readonly { readonly [name: string]: unknown }[] };
    const [, asked] = wanted!['main.id'] as readonly [string, readonly number[]];
    return Promise.resolve(asked.toReversed().map((id) => order(id, 'new')));
  });
  expect(sizes).toEqual([200, 200, 50]);
  expect([orders.map(({ id }) => id), gone]).toEqual([ids, []]);
});
