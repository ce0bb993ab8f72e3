// The content of a file of words: what they mean in each language, with products by their names, so that another shop
// with the same catalogue can read it. As JSON it is what the shop takes; as a table it is for people:
//
//   language;list;words;finds
//   en_GB;synonyms;couch, sofa;               each word finds the others
//   en_GB;synonyms;jeans;denim trousers       one way
//   en_GB;pinned;gift;Reading lamp            a row for each product, in their order
//   en_GB;redirects;voucher;/gift-cards
//   en_GB;ignored;the;
//
// A list of which the table has a row is all of that list; a row without words is an empty one. A comma parts words:
// it is none of a word, because signs do not count.
import { ConfigError } from '../config/setting.ts';
import type { ScannedRow } from '../catalogue-files/scan-rows.ts';
import { unguarded } from '../kernel/formula-guard.ts';
import { Type } from '../kernel/params.ts';
import type { Static } from '../kernel/params.ts';
import { shown } from '../kernel/result.ts';

const strict = { additionalProperties: false };
const Texts = Type.Array(Type.String());
export const Words = Type.Object(
  {
    synonyms: Type.Optional(Type.Array(Type.Object({ words: Texts, finds: Type.Optional(Texts) }, strict))),
    pinned: Type.Optional(Type.Array(Type.Object({ query: Type.String(), products: Texts }, strict))),
    redirects: Type.Optional(Type.Array(Type.Object({ query: Type.String(), url: Type.String() }, strict))),
    ignored: Type.Optional(Texts),
  },
  strict,
);
export type Words = Static<typeof Words>;
export interface WordsFile {
  readonly [language: string]: Words;
}

export const LISTS = ['synonyms', 'pinned', 'redirects', 'ignored'] as const;
export type List = (typeof LISTS)[number];
const WORD_COLUMNS = ['language', 'list', 'words', 'finds'] as const;

type Row = readonly [words: string, finds: string];

const PARTED = /\s*,\s*/;
const joined = (texts: readonly string[]): string =>
  texts.map((text) => text.split(PARTED).filter(Boolean).join(' ')).join(', ');
const parted = (cell: string): string[] => cell.split(PARTED).filter(Boolean);

/** The entries of a list, as rows have them. */
export const rowsOf = (words: Words, list: List): readonly Row[] => {
  switch (list) {
    case 'synonyms':
      return (words.synonyms ?? []).map((one) => [joined(one.words), joined(one.finds ?? [])]);
    case 'pinned':
      return (words.pinned ?? []).flatMap(({ query, products }) => products.map((name): Row => [query, name]));
    case 'redirects':
      return (words.redirects ?? []).map(({ query, url }) => [query, url]);
    case 'ignored':
      return (words.ignored ?? []).map((word) => [word, '']);
  }
};

/** All rows of a file, header first. */
export const tableOf = (file: WordsFile): readonly (readonly string[])[] => [
  WORD_COLUMNS,
  ...Object.entries(file).flatMap(([language, words]) =>
    LISTS.filter((list) => words[list] !== undefined).flatMap((list) => {
      const rows = rowsOf(words, list);
      return (rows.length > 0 ? rows : [['', ''] as const]).map((row) => [language, list, ...row]);
    }),
  ),
];

const wrongAt = (line: number, why: string): ConfigError => new ConfigError(`line ${line}: ${why}`);

/** Throws ConfigError. */
const placesIn = ({ cells, line }: ScannedRow): readonly number[] => {
  const names = cells.map((name) => name.trim().toLowerCase());
  const known: readonly string[] = WORD_COLUMNS;
  const all = `it has ${known.join(';')}`;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrongAt(line, `a table of words has no column ${shown(unknown)}: ${all}`);
  if (names.length !== known.length || new Set(names).size !== known.length)
    throw wrongAt(line, `a table of words has each of its columns once: ${all}`);
  return known.map((name) => names.indexOf(name));
};

interface Lists {
  synonyms?: { readonly words: string[]; readonly finds?: string[] }[];
  pinned?: { readonly query: string; readonly products: string[] }[];
  redirects?: { readonly query: string; readonly url: string }[];
  ignored?: string[];
}

/** Adds what a row says. Throws ConfigError. */
const addRow = (to: Lists, list: List, words: string, finds: string, line: number): void => {
  const isEmpty = words === '' && finds === '';
  if (words === '' && !isEmpty) throw wrongAt(line, `finds has ${shown(finds)}, and words has nothing`);
  const needsFinds = list === 'pinned' || list === 'redirects';
  if (!isEmpty && needsFinds && finds === '') throw wrongAt(line, `finds has nothing, in ${list}`);
  if (list === 'ignored' && finds !== '') throw wrongAt(line, `finds has ${shown(finds)}, in ignored`);
  const held: unknown[] = (to[list] ??= []);
  if (isEmpty) return;
  if (list === 'synonyms') held.push({ words: parted(words), ...(finds !== '' && { finds: parted(finds) }) });
  else if (list === 'redirects') held.push({ query: words, url: finds });
  else if (list === 'ignored') held.push(words);
  else {
    const pinned = to.pinned!.find(({ query }) => query === words);
    if (pinned === undefined) to.pinned!.push({ query: words, products: [finds] });
    else pinned.products.push(finds);
  }
};

/** What a table says. Throws ConfigError, with the line. */
export const wordsIn = (rows: Iterable<ScannedRow>): WordsFile => {
  const file = new Map<string, Lists>();
  let places: readonly number[] | undefined;
  for (const row of rows) {
    const { line, fault } = row;
    if (fault !== undefined) throw wrongAt(line, fault);
    if (places === undefined) {
      places = placesIn(row);
      continue;
    }
    const [language, list, words, finds] = places.map((place) => unguarded(row.cells[place] ?? '')) as [
      string,
      string,
      string,
      string,
    ];
    const known = LISTS.find((one) => one === list.toLowerCase());
    if (known === undefined) throw wrongAt(line, `${shown(list)} is no list: they are ${LISTS.join(', ')}`);
    if (language === '') throw wrongAt(line, 'language has nothing');
    const lists: Lists = file.get(language) ?? {};
    file.set(language, lists);
    addRow(lists, known, words, finds, line);
  }
  if (places === undefined) throw new ConfigError('the table has no header line');
  return Object.fromEntries(file);
};
