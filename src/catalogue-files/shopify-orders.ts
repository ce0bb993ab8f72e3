// The table of orders that Shopify exports: rows of one name are one order, whose first row says what it is and whose
// rows are its lines.
import { dateTime } from '../domain/date-time.ts';
import type { Field } from './foreign-fields.ts';
import { recordFormat } from './foreign-format.ts';
import { groupsByKey } from './foreign-groups.ts';
import type { ForeignRow } from './foreign-row.ts';

type Part = 'name' | 'company' | 'street' | 'addition' | 'zip' | 'city' | 'state' | 'country' | 'phone';
type Named<P extends string> = { readonly [part in Part as `${P}_${part}`]: Field };

/** Fields of an address: `billing_name`, `billing_company` and so on. */
const addressFields = <const P extends 'billing' | 'shipping'>(prefix: P, becomes: string): Named<P> => {
  const kind = prefix === 'billing' ? 'Billing' : 'Shipping';
  const fields: { readonly [part in Part]: Field } = {
    name: { columns: [`${kind} Name`], fate: 'brought', becomes: `${becomes}: \`name\`` },
    company: { columns: [`${kind} Company`], fate: 'brought', becomes: `${becomes}: \`companyname\`` },
    street: {
      columns: [`${kind} Street`, `${kind} Address1`],
      fate: 'otherwise',
      becomes: `${becomes}: \`street\`; the first of both that is filled`,
    },
    addition: {
      columns: [`${kind} Address2`],
      fate: 'otherwise',
      becomes: `${becomes}: \`street\`, behind it, where it does not have it already`,
    },
    zip: { columns: [`${kind} Zip`], fate: 'brought', becomes: `${becomes}: \`zip\`` },
    city: { columns: [`${kind} City`], fate: 'brought', becomes: `${becomes}: \`city\`` },
    state: {
      columns: [`${kind} Province`, `${kind} Province Name`],
      fate: 'brought',
      becomes: `${becomes}: \`state\`; the first of both that is filled`,
    },
    country: { columns: [`${kind} Country`], fate: 'brought', becomes: `${becomes}: \`country\`` },
    phone: { columns: [`${kind} Phone`], fate: 'brought', becomes: `${becomes}: \`phone\`` },
  };
  return Object.fromEntries(Object.entries(fields).map(([part, one]) => [`${prefix}_${part}`, one])) as Named<P>;
};

const FIELDS = {
  name: {
    columns: ['Name'],
    fate: 'brought',
    becomes: '`number`, as it was; rows with the same are one order',
    needed: true,
  },
  email: {
    columns: ['Email'],
    fate: 'brought',
    becomes: '`email`: the order is that of the account which came with it',
    needed: true,
  },
  placed: { columns: ['Created at'], fate: 'otherwise', becomes: '`creation_date`, in UTC', needed: true },
  canceled: { columns: ['Cancelled at'], fate: 'otherwise', becomes: '`cancellation_date`, in UTC' },
  payment: { columns: ['Financial Status'], fate: 'brought', becomes: '`payment_state`, in the words of Shopify' },
  delivery: {
    columns: ['Fulfillment Status'],
    fate: 'brought',
    becomes: '`delivery_state`, in the words of Shopify',
  },
  currency: { columns: ['Currency'], fate: 'brought', becomes: '`currency`, whichever it is', needed: true },
  goods: { columns: ['Subtotal'], fate: 'brought', becomes: '`subtotal`, after discounts' },
  costs: { columns: ['Shipping'], fate: 'brought', becomes: '`delivery_costs`' },
  taxes: { columns: ['Taxes'], fate: 'brought', becomes: '`tax`' },
  total: { columns: ['Total'], fate: 'brought', becomes: '`total`', needed: true },
  discountCode: { columns: ['Discount Code'], fate: 'brought', becomes: '`discount_code`' },
  discount: { columns: ['Discount Amount'], fate: 'brought', becomes: '`discount`' },
  refunded: { columns: ['Refunded Amount'], fate: 'brought', becomes: '`refunded`' },
  taxName: { columns: ['Tax {n} Name'], fate: 'brought', becomes: '`taxes`: the name, such as `VAT 19%`' },
  taxValue: { columns: ['Tax {n} Value'], fate: 'brought', becomes: '`taxes`: its amount' },
  shippingMethod: { columns: ['Shipping Method'], fate: 'brought', becomes: '`delivery_method`' },
  paymentMethod: { columns: ['Payment Method'], fate: 'brought', becomes: '`payment_method`' },
  note: { columns: ['Notes'], fate: 'brought', becomes: '`note`' },
  phone: { columns: ['Phone'], fate: 'brought', becomes: '`phone`' },
  quantity: { columns: ['Lineitem quantity'], fate: 'brought', becomes: '`lines`: `quantity`' },
  title: {
    columns: ['Lineitem name'],
    fate: 'brought',
    becomes: '`lines`: `name`; a row without one is no line',
    needed: true,
  },
  price: { columns: ['Lineitem price'], fate: 'brought', becomes: '`lines`: `price` of one piece' },
  sku: { columns: ['Lineitem sku'], fate: 'brought', becomes: '`lines`: `element_number`' },
  lineDiscount: { columns: ['Lineitem discount'], fate: 'brought', becomes: '`lines`: `discount`' },
  ...addressFields('billing', 'invoice address'),
  ...addressFields('shipping', 'delivery address'),
  steps: {
    columns: ['Paid at', 'Fulfilled at', 'Lineitem fulfillment status', 'Outstanding Balance'],
    fate: 'left',
    becomes: 'how it came to its states; no place',
  },
  lineRest: {
    columns: ['Lineitem compare at price', 'Lineitem requires shipping', 'Lineitem taxable', 'Vendor'],
    fate: 'left',
    becomes: 'no place',
  },
  payments: {
    columns: [
      'Payment Reference',
      'Payment References',
      'Payment ID',
      'Payment Terms Name',
      'Next Payment Due At',
      'Receipt Number',
    ],
    fate: 'left',
    becomes: 'names of payments at their providers; no place',
  },
  staffWords: {
    columns: ['Tags', 'Note Attributes', 'Risk Level', 'Employee'],
    fate: 'left',
    becomes: 'words of the staff; customers see their orders',
  },
  shop: {
    columns: ['Id', 'Source', 'Location', 'Device ID', 'Duties', 'Accepts Marketing'],
    fate: 'left',
    becomes: 'no place',
  },
} as const;

type Row = ForeignRow<typeof FIELDS>;

/** `2026-03-01 12:00:00 +0100`. */
const MOMENT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/;

/** In UTC; '' for none. A row with another text is refused. */
const momentOf = (row: Row, field: 'placed' | 'canceled'): string => {
  const cell = row.text(field);
  if (cell === '') return '';
  const [, day = '', time = '', zone = 'Z'] = MOMENT.exec(cell) ?? [];
  const ms = Date.parse(`${day}T${time}${zone === 'UTC' ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  if (ms > 0) return dateTime(ms);
  row.reject(field, `${JSON.stringify(cell)} is no time such as 2026-03-01 12:00:00 +0100`);
  return '';
};

/** Shopify puts a quote before what a spreadsheet would take for a number. */
const plain = (cell: string): string => cell.replace(/^'/, '');

const inOneLine = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ', ');

const addressOf = (row: Row, kind: 'billing' | 'shipping'): object => {
  const street = inOneLine(row.text(`${kind}_street`));
  const addition = inOneLine(row.text(`${kind}_addition`));
  const address = {
    name: row.text(`${kind}_name`),
    companyname: row.text(`${kind}_company`),
    // The column `Street` is both lines of the address, joined.
    street: addition === '' || street.endsWith(addition) ? street : `${street}, ${addition}`,
    zip: plain(row.text(`${kind}_zip`)),
    city: row.text(`${kind}_city`),
    state: row.text(`${kind}_state`),
    country: row.text(`${kind}_country`),
    phone: plain(row.text(`${kind}_phone`)),
  };
  return Object.fromEntries(Object.entries(address).filter(([, text]) => text !== ''));
};

const lineOf = (row: Row): object => ({
  name: row.text('title'),
  element_number: row.code('sku'),
  quantity: Number(row.pieces('quantity')),
  price: row.price('price') || '0',
  discount: row.price('lineDiscount') || '0',
});

/** Texts that are filled, by the names of their members. */
const filled = (texts: { readonly [name: string]: string }): object =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

export const SHOPIFY_ORDERS = recordFormat({
  name: 'shopify-orders',
  system: 'Shopify',
  about:
    'The export of orders of the admin. They come as **history**: with the numbers, sums and currencies that they had, ' +
    'and nothing of the shop hangs on them. Bring the customers first: an order belongs to the account that came with ' +
    'its address.',
  delimiter: ',',
  what: 'order',
  fields: FIELDS,

  groups: ({ rows }) => groupsByKey(rows, 'name'),

  record: (rows) => {
    const row = rows.find((one) => one.has('total')) ?? rows[0]!;
    const number = row.text('name');
    if (number === '') row.reject('name', 'the order has no number');
    const placed = momentOf(row, 'placed');
    if (placed === '') row.reject('placed', 'no row of the order says when it was placed');
    const canceled = momentOf(row, 'canceled');
    const taxes = row.each('taxName').map(([part, name]) => ({ name, amount: row.price('taxValue', part) || '0' }));
    return {
      type: 'past_order',
      source: 'shopify',
      number,
      placed,
      ...filled({
        canceled,
        currency: row.text('currency'),
        email: row.text('email'),
        phone: plain(row.text('phone')),
        note: row.text('note'),
        payment_state: row.text('payment'),
        delivery_state: row.text('delivery'),
        payment_method: row.text('paymentMethod'),
        delivery_method: row.text('shippingMethod'),
        discount_code: row.text('discountCode'),
      }),
      sums: filled({
        goods: row.price('goods'),
        delivery: row.price('costs'),
        tax: row.price('taxes'),
        discount: row.price('discount'),
        total: row.price('total'),
        refunded: row.price('refunded'),
      }),
      taxes,
      delivery: addressOf(row, 'shipping'),
      invoice: addressOf(row, 'billing'),
      lines: rows.filter((one) => one.has('title')).map(lineOf),
    };
  },
});
