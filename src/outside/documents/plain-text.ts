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

/** How a tag begins: its name, behind `/` where it closes. */
const TAG = /<(\/?)([a-z][^\s/>]*)/iy;
const SIGN = /[>"']/g;
/** Tags with a quotation mark that has no partner; behind this number of them `>` ends a tag wherever it stands. */
const UNPAIRED_MAX = 2;

const TARGET = /\shref="([^"]*)"/i;

interface Markup {
  readonly opened?: string;
  readonly closed?: string;
  /** Index behind it. */
  readonly end: number;
}

/** Finds where comments and tags end, in a time that grows with the HTML and not with its square. */
class Tags {
  private readonly html: string;
  private readonly lastCommentEnd: number;
  private unpaired = 0;

  constructor(html: string) {
    this.html = html;
    this.lastCommentEnd = html.lastIndexOf('-->');
  }

  /** The markup that begins here; undefined: it has no end. */
  at(index: number): Markup | undefined {
    const { html } = this;
    if (html.startsWith('<!--', index) && this.lastCommentEnd >= index + 4)
      return { end: html.indexOf('-->', index + 4) + 3 };
    TAG.lastIndex = index;
    const [begin = '<', slash = '/', written = ''] = TAG.exec(html) ?? [];
    const from = index + begin.length;
    const last = (slash === '' ? this.pairedEnd(from) : undefined) ?? html.indexOf('>', from);
    if (last < 0) return undefined;
    const name = written.toLowerCase();
    return { end: last + 1, ...(name !== '' && (slash === '' ? { opened: name } : { closed: name })) };
  }

  /** Index of the `>` that ends a tag, outside of quotation marks. */
  private pairedEnd(from: number): number | undefined {
    const { html } = this;
    if (this.unpaired >= UNPAIRED_MAX) return undefined;
    SIGN.lastIndex = from;
    for (let sign = SIGN.exec(html); sign !== null; sign = SIGN.exec(html)) {
      if (sign[0] === '>') return sign.index;
      const partner = html.indexOf(sign[0], sign.index + 1);
      if (partner < 0) break;
      SIGN.lastIndex = partner + 1;
    }
    this.unpaired += 1;
    return undefined;
  }
}

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
  const tags = new Tags(html);
  let text = '';
  let target = '';
  for (let position = 0; position < html.length && text.length <= lengthMax * 2;) {
    const next = html.indexOf('<', position);
    text += seenText(html.slice(position, next < 0 ? undefined : next));
    if (next < 0) break;
    if (!/[a-z!?/]/i.test(html[next + 1] ?? '')) {
      text += '<';
      position = next + 1;
      continue;
    }
    const markup = tags.at(next);
    // The rest is a tag without an end.
    if (markup === undefined) break;
    const { opened, closed, end } = markup;
    text += textFor(opened, closed);
    if (links && opened === 'a') target = TARGET.exec(html.slice(next, end))?.[1] ?? '';
    if (links && closed === 'a' && target !== '') {
      text += ` ${decodeHTML(target)}`;
      target = '';
    }
    position = opened !== undefined && UNSEEN.has(opened) ? endOfUnseen(html, end, opened) : end;
  }
  return text
    .split('\n')
    .map(lineOf)
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
};
