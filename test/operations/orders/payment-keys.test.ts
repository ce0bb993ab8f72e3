// do_payment under an idempotency key.
import { expect, test } from 'vitest';
import type { PaymentProvider } from '../../../src/kernel/payment-provider.ts';
import { begun, notify, open, place, received, tokenIn } from './paying.ts';
import type { PayingShop } from './paying.ts';
import type { Reply } from '../shop.ts';

const pay = ({ shop }: PayingShop, id_order: number, key = 'k'): Promise<Reply> =>
  shop.call('do_payment', { id_order }, { key });
const change = ({ shop }: PayingShop, id_order: number, fields: object): Promise<Reply> =>
  shop.admin('update_order_details', { id_order, ...fields });

/** Holds what the provider answers until it is told to go on. */
const slowly = (provider: PaymentProvider): (() => void) => {
  const start = provider.start.bind(provider);
  let go = (): void => {};
  const told = new Promise<void>((resolve) => (go = resolve));
  provider.start = (request, nowMs) => told.then(() => start(request, nowMs));
  return go;
};

const unavailable: PaymentProvider['start'] = ({ orderId }) =>
  Promise.resolve({ ok: false, code: 'PAYMENT_PROVIDER_UNAVAILABLE', param: String(orderId), detail: '' });

test('an order that changed while its payment was begun: the call can be repeated', async () => {
  const at = open();
  const id = await place(at.shop, 8);
  const go = slowly(at.payments.provider(8)!);
  const first = pay(at, id);
  await new Promise((resolve) => setImmediate(resolve));
  await change(at, id, { id_payment_method: 2 });
  go();
  expect(await first).toMatchObject({ message: 'PAYMENT_PROVIDER_UNAVAILABLE' });
  await change(at, id, { id_payment_method: 8 });
  expect(await pay(at, id)).toMatchObject({ status: 'Success', redirect: expect.stringContaining('token=') });
});

test('a provider that is down is no outcome', async () => {
  const at = open();
  const id = await place(at.shop, 8);
  const provider = at.payments.provider(8)!;
  const { start } = provider;
  provider.start = unavailable;
  const { headSeq } = at.shop.engine;
  expect(await pay(at, id)).toMatchObject({ message: 'PAYMENT_PROVIDER_UNAVAILABLE', param: String(id) });
  expect(at.shop.engine.headSeq).toBe(headSeq);
  provider.start = start;
  expect(await pay(at, id)).toMatchObject({ status: 'Success', redirect: expect.stringContaining('token=') });
});

test('whatever else is refused before the provider is asked is an outcome, across a restart', async () => {
  const at = open();
  const id = await place(at.shop, 8);
  await change(at, id, { order_state: 'CANCELED' });
  const refused = { object: 'error', message: 'ORDER_CANCELED', param: String(id) };
  const replies = await Promise.all([pay(at, id), pay(at, id), pay(at, id)]);
  for (const reply of replies) expect(reply).toMatchObject(refused);
  await change(at, id, { order_state: 'OPEN' });
  expect(await pay(at, id)).toMatchObject(refused);
  await at.shop.restart();
  expect(await pay(at, id)).toMatchObject(refused);
  expect(
    await at.shop.call(
      'do_payment',
      { id_order: id, args: { success_url: 'https://shop.example.org/' } },
      { key: 'k' },
    ),
  ).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await pay(at, id, 'l')).toMatchObject({ status: 'Success' });
});

test('refusals of prepare count as keys do', async () => {
  const at = open();
  const id = await place(at.shop, 8);
  const { headSeq } = at.shop.engine;
  for (let call = 0; call < 2; call += 1) expect(await pay(at, 77)).toMatchObject({ message: 'ORDER_NOT_FOUND' });
  expect(at.shop.engine.headSeq).toBe(headSeq + 1);
  expect(await pay(at, id)).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED' });
});

test.each<readonly [string, (at: Awaited<ReturnType<typeof begun>>) => unknown, string]>([
  ['paid', (at) => notify(at, received(at.payment)), 'PAYMENT_ALREADY_RECEIVED'],
  [
    'marked as paid',
    (at) => change(at, at.id, { order_payment_state: 'PAYMENT_RECEIVED' }),
    'PAYMENT_ALREADY_RECEIVED',
  ],
  ['cancelled', (at) => change(at, at.id, { order_state: 'CANCELED' }), 'ORDER_CANCELED'],
  ['waiting for its money', (at) => notify(at, received(at.payment, { status: 'pending' })), 'PAYMENT_PENDING'],
  [
    'not paid, and the page has ended',
    (at) => notify(at, received(at.payment, { status: 'expired' })),
    'IDEMPOTENCY_RESULT_GONE',
  ],
  ['not paid, and the page is too old', (at) => (at.shop.nowMs += 3_600_000), 'IDEMPOTENCY_RESULT_GONE'],
  ['to be paid by hand', (at) => change(at, at.id, { id_payment_method: 2 }), 'IDEMPOTENCY_RESULT_GONE'],
])('a repeat sends nobody to the page of an order that is %s by then', async (_what, happen, message) => {
  const at = await begun();
  const first = await pay(at, at.id);
  expect(tokenIn(first['redirect'])['payment']).toBe(at.payment);
  expect(await pay(at, at.id)).toEqual(first);
  await happen(at);
  const { headSeq } = at.shop.engine;
  expect(await pay(at, at.id)).toMatchObject({ object: 'error', message });
  await at.shop.restart();
  expect(await pay(at, at.id)).toMatchObject({ object: 'error', message });
  expect(at.shop.engine.headSeq).toBe(headSeq);
  // Another key begins what can be begun.
  if (message === 'IDEMPOTENCY_RESULT_GONE') expect(await pay(at, at.id, 'l')).toMatchObject({ status: 'Success' });
});

test('a repeat of a payment by hand is a success, whatever became of the order', async () => {
  const at = open();
  const id = await place(at.shop, 2);
  const first = await pay(at, id);
  await change(at, id, { order_state: 'CANCELED' });
  expect(await pay(at, id)).toEqual(first);
});

test('members of args in another order are the same call', async () => {
  const at = open();
  const id_order = await place(at.shop, 8);
  const call = (args: object) => at.shop.call('do_payment', { id_order, args: JSON.stringify(args) }, { key: 'k' });
  const first = await call({
    success_url: 'https://shop.example.org/a',
    cancel_url: 'https://shop.example.org/b',
    more: { x: 1, y: [1, 2] },
  });
  expect(first).toMatchObject({ status: 'Success' });
  expect(
    await call({
      more: { y: [1, 2], x: 1 },
      cancel_url: 'https://shop.example.org/b',
      success_url: 'https://shop.example.org/a',
    }),
  ).toEqual(first);
  expect(
    await call({
      more: { y: [2, 1], x: 1 },
      cancel_url: 'https://shop.example.org/b',
      success_url: 'https://shop.example.org/a',
    }),
  ).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED' });
});
