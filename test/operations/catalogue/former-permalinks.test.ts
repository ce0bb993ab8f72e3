// Former permalinks: that an old address leads to what had it, and never to something else. Catches one that is
// forgotten by a restart, that outlives its object, or that hides what has the permalink now.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORMER_LINKS_MAX } from '../../../src/domain/attributes/seo.ts';
import { runs } from '../../harness/effort.ts';
import { openSearch } from '../search/search-shop.ts';
import type { TestShop } from '../shop.ts';

const link = (permalink: string | null, language = 'de_DE') => ({ seo: { [language]: { permalink } } });

const open = async () => {
  const opened = await openSearch();
  const { shop } = opened;
  const rename = (id: number, permalink: string | null, language?: string): Promise<unknown> =>
    shop.admin('update_product', { id_product: id, ...link(permalink, language) });
  const asked = (permalink: string, more: object = {}): Promise<{ id?: number; message?: string; moved_to?: string }> =>
    shop.call('seo_get_product_details', { permalink, ...more });
  return { ...opened, rename, asked };
};

test('a former permalink of a product, a content and a category says where it is now', async () => {
  const { shop, rename, asked, clothes } = await open();
  await rename(1, 'hemd');
  expect(await asked('blaues-hemd')).toEqual({
    object: 'error',
    status: 'error',
    message: 'SHOPOBJECT_NOT_FOUND',
    param: 'blaues-hemd',
    detail: 'This permalink is now hemd.',
    moved_to: 'hemd',
  });
  await rename(1, 'hemd-2');
  expect(await asked('blaues-hemd')).toMatchObject({ moved_to: 'hemd-2' });
  await shop.restart();
  expect(await asked('hemd')).toMatchObject({ moved_to: 'hemd-2' });
  expect(await asked('hemd-2')).toMatchObject({ id: 1 });
  await shop.admin('update_content', { id_content: 5, ...link('impressum') });
  await shop.admin('update_content', { id_content: 5, ...link('kontakt') });
  const content = await shop.call('seo_get_content_details', { permalink: 'impressum' });
  expect(content).toMatchObject({ message: 'SHOPOBJECT_NOT_FOUND', moved_to: 'kontakt' });
  await shop.admin('update_category', { id_category: clothes, ...link('mode') });
  for (const request of ['products', 'contents', 'shopobjects'])
    expect(await shop.call(`seo_get_${request}_in_category`, { permalink: 'kleidung' })).toMatchObject({
      message: 'CATEGORY_NOT_FOUND',
      moved_to: 'mode',
    });
});

test('it is the language’s own, and another object that takes it, or a deletion, frees it', async () => {
  const { shop, rename, asked } = await open();
  await rename(1, 'shirt', 'en_GB');
  await rename(1, 'blue', 'en_GB');
  await rename(1, 'blau');
  expect(await asked('shirt', { language: 'en_GB' })).toMatchObject({ moved_to: 'blue' });
  expect(await asked('blaues-hemd')).toMatchObject({ moved_to: 'blau' });
  await rename(2, 'blaues-hemd');
  expect(await asked('blaues-hemd')).toMatchObject({ id: 2 });
  await rename(2, 'hose');
  expect(await asked('blaues-hemd')).toMatchObject({ moved_to: 'hose' });
  await shop.admin('update_product', { id_product: 2, shop_active: 0 });
  expect(await asked('blaues-hemd')).not.toHaveProperty('moved_to');
  await shop.admin('update_product', { id_product: 2, shop_active: 1 });
  await rename(2, null);
  expect(await asked('blaues-hemd')).not.toHaveProperty('moved_to');
  await rename(2, 'hose-2');
  expect(await asked('hose')).toMatchObject({ moved_to: 'hose-2' });
  await shop.admin('delete_product', { id_product: 2 });
  expect(await asked('hose')).not.toHaveProperty('moved_to');
  expect(await asked('never')).not.toHaveProperty('moved_to');
});

test('an object remembers its last 20', async () => {
  const { rename, asked } = await open();
  for (let at = 0; at <= FORMER_LINKS_MAX + 1; at += 1) await rename(1, `link-${at}`);
  expect(await asked('link-0')).not.toHaveProperty('moved_to');
  expect(await asked('link-1')).toMatchObject({ moved_to: `link-${FORMER_LINKS_MAX + 1}` });
  await rename(1, 'link-1');
  expect(await asked('link-1')).toMatchObject({ id: 1 });
  expect(await asked('link-2')).toMatchObject({ moved_to: 'link-1' });
});

interface Drawn {
  readonly id: number;
  /** Null: the product is deleted. */
  readonly permalink: string | null;
}
const LINKS = ['a', 'b', 'c', 'd'];
const change: fc.Arbitrary<Drawn> = fc.record({
  id: fc.constantFrom(1, 2, 3),
  permalink: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...LINKS) }, fc.constant(null)),
});

/** What each permalink leads to: its holder, else the last one that had it, if that is there still. */
const leads = async (shop: TestShop, changes: readonly Drawn[]): Promise<ReadonlyMap<string, object>> => {
  const [present, last] = [new Map<number, string>(), new Map<string, number>()];
  for (const { id, permalink } of changes) {
    const request = permalink === null ? 'delete_product' : 'update_product';
    const { object } = await shop.admin<{ object: string }>(request, { id_product: id, ...link(permalink) });
    if (object === 'error') continue;
    const before = present.get(id);
    if (before !== undefined && before !== permalink) last.set(before, id);
    present.delete(id);
    if (permalink === null) for (const [name, holder] of last) if (holder === id) last.delete(name);
    if (permalink === null) continue;
    present.set(id, permalink);
    last.delete(permalink);
  }
  const holders = new Map([...present].map(([id, permalink]) => [permalink, id]));
  return new Map(
    LINKS.map((name) => {
      const [holder, former] = [holders.get(name), last.get(name)];
      return [
        name,
        holder !== undefined ? { id: holder } : former === undefined ? {} : { moved_to: present.get(former) },
      ];
    }),
  );
};

test('a permalink leads to its holder, else to who had it last', async () => {
  const law = fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
    const { shop, asked } = await open();
    await shop.admin('update_product', { id_product: 1, ...link('') });
    const expected = await leads(shop, changes);
    await shop.restart();
    for (const [name, where] of expected) {
      const { id, moved_to: moved } = await asked(name);
      expect({ ...(id !== undefined && { id }), ...(moved !== undefined && { moved_to: moved }) }).toEqual(where);
    }
  });
  await fc.assert(law, { numRuns: runs(20) });
});
