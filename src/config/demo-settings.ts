// What `kontor serve --demo` has where no flag, variable or file says otherwise: a card payment on the test page of
// examples/storefront, so that a checkout can be paid to its end.
import { join } from 'node:path';
import type { RawSettings } from './config.ts';
import { paymentVariable } from './environment.ts';

const CARD = 4;

export const DEMO_SETTINGS: RawSettings = {
  data: join('data', 'demo'),
  paymentMethods: [
    {
      id: CARD,
      name: { de_DE: 'Karte (Test)', en_GB: 'Card (test)' },
      provider: 'hosted-page',
      url: 'http://127.0.0.1:3000/test-payment',
    },
    { id: 2, name: { de_DE: 'Vorkasse', en_GB: 'PrePayment' } },
    { id: 3, name: { de_DE: 'Bar bei Abholung', en_GB: 'Cash' } },
  ],
  paymentReturnHosts: ['127.0.0.1:3000', 'localhost:3000'],
};

/** The secret that the test page knows, unless the environment has one. It protects no money. */
export const DEMO_SECRETS: { readonly [variable: string]: string } = {
  [paymentVariable(CARD, 'SECRET')]: 'demo-payment-secret',
};
