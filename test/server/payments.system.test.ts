// Payment methods as the settings name them, and the notify address of the program.
import { writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { paymentServices } from '../operations/orders/payment-services.ts';
import { loadConfig } from '../../src/config/config.ts';
import { signatureOf } from '../../src/outside/payments/hosted-page.ts';
import { METHODS, SECRET, config, tokenIn } from '../operations/orders/paying.ts';
import { freeLine } from '../operations/shop.ts';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';

// Catches: header names that one listener leaves as they were sent, bytes that were read as text, a route that is gone.
test('a purchase, its payment and the signed notice of it, through both listeners', async () => {
  const place = new Place();
  onTestFinished(() => place.clean());
  writeFileSync(place.path('kontor.config.json'), JSON.stringify({ paymentMethods: METHODS }));
  const legacy = await reservePort();
  const licence = { licence_username: 'u_1', licence_password: 'payments-password' };
  const env = {
    KONTOR_LICENCE_USERNAME: 'u_1',
    KONTOR_LICENCE_PASSWORD: 'payments-password',
    KONTOR_LICENCE_SECRET_KEY: 'payments-secret-key',
    KONTOR_PAYMENT_8_SECRET: SECRET,
  };
  const server = await place.serveHere(['serve', '--port', '0', '--legacy-port', String(legacy)], env);
  const { origin } = new URL(server.url);
  const call = async (
    request: string,
    params: { readonly [name: string]: string },
  ): Promise<{ readonly [name: string]: unknown }> => {
    const body = new URLSearchParams({ request, ...licence, ...params });
    return (await (await fetch(`${origin}/srv/service/`, { method: 'POST', body })).json()) as {
      [name: string]: unknown;
    };
  };
  for (const at of [origin, `http://127.0.0.1:${legacy}`]) {
    const session = String((await call('get_new_session', {}))['code']);
    await call(
      'add_to_cart',
      Object.fromEntries(
        Object.entries(freeLine(session, '12.50')).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    );
    await call('set_order_details', { session, id_payment_method: '8' });
    const id_order = String((await call('checkout', { session }))['id_order']);
    const { payment } = tokenIn((await call('do_payment', { id_order }))['redirect']);
    const body = Buffer.from(
      JSON.stringify({ payment, status: 'received', transaction: 'Überweisung 1', amount: 1250, currency: 'EUR' }),
    );
    const timestamp = String(Math.floor(Date.now() / 1000));
    const told = async (signature: string): Promise<number> =>
      (
        await fetch(`${at}/srv/payment/8/notify`, {
          method: 'POST',
          headers: { 'X-Kontor-Timestamp': timestamp, 'X-Kontor-Signature': signature },
          body,
        })
      ).status;
    expect(await told(signatureOf('another', timestamp, body))).toBe(401);
    expect(await told(signatureOf(SECRET, timestamp, body))).toBe(200);
    expect(await call('get_order_by_id', { id_order })).toMatchObject({ payment_state: { name: 'PAYMENT_RECEIVED' } });
  }
});

describe('the settings of payments', () => {
  const STRIPE_ENV = { KONTOR_PAYMENT_7_SECRET: 's', KONTOR_PAYMENT_7_WEBHOOK_SECRET: 'w' };

  test.each([
    ['a hosted page without its secret', { paymentMethods: METHODS }, {}, 'KONTOR_PAYMENT_8_SECRET is not set'],
    [
      'a hosted page without a URL',
      { paymentMethods: [{ id: 8, name: 'Card', provider: 'hosted-page' }] },
      { KONTOR_PAYMENT_8_SECRET: 's' },
      'needs its url',
    ],
    [
      'two methods of one id',
      {
        paymentMethods: [
          { id: 2, name: 'PrePayment' },
          { id: 2, name: 'Cash' },
        ],
      },
      {},
      'id 2 stands there twice',
    ],
    [
      'two methods of one name',
      {
        paymentMethods: [
          { id: 2, name: 'Cash' },
          { id: 3, name: 'Cash' },
        ],
      },
      {},
      'Cash stands there twice',
    ],
    // The reply of get_payment_methods is keyed by their names.
    [
      'two methods of one name in one language',
      {
        paymentMethods: [
          { id: 2, name: { de_DE: 'Bar', en_GB: 'Cash' } },
          { id: 3, name: 'Cash' },
        ],
      },
      {},
      'Cash stands there twice',
    ],
    [
      'a method that hides what a reply is in one language',
      { paymentMethods: [{ id: 2, name: { de_DE: 'Bar', en_GB: 'object' } }] },
      {},
      'object is no name of a method',
    ],
    [
      'a method that hides what a reply is',
      { paymentMethods: [{ id: 2, name: 'object' }] },
      {},
      'object is no name of a method',
    ],
    [
      'Stripe at an address that is none',
      {
        paymentSuccessUrl: 'https://x',
        paymentMethods: [{ id: 7, name: 'Stripe', provider: 'stripe', url: 'localhost' }],
      },
      STRIPE_ENV,
      'localhost is no http or https URL',
    ],
    [
      'a way back that is none',
      { paymentMethods: METHODS, paymentSuccessUrl: 'https://shop.example.org /x' },
      { KONTOR_PAYMENT_8_SECRET: 's' },
      'paymentSuccessUrl: https://shop.example.org /x is no http or https URL',
    ],
    [
      'a way out that is none',
      { paymentMethods: METHODS, paymentCancelUrl: 'http://[' },
      { KONTOR_PAYMENT_8_SECRET: 's' },
      'paymentCancelUrl: http://[ is no',
    ],
    [
      'Stripe without a way back',
      { paymentMethods: [{ id: 7, name: 'Stripe', provider: 'stripe' }] },
      STRIPE_ENV,
      'Stripe: its provider needs the setting paymentSuccessUrl',
    ],
    [
      'Stripe with other decimals',
      { currency: 'JPY', paymentMethods: [{ id: 7, name: 'Stripe', provider: 'stripe' }] },
      STRIPE_ENV,
      'Stripe: its provider counts JPY with 0 decimals, not 2',
    ],
  ])('refuse %s', (_what, given, env, message) => {
    expect(() => paymentServices(config(given), env)).toThrow(message);
  });

  test.each([
    'https://shop.example.org',
    'shop.example.org/',
    'shop.example.org/thanks',
    'shop.example.org:443',
    'shop.example.org:80',
    'shop.example.org:port',
    'ada@shop.example.org',
    'shop.example.org?x',
    '*.example.org',
    'shop example.org',
    '',
  ])('refuse a host that no URL can have: %j', (host) => {
    const given = config({ paymentMethods: [], paymentReturnHosts: ['shop.example.org', host] });
    expect(() => paymentServices(given, {})).toThrow(`paymentReturnHosts: ${host} is no host`);
  });

  test.each([
    ['Shop.Example.ORG', 'https://shop.example.org/thanks', 'https://shop.example.org:8443/thanks'],
    ['Shop.example.org', 'https://SHOP.example.org:443/thanks', 'https://example.org/'],
    ['shop.example.org:8443', 'https://shop.example.org:8443/', 'https://shop.example.org/'],
    ['schöner.example.org', 'https://SCHÖNER.example.org/', 'https://schoner.example.org/'],
    ['[::1]:8080', 'http://[0:0::1]:8080/', 'http://[::1]/'],
  ])('host %s in any writing allows %s and not %s', (host, allowed, refused) => {
    const { allows } = paymentServices(config({ paymentMethods: [], paymentReturnHosts: [host] }), {});
    expect([allows(allowed), allows(refused)]).toEqual([true, false]);
  });

  test('a secret in the file is refused', () => {
    const raw = { paymentMethods: [{ id: 8, name: 'Card', provider: 'hosted-page', secret: 'x' }] };
    expect(() => loadConfig(raw, {}, '/nonexistent')).toThrow('is not JSON of the documented shape');
  });
});

test.each([
  ['a method without any name', { paymentMethods: [{ id: 2, name: {} }] }],
  ['a delivery method whose name is no text in one language', { deliveryMethods: [{ id: 1, name: { de_DE: 7 } }] }],
  ['a requirement that no draft could meet', { checkoutRequires: ['e-mail'] }],
])('settings refuse %s', (_what, given) => {
  expect(() => loadConfig(given, {}, '/nonexistent')).toThrow('is not JSON of the documented shape');
});
