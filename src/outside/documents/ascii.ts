// Writes an HTML document in ASCII, so that it survives a mail program or proxy that assumes another character set.

// Numeric references are not read in these two elements; each has an escape of its own.
const STYLE_OR_SCRIPT = /<style\b[^>]*>[\s\S]*?<\/style\s*>|<script\b[^>]*>[\s\S]*?<\/script\s*>/gi;

// No reference can stand for these: HTML takes 128 to 159 for characters of windows-1252.
const C1_CONTROLS = /[\u0080-\u009f]/g;
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/gu;

/** A lone surrogate is written as U+FFFD. */
const replaced = (text: string, written: (codePoint: number) => string): string =>
  text.replace(BEYOND_ASCII, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return written(codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint);
  });

const references = (text: string): string => replaced(text.replace(C1_CONTROLS, ''), (codePoint) => `&#${codePoint};`);

const escapes = (element: string): string =>
  /^<style/i.test(element)
    ? replaced(element, (codePoint) => `\\${codePoint.toString(16)} `)
    : element.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Replaces what is not ASCII by numeric references, and within style sheets and scripts by their own escapes. C1
 * control characters have no reference and are left out.
 */
export const toAscii = (html: string): string => {
  let ascii = '';
  let from = 0;
  for (const { 0: element, index } of html.matchAll(STYLE_OR_SCRIPT)) {
    ascii += references(html.slice(from, index)) + escapes(element);
    from = index + element.length;
  }
  return ascii + references(html.slice(from));
};
