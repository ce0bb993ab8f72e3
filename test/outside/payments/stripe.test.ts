// Stripe's protocol, against a server on loopback that speaks its documented shapes; what every provider keeps is in
// contract.test.ts.
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { whyNotPayable } from '../../../src/kernel/payment-provider.ts';
import type { HttpAnswer, HttpCall } from '../../../src/kernel/http-call.ts';
import { UndiciClient } from '../../../src/outside/http/http-client.ts';
import { StripeCheckout } from '../../../src/outside/payments/stripe.ts';
import '../threads/compiled-threads.ts';
import { REQUEST as PLAIN_REQUEST } from './payment-request.ts';
import { MARK, NOW_MS, StripeStub, WEBHOOK_SECRET, event, signed } from './stripe-stub.ts';

let stub: StripeStub;
let apiUrl: string;

beforeEach(async () => {
  stub = new StripeStub();
  apiUrl = await stub.listen();
});
afterEach(() => stub.close());

const client = new UndiciClient();
afterAll(() => client.close());

const SETTINGS = {
  secret: 'sk_test_1',
  webhookSecret: WEBHOOK_SECRET,
  timeoutMs: 10_000,
  windowMs: 300_000,
  mark: MARK,
};

const provider = (more = {}): StripeCheckout => new StripeCheckout({ ...SETTINGS, apiUrl, ...more }, client);

const REQUEST = { ...PLAIN_REQUEST, cancelUrl: 'https://shop.example.org/cart' };

describe('a payment', () => {
  test('is a Checkout Session of the whole amount, asked for once per key', async () => {
    expect(await provider().start(REQUEST)).toEqual({
      ok: true,
      value: {
        reference: 'cs_test_1',
        redirect: 'https://checkout.stripe.com/c/pay/cs_test_1',
        token: '',
        expiresMs: NOW_MS + 86_400_000,
      },
    });
    const { path, headers, form } = stub.asked[0]!;
    expect(path).toBe('POST /v1/checkout/sessions');
    expect([headers.authorization, headers['idempotency-key']]).toEqual(['Bearer sk_test_1', 'order-10001-0']);
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      client_reference_id: '10001',
      'metadata[kontor]': MARK,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '1250',
      success_url: 'https://shop.example.org/thanks',
      cancel_url: 'https://shop.example.org/cart',
      customer_email: 'ada@example.org',
    });
  });

  test('asks by the client that it is given, and by no global of the process', async () => {
    // Catches: the fetch of Node 20, which sends Content-Length twice where a package has put its own dispatcher there.
    const before = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new Error('a global was used'));
    onTestFinished(() => void (globalThis.fetch = before));
    expect(await provider().start(REQUEST)).toMatchObject({ ok: true });
    expect(stub.asked[0]!.headers['content-length']).toMatch(/^\d+$/);
  });

  test.each([
    [
      'refuses the card key',
      (response: ServerResponse) =>
        response
          .writeHead(401)
          .end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_test_1' } })),
    ],
    ['fails', (response: ServerResponse) => response.writeHead(500).end('{}')],
    ['speaks something else', (response: ServerResponse) => response.end('<html>')],
    ['hangs up', (response: ServerResponse) => response.destroy()],
    ['never answers', () => {}],
    ['never ends its answer', (response: ServerResponse) => void setInterval(() => response.write(' '), 50).unref()],
  ])('is unavailable when Stripe %s, and says nothing that is secret', async (_what, how) => {
    stub.answer = how;
    const started = await provider({ timeoutMs: 300 }).start(REQUEST);
    expect(started).toMatchObject({ ok: false, code: 'PAYMENT_PROVIDER_UNAVAILABLE', param: '10001' });
    expect(JSON.stringify(started)).not.toContain('sk_test');
    // Its library may ask again after a broken connection: under the same key it is the same payment.
    expect(new Set(stub.asked.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['order-10001-0']));
  });

  test('reads no further from a Stripe that never ends its answer', async () => {
    let isClosed = false;
    stub.answer = (response) => {
      setInterval(() => response.write(' '), 50).unref();
      response.on('close', () => (isClosed = true));
    };
    await provider({ timeoutMs: 300 }).start(REQUEST);
    await expect.poll(() => isClosed, { timeout: 10_000 }).toBe(true);
  });

  // Stripe refuses the whole payment for an address that is none.
  test.each(['', 'erased', 'ada at example.org', 'ada@'])('names no customer whose e-mail is %j', async (email) => {
    await provider().start({ ...REQUEST, email });
    expect(stub.asked[0]!.form.has('customer_email')).toBe(false);
  });

  test('follows nobody elsewhere with the secret key', async () => {
    stub.answer = (response) => response.writeHead(307, { Location: '/elsewhere' }).end();
    expect(await provider().start(REQUEST)).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    expect(stub.asked.map(({ path }) => path)).toEqual(['POST /v1/checkout/sessions']);
  });

  test.each([
    ['http://127.0.0.1', 'http://127.0.0.1/v1/checkout/sessions'],
    ['https://127.0.0.1', 'https://127.0.0.1/v1/checkout/sessions'],
    ['http://127.0.0.1:8099', 'http://127.0.0.1:8099/v1/checkout/sessions'],
  ])('is asked for at %s', async (apiUrl, expected) => {
    const asked: string[] = [];
    const call = ({ url }: HttpCall): Promise<HttpAnswer> => {
      asked.push(new URL(url).href);
      return Promise.resolve({ ok: false, failure: 'closed', detail: 'nobody' });
    };
    await new StripeCheckout({ ...SETTINGS, apiUrl }, { call }).start(REQUEST);
    expect(asked).toEqual([expected]);
  });

  test('is unavailable when nobody listens', async () => {
    expect(await provider({ apiUrl: 'http://127.0.0.1:9' }).start(REQUEST)).toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    });
  });
});

describe('an event', () => {
  const RECEIVED = {
    reference: 'cs_test_1',
    outcome: 'received',
    transaction: 'pi_1',
    amountMinor: 1250,
    currency: 'EUR',
    isForeign: false,
  };

  test.each([
    ['checkout.session.completed', {}, RECEIVED],
    ['checkout.session.async_payment_succeeded', {}, RECEIVED],
    ['checkout.session.completed', { payment_intent: null }, { ...RECEIVED, transaction: 'cs_test_1' }],
    ['checkout.session.completed', { payment_status: 'unpaid' }, { ...RECEIVED, outcome: 'pending' }],
    ['checkout.session.expired', { payment_status: 'unpaid' }, { ...RECEIVED, outcome: 'expired' }],
    ['checkout.session.async_payment_failed', { payment_status: 'unpaid' }, { ...RECEIVED, outcome: 'expired' }],
    ['invoice.paid', {}, undefined],
  ])('%s with %j', (type, session, expected) => {
    expect(provider().notify(signed(event(type, session)))).toEqual({ ok: true, value: expected });
  });

  test.each([{ kontor: `${MARK}0` }, { kontor: 8 }, {}, null, undefined, 'kontor'])(
    'of a session that this shop and method did not begin says so: its metadata are %j',
    (metadata) => {
      expect(provider().notify(signed(event('checkout.session.completed', { metadata })))).toEqual({
        ok: true,
        value: { ...RECEIVED, isForeign: true },
      });
    },
  );

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
    ...[
      { id: 5 },
      { id: null },
      { payment_intent: { id: 5 } },
      { payment_intent: 'x'.repeat(256) },
      { payment_status: null },
      { amount_total: '1250' },
      { amount_total: 12.5 },
      { currency: 978 },
    ].map((session) => event('checkout.session.completed', session)),
  ])('of another shape is refused by name, signed as it may be: %s', (payload) => {
    // Catches: what threw outside of the verification and was answered as a fault of the shop, to be sent again.
    expect(provider().notify(signed(payload))).toMatchObject({ ok: false, code: 'NOTICE_INVALID' });
  });

  test.each([
    [{ payment_intent: { id: 'pi_2' } }, { transaction: 'pi_2' }],
    [
      { payment_intent: undefined, amount_total: null, currency: null },
      { transaction: 'cs_test_1', amountMinor: 0, currency: '' },
    ],
  ])('with %j is read all the same', (session, expected) => {
    expect(provider().notify(signed(event('checkout.session.completed', session)))).toMatchObject({
      ok: true,
      value: expected,
    });
  });
});

// Stripe's documents, "Supported currencies", with its special cases.
test.each([
  ['EUR', 2, 1251, true],
  ['EUR', 0, 12, false],
  ['JPY', 0, 1251, true],
  ['JPY', 2, 1200, false],
  // Catches: hundredths of what was sold, by a currency of wholes that Stripe still counts in hundredths.
  ['UGX', 0, 5, false],
  ['UGX', 2, 500, true],
  ['UGX', 2, 550, false],
  ['ISK', 2, 500, true],
  ['KWD', 3, 5120, true],
  ['KWD', 3, 5124, false],
])('%s with %i decimals, %i of its units: payable is %s', (currency, currencyDigits, amountMinor, payable) => {
  expect(whyNotPayable(provider().capabilities, { currency, currencyDigits, amountMinor }) === undefined).toBe(payable);
});
