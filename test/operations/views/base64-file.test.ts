// The base64 of long files. It would catch a group of three bytes that is parted where a piece ends, and a file that is
// made in one go.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesIn1252 } from '../../../src/catalogue-files/text-encoding.ts';
import { Base64File } from '../../../src/operations/views/base64-file.ts';
import { runs } from '../../harness/effort.ts';

const ENCODINGS: readonly ((text: string) => Buffer)[] = [(text) => Buffer.from(text), bytesIn1252];

test('is that of the whole file, made in short pieces', () => {
  const part = fc.constantFrom('', 'a;b', 'Müller', '10 €', 'x'.repeat(9000), 'ß'.repeat(12_345));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.constantFrom(...ENCODINGS), (lines, encode) => {
      const lengths: number[] = [];
      const file = new Base64File('head\r\n', (text) => {
        lengths.push(text.length);
        return encode(text);
      });
      for (const line of lines) file.add(`${line}\r\n`);
      const whole = ['head', ...lines].map((line) => `${line}\r\n`).join('');
      expect(file.end().join('')).toBe(encode(whole).toString('base64'));
      expect(Math.max(...lengths)).toBeLessThan(50_000);
    }),
    { numRuns: runs(40) },
  );
});
