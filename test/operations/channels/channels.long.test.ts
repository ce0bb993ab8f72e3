// Replies of an XML channel that nest as deep as the shop does. Catches one that no parser reads.
import { expect, test } from 'vitest';
import { channel, raw } from './channel-calls.ts';
import { openShop } from '../shop.ts';
import { parsed } from '../xml-twin.ts';

test('replies nest as deep as the shop does', async () => {
  const shop = openShop();
  const xml = await channel(shop, 'xml');
  const top = await shop.make('create_category', { id_parent: 0, name: 'top' });
  for (let level = 1, parent = top; level < 100; level += 1)
    parent = await shop.make('create_category', { id_parent: parent, name: `level ${level}` });
  const { text } = await raw(shop, { ...xml, request: 'dump_category', id_category: String(top) });
  expect(parsed(text).name, text).toBe('category_dump');
});
