// Refunds at Stripe and at a hosted page: what is asked, under which key, what an answer means and what a notice says.
// It would catch money asked for without a key, a refusal that is asked again, and an answer that is taken for another.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HttpAnswer, HttpCall } from '../../../src/kernel/http-call.ts';
import type { RefundRequest } from '../../../src/kernel/payment-provider.ts';
import { UndiciClient } from '../../../src/outside/http/http-client.ts';
import { HostedPage, signatureOf } from '../../../src/outside/payments/hosted-page.ts';
import { StripeCheckout } from '../../../src/outside/payments/stripe.ts';
import '../threads/compiled-threads.ts';
import { MARK, NOW_MS, StripeStub, WEBHOOK_SECRET, signed } from './stripe-stub.ts';

const REQUEST: RefundRequest = {
  key: 'refund-10001-1-1767312000000',
  orderId: 10_001,
  reference: 'cs_test_1',
  transaction: 'pi_1',
  amountMinor: 250,
  currency: 'EUR',
};

describe('Stripe', () => {
  const client = new UndiciClient();
  let stub: StripeStub;
  let stripe: StripeCheckout;
  beforeEach(async () => {
    stub = new StripeStub();
    const times = { timeoutMs: 10_000, windowMs: 300_000 };
    const secrets = { secret: 'sk_test_1', webhookSecret: WEBHOOK_SECRET, mark: MARK };
    stripe = new StripeCheckout({ ...secrets, ...times, apiUrl: await stub.listen() }, client);
  });
  afterEach(() => stub.close());
  afterAll(() => client.close());

  const answers = (status: number, body: object): void => {
    stub.answer = (response) => {
      response.statusCode = status;
      response.end(JSON.stringify(body));
    };
  };

  test('is asked for a part of the payment, once for each key', async () => {
    answers(200, { id: 're_1', object: 'refund', status: 'succeeded' });
    expect(await stripe.refund(REQUEST)).toEqual({
      ok: true,
      value: { state: 'done', transaction: 're_1', failure: '' },
    });
    const { path, headers, form } = stub.asked[0]!;
    expect([path, headers['idempotency-key']]).toEqual(['POST /v1/refunds', REQUEST.key]);
    expect(Object.fromEntries(form)).toEqual({
      payment_intent: 'pi_1',
      amount: '250',
      'metadata[kontor]': MARK,
      'metadata[kontor_refund]': REQUEST.key,
    });
  });

  test.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('says %s: it is %s', async (status, state) => {
    answers(200, { id: 're_1', status });
    expect(await stripe.refund(REQUEST)).toMatchObject({ ok: true, value: { state, transaction: 're_1' } });
  });

  test('refuses for good, or is asked again', async () => {
    answers(400, { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } });
    expect(await stripe.refund(REQUEST)).toEqual({
      ok: true,
      value: { state: 'failed', transaction: '', failure: 'charge_already_refunded' },
    });
    const unknown = { ok: false, code: 'PAYMENT_PROVIDER_UNAVAILABLE' };
    for (const status of [401, 409, 429, 500]) {
      answers(status, { error: { type: 'api_error' } });
      expect(await stripe.refund(REQUEST), String(status)).toMatchObject(unknown);
    }
    answers(200, { id: 're_1', status: 'new' });
    expect(await stripe.refund(REQUEST)).toMatchObject(unknown);
    stub.close();
    expect(await stripe.refund(REQUEST)).toMatchObject(unknown);
  });

  const notice = (type: string, object: object) =>
    stripe.notify(signed(JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })));
  const refund = { id: 're_1', status: 'succeeded', amount: 250, currency: 'eur', payment_intent: 'pi_1' };
  const metadata = { kontor: MARK, kontor_refund: REQUEST.key };

  test('reports refunds, its own and those of the shop', () => {
    const value = { origin: 'refund', state: 'done', transaction: 're_1', payment: 'pi_1', amountMinor: 250 };
    expect(notice('refund.updated', { ...refund, metadata })).toMatchObject({
      ok: true,
      value: { ...value, currency: 'EUR', key: REQUEST.key },
    });
    for (const of of [{}, { ...metadata, kontor: 'another/8' }])
      expect(notice('refund.created', { ...refund, metadata: of })).toMatchObject({ value: { ...value, key: '' } });
    expect(notice('charge.refunded', { id: 'ch_1', refunds: { data: [refund] } })).toMatchObject({ value });
    expect(notice('charge.refunded', { id: 'ch_1' })).toEqual({ ok: true, value: undefined });
    expect(notice('refund.failed', { ...refund, status: 'failed', failure_reason: 'lost_card' })).toMatchObject({
      value: { state: 'failed', failure: 'lost_card' },
    });
    for (const less of [{ amount: 0 }, { amount: 1.5 }, { id: 7 }, { status: 'new' }, { currency: null }])
      expect(notice('refund.updated', { ...refund, ...less })).toMatchObject({ code: 'NOTICE_INVALID' });
  });

  test('reports disputes: the money is gone unless it is won, and an inquiry takes none', () => {
    const dispute = { ...refund, id: 'dp_1' };
    for (const status of ['needs_response', 'under_review', 'lost'])
      expect(notice('charge.dispute.updated', { ...dispute, status })).toMatchObject({
        value: { origin: 'dispute', state: 'done', transaction: 'dp_1' },
      });
    expect(notice('charge.dispute.closed', { ...dispute, status: 'won' })).toMatchObject({
      value: { state: 'failed', failure: 'won' },
    });
    expect(notice('charge.dispute.created', { ...dispute, status: 'warning_needs_response' })).toEqual({
      ok: true,
      value: undefined,
    });
  });
});

describe('a hosted page', () => {
  const settings = { url: 'https://pay.example.org/', secret: 's', tokenMs: 1, windowMs: 300_000 };
  const page = (answer: HttpAnswer, calls: HttpCall[] = []): HostedPage =>
    new HostedPage(
      { ...settings, refundUrl: 'https://pay.example.org/refund' },
      {
        call: (call) => {
          calls.push(call);
          return Promise.resolve(answer);
        },
      },
    );
  const says = (said: object | string, status = 200): HttpAnswer => ({
    ok: true,
    status,
    bytes: Buffer.from(typeof said === 'string' ? said : JSON.stringify(said)),
  });

  test('is asked by a signed call where it has an address for it', async () => {
    expect(new HostedPage(settings).refund).toBeUndefined();
    const calls: HttpCall[] = [];
    expect(await page(says({ status: 'done', transaction: 'r-1' }), calls).refund!(REQUEST, NOW_MS)).toEqual({
      ok: true,
      value: { state: 'done', transaction: 'r-1', failure: '' },
    });
    const [{ url, body, headers }] = calls as [HttpCall];
    expect(url).toBe('https://pay.example.org/refund');
    expect(JSON.parse(body)).toEqual({
      refund: REQUEST.key,
      payment: 'cs_test_1',
      transaction: 'pi_1',
      order: 10_001,
      amount: 250,
      currency: 'EUR',
    });
    expect(headers['x-kontor-signature']).toBe(signatureOf('s', headers['x-kontor-timestamp']!, Buffer.from(body)));
  });

  test('refuses for good, or is asked again', async () => {
    expect(await page(says({ status: 'failed', detail: 'too late' })).refund!(REQUEST, NOW_MS)).toEqual({
      ok: true,
      value: { state: 'failed', transaction: '', failure: 'too late' },
    });
    const unknown: readonly HttpAnswer[] = [
      says({ status: 'failed' }, 500),
      says({ status: 'done' }),
      says({ status: 'maybe', transaction: 'r-1' }),
      says('null'),
      says('<html>'),
      { ok: false, failure: 'timeout', detail: '' },
    ];
    for (const answer of unknown)
      expect(await page(answer).refund!(REQUEST, NOW_MS)).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
  });

  test('reports what went back, by name', () => {
    const notify = (said: object) => {
      const [timestamp, body] = [String(NOW_MS / 1000), Buffer.from(JSON.stringify(said))];
      const headers = new Map([
        ['x-kontor-timestamp', timestamp],
        ['x-kontor-signature', signatureOf('s', timestamp, body)],
      ]);
      return page(says({})).notify({ headers, body, nowMs: NOW_MS });
    };
    const said = { payment: 'p', status: 'refunded', transaction: 'r-1', amount: 250, currency: 'EUR' };
    expect(notify(said)).toMatchObject({ value: { origin: 'refund', state: 'done', key: '', reference: 'p' } });
    expect(notify({ ...said, status: 'dispute_won' })).toMatchObject({
      value: { origin: 'dispute', state: 'failed', failure: 'dispute_won' },
    });
    for (const less of [{ amount: 0 }, { amount: -1 }, { transaction: '' }, { refund: 7 }, { currency: 1 }])
      expect(notify({ ...said, ...less })).toMatchObject({ code: 'NOTICE_INVALID' });
  });
});
