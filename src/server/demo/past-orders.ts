// What was bought before the shop came to Kontor: orders of the system before it, as history, and the customer whose
// account came with them. Numbers, prices and sums are as they were there.
import { importCustomer } from '../../domain/accounts/import-customer.ts';
import { bringPastOrder } from '../../domain/history/bring-past-order.ts';
import type { PastOrderContent } from '../../domain/history/past-order.ts';
import { must } from '../../kernel/result.ts';
import type { DemoShop } from './demo-shop.ts';
import { GOODS } from './catalogue.ts';
import { emailOf } from './people.ts';
import type { Account, Person } from './people.ts';
import { DAY_MS, HOUR_MS } from './timeline.ts';

const SOURCE = 'shopify';
const CURRENCY = 'EUR';

interface Bought {
  readonly number: string;
  /** Before the end of the history, which is longer ago than its beginning. */
  readonly daysAgo: number;
  /** Key of the goods, pieces, price of one piece then in cents. */
  readonly lines: readonly (readonly [key: string, pieces: number, priceMinor: number])[];
  readonly deliveryMinor: number;
  /** Code, and cents that it took off. */
  readonly discount?: readonly [code: string, minor: number];
  /** The money was paid back on the next day. */
  readonly isCanceled?: true;
}

const OF_CUSTOMER: readonly Bought[] = [
  { number: '#1042', daysAgo: 402, lines: [['reading-lamp', 1, 109_00]], deliveryMinor: 0 },
  {
    number: '#1187',
    daysAgo: 286,
    lines: [
      ['stoneware-cup', 4, 15_00],
      ['evening-tea', 2, 8_90],
    ],
    deliveryMinor: 4_90,
  },
  { number: '#1311', daysAgo: 171, lines: [['lambswool-blanket', 1, 119_00]], deliveryMinor: 0, isCanceled: true },
  {
    number: '#1398',
    daysAgo: 118,
    lines: [
      ['notebook', 3, 16_95],
      ['cedar-pencils', 1, 13_50],
    ],
    deliveryMinor: 4_90,
    discount: ['MOVING', 5_00],
  },
];
const OF_GUEST: readonly Bought[] = [
  { number: '#1405', daysAgo: 109, lines: [['beeswax-candles', 2, 14_50]], deliveryMinor: 4_90 },
];
const GUEST: Person = {
  salutation: 'Frau',
  firstname: 'Hedda',
  lastname: 'Lund',
  street: 'Uferstraße',
  number: '18',
  zip: '24103',
  city: 'Kiel',
  country: 'DE',
  language: 'de_DE',
};

/** 19 % contained in an amount, half up. */
const taxIn = (minor: number): number => Math.floor((minor * 38 + 119) / 238);

type Brought = Parameters<typeof bringPastOrder>[1];

const brought = (person: Person, bought: Bought, lastDayMs: number): Brought => {
  const { number, daysAgo, lines, deliveryMinor, discount: [discountCode, discountMinor] = ['', 0] } = bought;
  const placedMs = lastDayMs - daysAgo * DAY_MS + 10 * HOUR_MS;
  const goodsMinor = lines.reduce((sum, [, pieces, priceMinor]) => sum + pieces * priceMinor, 0);
  const totalMinor = goodsMinor + deliveryMinor - discountMinor;
  const taxMinor = taxIn(totalMinor);
  const { firstname, lastname, street, zip, city, country } = person;
  const address = { name: `${firstname} ${lastname}`, street: `${street} ${person.number}`, zip, city, country };
  const isCanceled = bought.isCanceled === true;
  return {
    source: SOURCE,
    number,
    placedMs,
    canceledMs: isCanceled ? placedMs + DAY_MS : 0,
    currency: CURRENCY,
    currencyDigits: 2,
    paymentState: isCanceled ? 'refunded' : 'paid',
    deliveryState: isCanceled ? 'unfulfilled' : 'fulfilled',
    paymentMethod: 'PayPal',
    deliveryMethod: 'DHL',
    discountCode,
    goodsMinor,
    deliveryMinor,
    taxMinor,
    discountMinor,
    totalMinor,
    refundedMinor: isCanceled ? totalMinor : 0,
    taxes: [{ name: 'MwSt 19%', amountMinor: taxMinor }],
    lines: lines.map(([key, pieces, priceMinor]): PastOrderContent['lines'][number] => {
      const goods = GOODS.find((one) => one.key === key);
      must(goods !== undefined, 'the shop still sells what it sold');
      return { name: goods.en.name, elementNumber: key, quantityMilli: pieces * 1000, priceMinor, discountMinor: 0 };
    }),
    person: { email: emailOf(person), phone: '', note: '', delivery: address, invoice: address },
  };
};

/** As `kontor import` brings both; the customer then sets a password, as everybody does whose account came so. */
export const comeOver = async (shop: DemoShop, account: Account, lastDayMs: number): Promise<void> => {
  const { username, password, language, salutation, firstname, lastname, street, number, zip, city, country } = account;
  const email = emailOf(account);
  const attributes = { salutation, firstname, lastname, street, number, zip, city, country };
  shop.decide('import', (tx) => importCustomer(tx, { email, username, language, attributes }));
  const all = [...OF_CUSTOMER.map((one) => [account, one] as const), ...OF_GUEST.map((one) => [GUEST, one] as const)];
  for (const [person, bought] of all)
    shop.decide('import', (tx) => bringPastOrder(tx, brought(person, bought, lastDayMs)));
  const { id_user, session_id } = await shop.call('reset_user_password', { args: { email } });
  const chosen = { session_id, id_user, new_passwd1: password, new_passwd2: password };
  await shop.call('reset_user_password', { args: chosen });
};
