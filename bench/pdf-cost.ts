// What the texts of an order cost the thread that makes PDF documents: the dearest that a shopper can write into
// addresses, notes, names and attributes, and orders of many lines. In this process, without the thread.
//   npm run bench -- pdf-cost [--only NAME]; exit 1 where one takes more CPU than LIMIT_MS.
import { parseArgs } from 'node:util';
import { changedDetails, NO_DETAILS, personalChange } from '../src/domain/cart/order-details.ts';
import type { Line } from '../src/domain/cart/line.ts';
import type { Order } from '../src/domain/orders/order.ts';
import { loadConfig } from '../src/config/config.ts';
import { shopRules } from '../src/config/shop-rules.ts';
import type { Context } from '../src/operations/context/operation.ts';
import { printedData } from '../src/operations/params/document-params.ts';
import type { PdfData } from '../src/outside/documents/pdf-data.ts';
import { PdfLayout } from '../src/outside/documents/pdf-layout.ts';
import { documentServices } from '../src/server/document-wiring.ts';
import { sampleOrder } from '../scripts/samples/order.ts';

const LIMIT_MS = 1000;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const config = loadConfig({ company: 'Kontor GmbH\nHafenstraße 1\n20457 Hamburg' }, {}, '/nonexistent');
const documents = documentServices(config);

/** So many characters of a text that begins again and again. */
const filled = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const LONG_FIELD = 255;
const SAYS = {
  'U+FDFA': '\ufdfa',
  'Hebrew and Latin by turns': 'אa',
  'Arabic and Latin by turns': 'عa',
  Arabic: 'بسم الله الرحمن الرحيم ',
  'Arabic without blanks': 'بسملله',
  Chinese: '天地玄黃宇宙洪荒',
  'Japanese and Latin by turns': 'あa',
  Thai: 'สวัสดีชาวโลก',
  emoji: '😀👍🏽',
  'family of emoji': '👩‍👩‍👧‍👦',
  marks: 'a\u0301\u0302\u0303',
  'without a font': '\u{12000}\u{1F0A1}',
  brackets: '([{<>}])א',
  Latin: 'Donaudampfschifffahrt ',
  'Latin without blanks': 'Donaudampfschiff',
  'capital W': 'W',
} as const;

const addressed = (text: string): Order => {
  const order = sampleOrder(1);
  const field = filled(text, LONG_FIELD);
  const names = [
    'companyname',
    'department',
    'salutation',
    'firstname',
    'lastname',
    'street',
    'number',
    'zip',
    'state',
    'city',
  ];
  const fields = Object.fromEntries(
    ['delivery', 'invoice'].flatMap((kind, at) =>
      names.map((name) => [`${kind}_${name}`, `${at}${field}`.slice(0, LONG_FIELD)]),
    ),
  );
  const note = filled(`${filled(text, 99)}\n`, 10_000);
  const change = personalChange(order.details, { fields: { ...fields, note }, attributes: {} });
  return { ...order, details: changedDetails(NO_DETAILS, { paymentMethodId: 2, deliveryMethodId: 1, ...change }) };
};

/** Free elements whose name, description and attributes are as long as they may be. */
const elements = (count: number, text: string, length = 10_000): Order => {
  const order = sampleOrder(count);
  const long = (line: Line): Line => ({
    ...line,
    name: filled(text, Math.min(length, 1000)),
    description: filled(text, length),
    elementNumber: filled(text, Math.min(length, 255)),
    attributes: [['a', filled(text, length)]],
  });
  return { ...order, cart: { ...order.cart, lines: order.cart.lines.map(long) } };
};

const dataOf = (order: Order): PdfData => {
  const ctx = { backOffice: true, shop: { read: () => order, rules: shopRules(config) }, service: { documents } };
  const subject = { orderId: 1, order, language: 'de_DE', texts: {} };
  return printedData(ctx as unknown as Context, 'order_confirmation', subject) as PdfData;
};

const cases: [name: string, order: Order][] = [
  ['20 lines', sampleOrder(20)],
  ['200 lines', sampleOrder(200)],
  ['1,000 lines', sampleOrder(1000)],
  ...Object.entries(SAYS).flatMap(([name, text]): [string, Order][] => [
    [`addresses and note, ${name}`, addressed(text)],
    [`30 elements of 250 characters, ${name}`, elements(30, text, 250)],
    [`30 elements as long as they may be, ${name}`, elements(30, text)],
    [`1,000 elements as long as they may be, ${name}`, elements(1000, text)],
  ]),
];

// Fonts are read and parsed once in the life of the thread.
await new PdfLayout(dataOf(addressed(Object.values(SAYS).join('')))).toBytes();
let worstMs = 0;
console.log('| order | CPU | bytes |\n| --- | --- | --- |');
for (const [name, order] of cases.filter(([one]) => one.includes(values.only))) {
  const data = dataOf(order);
  const before = process.cpuUsage();
  const { length } = await new PdfLayout(data).toBytes();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  worstMs = Math.max(worstMs, ms);
  console.log(`| ${name} | ${ms.toFixed(0)} ms | ${length} |`);
}
process.exitCode = worstMs <= LIMIT_MS ? 0 : 1;
