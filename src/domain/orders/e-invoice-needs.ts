// What an electronic invoice of each format must say: the rules of EN 16931, of Peppol BIS Billing 3.0 and of XRechnung
// that ask for something which a shop or an order may not have told.
import { refuse, DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { peppolIds } from './e-invoice.ts';
import type { EInvoice } from './e-invoice.ts';

/** Says whose the field is that lacks. */
type Need = readonly [param: string, isThere: boolean];

const SETTING = 'The settings of the shop lack it.';
const ORDER = 'The order lacks it.';

const ofSeller = ({ seller, taxes }: EInvoice): readonly Need[] => [
  ...(['name', 'street', 'zip', 'city', 'country'] as const).map((name): Need => [
    `seller.${name}`,
    seller[name] !== '',
  ]),
  // Where the buyer owes the tax or nobody does, the number of the tax office is not enough (BR-AE-02, BR-G-02).
  ['seller.vat_id', seller.vatId !== '' || !taxes.some(({ code }) => ['AE', 'G', 'K'].includes(code))],
  ['seller.vat_id', seller.vatId !== '' || seller.taxNumber !== ''],
];

const ofOrder = ({ buyer, lines, taxes, deliveredOn, deliverTo }: EInvoice): readonly Need[] => {
  // A supply within the Union names day and country of the delivery (BR-IC-11, BR-IC-12).
  const isWithin = taxes.some(({ code }) => code === 'K');
  return [
    ['invoice_lastname', buyer.name !== ''],
    ['invoice_country', buyer.country !== ''],
    ['lines', lines.length > 0],
    ['parcels', !isWithin || deliveredOn !== ''],
    ['delivery_country', !isWithin || deliverTo.country !== ''],
  ];
};

/** Peppol asks for it of two parties in Germany, XRechnung of all. */
const german = ({ seller, buyer, deliverTo }: EInvoice): readonly Need[] => [
  ['seller.contact', seller.contact !== ''],
  ['seller.phone', seller.phone !== ''],
  ['seller.email', seller.email !== ''],
  ['attributes.buyer_reference', buyer.reference !== ''],
  ['invoice_zip', buyer.zip !== ''],
  ['invoice_city', buyer.city !== ''],
  ['delivery_zip', deliverTo.zip !== ''],
  ['delivery_city', deliverTo.city !== ''],
];

/** XRechnung goes by email; `german` asks for the address of the seller. */
const mailed = ({ buyer }: EInvoice): readonly Need[] => [['email', buyer.email !== '']];

const PEPPOL_ID = /^\d{4}:\S+$/;

const inPeppol = (invoice: EInvoice): readonly Need[] => {
  const { seller, buyer } = peppolIds(invoice);
  return [
    ['seller.vat_id', seller !== ''],
    ['attributes.peppol_id', PEPPOL_ID.test(buyer)],
  ];
};

const needsOf = (invoice: EInvoice, format: 'zugferd' | 'xrechnung' | 'ubl'): readonly Need[] => {
  const both = [...ofSeller(invoice), ...ofOrder(invoice)];
  if (format === 'zugferd') return both;
  const isGerman = format === 'xrechnung' || (invoice.seller.country === 'DE' && invoice.buyer.country === 'DE');
  return [
    ...both,
    ...(isGerman ? german(invoice) : []),
    ...(format === 'xrechnung' ? mailed(invoice) : inPeppol(invoice)),
  ];
};

/** Refuses: E_INVOICE_INCOMPLETE with the setting or the field of the order. */
export const checkEInvoice = (invoice: EInvoice, format: 'zugferd' | 'xrechnung' | 'ubl'): Result<void> => {
  const need = needsOf(invoice, format).find(([, isThere]) => !isThere);
  if (need === undefined) return DONE;
  const [param] = need;
  return refuse('E_INVOICE_INCOMPLETE', param, `${param}: ${param.startsWith('seller') ? SETTING : ORDER}`);
};
