// A shop whose settings change after an order is placed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import type { Given, TestShop } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { freeLine } from '../shop.ts';

export const DIRECTORY = mkdtempSync(join(tmpdir(), 'kontor-templates-'));

/** The built-in invoice, and behind it what it leaves out. */
export const CONTACTS = mkdtempSync(join(tmpdir(), 'kontor-templates-'));

const METHODS = {
  paymentMethods: [
    { id: 2, name: 'PrePayment' },
    { id: 3, name: { de_DE: 'Bar', en_GB: 'Cash' } },
  ],
  deliveryMethods: [
    { id: 1, name: 'Post' },
    { id: 2, name: 'Post' },
    { id: 4, name: { en_GB: 'Courier', fr_FR: 'Coursier' } },
  ],
};

export const CONFIG: Partial<Config> = {
  ...METHODS,
  company: 'Kontor & Söhne\nHafenstraße 1',
  companyFoot: 'USt-IdNr. DE1',
  timeZone: 'Europe/Berlin',
};

const DETAILS = {
  id_payment_method: 3,
  id_delivery_method: 4,
  invoice_lastname: 'Łuczak',
  invoice_country: 'AT',
  delivery_city: 'Graz',
  email: 'a@example.org',
  phone: '1',
  note: 'Bitte\nklingeln',
};

export const place = async (shop: TestShop, details: Given = DETAILS): Promise<number> => {
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, '12.5'));
  await shop.call('set_order_details', { session, ...details });
  return (await shop.call<Checkout>('checkout', { session })).id_order;
};

export const invoice = async (shop: TestShop, id_order: number, args: Given = {}, language = ''): Promise<string> => {
  const reply = await shop.admin('get_invoice', { id_order, args, language });
  expect(Object.keys(reply), JSON.stringify(reply)).toEqual(['object', 'invoice']);
  return reply['invoice'] as string;
};

/** All that is said of an order; with `documents`, its confirmation, too. */
export const shownOf = async (shop: TestShop, id_order: number, documents: boolean): Promise<readonly string[]> => [
  await shop.text('get_order_by_id', { id_order }, { secret: true }),
  await shop.text('get_order_by_id', { id_order, language: 'fr_FR' }, { secret: true }),
  await shop.text('get_invoice', { id_order }, { secret: true }),
  await shop.text('get_invoice', { id_order, args: { format: 'pdf', title: 'x' }, language: 'en' }, { secret: true }),
  documents ? await shop.text('get_order_confirmation', { id_order, language: 'fr_FR' }, { secret: true }) : '',
];

export const textOf = (base64: string): string => Buffer.from(base64, 'base64').toString();

/** Templates that a shop could set later; files that share this module write and remove them one after the other. */
export const writeTemplates = (): void => {
  mkdirSync(join(DIRECTORY, 'labels'), { recursive: true });
  mkdirSync(CONTACTS, { recursive: true });
  writeFileSync(join(DIRECTORY, 'invoice.liquid'), 'another template {{number}}');
  writeFileSync(join(DIRECTORY, 'labels', 'de.json'), '{"text":{"order_number":"Anders"}}');
  const invoiceTemplate = readFileSync(join(import.meta.dirname, '../../../templates/invoice.liquid'), 'utf8');
  writeFileSync(join(CONTACTS, 'invoice.liquid'), `${invoiceTemplate}{{email}} {{phone}}`);
};

export const removeTemplates = (): void => {
  for (const directory of [DIRECTORY, CONTACTS]) rmSync(directory, { recursive: true, force: true });
};
