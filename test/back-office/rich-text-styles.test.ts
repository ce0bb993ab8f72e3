// Would catch a text whose links or titles are changed because they speak of a style, and a style that the policy of
// the page would forbid.
import { expect, test } from 'vitest';
import { withoutStyles } from '../../back-office/rich-text/parsed.ts';

test.each([
  '<a href="/search/style=boots">boots</a>',
  `<a href='?a=1 style=2'>boots</a>`,
  '<a href=/style=boots title= style=x>boots</a>',
  '<p title="wear it in style = well">style="x"</p>',
])('what stands within the value of an attribute stays: %s', (html) => {
  expect(withoutStyles(html)).toBe(html);
});

test.each([
  ['<p style="color: red">', '<p data-style="color: red">'],
  [`<a href="/style=x"STYLE='y' class=z style = w>`, `<a href="/style=x"data-style='y' class=z data-style = w>`],
  ['<br/style=x>', '<br/data-style=x>'],
  ['<style>p { color: red }</style><b>x</b>', '<b>x</b>'],
])('styles are read under another name: %s', (html, read) => {
  expect(withoutStyles(html)).toBe(read);
});
