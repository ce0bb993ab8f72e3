// do_payment and a provider that is slow, dead, or counts otherwise.
import { describe, expect, test, vi } from 'vitest';
import { paymentServices } from './payment-services.ts';
import type { PaymentProvider } from '../../../src/kernel/payment-provider.ts';
import type { Payments } from '../../../src/operations/context/payment-services.ts';
import { SECRET, config, open, place } from './paying.ts';
import { freeLine } from '../shop.ts';

describe('a provider that is slow or dead', () => {
  const stalled = (start: PaymentProvider['start'], more = {}): Payments => {
    const payments = paymentServices(config(more), { KONTOR_PAYMENT_8_SECRET: SECRET });
    const provider = payments.provider(8)!;
    provider.start = start;
    return payments;
  };

  test('holds nothing but its own request, and leaves the order as it was', async () => {
    let answer: (value: Awaited<ReturnType<PaymentProvider['start']>>) => void = () => {};
    const { shop } = open(stalled(() => new Promise((resolve) => (answer = resolve))));
    const id = await place(shop, 8);
    const waiting = shop.call('do_payment', { id_order: id });
    const session = await shop.session();
    expect(await shop.call('add_to_cart', freeLine(session, 1))).toMatchObject({ object: 'cart' });
    const head = shop.engine.headSeq;
    answer({ ok: false, code: 'PAYMENT_PROVIDER_UNAVAILABLE', param: String(id), detail: 'gone' });
    expect(await waiting).toMatchObject({
      object: 'error',
      message: 'PAYMENT_PROVIDER_UNAVAILABLE',
      param: String(id),
    });
    expect(shop.engine.headSeq).toBe(head);
  });

  test('an order that is cancelled meanwhile is not paid for', async () => {
    let answer: (value: Awaited<ReturnType<PaymentProvider['start']>>) => void = () => {};
    const { shop } = open(stalled(() => new Promise((resolve) => (answer = resolve))));
    const id = await place(shop, 8);
    const waiting = shop.call('do_payment', { id_order: id });
    await new Promise((resolve) => setImmediate(resolve));
    await shop.admin('update_order_details', { id_order: id, order_state: 'CANCELED' });
    answer({ ok: true, value: { reference: 'r', redirect: 'https://x', token: '', expiresMs: shop.nowMs + 1000 } });
    expect(await waiting).toMatchObject({ message: 'ORDER_CANCELED' });
  });

  test('an order whose method is another by then is not sent to the provider of the old one', async () => {
    let answer: (value: Awaited<ReturnType<PaymentProvider['start']>>) => void = () => {};
    const { shop } = open(stalled(() => new Promise((resolve) => (answer = resolve))));
    const id = await place(shop, 8);
    const waiting = shop.call('do_payment', { id_order: id });
    await new Promise((resolve) => setImmediate(resolve));
    await shop.admin('update_order_details', { id_order: id, id_payment_method: 2 });
    const head = shop.engine.headSeq;
    answer({ ok: true, value: { reference: 'r', redirect: 'https://x', token: '', expiresMs: shop.nowMs + 1000 } });
    expect(await waiting).toMatchObject({ object: 'error', message: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    expect(shop.engine.headSeq).toBe(head);
  });

  test('a provider that names two payments alike is not believed', async () => {
    const { shop } = open(
      stalled(() =>
        Promise.resolve({
          ok: true,
          value: { reference: 'r', redirect: 'https://x', token: '', expiresMs: shop.nowMs + 1000 },
        }),
      ),
    );
    const [one, two] = [await place(shop, 8), await place(shop, 8)];
    expect(await shop.call('do_payment', { id_order: one })).toMatchObject({ redirect: 'https://x' });
    await shop.refused('do_payment', { id_order: two }, 'PAYMENT_PROVIDER_UNAVAILABLE', two);
  });

  test('no two calls share a key: what the provider remembers of a failed one binds none after it', async () => {
    // Stripe answers a key with its first answer for a day, failures included, and refuses it with other parameters.
    const keys: string[] = [];
    const { shop } = open(
      stalled(
        ({ key, orderId }) => (
          keys.push(key),
          Promise.resolve({ ok: false, code: 'PAYMENT_PROVIDER_UNAVAILABLE', param: String(orderId), detail: '' })
        ),
      ),
    );
    const id = await place(shop, 8);
    for (let call = 0; call < 3; call += 1) {
      await shop.call('do_payment', { id_order: id });
      shop.nowMs += 1;
    }
    expect(new Set(keys).size).toBe(3);
  });

  test.each([
    [{ digits: 0, step: 1 }, 'The payment provider counts EUR with 0 decimals, not 2.'],
    [{ digits: 2, step: 100 }, 'The payment provider counts EUR in multiples of 100 minor units, and 1250 is none.'],
  ])('a provider that counts money as %j is not asked for what it would count wrong', async (counted, detail) => {
    // Catches: an order of a shop that counted in hundredths, charged a hundredfold once its settings say wholes.
    const payments = paymentServices(config(), { KONTOR_PAYMENT_8_SECRET: SECRET });
    const start = vi.fn<PaymentProvider['start']>();
    const capabilities = {
      needsSuccessUrl: false,
      counted,
      unitOf() {
        return this.counted;
      },
    };
    const { shop } = open({
      ...payments,
      provider: (id) => (id === 8 ? { ...payments.provider(8)!, capabilities, start } : undefined),
    });
    const id = await place(shop, 8);
    const head = shop.engine.headSeq;
    expect(await shop.call('do_payment', { id_order: id })).toMatchObject({
      message: 'PAYMENT_PROVIDER_UNAVAILABLE',
      param: String(id),
      detail,
    });
    expect([shop.engine.headSeq, start.mock.calls]).toEqual([head, []]);
  });

  test('two calls at once begin one payment', async () => {
    let starts = 0;
    const { shop } = open(
      stalled(({ key }) =>
        Promise.resolve({
          ok: true,
          value: {
            reference: `${key}-${(starts += 1)}`,
            redirect: `https://x/${starts}`,
            token: '',
            expiresMs: shop.nowMs + 1000,
          },
        }),
      ),
    );
    const id = await place(shop, 8);
    const replies = await Promise.all([1, 2, 3].map(() => shop.call('do_payment', { id_order: id }, { key: '' })));
    expect(new Set(replies.map((reply) => reply['redirect'])).size).toBe(1);
    // With one key the provider is asked once.
    const other = await place(shop, 8);
    starts = 0;
    const keyed = await Promise.all([1, 2, 3].map(() => shop.call('do_payment', { id_order: other }, { key: 'k' })));
    expect([new Set(keyed.map((reply) => reply['redirect'])).size, starts]).toEqual([1, 1]);
  });

  test('time is over, and so are the places', async () => {
    const held = { start: () => new Promise<never>(() => {}) };
    const { HostedPage } = await import('../../../src/outside/payments/hosted-page.ts');
    const original = HostedPage.prototype.start;
    HostedPage.prototype.start = held.start;
    try {
      const { shop } = open(
        paymentServices(config({ paymentTimeoutMs: 100, paymentCallsMax: 1 }), { KONTOR_PAYMENT_8_SECRET: SECRET }),
      );
      const [one, two] = [await place(shop, 8), await place(shop, 8)];
      const [first, second] = await Promise.all([
        shop.call('do_payment', { id_order: one }),
        shop.call('do_payment', { id_order: two }),
      ]);
      expect(first).toMatchObject({
        message: 'PAYMENT_PROVIDER_UNAVAILABLE',
        detail: 'The payment provider did not answer within 100 ms.',
      });
      expect(second).toMatchObject({
        message: 'PAYMENT_PROVIDER_UNAVAILABLE',
        detail: '1 payments of this method are being begun, of at most 1; try again.',
      });
      expect(await shop.call('do_payment', { id_order: two })).toMatchObject({
        detail: 'The payment provider did not answer within 100 ms.',
      });
    } finally {
      HostedPage.prototype.start = original;
    }
  });
});
