// Catches a read whose cached reply is not found by its bytes, and a key that is made for a reply that is never cached.
import { expect, test } from 'vitest';
import { cacheKeyOf, isSessionless } from '../../src/http/cache-key.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';

const contentType = 'application/x-www-form-urlencoded';
const keyOf = (text: string): string => cacheKeyOf({ contentType, body: Buffer.from(text) });

test('a call has its bytes as a key exactly where its operation has cached replies', () => {
  const reads = [...OPERATIONS].filter(([name]) => name.startsWith('get_'));
  for (const [name, operation] of reads) {
    const [text, isCached] = [`request=${name}&id=1`, operation.effect === 'read' && operation.cacheable];
    expect(keyOf(text)).toBe(isCached ? text : '');
    // The name of no operation, and one that may still be that of another: decoding tells.
    expect(keyOf(`request=${name}x&id=1`)).toBe(`request=${name}x&id=1`);
    expect(isSessionless(text)).toBe(operation.session === 'none');
  }
  expect(reads.filter(([name]) => keyOf(`request=${name}&`) === '').map(([name]) => name)).toContain('get_cart');
  for (const text of ['request=search_products&id=1', 'request=add_to_cart&id=1', 'id=1', ''])
    expect(keyOf(text)).toBe('');
});
