// Invoices and order confirmations: what they say, in which language, and that nothing in an order is ever a template.
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { wordsOf } from '../../outside/documents/pdf-text.ts';
import type { Reply } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, freeLine, line } from '../shop.ts';
import { bought, decoded, directories, seen } from './bought.ts';

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

describe('what a document says', () => {
  test('an invoice in German: addresses, lines, coupon, delivery, tax per rate, company', async () => {
    const { html, orderId } = await bought({ config: { companyFoot: 'USt-IdNr. DE123456789\nIBAN DE02…' } });
    const text = seen(await html('get_invoice'));
    for (const part of [
      'Rechnung R-1',
      `Bestellnummer ${orderId}`,
      'Datum 02.01.2026',
      'Zahlungsart PrePayment',
      'Versandart Standard',
      'Kontor & Söhne',
      'Änne Łuczak Weg 3 1010 Wien Österreich',
      'Lieferanschrift Graz',
      'Bitte klingeln',
      '1 Wanderhose Art.-Nr. W-1 aus Wolle Farbe: Wanderhose 2 1.234,50 € 19 % 2.469,00 €',
      '1.1 Gift wrap',
      '2 Buch 1,5 7,4925 € 7 % 11,24 €',
      'Summe der Waren 2.481,24 €',
      'Gutschein Willkommen (aaaa-bbbb-cccc-dddd) -248,12 €',
      'Versand: DHL (USt. 19 %) 4,90 €',
      'Gesamtbetrag 2.238,02 €',
      'USt-IdNr. DE123456789',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/19 % [\d.,]+ € [\d.,]+ € 2\.227,90 € 7 % 9,46 € 0,66 € 10,12 €/);
    expect(text).not.toContain('Storniert');
  });

  test('a confirmation in English, by the language asked for; the order number instead of the invoice’s', async () => {
    const { html, orderId } = await bought();
    const text = seen(await html('get_order_confirmation', { language: 'en_GB' }));
    for (const part of [
      `Order confirmation ${orderId}`,
      'Date 02/01/2026',
      '€ 1,234.50',
      '€ 7.4925',
      '-€ 248.12',
      'Total € 2,238.02',
      'Austria',
      'thank you for your order',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('R-1');
  });

  test('an unknown language is the shop’s, and the shop’s is English where there are no words for it', async () => {
    const { html } = await bought();
    expect(await html('get_invoice', { language: 'xx_XX' })).toContain('<html lang="de">');
    const french = await bought({ config: { language: 'fr_FR' } });
    expect(await french.html('get_invoice')).toContain('<html lang="en">');
  });

  test.each([
    ['en_US', '01/02/2026'],
    ['en_GB', '02/01/2026'],
    ['en', '01/02/2026'],
    ['de_AT', '02.01.2026'],
    // A code without words of its own: those of the shop, and their date.
    ['fr_FR', '02.01.2026'],
    ['xx_XX', '02.01.2026'],
    ['_', '02.01.2026'],
    ['en_US_POSIX_and_more', '02/01/2026'],
  ])('the date as %s writes it is %s', async (language, date) => {
    const { html } = await bought();
    expect(seen(await html('get_invoice', { language }))).toContain(` ${date} `);
  });

  test('a shop whose language has no words here has English ones, and dates of its own', async () => {
    for (const [language, date] of [
      ['fr_FR', '02/01/2026'],
      ['sv_SE', '2026-01-02'],
      ['nl_NL', '02-01-2026'],
    ] as const) {
      const { html } = await bought({ config: { language } });
      expect(seen(await html('get_invoice'))).toContain(`Date ${date} `);
    }
  });

  test('descriptions and names that are HTML are text, in HTML and PDF; what only looks like HTML stays', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const classId = await shop.make('create_class', { name: 'rich', type: 'product' });
    const named = [
      ['name', 'HTML'],
      ['short_description', 'HTML'],
      ['price', 'FLOAT'],
    ].map(([name, type]) => ({ name, type, label: { de_DE: name } }));
    await shop.admin('create_class_attributes', { id_class: classId, attributes: named });
    const attributes = {
      de_DE: {
        name: '<b>Öl</b> &amp; Essig',
        short_description: '<p title="a>b">kalt <i>gepresst</i></p><p>&lt;5 l</p>',
        price: 5,
      },
    };
    const productId = await goods.product(5, { class: 'rich', attributes });
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, productId));
    await shop.call('add_to_cart', freeLine(session, 1, { description_field: 'kein <b>HTML</b> &amp;' }));
    const cart = await shop.call<{ contents: { name: string; description: string }[] }>('get_cart', { session });
    expect(cart.contents[0]).toMatchObject({
      name: attributes.de_DE.name,
      description: attributes.de_DE.short_description,
    });
    await shop.restart();
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    const html = await shop.call<Reply>('get_invoice', { id_order });
    const text = seen(decoded(Buffer.from(String(html['invoice']), 'base64').toString()));
    expect(text).toContain('Öl & Essig kalt gepresst <5 l');
    expect(text).toContain('kein <b>HTML</b> &amp;');
    const pdf = await shop.call<Reply>('get_invoice', { id_order, args: { format: 'pdf' } });
    const words = wordsOf(Buffer.from(String(pdf['invoice']), 'base64')).map((one) => one.text);
    for (const word of ['Öl & Essig', 'kalt gepresst', '<5 l', 'kein <b>HTML</b> &amp;']) expect(words).toContain(word);
  });

  test('attributes that hold an address are left out; those that only have a slash in them stay', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const session = await shop.session();
    const addresses = [
      'http://a.example/a.png',
      'HTTPS://a.example',
      '//cdn.example/a',
      '/a.png',
      '/pics/a',
      './a.png',
      '../x/y.jpeg',
      'pics/large/a.webp',
      'data:image/png;base64,AA',
      'ftp://x/y',
    ];
    const values = [
      'M/L',
      '1/2',
      '24/7',
      'rot / blau',
      'foto.png',
      'http',
      '5 km/h',
      '/',
      '3/8.5',
      'siehe http://a.example/x',
      'a: b',
    ];
    const attributes = [
      ...addresses.map((value, at) => [`pic${at}`, value]),
      ...values.map((value, at) => [`val${at}`, value]),
    ];
    await shop.call('add_to_cart', freeLine(session, 1, { attributes }));
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    const reply = await shop.call<Reply>('get_invoice', { id_order });
    const text = seen(decoded(Buffer.from(String(reply['invoice']), 'base64').toString()));
    expect(text).not.toMatch(/pic\d+:/);
    for (const [at, value] of values.entries()) expect(text).toContain(`val${at}: ${value} `);
  });

  test('the day is the shop’s, as its clock on the wall shows it', async () => {
    const { html } = await bought({ config: { timeZone: 'America/Los_Angeles' } });
    expect(seen(await html('get_invoice'))).toContain('Datum 01.01.2026');
  });

  test('a cancelled order says so, and gets no invoice', async () => {
    const { goods, html, orderId } = await bought();
    await goods.shop.admin('update_order_details', { id_order: orderId, order_state: 'CANCELED' });
    expect(seen(await html('get_order_confirmation'))).toContain('Storniert');
    await goods.shop.refused('get_invoice', { id_order: orderId }, 'ORDER_CANCELED', orderId);
  });
});

describe('labels and names', () => {
  test('a coupon or a delivery that is named after what it is, is called so once', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, await goods.product()));
    await shop.admin('create_coupons', {
      count: 1,
      name: 'gutschein',
      amount: 10,
      type: 'UNIQUE_PERCENTAGE',
      code: 'test1',
    });
    await shop.call('add_coupons', { session, coupons: [['test1', 'gutschein']] });
    await shop.call('add_delivery_costs', { session, delivery_costs: [['Versand DHL', 4.9, 0.19]] });
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    const reply = await shop.call<Reply>('get_invoice', { id_order });
    const text = seen(decoded(Buffer.from(String(reply['invoice']), 'base64').toString()));
    expect(text).toContain(' gutschein (test1) ');
    expect(text).toContain(' Versand DHL (USt. 19 %) ');
    expect(text).not.toMatch(/gutschein gutschein|Versand: Versand/i);
  });
});

describe('invoice numbers', () => {
  const filled = async ({ shop }: Goods, productId: number): Promise<string> => {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, productId));
    return session;
  };
  const buy = async (goods: Goods, productId: number): Promise<Checkout> =>
    goods.shop.call<Checkout>('checkout', { session: await filled(goods, productId) });
  const numberOf = async ({ shop }: Goods, id_order: number): Promise<string> =>
    String((await shop.call<Reply>('get_order_by_id', { id_order, language: 'de_DE' }))['invoice_number']);

  test('have no gaps: failed checkouts take none, cancelled orders keep theirs, a restart goes on', async () => {
    const goods = await Goods.open({ config: { invoicePrefix: 'RE-', invoiceNumberFirst: 500 } });
    const productId = await goods.stocked(2);
    const first = await buy(goods, productId);
    await goods.shop.admin('update_order_details', { id_order: first.id_order, order_state: 'CANCELED' });
    const late = await filled(goods, productId);
    const orders = [first, await buy(goods, productId), await buy(goods, productId)];
    expect(await goods.shop.call('checkout', { session: late })).toMatchObject({
      status: 'error',
      message: 'SHOPOBJECT_NOT_AVAILABLE',
    });
    await goods.shop.restart({ config: { invoicePrefix: 'X', invoiceNumberFirst: 500 } });
    await goods.shop.admin('update_product', { id_product: productId, availability: { quantity: 1 } });
    orders.push(await buy(goods, productId));
    const numbers = await Promise.all(orders.map(({ id_order }) => numberOf(goods, id_order)));
    expect(numbers).toEqual(['RE-500', 'RE-501', 'RE-502', 'X503']);
  });
});
