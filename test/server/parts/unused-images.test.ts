// Would catch a picture that is deleted although something names it or somebody has just uploaded it, and one that
// stays for ever.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { NameWalk } from '../../../src/engine/maintenance/name-walk.ts';
import { ImageQuota } from '../../../src/http/routes/image-quota.ts';
import { saveImage } from '../../../src/http/routes/image-upload.ts';
import type { UnusedImage } from '../../../src/operations/context/image-services.ts';
import { UnusedImages } from '../../../src/server/parts/unused-images.ts';
import { newDirectory } from '../../harness/directories.ts';
import { runs } from '../../harness/effort.ts';
import { Goods, freeLine, openShop } from '../../operations/shop.ts';
import type { TestShop } from '../../operations/shop.ts';

const DAY_MS = 86_400_000;
const digest = (at: number): string => at.toString(16).padStart(32, '0');
const png = (at: number): string => `${digest(at)}.png`;
const namesOf = (images: readonly UnusedImage[]): string[] => images.map(({ name }) => name);

/** A folder with `count` pictures that are two days old, and what looks after it. */
const folderOf = (
  shop: TestShop,
  count: number,
  given: { templates?: string; companyFoot?: readonly string[] } = {},
) => {
  const data = newDirectory();
  const directory = join(data, 'images');
  mkdirSync(directory);
  const put = (name: string, ageMs = 2 * DAY_MS, bytes = 10): void => {
    writeFileSync(join(directory, name), Buffer.alloc(bytes));
    const seconds = (shop.nowMs - ageMs) / 1000;
    utimesSync(join(directory, name), seconds, seconds);
  };
  for (let at = 0; at < count; at += 1) put(png(at));
  const config = { ...loadConfig({}, {}, '/nonexistent'), ...given, data };
  const images = new UnusedImages(shop.engine, config, () => shop.nowMs);
  shop.images = images;
  return { data, directory, put, images, left: () => readdirSync(directory).toSorted() };
};

describe('a picture stays that', () => {
  test.each<readonly [string, (shop: TestShop, goods: Goods, name: string) => Promise<unknown>]>([
    [
      'a product has',
      async (shop, goods, name) =>
        shop.admin('update_product', { id_product: await goods.product(1), ...imageOf(name) }),
    ],
    [
      'the HTML of a product shows',
      async (shop, goods, name) =>
        shop.admin('update_product', {
          id_product: await goods.product(1),
          attributes: { de_DE: { text: `<p><img src="https://x.example/images/${name}?v=1"></p>` } },
        }),
    ],
    [
      'is the default of a class',
      (shop, _goods, name) =>
        shop.admin('update_class_attributes', {
          id_class: 1,
          attributes: [{ name: 'image', de_DE: { label: 'Bild', value: `/images/${name}` } }],
        }),
    ],
    [
      'a category names',
      (shop, _goods, name) =>
        shop.make('create_category', { id_parent: 0, name: 'more', attributes: { picture: `/images/${name}` } }),
    ],
    [
      'a cart shows',
      async (shop, _goods, name) =>
        shop.call('add_to_cart', {
          ...freeLine(await shop.session(), 1),
          attributes: { picture: { name: 'picture', value: `%2fimages%2f${name}` } },
        }),
    ],
    [
      'an order shows',
      async (shop, _goods, name) => {
        const session = await shop.session();
        const attributes = { picture: { name: 'picture', value: `see ${name}` } };
        expect(await shop.call('add_to_cart', { ...freeLine(session, 1), attributes })).toMatchObject({
          object: 'cart',
        });
        return shop.call('checkout', { session });
      },
    ],
  ])('%s', async (_what, make) => {
    const shop = openShop();
    const goods = await Goods.over(shop);
    await shop.admin('create_class_attributes', {
      id_class: 1,
      attributes: [
        { name: 'image', type: 'IMG', de_DE: { label: 'Bild', value: '' } },
        { name: 'text', type: 'HTML', de_DE: { label: 'Text', value: '' } },
      ],
    });
    const { left, images } = folderOf(shop, 2);
    const reply = await make(shop, goods, png(1));
    expect((reply as { object?: string } | undefined)?.object).not.toBe('error');
    expect(namesOf(await images.unused())).toEqual([png(0)]);
    expect(namesOf(await images.deleteUnused())).toEqual([png(0)]);
    expect(left()).toEqual([png(1)]);
  });

  test('a template or a setting names, in any folder of templates', async () => {
    const templates = newDirectory();
    mkdirSync(join(templates, 'labels'));
    writeFileSync(join(templates, 'head.liquid'), `<img src="{{ base }}/images/${png(0)}">`);
    writeFileSync(join(templates, 'labels', 'de.json'), JSON.stringify({ logo: `images\\/${png(1)}` }));
    const { images } = folderOf(openShop(), 4, { templates, companyFoot: [`see /images/${png(2)}.`] });
    expect(namesOf(await images.unused())).toEqual([png(3)]);
  });

  test('an issued invoice shows, whose content is kept compressed', async () => {
    const shop = openShop();
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 1));
    const { id_order } = await shop.call('checkout', { session });
    const title = `with /images/${png(0)}`;
    expect(await shop.call('get_invoice', { id_order, args: { title } })).not.toMatchObject({ object: 'error' });
    const { images } = folderOf(shop, 2);
    expect(namesOf(await images.unused())).toEqual([png(1)]);
  });

  test('was uploaded within a day, also if it was there before', async () => {
    const shop = openShop();
    const { images, put, directory, left } = folderOf(shop, 1);
    put(png(7), DAY_MS / 2);
    const svg = { contentType: 'image/svg+xml', body: Buffer.from('<svg></svg>') };
    const quota = new ImageQuota(directory, 1);
    const saved = await saveImage(quota, svg);
    const name = saved.ok ? saved.value : '';
    put(name);
    expect(namesOf(await images.unused())).toContain(name);
    // Its time is that of the system.
    shop.nowMs = Date.now();
    expect(await saveImage(quota, svg)).toEqual(saved);
    expect(namesOf(await images.deleteUnused())).not.toContain(name);
    expect(left()).toContain(name);
  });

  test('is no picture of the shop: another name, a folder, a link', async () => {
    const shop = openShop();
    const { images, put, directory, left } = folderOf(shop, 1);
    for (const name of ['Notes.txt', `${png(3)}.x.tmp`, 'READ.png']) put(name);
    mkdirSync(join(directory, 'folder.png'));
    await images.deleteUnused();
    expect(left()).toEqual(['Notes.txt', `${png(3)}.x.tmp`, 'READ.png', 'folder.png'].toSorted());
  });
});

const imageOf = (name: string) => ({
  attributes: { de_DE: { image: { value: `/images/${name}`, width: 1, height: 1 } } },
});

test('of a picture that a change names while the shop is walked through, nothing is deleted', async () => {
  const shop = openShop();
  const goods = await Goods.over(shop);
  const walk = new NameWalk(shop.engine, [png(0), png(1)]);
  await walk.run(() => undefined);
  expect([...walk.unnamed]).toEqual([png(0), png(1)]);
  await goods.product(1, { name: png(1) });
  expect([...walk.unnamed]).toEqual([png(0)]);
  walk.close();
  await goods.product(1, { name: png(0) });
  expect([...walk.unnamed]).toEqual([png(0)]);
});

test('a name is found wherever it ends a word, and no other is', () => {
  const character = fc.constantFrom(...'ab0-_');
  const stem = fc.string({ unit: character, minLength: 1, maxLength: 6 }).map((text) => `a${text}`);
  const ending = fc.constantFrom('png', 'jpg', 'jpeg', 'webp');
  const name = fc.tuple(stem, ending).map((parts) => parts.join('.'));
  const rest = fc.string({ unit: fc.constantFrom(...'ab0-_. /%"PNG\\'), maxLength: 20 });
  const { engine } = openShop();
  const property = fc.property(fc.array(name, { maxLength: 6 }), rest, name, rest, (names, before, named, after) => {
    const text = `${before}${named}${after}`;
    const walk = new NameWalk(engine, [...names, named]);
    walk.noteText(text);
    walk.close();
    expect(walk.unnamed.has(named)).toBe(false);
    for (const one of names) expect(walk.unnamed.has(one), `${one} in ${text}`).toBe(!text.includes(one));
  });
  fc.assert(property, { numRuns: runs(300) });
});

test('without a folder there is nothing to delete', async () => {
  const shop = openShop();
  const { data } = folderOf(shop, 0);
  const images = new UnusedImages(shop.engine, { data: join(data, 'nowhere'), templates: '' }, () => shop.nowMs);
  expect(await images.deleteUnused()).toEqual([]);
  expect(existsSync(join(data, 'nowhere'))).toBe(false);
});

test('the operation lists them in a dry run and then deletes them, once under its key', async () => {
  const shop = openShop();
  const { put, left } = folderOf(shop, 3);
  put(png(1), 3 * DAY_MS, 5);
  const rest = { object: 'delete_unused_images', status: 'success', count: 3, bytes: 25 };
  const { headSeq } = shop.engine;
  const listed = await shop.admin('delete_unused_images', { dry_run: 1, limit: 2 });
  expect(listed).toEqual({
    ...rest,
    images: [
      { url: `/images/${png(1)}`, bytes: 5, saved: '2025-12-30 03:04:05' },
      { url: `/images/${png(0)}`, bytes: 10, saved: '2025-12-31 03:04:05' },
    ],
  });
  expect([left().length, shop.engine.headSeq]).toEqual([3, headSeq]);
  await shop.refused('delete_unused_images', {}, 'PERMISSION_DENIED', 'licence_secret_key');
  expect(await shop.admin('delete_unused_images', {}, { key: 'once' })).toEqual({ ...rest, images: [] });
  expect(left()).toEqual([]);
  put(png(5));
  expect(await shop.admin('delete_unused_images', {}, { key: 'once' })).toEqual({ ...rest, images: [] });
  expect(left()).toEqual([png(5)]);
});
