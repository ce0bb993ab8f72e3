// Feeds of products in XML as the rows of a table: an `<item>` of RSS or an `<entry>` of Atom is a row, an element in
// it a column of its name without prefix. The second element of a name is the column `name 2`; what stands nested in
// one is joined by `:`, as tables of the same format have it.
//
// An item that is no XML is refused by its line, and the next one is read. Entities that a document declares itself are
// left as they stand: none is ever expanded.
import { COLUMNS_MAX } from './record-limits.ts';

export interface FeedItem {
  /** The first and the last line, from 1. */
  readonly line: number;
  readonly lastLine: number;
  readonly values: ReadonlyMap<string, string>;
  readonly fault?: string;
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const characterOf = (entity: string, whole: string): string => {
  const code = entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : whole;
};

const decoded = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+);/gi, (whole, entity: string) =>
        entity.startsWith('#') ? characterOf(entity.toLowerCase(), whole) : (ENTITIES.get(entity) ?? whole),
      )
    : text;

/** A piece of the document: a tag, or text. */
interface Token {
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'none' | 'fault';
  /** Name of a tag, without its prefix. */
  readonly name: string;
  readonly text: string;
  readonly end: number;
}

const token = (kind: Token['kind'], end: number, name = '', text = ''): Token => ({ kind, end, name, text });

class Tokens {
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  private upTo(sign: string, from: number): number {
    const at = this.text.indexOf(sign, from);
    return at < 0 ? this.text.length : at + sign.length;
  }

  /** Behind the `>` of a tag, which may stand within quotes as well; -1 for none. */
  private tagEnd(from: number): number {
    let quote = '';
    for (let at = from; at < this.text.length; at += 1) {
      const sign = this.text[at]!;
      if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '"' || sign === "'") quote = sign;
      else if (sign === '>') return at + 1;
      else if (sign === '<') return -1;
    }
    return -1;
  }

  private special(at: number): Token | undefined {
    const { text } = this;
    if (text.startsWith('<!--', at)) return token('none', this.upTo('-->', at));
    if (text.startsWith('<![CDATA[', at)) {
      const end = this.upTo(']]>', at);
      return token('text', end, '', text.slice(at + 9, Math.max(at + 9, end - 3)));
    }
    if (text.startsWith('<?', at)) return token('none', this.upTo('?>', at));
    if (!text.startsWith('<!', at)) return undefined;
    // Only up to its end: a document of nothing but such tags is read once, and not once for each.
    const close = this.upTo('>', at);
    const subset = text.slice(at, close).indexOf('[');
    return token('none', subset < 0 ? close : this.upTo('>', this.upTo(']', at + subset)));
  }

  at(at: number): Token {
    const { text } = this;
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      const end = next < 0 ? text.length : next;
      return token('text', end, '', decoded(text.slice(at, end)));
    }
    const special = this.special(at);
    if (special !== undefined) return special;
    const end = this.tagEnd(at + 1);
    if (end < 0) return token('fault', at + 1);
    const isClose = text[at + 1] === '/';
    const isEmpty = text[end - 2] === '/';
    const [named = ''] = text.slice(at + (isClose ? 2 : 1), end - (isEmpty ? 2 : 1)).split(/\s/, 1);
    return token(isClose ? 'close' : isEmpty ? 'empty' : 'open', end, named.slice(named.indexOf(':') + 1));
  }
}

/** The elements of one item, as they come. */
class Item {
  readonly values = new Map<string, string>();
  private readonly open: string[] = [];
  private readonly counts = new Map<string, number>();
  /** Texts of the element that is open. */
  private texts: string[] = [];

  private close(name: string): void {
    const value = this.texts
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join(':');
    this.texts = [];
    if (value === '') return;
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    // The same twice, as `title` and `g:title` may be, is once.
    if (count > 1 && this.values.get(name) === value) return;
    this.values.set(count === 1 ? name : `${name} ${count}`, value);
  }

  /** Why the item is no XML; '' as long as it is. */
  take({ kind, name, text }: Token): string {
    if (kind === 'fault') return 'a "<" stands within a text';
    if (kind === 'text') {
      if (this.open.length > 0) this.texts[this.texts.length - 1] += text;
      return '';
    }
    if (kind === 'open') {
      this.open.push(name);
      this.texts.push('');
      return '';
    }
    if (kind !== 'close') return '';
    const opened = this.open.pop();
    if (opened !== name) return `</${name}> closes what <${opened ?? ''}> has opened`;
    if (this.open.length === 0) this.close(name);
    else this.texts.push('');
    return '';
  }

  get isOpen(): boolean {
    return this.open.length > 0;
  }
}

/** Which line, from 1, an offset is in; offsets are asked for in ascending order. */
class Lines {
  private readonly text: string;
  private line = 1;
  private newline: number;

  constructor(text: string) {
    this.text = text;
    this.newline = text.indexOf('\n');
  }

  of(offset: number): number {
    while (this.newline >= 0 && this.newline < offset) {
      this.line += 1;
      this.newline = this.text.indexOf('\n', this.newline + 1);
    }
    return this.line;
  }
}

/** Behind the end of an element of these names, or where the next one begins. */
const nextOf = (names: readonly string[]): RegExp => {
  const name = String.raw`(?:[\w-]+:)?(?:${names.join('|')})`;
  return new RegExp(String.raw`</${name}\s*>|(?=<${name}[\s>])`, 'g');
};

/** Items in their order; `names`: of the elements that are one. */
export const scanFeed = function* (text: string, names: readonly string[], charactersMax: number): Generator<FeedItem> {
  const tokens = new Tokens(text);
  const lines = new Lines(text);
  const next = nextOf(names);
  for (let at = 0; at < text.length;) {
    const begin = tokens.at(at);
    const start = at;
    at = begin.end;
    if (begin.kind !== 'open' || !names.includes(begin.name)) continue;
    const first = lines.of(start);
    const item = new Item();
    let fault = '';
    for (;;) {
      const part = at < text.length ? tokens.at(at) : undefined;
      if (part === undefined) fault = `<${begin.name}> is never closed`;
      else if (part.kind === 'close' && part.name === begin.name && !item.isOpen) at = part.end;
      else if (part.kind === 'open' && part.name === begin.name && fault === '') fault = 'it begins within another one';
      else {
        fault = item.take(part);
        at = part.end;
        if (at - start > charactersMax) fault = `it is longer than ${charactersMax} characters`;
        if (fault === '') continue;
      }
      break;
    }
    if (fault !== '') {
      // The next item is read from where it begins: what is wrong costs its own item.
      next.lastIndex = at;
      const found = next.exec(text);
      at = found === null ? text.length : found.index + found[0].length;
    }
    const fields = { line: first, lastLine: lines.of(at), values: item.values };
    yield fault === '' ? fields : { ...fields, fault };
  }
};

/** Names of the elements of all items, in the order in which they come first; one more than are read at most. */
export const elementsOf = (items: readonly FeedItem[]): string[] => {
  const names = new Set<string>();
  for (const { values } of items) {
    for (const name of values.keys()) names.add(name);
    if (names.size > COLUMNS_MAX) break;
  }
  return [...names];
};

/** The encoding that the declaration of a document names, in small letters; '' for none. */
export const declaredEncoding = (head: string): string =>
  /^\s*<\?xml[^>]*?encoding=["']([\w.:-]+)["']/i.exec(head)?.[1]?.toLowerCase() ?? '';
