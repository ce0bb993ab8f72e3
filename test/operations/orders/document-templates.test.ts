// Catches texts of callers and templates of shops that change what a document says of an order, or run in it.
import { XMLValidator } from 'fast-xml-parser';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { ConfigError } from '../../../src/config/setting.ts';
import { documentServices } from '../../../src/server/parts/documents.ts';
import { wordsOf } from '../../outside/documents/pdf-text.ts';
import type { Reply } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { line, warmPrinting } from '../shop.ts';
import { bought, directories, seen } from './bought.ts';

/** One document at a time, and one that waits. */
const NARROW = { pdfQueueMax: 1 };

beforeAll(async () => {
  await warmPrinting();
  await warmPrinting(NARROW);
});
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

const wellFormed = (html: string): true | object => XMLValidator.validate(html.replace('<!DOCTYPE html>\n', ''));

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

  test('says so when too many are being made, of which each is another one', async () => {
    const { goods, orderId } = await bought({ config: NARROW });
    const call = (title: string): Promise<Reply> =>
      goods.shop.call<Reply>('get_order_confirmation', { id_order: orderId, args: { format: 'pdf', title } });
    const replies = await Promise.all(['a', 'a', 'b', 'c', 'd', 'e'].map(call));
    expect(replies.map((reply) => reply['message'] ?? reply['object'])).toEqual([
      'order_confirmation',
      'order_confirmation',
      'order_confirmation',
      'DOCUMENT_BUSY',
      'DOCUMENT_BUSY',
      'DOCUMENT_BUSY',
    ]);
  });
});
