// Would catch a feed that offers what nobody can buy or at another price, an element that the page does not have, and
// an address that is none.
import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GOOGLE_MERCHANT_FIELDS } from '../../src/catalogue-files/google-merchant-export.ts';
import { makeList, setPrices } from '../../src/domain/prices/change-lists.ts';
import type { TierChange } from '../../src/domain/prices/product-prices.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { make } from '../engine/shop.ts';
import type { ExportRequest } from '../../src/operations/context/export-services.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { runs } from '../harness/effort.ts';
import { openChannel } from '../operations/assembled-shop.ts';
import { bringRecords } from './catalogue-shop.ts';
import { CLASS, asked, exported, newShop } from './export-shop.ts';
import { RICH, broughtBy, read, refusals, textOf } from './exported-files.ts';

let engine: Engine;
beforeEach(() => void (engine = newShop()));
afterEach(() => closeAndVerify(engine));

const fill = async (records: readonly object[]): Promise<void> => {
  expect((await bringRecords(engine, records)).listed).toEqual([]);
};

interface FeedItem {
  readonly [name: string]: string | readonly string[];
}

const PAGE = 'https://shop.example/{language}/{permalink}';

describe('a feed for Google Merchant', () => {
  /** By another reader of XML than ours. */
  const feedOf = (text: string): { readonly about: object; readonly items: readonly FeedItem[] } => {
    expect(XMLValidator.validate(text)).toBe(true);
    const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'item' });
    const { rss } = parser.parse(text) as {
      readonly rss: { readonly channel: { readonly item?: readonly FeedItem[] } };
    };
    const { item = [], ...about } = rss.channel;
    return { about, items: item };
  };
  const feed = (more: Partial<ExportRequest> = {}) =>
    feedOf(textOf(engine, asked('google-merchant', { link: PAGE, ...more })));

  const goods = (name: string, values: object, more: object = {}): object => ({
    type: 'product',
    class: 'goods',
    name,
    active: true,
    attributes: { de_DE: values },
    seo: { de_DE: { permalink: name } },
    ...more,
  });

  test('has the price of a list for everybody and not that of a group, a channel or another currency', async () => {
    await fill([CLASS, goods('moon', { name: 'Mond', price: 10 })]);
    const terms = { field: 'price', currency: 'EUR', groups: [], channels: [], countries: [], priority: 0 };
    const days = { startDay: null, endDay: null };
    const id = engine.readContext().index('shopobject').byName.get('moon')!;
    const list = (name: string, price: number, more: object): void => {
      const made = make(engine, (tx) => makeList(tx, { name, ...terms, ...days, ...more }));
      const changes = [[0, price, price === 80_000 ? 100_000 : 0]] as unknown as readonly TierChange[];
      make(engine, (tx) => setPrices(tx, made, [{ productId: id, changes }]));
    };
    const group = make(engine, (tx) => tx.create('customer_group', { type: 'make_group', name: 'g' }));
    list('group', 50_000, { groups: [group] });
    expect(feed().items).toMatchObject([{ 'g:price': '10.00 EUR' }]);
    list('everybody', 80_000, {});
    expect(feed().items).toMatchObject([{ 'g:price': '10.00 EUR', 'g:sale_price': '8.00 EUR' }]);
  });

  test('has what can be bought, variation by variation, at the price that the shop shows', async () => {
    await fill([
      CLASS,
      { type: 'category', name: 'Home', labels: { en_GB: 'At home' } },
      { type: 'category', name: 'Lamps', parent: ['Home'] },
      goods(
        'moon',
        {
          name: 'Mond <1>',
          description: '<p>Hell &amp; rund</p>',
          price: 10,
          compare_at_price: 12,
          image: '/images/a.png',
        },
        {
          attributes: {
            de_DE: {
              name: 'Mond <1>',
              description: '<p>Hell &amp; rund</p>',
              price: 10,
              compare_at_price: 12,
              image: '/images/a.png',
            },
            en_GB: { name: 'Moon & more' },
          },
          metadata: { taxclass: 'reduced', ean: '4006381333931', weight: 1.25, element_number: 'M-1' },
          availability: { active: true, quantity: 2 },
          categories: [['Home', 'Lamps']],
        },
      ),
      goods('chair', { price: 5, vendor: 'Acme', size: 'S' }),
      { ...goods('chair L', { size: 'L' }), seo: {}, variation_of: 'chair', metadata: { element_number: 'C-L' } },
      {
        ...goods('chair M', { size: 'M', price: 6 }),
        seo: {},
        variation_of: 'chair',
        availability: { active: true, quantity: 0 },
      },
      goods('hidden', { price: 5 }, { active: false }),
      goods('free', { price: 0 }),
      goods('nowhere', { price: 5 }, { seo: {} }),
    ]);
    const { about, items } = feed({ language: 'en_GB' });
    expect(about).toEqual({ title: 'Products', link: 'https://shop.example', description: 'Products' });
    expect(items).toEqual([
      {
        'g:id': 'M-1',
        'g:title': 'Moon & more',
        'g:description': 'Hell & rund',
        'g:link': 'https://shop.example/en_GB/moon',
        'g:image_link': 'https://shop.example/images/a.png',
        'g:availability': 'in_stock',
        'g:price': '12.84 EUR',
        'g:sale_price': '10.70 EUR',
        'g:product_type': 'At home > Lamps',
        'g:gtin': '4006381333931',
        'g:condition': 'new',
        'g:shipping_weight': '1.25 kg',
      },
      {
        'g:id': 'C-L',
        'g:item_group_id': '2',
        'g:title': 'chair L',
        'g:description': 'chair L',
        'g:link': 'https://shop.example/en_GB/chair',
        'g:availability': 'in_stock',
        'g:price': '5.00 EUR',
        'g:brand': 'Acme',
        'g:identifier_exists': 'no',
        'g:condition': 'new',
        'g:size': 'L',
      },
      expect.objectContaining({ 'g:id': '4', 'g:price': '6.00 EUR', 'g:availability': 'out_of_stock', 'g:size': 'M' }),
    ]);
    // Our own reader takes it as well.
    const records = await read(engine, 'google-merchant', textOf(engine, asked('google-merchant', { link: PAGE })));
    expect(refusals(records)).toEqual([]);
    expect(broughtBy(records).map(({ name, values }) => [name, values['price']])).toEqual([
      ['M-1', 10.7],
      ['2', 5],
      ['C-L', 5],
      ['4', 6],
    ]);
  });

  test('is called as a channel, and takes the price of another list', async () => {
    await fill([
      { ...CLASS, attributes: [...CLASS.attributes, { name: 'price_b2b', type: 'FLOAT' }] },
      goods('moon', { price: 10, price_b2b: 7.5 }),
    ]);
    openChannel(engine, { licence_username: 'u', licence_password: 'p' }, 's');
    const [channel = ''] = engine.readContext().index('channel').byName.keys();
    const { about, items } = feed({ channel, priceField: 'price_b2b' });
    expect(about).toMatchObject({ title: channel });
    expect(items[0]).toMatchObject({ 'g:price': '7.50 EUR' });
  });

  test('of any texts is well-formed, and read as they are', async () => {
    const unit = fc.constantFrom(...'aä<>&"\'=-;\n\t😀', ']]>', '&amp;', '\u2028');
    const property = fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 12 }), async (drawn) => {
      const own = newShop();
      const name = drawn.trim() || 'x';
      expect((await bringRecords(own, [CLASS, goods('moon', { name, price: 1 })])).listed).toEqual([]);
      const text = textOf(own, asked('google-merchant', { link: PAGE }));
      expect(XMLValidator.validate(text)).toBe(true);
      const [moon] = broughtBy(await read(own, 'google-merchant', text));
      expect(moon!.values['name']).toBe(name);
      await closeAndVerify(own);
    });
    await fc.assert(property, { numRuns: runs(60) });
  });
});

test.each<[string, Partial<ExportRequest> & Pick<ExportRequest, 'format'>]>([
  ['PARAMETER_MISSING link', { format: 'google-merchant' }],
  ['PARAMETER_INVALID link', { format: 'google-merchant', link: 'shop.example/{permalink}' }],
  ['PARAMETER_INVALID link', { format: 'google-merchant', link: 'javascript:alert(1)' }],
  ['PARAMETER_INVALID link', { format: 'google-merchant', link: 'https://shop.example/{sku}' }],
  ['PARAMETER_INVALID price_field', { format: 'shopify', priceField: 'size' }],
  ['PARAMETER_INVALID channel', { format: 'shopify', channel: 'app' }],
  ['PARAMETER_INVALID link', { format: 'csv', link: PAGE }],
  ['CHANNEL_NOT_FOUND nobody', { format: 'google-merchant', link: PAGE, channel: 'nobody' }],
])('%s: %j is refused', async (refusal, { format, ...more }) => {
  await fill([CLASS]);
  const file = exported(engine, asked(format, more));
  expect(file.ok ? 'made' : `${file.code} ${file.param}`).toBe(refusal);
});

test('the page has every element of a feed, and each comes from somewhere', async () => {
  await fill(RICH);
  const text = textOf(engine, asked('google-merchant', { link: PAGE }));
  const elements = new Set([...text.matchAll(/<(g:\w+)>/g)].map(([, name]) => name!));
  const named = GOOGLE_MERCHANT_FIELDS.map(({ column }) => column);
  expect([...elements].filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !elements.has(name))).toEqual([]);
});
