// The page of returns of examples/storefront. Catches a piece of a line below another one that is announced without its
// name, a form that does not say by a key of its own that it is sent once, and a refusal without words.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { returnsPage } from '../examples/storefront/returns-page.ts';
import type { Frame } from '../examples/storefront/pages.ts';
import type { CartLine, Order, Reply } from '../src/client/client.ts';

const line = (id: number, name: string, below: readonly CartLine[] = []): CartLine =>
  ({ id, name, ...(below.length > 0 && { sub_elements: { contents: below } }) }) as unknown as CartLine;

const page = (): string => {
  const frame = { language: 'en', say: (key: string) => key, shop: { company: '', time_zone: 'UTC' } };
  const contents = [line(1, 'Desk', [line(2, 'Drawer', [line(3, 'Handle')])]), line(4, 'Lamp')];
  const order = { id: 7, cart: { contents } };
  const returnable = [1, 2, 3, 4].map((id) => ({ id_element: id, quantity: 1 }));
  const found = { returns: [], returnable };
  return String(
    returnsPage(frame as unknown as Frame, order as unknown as Order, found as unknown as Reply<'get_returns'>),
  );
};

test('each piece has its name, however deep its line stands', () => {
  const names = [...page().matchAll(/<label>([^<]*) <small>/g)].map(([, name]) => name);
  expect(names).toEqual(['Desk', 'Drawer', 'Handle', 'Lamp']);
});

test('each form has a key of its own', () => {
  const keys = [page(), page()].map((text) => /name="key" value="([^"]+)"/.exec(text)?.[1] ?? '');
  expect(new Set(keys.filter((key) => key !== '')).size).toBe(2);
});

test('what the storefront refuses itself has words of its own in both languages', () => {
  const code = readFileSync('examples/storefront/storefront.ts', 'utf8');
  const refused = [...code.matchAll(/new Refusal\('(\w+)'\)/g)].map(([, key]) => key!);
  expect(refused).toContain('nothingAnnounced');
  for (const language of ['en', 'de']) {
    const words = JSON.parse(readFileSync(`examples/storefront/${language}.json`, 'utf8')) as object;
    // What is not found has a page of its own.
    const lacking = [...refused, 'QUANTITY_INVALID'].filter((key) => !Object.hasOwn(words, key));
    expect(lacking.filter((key) => !key.endsWith('_NOT_FOUND'))).toEqual([]);
  }
});
