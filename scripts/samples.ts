// Writes docs/sell/samples/: documents of one order of the demo's goods, from the built-in templates.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_SECRETS, DEMO_SETTINGS } from '../src/server/demo/settings.ts';
import { testShop } from '../src/testing/test-shop.ts';

const DIRECTORY = join(import.meta.dirname, '..', 'docs', 'sell', 'samples');
const LINES = [
  ['Walnut desk', 1],
  ['Reading lamp', 2],
  ['Twelve cedar pencils', 3],
] as const;
const PERSON = {
  firstname: 'Änne',
  lastname: 'Łuczak',
  street: 'Hafenstraße',
  number: '12a',
  zip: '20457',
  city: 'Hamburg',
  country: 'DE',
};
const COMPANY = {
  company: 'Kontor Beispielhandel GmbH\nSpeicherstadt 1\n20457 Hamburg\nhallo@example.org',
  companyFoot: 'Amtsgericht Hamburg, HRB 00000 · USt-IdNr. DE000000000\nIBAN DE00 0000 0000 0000 0000 00',
};

const addressOf = (kind: string, more: object): object =>
  Object.fromEntries(Object.entries({ ...PERSON, ...more }).map(([field, value]) => [`${kind}_${field}`, value]));

const shop = await testShop({
  clock: '2026-11-21T09:30:00Z',
  catalogue: new URL('../demo/catalogue.jsonl', import.meta.url),
  table: new URL('../demo/products.csv', import.meta.url),
  settings: { ...DEMO_SETTINGS, ...COMPANY, pdfTimeoutMs: 60_000 } as object,
  secrets: DEMO_SECRETS,
});
const { code: session } = await shop.call('get_new_session');
const fields = { price_field: 'price', name_field: 'name', description_field: 'short_description' };
for (const [name, quantity] of LINES) {
  const found = await shop.admin<{ result: [{ id: number }] }>('search_products', {
    constraint: { 'main.name': ['=', name] },
  });
  const line = { session, id_shopobject: found.result[0].id, element_type: 'PRODUCT', quantity };
  await shop.call('add_to_cart', { ...line, ...fields, language: 'de_DE' });
}
const coupon = { count: 1, name: 'Herbst', amount: 10, type: 'MULTIPLE_PERCENTAGE', code: 'HERBST' };
await shop.admin('create_coupons', coupon);
await shop.call('add_coupons', { session, coupons: [['HERBST', 'Herbst']] });
await shop.call('add_delivery_costs', { session, delivery_costs: [['Paket', 4.9, 0.19]] });
await shop.call('set_order_details', {
  session,
  id_payment_method: 2,
  id_delivery_method: 1,
  note: 'Bitte beim Nachbarn abgeben.',
  email: 'aenne@example.org',
  ...addressOf('invoice', { companyname: 'Łuczak & Söhne GmbH' }),
  ...addressOf('delivery', { street: 'Am Kai', number: '3' }),
});
const { id_order } = await shop.call('checkout', { session });

mkdirSync(DIRECTORY, { recursive: true });
for (const [file, document, language, format] of [
  ['invoice-de.html', 'invoice', 'de', 'html'],
  ['invoice-de.pdf', 'invoice', 'de', 'pdf'],
  ['order-confirmation-en.html', 'order_confirmation', 'en', 'html'],
] as const) {
  const reply = await shop.admin(`get_${document}`, { id_order, language, args: { format } });
  if (reply['object'] !== document) throw new Error(JSON.stringify(reply));
  writeFileSync(join(DIRECTORY, file), Buffer.from(String(reply[document]), 'base64'));
}
await shop.close();
