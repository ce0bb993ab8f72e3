// Catches a digest of session codes that is another than HMAC-SHA-512, or that an earlier text leaks into.
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedDigest } from '../../../src/engine/codes/keyed-digest.ts';
import { runs } from '../../harness/effort.ts';

const texts = fc.string({ unit: 'binary', maxLength: 80 });

test('a digest is that of HMAC with SHA-512, whatever was digested before', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 128 }), fc.array(texts, { minLength: 1, maxLength: 5 }), (key, sent) => {
      const digest = new KeyedDigest(key);
      for (const text of sent) expect(digest.of(text)).toBe(createHmac('sha512', key).update(text).digest('binary'));
    }),
    { numRuns: runs(200) },
  );
});

test('a text or a key that does not fit is a fault', () => {
  const digest = new KeyedDigest(Buffer.alloc(32));
  expect(digest.of('€'.repeat(160))).toHaveLength(64);
  expect(() => digest.of('€'.repeat(161))).toThrow('fits');
  expect(() => new KeyedDigest(Buffer.alloc(129))).toThrow('fits');
});
