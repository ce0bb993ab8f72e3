// Channels: credentials of their own, shown once, and replies as JSON or XML.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { parseOrderedJson } from '../../../src/kernel/json-reader.ts';
import { Keyed, toJson } from '../../../src/kernel/json.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { toXml } from '../../../src/outside/xml.ts';
import { jsonWith } from '../../kernel/json-values.ts';
import { channel, raw } from './channel-calls.ts';
import { CREDENTIALS, Goods, SECRET, freeLine, line, openShop } from '../shop.ts';
import { parsed, twinOf } from '../xml-twin.ts';
import type { Element } from '../xml-twin.ts';

describe('create_channel', () => {
  test('gives credentials that work at once, and shows them once', async () => {
    const shop = openShop();
    const made = await channel(shop, 'json');
    expect(new Set(Object.values(made)).size).toBe(3);
    for (const value of Object.values(made)) expect(value).toMatch(/^\w{20,}$/);
    expect((await raw(shop, { ...made, request: 'create_category', id_parent: 0, name: 'x' })).text).toContain(
      '"create_category"',
    );
    expect((await raw(shop, { ...made, licence_secret_key: 'wrong', request: 'get_status' })).text).toContain(
      'PERMISSION_DENIED',
    );
    const head = shop.engine.headSeq;
    const params = { name: 'once', description: '', shop_active: 1, server_output: 'json' };
    expect(await shop.admin('create_channel', params, { key: 'k' })).toMatchObject({ status: 'success' });
    expect(await shop.admin('create_channel', params, { key: 'k' })).toMatchObject({
      message: 'IDEMPOTENCY_RESULT_GONE',
    });
    expect(shop.engine.headSeq).toBe(head + 1);
  });

  test('leaves digests on the disk only', async () => {
    const shop = openShop();
    const made = await channel(shop, 'json');
    await shop.engine.whenDurable(shop.engine.headSeq);
    const written = Buffer.concat([...shop.engine.journal.batches(0)].map(({ bytes }) => bytes));
    for (const value of Object.values(made)) expect(written.includes(value)).toBe(false);
  });

  // Absent it means 0, as for everything that is created.
  test.each([0, undefined])('with shop_active %s refuses its calls', async (shopActive) => {
    const shop = openShop();
    const made = await channel(shop, 'json', { shop_active: shopActive });
    expect((await raw(shop, { ...made, request: 'get_status' })).text).toContain('PERMISSION_DENIED');
  });

  test('refuses used and unfit names, and other outputs', async () => {
    const shop = openShop();
    const params = { description: '', shop_active: 1, server_output: 'json' };
    expect(await shop.admin('create_channel', { ...params, name: 'app' })).toMatchObject({ status: 'success' });
    await shop.adminRefused('create_channel', { ...params, name: 'test' }, 'CHANNEL_NAME_ALREADY_IN_USE', 'test');
    await shop.adminRefused('create_channel', { ...params, name: 'app' }, 'CHANNEL_NAME_ALREADY_IN_USE', 'app');
    for (const name of [' app', 'app ', 'x'.repeat(65)])
      await shop.adminRefused('create_channel', { ...params, name }, 'CHANNEL_NAME_NOT_VALID', 'name');
    await shop.adminRefused(
      'create_channel',
      { ...params, name: 'b', server_output: 'yaml' },
      'PARAMETER_INVALID',
      'server_output',
    );
    for (const name of ['', undefined])
      await shop.adminRefused(
        'create_channel',
        { ...params, name },
        name === '' ? 'CHANNEL_NAME_NOT_VALID' : 'PARAMETER_MISSING',
        'name',
      );
    for (const missing of ['description', 'server_output'])
      await shop.adminRefused(
        'create_channel',
        { ...params, name: 'b', [missing]: undefined },
        'PARAMETER_MISSING',
        missing,
      );
    await shop.adminRefused(
      'create_channel',
      { ...params, name: 'b', shop_active: 2 },
      'PARAMETER_INVALID',
      'shop_active',
    );
    await shop.adminRefused(
      'create_channel',
      { ...params, name: 'b', description: 'x'.repeat(1001) },
      'PARAMETER_INVALID',
      'description',
    );
    await shop.refused('create_channel', { ...params, name: 'b' }, 'PERMISSION_DENIED', 'licence_secret_key');
  });
});

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
    await shop.make('create_variation', {
      id_product: product,
      name: 'a variation',
      shop_active: 1,
      attributes: { de_DE: { name: 'Größe <L> & "mehr"', price: 3 } },
    });
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, product));
    await shop.call(
      'add_to_cart',
      freeLine(session, '1.50', {
        attributes: [{ lang: 'de_DE', name: 'engraving', value: 'für  Ärger\r\n& <Freude>' }],
      }),
    );
    await shop.call('set_order_details', {
      session,
      email: 'ada@example.org',
      id_payment_method: 2,
      attributes: { gift: 'ja' },
    });
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

  test('say what the JSON replies say, each text in its place (docs/build/xml.md)', async () => {
    const { shop, json, xml, reads } = await tour();
    for (const fields of reads) {
      const [one, other] = [await raw(shop, { ...json, ...fields }), await raw(shop, { ...xml, ...fields })];
      expect([one.type, other.type], fields.request).toEqual([undefined, 'application/xml; charset=utf-8']);
      expect(parsed(other.text), fields.request).toEqual(twinOf(one.text));
    }
  });

  test.each([
    ['a lost member', '<sum>1</sum>', ''],
    ['another place', '<contents/><total>1</total>', '<contents><total>1</total></contents>'],
    ['another order', '<sum>1</sum><contents/>', '<contents/><sum>1</sum>'],
    ['another text', '>1<', '>1 <'],
  ])('the twin tells %s', (_what, from, to) => {
    const reply = '{"object":"cart","sum":1,"contents":[],"total":1}';
    const xml = toXml(reply);
    expect(parsed(xml)).toEqual(twinOf(reply));
    expect(xml).toContain(from);
    expect(parsed(xml.replace(from, to))).not.toEqual(twinOf(reply));
  });

  test('have users in one shape, whichever operation shows them', async () => {
    const shop = openShop();
    const xml = await channel(shop, 'xml');
    await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    const users = async (request: string, params = {}): Promise<Element[]> => {
      const found = (one: Element): Element[] =>
        one.children.some(({ name }) => name === 'id_user') ? [one] : one.children.flatMap(found);
      return found(parsed((await raw(shop, { ...xml, ...params, request })).text));
    };
    const pipe = JSON.stringify({ one: { request: 'get_user_by_id', args: { id_user: 1 } } });
    const shown = [
      await users('get_user_by_id', { id_user: '1' }),
      await users('get_user_data', { session }),
      await users('search_users', { constraint: '[]' }),
      await users('aggregate', { pipe }),
    ];
    for (const [user, ...others] of shown) {
      expect(others).toEqual([]);
      const attributes = user!.children.find(({ name }) => name === 'attributes')!;
      expect(attributes.children.map(({ name }) => name)).toContain('firstname');
      expect(attributes).toEqual(shown[0]![0]!.children.find(({ name }) => name === 'attributes'));
    }
  });

  test('have every element of the examples in docs/build/xml.md, where the example has it', async () => {
    const { shop, xml, reads } = await tour();
    const page = readFileSync(new URL('../../../docs/build/xml.md', import.meta.url), 'utf8');
    const examples = [...page.matchAll(/```xml\n([\s\S]*?)```/g)].map(([, text]) => parsed(text!.replaceAll('\n', '')));
    const real = [
      await raw(shop, { ...xml, ...reads.find(({ request }) => request === 'get_cart')! }),
      await raw(shop, { ...xml, request: 'get_cart', session: 'nobody' }),
    ].map(({ text }) => parsed(text));
    const paths = ({ name, children }: Element, above = ''): string[] => [
      `${above}/${name}`,
      ...children.flatMap((one) => paths(one, `${above}/${name}`)),
    ];
    expect(examples).toHaveLength(real.length);
    for (const [at, example] of examples.entries())
      expect(paths(real[at]!)).toEqual(expect.arrayContaining(paths(example)));
  });

  test('have the shapes that clients know', async () => {
    const { shop, xml, reads } = await tour();
    const of = async (request: string): Promise<Element> =>
      parsed((await raw(shop, { ...xml, ...reads.find((one) => one.request === request)! })).text);
    const child = ({ children }: Element, name: string): Element => children.find((one) => one.name === name)!;
    const cart = await of('get_cart');
    const lines = child(cart, 'contents').children;
    expect(lines.map(({ name, attributes }) => [name, attributes['type']])).toEqual([
      ['element', 'PRODUCT'],
      ['element', 'FREE_ELEMENT'],
    ]);
    expect(child(child(lines[1]!, 'attributes'), 'attribute').attributes['name']).toBeDefined();
    expect(
      child(lines[1]!, 'attributes').children.find(({ attributes }) => attributes['name'] === 'engraving')!.text,
    ).toBe('für  Ärger\r\n& <Freude>');
    expect(child(child(cart, 'delivery_costs'), 'sum').text).toBe('0');
    const product = await of('get_product_details');
    expect(product.name).toBe('product');
    expect(
      child(product, 'attributes').children.map(({ name, attributes }) => [name, attributes['type']]),
    ).toContainEqual(['attribute', 'FLOAT']);
    expect(child(product, 'variations').children.map(({ name }) => name)).toEqual(['product']);
    const error = parsed((await raw(shop, { ...xml, request: 'nonsense' })).text);
    expect([error.name, child(error, 'message').text]).toEqual(['error', 'REQUEST_NOT_VALID']);
  });

  test('nest deep', async () => {
    const shop = openShop();
    const xml = await channel(shop, 'xml');
    const top = await shop.make('create_category', { id_parent: 0, name: 'top' });
    for (let level = 1, parent = top; level < 30; level += 1)
      parent = await shop.make('create_category', { id_parent: parent, name: `level ${level}` });
    const { text } = await raw(shop, { ...xml, request: 'dump_category', id_category: String(top) });
    expect(parsed(text).name, text).toBe('category_dump');
  });

  test('repeat nothing that XML cannot hold, whatever was sent', async () => {
    const shop = openShop();
    const xml = await channel(shop, 'xml');
    for (const sent of ['a\u0000b', 'a\u0001b', 'a\ud800b', 'a\uffffb', `${'x'.repeat(78)}😀😀`]) {
      for (const fields of [
        { request: sent },
        { request: 'get_product_details', id_product: sent },
        { request: 'get_categories', id_parent: '0', language: sent },
      ]) {
        const { text } = await raw(shop, { ...xml, ...fields });
        expect(parsed(text).name, JSON.stringify(fields)).toBe('error');
        expect(text, JSON.stringify(fields)).toMatch(/^[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
      }
    }
  });

  test('that cannot be written fail alone, also where they wait for the disk', async () => {
    // Catches: what is thrown where waiting replies are sent ends the process, and the answers behind it never come.
    const broken = (json: string): string => {
      if (!json.includes('INTERNAL_ERROR')) throw new RangeError('too deep');
      return toXml(json);
    };
    const shop = openShop({ toXml: broken });
    const xml = await channel(shop, 'xml');
    const [reply, behind] = await Promise.all([raw(shop, { ...xml, request: 'get_new_session' }), shop.session()]);
    expect([parsed(reply.text).name, reply.text]).toEqual(['error', expect.stringContaining('INTERNAL_ERROR')]);
    expect(behind).toMatch(/^\d{10}/);
    expect(shop.faults.splice(0)).toEqual([expect.stringContaining('get_new_session: RangeError')]);
  });

  test('keep blanks of every kind in names', () => {
    // What a reader does to them in an attribute: XML 1.0, 3.3.3.
    expect(toXml('{"object":"x","a\\tb\\nc\\rd":"e\\tf\\ng\\rh"}')).toContain(
      '<entry name="a&#9;b&#10;c&#13;d">e\tf\ng&#13;h</entry>',
    );
  });

  test('that are kept are converted once', async () => {
    let converted = 0;
    const goods = await Goods.open({ toXml: (json) => ((converted += 1), toXml(json)) });
    const xml = await channel(goods.shop, 'xml');
    const id = await goods.product(9.5);
    const details = async (): Promise<string> =>
      (await raw(goods.shop, { ...xml, request: 'get_product_details', id_product: String(id) })).text;
    const first = await details();
    expect(await details()).toBe(first);
    expect([first, converted]).toEqual([expect.stringContaining('<value>9.5</value>'), 1]);
    await goods.shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: 8 } } });
    expect(await details()).toContain('<value>8</value>');
    expect(converted).toBe(2);
  });

  test('are asked for again without being mixed up with those of JSON channels', async () => {
    const { shop, json, xml } = await tour();
    for (let round = 0; round < 3; round += 1) {
      expect((await raw(shop, { ...json, request: 'get_product_details', id_product: '1' })).text).toMatch(/^\{/);
      expect((await raw(shop, { ...xml, request: 'get_product_details', id_product: '1' })).text).toMatch(/^<\?xml/);
    }
  });
});

describe('any JSON', () => {
  const json = jsonWith(fc.oneof(fc.string(), fc.constantFrom('1', '10', '2', '__proto__', 'object', 'attributes')));

  test('that holds no forbidden characters is well-formed XML and loses no text', () => {
    const fit = /^[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
    fc.assert(
      fc.property(json, (value) => {
        const text = toJson(value);
        fc.pre(
          scalarsOf(parseOrderedJson(text)).every((one) => fit.test(one)) &&
            fit.test(JSON.parse(`"${text.replaceAll(/["\\]/g, '')}"`) as string),
        );
        const xml = toXml(text);
        const root = parsed(xml);
        const names = new Set(
          [...(text.match(/"object":"((?:[^"\\]|\\.)*)"/g) ?? [])].map((found) => JSON.parse(found.slice(9)) as string),
        );
        const wanted = sorted(scalarsOf(parseOrderedJson(text))).filter((one) => !names.has(one));
        expect(textsOf(root)).toEqual(expect.arrayContaining(wanted));
      }),
      { numRuns: runs(50) },
    );
  });
});

test('text that XML cannot hold is refused at the edge', async () => {
  const shop = openShop();
  for (const name of ['a\u0000b', 'a\u000bb', 'a\ud800b', 'a\ufffeb', 'a\uffffb']) {
    const fields = { ...CREDENTIALS, licence_secret_key: SECRET, request: 'create_category', id_parent: 0, name };
    expect((await raw(shop, fields)).text, JSON.stringify(name)).toContain(
      '"message":"PARAMETER_INVALID","param":"name"',
    );
  }
});

test('get_channels lists all of them in the order of creation, and no credential', async () => {
  const shop = openShop();
  const { licence_username, licence_password, licence_secret_key } = await channel(shop, 'xml', { shop_active: 0 });
  const text = await shop.text('get_channels', {}, { secret: true });
  expect((JSON.parse(text) as { channels: object[] }).channels).toMatchObject([
    { id: 1, name: 'test', server_output: 'json', shop_active: 1 },
    { id: 2, server_output: 'xml', shop_active: 0, description: 'd' },
  ]);
  for (const secret of [licence_username, licence_password, licence_secret_key]) expect(text).not.toContain(secret);
  await shop.refused('get_channels', {}, 'PERMISSION_DENIED', 'licence_secret_key');
});
