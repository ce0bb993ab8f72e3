// HTML as text. Catches markup that is left in it, text that a browser would show and that is lost, and HTML that takes
// long to read.
import * as fc from 'fast-check';
import { decodeHTML, escapeUTF8 } from 'entities';
import { describe, expect, test } from 'vitest';
import { plainText, readText } from '../../../src/outside/documents/plain-text.ts';

const read = (html: string): string => plainText(html, 600);

test.each([
  ['<p>a &amp; b</p><p>c<br/>d</p>', 'a & b\nc\nd'],
  ['<UL><LI>eins<LI><b>zwei</b></UL>drei', '• eins\n• zwei\ndrei'],
  ['<p title="a>b" class=\'x>y\'>q</p>', 'q'],
  ['5 < 6 &lt; 7 <3', '5 < 6 < 7 <3'],
  ['<style>a{}</style>x<script>alert("</p>")</script>y', 'x\ny'],
  ['<!-- x > y -->z<!DOCTYPE html>', 'z'],
  ['<a href=x>l</a>ink', 'link'],
  ['<tr><td>a</td><td>b</td></tr>', 'a b'],
  ['  a \n\t b&nbsp;&nbsp;c &euro;&#8364;&#x20AC; ', 'a b\u00a0\u00a0c €€€'],
  ['text <b', 'text'],
  ["<p don't>one</p><p>two</p>", 'one\ntwo'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['<>', '<>'],
])('%j reads %j', (html, text) => expect(read(html)).toBe(text));

describe('the time grows with the HTML', () => {
  /** The fastest of some tries. */
  const cpuMs = (html: string): number =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const start = process.cpuUsage();
        readText(html, html.length, { htmlMax: html.length, links: true });
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      }),
    );

  // With the square of it, eight times as much takes 64 times as long.
  test.each(['<!-- >', '<!--', '<b ">"', "<b '>'", '<b "', '<b', '</b', '<a href="', '<script>', '<title>', '<'])(
    'of many %s',
    (piece) => {
      const times = [6_250, 50_000].map((count) => cpuMs(piece.repeat(count)));
      expect(times[1]! / Math.max(times[0]!, 2)).toBeLessThan(30);
    },
  );
});

describe('whatever the HTML is', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    '<!--',
    '-->',
    '"',
    "'",
    '=',
    'b',
    'p',
    'script',
    ' ',
    '\n',
    '&',
    '&amp;',
    '&lt;',
    'ü',
    '😀',
    '/',
    '!',
  );
  const html = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

  test('words between whole tags all stand in the text, in their order, and nothing else does', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => !/[\s\p{Cc}•]/u.test(text));
    const tag = fc.constantFrom(
      '<b>',
      '</b>',
      '<p class="a>b">',
      '</p>',
      '<br>',
      '<div>',
      '<!-- no -->',
      '<img src="x" alt=\'y\'>',
      '<style>n{}</style>',
      '\n',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, tag), { maxLength: 20 }), (pairs) => {
        const written = pairs.map(([text, between]) => `${escapeUTF8(text)}${between}`).join('');
        expect(read(written).replace(/[ \n]/g, '')).toBe(pairs.map(([text]) => text).join(''));
      }),
    );
  });

  test('it ends, no line is empty or begins with a blank, and without markup it is the text itself', () => {
    fc.assert(
      fc.property(html, (given) => {
        for (const line of read(given).split('\n')) expect(line === '' ? read(given) : line.trim()).not.toBe(' ');
        if (!/[<&]/.test(given)) expect(read(given)).toBe(given.trim().replace(/[ \n]+/g, ' '));
        if (!given.includes('<'))
          expect(read(given)).toBe(
            decodeHTML(given)
              .trim()
              .replace(/[ \n]+/g, ' '),
          );
      }),
    );
  });

  test('more than the wanted length comes where there is more', () => {
    expect(plainText(`<p>${'x'.repeat(2000)}</p>`, 600).length).toBeGreaterThan(600);
    expect(plainText('<p>word </p>'.repeat(300), 600).length).toBeGreaterThan(600);
    expect(plainText('&amp;'.repeat(750), 600).length).toBeGreaterThan(600);
  });
});
