// HTML documents in ASCII. Catches a character that is not ASCII, or that a browser shows as another one.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../harness/any-character.ts';
import { toAscii } from '../../../src/outside/documents/ascii.ts';

/** What HTML has references for: no half characters, and none of those that it takes for windows-1252. */
const text = fc.string({ unit: ANY_CHARACTER, maxLength: 50 }).map((given) => given.replace(/[&\u0080-\u009f]/g, ''));

const decoded = (html: string): string => html.replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));

test('is ASCII, and reads as the original', () => {
  fc.assert(
    fc.property(text, (given) => {
      const ascii = toAscii(given);
      expect([...ascii].every((character) => character < '\x80')).toBe(true);
      expect(decoded(ascii)).toBe(given);
    }),
  );
});

test('also within attributes, titles and comments', () => {
  expect(toAscii('<title>Öl</title><p title="€">😀</p><!-- ä -->')).toBe(
    '<title>&#214;l</title><p title="&#8364;">&#128512;</p><!-- &#228; -->',
  );
});

test('in style sheets and scripts, which read no references, by their own escapes', () => {
  expect(toAscii('ö<STYLE media="print">p::after { content: "→b" }</STYLE>ö')).toBe(
    '&#246;<STYLE media="print">p::after { content: "\\2192 b" }</STYLE>&#246;',
  );
  const ascii = toAscii('<script>"ä😀"</script>');
  expect(ascii).toBe('<script>"\\u00e4\\ud83d\\ude00"</script>');
  expect(JSON.parse(ascii.slice(8, -9))).toBe('ä😀');
});

test('half a character is one that nobody knows, and a C1 control character is left out', () => {
  expect(toAscii('a\ud83db\u0085c')).toBe('a&#65533;bc');
});
