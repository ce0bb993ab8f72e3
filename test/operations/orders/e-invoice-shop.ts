// A shop that makes electronic invoices, and orders with every reason for a tax or for none.
import type { Config } from '../../../src/config/config.ts';
import type { Given, TestShop } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { freeLine, openShop } from '../shop.ts';

export const SELLER = {
  name: 'Kontor & Söhne GmbH',
  street: 'Hafenstraße 1',
  zip: '20457',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE123456788',
  contact: 'Buchhaltung',
  phone: '+49 40 123456',
  email: 'rechnung@kontor.example',
  iban: 'DE89 3704 0044 0532 0130 00',
  exemptions: [
    { taxClass: 'zero', kind: 'zero' as const, reason: '' },
    { taxClass: 'exempt', kind: 'exempt' as const, reason: 'Steuerfrei nach § 4 Nr. 21 UStG' },
    { taxClass: 'services', kind: 'reverse_charge' as const, reason: '' },
    { taxClass: 'second hand', kind: 'second_hand' as const, reason: '' },
  ],
} satisfies Config['seller'];

/** As update_shop_settings takes it, and shows it. */
export const SELLER_SHOWN = {
  name: 'Kontor GmbH',
  street: 'Speicherweg 7',
  zip: '20457',
  city: 'Hamburg',
  country: 'DE',
  vat_id: 'DE123456788',
  tax_number: '',
  contact: 'Büro',
  phone: '+49 40 1',
  email: 'a@example.org',
  iban: 'DE89370400440532013000',
  small_business: 0,
  exemptions: [{ tax_class: 'default', kind: 'exempt', reason: '§ 4 UStG' }],
};

const rates = (DE: number, others = DE) => ({ DE, AT: others, CH: others });
const included = 'included' as const;

export const CONFIG = {
  company: 'Kontor & Söhne\nHafenstraße 1',
  timeZone: 'Europe/Berlin',
  paymentMethods: [{ id: 2, name: 'Vorkasse' }],
  taxClasses: [
    { name: 'full', calculation: included, rates: rates(0.19) },
    { name: 'reduced', calculation: included, rates: rates(0.07) },
    { name: 'goods', calculation: 'added' as const, rates: rates(0.19, 0) },
    ...['zero', 'exempt', 'services', 'second hand'].map((name) => ({ name, calculation: included, rates: rates(0) })),
  ],
  seller: SELLER,
} satisfies Partial<Config>;

type LineGiven = readonly [taxclass: string, price: string, quantity: number, name?: string];

export const BUYER: Given = {
  id_payment_method: 2,
  invoice_companyname: 'Amt für Öffentliches & Co',
  invoice_street: 'Ring',
  invoice_number: '3',
  invoice_zip: '10117',
  invoice_city: 'Berlin',
  invoice_country: 'DE',
  delivery_lastname: 'Łuczak',
  delivery_street: 'Weg 4',
  delivery_zip: '10119',
  delivery_city: 'Berlin',
  delivery_country: 'DE',
  email: 'amt@example.org',
  attributes: { buyer_reference: '991-01234-44' },
};

export const ABROAD = (country: string, zip: string, attributes: Given = {}): Given => ({
  ...BUYER,
  invoice_country: country,
  invoice_zip: zip,
  delivery_country: country,
  delivery_zip: zip,
  attributes: { buyer_reference: 'Abt. 7', ...attributes },
});

interface Wanted {
  readonly lines: readonly LineGiven[];
  readonly details?: Given;
  readonly delivery?: readonly (readonly [name: string, price: number, rate: number])[];
  /** Percent. */
  readonly coupon?: number;
}

/** Places an order, delivered where `isSent`. */
export const order = async (
  shop: TestShop,
  { lines, details = BUYER, delivery = [], coupon = 0 }: Wanted,
): Promise<number> => {
  const session = await shop.session();
  await shop.call('set_order_details', { session, ...details });
  const country = details['delivery_country'] as string;
  for (const [taxclass, price, quantity, name = `Ware ${taxclass}`] of lines) {
    await shop.call('add_to_cart', freeLine(session, price, { taxclass, quantity, name_field: name, country }));
  }
  if (coupon > 0) {
    const code = `code-${coupon}`;
    await shop.admin('create_coupons', { count: 1, name: 'Treue', amount: coupon, type: 'UNIQUE_PERCENTAGE', code });
    await shop.call('add_coupons', { session, coupons: [[code, 'Treue']] });
  }
  if (delivery.length > 0) await shop.call('add_delivery_costs', { session, delivery_costs: delivery });
  return (await shop.call<Checkout>('checkout', { session })).id_order;
};

export const SCENES: { readonly [name: string]: Wanted } = {
  standard: {
    lines: [
      ['full', '1234.50', 2],
      ['reduced', '7.4925', 3],
      ['full', '0.33', 7],
      ['full', '-5', 1, 'Gutschrift'],
    ],
    delivery: [['DHL', 4.9, 0.19]],
    coupon: 10,
  },
  // Each line rounds its tax up by nearly half a cent.
  rounding: { lines: Array.from({ length: 9 }, () => ['full', '0.03', 1] as const) },
  zero: { lines: [['zero', '900', 1]] },
  exempt: {
    lines: [
      ['exempt', '120', 1],
      ['second hand', '45.50', 2],
      ['full', '1', 1],
    ],
  },
  reverse: { lines: [['services', '300', 1]], details: ABROAD('AT', '1010', { vat_id: 'atu 12345678' }) },
  union: { lines: [['goods', '99.95', 3]], details: ABROAD('AT', '1010', { vat_id: 'ATU12345678' }) },
  export: { lines: [['goods', '50', 3]], details: ABROAD('CH', '8001', { peppol_id: '0183:CHE123456788' }) },
};

export const eShop = (config: Partial<Config> = {}): TestShop => openShop({ config: { ...CONFIG, ...config } });

type Format = 'zugferd' | 'xrechnung' | 'ubl';

export const eInvoice = async (shop: TestShop, id_order: number, format: Format): Promise<Buffer> => {
  const { invoice } = (await shop.admin('get_invoice', { id_order, format })) as { readonly invoice: string };
  return Buffer.from(invoice, 'base64');
};
