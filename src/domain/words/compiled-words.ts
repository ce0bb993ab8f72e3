// The words of a shop as a query looks them up: by the keys that MATCH compares, so that case, accents and signs do not
// count.
//
// A query is read in at most READINGS_MAX ways, of which each replaces words by synonyms once: a synonym is not
// replaced again, so synonyms may go round. Not promised: a reading for every combination beyond that number.
import type { Leaf } from '../search/constraint.ts';
import { CONSTRAINT_LIMITS } from '../search/parse-constraint.ts';
import type { Synonyms, WordTerms } from './terms.ts';
import { wordsOf } from '../search/text-fold.ts';
import type { MatchQuery } from '../search/word-match.ts';
import { matchKey, matchOf } from '../search/word-match.ts';

/** Ways in which one query is read, as it is typed included. */
export const READINGS_MAX = 8;
/** Texts that one word also finds: each is a reading beside the typed one. */
export const FINDS_MAX = READINGS_MAX - 1;
/** Words of a synonym that stand side by side. */
export const PHRASE_WORDS_MAX = 5;

/** What was done to the query of a search. */
export interface AppliedWords {
  /** '': the query leads nowhere. */
  readonly redirect: string;
  readonly pinned: readonly number[];
  /** Those of which there is a reading. */
  readonly synonyms: readonly { readonly words: string; readonly finds: readonly string[] }[];
  readonly ignored: readonly string[];
}

/** The words of a query from one place to before another, and what stands for them besides. */
interface Occurrence {
  readonly from: number;
  readonly to: number;
  readonly finds: readonly string[];
}

/** Words of a reading, and which of them a synonym knows: what the shop itself names is no typo. */
interface Reading {
  readonly words: readonly string[];
  readonly known: readonly boolean[];
  /** The text that stands for each occurrence, in their order; '': what was typed. */
  readonly used: readonly string[];
}

const keyOf = (words: readonly string[]): string => words.map(matchKey).join(' ');

interface Found {
  /** As it was first written. */
  readonly word: string;
  /** The texts that it also finds, by their keys. */
  readonly others: Map<string, string>;
}

/** What all entries together make words find, by their keys. */
export const foundBy = (synonyms: readonly Synonyms[]): ReadonlyMap<string, Found> => {
  const found = new Map<string, Found>();
  const keyed = (text: string): readonly [key: string, text: string] => [keyOf(wordsOf(text)), text];
  for (const entry of synonyms) {
    const words = entry.words.map(keyed);
    const finds = entry.finds.length === 0 ? words : entry.finds.map(keyed);
    for (const [key, word] of words) {
      const held = found.get(key) ?? { word, others: new Map<string, string>() };
      for (const [other, text] of finds) if (other !== key && !held.others.has(other)) held.others.set(other, text);
      found.set(key, held);
    }
  }
  return found;
};

const asQuery = ({ words, known }: Reading): Pick<Leaf, 'query' | 'whole'> & { readonly query: MatchQuery } => {
  const { query, whole } = matchOf(words.join(' '));
  return { query: query.map((word, place) => (known[place] === true ? { ...word, edits: 0 } : word)), whole };
};

/** Extends each reading by every alternative, those with the first alternative first, up to READINGS_MAX. */
const extended = (readings: readonly Reading[], alternatives: readonly Reading[]): Reading[] =>
  alternatives
    .flatMap(({ words, known, used }) =>
      readings.map((reading) => ({
        words: [...reading.words, ...words],
        known: [...reading.known, ...known],
        used: [...reading.used, ...used],
      })),
    )
    .slice(0, READINGS_MAX);

/** `used` absent: of no occurrence. */
const readingOf = (words: readonly string[], used?: string): Reading => ({
  words,
  known: words.map(() => used !== undefined),
  used: used === undefined ? [] : [used],
});

export class CompiledWords {
  private readonly ignored: ReadonlySet<string>;
  /** By the key of words: the texts that they also find, FINDS_MAX at most. */
  private readonly synonyms: ReadonlyMap<string, readonly string[]>;
  private readonly pinned: ReadonlyMap<string, readonly number[]>;
  private readonly redirects: ReadonlyMap<string, string>;

  constructor({ synonyms, pinned, redirects, ignored }: WordTerms) {
    this.ignored = new Set(ignored.map((word) => keyOf(wordsOf(word))));
    const found = foundBy(synonyms);
    this.synonyms = new Map([...found].map(([key, { others }]) => [key, [...others.values()].slice(0, FINDS_MAX)]));
    this.pinned = new Map(pinned.map(({ query, ids }) => [this.queryKey(query), ids]));
    this.redirects = new Map(redirects.map(({ query, url }) => [this.queryKey(query), url]));
  }

  /** The words that count, all of them where no other is left; and the ignored ones. */
  private counted(words: readonly string[]): { readonly left: readonly string[]; readonly ignored: readonly string[] } {
    const left = words.filter((word) => !this.ignored.has(matchKey(word)));
    if (left.length === 0 || left.length === words.length) return { left: words, ignored: [] };
    return { left, ignored: words.filter((word) => this.ignored.has(matchKey(word))) };
  }

  /** What two queries that mean the same have in common. */
  queryKey(query: string): string {
    return keyOf(this.counted(wordsOf(query)).left);
  }

  /** Side by side, the longest first from the left; none shares a word with another. */
  private occurrences(words: readonly string[]): Occurrence[] {
    const found: Occurrence[] = [];
    for (let from = 0; from < words.length; from += 1) {
      const most = Math.min(words.length, from + PHRASE_WORDS_MAX);
      for (let to = most; to > from; to -= 1) {
        const finds = this.synonyms.get(keyOf(words.slice(from, to))) ?? [];
        if (finds.length === 0) continue;
        found.push({ from, to, finds });
        from = to - 1;
        break;
      }
    }
    return found;
  }

  private readings(words: readonly string[], occurrences: readonly Occurrence[]): Reading[] {
    let readings = [readingOf([])];
    let place = 0;
    for (const { from, to, finds } of [...occurrences, { from: words.length, to: words.length, finds: [] }]) {
      readings = extended(readings, [readingOf(words.slice(place, from))]);
      const others = finds.map((one) => readingOf(wordsOf(one), one));
      readings = extended(readings, [readingOf(words.slice(from, to), ''), ...others]);
      place = to;
    }
    return readings.filter((reading) => reading.words.length <= CONSTRAINT_LIMITS.wordsMax);
  }

  /** A MATCH with what the words of the shop make of it, and what that is; undefined where they say nothing of it. */
  applied(leaf: Leaf): { readonly leaf: Leaf; readonly told: AppliedWords } | undefined {
    const { left, ignored } = this.counted(wordsOf(String(leaf.operands[0] ?? '')));
    const key = keyOf(left);
    const pinned = this.pinned.get(key) ?? [];
    const redirect = this.redirects.get(key) ?? '';
    const occurrences = this.occurrences(left);
    if (ignored.length + pinned.length + occurrences.length === 0 && redirect === '') return undefined;
    const readings = this.readings(left, occurrences);
    const [typed, ...others] = readings.map(asQuery);
    const also = others.map((other): Leaf => ({ ...leaf, ...other }));
    return {
      leaf: {
        ...leaf,
        ...typed,
        ...(also.length > 0 && { also }),
        ...(pinned.length > 0 && { pinned }),
      },
      told: {
        redirect,
        pinned,
        synonyms: occurrences.flatMap(({ from, to, finds }, place) => {
          const read = finds.filter((one) => readings.some(({ used }) => used[place] === one));
          return read.length === 0 ? [] : [{ words: left.slice(from, to).join(' '), finds: read }];
        }),
        ignored,
      },
    };
  }
}
