// Catches money that a payment provider reports and that nothing but its own dashboard would know of, an entry that
// comes twice, one that stays although an order has a claim by then, and what came before the shop knew its payment.
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import { FeedReader, parseEvents, untilPublished } from '../../engine/delivery/feed-reader.ts';
import { SECRET, begun, config, notify, open, place, received, stateOf, tokenIn, warnings } from './paying.ts';
import { paymentServices } from './payment-services.ts';
import type { TestShop } from '../shop.ts';

interface Money {
  readonly id: number;
  readonly id_order: number;
  readonly id_attempt: number;
  readonly amount: number;
  readonly currency: string;
  readonly transaction: string;
  readonly reason: string;
  readonly settled_date: string;
  readonly note: string;
}

const moneyOf = async (shop: TestShop, more = {}): Promise<readonly Money[]> =>
  (await shop.admin<{ money: readonly Money[] }>('get_unclaimed_money', more)).money;

const update = (shop: TestShop, id: number, change: object): Promise<unknown> =>
  shop.admin('update_order_details', { id_order: id, ...change });

/** An order that its second page has paid, and the notice by which the first one brought the money as well. */
const paidTwice = async () => {
  const at = await begun();
  const { redirect } = await at.shop.call('do_payment', {
    id_order: at.id,
    args: { success_url: 'https://shop.example.org/other' },
  });
  await notify(at, received(tokenIn(redirect)['payment']));
  const late = received(at.payment, { transaction: 't-late' });
  expect(await notify(at, late)).toMatchObject({ status: 409 });
  return { at, late };
};

describe('money without a claim is kept', () => {
  test('that came twice, in another amount or for nothing known, each once, with amount and transaction', async () => {
    const at = await begun();
    const { shop, id, payment } = at;
    warnings.length = 0;
    for (let times = 0; times < 2; times += 1) {
      await notify(at, received(payment, { amount: 1249, transaction: 't-less' }));
      await notify(at, received(payment, { currency: 'JPY', transaction: 't-yen' }));
      await notify(at, received('order-1-0', { transaction: 't-unknown' }));
      await notify(at, received(payment));
      await notify(at, received(payment, { transaction: 't-twice' }));
      await shop.restart();
    }
    const shown = (await moneyOf(shop)).map(({ id_order, amount, currency, transaction, reason }) => [
      id_order,
      amount,
      currency,
      transaction,
      reason,
    ]);
    expect(shown).toEqual([
      [id, 12.5, 'EUR', 't-twice', 'paid_already'],
      [0, 12.5, 'EUR', 't-unknown', 'payment_unknown'],
      [id, 12.5, 'JPY', 't-yen', 'amount_differs'],
      [id, 12.49, 'EUR', 't-less', 'amount_differs'],
    ]);
    expect(warnings).toHaveLength(4);
    expect(warnings.join()).not.toMatch(/t-|order-1/);
    const { unclaimed } = await shop.admin<{ unclaimed: readonly Money[] }>('get_payment_attempts', { id_order: id });
    expect(unclaimed.map(({ transaction, id_attempt }) => [transaction, id_attempt])).toEqual([
      ['t-twice', 1],
      ['t-yen', 1],
      ['t-less', 1],
    ]);
  });

  test('of another page of one order, when the first has paid it', async () => {
    const at = await begun();
    const { redirect } = await at.shop.call('do_payment', {
      id_order: at.id,
      args: { success_url: 'https://shop.example.org/other' },
    });
    await notify(at, received(tokenIn(redirect)['payment']));
    expect(await notify(at, received(at.payment, { transaction: 't-2' }))).toMatchObject({ status: 409 });
    expect(await moneyOf(at.shop)).toMatchObject([{ id_attempt: 1, reason: 'paid_already', transaction: 't-2' }]);
    // It went back by hand: what came second pays the order now.
    await update(at.shop, at.id, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    await notify(at, received(at.payment, { transaction: 't-2' }));
    expect(await stateOf(at.shop, at.id)).toBe('PAYMENT_RECEIVED');
    expect(await moneyOf(at.shop)).toEqual([]);
  });

  test('for a cancelled order, whichever was first; an order that is open again has a claim to it', async () => {
    const at = await begun();
    const { shop, id, payment } = at;
    await update(shop, id, { order_state: 'CANCELED' });
    expect(await notify(at, received(payment))).toEqual({ status: 200, message: '' });
    const canceled = [{ id_order: id, amount: 12.5, transaction: 't-1', reason: 'order_canceled' }];
    expect(await moneyOf(shop)).toMatchObject(canceled);
    await update(shop, id, { order_state: 'OPEN' });
    expect(await moneyOf(shop)).toEqual([]);
    await update(shop, id, { order_state: 'CANCELED' });
    expect(await moneyOf(shop)).toMatchObject(canceled);
    // The back office says that it went back.
    await update(shop, id, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    expect(await moneyOf(shop)).toEqual([]);
    expect(await moneyOf(shop, { settled: 1 })).toMatchObject(canceled);
  });

  test.each([
    ['by another page', ['t-2']],
    ['by hand', []],
  ] as const)('of a cancelled order: not what went back before it was paid again %s', async (how, expected) => {
    const at = await begun();
    const { shop, id, payment } = at;
    await notify(at, received(payment));
    await update(shop, id, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    await shop.restart();
    if (how === 'by hand') await update(shop, id, { order_payment_state: 'PAYMENT_RECEIVED' });
    else {
      shop.nowMs += 1;
      const { redirect } = await shop.call('do_payment', { id_order: id });
      await notify(at, received(tokenIn(redirect)['payment'], { transaction: 't-2' }));
    }
    expect(await stateOf(shop, id)).toBe('PAYMENT_RECEIVED');
    await shop.restart();
    await update(shop, id, { order_state: 'CANCELED' });
    expect((await moneyOf(shop)).map(({ transaction }) => transaction)).toEqual(expected);
  });

  test('and what was sent back pays nothing when its notice is repeated', async () => {
    const { at, late } = await paidTwice();
    const { shop, id } = at;
    const [{ id: moneyId }] = (await moneyOf(shop)) as [Money];
    await shop.admin('settle_unclaimed_money', { id_money: moneyId, note: 'sent back' });
    await update(shop, id, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    expect(await notify(at, late)).toEqual({ status: 200, message: '' });
    expect(await stateOf(shop, id)).toBe('PAYMENT_NOT_RECEIVED');
    expect(await moneyOf(shop)).toEqual([]);
  });

  test('when its notice is repeated for an order that is cancelled by then', async () => {
    const { at, late } = await paidTwice();
    const { shop, id } = at;
    await update(shop, id, { order_state: 'CANCELED' });
    await update(shop, id, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    for (let times = 0; times < 2; times += 1) {
      expect(await notify(at, late)).toEqual({ status: 200, message: '' });
      expect(await moneyOf(shop)).toMatchObject([{ transaction: 't-late', reason: 'order_canceled' }]);
      await shop.restart();
    }
    await update(shop, id, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    expect(await moneyOf(shop)).toEqual([]);
  });

  test('until somebody says what became of it', async () => {
    const at = await begun();
    const { shop, payment } = at;
    await notify(at, received(payment, { amount: 1 }));
    const [{ id }] = (await moneyOf(shop)) as [Money];
    expect(await shop.admin('settle_unclaimed_money', { id_money: id, note: 'sent back' })).toEqual({
      object: 'settle_unclaimed_money',
      status: 'success',
    });
    expect(await moneyOf(shop)).toEqual([]);
    expect(await moneyOf(shop, { settled: 1 })).toMatchObject([
      { note: 'sent back', settled_date: expect.stringMatching(/^2026/) },
    ]);
    await shop.adminRefused('settle_unclaimed_money', { id_money: id }, 'MONEY_SETTLED', id);
    await shop.adminRefused('settle_unclaimed_money', { id_money: 77 }, 'MONEY_NOT_FOUND', 77);
    await shop.adminRefused('get_unclaimed_money', { id_order: 77 }, 'ORDER_NOT_FOUND', 77);
    await shop.refused('get_unclaimed_money', {}, 'PERMISSION_DENIED');
  });

  test('page by page, newest first', async () => {
    const at = await begun();
    for (let one = 1; one <= 5; one += 1) await notify(at, received('x', { transaction: `t-${one}` }));
    const seen: string[] = [];
    for (let after = 0; ;) {
      const page = await at.shop.admin<{ next: number; open: number; money: readonly Money[] }>('get_unclaimed_money', {
        after,
        limit: 2,
      });
      expect(page.open).toBe(5);
      seen.push(...page.money.map(({ transaction }) => transaction));
      if ((after = page.next) === 0) break;
    }
    expect(seen).toEqual(['t-5', 't-4', 't-3', 't-2', 't-1']);
  });

  test('and a webhook is called for it', async () => {
    const at = await begun();
    const { shop } = at;
    await shop.admin('create_webhook', { name: 'MONEY', event: 'PAYMENT_UNCLAIMED' });
    await shop.admin('update_webhook', { name: 'MONEY', url: 'https://hook.example.org/', parameter: '' });
    await notify(at, received(at.payment, { amount: 1249 }));
    await notify(at, received(at.payment, { amount: 1249 }));
    const { queues } = shop.engine.tables.message.index as { queues: Map<number, number[]> };
    const told = [...queues.values()]
      .flat()
      .map((id) => (shop.engine.tables.message.peek(id) as { parameters: unknown }).parameters);
    expect(told).toEqual([
      {
        id_money: 1,
        id_order: at.id,
        reason: 'amount_differs',
        amount: '12.49',
        currency: 'EUR',
        transaction: 't-1',
      },
    ]);
  });
});

test('the change feed tells of it, and of what becomes of it', async () => {
  const at = await begun();
  const { shop, id } = at;
  await untilPublished(shop);
  const sink = new FeedReader();
  new ChangeFeed(shop.engine, { readersMax: 1, stalledMsMax: 10_000 }).subscribe(sink, -1);
  await notify(at, received('order-1-0', { status: 'expired', transaction: '' }));
  await notify(at, received('order-1-0'));
  await notify(at, received(at.payment, { amount: 1, transaction: 't-less' }));
  await shop.admin('settle_unclaimed_money', { id_money: 2 });
  await untilPublished(shop);
  const told = parseEvents(sink.text).messages.filter(({ event }) => event === 'money');
  expect(told.map(({ data }) => data)).toEqual([
    { id: 2, change: 'created', id_order: 0 },
    { id: 3, change: 'created', id_order: id },
    { id: 2, change: 'changed', id_order: 0 },
  ]);
  await update(shop, id, { order_state: 'CANCELED' });
  await notify(at, received(at.payment));
  await update(shop, id, { order_state: 'OPEN' });
  await untilPublished(shop);
  expect(
    parseEvents(sink.text)
      .messages.filter(({ event }) => event === 'money')
      .slice(3)
      .map(({ data }) => data),
  ).toEqual([
    { id: 4, change: 'created', id_order: id },
    { id: 4, change: 'deleted' },
  ]);
});

/** A hosted page whose provider says something before do_payment has its answer. */
const hasty = async (said: (payment: unknown) => readonly object[]) => {
  const payments = paymentServices(config(), { KONTOR_PAYMENT_8_SECRET: SECRET });
  const provider = payments.provider(8)!;
  let told = 0;
  const at = open({
    ...payments,
    provider: (id) =>
      id !== 8
        ? undefined
        : {
            ...provider,
            capabilities: provider.capabilities,
            notify: (notice) => provider.notify(notice),
            async start(request, nowMs) {
              const started = await provider.start(request, nowMs);
              if (told === 0 && started.ok)
                for (const notice of said(started.value.reference)) await notify({ shop: at.shop, payments }, notice);
              told += 1;
              return started;
            },
          },
  });
  const id = await place(at.shop, 8);
  return { ...at, payments, id };
};

describe('what comes before the answer of do_payment', () => {
  test('an end is not forgotten: the shopper is sent to no page that is over', async () => {
    const { shop, id } = await hasty((payment) => [received(payment, { status: 'expired', transaction: '' })]);
    expect(await shop.call('do_payment', { id_order: id })).toMatchObject({ message: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    const { attempts } = await shop.admin<{ attempts: unknown[] }>('get_payment_attempts', { id_order: id });
    expect(attempts).toEqual([]);
    shop.nowMs += 1;
    expect(await shop.call('do_payment', { id_order: id })).toMatchObject({ status: 'Success' });
    expect(await moneyOf(shop, { settled: 1 })).toEqual([]);
  });

  test('money pays the order', async () => {
    const { shop, id } = await hasty((payment) => [received(payment)]);
    // Nor is the shopper sent to a page that is paid.
    expect(await shop.call('do_payment', { id_order: id })).toMatchObject({
      status: 'Success',
      redirect: '',
      token: '',
    });
    expect(await stateOf(shop, id)).toBe('PAYMENT_RECEIVED');
    expect(await moneyOf(shop, { settled: 1 })).toEqual([]);
  });

  test('money in another amount, or twice, stays without a claim, and is that of the order', async () => {
    const { shop, id } = await hasty((payment) => [
      received(payment, { amount: 1, transaction: 't-less' }),
      received(payment),
      received(payment, { transaction: 't-2' }),
    ]);
    await shop.call('do_payment', { id_order: id });
    expect(await stateOf(shop, id)).toBe('PAYMENT_RECEIVED');
    expect(await moneyOf(shop, { id_order: id })).toMatchObject([
      { id_order: id, id_attempt: 1, transaction: 't-2', reason: 'paid_already' },
      { id_order: id, id_attempt: 1, transaction: 't-less', reason: 'amount_differs' },
    ]);
  });

  test('ends that nobody asks for are dropped in the end', async () => {
    const { shop, payments } = open();
    await untilPublished(shop);
    const sink = new FeedReader();
    new ChangeFeed(shop.engine, { readersMax: 1, stalledMsMax: 10_000 }).subscribe(sink, -1);
    for (let one = 0; one < 40; one += 1) {
      await notify({ shop, payments }, received(`x-${one}`, { status: 'expired', transaction: '' }));
      shop.nowMs += 60_000;
    }
    expect(shop.engine.readContext().index('payment_notice').ends.size).toBeLessThanOrEqual(11);
    // They were no money, neither when they came nor when they went.
    await untilPublished(shop);
    expect(parseEvents(sink.text).messages.filter(({ event }) => event === 'money')).toEqual([]);
  });
});

test('whatever comes, in whatever order: money that came is what orders have and what is without a claim', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          page: fc.nat({ max: 2 }),
          amount: fc.constantFrom(1250, 1250, 1250, 1),
          transaction: fc.constantFrom('t-1', 't-2', 't-3'),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      async (notices) => {
        const at = await begun();
        const { redirect } = await at.shop.call('do_payment', {
          id_order: at.id,
          args: { success_url: 'https://shop.example.org/other' },
        });
        const pages = [at.payment, tokenIn(redirect)['payment'], 'unknown'];
        for (const { page, ...said } of notices) await notify(at, received(pages[page], said));
        // What pays the order is named by its transaction: the same one in another amount is no other money.
        const taking = notices.find(({ page, amount }) => page < 2 && amount === 1250);
        const came = new Set(
          notices
            .filter(
              (one) =>
                one.page !== taking?.page || one.transaction !== taking.transaction || one.amount === taking.amount,
            )
            .map((notice) => JSON.stringify(notice)),
        );
        const { attempts } = await at.shop.admin<{ attempts: { state: string }[] }>('get_payment_attempts', {
          id_order: at.id,
        });
        const taken = attempts.filter(({ state }) => state === 'received').length;
        expect(taken).toBeLessThanOrEqual(1);
        expect((await moneyOf(at.shop)).length + taken).toBe(came.size);
      },
    ),
    { numRuns: runs(10) },
  );
});
