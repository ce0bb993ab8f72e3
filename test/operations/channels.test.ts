// Channels: credentials of their own, shown once, and replies as JSON or XML (Decision 7, 8).
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../src/kernel/json-reader.ts';
import { Keyed, toJson } from '../../src/kernel/json.ts';
import type { Json } from '../../src/kernel/json.ts';
import { toXml } from '../../src/outside/xml.ts';
import { CREDENTIALS, Goods, SECRET, freeLine, line, openShop } from './shop.ts';
import type { TestShop } from './shop.ts';

type Credentials = { readonly licence_username: string; readonly licence_password: string; readonly licence_secret_key: string };

const channel = async (shop: TestShop, server_output: 'json' | 'xml', more = {}): Promise<Credentials> => {
  const reply = await shop.admin<{ [member: string]: string }>('create_channel', { name: `channel ${Math.random()}`, description: 'd', shop_active: 1, server_output, ...more });
  const { object, status, ...credentials } = reply;
  expect([object, status]).toEqual(['create_channel', 'success']);
  return credentials as unknown as Credentials;
};

const raw = (shop: TestShop, fields: { [name: string]: unknown }): Promise<{ text: string; type: string | undefined }> =>
  new Promise((resolve) =>
    shop.dispatch.call(fields, '', (_status, body, type) => resolve({ text: typeof body === 'string' ? body : Buffer.from(body).toString(), type })),
  );

describe('create_channel', () => {
  test('gives credentials that work at once, and shows them once', async () => {
    const shop = openShop();
    const made = await channel(shop, 'json');
    expect(new Set(Object.values(made)).size).toBe(3);
    for (const value of Object.values(made)) expect(value).toMatch(/^\w{20,}$/);
    expect((await raw(shop, { ...made, request: 'create_category', id_parent: 0, name: 'x' })).text).toContain('"create_category"');
    expect((await raw(shop, { ...made, licence_secret_key: 'wrong', request: 'get_status' })).text).toContain('PERMISSION_DENIED');
    const head = shop.engine.head;
    const params = { name: 'once', description: '', shop_active: 1, server_output: 'json' };
    expect(await shop.admin('create_channel', params, { key: 'k' })).toMatchObject({ status: 'success' });
    expect(await shop.admin('create_channel', params, { key: 'k' })).toMatchObject({ message: 'IDEMPOTENCY_RESULT_GONE' });
    expect(shop.engine.head).toBe(head + 1);
  });

  test('leaves digests on the disk only', async () => {
    const shop = openShop();
    const made = await channel(shop, 'json');
    await shop.engine.durable(shop.engine.head);
    const written = Buffer.concat([...shop.engine.journal.batches(0)].map(({ bytes }) => bytes));
    for (const value of Object.values(made)) expect(written.includes(value)).toBe(false);
  });

  test('that is not active refuses its calls', async () => {
    const shop = openShop();
    const made = await channel(shop, 'json', { shop_active: 0 });
    expect((await raw(shop, { ...made, request: 'get_status' })).text).toContain('PERMISSION_DENIED');
  });

  test('refuses used and unfit names, and other outputs', async () => {
    const shop = openShop();
    const params = { description: '', shop_active: 1, server_output: 'json' };
    await shop.admin('create_channel', { ...params, name: 'app' });
    await shop.adminRefused('create_channel', { ...params, name: 'app' }, 'CHANNEL_NAME_ALREADY_IN_USE', 'app');
    for (const name of [' app', 'app ', 'x'.repeat(65)]) await shop.adminRefused('create_channel', { ...params, name }, 'CHANNEL_NAME_NOT_VALID', 'name');
    await shop.adminRefused('create_channel', { ...params, name: 'b', server_output: 'yaml' }, 'PARAMETER_INVALID', 'server_output');
    await shop.adminRefused('create_channel', { ...params, name: 'b', server_output: undefined }, 'PARAMETER_MISSING', 'server_output');
  });
});

// --- reading XML back, by the rules of docs/xml.md ---

interface Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly Element[];
  readonly text: string;
}

const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '', trimValues: false, parseTagValue: false, parseAttributeValue: false, ignoreDeclaration: true, htmlEntities: true });

type Parsed = { readonly [name: string]: unknown };

const elementOf = (node: Parsed): Element => {
  const name = Object.keys(node).find((one) => one !== ':@')!;
  const children = node[name] as readonly Parsed[];
  return {
    name,
    attributes: (node[':@'] ?? {}) as { [name: string]: string },
    children: children.filter((one) => !('#text' in one)).map(elementOf),
    text: children.filter((one) => '#text' in one).map((one) => String(one['#text'])).join(''),
  };
};

const parsed = (xml: string): Element => {
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true);
  return elementOf((parser.parse(xml) as Parsed[]).find((node) => !Object.keys(node)[0]!.startsWith('?'))!);
};

/** Every text of a reply, with the way to it, whatever the names of the elements: none may be lost or changed. */
const textsOf = ({ attributes, children, text }: Element): string[] => [
  ...Object.values(attributes).filter((one) => one !== ''),
  ...(text === '' ? [] : [text]),
  ...children.flatMap(textsOf),
];

const scalarsOf = (value: Json): string[] => {
  if (value === null || value === '') return [];
  if (typeof value !== 'object') return [String(value)];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(scalarsOf);
  return value instanceof Keyed ? value.entries.flatMap(([, one]) => scalarsOf(one)) : [];
};

const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

describe('replies of an XML channel', () => {
  const tour = async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const [json, xml] = [await channel(shop, 'json'), await channel(shop, 'xml')];
    const product = await goods.stocked(5);
    await shop.make('create_variation', { id_product: product, name: 'a variation', shop_active: 1, attributes: { de_DE: { name: 'Größe <L> & "mehr"', price: 3 } } });
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, product));
    await shop.call('add_to_cart', freeLine(session, '1.50', { attributes: [{ lang: 'de_DE', name: 'engraving', value: 'für  Ärger\r\n& <Freude>' }] }));
    await shop.call('set_order_details', { session, email: 'ada@example.org', id_payment_method: 2, attributes: { gift: 'ja' } });
    const bought = await shop.session();
    await shop.call('add_to_cart', line(bought, product));
    const { id_order } = await shop.call<{ id_order: number }>('checkout', { session: bought });
    const reads = [
      { request: 'get_status' },
      { request: 'get_categories', id_parent: '0' },
      { request: 'get_products_in_category', id_category: '1' },
      { request: 'get_product_details', id_product: String(product) },
      { request: 'search_products', constraint: '{}' },
      { request: 'dump_category', id_category: '1', depth: '3' },
      { request: 'get_cart', session },
      { request: 'get_order_details', session },
      { request: 'get_order_by_id', id_order: String(id_order) },
      { request: 'get_class_details', id_class: '1' },
      { request: 'get_payment_methods' },
      { request: 'get_product_details', id_product: '999' },
      { request: 'nonsense' },
      { request: 'add_to_cart' },
      { request: 'aggregate', pipe: { a: { request: 'get_status' }, 1: { request: 'get_cart', args: { session } } } },
    ];
    return { shop, json, xml, reads };
  };

  test('say what the JSON replies say, text by text, and are well-formed', async () => {
    const { shop, json, xml, reads } = await tour();
    for (const fields of reads) {
      const [one, other] = [await raw(shop, { ...json, ...fields }), await raw(shop, { ...xml, ...fields })];
      expect([one.type, other.type], fields.request).toEqual([undefined, 'application/xml; charset=utf-8']);
      const root = parsed(other.text);
      const said = readJson(one.text) as Keyed;
      expect(root.name, fields.request).toBe(said.entries.find(([name]) => name === 'object')![1]);
      // `object` members are names of elements; all else must be there, and nothing more but what keys say.
      const names = new Set(one.text.match(/"object":"[^"]*"/g)?.map((found) => found.slice(10, -1)));
      const wanted = sorted(scalarsOf(said)).filter((text) => !names.has(text));
      expect(sorted(textsOf(root)), fields.request).toEqual(expect.arrayContaining(wanted));
    }
  });

  test('have the shapes that clients know', async () => {
    const { shop, xml, reads } = await tour();
    const of = async (request: string): Promise<Element> => parsed((await raw(shop, { ...xml, ...reads.find((one) => one.request === request)! })).text);
    const child = ({ children }: Element, name: string): Element => children.find((one) => one.name === name)!;
    const cart = await of('get_cart');
    const lines = child(cart, 'contents').children;
    expect(lines.map(({ name, attributes }) => [name, attributes['type']])).toEqual([['element', 'PRODUCT'], ['element', 'FREE_ELEMENT']]);
    expect(child(child(lines[1]!, 'attributes'), 'attribute').attributes['name']).toBeDefined();
    expect(child(lines[1]!, 'attributes').children.find(({ attributes }) => attributes['name'] === 'engraving')!.text).toBe('für  Ärger\r\n& <Freude>');
    expect(child(child(cart, 'delivery_costs'), 'sum').text).toBe('0');
    const product = await of('get_product_details');
    expect(product.name).toBe('product');
    expect(child(product, 'attributes').children.map(({ name, attributes }) => [name, attributes['type']])).toContainEqual(['attribute', 'FLOAT']);
    expect(child(product, 'variations').children.map(({ name }) => name)).toEqual(['product']);
    const error = parsed((await raw(shop, { ...xml, request: 'nonsense' })).text);
    expect([error.name, child(error, 'message').text]).toEqual(['error', 'REQUEST_NOT_VALID']);
  });

  test('are asked for again without being mixed up with those of JSON channels', async () => {
    const { shop, json, xml } = await tour();
    for (let round = 0; round < 3; round += 1) {
      expect((await raw(shop, { ...json, request: 'get_product_details', id_product: '1' })).text).toMatch(/^\{/);
      expect((await raw(shop, { ...xml, request: 'get_product_details', id_product: '1' })).text).toMatch(/^<\?xml/);
    }
  });
});

describe('the reader of JSON', () => {
  const json = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary-ascii' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('1', '10', '2', '__proto__', 'object', 'attributes')), tie('value')), { maxLength: 5 }).map((entries) => new Keyed([...new Map(entries)])),
    ),
  })).value;

  test('gives back what was written, in its order', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = toJson(value);
        expect(toJson(readJson(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('any reply that holds no forbidden characters is well-formed XML and loses no text', () => {
    const fit = /^[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
    fc.assert(
      fc.property(json, (value) => {
        const text = toJson(value);
        fc.pre(scalarsOf(readJson(text)).every((one) => fit.test(one)) && fit.test(JSON.parse(`"${text.replaceAll(/["\\]/g, '')}"`) as string));
        const xml = toXml(text);
        const root = parsed(xml);
        const names = new Set([...(text.match(/"object":"((?:[^"\\]|\\.)*)"/g) ?? [])].map((found) => JSON.parse(found.slice(9)) as string));
        const wanted = sorted(scalarsOf(readJson(text))).filter((one) => !names.has(one));
        expect(textsOf(root)).toEqual(expect.arrayContaining(wanted));
      }),
      { numRuns: 500 },
    );
  });
});

test('text that XML cannot hold is refused at the edge', async () => {
  const shop = openShop();
  for (const name of ['a\u0000b', 'a\u000bb', 'a\ud800b', 'a\ufffeb', 'a\uffffb']) {
    const fields = { ...CREDENTIALS, licence_secret_key: SECRET, request: 'create_category', id_parent: 0, name };
    expect((await raw(shop, fields)).text, JSON.stringify(name)).toContain('"message":"PARAMETER_INVALID","param":"name"');
  }
});
