// Catches categories that are written or listed otherwise than they were sent.
import { describe, expect, test } from 'vitest';
import type { Json } from '../shop.ts';
import { openShop } from '../shop.ts';

const NO_SEO = { permalink: '', title: '', description: '', keywords: '' };

describe('create_category', () => {
  test('answers with the id as text, and the category has everything that was sent', async () => {
    const shop = openShop();
    expect(await shop.admin('create_category', { id_parent: 0, name: 'start' })).toEqual({
      object: 'create_category',
      id: '1',
    });
    const reply = await shop.admin('create_category', {
      id_parent: 1,
      name: 'jackets',
      labels: { de_DE: 'Jacken', en_GB: 'Jackets' },
      attributes: { link: '/c/jackets', position: { name: 'position', value: 3 } },
      seo: { de_DE: { permalink: 'jacken', title: 'T', description: 'D', keywords: 'K' } },
    });
    expect(reply).toEqual({ object: 'create_category', id: '2' });
    expect(await shop.call('get_categories', { id_parent: 1, language: 'de_DE' })).toEqual({
      object: 'shopcategories',
      parent_category: { id: 1, name: 'start', prio: 1, id_parent: 0, label: '', seo: NO_SEO, attributes: {} },
      categories: [
        {
          id: 2,
          name: 'jackets',
          prio: 1,
          id_parent: 1,
          label: 'Jacken',
          seo: { permalink: 'jacken', title: 'T', description: 'D', keywords: 'K' },
          attributes: { link: { name: 'link', value: '/c/jackets' }, position: { name: 'position', value: 3 } },
        },
      ],
    });
  });

  test('PHP’s empty arrays stand for empty objects, and JavaScript’s junk for nothing', async () => {
    const shop = openShop();
    for (const empty of ['[]', '{}', '', 'undefined', 'null', 'NaN', '[object Object]']) {
      await shop.make('create_category', {
        id_parent: 0,
        name: `c${empty}`,
        labels: empty,
        attributes: empty,
        seo: empty,
      });
    }
  });

  test('names need not be unique, permalinks per language must be', async () => {
    const shop = openShop();
    const seo = { de_DE: { permalink: 'jacken' } };
    await shop.make('create_category', { id_parent: 0, name: 'same', seo });
    await shop.make('create_category', { id_parent: 0, name: 'same', seo: { en_GB: { permalink: 'jacken' } } });
    await shop.adminRefused(
      'create_category',
      { id_parent: 0, name: 'x', seo },
      'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
      'jacken',
    );
  });

  test.each(['a b', 'ä', 'a/b', 'a?b', 'a#b', '\uFEFFabc', '.', '..', 'a%20b', 'x'.repeat(256)])(
    'refuses the permalink %j',
    async (permalink) => {
      const shop = openShop();
      await shop.adminRefused(
        'create_category',
        { id_parent: 0, name: 'x', seo: { de_DE: { permalink } } },
        'SEO_ENTRY_PERMALINK_INVALID',
      );
    },
  );

  test.each(['lieferung-und-versand', 'jacken345', '2111313319', 'A_b.c~', "!$&'()*+,;=:@"])(
    'takes the permalink %j',
    async (permalink) => {
      const shop = openShop();
      await shop.make('create_category', { id_parent: 0, name: 'x', seo: { de_DE: { permalink } } });
    },
  );

  test('refuses a parent that is not there, names of no or too many characters, and what is no object', async () => {
    const shop = openShop();
    await shop.adminRefused('create_category', { id_parent: 7, name: 'x' }, 'CATEGORY_NOT_FOUND', 7);
    await shop.adminRefused('create_category', { id_parent: 0, name: '' }, 'CATEGORY_NAME_NOT_VALID', 'name');
    await shop.adminRefused(
      'create_category',
      { id_parent: 0, name: 'x'.repeat(256) },
      'CATEGORY_NAME_NOT_VALID',
      'name',
    );
    await shop.adminRefused('create_category', { id_parent: 0 }, 'PARAMETER_MISSING', 'name');
    await shop.adminRefused('create_category', { name: 'x' }, 'PARAMETER_MISSING', 'id_parent');
    await shop.adminRefused('create_category', { id_parent: 'x', name: 'x' }, 'PARAMETER_INVALID', 'id_parent');
    await shop.adminRefused(
      'create_category',
      { id_parent: 0, name: 'x', labels: '["de"]' },
      'PARAMETER_INVALID',
      'labels',
    );
    await shop.adminRefused(
      'create_category',
      { id_parent: 0, name: 'x', seo: '{"de_DE":' },
      'PARAMETER_INVALID',
      'seo',
    );
    await shop.adminRefused(
      'create_category',
      { id_parent: 0, name: 'x', attributes: { a: { b: [1] } } },
      'PARAMETER_INVALID',
      'attributes',
    );
  });

  test('needs the secret key', async () => {
    const shop = openShop();
    await shop.refused('create_category', { id_parent: 0, name: 'x' }, 'PERMISSION_DENIED', 'licence_secret_key');
  });
});

describe('get_categories', () => {
  test('0 lists the roots, a leaf lists nothing, what is not there is refused', async () => {
    const shop = openShop();
    for (const name of ['a', 'b', 'c']) await shop.make('create_category', { id_parent: 0, name });
    const roots = await shop.call<{ categories: { name: string; prio: number }[] }>('get_categories', { id_parent: 0 });
    expect(roots.categories.map(({ name, prio }) => [name, prio])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    expect(await shop.call('get_categories', { id_parent: 3, language: 'de_DE' })).toMatchObject({ categories: [] });
    await shop.refused('get_categories', { id_parent: 4, language: 'de_DE' }, 'CATEGORY_NOT_FOUND', 4);
    await shop.refused('get_categories', { language: 'de_DE' }, 'PARAMETER_MISSING', 'id_parent');
    for (const id of ['-1', '1.5', 'x', '1e3', '99999999999999999999']) {
      await shop.refused('get_categories', { id_parent: id }, 'PARAMETER_INVALID', 'id_parent');
    }
  });

  test('languages fall back: asked for, the shop’s own, any, empty', async () => {
    const shop = openShop();
    await shop.make('create_category', { id_parent: 0, name: 'both', labels: { de_DE: 'Deutsch', en_EN: 'English' } });
    await shop.make('create_category', {
      id_parent: 0,
      name: 'one',
      labels: { fr_FR: 'Français' },
      seo: { fr_FR: { title: 'Titre' } },
    });
    await shop.make('create_category', { id_parent: 0, name: 'none' });
    const shown = async (language?: string): Promise<Json[]> => {
      const { categories } = await shop.call<{ categories: { label: string; seo: { title: string } }[] }>(
        'get_categories',
        { id_parent: 0, language },
      );
      return categories.map(({ label, seo }) => `${label}|${seo.title}`);
    };
    expect(await shown('de_DE')).toEqual(['Deutsch|', 'Français|Titre', '|']);
    expect(await shown('en_EN')).toEqual(['English|', 'Français|Titre', '|']);
    for (const language of [undefined, '', 'undefined', 'xx_XX'])
      expect(await shown(language)).toEqual(['Deutsch|', 'Français|Titre', '|']);
  });

  test('a change shows at once, also in replies that were kept', async () => {
    const shop = openShop();
    expect(await shop.call('get_categories', { id_parent: 0 })).toMatchObject({ categories: [] });
    await shop.make('create_category', { id_parent: 0, name: 'a' });
    expect(await shop.call('get_categories', { id_parent: 0 })).toMatchObject({ categories: [{ name: 'a' }] });
    await shop.make('create_category', { id_parent: 1, name: 'b' });
    expect(await shop.call('get_categories', { id_parent: 1 })).toMatchObject({ categories: [{ name: 'b' }] });
  });
});
