// Invoices and order confirmations: what they say, in which language, and that nothing in an order is ever a template.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { afterEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { ConfigError } from '../../../src/config/setting.ts';
import { documentServices } from '../../../src/server/document-wiring.ts';
import type { Checkout, Given, Reply, ShopOptions } from '../shop.ts';
import { wordsOf } from '../../outside/documents/pdf-text.ts';
import { Goods, freeLine, line } from '../shop.ts';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A template directory of the shop's own. */
const templateDirectory = (files: { readonly [name: string]: string }): string => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-templates-'));
  directories.push(directory);
  mkdirSync(join(directory, 'labels'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
};

const HOSTILE = `<script>alert("x")</script> {{title}} {% for a in (1..9) %}{{a}}{% endfor %} & 'q' ü€ł`;

interface Bought {
  readonly goods: Goods;
  readonly orderId: number;
  readonly html: (request: 'get_invoice' | 'get_order_confirmation', given?: Given) => Promise<string>;
}

/** What is not ASCII is written as references. */
const decoded = (html: string): string => {
  expect([...html].every((character) => character < '\x80')).toBe(true);
  return html.replace(/&#(\d{3,});/g, (_all, code) => String.fromCodePoint(Number(code)));
};

/** Two lines at two rates, a gift below the first, a coupon and delivery costs. */
const bought = async (options: ShopOptions = {}, details: Given = {}, name = 'Wanderhose'): Promise<Bought> => {
  const taxClasses = [
    { name: 'default', calculation: 'included' as const, rates: { DE: 0.19 } },
    { name: 'reduced', calculation: 'included' as const, rates: { DE: 0.07 } },
  ];
  const goods = await Goods.open({
    ...options,
    config: { taxClasses, company: 'Kontor & Söhne\nHafenstraße 1\n20457 Hamburg', ...options.config },
  });
  const { shop } = goods;
  const session = await shop.session();
  const attributes = { de_DE: { name, short_description: 'aus Wolle', price: 1234.5 } };
  const first = await goods.product(1, { attributes, metadata: { element_number: 'W-1' } });
  const book = await goods.product(1, {
    attributes: { de_DE: { name: 'Buch', price: '7.4925' } },
    metadata: { taxclass: 'reduced' },
  });
  const raised = await shop.call<{ last_inserted_element_id: number }>(
    'add_to_cart',
    line(session, first, { quantity: 2, attributes: [['Farbe', name]] }),
  );
  await shop.call('add_to_cart', line(session, book, { quantity: 1.5 }));
  await shop.call('add_to_cart', freeLine(session, 1, { id_parent_element: raised.last_inserted_element_id }));
  await shop.admin('create_coupons', {
    count: 1,
    name: 'Willkommen',
    amount: 10,
    type: 'UNIQUE_PERCENTAGE',
    code: 'aaaa-bbbb-cccc-dddd',
  });
  await shop.call('add_coupons', { session, coupons: [['aaaa-bbbb-cccc-dddd', 'Willkommen']] });
  await shop.call('add_delivery_costs', { session, delivery_costs: [['DHL', 4.9, 0.19]] });
  const address = {
    invoice_firstname: 'Änne',
    invoice_lastname: 'Łuczak',
    invoice_street: 'Weg',
    invoice_number: '3',
    invoice_zip: '1010',
    invoice_city: 'Wien',
    invoice_country: 'AT',
  };
  await shop.call('set_order_details', {
    session,
    id_payment_method: 2,
    id_delivery_method: 1,
    ...address,
    delivery_city: 'Graz',
    note: 'Bitte\nklingeln',
    ...details,
  });
  const { id_order: orderId } = await shop.call<Checkout>('checkout', { session });
  const html = async (request: 'get_invoice' | 'get_order_confirmation', given: Given = {}): Promise<string> => {
    const reply = await shop.call<Reply>(request, { id_order: orderId, ...given });
    const member = request.slice(4);
    expect(Object.keys(reply)).toEqual(['object', member]);
    expect(reply['object']).toBe(member);
    return decoded(Buffer.from(reply[member] as string, 'base64').toString());
  };
  return { goods, orderId, html };
};

/** Text as a reader sees it: tags gone, entities and no-break spaces read. */
const seen = (html: string): string =>
  html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/[\s\u00a0]+/g, ' ');

const wellFormed = (html: string): true | object => XMLValidator.validate(html.replace('<!DOCTYPE html>\n', ''));

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

  test('a canceled order says so and keeps its invoice number', async () => {
    const { goods, html, orderId } = await bought();
    await goods.shop.admin('update_order_details', { id_order: orderId, order_state: 'CANCELED' });
    expect(seen(await html('get_invoice'))).toMatch(/Rechnung R-1 Storniert/);
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

  test('have no gaps: failed checkouts take none, canceled orders keep theirs, a restart goes on', async () => {
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

describe('args', () => {
  test('make no invoice of a confirmation', async () => {
    const { html, goods, orderId } = await bought();
    const args = { invoice_number: 'R-999', number: '8' };
    expect(await html('get_order_confirmation', { args })).not.toContain('R-999');
    const pdf = await goods.shop.call<Reply>('get_order_confirmation', {
      id_order: orderId,
      args: { ...args, format: 'pdf' },
    });
    expect(
      wordsOf(Buffer.from(String(pdf['order_confirmation']), 'base64'))
        .map(({ text }) => text)
        .join(' '),
    ).not.toContain('R-999');
  });

  test('replace what the template names, escaped; the order’s own words and unknown keys stay', async () => {
    const { html } = await bought();
    const text = await html('get_order_confirmation', {
      args: {
        intro: `Hallo <b>{{title}}</b>`,
        closing: 7,
        total: '0,00',
        lines: 'none',
        nested: { a: 1 },
        unknown: 'nowhere',
      },
    });
    expect(text).toContain('<p>Hallo &lt;b&gt;{{title}}&lt;/b&gt;</p>');
    expect(text).toContain('<p>7</p>');
    expect(seen(text)).toContain('2.238,02 €');
    expect(seen(text)).toContain('Wanderhose');
    expect(text).not.toContain('nowhere');
  });

  test('[] is none, a broken one and an unknown format are refused', async () => {
    const { goods, html, orderId } = await bought();
    expect(await html('get_invoice', { args: [] })).toContain('Rechnung');
    expect(await html('get_invoice', { args: { format: 'HTML' } })).toContain('Rechnung');
    await goods.shop.refused('get_invoice', { id_order: orderId, args: '{"a":' }, 'PARAMETER_INVALID', 'args');
    await goods.shop.refused(
      'get_invoice',
      { id_order: orderId, args: { format: 'docx' } },
      'PARAMETER_INVALID',
      'args',
    );
    await goods.shop.refused(
      'get_invoice',
      { id_order: orderId, args: { a: 'x'.repeat(100_001) } },
      'PARAMETER_INVALID',
      'args',
    );
    await goods.shop.refused('get_order_confirmation', { id_order: 4 }, 'ORDER_NOT_FOUND', 4);
  });
});

describe('hostile texts', () => {
  test('are shown as they are, in a well-formed document', async () => {
    const { html, goods } = await bought(
      {},
      { note: HOSTILE, invoice_lastname: HOSTILE, delivery_companyname: HOSTILE },
      HOSTILE,
    );
    for (const request of ['get_invoice', 'get_order_confirmation'] as const) {
      const document = await html(request, { args: { intro: HOSTILE } });
      expect(wellFormed(document)).toBe(true);
      expect(document).not.toContain('<script');
      // Name of the line, its attribute, note, two addresses, intro.
      expect(seen(document).split(HOSTILE).length - 1).toBeGreaterThanOrEqual(6);
    }
    expect(goods.shop.faults).toEqual([]);
  });
});

describe('whose documents', () => {
  test('in a strict shop: the back office’s and those of the session that placed the order', async () => {
    const { goods, orderId } = await bought({ config: { ownership: 'strict' } });
    const { shop } = goods;
    await shop.refused('get_invoice', { id_order: orderId }, 'PERMISSION_DENIED', orderId);
    await shop.refused(
      'get_invoice',
      { id_order: orderId, session: await shop.session() },
      'PERMISSION_DENIED',
      orderId,
    );
    await shop.refused('get_invoice', { id_order: 99 }, 'PERMISSION_DENIED', 99);
    expect(await shop.admin('get_invoice', { id_order: orderId })).toMatchObject({ object: 'invoice' });
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, await goods.product()));
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    expect(await shop.call('get_invoice', { id_order, session })).toMatchObject({ object: 'invoice' });
  });
});

describe('a shop’s own templates', () => {
  test('replace ours file by file, words too', async () => {
    const templates = templateDirectory({
      'order_confirmation.liquid':
        '<p>{{ greeting }} {{ shout }}!</p>{% for line in lines %}[{{ line.name }}]{% endfor %}{% include "mine" %}',
      'mine.liquid': '<i>{{ text.total }} {{ total }}</i>',
      'labels/de.json': '{"text":{"greeting":"Moin","total":"Zahlen Sie"}}',
      'labels/nl.json': '{"invoice":{"title":"Factuur"}}',
    });
    const { html } = await bought({ config: { templates } });
    expect((await html('get_order_confirmation', { args: { shout: '<b>' } })).replaceAll('\u00a0', ' ')).toBe(
      '<p>Moin &lt;b&gt;!</p>[Wanderhose][Gift wrap][Buch]<i>Zahlen Sie 2.238,02 €</i>',
    );
    const dutch = seen(await html('get_invoice', { language: 'nl_NL' }));
    expect(dutch).toContain('Factuur R-1');
    expect(dutch).toContain('Oostenrijk');
  });

  test.each([
    ['an unknown tag', { 'invoice.liquid': 'a\n{% foo %}' }, /invoice\.liquid: tag "foo" not found.*line:2/],
    ['an unknown filter', { 'invoice.liquid': '{{ total | shout }}' }, /invoice\.liquid: undefined filter: shout/],
    ['a part that is not there', { 'invoice.liquid': '{% include "gone" %}' }, /invoice\.liquid: .*gone/],
    ['a broken part', { 'style.liquid': '{% if %}' }, /style\.liquid: /],
    [
      'a loop without end',
      { 'invoice.liquid': '{% for a in (1..999999999) %}{{ a }}{% endfor %}' },
      /invoice\.liquid: .*limit exceeded/,
    ],
    ['words that are no JSON', { 'labels/de.json': '{' }, /de\.json: /],
    ['words that are no texts', { 'labels/de.json': '{"text":{"total":7}}' }, /de\.json: text is no object of texts/],
  ])('%s stops the start with one line that names the file', (_name, files, message) => {
    const templates = templateDirectory(files);
    expect(() => documentServices({ ...loadConfig({}, {}, '/nonexistent'), templates })).toThrow(ConfigError);
    expect(() => documentServices({ ...loadConfig({}, {}, '/nonexistent'), templates })).toThrow(message);
  });

  test('a directory that is not there stops the start', () => {
    expect(() => documentServices({ ...loadConfig({}, {}, '/nonexistent'), templates: '/nonexistent/x' })).toThrow(
      /no template directory/,
    );
  });
});

describe('PDF', () => {
  test('says what the HTML says', async () => {
    const { goods, orderId } = await bought();
    const reply = await goods.shop.call<Reply>('get_invoice', { id_order: orderId, args: { format: 'pdf' } });
    expect(Object.keys(reply)).toEqual(['object', 'invoice']);
    const texts = wordsOf(Buffer.from(reply['invoice'] as string, 'base64')).map(({ text }) =>
      text.replaceAll('\u00a0', ' '),
    );
    for (const text of [
      'Rechnung R-1',
      'Änne Łuczak',
      'Österreich',
      'Wanderhose',
      '1.234,50 €',
      '-248,12 €',
      '4,90 €',
      '2.238,02 €',
      '2.227,90 €',
      'Kontor & Söhne',
    ]) {
      expect(texts).toContain(text);
    }
  });

  test('says so when too many are being made', async () => {
    const { goods, orderId } = await bought({ config: { pdfQueueMax: 1 } });
    const call = (): Promise<Reply> =>
      goods.shop.call<Reply>('get_order_confirmation', { id_order: orderId, args: { format: 'pdf' } });
    const replies = await Promise.all(Array.from({ length: 5 }, call));
    expect(replies.map((reply) => reply['message'] ?? reply['object'])).toEqual([
      'order_confirmation',
      'order_confirmation',
      'DOCUMENT_BUSY',
      'DOCUMENT_BUSY',
      'DOCUMENT_BUSY',
    ]);
  });
});
