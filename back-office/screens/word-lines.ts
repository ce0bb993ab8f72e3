// The words of searches as lines of text, as a person writes and reads them.
import type { Reply } from '../api/call.ts';
import { idIn } from '../wire-number.ts';

export type Words = Pick<Reply<'get_search_words'>, 'synonyms' | 'pinned' | 'redirects' | 'ignored'>;
export type Part = keyof Words;
export const PARTS = ['synonyms', 'pinned', 'redirects', 'ignored'] as const satisfies readonly Part[];

/** One text for each list. */
export type Lines = { readonly [K in Part]: string };

/** A text as a line holds it: as it is, or in the quotes of JSON where `apart` would be found in it. */
const held = (text: string, apart: RegExp): string =>
  apart.test(text) || text !== text.trim() || text.startsWith('"') ? JSON.stringify(text) : text;

/** A text between commas. */
export const heldText = (text: string): string => held(text, /[,>\n\r]/);
const heldQuery = (query: string): string => held(query, /[\n\r]/);

const heldTexts = (texts: readonly string[]): string => texts.map(heldText).join(', ');

/** Quotes that are not those of JSON are a part of the text. */
const unheld = (text: string): string => {
  if (!/^".*"$/s.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
};

/** A text, or one in quotes which no comma and no > parts, and what stands behind it. */
const TEXT = /\s*("(?:[^"\\]|\\.)*"(?=\s*(?:[,>]|$))|[^,>]*)\s*([,>]|$)/g;

/** Texts between commas, of each part between >. */
const parted = (line: string): string[][] => {
  const parts: string[][] = [[]];
  for (const [, text = '', end] of line.matchAll(TEXT)) {
    if (text.trim() !== '') parts.at(-1)!.push(unheld(text.trim()));
    if (end === '>') parts.push([]);
  }
  return parts;
};

export const linesOf = ({ synonyms, pinned, redirects, ignored }: Words): Lines => ({
  synonyms: synonyms
    .map(({ words, finds }) => heldTexts(words) + (finds.length === 0 ? '' : ` > ${heldTexts(finds)}`))
    .join('\n'),
  pinned: pinned.map(({ query, ids }) => `${heldQuery(query)}: ${ids.join(', ')}`).join('\n'),
  redirects: redirects.map(({ query, url }) => `${heldQuery(query)}: ${url}`).join('\n'),
  ignored: heldTexts(ignored),
});

type Read<T> = readonly T[] | { readonly wrongLine: number };

/** `read`: undefined for a line that it cannot read. */
const eachLine = <T>(text: string, read: (line: string) => T | undefined): Read<T> => {
  const all: T[] = [];
  for (const [place, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const one = read(line);
    if (one === undefined) return { wrongLine: place + 1 };
    all.push(one);
  }
  return all;
};

/** What stands before the last colon with a blank, or else the first colon, and behind it: queries hold colons. */
const halves = (line: string): readonly [string, string] | undefined => {
  const whole = line.trim();
  const last = whole.lastIndexOf(': ');
  const at = last < 0 ? whole.indexOf(':') : last;
  const [query, rest] = [unheld(whole.slice(0, at).trim()), whole.slice(at + 1).trim()];
  return at < 0 || query === '' || rest === '' ? undefined : [query, rest];
};

const READ: { readonly [K in Part]: (text: string) => Read<Words[K][number]> } = {
  synonyms: (text) =>
    eachLine(text, (line) => {
      const [words = [], right, ...more] = parted(line);
      const finds = right ?? [];
      const isRead =
        more.length === 0 && words.length > 0 && (right === undefined ? words.length > 1 : finds.length > 0);
      return isRead ? { words, finds } : undefined;
    }),
  pinned: (text) =>
    eachLine(text, (line) => {
      const [query, rest] = halves(line) ?? ['', ''];
      const ids = rest
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .map(idIn);
      return ids.length > 0 && ids.every((id) => id !== undefined) ? { query, ids } : undefined;
    }),
  redirects: (text) =>
    eachLine(text, (line) => {
      const [query, url] = halves(line) ?? ['', ''];
      return url === '' ? undefined : { query, url };
    }),
  ignored: (text) => parted(text.replaceAll('\n', ',')).flat(),
};

/** What a text says; a number: the first line that cannot be read. */
export const readLines = <K extends Part>(part: K, text: string): Words[K] | number => {
  const read = READ[part](text);
  return 'wrongLine' in read ? read.wrongLine : (read as Words[K]);
};
