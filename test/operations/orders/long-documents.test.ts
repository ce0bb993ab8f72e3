// Documents of orders with many lines or long texts: they have a bound, say the same as HTML and as PDF, and hold
// nobody up. And the link to the invoice, which comes from the caller.
import { beforeAll, describe, expect, test } from 'vitest';
import { warmPrinting } from '../shop.ts';
import { bought, bytes, expectBounded, html, pdf } from './long-orders.ts';

beforeAll(() => warmPrinting());

test('long orders are bounded, whatever is escaped in them, and are not made in the turn that asks', () =>
  expectBounded(10));

describe('long texts', () => {
  test.each([100, 124, 2000])(
    'the attributes of a line are never lost to its description of %d words',
    async (words) => {
      const order = await bought([
        {
          description_field: 'wort '.repeat(words),
          attributes: [
            ['Farbe', 'rot'],
            ['Gravur', 'Ada'],
          ],
        },
      ]);
      expect(await html(order)).toContain('Gravur: Ada');
      expect(await pdf(order)).toContain('Farbe:rotGravur:Ada');
    },
  );

  test('are cut in the same place as HTML and as PDF', async () => {
    const attributes = [
      ['Lang', 'l'.repeat(700)],
      ['Fort', 'x'],
    ];
    const many = Array.from({ length: 100 }, (_, at) => [`k${at}`, '']);
    const order = await bought(
      [
        { name_field: 'n'.repeat(1000), description_field: 'd'.repeat(10_000), attributes },
        { description_field: 'ж\n'.repeat(400), attributes: many },
      ],
      { note: `${'q'.repeat(700)}\n${'r\n'.repeat(200)}zuletzt` },
    );
    for (const document of [await html(order), await pdf(order)]) {
      for (const letter of ['n', 'd', 'q']) expect(document).toMatch(new RegExp(`(?<!${letter})${letter}{599}…`));
      expect(document).toMatch(/Lang: ?l{595}…/);
      expect(document).not.toContain('Fort');
      expect(document).toContain('k29:');
      expect(document).not.toContain('k30:');
      expect(document).not.toContain('zuletzt');
      expect(document.match(/ж/g)!.length).toBeLessThanOrEqual(32);
    }
  });

  test('never end in half a character', async () => {
    const document = await html(
      await bought([{ name_field: '🙂'.repeat(500), description_field: `a${'🙂'.repeat(500)}` }]),
    );
    expect(document).not.toContain('\ufffd');
    expect(document.match(/🙂…/g)).toHaveLength(2);
  });
});

describe('invoice_link', () => {
  const LINK = 'https://shop.example.org/invoice?id=7&key="a"';

  test('stands on a confirmation, escaped, as HTML and as PDF', async () => {
    const order = await bought([{}]);
    const shown = LINK.replace('&', '&amp;').replaceAll('"', '&#34;');
    expect(await html(order, 'get_order_confirmation', { invoice_link: LINK })).toContain(
      `Ihre Rechnung: <a href="${shown}">${shown}</a>`,
    );
    expect(await pdf(order, 'get_order_confirmation', { invoice_link: LINK })).toContain(`IhreRechnung:${LINK}`);
    const file = await bytes(order, 'get_order_confirmation', { invoice_link: LINK, format: 'pdf' });
    expect(file.toString('latin1')).toContain('/URI (https://shop.example.org/invoice?id=7&key=%22a%22)');
  });

  test('is left out of invoices and where there is none', async () => {
    const order = await bought([{}]);
    for (const args of [{}, { invoice_link: '' }, { invoice_link: null }]) {
      for (const made of [html, pdf])
        expect(await made(order, 'get_order_confirmation', args)).not.toMatch(/Ihre ?Rechnung/);
    }
    for (const made of [html, pdf])
      expect(await made(order, 'get_invoice', { invoice_link: LINK })).not.toContain('shop.example.org');
  });

  test.each([
    'javascript:alert(1)',
    'ftp://a.example',
    '/invoice/7',
    'https://a.example\\b',
    'https://user:password@a.example',
    'https://a b.example',
    'https://a.example/\nb',
    'https://',
    7,
    `https://a.example/${'x'.repeat(2000)}`,
  ])('is refused where it is no http or https URL: %j', async (invoice_link) => {
    const { goods, orderId } = await bought([{}]);
    await goods.shop.refused(
      'get_order_confirmation',
      { id_order: orderId, args: { invoice_link } },
      'PARAMETER_INVALID',
      'args',
    );
  });
});
