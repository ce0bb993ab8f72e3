// Paying an order, from do_payment to the provider’s notice.
import { runs } from '../../harness/effort.ts';
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paymentServices } from './payment-services.ts';
import type { Payments } from '../../../src/operations/context/payment-services.ts';
import { SECRET, begun, config, notify, open, place, received, stateOf, tokenIn } from './paying.ts';

describe('get_payment_methods', () => {
  test('the methods by name, in the order of the settings, behind the object', async () => {
    const { shop } = open();
    expect(await shop.text('get_payment_methods')).toBe(
      '{"object":"payment_methods","PrePayment":{"id":2,"name":"PrePayment","attributes":{}},"Card":{"id":8,"name":"Card","attributes":{"public_key":"pk_1"}}}',
    );
  });
});

describe('do_payment', () => {
  test('by hand: nobody is asked', async () => {
    const { shop } = open();
    const id = await place(shop, 2);
    const head = shop.engine.headSeq;
    expect(await shop.call('do_payment', { id_order: id, args: [] })).toEqual({
      object: 'do_payment',
      method: 'PrePayment',
      status: 'Success',
      redirect: '',
      token: '',
    });
    expect(shop.engine.headSeq).toBe(head);
  });

  test('a hosted page: a signed token says what is to be paid', async () => {
    const { shop } = open();
    const id = await place(shop, 8);
    const reply = await shop.call('do_payment', {
      id_order: id,
      args: { success_url: 'https://shop.example.org/thanks', cancel_url: 'https://shop.example.org/cart' },
    });
    expect(reply).toMatchObject({ object: 'do_payment', method: 'Card', status: 'Success', token: '' });
    const url = new URL(String(reply['redirect']));
    expect([url.origin, url.searchParams.get('shop')]).toEqual(['https://pay.example.org', '1']);
    const expires = Math.floor((shop.nowMs + 3_600_000) / 1000);
    expect(tokenIn(reply['redirect'])).toMatchObject({
      order: id,
      amount: 1250,
      currency: 'EUR',
      expires,
      success_url: 'https://shop.example.org/thanks',
    });
    const [payload, signature] = url.searchParams.get('token')!.split('.');
    expect(signature).toBe(createHmac('sha256', SECRET).update(payload!).digest('hex'));
  });

  test('again it is the same payment, until its time is over', async () => {
    const { shop } = open();
    const id = await place(shop, 8);
    const first = await shop.call('do_payment', { id_order: id });
    const head = shop.engine.headSeq;
    expect(await shop.call('do_payment', { id_order: id })).toEqual(first);
    expect(shop.engine.headSeq).toBe(head);
    shop.nowMs += 3_600_000;
    const args = { success_url: 'https://shop.example.org/other' };
    const other = await shop.call('do_payment', { id_order: id, args });
    expect(tokenIn(other['redirect'])).toMatchObject({ success_url: 'https://shop.example.org/other' });
    expect(await shop.call('do_payment', { id_order: id, args })).toEqual(other);
    expect(await shop.call('do_payment', { id_order: id })).not.toEqual(other);
    const later = await shop.call('do_payment', { id_order: id });
    expect(tokenIn(later['redirect'])['payment']).not.toBe(tokenIn(first['redirect'])['payment']);
    expect(await shop.restart()).toBeUndefined();
    expect(await shop.call('do_payment', { id_order: id })).toEqual(later);
  });

  test('an empty id with a session: nothing to do yet', async () => {
    const { shop } = open();
    const session = await shop.session();
    expect(await shop.call('do_payment', { session, id_order: '' })).toEqual({
      object: 'do_payment',
      method: '',
      status: 'Success',
      redirect: '',
      token: '',
    });
    for (const id_order of ['', 'null', undefined]) {
      expect(await shop.call('do_payment', { id_order, args: [] })).toEqual({
        object: 'do_payment',
        method: '',
        status: 'Success',
        redirect: '',
        token: '',
      });
    }
    await shop.refused('do_payment', { session: 'nobody', id_order: '' }, 'SESSION_INVALID');
  });

  test('refuses what is not to be paid', async () => {
    const { shop, payments } = open();
    await shop.refused('do_payment', { id_order: 77 }, 'ORDER_NOT_FOUND', 77);
    await shop.refused('do_payment', { id_order: await place(shop, 0) }, 'PAYMENT_METHOD_NOT_FOUND', 0);
    const cancelled = await place(shop, 8);
    await shop.admin('update_order_details', { id_order: cancelled, order_state: 'CANCELED' });
    await shop.refused('do_payment', { id_order: cancelled }, 'ORDER_CANCELED', cancelled);
    const paid = await place(shop, 8);
    const { redirect } = await shop.call('do_payment', { id_order: paid });
    expect(await notify({ shop, payments }, received(tokenIn(redirect)['payment']))).toEqual({
      status: 200,
      message: '',
    });
    await shop.refused('do_payment', { id_order: paid }, 'PAYMENT_ALREADY_RECEIVED', paid);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//shop.example.org/x',
    'http://[',
    'https://shop.example.org/\r\nSet-Cookie: a=b',
    'https://shop.example.org/a\tb',
    'https://shop.example.org\\.evil.org/',
    'https://user:password@shop.example.org/',
    ' https://shop.example.org/',
    `https://shop.example.org/${'x'.repeat(3000)}`,
  ])('refuses to send a shopper to %s', async (url) => {
    const { shop } = open();
    const id = await place(shop, 8);
    await shop.refused('do_payment', { id_order: id, args: { success_url: url } }, 'PARAMETER_INVALID', 'success_url');
    await shop.refused('do_payment', { id_order: id, args: { cancel_url: url } }, 'PARAMETER_INVALID', 'cancel_url');
  });

  test('a payment that ends while it is looked for is not said to be none', async () => {
    // Catches: an empty redirect for what is to be paid, which storefronts read as paid.
    const payments = paymentServices(config(), { KONTOR_PAYMENT_8_SECRET: SECRET });
    let tick = 0;
    const { shop } = open({ ...payments, provider: (id) => ((shop.nowMs += tick), payments.provider(id)) });
    const id = await place(shop, 8);
    const first = await shop.call('do_payment', { id_order: id });
    shop.nowMs += 3_599_999;
    tick = 1;
    expect(await shop.call('do_payment', { id_order: id }, { key: 'k' })).toMatchObject({
      message: 'PAYMENT_PROVIDER_UNAVAILABLE',
      param: String(id),
    });
    tick = 0;
    const next = await shop.call('do_payment', { id_order: id }, { key: 'k' });
    expect(next).toMatchObject({ status: 'Success', redirect: expect.stringContaining('token=') });
    expect(next).not.toEqual(first);
  });

  test('nothing to pay asks nobody', async () => {
    const { shop } = open();
    const id = await place(shop, 8, '0');
    expect(await shop.call('do_payment', { id_order: id })).toMatchObject({ status: 'Success', redirect: '' });
    const without = await place(shop, 0, '0');
    const head = shop.engine.headSeq;
    expect(await shop.call('do_payment', { id_order: without })).toEqual({
      object: 'do_payment',
      method: '',
      status: 'Success',
      redirect: '',
      token: '',
    });
    expect(shop.engine.headSeq).toBe(head);
  });
});

describe('a notice', () => {
  test('moves the payment state once, however often it comes, also after a restart', async () => {
    const at = await begun();
    expect(await notify(at, received(at.payment))).toEqual({ status: 200, message: '' });
    expect(await stateOf(at.shop, at.id)).toBe('PAYMENT_RECEIVED');
    const head = at.shop.engine.headSeq;
    expect(await notify(at, received(at.payment))).toEqual({ status: 200, message: '' });
    await at.shop.restart();
    expect(await notify(at, received(at.payment))).toEqual({ status: 200, message: '' });
    expect(at.shop.engine.headSeq).toBe(head);
  });

  test('of another amount, currency, payment or method changes no payment', async () => {
    const at = await begun();
    expect(await notify(at, received(at.payment, { amount: 1249 }))).toEqual({
      status: 409,
      message: 'PAYMENT_AMOUNT_INVALID',
    });
    expect(await notify(at, received(at.payment, { currency: 'USD' }))).toEqual({
      status: 409,
      message: 'PAYMENT_AMOUNT_INVALID',
    });
    for (const status of ['pending', 'expired']) {
      expect(await notify(at, received(at.payment, { status, amount: 1 }))).toEqual({
        status: 409,
        message: 'PAYMENT_AMOUNT_INVALID',
      });
    }
    expect(await notify(at, received('order-1-0'))).toEqual({ status: 404, message: 'PAYMENT_NOT_FOUND' });
    const head = at.shop.engine.headSeq;
    expect(await notify(at, received(at.payment), { method: 2 })).toEqual({
      status: 404,
      message: 'PAYMENT_METHOD_NOT_FOUND',
    });
    for (const broken of [
      '',
      '{',
      '[]',
      'null',
      '{"payment":1}',
      JSON.stringify(received(at.payment, { amount: '1250' })),
      JSON.stringify(received(at.payment, { status: 'maybe' })),
      JSON.stringify(received(at.payment, { transaction: '' })),
    ]) {
      expect(await notify(at, broken), broken).toEqual({ status: 400, message: 'NOTICE_INVALID' });
    }
    expect(at.shop.engine.headSeq).toBe(head);
    expect(await stateOf(at.shop, at.id)).toBe('PAYMENT_NOT_RECEIVED');
  });

  test('of a second transaction for what is paid is told to the provider', async () => {
    const at = await begun();
    await notify(at, received(at.payment));
    expect(await notify(at, received(at.payment, { transaction: 't-2' }))).toEqual({
      status: 409,
      message: 'PAYMENT_ALREADY_RECEIVED',
    });
  });

  test('that repeats itself with another amount or currency is refused; a true repeat is not', async () => {
    const at = await begun();
    await notify(at, received(at.payment));
    const paid = at.shop.engine.tables.payment.peek(1);
    for (const other of [{ amount: 1 }, { amount: 0 }, { currency: 'USD' }]) {
      expect(await notify(at, received(at.payment, other)), JSON.stringify(other)).toEqual({
        status: 409,
        message: 'PAYMENT_AMOUNT_INVALID',
      });
    }
    const { headSeq } = at.shop.engine;
    expect(await notify(at, received(at.payment))).toEqual({ status: 200, message: '' });
    expect(at.shop.engine.headSeq).toBe(headSeq);
    expect(at.shop.engine.tables.payment.peek(1)).toEqual(paid);
  });

  test.each(['pending', 'expired'])('%s after the money came is late, and changes nothing', async (status) => {
    const at = await begun();
    await notify(at, received(at.payment));
    const { headSeq } = at.shop.engine;
    for (const transaction of ['t-1', 't-2'])
      expect(await notify(at, received(at.payment, { status, transaction }))).toEqual({ status: 200, message: '' });
    expect(at.shop.engine.headSeq).toBe(headSeq);
    expect(await stateOf(at.shop, at.id)).toBe('PAYMENT_RECEIVED');
  });

  test('of the end of a payment that was begun too late to be known is no error; of its money it is', async () => {
    // Catches: a provider that tells for days of a page that nobody was sent to.
    const at = await begun();
    for (let times = 0; times < 2; times += 1)
      expect(await notify(at, received('order-1-0', { status: 'expired' }))).toEqual({ status: 200, message: '' });
    for (const status of ['received', 'pending'])
      expect(await notify(at, received('order-1-0', { status }))).toEqual({
        status: 404,
        message: 'PAYMENT_NOT_FOUND',
      });
    expect(at.shop.engine.tables.payment.nextId).toBe(2);
  });

  test('of a second payment begun for a paid order is told to the provider, also after a restart', async () => {
    const at = await begun();
    at.shop.nowMs += 3_600_000;
    const { redirect } = await at.shop.call('do_payment', { id_order: at.id });
    const second = tokenIn(redirect)['payment'];
    expect(await notify(at, received(second))).toEqual({ status: 200, message: '' });
    expect(await notify(at, received(at.payment, { transaction: 't-2' }))).toEqual({
      status: 409,
      message: 'PAYMENT_ALREADY_RECEIVED',
    });
    const head = at.shop.engine.headSeq;
    await at.shop.restart();
    expect(await notify(at, received(at.payment, { transaction: 't-2' }))).toEqual({
      status: 409,
      message: 'PAYMENT_ALREADY_RECEIVED',
    });
    expect(await notify(at, received(second))).toEqual({ status: 200, message: '' });
    expect(at.shop.engine.headSeq).toBe(head);
    // Sent back by hand: it may be paid anew.
    await at.shop.admin('update_order_details', { id_order: at.id, order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    expect(await notify(at, received(at.payment, { transaction: 't-2' }))).toEqual({ status: 200, message: '' });
    expect(await stateOf(at.shop, at.id)).toBe('PAYMENT_RECEIVED');
  });

  test('for an order that somebody marked as paid is known afterwards', async () => {
    const at = await begun();
    await at.shop.admin('update_order_details', { id_order: at.id, order_payment_state: 'PAYMENT_RECEIVED' });
    expect(await notify(at, received(at.payment))).toEqual({ status: 200, message: '' });
    expect(await notify(at, received(at.payment, { transaction: 't-2' }))).toEqual({
      status: 409,
      message: 'PAYMENT_ALREADY_RECEIVED',
    });
  });

  test('for a cancelled order says that the money is there, and takes no stock', async () => {
    const at = await begun();
    await at.shop.admin('update_order_details', { id_order: at.id, order_state: 'CANCELED' });
    expect(await notify(at, received(at.payment))).toEqual({ status: 200, message: '' });
    expect(await stateOf(at.shop, at.id)).toBe('PAYMENT_RECEIVED');
    expect(await at.shop.text('get_order_by_id', { id_order: at.id })).toContain('"CANCELED"');
  });

  test('that the shop fails at is answered 500, and the shop goes on', async () => {
    const at = await begun();
    const head = at.shop.engine.headSeq;
    const provider = at.payments.provider(8)!;
    const broken: Payments = {
      ...at.payments,
      provider: () => ({ ...provider, notify: () => ({ ok: true, value: null as never }) }),
    };
    expect(await notify({ ...at, payments: broken }, received(at.payment))).toEqual({
      status: 500,
      message: 'INTERNAL_ERROR',
    });
    expect(at.shop.faults.splice(0)).toHaveLength(1);
    expect(at.shop.engine.headSeq).toBe(head);
    expect(await notify(at, received(at.payment))).toEqual({ status: 200, message: '' });
  });

  test('of money that never comes ends with the office: it says so, and the order can be paid anew', async () => {
    // Catches: an order that nobody can pay any more, because its provider told of money once and never again.
    const at = await begun();
    await notify(at, received(at.payment, { status: 'pending' }));
    await at.shop.refused('do_payment', { id_order: at.id }, 'PAYMENT_PENDING', at.id);
    await at.shop.admin('update_order_details', { id_order: at.id, note: 'x' });
    await at.shop.refused('do_payment', { id_order: at.id }, 'PAYMENT_PENDING', at.id);
    await at.shop.admin('update_order_details', { id_order: at.id, order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    const { redirect } = await at.shop.call('do_payment', { id_order: at.id });
    expect(tokenIn(redirect)['payment']).not.toBe(at.payment);
    // It came all the same.
    expect(await notify(at, received(at.payment))).toEqual({ status: 200, message: '' });
    expect(await stateOf(at.shop, at.id)).toBe('PAYMENT_RECEIVED');
  });

  test('of an end without money lets the shopper begin anew', async () => {
    const at = await begun();
    expect(await notify(at, received(at.payment, { status: 'expired' }))).toEqual({ status: 200, message: '' });
    const { redirect } = await at.shop.call('do_payment', { id_order: at.id });
    expect(tokenIn(redirect)['payment']).not.toBe(at.payment);
    expect(await stateOf(at.shop, at.id)).toBe('PAYMENT_NOT_RECEIVED');
  });

  test('is refused when one byte, the secret or the time is another', async () => {
    // Catches: a signature over less than all of it, a compare that stops early, a window that is not looked at.
    const at = await begun();
    const head = at.shop.engine.headSeq;
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place_, bits) => {
        const tamper = (body: Buffer): Buffer => {
          const changed = Buffer.from(body);
          changed[place_ % changed.length]! ^= bits;
          return changed;
        };
        expect(await notify(at, received(at.payment), { tamper })).toEqual({
          status: 401,
          message: 'NOTICE_SIGNATURE_INVALID',
        });
      }),
      { numRuns: runs(20) },
    );
    expect(await notify(at, received(at.payment), { secret: 'another' })).toEqual({
      status: 401,
      message: 'NOTICE_SIGNATURE_INVALID',
    });
    const seconds = Math.floor(at.shop.nowMs / 1000);
    for (const timestamp of [seconds - 301, seconds + 301]) {
      expect(await notify(at, received(at.payment), { timestamp: String(timestamp) })).toEqual({
        status: 401,
        message: 'NOTICE_TOO_OLD',
      });
    }
    expect(at.shop.engine.headSeq).toBe(head);
    expect(await notify(at, received(at.payment), { timestamp: String(seconds - 299) })).toEqual({
      status: 200,
      message: '',
    });
  });

  test('fires ORDER_PAYMENT_CHANGE with the change', async () => {
    const at = await begun();
    await at.shop.admin('create_webhook', { name: 'PAID', event: 'ORDER_PAYMENT_CHANGE' });
    await at.shop.admin('update_webhook', { name: 'PAID', url: 'https://hook.example.org/', parameter: '' });
    await notify(at, received(at.payment));
    const { queues } = at.shop.engine.tables.message.index as { queues: Map<number, number[]> };
    const ids = [...queues.values()].flat();
    expect(ids.map((id) => (at.shop.engine.tables.message.peek(id) as { parameters: unknown }).parameters)).toEqual([
      { id_order: at.id, state1: 'PAYMENT_NOT_RECEIVED', state2: 'PAYMENT_RECEIVED' },
    ]);
  });
});
