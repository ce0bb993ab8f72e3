// An HTML document in ASCII alone, so that it survives whoever takes its bytes for another character set. Plain
// JavaScript, because a thread starts from files as they stand on the disk.

// Numeric references are not read in these two elements; each has an escape of its own.
const FOREIGN = /<style\b[^>]*>[\s\S]*?<\/style\s*>|<script\b[^>]*>[\s\S]*?<\/script\s*>/gi;

// What no reference can stand for: HTML takes 128 to 159 for characters of windows-1252, and half a character is none.
const LOST = /[\u0080-\u009f]/g;
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/gu;

/** @param {string} text @param {(codePoint: number) => string} written */
const replaced = (text, written) =>
  text.replace(BEYOND_ASCII, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return written(codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint);
  });

/** @param {string} text */
const references = (text) => replaced(text.replace(LOST, ''), (codePoint) => `&#${codePoint};`);

/** @param {string} element */
const escapes = (element) =>
  /^<style/i.test(element)
    ? replaced(element, (codePoint) => `\\${codePoint.toString(16)} `)
    : element.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Numeric references for what is not ASCII, and within style sheets and scripts their own escapes. C1 control
 * characters, which have no reference, are left out.
 *
 * @param {string} html
 * @returns {string}
 */
export const asciiOf = (html) => {
  let ascii = '';
  let from = 0;
  for (const { 0: element, index } of html.matchAll(FOREIGN)) {
    ascii += references(html.slice(from, index)) + escapes(element);
    from = index + element.length;
  }
  return ascii + references(html.slice(from));
};
