// Templates that a shop has of its own, by its API. It would catch a broken one that is taken, a change that is made
// although it was refused or tried dry, a document of the former text out of a cache, an invoice that a later text
// changes, a preview that issues something, and a text that a restart or a colleague's change loses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TEMPLATE_LENGTH_MAX, TEMPLATE_NAMES } from '../../../src/domain/shop/document-template.ts';
import { Goods, warmPrinting } from '../shop.ts';
import { bought, decoded, seen } from './bought.ts';

interface Template {
  readonly name: string;
  readonly formats: readonly string[];
  readonly source: string;
  readonly text: string;
  readonly seq: number;
}

const directories: string[] = [];
beforeAll(() => warmPrinting());
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

type Shop = Goods['shop'];

const templatesOf = async (shop: Shop): Promise<readonly Template[]> =>
  (await shop.admin<{ templates: readonly Template[] }>('get_document_templates')).templates;
const templateOf = async (shop: Shop, name: string): Promise<Template> =>
  (await templatesOf(shop)).find((one) => one.name === name)!;
const update = (shop: Shop, name: string, text: string, more: object = {}) =>
  shop.admin('update_document_template', { name, text, ...more });
const preview = async (shop: Shop, params: { readonly [name: string]: unknown }): Promise<string> => {
  const { document } = await shop.admin<{ document: string }>('preview_document', params);
  return decoded(Buffer.from(document, 'base64').toString());
};

describe('templates of the shop', () => {
  test('are the built-in ones until one is set, and again once it is taken away', async () => {
    const { goods, html } = await bought();
    const { shop } = goods;
    const before = await templatesOf(shop);
    expect(before.map(({ name }) => name)).toEqual([...TEMPLATE_NAMES]);
    for (const one of before) expect(one).toMatchObject({ formats: ['html'], source: 'built_in', seq: 0 });
    const usual = await html('get_order_confirmation');
    const set = await update(shop, 'order_confirmation', '<p>{{ title }}: {{ total }}</p>');
    expect(set).toMatchObject({ status: 'success', source: 'shop', name: 'order_confirmation' });
    expect(seen(await html('get_order_confirmation')).trim()).toBe('Bestellbestätigung: 2.238,02 €');
    await update(shop, 'order_confirmation', '');
    expect(await html('get_order_confirmation')).toBe(usual);
    const after = await templateOf(shop, 'order_confirmation');
    expect(after).toEqual({ ...before[1], seq: after.seq });
    expect(after.seq).toBeGreaterThan(0);
  });

  test('win over those of the directory, which win over the built-in ones', async () => {
    const templates = mkdtempSync(join(tmpdir(), 'kontor-own-'));
    directories.push(templates);
    writeFileSync(join(templates, 'order_confirmation.liquid'), 'directory {% include "foot" %} {% include "mine" %}');
    writeFileSync(join(templates, 'foot.liquid'), 'foot of the directory');
    writeFileSync(join(templates, 'mine.liquid'), 'mine');
    const { goods, html } = await bought({ config: { templates } });
    const { shop } = goods;
    expect(await templateOf(shop, 'foot')).toMatchObject({ source: 'directory', text: 'foot of the directory' });
    expect(await templateOf(shop, 'head')).toMatchObject({ source: 'built_in' });
    await update(shop, 'foot', 'foot of the shop');
    expect(await html('get_order_confirmation')).toBe('directory foot of the shop mine');
    await update(shop, 'order_confirmation', 'shop {% include "foot" %} {% include "mine" %}');
    expect(await html('get_order_confirmation')).toBe('shop foot of the shop mine');
    await update(shop, 'foot', '');
    expect(await html('get_order_confirmation')).toBe('shop foot of the directory mine');
  });

  test('stay after a restart, and are in the history', async () => {
    const { goods, html } = await bought();
    const { shop } = goods;
    await update(shop, 'order_confirmation', 'one {{ order_number }}');
    const held = await templateOf(shop, 'order_confirmation');
    const shown = await html('get_order_confirmation');
    await shop.restart();
    expect(await templateOf(shop, 'order_confirmation')).toEqual(held);
    expect(await html('get_order_confirmation')).toBe(shown);
    await update(shop, 'order_confirmation', '');
    const history = await shop.text('get_changelog', { object: 'document_template/2' }, { secret: true });
    expect(history).toContain('one {{ order_number }}');
  });

  test('never give a document of a former text', async () => {
    const { goods, html } = await bought();
    for (let turn = 0; turn < 3; turn += 1)
      for (const text of ['a {{ total }}', 'b {{ total }}', '']) {
        await update(goods.shop, 'order_confirmation', text);
        const [first, second] = [await html('get_order_confirmation'), await html('get_order_confirmation')];
        expect(second).toBe(first);
        expect(first.slice(0, 2)).toBe(text === '' ? '<!' : text.slice(0, 2));
      }
  });

  test('change no invoice that was issued', async () => {
    const { goods, html } = await bought();
    const { shop } = goods;
    const issued = await html('get_invoice');
    await update(shop, 'invoice', 'another {{ number }}');
    await update(shop, 'style', '<style>p { color: red; }</style>');
    expect(await html('get_invoice')).toBe(issued);
    await shop.restart();
    expect(await html('get_invoice')).toBe(issued);
  });

  test('make invoices, slips and the pick list from their change on', async () => {
    const { goods, orderId, html } = await bought();
    const { shop } = goods;
    await update(shop, 'invoice', 'I {{ number }}');
    await update(shop, 'packing_slips', 'S {{ slips[0].order_number }}');
    await update(shop, 'pick_list', 'P {{ orders }}');
    expect(await html('get_invoice')).toBe('I R-1');
    const slips = await shop.admin<{ packing_slips: string }>('get_packing_slips', { orders: [orderId] });
    expect(Buffer.from(slips.packing_slips, 'base64').toString()).toBe(`S ${orderId}`);
    const list = await shop.admin<{ pick_list: string }>('get_pick_list', { orders: [orderId] });
    expect(Buffer.from(list.pick_list, 'base64').toString()).toBe(`P ${orderId}`);
  });
});

const BROKEN = [
  ['an unknown tag', 'invoice', 'a\n  {% foo %}', /invoice: tag "foo" not found, line:2, col:3/],
  ['an unknown filter', 'invoice', '{{ total | shout }}', /invoice: undefined filter: shout, line:1, col:1/],
  ['a part that is not there', 'invoice', '{% include "gone" %}', /invoice: .*gone/],
  ['a part of documents', 'foot', 'a\n\n{% if %}', /foot: .*line:3, col:6/],
  ['a template of itself', 'invoice', '{% include "invoice" %}', /invoice: .*includes itself: invoice > invoice/],
  ['a part of itself', 'foot', '{%- render \'positions\' %}{% include "foot" %}', /foot > foot/],
  ['a tag that nothing ends', 'style', '<style>{% if a %}', /style: .*line:1, col:8/],
] as const;

describe('a text that is no template', () => {
  test.each(BROKEN)('%s is refused by name, line and column', async (_what, name, text, detail) => {
    const { shop } = await Goods.open();
    const refused = await shop.adminRefused('update_document_template', { name, text }, 'TEMPLATE_INVALID', name);
    expect(refused['detail']).toMatch(detail);
    await shop.adminRefused('update_document_template', { name, text, dry_run: 1 }, 'TEMPLATE_INVALID');
    await shop.adminRefused('preview_document', { name, text }, 'TEMPLATE_INVALID');
    expect(await templateOf(shop, name)).toMatchObject({ source: 'built_in', seq: 0 });
  });

  test('is refused for what it takes, and for its length', async () => {
    const { shop } = await Goods.open();
    const endless = { name: 'invoice', text: '{% for a in (1..999999999) %}{{ a }}{% endfor %}' };
    await shop.adminRefused('update_document_template', endless, 'DOCUMENT_TOO_LARGE', 'invoice');
    await shop.adminRefused('preview_document', endless, 'DOCUMENT_TOO_LARGE', 'invoice');
    const long = { name: 'invoice', text: 'x'.repeat(TEMPLATE_LENGTH_MAX + 1) };
    await shop.adminRefused('update_document_template', long, 'PARAMETER_INVALID', 'text');
    await shop.adminRefused('update_document_template', { name: 'gone', text: 'a' }, 'PARAMETER_INVALID', 'name');
    await update(shop, 'invoice', long.text.slice(1));
  });
});

describe('a change of a template', () => {
  test('that is tried dry changes nothing', async () => {
    const { goods, html } = await bought();
    const { shop } = goods;
    const usual = await html('get_order_confirmation');
    const { headSeq } = shop.engine;
    const shown = await update(shop, 'order_confirmation', 'dry', { dry_run: 1 });
    expect(shown).toMatchObject({ status: 'success', source: 'shop', text: 'dry' });
    expect(shop.engine.headSeq).toBe(headSeq);
    expect(await html('get_order_confirmation')).toBe(usual);
  });

  test('is refused where somebody else has changed it since', async () => {
    const { shop } = await Goods.open();
    await update(shop, 'foot', 'one', { if_seq: 0 });
    const { seq } = await templateOf(shop, 'foot');
    const late = { name: 'foot', text: 'two', if_seq: 0 };
    await shop.adminRefused('update_document_template', late, 'CHANGED_MEANWHILE', 'if_seq');
    await update(shop, 'head', 'another template', { if_seq: 0 });
    await update(shop, 'foot', 'two', { if_seq: seq });
    await shop.adminRefused('update_document_template', { ...late, text: '', if_seq: seq }, 'CHANGED_MEANWHILE');
    expect(await templateOf(shop, 'foot')).toMatchObject({ text: 'two' });
  });
});

/** What a template shows of the order; absent: where it goes to. */
const SHOWN: { readonly [name: string]: string | undefined } = {
  pick_list: 'Walnussöl',
  mail_payment_received: '1000',
  mail_parcel_shipped: 'Walnussöl',
  mail_invoice: 'R-1000',
  mail_credit_note: 'S-1000',
  mail_verification: '0000',
  mail_password_reset: '0000',
  mail_invitation: '0000',
  mail_account_notice: '…',
  mail_cart_reminder: 'Walnussöl',
};

describe('a preview', () => {
  test('shows any document of an order by a text, and changes and issues nothing', async () => {
    const { goods, orderId, html } = await bought();
    const { shop } = goods;
    const { headSeq } = shop.engine;
    const text = '{{ order_number }} {{ lines[0].name }} {{ total }}';
    const shown = await preview(shop, { name: 'invoice', text, id_order: orderId });
    expect(shown.replaceAll('\u00a0', ' ')).toBe(`${orderId} Wanderhose 2.238,02 €`);
    expect(shop.engine.headSeq).toBe(headSeq);
    expect(shop.engine.readContext().read('issued_invoice', orderId)).toBeUndefined();
    expect(await preview(shop, { name: 'invoice', id_order: orderId })).toBe(await html('get_invoice'));
    await shop.adminRefused('preview_document', { name: 'invoice', id_order: 99 }, 'ORDER_NOT_FOUND', 99);
  });

  test.each(TEMPLATE_NAMES)('shows an order that nobody placed: %s', async (name) => {
    const { shop } = await Goods.open();
    const shown = seen(await preview(shop, { name, language: 'en' }));
    expect(shown).toContain(SHOWN[name] ?? 'Lange Straße');
    expect(shown).not.toContain('NaN');
  });

  test('sums up what the made-up order costs', async () => {
    const { shop } = await Goods.open();
    const text = '{{ sum }}|{{ coupons[0].amount }}|{{ delivery_costs[0].amount }}|{{ total }}';
    expect((await preview(shop, { name: 'invoice', text, language: 'en' })).replaceAll('\u00a0', ' ')).toBe(
      '€ 53.00|-€ 10.00|€ 5.00|€ 48.00',
    );
  });

  test('needs the secret key, as the templates do', async () => {
    const { shop } = await Goods.open();
    await shop.refused('preview_document', { name: 'invoice' }, 'PERMISSION_DENIED');
    await shop.refused('get_document_templates', {}, 'PERMISSION_DENIED');
    await shop.refused('update_document_template', { name: 'invoice', text: 'a' }, 'PERMISSION_DENIED');
  });

  test('is held by no role that hides anything', async () => {
    const { shop } = await Goods.open();
    const role = { role: 'Painter', operations: ['preview_document'], hidden: ['addresses'] };
    await shop.adminRefused('create_role', role, 'ROLE_SHOWS_HIDDEN');
  });
});
