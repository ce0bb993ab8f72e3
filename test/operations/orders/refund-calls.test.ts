// Refunds that a provider is asked for, and what it reports. It would catch money that is given back twice or is never
// asked for, a notice that counts twice, and an order that says more went back than came.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KEY_MS_MAX, REFUND_RETRIES_MS } from '../../../src/engine/delivery/refund-calls.ts';
import type { RefundAnswer } from '../../../src/kernel/payment-provider.ts';
import { runs } from '../../harness/effort.ts';
import type { Given } from '../shop.ts';
import { UNKNOWN, balance, paid, refund, refunds, said, set, tick } from './paying-back.ts';
import { notify, received } from './paying.ts';

describe('a provider', () => {
  test('is asked once for what is to go back, and its answer counts', async () => {
    const at = await paid();
    expect(await refund(at, { amount: '2.50' })).toMatchObject({
      refund: { state: 'asked', id_attempt: 1, amount: 2.5 },
      balance: { total: 10, outstanding: -2.5, refunded: 0 },
    });
    expect(await refund(at, { amount: '1' })).toMatchObject({ message: 'REFUND_PENDING' });
    await tick(at);
    await tick(at);
    expect(at.back.asked).toMatchObject([{ amountMinor: 250, currency: 'EUR', transaction: 't-1', orderId: at.id }]);
    expect(await refunds(at)).toMatchObject([{ state: 'done', transaction: 'r-1', attempts: 0 }]);
    expect(await balance(at)).toEqual({ total: 10, received: 12.5, outstanding: 0, refunded: 2.5 });
    expect(await refund(at, { amount: '10.01' })).toMatchObject({ message: 'REFUND_EXCEEDED' });
  });

  test('that gave no answer is asked again under the same key, ever later, and then no more', async () => {
    const at = await paid();
    at.back.says = () => UNKNOWN;
    await refund(at, { amount: '2.50' });
    await tick(at);
    await tick(at);
    expect(at.back.asked).toHaveLength(1);
    expect(await refunds(at)).toMatchObject([{ state: 'asked', attempts: 1, failure: 'no answer' }]);
    for (const waitMs of REFUND_RETRIES_MS) {
      await at.shop.restart();
      at.shop.nowMs += waitMs;
      await tick(at);
    }
    expect(at.back.asked).toHaveLength(REFUND_RETRIES_MS.length + 1);
    expect([...at.back.given.keys()]).toHaveLength(1);
    at.shop.nowMs += KEY_MS_MAX;
    await tick(at);
    expect(at.back.asked).toHaveLength(REFUND_RETRIES_MS.length + 1);
    expect(at.warnings).toHaveLength(1);
    expect(await refunds(at)).toMatchObject([{ state: 'asked', next_date: '' }]);
    // A person has looked into the provider's dashboard.
    await at.shop.admin('settle_refund', { id_refund: 1, state: 'done' });
    expect(await balance(at)).toMatchObject({ refunded: 2.5, outstanding: 0 });
  });

  test('is not asked with a key that it may have forgotten', async () => {
    const at = await paid();
    await refund(at, { amount: '2.50' });
    expect(await at.shop.admin('settle_refund', { id_refund: 1, state: 'done' })).toMatchObject({
      message: 'REFUND_PENDING',
    });
    at.shop.nowMs += KEY_MS_MAX + 1000;
    await tick(at);
    expect(at.back.asked).toEqual([]);
    expect(await refunds(at)).toMatchObject([{ state: 'asked', next_date: '' }]);
  });

  test('that turns out to give nothing back leaves the refund to a person at once', async () => {
    const at = await paid();
    await refund(at, { amount: '2.50' });
    const { capabilities, start, notify: read } = at.payments.provider(8)!;
    await tick({ ...at, payments: { ...at.payments, provider: () => ({ capabilities, start, notify: read }) } });
    const failure = 'The payment method has no provider that gives money back.';
    expect(await refunds(at)).toMatchObject([{ state: 'asked', attempts: 1, failure, next_date: '' }]);
    expect(at.warnings).toHaveLength(1);
    await at.shop.admin('settle_refund', { id_refund: 1, state: 'done' });
    expect(await balance(at)).toMatchObject({ refunded: 2.5, outstanding: 0 });
  });

  test('that is missing for a moment is asked once it is there again', async () => {
    const at = await paid();
    await refund(at, { amount: '2.50' });
    await tick({ ...at, payments: { ...at.payments, provider: () => undefined } });
    const failure = 'The payment method has no provider.';
    expect(await refunds(at)).toMatchObject([{ state: 'asked', attempts: 1, failure }]);
    at.shop.nowMs += REFUND_RETRIES_MS[0];
    await tick(at);
    expect(await refunds(at)).toMatchObject([{ state: 'done', transaction: 'r-1' }]);
    expect(at.warnings).toEqual([]);
  });

  test('that refuses leaves the debt, which another refund may pay', async () => {
    const at = await paid();
    at.back.says = () => ({ ok: true, value: { state: 'failed', transaction: '', failure: 'card_gone' } });
    await refund(at, { amount: '2.50' });
    await tick(at);
    expect(await refunds(at)).toMatchObject([{ state: 'failed', failure: 'card_gone', counted: 0 }]);
    expect(await balance(at)).toMatchObject({ outstanding: -2.5, refunded: 0 });
    expect(await refund(at, { to: 'manual' })).toMatchObject({ refund: { amount: 2.5, state: 'done' } });
  });

  test('has given back a part when the order is cancelled: the rest alone has no claim, and a webhook says so', async () => {
    const at = await paid();
    const { shop } = at;
    await shop.admin('create_webhook', { name: 'MONEY', event: 'PAYMENT_UNCLAIMED' });
    await shop.admin('update_webhook', { name: 'MONEY', url: 'https://hook.example.org/', parameter: '' });
    await refund(at, { amount: '2.50' });
    await tick(at);
    await shop.admin('update_order_details', { id_order: at.id, order_state: 'CANCELED' });
    at.back.says = (_request, transaction) => ({ ok: true, value: { state: 'pending', transaction, failure: '' } });
    await refund(at, { amount: '4' });
    await tick(at);
    await notify(at, said(at, { transaction: 'r-2', amount: 400 }));
    await notify(at, said(at, { transaction: 'x-1', amount: 600 }));
    await notify(at, said(at, { transaction: 'r-2', amount: 400, status: 'refund_failed' }));
    const { queues } = shop.engine.tables.message.index as { queues: Map<number, number[]> };
    const told = [...queues.values()]
      .flat()
      .map((id) => (shop.engine.tables.message.peek(id) as { parameters: Given }).parameters['amount']);
    expect(told).toEqual(['10', '4']);
    expect(await shop.admin('get_unclaimed_money')).toMatchObject({ money: [{ amount: 12.5, left: 4 }] });
  });

  test('has given back more than is left: what a failed refund leaves and that takes has a claim', async () => {
    const at = await paid();
    const { shop } = at;
    await shop.admin('create_webhook', { name: 'MONEY', event: 'PAYMENT_UNCLAIMED' });
    await shop.admin('update_webhook', { name: 'MONEY', url: 'https://hook.example.org/', parameter: '' });
    await shop.admin('update_order_details', { id_order: at.id, order_state: 'CANCELED' });
    await notify(at, said(at, { transaction: 'x-1', amount: 650 }));
    await notify(at, said(at, { transaction: 'x-2', amount: 1000 }));
    await notify(at, said(at, { transaction: 'x-1', amount: 650, status: 'refund_failed' }));
    const { queues } = shop.engine.tables.message.index as { queues: Map<number, number[]> };
    const told = [...queues.values()]
      .flat()
      .map((id) => (shop.engine.tables.message.peek(id) as { parameters: Given }).parameters['amount']);
    expect(told).toEqual(['12.5', '2.5']);
    expect(await shop.admin('get_unclaimed_money')).toMatchObject({ money: [{ amount: 12.5, left: 2.5 }] });
  });

  test('of a cancelled order settles the money that has no claim', async () => {
    const at = await paid();
    await at.shop.admin('update_order_details', { id_order: at.id, order_state: 'CANCELED' });
    const stillOpen = async (): Promise<unknown> => (await at.shop.admin('get_unclaimed_money'))['open'];
    expect(await stillOpen()).toBe(1);
    expect(await refund(at)).toMatchObject({ refund: { amount: 12.5 } });
    await tick(at);
    expect(await stillOpen()).toBe(0);
    expect(await balance(at)).toMatchObject({ outstanding: 0, refunded: 12.5 });
  });
});

describe('a notice', () => {
  test('of the shop’s own refund moves it, before or after the answer, once', async () => {
    const at = await paid();
    at.back.says = (_request, transaction) => ({ ok: true, value: { state: 'pending', transaction, failure: '' } });
    await refund(at, { amount: '2.50' });
    await tick(at);
    expect(await refunds(at)).toMatchObject([{ state: 'pending' }]);
    const key = at.back.asked[0]!.key;
    for (const asked of [key, '', key])
      expect(await notify(at, said(at, { refund: asked }))).toMatchObject({ status: 200 });
    await notify(at, said(at, { refund: key, status: 'refund_pending' }));
    expect(await refunds(at)).toMatchObject([{ id: 1, state: 'done', transaction: 'r-1' }]);
    expect(await balance(at)).toMatchObject({ refunded: 2.5, outstanding: 0 });
    await notify(at, said(at, { status: 'refund_failed', detail: 'account_closed' }));
    expect(await refunds(at)).toMatchObject([{ state: 'failed', failure: 'account_closed' }]);
    expect(await balance(at)).toMatchObject({ refunded: 0, outstanding: -2.5 });
  });

  test('of a refund of the provider’s own pages that failed leaves the shop’s own on its way', async () => {
    const at = await paid();
    await refund(at, { amount: '2.50' });
    await notify(at, said(at, { transaction: 'x-1', status: 'refund_failed' }));
    await tick(at);
    expect(await refunds(at)).toMatchObject([
      { origin: 'provider', transaction: 'x-1', state: 'failed', counted: 0 },
      { origin: 'shop', transaction: 'r-1', state: 'done', counted: 2.5 },
    ]);
    expect(await balance(at)).toMatchObject({ refunded: 2.5 });
  });

  test('that was taken for the shop’s own, and failed, does not hide what the answer says', async () => {
    const at = await paid();
    await refund(at, { amount: '2.50' });
    for (const status of ['refund_pending', 'refund_failed'])
      await notify(at, said(at, { transaction: 'x-1', status }));
    const { askedMs } = at.shop.engine.tables.refund.get(1)!.state as { askedMs: number };
    const answer = said(at, { refund: `refund-${at.id}-1-${askedMs}` });
    for (let times = 0; times < 2; times += 1) await notify(at, answer);
    expect(await refunds(at)).toMatchObject([
      { transaction: 'r-1', state: 'done', counted: 2.5 },
      { transaction: 'x-1', state: 'failed', counted: 0 },
    ]);
    expect(await balance(at)).toMatchObject({ refunded: 2.5 });
  });

  test('of what the provider’s own pages gave back is recorded once, and counts no more than came', async () => {
    const at = await paid();
    for (let times = 0; times < 2; times += 1) {
      await notify(at, said(at));
      await notify(at, said(at, { transaction: 'r-2', amount: 1250 }));
      await at.shop.restart();
    }
    expect(await refunds(at)).toMatchObject([
      { origin: 'provider', transaction: 'r-2', amount: 12.5, counted: 10, state: 'done' },
      { origin: 'provider', transaction: 'r-1', amount: 2.5, counted: 2.5, state: 'done' },
    ]);
    expect(await balance(at)).toEqual({ total: 12.5, received: 12.5, outstanding: 12.5, refunded: 12.5 });
    expect(await notify(at, said(at, { payment: 'order-1-0' }))).toMatchObject({ status: 404 });
  });

  test('that overtakes the answer leaves less to count for the shop’s own refund', async () => {
    const at = await paid();
    await refund(at, { amount: '12.50' });
    await notify(at, said(at, { transaction: 'x-1', amount: 700 }));
    await tick(at);
    expect(await refunds(at)).toMatchObject([
      { id: 2, origin: 'provider', counted: 7, state: 'done' },
      { id: 1, origin: 'shop', amount: 12.5, counted: 5.5, state: 'done' },
    ]);
    expect(await balance(at)).toMatchObject({ received: 12.5, refunded: 12.5 });
  });

  test('without a key that overtakes the answer is of the refund that is on its way, and counts once', async () => {
    const at = await paid();
    await refund(at, { amount: '2.50' });
    await notify(at, said(at));
    await tick(at);
    await notify(at, said(at));
    expect(await refunds(at)).toMatchObject([{ id: 1, origin: 'shop', counted: 2.5, state: 'done' }]);
    expect(await balance(at)).toMatchObject({ refunded: 2.5, outstanding: 0 });
  });

  test('of another refund over the same amount counts beside the shop’s own, whichever is told first', async () => {
    const at = await paid();
    at.back.says = () => UNKNOWN;
    await refund(at, { amount: '2.50' });
    await tick(at);
    const { key } = at.back.asked[0]!;
    await notify(at, said(at, { transaction: 'x-1' }));
    for (const transaction of ['r-1', 'x-1', 'r-1'])
      await notify(at, said(at, { transaction, ...(transaction === 'r-1' && { refund: key }) }));
    expect(await refunds(at)).toMatchObject([
      { id: 2, origin: 'provider', transaction: 'r-1', counted: 2.5, state: 'done' },
      { id: 1, origin: 'shop', transaction: 'x-1', counted: 2.5, state: 'done' },
    ]);
    expect(await balance(at)).toMatchObject({ refunded: 5 });
  });

  test('of a dispute takes the money away until it is won', async () => {
    const at = await paid();
    const dispute = { transaction: 'd-1', amount: 1250 };
    await notify(at, said(at, { ...dispute, status: 'disputed' }));
    expect(await balance(at)).toMatchObject({ refunded: 12.5 });
    expect(await at.shop.call('get_order_by_id', { id_order: at.id })).toMatchObject({
      refunds: [{ origin: 'dispute', state: 'done', amount: 12.5 }],
    });
    for (const status of ['dispute_won', 'disputed']) await notify(at, said(at, { ...dispute, status }));
    expect(await balance(at)).toMatchObject({ refunded: 0, outstanding: 0 });
  });
});

describe('a notice about money that the order has not', () => {
  const unchanged = { received: 12.5, outstanding: 0, refunded: 0 };

  test('of a second attempt, which is without a claim, counts nothing', async () => {
    const at = await paid(true);
    expect(await notify(at, received(at.other, { transaction: 't-2' }))).toMatchObject({ status: 409 });
    await notify(at, said(at, { payment: at.other, amount: 1250 }));
    expect(await balance(at)).toMatchObject(unchanged);
    expect(await refunds(at)).toMatchObject([{ id_attempt: 2, amount: 12.5, counted: 0, state: 'done' }]);
  });

  test.each(['refunded', 'disputed', 'refund_pending'])('of a payment that went back: %s', async (status) => {
    const at = await paid();
    await set(at, 'PAYMENT_NOT_RECEIVED');
    const again = await at.begin({});
    await notify(at, received(again, { transaction: 't-2' }));
    await notify(at, said(at, { amount: 1250, status }));
    await at.shop.restart();
    if (status === 'refund_pending') await notify(at, said(at, { amount: 1250 }));
    expect(await balance(at)).toMatchObject(unchanged);
    expect(await refunds(at)).toMatchObject([{ id_attempt: 1, amount: 12.5, counted: 0, state: 'done' }]);
  });
});

describe('a refund that counted and has failed', () => {
  test('leaves what it counted to those that counted less', async () => {
    const at = await paid();
    await at.shop.admin('update_order_details', { id_order: at.id, order_state: 'CANCELED' });
    await notify(at, said(at, { amount: 1250 }));
    await notify(at, said(at, { transaction: 'd-1', amount: 1000, status: 'disputed' }));
    await notify(at, said(at, { transaction: 'd-2', amount: 1000, status: 'disputed' }));
    await notify(at, said(at, { transaction: 'y-1', amount: 9, currency: 'JPY' }));
    await notify(at, said(at, { amount: 1250, status: 'refund_failed' }));
    await at.shop.restart();
    const counted = (await refunds(at)).map((one) => [one['transaction'], one['counted']]);
    expect(counted).toEqual([
      ['y-1', 0],
      ['d-2', 2.5],
      ['d-1', 10],
      ['r-1', 0],
    ]);
    expect(await balance(at)).toMatchObject({ received: 12.5, refunded: 12.5 });
    expect(await refund(at, { to: 'manual', amount: '12.50' })).toMatchObject({ message: 'REFUND_EXCEEDED' });
  });

  test('leaves nothing to what was cleared', async () => {
    const at = await paid();
    await refund(at, { to: 'manual', amount: '5' });
    for (const state of ['PAYMENT_NOT_RECEIVED', 'PAYMENT_RECEIVED']) await set(at, state);
    const again = { amount: 250, transaction: 'r-9' };
    await notify(at, said(at, again));
    await notify(at, said(at, { ...again, status: 'refund_failed' }));
    expect(await balance(at)).toMatchObject({ refunded: 0 });
  });

  test('lets one on its way count what it is, once it is done', async () => {
    const at = await paid();
    await notify(at, said(at, { amount: 1250 }));
    await notify(at, said(at, { amount: 1250, transaction: 'r-2', status: 'refund_pending' }));
    await notify(at, said(at, { amount: 1250, status: 'refund_failed' }));
    expect(await balance(at)).toMatchObject({ refunded: 0 });
    await notify(at, said(at, { amount: 1250, transaction: 'r-2' }));
    expect(await balance(at)).toMatchObject({ refunded: 12.5 });
  });
});

test('a refund that a person says failed is done where its provider says so; what the provider ended stays so', async () => {
  const at = await paid();
  at.back.says = (_request, transaction) => ({ ok: true, value: { state: 'pending', transaction, failure: '' } });
  await refund(at, { amount: '2.50' });
  await tick(at);
  await at.shop.admin('settle_refund', { id_refund: 1, state: 'failed' });
  expect(await balance(at)).toMatchObject({ refunded: 0 });
  await at.shop.restart();
  await notify(at, said(at));
  expect(await refunds(at)).toMatchObject([{ state: 'done', counted: 2.5 }]);
  expect(await balance(at)).toMatchObject({ refunded: 2.5 });
  for (const status of ['refund_failed', 'refunded']) await notify(at, said(at, { status }));
  expect(await refunds(at)).toMatchObject([{ state: 'failed', counted: 0 }]);
  expect(await balance(at)).toMatchObject({ refunded: 0 });
});

test('a refund is not asked for any more once its order is not paid; an answer under way still says what it is', async () => {
  const at = await paid();
  await refund(at, { amount: '2.50' });
  await set(at, 'PAYMENT_NOT_RECEIVED');
  await at.shop.restart();
  await tick(at);
  expect(at.back.asked).toEqual([]);
  const failure = 'The payment of the order was set to not received.';
  expect(await refunds(at)).toMatchObject([{ state: 'failed', counted: 0, failure }]);
  await set(at, 'PAYMENT_RECEIVED');
  expect(await refund(at, { to: 'manual', amount: '1' })).toMatchObject({ refund: { state: 'done' } });
  const { askedMs } = at.shop.engine.tables.refund.get(1)!.state as { askedMs: number };
  await notify(at, said(at, { refund: `refund-${at.id}-1-${askedMs}` }));
  expect(await refunds(at)).toMatchObject([{ id: 2 }, { state: 'done', counted: 0, failure: '' }]);
  expect(await balance(at)).toMatchObject({ refunded: 1 });
});

test('no order gives more back than came, whatever is asked, answered and reported in whatever order', async () => {
  const notices = fc.record({
    what: fc.constant('notice'),
    status: fc.constantFrom('refunded', 'refund_pending', 'refund_failed', 'disputed', 'dispute_won'),
    transaction: fc.constantFrom('r-1', 'r-2', 'x-1', 'x-2'),
    amount: fc.constantFrom(250, 700, 1250),
  });
  const calls = fc.record({ what: fc.constant('refund'), amount: fc.constantFrom('', '2.50', '7', '12.50') });
  const answers = fc.record({ what: fc.constant('tick'), state: fc.constantFrom('done', 'pending', 'failed', 'none') });
  const states = fc.record({
    what: fc.constant('set'),
    order_payment_state: fc.constantFrom('PAYMENT_RECEIVED', 'PAYMENT_NOT_RECEIVED'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(notices, calls, answers, states), { maxLength: 10 }), async (steps) => {
      const at = await paid();
      for (const { what, ...given } of steps) {
        const { state } = given as { state?: RefundAnswer['state'] | 'none' };
        at.back.says = (_request, transaction) =>
          state === 'none' || state === undefined ? UNKNOWN : { ok: true, value: { state, transaction, failure: '' } };
        if (what === 'notice') await notify(at, said(at, given as Given));
        else if (what === 'refund') await refund(at, given as Given);
        else if (what === 'tick') await tick(at);
        else await at.shop.admin('update_order_details', { id_order: at.id, ...given });
        const { total, received, outstanding, refunded } = (await balance(at)) as { readonly [name: string]: number };
        expect(Math.round((total! - received! + refunded! - outstanding!) * 100)).toBe(0);
        expect(refunded).toBeLessThanOrEqual(received!);
        expect(refunded).toBeGreaterThanOrEqual(0);
        const done = (await refunds(at)).filter((one) => one['state'] === 'done');
        expect(Math.round(done.reduce((sum, one) => sum + Number(one['counted']), 0) * 100)).toBe(
          Math.round(refunded! * 100),
        );
      }
    }),
    { numRuns: runs(60, 12) },
  );
});
