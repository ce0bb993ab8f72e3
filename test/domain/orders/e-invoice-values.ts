// An electronic invoice that lacks nothing in any format, for examples of what one must say.
import type { RateE6 } from '../../../src/domain/money.ts';
import type { EInvoice } from '../../../src/domain/orders/e-invoice.ts';

export type Tax = EInvoice['taxes'][number];

export const taxOf = (code: Tax['code'], rateE6 = 0): Tax => {
  return { code, rateE6: rateE6 as RateE6, reasonCode: '', reason: '', baseMinor: 100, taxMinor: 0 };
};

const PLACE = { name: 'Ada', street: 'Weg 1', zip: '10117', city: 'Berlin', country: 'DE' };

export const FULL: EInvoice = {
  kind: 'invoice',
  number: 'R-1',
  date: '2026-01-02',
  preceding: null,
  orderNumber: '1',
  currency: 'EUR',
  digits: 2,
  deliveredOn: '2026-01-03',
  seller: {
    ...PLACE,
    vatId: 'DE123456788',
    taxNumber: '12/345/67890',
    contact: 'Ada',
    phone: '030 1',
    email: 'shop@example.org',
    iban: '',
  },
  buyer: { ...PLACE, vatId: 'DE987654321', email: 'buyer@example.org', reference: 'Abt. 7', peppolId: '' },
  deliverTo: PLACE,
  payment: '',
  lines: [{ position: '1', name: 'a', number: '', quantityMilli: 1000, netMinor: 100, tax: 0 }],
  adjustments: [],
  taxes: [taxOf('S', 190_000)],
  totals: {
    linesMinor: 100,
    allowancesMinor: 0,
    chargesMinor: 0,
    netMinor: 100,
    taxMinor: 19,
    grossMinor: 119,
    roundingMinor: 0,
    dueMinor: 119,
  },
};
