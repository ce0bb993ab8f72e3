// Payment methods as the settings name them.
import { describe, expect, test } from 'vitest';
import { paymentsOf } from '../../src/cli/payments.ts';
import { loadConfig } from '../../src/config.ts';
import { METHODS, config } from '../operations/paying.ts';

describe('the settings of payments', () => {
  const STRIPE_ENV = { KONTOR_PAYMENT_7_SECRET: 's', KONTOR_PAYMENT_7_WEBHOOK_SECRET: 'w' };

  test.each([
    ['a hosted page without its secret', { paymentMethods: METHODS }, {}, 'KONTOR_PAYMENT_8_SECRET is not set'],
    ['a hosted page without a URL', { paymentMethods: [{ id: 8, name: 'Card', provider: 'hosted-page' }] }, { KONTOR_PAYMENT_8_SECRET: 's' }, 'needs its url'],
    ['two methods of one id', { paymentMethods: [{ id: 2, name: 'PrePayment' }, { id: 2, name: 'Cash' }] }, {}, 'id 2 stands there twice'],
    ['two methods of one name', { paymentMethods: [{ id: 2, name: 'Cash' }, { id: 3, name: 'Cash' }] }, {}, 'Cash stands there twice'],
    // The reply of get_payment_methods is keyed by their names.
    ['a method that hides what a reply is', { paymentMethods: [{ id: 2, name: 'object' }] }, {}, 'object is no name of a method'],
    ['Stripe at an address that is none', { paymentSuccessUrl: 'https://x', paymentMethods: [{ id: 7, name: 'Stripe', provider: 'stripe', url: 'localhost' }] }, STRIPE_ENV, 'localhost is no URL'],
    ['Stripe without a way back', { paymentMethods: [{ id: 7, name: 'Stripe', provider: 'stripe' }] }, STRIPE_ENV, 'Stripe: its provider needs the setting paymentSuccessUrl'],
    ['Stripe with other decimals', { currency: 'JPY', paymentMethods: [{ id: 7, name: 'Stripe', provider: 'stripe' }] }, STRIPE_ENV, 'Stripe: its provider counts JPY with 0 decimals, not 2'],
  ])('refuse %s', (_what, given, env, message) => {
    expect(() => paymentsOf(config(given), env)).toThrow(message);
  });

  test.each(['https://shop.example.org', 'shop.example.org/', 'shop.example.org/thanks', 'shop.example.org:443', 'shop.example.org:80', 'shop.example.org:port', 'ada@shop.example.org', 'shop.example.org?x', '*.example.org', 'shop example.org', ''])(
    'refuse a host that no URL can have: %j',
    (host) => {
      const given = config({ paymentMethods: [], paymentReturnHosts: ['shop.example.org', host] });
      expect(() => paymentsOf(given, {})).toThrow(`paymentReturnHosts: ${host} is no host`);
    },
  );

  test.each([
    ['Shop.Example.ORG', 'https://shop.example.org/thanks', 'https://shop.example.org:8443/thanks'],
    ['Shop.example.org', 'https://SHOP.example.org:443/thanks', 'https://example.org/'],
    ['shop.example.org:8443', 'https://shop.example.org:8443/', 'https://shop.example.org/'],
    ['schöner.example.org', 'https://SCHÖNER.example.org/', 'https://schoner.example.org/'],
    ['[::1]:8080', 'http://[0:0::1]:8080/', 'http://[::1]/'],
  ])('host %s in any writing allows %s and not %s', (host, allowed, refused) => {
    const { allows } = paymentsOf(config({ paymentMethods: [], paymentReturnHosts: [host] }), {});
    expect([allows(allowed), allows(refused)]).toEqual([true, false]);
  });

  test('a secret in the file is refused', () => {
    const raw = { paymentMethods: [{ id: 8, name: 'Card', provider: 'hosted-page', secret: 'x' }] };
    expect(() => loadConfig(raw, {}, '/nonexistent')).toThrow('is not JSON of the documented shape');
  });
});
