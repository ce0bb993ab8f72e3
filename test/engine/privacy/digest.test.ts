import * as fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { HmacSha512 } from '../../../src/engine/privacy/digest.ts';

test('an HMAC is what the platform’s is, again and again with one key', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 128 }),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { minLength: 1, maxLength: 3 }),
      (key, messages) => {
        const mac = new HmacSha512(key);
        for (const message of messages)
          expect(mac.text(message)).toBe(createHmac('sha512', key).update(message).digest('binary'));
      },
    ),
  );
});
