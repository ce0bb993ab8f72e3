// HTML as the text that a reader sees, for documents: tags go, entities are decoded. The shop's editors wrote the HTML;
// nothing of it is ever shown as HTML, so that what a strange piece of it leaves is text at worst.
import { decodeHTML } from 'entities';

/**
 * Characters of HTML that are looked at, so that a thousand lines of it take a document no longer than their tables do.
 */
const HTML_LENGTH_MAX = 4000;

/** Elements whose content no reader sees, and which hold no tags. */
const UNSEEN = new Set(['script', 'style', 'template', 'title', 'noscript']);
/** Elements that stand in a line with the text around them; all others begin a line. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

// A comment, or a tag with its name in group 1 or 2. The alternatives begin with different characters: nothing is tried
// twice.
const MARKUP = /<(?:!--[^]*?-->|([a-z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>|\/([a-z][^\s/>]*)[^>]*>|[!?/][^>]*>)/iy;
/** A tag with a quotation mark that has no partner. */
const LENIENT = /<([a-z][^\s/>]*)[^>]*>/iy;

const markupAt = (html: string, at: number): RegExpExecArray | null => {
  MARKUP.lastIndex = at;
  LENIENT.lastIndex = at;
  return MARKUP.exec(html) ?? LENIENT.exec(html);
};

const textFor = (opened: string | undefined, closed: string | undefined): string => {
  const name = opened ?? closed;
  if (name === undefined || INLINE.has(name)) return '';
  if (name === 'td' || name === 'th') return ' ';
  return opened === 'li' ? '\n• ' : '\n';
};

/** Index of the tag that ends the content of such an element. */
const endOfUnseen = (html: string, from: number, name: string): number => {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return html.length;
};

/** A row of white space counts as one blank; a no-break space is none. */
const seenText = (text: string): string => {
  const blanks = /[\t\r\n\f]| {2}/.test(text) ? text.replace(/[ \t\r\n\f]+/g, ' ') : text;
  return blanks.includes('&') ? decodeHTML(blanks) : blanks;
};

const lineOf = (line: string): string => line.replace(/ {2,}/g, ' ').replace(/^ | $/g, '');

/**
 * More than `lengthMax` characters of it where there are so many in its first HTML_LENGTH_MAX. Lines without text are
 * left out.
 */
export const plainText = (given: string, lengthMax: number): string => {
  const html = given.slice(0, HTML_LENGTH_MAX);
  let text = '';
  for (let at = 0; at < html.length && text.length <= lengthMax * 2;) {
    const next = html.indexOf('<', at);
    text += seenText(html.slice(at, next < 0 ? undefined : next));
    if (next < 0) break;
    const markup = /[a-z!?/]/i.test(html[next + 1] ?? '') ? markupAt(html, next) : undefined;
    // The rest is a tag without an end.
    if (markup === null) break;
    if (markup === undefined) {
      text += '<';
      at = next + 1;
      continue;
    }
    const opened = markup[1]?.toLowerCase();
    text += textFor(opened, markup[2]?.toLowerCase());
    const end = next + markup[0].length;
    at = opened !== undefined && UNSEEN.has(opened) ? endOfUnseen(html, end, opened) : end;
  }
  return text
    .split('\n')
    .map(lineOf)
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
};
