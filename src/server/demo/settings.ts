// What the demo shop decides about itself: the defaults of a start with `--demo`. Flags, variables and a file win.
import type { RawSettings } from '../../config/config.ts';
import { paymentVariable } from '../../config/environment.ts';
import { DAY_MS } from './timeline.ts';

const CARD = 4;

export const DEMO_SETTINGS: RawSettings = {
  languages: ['en_GB'],
  timeZone: 'Europe/Berlin',
  currencies: [{ code: 'CHF', digits: 2 }],
  taxClasses: [
    { name: 'default', calculation: 'included', rates: { DE: 0.19, AT: 0.2, CH: 0.081, NL: 0.21, GB: 0.2 } },
    { name: 'reduced', calculation: 'included', rates: { DE: 0.07, AT: 0.1, CH: 0.026, NL: 0.09, GB: 0 } },
  ],
  deliveryMethods: [
    { id: 1, name: { de_DE: 'Standardversand', en_GB: 'Standard delivery' } },
    { id: 2, name: { de_DE: 'Expressversand', en_GB: 'Express delivery' } },
    { id: 3, name: { de_DE: 'Abholung in Hamburg', en_GB: 'Pickup in Hamburg' } },
  ],
  paymentMethods: [
    {
      id: 2,
      name: { de_DE: 'Vorkasse', en_GB: 'Prepayment' },
      unpaidOrderMsMax: 14 * DAY_MS,
      instructions: 'Kontor & Töchter\nIBAN DE02 1203 0000 0000 2020 51\nBIC BYLADEM1001',
    },
    { id: 3, name: { de_DE: 'Rechnung', en_GB: 'Invoice' } },
    // Paid on the test page of examples/storefront, so that a checkout comes to its end.
    {
      id: CARD,
      name: { de_DE: 'Karte (Test)', en_GB: 'Card (test)' },
      provider: 'hosted-page',
      url: 'http://127.0.0.1:3000/test-payment',
    },
  ],
  paymentReturnHosts: ['127.0.0.1:3000', 'localhost:3000'],
  company: 'Kontor & Töchter\nSpeicherweg 7\n20457 Hamburg',
  seller: {
    name: 'Kontor & Töchter',
    street: 'Speicherweg 7',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
    vatId: 'DE123456788',
    contact: 'Greta Kontor',
    phone: '+49 40 66969100',
    email: 'greta@kontor.example',
    iban: 'DE02 1203 0000 0000 2020 51',
  },
};

/** The secret that the test page knows, unless the environment has one. It protects no money. */
export const DEMO_SECRETS: { readonly [variable: string]: string } = {
  [paymentVariable(CARD, 'SECRET')]: 'demo-payment-secret',
};

/** One by one: threads get a copy of the environment itself. */
export const useDemoSecrets = (): void => {
  for (const [name, secret] of Object.entries(DEMO_SECRETS)) process.env[name] ??= secret;
};
