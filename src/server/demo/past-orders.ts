// What was bought before the shop came to Kontor: orders of the system before it, as history, and the customer whose
// account came with them. Numbers, prices and sums are as they were there.
import { importCustomer } from '../../domain/accounts/import-customer.ts';
import { bringPastOrder } from '../../domain/history/bring-past-order.ts';
import type { DemoShop } from './demo-shop.ts';
import { emailOf } from './people.ts';
import type { Account, Person } from './people.ts';
import { story } from './story.ts';
import type { Bought } from './story.ts';
import { DAY_MS, HOUR_MS } from './timeline.ts';

const SOURCE = 'shopify';
const CURRENCY = 'EUR';
const NO_DISCOUNT = { code: '', minor: 0 };

/** 19 % contained in an amount, half up. */
const taxIn = (minor: number): number => Math.floor((minor * 38 + 119) / 238);

type Brought = Parameters<typeof bringPastOrder>[1];

const brought = (person: Person, bought: Bought, lastDayMs: number): Brought => {
  const {
    number,
    daysAgo,
    lines,
    deliveryMinor,
    discount: { code: discountCode, minor: discountMinor } = NO_DISCOUNT,
  } = bought;
  const placedMs = lastDayMs - daysAgo * DAY_MS + 10 * HOUR_MS;
  const goodsMinor = lines.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0);
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
    lines: lines.map(({ quantity, ...line }) => ({ ...line, quantityMilli: quantity * 1000, discountMinor: 0 })),
    person: { email: emailOf(person), phone: '', note: '', delivery: address, invoice: address },
  };
};

/** As `kontor import` brings both; the customer then sets a password, as everybody does whose account came so. */
export const comeOver = async (shop: DemoShop, account: Account, lastDayMs: number): Promise<void> => {
  const { username, password, language, salutation, firstname, lastname, street, number, zip, city, country } = account;
  const email = emailOf(account);
  const attributes = { salutation, firstname, lastname, street, number, zip, city, country };
  shop.decide('import', (tx) => importCustomer(tx, { email, username, language, attributes }));
  const { ofCustomer, ofGuest, guest } = story().pastOrders;
  const all = [...ofCustomer.map((one) => [account, one] as const), ...ofGuest.map((one) => [guest, one] as const)];
  for (const [person, bought] of all)
    shop.decide('import', (tx) => bringPastOrder(tx, brought(person, bought, lastDayMs)));
  const { id_user, session_id } = await shop.call('reset_user_password', { args: { email } });
  const chosen = { session_id, id_user, new_passwd1: password, new_passwd2: password };
  await shop.call('reset_user_password', { args: chosen });
};
