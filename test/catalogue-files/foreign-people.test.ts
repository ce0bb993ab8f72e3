// What tables of customers and orders of other systems bring: would catch a customer who is lost without a word, two
// accounts of one address, half an order, and cells that a spreadsheet's sign has spoiled.
import { expect, test } from 'vitest';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { ForeignName } from '../../src/catalogue-files/record-source.ts';
import { fileRulesOf, newEngine, pieces } from './catalogue-shop.ts';
import { linesOf } from './foreign-samples.ts';
import { SHOPIFY_CUSTOMERS, SHOPIFY_ORDERS } from './foreign-samples-people.ts';

interface Brought {
  readonly records: readonly object[];
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

const bring = async (name: ForeignName, lines: readonly string[]): Promise<Brought> => {
  const notes: string[] = [];
  const [records, refused]: [object[], string[]] = [[], []];
  const options = { delimiter: undefined, encoding: undefined, bytesMax: 1_048_576 };
  const source = readFile(name, pieces(lines.join('\n')), fileRulesOf(newEngine()), {
    ...options,
    note: (line) => void notes.push(line),
  });
  for await (const { line, record, sent } of source) {
    if (record.ok) records.push((sent as { readonly record: object }).record);
    else refused.push(`${line} ${record.code}: ${record.detail}`);
  }
  return { records, refused, notes };
};

test('customers of Shopify: each with an address, consents as attributes of the class `user`', async () => {
  const { records, refused, notes } = await bring('shopify-customers', linesOf('shopify-customers', SHOPIFY_CUSTOMERS));
  expect(refused).toEqual([]);
  const [userClass, jürgen, ann, only] = records;
  expect(userClass).toEqual({
    type: 'class',
    name: 'user',
    class_type: 'user',
    attributes: [
      { name: 'phone', type: 'CHAR' },
      { name: 'accepts_email_marketing', type: 'BOOL' },
      { name: 'accepts_sms_marketing', type: 'BOOL' },
    ],
  });
  expect(jürgen).toEqual({
    type: 'customer',
    email: 'J.Mueller@example.org',
    attributes: {
      firstname: 'Jürgen',
      lastname: 'Müller',
      companyname: 'Müller & Söhne',
      street: 'Lange Straße 12, Hinterhaus, 2. Stock',
      zip: '50667',
      city: 'Köln',
      state: 'NW',
      country: 'DE',
      phone: '+49 221 2',
      accepts_email_marketing: true,
      accepts_sms_marketing: false,
    },
  });
  expect(ann).toMatchObject({ email: 'ann@example.org', attributes: { country: 'GB', city: null } });
  expect(only).toMatchObject({ attributes: { phone: '+1 555', accepts_email_marketing: false } });
  expect(notes.filter((note) => note.includes('"Tags"'))).toEqual([
    'no place for the column "Tags": 1 values are left out, such as "vip, early" in line 2',
  ]);
  expect(notes.map((note) => /the column ("[^"]*")/.exec(note)?.[1])).toEqual(
    ['Customer ID', 'Total Spent', 'Total Orders', 'Note', 'Tax Exempt', 'Tags'].map((name) => JSON.stringify(name)),
  );
});

test('customers of Shopify: without an address, and twice with one, are refused by their lines', async () => {
  const { records, refused } = await bring('shopify-customers', [
    'First Name,Last Name,Email',
    'A,A,a@example.org',
    'B,B,',
    'C,C,A@Example.org',
    'D,D,no address',
    'E,E,e@example.org',
  ]);
  expect(records.map((record) => (record as { email: string }).email)).toEqual(['a@example.org', 'e@example.org']);
  expect(refused).toEqual([
    '3 PARAMETER_INVALID: An account needs an e-mail address.',
    '4 PARAMETER_INVALID: Line 2 has the same address.',
    expect.stringMatching(/^5 EMAIL_IS_INVALID: /),
  ]);
});

test('customers of Shopify: an address that is no user name gets one, and is named as doubtful', async () => {
  const long = `${'a'.repeat(70)}@example.org`;
  const { records, notes } = await bring('shopify-customers', [
    'First Name,Last Name,Email',
    "A,A,o'neill@example.org",
    `B,B,${long}`,
  ]);
  expect(records).toMatchObject([
    { email: "o'neill@example.org", username: 'o_neill@example.org' },
    { email: long, username: 'a'.repeat(60) },
  ]);
  expect(notes).toEqual([
    expect.stringContaining('no user name: the account is called "o_neill@example.org"'),
    expect.stringContaining('no user name'),
  ]);
});

test('customers of Shopify: two addresses of one user name are no two accounts, and both lines are named', async () => {
  const long = 'a'.repeat(60);
  const { records, refused } = await bring('shopify-customers', [
    'First Name,Last Name,Email',
    "A,A,o'neill@example.org",
    'B,B,b@example.org',
    'C,C,O_Neill@Example.org',
    `D,D,${long}.one@example.org`,
    `E,E,${long}.two@example.org`,
    'F,F,o#neill@example.org',
  ]);
  expect(records.map((record) => (record as { email: string }).email)).toEqual([
    "o'neill@example.org",
    'b@example.org',
    `${long}.one@example.org`,
  ]);
  const sentence = (lines: string, name: string): string =>
    `PARAMETER_INVALID: Lines ${lines} have addresses of one user name, "${name}".`;
  expect(refused).toEqual([
    `4 ${sentence('2 and 4', 'O_Neill@Example.org')}`,
    `6 ${sentence('5 and 6', long)}`,
    `7 ${sentence('2 and 7', 'o_neill@example.org')}`,
  ]);
});

test('orders of Shopify: rows of one name are one order, with its times in UTC', async () => {
  const { records, refused, notes } = await bring('shopify-orders', linesOf('shopify-orders', SHOPIFY_ORDERS));
  expect(refused).toEqual([]);
  expect(records).toEqual([
    {
      type: 'past_order',
      source: 'shopify',
      number: '#1002',
      placed: '2026-03-01 11:00:00',
      canceled: '2026-03-05 08:30:00',
      currency: 'EUR',
      email: 'j.mueller@example.org',
      phone: '+49 221 3',
      note: 'please "ring"',
      payment_state: 'partially_refunded',
      delivery_state: 'fulfilled',
      payment_method: 'PayPal',
      delivery_method: 'DHL',
      discount_code: 'SPRING',
      sums: { goods: '39.80', delivery: '4.90', tax: '7.13', discount: '2.00', total: '44.70', refunded: '12.50' },
      taxes: [{ name: 'DE MwSt 19%', amount: '7.13' }],
      delivery: {
        name: 'Ann Lee',
        companyname: 'Lee Ltd',
        street: 'Ring 1, flat 2',
        zip: '53111',
        city: 'Bonn',
        state: 'Nordrhein-Westfalen',
        country: 'DE',
        phone: '+49 228 1',
      },
      invoice: {
        name: 'Jürgen Müller',
        companyname: 'Müller & Söhne',
        street: 'Lange Straße 12, Hinterhaus',
        zip: '50667',
        city: 'Köln',
        state: 'NW',
        country: 'DE',
        phone: '+49 221 1',
      },
      lines: [
        { name: 'Müsli mug - blue', element_number: 'M-1', quantity: 2, price: '12.50', discount: '1.00' },
        { name: 'Shirt - S', element_number: 'S-S', quantity: 1, price: '16.80', discount: '0' },
      ],
    },
    expect.objectContaining({
      number: '#1001',
      placed: '2026-01-01 04:30:00',
      currency: 'JPY',
      sums: { total: '1200' },
      // The column `Street` is both lines already.
      invoice: { street: 'Ring 1, flat 2' },
      lines: [{ name: 'Pen', element_number: '', quantity: 1, price: '1200', discount: '0' }],
    }),
  ]);
  expect(notes.map((note) => /the column ("[^"]*")/.exec(note)?.[1])).toEqual(
    ['Paid at', 'Accepts Marketing', 'Lineitem compare at price', 'Payment Reference', 'Id', 'Tags'].map((name) =>
      JSON.stringify(name),
    ),
  );
});

test('orders of Shopify: an order comes whole or not at all', async () => {
  const { records, refused } = await bring('shopify-orders', [
    'Name,Email,Created at,Currency,Total,Lineitem quantity,Lineitem name,Lineitem price',
    '#1,a@example.org,2026-03-01 12:00:00 +0100,EUR,3,1,Pen,3',
    '#1,a@example.org,,,,1,Mug,"3,50"',
    '#2,a@example.org,1 March,EUR,3,1,Pen,3',
    ',a@example.org,2026-03-01 12:00:00 +0100,EUR,3,1,Pen,3',
    '#4,no address,2026-03-01 12:00:00 +0100,EUR,3,1,Pen,3',
    '#4,,,,,2,Mug,1',
    '#5,,2026-03-01 12:00:00 +0100,EUR,3,1,Pen,3',
  ]);
  expect(records).toMatchObject([{ number: '#5' }]);
  expect(refused).toEqual([
    '2 PARAMETER_INVALID: The row is part of the order of line 3, which is left out.',
    expect.stringMatching(/^3 PARAMETER_INVALID: "3,50" is no price/),
    '4 PARAMETER_INVALID: "1 March" is no time such as 2026-03-01 12:00:00 +0100.',
    '5 PARAMETER_INVALID: The order has no number.',
    expect.stringMatching(/^6 EMAIL_IS_INVALID: /),
    '7 PARAMETER_INVALID: The row is part of the order of line 6, which is left out.',
  ]);
});
