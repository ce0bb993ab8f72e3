// Every operation that shows a list gives in slices what it gives in one piece. Catches a record lost or shown twice
// where a slice ends, nesting that hangs on slices, and an XML form of its own.
import { expect, test } from 'vitest';
import { LISTS, expectSliced } from './rich-lists.ts';

test('gives in slices what it gives in one piece, as JSON and as XML', async () => {
  // Of everything more than a slice or two.
  const sizes = { products: 250, variations: 120, records: 210, categories: 260, orders: 45 };
  const { sliced, pieces } = await expectSliced(sizes, Object.keys(LISTS));
  expect(sliced).toBeGreaterThan(8);
  expect(pieces).toBeGreaterThan(5);
});
