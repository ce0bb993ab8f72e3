// HTML as the text that a reader sees, for documents: tags are dropped, entities decoded. The result is shown as text
// and never as HTML, so unknown markup shows as text at worst.
//
// Not promised: layout (tables become lines of cells), and text that style sheets hide or add.
import { decodeHTML } from 'entities';

/** How HTML is read. */
interface Reading {
  /** Characters of it that are read. */
  readonly htmlMax: number;
  /** Whether the target of a link stands behind its words. */
  readonly links: boolean;
}

/** Characters of HTML that are read: a document with a thousand such texts is still made in time. */
const HTML_LENGTH_MAX = 4000;

/** Elements whose content no reader sees, and which hold no tags. */
const UNSEEN = new Set(['script', 'style', 'template', 'title', 'noscript']);
/** Elements that stand in a line with the text around them; all others begin a line. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

// A comment, or a tag with its name in group 1 (opening) or 2 (closing). The alternatives begin with different
// characters, so that nothing is matched twice.
const MARKUP = /<(?:!--[^]*?-->|([a-z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>|\/([a-z][^\s/>]*)[^>]*>|[!?/][^>]*>)/iy;
/** A tag with a quotation mark that has no partner. */
const LENIENT = /<([a-z][^\s/>]*)[^>]*>/iy;

const TARGET = /\shref="([^"]*)"/i;

const markupAt = (html: string, index: number): RegExpExecArray | null => {
  MARKUP.lastIndex = index;
  LENIENT.lastIndex = index;
  return MARKUP.exec(html) ?? LENIENT.exec(html);
};

const textFor = (opened: string | undefined, closed: string | undefined): string => {
  const name = opened ?? closed;
  if (name === undefined || INLINE.has(name)) return '';
  if (name === 'td' || name === 'th') return ' ';
  return opened === 'li' ? '\n• ' : '\n';
};

/** Index of the tag that ends the content of an unseen element; the end of the HTML where there is none. */
const endOfUnseen = (html: string, from: number, name: string): number => {
  for (let index = html.indexOf('</', from); index >= 0; index = html.indexOf('</', index + 2)) {
    if (html.slice(index + 2, index + 2 + name.length).toLowerCase() === name) return index;
  }
  return html.length;
};

/** A run of white space counts as one blank; a no-break space is none of it. */
const seenText = (text: string): string => {
  const blanks = /[\t\r\n\f]| {2}/.test(text) ? text.replace(/[ \t\r\n\f]+/g, ' ') : text;
  return blanks.includes('&') ? decodeHTML(blanks) : blanks;
};

const lineOf = (line: string): string => line.replace(/ {2,}/g, ' ').replace(/^ | $/g, '');

/**
 * Returns the text without empty lines. Reading stops at `lengthMax`, which the text may exceed: callers cut. Only the
 * first HTML_LENGTH_MAX characters of the HTML are read.
 */
export const plainText = (given: string, lengthMax: number): string =>
  readText(given, lengthMax, { htmlMax: HTML_LENGTH_MAX, links: false });

export const readText = (given: string, lengthMax: number, { htmlMax, links }: Reading): string => {
  const html = given.slice(0, htmlMax);
  let text = '';
  let target = '';
  for (let position = 0; position < html.length && text.length <= lengthMax * 2;) {
    const next = html.indexOf('<', position);
    text += seenText(html.slice(position, next < 0 ? undefined : next));
    if (next < 0) break;
    const markup = /[a-z!?/]/i.test(html[next + 1] ?? '') ? markupAt(html, next) : undefined;
    // The rest is a tag without an end.
    if (markup === null) break;
    if (markup === undefined) {
      text += '<';
      position = next + 1;
      continue;
    }
    const opened = markup[1]?.toLowerCase();
    const closed = markup[2]?.toLowerCase();
    text += textFor(opened, closed);
    if (links && opened === 'a') target = TARGET.exec(markup[0])?.[1] ?? '';
    if (links && closed === 'a' && target !== '') {
      text += ` ${decodeHTML(target)}`;
      target = '';
    }
    const end = next + markup[0].length;
    position = opened !== undefined && UNSEEN.has(opened) ? endOfUnseen(html, end, opened) : end;
  }
  return text
    .split('\n')
    .map(lineOf)
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
};
