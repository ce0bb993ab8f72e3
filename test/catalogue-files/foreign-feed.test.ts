// Feeds of products in XML: would catch one that is read otherwise than the table of the same products, an item that
// is no XML and costs others, and an entity that is expanded.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { bring } from './foreign-brought.ts';
import type { Brought } from './foreign-brought.ts';
import { SAMPLES, linesOf } from './foreign-samples.ts';
import type { Sample, SampleRow } from './foreign-samples.ts';

const NUMBERED = new Set(['additional_image_link']);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#62;').replaceAll('"', '&quot;');

const elementsOf = (row: SampleRow): string =>
  Object.entries(row)
    .flatMap(([name, cell]) =>
      (NUMBERED.has(name) ? cell.split(',') : [cell]).map((value) => `<g:${name}>${escaped(value)}</g:${name}>`),
    )
    .join('\n  ');

const itemsOf = (sample: Sample, element: string): string[] =>
  sample.flat().map((row) => `<${element}>\n  ${elementsOf(row)}\n</${element}>`);

const feed = (items: readonly string[], encoding = 'UTF-8'): string =>
  [
    `<?xml version="1.0" encoding="${encoding}"?>`,
    '<!-- <item> of a comment is none -->',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>',
    ...items,
    '</channel></rss>',
  ].join('\n');

const sample = SAMPLES['google-merchant'];
const ofTable = (): Promise<Brought> => bring('google-merchant', linesOf('google-merchant', sample).join('\n'));

test('a feed in XML brings what its table brings, in every form and encoding', async () => {
  const { products } = await ofTable();
  for (const element of ['item', 'entry'])
    expect((await bring('google-merchant', feed(itemsOf(sample, element)))).products, element).toEqual(products);
  const latin = Buffer.from(feed(itemsOf(sample, 'item'), 'ISO-8859-1'), 'latin1');
  const wide = Buffer.from(`\ufeff${feed(itemsOf(sample, 'item'), 'UTF-16')}`, 'utf16le');
  for (const bytes of [latin, wide, Buffer.from(`\ufeff${feed(itemsOf(sample, 'item'))}`)])
    expect((await bring('google-merchant', bytes)).products).toEqual(products);
});

test('a feed in XML has its texts from CDATA and entities, what is nested by colons, and no entities of its own', async () => {
  const item = [
    '<item><g:id>A</g:id><title>A</title><g:title>A</g:title><g:price>5 EUR</g:price>',
    '<description><![CDATA[<p>1 & 2</p>]]></description><g:brand>&bomb;&#x41;&nbsp;&amp;lt;</g:brand>',
    '<g:product_detail><g:section_name>S</g:section_name><g:attribute_name>Volt</g:attribute_name>',
    '<g:attribute_value>12</g:attribute_value></g:product_detail><g:pattern/></item>',
  ].join('');
  const text = feed([item]).replace('?>', '?><!DOCTYPE rss [<!ENTITY bomb "boom">]>');
  const { products, refused } = await bring('google-merchant', text);
  expect(refused).toEqual([]);
  expect(products[0]!.values).toMatchObject({ description: '<p>1 & 2</p>', brand: '&bomb;A&nbsp;&lt;', volt: '12' });
});

test('an item that is no XML is refused by its line, and the others are read', async () => {
  const items = itemsOf(sample, 'item');
  const { products } = await ofTable();
  const spoilt: readonly (readonly [what: string, spoil: (item: string) => string])[] = [
    ['a "<" in a text', (item) => item.replace('<g:title>', '<g:title>5 < 6 ')],
    ['an element that another one closes', (item) => item.replace('</g:title>', '</g:name>')],
    ['an element that nothing closes', (item) => item.replace('</g:title>', '')],
    ['an item that nothing closes', (item) => item.replace('</item>', '')],
  ];
  for (const [what, spoil] of spoilt) {
    const read = await bring('google-merchant', feed([spoil(items[0]!), ...items.slice(1)]));
    expect(read.refused, what).toEqual([expect.stringMatching(/^4: The item is not read: /)]);
    expect(read.products, what).toEqual(products.slice(1));
  }
  const cut = feed(items).slice(0, feed(items).lastIndexOf('<g:size>'));
  expect((await bring('google-merchant', cut)).refused).toHaveLength(1);
});

test('random bytes in a feed are never thrown', async () => {
  const { products } = await ofTable();
  const items = itemsOf(sample, 'item');
  const noise = fc.array(fc.constantFrom('<', '>', '&', '/', 'a', ' ', '"', '\n', ']]>', '<!', '<?', '-->', '</'), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(noise, fc.nat(2000), async (words, at) => {
      const text = feed(items);
      const place = Math.min(at, text.length);
      await bring('google-merchant', `${text.slice(0, place)}${words.join('')}${text.slice(place)}`).catch(
        (error: unknown) => expect((error as Error).name).toBe('ConfigError'),
      );
    }),
    { numRuns: runs(60) },
  );
  expect((await bring('google-merchant', feed(items))).products).toEqual(products);
});

test('a feed in XML without items, or of another kind, is refused as a whole', async () => {
  for (const [text, why] of [
    ['<?xml version="1.0"?><products></products>', 'the document has no <item> and no <entry>'],
    [feed(['<item><g:id>1</g:id></item>']), 'no item of the document has an element <title>'],
    ['<!doctype html><html><item></item></html>', 'the file is a page or XML and no CSV'],
  ] as const)
    await expect(bring('google-merchant', text)).rejects.toThrow(why);
  await expect(bring('shopify', feed(itemsOf(sample, 'item')))).rejects.toThrow('XML and no CSV');
});

test('an item of a feed is no longer than a line may be', async () => {
  const sound = itemsOf(sample, 'item');
  const { products } = await ofTable();
  const deep = `<item>${'<a>'.repeat(400_000)}</item>`;
  const read = await bring('google-merchant', feed([deep, ...sound]));
  expect(read.refused).toEqual(['4: The item is not read: it is longer than 1048576 characters.']);
  expect(read.products).toEqual(products);
});
