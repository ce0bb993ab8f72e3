// Stripe's protocol, against a server on loopback that speaks its documented shapes.
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentRequest, RawNotice } from '../../src/kernel/payment-provider.ts';
import { StripeCheckout, stripeDigits } from '../../src/outside/stripe.ts';

const NOW_MS = Date.UTC(2026, 0, 2);
const WEBHOOK_SECRET = 'whsec_test';

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
}

let server: Server;
let asked: Asked[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  asked = [];
  answer = (response) =>
    response.end(JSON.stringify({ id: 'cs_test_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/pay/cs_test_1', expires_at: NOW_MS / 1000 + 86_400 }));
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({ path: `${request.method} ${request.url}`, headers: request.headers, form: new URLSearchParams(body) });
      response.setHeader('Content-Type', 'application/json');
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const provider = (more = {}): StripeCheckout => {
  const { port } = server.address() as AddressInfo;
  return new StripeCheckout({ secret: 'sk_test_1', webhookSecret: WEBHOOK_SECRET, apiUrl: `http://127.0.0.1:${port}`, timeoutMs: 10_000, successUrl: 'https://shop.example.org/thanks', windowMs: 300_000, ...more });
};

const REQUEST: PaymentRequest = { orderId: 10_001, key: 'order-10001-0', amountMinor: 1250, currency: 'EUR', currencyDigits: 2, email: 'ada@example.org', successUrl: '', cancelUrl: 'https://shop.example.org/cart' };

describe('a payment', () => {
  test('is a Checkout Session of the whole amount, asked for once per key', async () => {
    expect(await provider().start(REQUEST)).toEqual({
      ok: true,
      value: { reference: 'cs_test_1', redirect: 'https://checkout.stripe.com/c/pay/cs_test_1', token: '', expiresMs: NOW_MS + 86_400_000 },
    });
    const [{ path, headers, form }] = asked as [Asked];
    expect(path).toBe('POST /v1/checkout/sessions');
    expect([headers.authorization, headers['idempotency-key']]).toEqual(['Bearer sk_test_1', 'order-10001-0']);
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      client_reference_id: '10001',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '1250',
      success_url: 'https://shop.example.org/thanks',
      cancel_url: 'https://shop.example.org/cart',
      customer_email: 'ada@example.org',
    });
  });

  test.each([
    ['refuses the card key', (response: ServerResponse) => response.writeHead(401).end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_test_1' } }))],
    ['fails', (response: ServerResponse) => response.writeHead(500).end('{}')],
    ['speaks something else', (response: ServerResponse) => response.end('<html>')],
    ['hangs up', (response: ServerResponse) => response.destroy()],
    ['never answers', () => {}],
    ['never ends its answer', (response: ServerResponse) => void setInterval(() => response.write(' '), 50).unref()],
  ])('is unavailable when Stripe %s, and says nothing that is secret', async (_what, how) => {
    answer = how;
    const started = await provider({ timeoutMs: 300 }).start(REQUEST);
    expect(started).toMatchObject({ ok: false, code: 'PAYMENT_PROVIDER_UNAVAILABLE', param: '10001' });
    expect(JSON.stringify(started)).not.toContain('sk_test');
    // Its library may ask again after a broken connection: under the same key it is the same payment.
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['order-10001-0']));
  });

  test('reads no further from a Stripe that never ends its answer', async () => {
    let isClosed = false;
    answer = (response) => {
      setInterval(() => response.write(' '), 50).unref();
      response.on('close', () => (isClosed = true));
    };
    await provider({ timeoutMs: 300 }).start(REQUEST);
    await expect.poll(() => isClosed, { timeout: 10_000 }).toBe(true);
  });

  test('is of no currency that the order counts in other units', async () => {
    // Catches: an order of a shop that counted in hundredths, charged a hundredfold once its settings say wholes.
    expect(await provider().start({ ...REQUEST, currency: 'JPY', amountMinor: 125_000 })).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE', detail: expect.stringContaining('JPY') });
    expect(await provider().start({ ...REQUEST, currencyDigits: 4 })).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    expect(asked).toEqual([]);
    expect(await provider().start({ ...REQUEST, currency: 'JPY', currencyDigits: 0 })).toMatchObject({ ok: true });
  });

  // Stripe refuses the whole payment for an address that is none.
  test.each(['', 'erased', 'ada at example.org', 'ada@'])('names no customer whose e-mail is %j', async (email) => {
    await provider().start({ ...REQUEST, email });
    expect(asked[0]!.form.has('customer_email')).toBe(false);
  });

  test('follows nobody elsewhere with the secret key', async () => {
    answer = (response) => response.writeHead(307, { Location: '/elsewhere' }).end();
    expect(await provider().start(REQUEST)).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    expect(asked.map(({ path }) => path)).toEqual(['POST /v1/checkout/sessions']);
  });

  test('is unavailable when nobody listens', async () => {
    expect(await provider({ apiUrl: 'http://127.0.0.1:9' }).start(REQUEST)).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
  });
});

const stripe = new Stripe('sk_test_1');

const event = (type: string, session: object): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: { id: 'cs_test_1', object: 'checkout.session', amount_total: 1250, currency: 'eur', payment_intent: 'pi_1', payment_status: 'paid', ...session } } });

const notice = (payload: string, { secret = WEBHOOK_SECRET, atMs = NOW_MS } = {}): RawNotice => ({
  headers: new Map([['stripe-signature', stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(atMs / 1000) })]]),
  body: Buffer.from(payload),
  nowMs: NOW_MS,
});

describe('an event', () => {
  const RECEIVED = { reference: 'cs_test_1', outcome: 'received', transaction: 'pi_1', amountMinor: 1250, currency: 'EUR' };

  test.each([
    ['checkout.session.completed', {}, RECEIVED],
    ['checkout.session.async_payment_succeeded', {}, RECEIVED],
    ['checkout.session.completed', { payment_intent: null }, { ...RECEIVED, transaction: 'cs_test_1' }],
    ['checkout.session.completed', { payment_status: 'unpaid' }, { ...RECEIVED, outcome: 'pending' }],
    ['checkout.session.expired', { payment_status: 'unpaid' }, { ...RECEIVED, outcome: 'expired' }],
    ['checkout.session.async_payment_failed', { payment_status: 'unpaid' }, { ...RECEIVED, outcome: 'expired' }],
    ['invoice.paid', {}, undefined],
  ])('%s with %j', (type, session, expected) => {
    expect(provider().notify(notice(event(type, session)))).toEqual({ ok: true, value: expected });
  });

  test('with another secret or changed is refused', () => {
    const payload = event('checkout.session.completed', {});
    const genuine = notice(payload);
    const refused = { ok: false, code: 'NOTICE_SIGNATURE_INVALID' };
    expect(provider().notify(notice(payload, { secret: 'whsec_other' }))).toMatchObject(refused);
    expect(provider().notify({ ...genuine, body: Buffer.from(payload.replace('1250', '1251')) })).toMatchObject(refused);
    expect(provider().notify({ ...genuine, headers: new Map() })).toMatchObject(refused);
  });

  test('may be as old as the settings say, and an old one of somebody else is not said to be old', () => {
    const payload = event('checkout.session.completed', {});
    for (const windowMs of [300_000, 1000]) {
      const checkout = provider({ windowMs });
      const atMs = NOW_MS - windowMs - 1000;
      expect(checkout.notify(notice(payload, { atMs: NOW_MS - windowMs }))).toMatchObject({ ok: true });
      expect(checkout.notify(notice(payload, { atMs }))).toMatchObject({ ok: false, code: 'NOTICE_TOO_OLD' });
      expect(checkout.notify(notice(payload, { atMs, secret: 'whsec_other' }))).toMatchObject({ code: 'NOTICE_SIGNATURE_INVALID' });
    }
  });

  test.each([
    'null',
    '5',
    '[]',
    '{}',
    '{',
    '{"type":5}',
    '{"type":"checkout.session.completed"}',
    '{"type":"checkout.session.completed","data":null}',
    '{"type":"checkout.session.expired","data":{"object":null}}',
    '{"type":"checkout.session.expired","data":{"object":"cs_test_1"}}',
    ...[{ id: 5 }, { id: null }, { payment_intent: { id: 5 } }, { payment_intent: 'x'.repeat(256) }, { payment_status: null }, { amount_total: '1250' }, { amount_total: 12.5 }, { currency: 978 }].map((session) =>
      event('checkout.session.completed', session),
    ),
  ])('of another shape is refused by name, signed as it may be: %s', (payload) => {
    // Catches: what threw outside of the verification and was answered as a fault of the shop, to be sent again.
    expect(provider().notify(notice(payload))).toMatchObject({ ok: false, code: 'NOTICE_INVALID' });
    expect(provider().notify(notice(payload, { secret: 'whsec_other' }))).toMatchObject({ ok: false, code: 'NOTICE_SIGNATURE_INVALID' });
  });

  test.each([
    [{ payment_intent: { id: 'pi_2' } }, { transaction: 'pi_2' }],
    [{ payment_intent: undefined, amount_total: null, currency: null }, { transaction: 'cs_test_1', amountMinor: 0, currency: '' }],
  ])('with %j is read all the same', (session, expected) => {
    expect(provider().notify(notice(event('checkout.session.completed', session)))).toMatchObject({ ok: true, value: expected });
  });
});

test('decimals as Stripe counts them', () => {
  expect(['EUR', 'JPY', 'KWD'].map(stripeDigits)).toEqual([2, 0, 3]);
});
