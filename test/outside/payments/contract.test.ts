// The contract of payment providers, by themselves and behind do_payment and the notify address. Catches a provider
// that believes a forged or old notice, or reports another amount than was asked for.
import * as fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { STORE_ID, paymentServices } from '../../operations/orders/payment-services.ts';
import type { PaymentMethod } from '../../../src/config/payment-settings.ts';
import type { Notice, NoticeRead, PaymentProvider, RawNotice } from '../../../src/kernel/payment-provider.ts';
import { HostedPage, signatureOf } from '../../../src/outside/payments/hosted-page.ts';
import { UndiciClient } from '../../../src/outside/http/http-client.ts';
import '../threads/compiled-threads.ts';
import { StripeCheckout } from '../../../src/outside/payments/stripe.ts';
import { config, deliver, place, stateOf } from '../../operations/orders/paying.ts';
import { openShop } from '../../operations/shop.ts';
import { REQUEST } from './payment-request.ts';
import { MARK, NOW_MS, StripeStub, WEBHOOK_SECRET, event, signed } from './stripe-stub.ts';

const WINDOW_MS = 300_000;

interface Sent {
  readonly secret?: string;
  readonly atMs?: number;
}

interface Party {
  readonly provider: PaymentProvider;
  /** As the settings name it, and the environment with its secrets. */
  readonly method: PaymentMethod;
  readonly env: { readonly [name: string]: string };
  /** What the provider sends to say this. */
  body(said: Notice): string;
  sign(body: string, sent?: Sent, nowMs?: number): RawNotice;
}

const hostedPage = (): Promise<Party> => {
  const [url, secret] = ['https://pay.example.org/card', 'page-secret'];
  return Promise.resolve({
    provider: new HostedPage({ url, secret, tokenMs: 3_600_000, windowMs: WINDOW_MS }),
    method: { id: 8, name: 'Card', provider: 'hosted-page', url },
    env: { KONTOR_PAYMENT_8_SECRET: secret },
    body: ({ reference, outcome, transaction, amountMinor, currency }) =>
      JSON.stringify({ payment: reference, status: outcome, transaction, amount: amountMinor, currency }),
    sign: (text, { secret: by = secret, atMs } = {}, nowMs = NOW_MS) => {
      const [timestamp, body] = [String(Math.floor((atMs ?? nowMs) / 1000)), Buffer.from(text)];
      return {
        headers: new Map([
          ['x-kontor-timestamp', timestamp],
          ['x-kontor-signature', signatureOf(by, timestamp, body)],
        ]),
        body,
        nowMs,
      };
    },
  });
};

const STRIPE_EVENTS: { readonly [outcome in Notice['outcome']]: readonly [string, string] } = {
  received: ['checkout.session.completed', 'paid'],
  pending: ['checkout.session.completed', 'unpaid'],
  expired: ['checkout.session.expired', 'unpaid'],
};

const client = new UndiciClient();
let stub: StripeStub | undefined;
afterEach(() => stub?.close());
afterAll(() => client.close());

const stripe = async (): Promise<Party> => {
  stub = new StripeStub();
  const url = await stub.listen();
  return {
    provider: new StripeCheckout(
      {
        secret: 'sk_test_1',
        webhookSecret: WEBHOOK_SECRET,
        apiUrl: url,
        timeoutMs: 10_000,
        windowMs: WINDOW_MS,
        mark: MARK,
      },
      client,
    ),
    method: { id: 8, name: 'Card', provider: 'stripe', url },
    env: { KONTOR_PAYMENT_8_SECRET: 'sk_test_1', KONTOR_PAYMENT_8_WEBHOOK_SECRET: WEBHOOK_SECRET },
    body: ({ reference, outcome, transaction, amountMinor, currency }) => {
      const [type, status] = STRIPE_EVENTS[outcome];
      return event(type, {
        id: reference,
        payment_status: status,
        payment_intent: transaction,
        amount_total: amountMinor,
        currency: currency.toLowerCase(),
      });
    },
    sign: (text, { secret = WEBHOOK_SECRET, atMs } = {}, nowMs = NOW_MS) =>
      signed(text, { secret, atMs: atMs ?? nowMs }, nowMs),
  };
};

const RECEIVED: Notice = {
  reference: 'r',
  outcome: 'received',
  transaction: 't-1',
  amountMinor: 1250,
  currency: 'EUR',
};

// Stripe sends each event of an account to all of its endpoints: also those of other shops, methods and payment links.
test('sessions of others are no money of this shop, unless it knows their payment', async () => {
  const { method, env, sign } = await stripe();
  const settings = config({ paymentMethods: [method], paymentSuccessUrl: 'https://shop.example.org/thanks' });
  const payments = paymentServices(settings, env, client);
  const shop = openShop({ config: { paymentMethods: [method] }, payments });
  const id = await place(shop, method.id);
  await shop.call('do_payment', { id_order: id });
  const { reference } = shop.engine.tables.payment.peek(1)! as unknown as { reference: string };
  const tell = (type: string, session: object): Promise<object> =>
    deliver({ shop, payments }, method.id, sign(event(type, session), {}, shop.nowMs));
  const money = async (): Promise<unknown> => shop.admin('get_unclaimed_money', { settled: 1 });
  const { headSeq } = shop.engine;
  for (const metadata of [{ kontor: `${STORE_ID}/9` }, { kontor: `${'f'.repeat(32)}/8` }, {}]) {
    const session = { id: 'cs_of_others', metadata };
    expect(await tell('checkout.session.completed', session)).toEqual({ status: 404, message: 'PAYMENT_NOT_FOUND' });
    expect(await tell('checkout.session.expired', session)).toEqual({ status: 200, message: '' });
  }
  expect(shop.engine.headSeq).toBe(headSeq);
  expect(await money()).toMatchObject({ open: 0, money: [] });
  // Begun here, and not known yet, or not any more.
  await tell('checkout.session.completed', { id: 'cs_own' });
  expect(await money()).toMatchObject({ open: 1, money: [{ reference: 'cs_own', reason: 'payment_unknown' }] });
  // Begun by an older version, which left no mark.
  await tell('checkout.session.completed', { id: reference, metadata: {} });
  expect(await stateOf(shop, id)).toBe('PAYMENT_RECEIVED');
});

describe.each([
  ['a hosted page', hostedPage],
  ['Stripe', stripe],
])('%s', (_name, party) => {
  test('begins a payment that can be named, shown and is over some day; the same one under one key', async () => {
    const { provider } = await party();
    const first = await provider.start(REQUEST, NOW_MS);
    if (!first.ok) throw new Error(first.code);
    const { reference, redirect, expiresMs } = first.value;
    expect([reference.length > 0, reference.length <= 255, new URL(redirect).protocol, expiresMs > NOW_MS]).toEqual([
      true,
      true,
      'https:',
      true,
    ]);
    expect(await provider.start(REQUEST, NOW_MS)).toEqual(first);
    expect(await provider.start({ ...REQUEST, key: 'order-10001-1' }, NOW_MS)).not.toMatchObject({
      value: { reference },
    });
  });

  test('counts every currency in whole units, and needs an address to come back to or does without', async () => {
    const { provider } = await party();
    for (const currency of ['EUR', 'JPY', 'KWD', 'UGX', 'XYZ']) {
      const { digits, step } = provider.capabilities.unitOf(currency) ?? { digits: 2, step: 1 };
      expect([Number.isInteger(digits), digits >= 0, Number.isInteger(step), step > 0]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
    if (!provider.capabilities.needsSuccessUrl)
      expect(await provider.start({ ...REQUEST, successUrl: '' }, NOW_MS)).toMatchObject({ ok: true });
  });

  test.each(['received', 'pending', 'expired'] as const)('says of a payment that it is %s', async (outcome) => {
    const { provider, body, sign } = await party();
    const said = { ...RECEIVED, outcome };
    expect(provider.notify(sign(body(said)))).toMatchObject({ ok: true, value: said });
  });

  test('is not believed with another byte, secret or header', async () => {
    // Catches: a signature over less than all of it, a compare that stops early.
    const { provider, body, sign } = await party();
    const refused = { ok: false, code: 'NOTICE_SIGNATURE_INVALID' };
    const genuine = sign(body(RECEIVED));
    fc.assert(
      fc.property(fc.nat(genuine.body.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const changed = Buffer.from(genuine.body);
        changed[at]! ^= bits;
        expect(provider.notify({ ...genuine, body: changed })).toMatchObject(refused);
      }),
    );
    expect(provider.notify(sign(body(RECEIVED), { secret: 'another' }))).toMatchObject(refused);
    for (const header of genuine.headers.keys()) {
      const headers = new Map([...genuine.headers].filter(([name]) => name !== header));
      expect(provider.notify({ ...genuine, headers }), header).toMatchObject(refused);
    }
  });

  test('is believed as long as the settings say, and an old forgery is not said to be old', async () => {
    const { provider, body, sign } = await party();
    const text = body(RECEIVED);
    for (const awayMs of [-WINDOW_MS, WINDOW_MS])
      expect(provider.notify(sign(text, { atMs: NOW_MS + awayMs })), String(awayMs)).toMatchObject({ ok: true });
    for (const awayMs of [-WINDOW_MS - 1000, WINDOW_MS + 1000, 3_600_000])
      expect(provider.notify(sign(text, { atMs: NOW_MS + awayMs })), String(awayMs)).toMatchObject({
        ok: false,
        code: 'NOTICE_TOO_OLD',
      });
    const atMs = NOW_MS - WINDOW_MS - 1000;
    expect(provider.notify(sign(text, { atMs, secret: 'another' }))).toMatchObject({
      ok: false,
      code: 'NOTICE_SIGNATURE_INVALID',
    });
  });

  test('is refused by name, or means nothing, whatever it signs or sends', async () => {
    // Catches: a parser that throws, and a fault of the shop as the answer, after which a provider sends again for
    // days.
    const { provider, sign } = await party();
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const read = provider.notify(sign(text)) as NoticeRead;
        expect(read.ok ? read.value : read.code).toBe(read.ok ? undefined : 'NOTICE_INVALID');
      }),
    );
    const names = [...sign('').headers.keys()];
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.array(fc.string(), { minLength: names.length, maxLength: names.length }),
        (body, values) => {
          const headers = new Map(names.map((name, at) => [name, values[at]!]));
          expect(provider.notify({ headers, body: Buffer.from(body), nowMs: NOW_MS })).toMatchObject({
            ok: false,
            code: 'NOTICE_SIGNATURE_INVALID',
          });
        },
      ),
    );
  });

  test('is paid once: do_payment, the notice, its repeat, another amount', async () => {
    const { method, env, body, sign } = await party();
    const settings = config({ paymentMethods: [method], paymentSuccessUrl: 'https://shop.example.org/thanks' });
    const payments = paymentServices(settings, env, client);
    const shop = openShop({ config: { paymentMethods: [method] }, payments });
    const id = await place(shop, method.id);
    expect(await shop.call('do_payment', { id_order: id })).toMatchObject({
      status: 'Success',
      redirect: expect.stringMatching(/^https:/),
    });
    const { reference } = shop.engine.tables.payment.peek(1)! as unknown as { reference: string };
    const tell = (said: object): Promise<object> =>
      deliver({ shop, payments }, method.id, sign(body({ ...RECEIVED, reference, ...said }), {}, shop.nowMs));
    expect(await tell({ amountMinor: 1249 })).toEqual({ status: 409, message: 'PAYMENT_AMOUNT_INVALID' });
    expect(await stateOf(shop, id)).toBe('PAYMENT_NOT_RECEIVED');
    expect(await tell({})).toEqual({ status: 200, message: '' });
    expect(await stateOf(shop, id)).toBe('PAYMENT_RECEIVED');
    const { headSeq } = shop.engine;
    expect(await tell({})).toEqual({ status: 200, message: '' });
    expect(shop.engine.headSeq).toBe(headSeq);
    await shop.refused('do_payment', { id_order: id }, 'PAYMENT_ALREADY_RECEIVED', id);
  });
});
