// What an order says came for it, whoever says so. It would catch money that is counted twice or not at all, an order
// that owes money and cannot be paid, and money without a claim that is shown in full after a part of it went back.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import type { Given, Reply } from '../shop.ts';
import { balance, paid, refund, refunds, said, set, tick } from './paying-back.ts';
import type { Paid } from './paying-back.ts';
import { begun, notify, received, tokenIn } from './paying.ts';

type Begun = Awaited<ReturnType<typeof begun>>;

const change = ({ shop, id }: Pick<Begun, 'shop' | 'id'>, more: Given): Promise<Reply> =>
  shop.admin('update_order_details', { id_order: id, ...more });

const credit = ({ shop, id }: Pick<Begun, 'shop' | 'id'>, amount: string): Promise<Reply> =>
  shop.admin('refund', { id_order: id, to: 'credit', amount });

const owned = async ({ shop, id }: Pick<Begun, 'shop' | 'id'>): Promise<unknown> =>
  (await shop.call<{ balance: object }>('get_order_by_id', { id_order: id })).balance;

const money = async ({ shop }: Pick<Begun, 'shop'>, more: Given = {}): Promise<readonly Reply[]> =>
  (await shop.admin<{ money: readonly Reply[] }>('get_unclaimed_money', more)).money;

/** Another payment of what the order asks for. */
const pay = async (at: Paid, transaction: string): Promise<void> => {
  at.shop.nowMs += 1;
  await notify(at, received(await at.begin({}), { transaction, amount: Math.round(100 * (await outstanding(at))) }));
};

const outstanding = async (at: Paid): Promise<number> =>
  ((await balance(at)) as { readonly outstanding: number }).outstanding;

describe('an order that a person said is paid', () => {
  test('has what its payment then brings, where that is more', async () => {
    const at = await begun();
    await credit(at, '2.50');
    await change(at, { order_payment_state: 'PAYMENT_RECEIVED' });
    expect(await owned(at)).toMatchObject({ total: 10, received: 10 });
    for (let times = 0; times < 2; times += 1) {
      await notify(at, received(at.payment));
      expect(await owned(at)).toEqual({ total: 10, received: 12.5, outstanding: -2.5, refunded: 0 });
      await at.shop.restart();
    }
  });

  test('has no more where it is the money that the person meant', async () => {
    const at = await begun();
    await change(at, { order_payment_state: 'PAYMENT_RECEIVED' });
    await refund({ ...at } as unknown as Paid, { to: 'manual', amount: '5' });
    await notify(at, received(at.payment));
    expect(await owned(at)).toEqual({ total: 7.5, received: 12.5, outstanding: 0, refunded: 5 });
    expect(await money(at)).toEqual([]);
  });
});

describe('a notice of a transaction that has paid', () => {
  test('counts once, whatever amount it names, before and after', async () => {
    const at = await begun();
    await notify(at, received(at.payment, { amount: 1249 }));
    expect(await money(at)).toHaveLength(1);
    await notify(at, received(at.payment));
    expect(await notify(at, received(at.payment, { amount: 1251 }))).toMatchObject({ status: 409 });
    expect(await owned(at)).toMatchObject({ received: 12.5, outstanding: 0 });
    expect(await money(at)).toEqual([]);
    await notify(at, received(at.payment, { transaction: 't-2' }));
    expect(await money(at)).toMatchObject([{ transaction: 't-2', reason: 'paid_already', left: 12.5 }]);
  });
});

describe('an order that owes again', () => {
  test('is paid once more after all of it went back and it was opened again', async () => {
    const at = await paid();
    await change(at, { order_state: 'CANCELED' });
    await refund(at);
    await tick(at);
    await change(at, { order_state: 'OPEN' });
    expect(await outstanding(at)).toBe(12.5);
    await pay(at, 't-2');
    expect(await balance(at)).toEqual({ total: 12.5, received: 25, outstanding: 0, refunded: 12.5 });
    expect(await money(at)).toEqual([]);
    await at.shop.restart();
    expect(await at.shop.call('do_payment', { id_order: at.id })).toMatchObject({
      message: 'PAYMENT_ALREADY_RECEIVED',
    });
  });

  test('is asked for what a dispute took, and for no more', async () => {
    const at = await paid();
    await notify(at, said(at, { transaction: 'd-1', amount: 700, status: 'disputed' }));
    await pay(at, 't-2');
    expect(await balance(at)).toEqual({ total: 12.5, received: 19.5, outstanding: 0, refunded: 7 });
    await notify(at, said(at, { transaction: 'd-1', amount: 700, status: 'dispute_won' }));
    expect(await balance(at)).toMatchObject({ outstanding: -7, refunded: 0 });
  });

  test('takes no more than it asks for from a page of before', async () => {
    const at = await paid(true);
    await notify(at, said(at, { transaction: 'd-1', amount: 700, status: 'disputed' }));
    expect(await notify(at, received(at.other, { transaction: 't-2' }))).toMatchObject({ status: 409 });
    expect(await money(at)).toMatchObject([{ reason: 'paid_already', left: 12.5 }]);
  });
});

describe('money that came by hand', () => {
  const note = (at: Paid, amount: string, more: Given = {}): Promise<Reply> =>
    change(at, { received_amount: amount, ...more });

  test('pays an unpaid order as a whole, and in no part', async () => {
    const at = await begun();
    for (const amount of ['12.49', '12.51', '0', '-1'])
      expect(await change(at, { received_amount: amount })).toMatchObject({
        message: 'PAYMENT_AMOUNT_INVALID',
        param: 'received_amount',
        detail: 'It is not paid, and comes to 12.5 EUR.',
      });
    await change(at, { received_amount: '12.50' });
    expect(await owned(at)).toEqual({ total: 12.5, received: 12.5, outstanding: 0, refunded: 0 });
    expect(await change(at, { received_amount: '12.50' })).toMatchObject({ message: 'PAYMENT_ALREADY_RECEIVED' });
  });

  test('pays what an order owes again, in parts, and once', async () => {
    const at = await paid();
    await notify(at, said(at, { transaction: 'd-1', amount: 700, status: 'disputed' }));
    expect(await note(at, '7.01')).toMatchObject({ detail: 'At most 7 EUR is outstanding.' });
    expect(await note(at, '3', { dry_run: 1 })).toMatchObject({ status: 'success' });
    expect(await outstanding(at)).toBe(7);
    await note(at, '3');
    await note(at, '4');
    for (let times = 0; times < 2; times += 1) {
      expect(await balance(at)).toEqual({ total: 12.5, received: 19.5, outstanding: 0, refunded: 7 });
      expect(await note(at, '4')).toMatchObject({ message: 'PAYMENT_ALREADY_RECEIVED' });
      await at.shop.restart();
    }
    await change(at, { order_state: 'CANCELED' });
    expect(await note(at, '1')).toMatchObject({ message: 'ORDER_CANCELED' });
  });

  test('is the money that a payment of the same debt then tells of', async () => {
    const at = await paid();
    await notify(at, said(at, { transaction: 'd-1', amount: 700, status: 'disputed' }));
    at.shop.nowMs += 1;
    const begunFor = await at.begin({});
    await note(at, '7');
    await notify(at, received(begunFor, { transaction: 't-2', amount: 700 }));
    expect(await balance(at)).toMatchObject({ received: 19.5, outstanding: 0 });
  });
});

describe('a refund of what two payments brought', () => {
  /** 12.50 of one payment, 7.00 of which a dispute takes, and 7.00 of another. */
  const paidByTwo = async (): Promise<Paid> => {
    const at = await paid();
    await notify(at, said(at, { transaction: 'd-1', amount: 700, status: 'disputed' }));
    await pay(at, 't-2');
    return at;
  };

  test('goes by the one that can take it, else by both, in one record', async () => {
    const at = await paidByTwo();
    expect(await refund(at, { amount: '6', dry_run: 1 })).toMatchObject({ refund: { id_attempt: 2, amount: 6 } });
    expect(await refund(at, { amount: '6', dry_run: 1 })).not.toHaveProperty('refunds');
    const reply = await refund(at, { amount: '12.50' });
    const parts = [
      { id_attempt: 2, amount: 7, counted: 7, state: 'asked', id_credit: 1 },
      { id_attempt: 1, amount: 5.5, counted: 5.5, state: 'asked', id_credit: 1 },
    ];
    expect(reply).toMatchObject({ refund: parts[0], refunds: parts, sum: 12.5, credit: { amount: 12.5 } });
    await at.shop.restart();
    await tick(at);
    expect(at.back.asked).toMatchObject([
      { amountMinor: 700, transaction: 't-2' },
      { amountMinor: 550, transaction: 't-1' },
    ]);
    expect(new Set(at.back.asked.map(({ key }) => key)).size).toBe(2);
    expect(await balance(at)).toEqual({ total: 0, received: 19.5, outstanding: 0, refunded: 19.5 });
  });

  test('is refused with what they can take', async () => {
    const at = await paidByTwo();
    await at.shop.admin('update_order_details', { id_order: at.id, order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    await set(at, 'PAYMENT_RECEIVED');
    expect(await refund(at, { amount: '12.50' })).toMatchObject({
      message: 'PAYMENT_NOT_FOUND',
      detail: 'Of 12.5 payments can take 0 back by their providers: give it back by hand, to=manual.',
    });
  });
});

describe('money of a cancelled order', () => {
  test('is shown without what went back, and is open again where a refund fails', async () => {
    const at = await paid();
    await change(at, { order_state: 'CANCELED' });
    await refund(at, { to: 'manual', amount: '2.50' });
    expect(await money(at)).toMatchObject([{ amount: 12.5, left: 10 }]);
    await refund(at, { amount: '4' });
    await tick(at);
    expect(await money(at)).toMatchObject([{ left: 6 }]);
    await refund(at);
    await tick(at);
    expect(await money(at)).toEqual([]);
    expect(await money(at, { settled: 1 })).toMatchObject([{ amount: 12.5, left: 0 }]);
    await at.shop.restart();
    await notify(at, said(at, { transaction: 'r-1', amount: 400, status: 'refund_failed' }));
    await at.shop.restart();
    expect(await money(at)).toMatchObject([{ left: 4, settled_date: '', reason: 'order_canceled' }]);
    await refund(at);
    await tick(at);
    expect(await money(at)).toEqual([]);
  });

  test('that went back before it was cancelled is listed where the refund fails', async () => {
    const at = await paid();
    await refund(at, { amount: '12.50' });
    await tick(at);
    await change(at, { order_state: 'CANCELED' });
    expect(await money(at)).toEqual([]);
    await notify(at, said(at, { amount: 1250, status: 'refund_failed' }));
    expect(await money(at)).toMatchObject([{ left: 12.5, reason: 'order_canceled' }]);
  });

  test('that a person settled stays so', async () => {
    const at = await paid();
    await change(at, { order_state: 'CANCELED' });
    const [{ id }] = (await money(at)) as [Reply];
    await at.shop.admin('settle_unclaimed_money', { id_money: id, note: 'kept as a deposit' });
    await refund(at);
    await tick(at);
    await notify(at, said(at, { amount: 1250, status: 'refund_failed' }));
    expect(await money(at)).toEqual([]);
  });

  test('is only that of its last payment, where the first went back before it was paid again', async () => {
    const at = await paid();
    await change(at, { order_state: 'CANCELED' });
    await refund(at);
    await tick(at);
    await change(at, { order_state: 'OPEN' });
    await pay(at, 't-2');
    await change(at, { order_state: 'CANCELED' });
    expect(await money(at)).toMatchObject([{ id_attempt: 2, left: 12.5 }]);
  });
});

test('what an order received is no less than payments brought, whoever says what in whatever order', async () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('pay'), transaction: fc.constantFrom('t-2', 't-3', 't-4') }),
    fc.record({ what: fc.constant('notice'), page: fc.nat({ max: 2 }), transaction: fc.constantFrom('t-1', 't-5') }),
    fc.record({
      what: fc.constant('set'),
      order_payment_state: fc.constantFrom('PAYMENT_RECEIVED', 'PAYMENT_NOT_RECEIVED'),
    }),
    fc.record({ what: fc.constant('set'), order_state: fc.constantFrom('CANCELED', 'OPEN') }),
    fc.record({
      what: fc.constant('refund'),
      to: fc.constantFrom('manual', 'credit'),
      amount: fc.constantFrom('', '3'),
    }),
    fc.record({ what: fc.constant('gone'), transaction: fc.constantFrom('d-1', 'd-2'), isWon: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const at = await begun();
      const pages: { readonly payment: unknown; readonly amount: number }[] = [{ payment: at.payment, amount: 1250 }];
      for (const { what, ...given } of steps as readonly Given[]) {
        if (what === 'set') await change(at, given);
        if (what === 'refund') await at.shop.admin('refund', { id_order: at.id, ...given });
        if (what === 'gone') {
          const status = given['isWon'] === true ? 'dispute_won' : 'disputed';
          const { transaction } = given;
          await notify(at, { payment: at.payment, status, transaction, amount: 700, currency: 'EUR' });
        }
        if (what === 'pay') {
          at.shop.nowMs += 1;
          const { outstanding: owed } = (await owned(at)) as { readonly outstanding: number };
          const { redirect } = await at.shop.call('do_payment', { id_order: at.id });
          if (typeof redirect !== 'string' || redirect === '') continue;
          pages.push({ payment: tokenIn(redirect)['payment'], amount: Math.round(100 * owed) });
          await notify(at, received(pages.at(-1)!.payment, { ...given, amount: pages.at(-1)!.amount }));
        }
        const page = what === 'notice' ? pages[Number(given['page'])] : undefined;
        if (page !== undefined)
          await notify(at, received(page.payment, { amount: page.amount, transaction: given['transaction'] }));
        const { attempts } = await at.shop.admin<{ attempts: readonly Reply[] }>('get_payment_attempts', {
          id_order: at.id,
        });
        const { tables } = at.shop.engine;
        const here = attempts.filter(({ id }) => {
          const { state, isReturned } = tables.payment.get(id as number)!.state as Reply;
          return state === 'received' && isReturned === false;
        });
        const came = here.reduce((sum, { amount }) => sum + Math.round(100 * Number(amount)), 0);
        const { received: has, refunded } = (await owned(at)) as { readonly [name: string]: number };
        expect(Math.round(100 * has!)).toBeGreaterThanOrEqual(came);
        expect(refunded).toBeLessThanOrEqual(has!);
        // What is without a claim is here, and no more of it than the order has.
        const held = (await money(at)).filter(({ reason }) => reason === 'order_canceled');
        const left = held.reduce((sum, one) => sum + Math.round(100 * Number(one['left'])), 0);
        expect(left).toBeLessThanOrEqual(Math.round(100 * (has! - refunded!)));
      }
    }),
    { numRuns: runs(20, 4) },
  );
});

test('refunds of an order that was paid by two are two records with one credit', async () => {
  const at = await paid();
  await notify(at, said(at, { transaction: 'd-1', amount: 700, status: 'disputed' }));
  await pay(at, 't-2');
  await refund(at, { lines: [{ id_element: 1, quantity: 1 }] });
  expect(await refunds(at)).toMatchObject([
    { id: 3, amount: 5.5, id_credit: 1 },
    { id: 2, amount: 7, id_credit: 1 },
    { id: 1, origin: 'dispute' },
  ]);
});
