// Feeds that are made to cost much: would catch one that is read again for each of its tags, and one that takes the
// memory of the command instead of ending it.
import { expect, test } from 'vitest';
import { bring } from './foreign-brought.ts';

test('more items than are held end the import before its first record', async () => {
  await expect(bring('google-merchant', `<a>${'<item>'.repeat(1_000_001)}`)).rejects.toThrow(
    'the document has more than 1000000 items',
  );
});

// Each would be read to the end of the document for what it lacks.
test.each(['<!>', '<?>', '<"', "<'", '</', '<g:id>', '<item>'])(
  'a document of nothing but %s is read once',
  async (tag) => {
    const text = `<rss><item><id>1</id><title>A</title><price>1 EUR</price></item>${tag.repeat(100_000)}</rss>`;
    expect((await bring('google-merchant', text)).products).toMatchObject([{ name: '1' }]);
  },
);
