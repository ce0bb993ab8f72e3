// Sets the words of one language of the shop: checked once, so that a search need not ask.
import { refuse, shown, DONE, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { CompiledWords, FINDS_MAX, PHRASE_WORDS_MAX, foundBy } from './compiled-words.ts';
import { CONSTRAINT_LIMITS } from '../search/parse-constraint.ts';
import { NO_WORDS } from './terms.ts';
import type { WordTerms } from './terms.ts';
import { wordsOf } from '../search/text-fold.ts';
import { checkSeen } from '../seen-record.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** Entries of each list, characters of all together, texts of one entry, and products pinned to one query. */
const WORD_LIMITS = { entriesMax: 1000, charactersMax: 100_000, textsMax: 20, pinnedMax: 50, textMax: 100 };

const URL_MAX = 1000;
/** A page of the storefront, or one of the web; no script. */
const URL_FORM = /^(\/|https?:\/\/)[^\s\\]*$/;

type Part = keyof WordTerms;

const invalid = (part: Part, place: number, why: string): Result<never> =>
  refuse('PARAMETER_INVALID', part, `${part}[${place}]: ${why}.`);

const atLimit = (part: Part, what: string, max: number): Result<never> =>
  refuse('SEARCH_WORDS_LIMIT_REACHED', part, `There are ${what}, of at most ${max}.`);

/** The words of the language as they are; empty where none were set. */
export const wordsIn = (shop: Reader, language: string): { readonly id: number; readonly terms: WordTerms } => {
  shop.trackAbsence('search_words');
  const id = shop.index('search_words').idOf(language);
  return { id, terms: (id === 0 ? undefined : shop.read('search_words', id)?.terms) ?? NO_WORDS };
};

/** Why a text is none that words are looked for in; undefined where it is one. */
const wrongText = (text: string, wordsMax: number): string | undefined => {
  const { length } = wordsOf(text);
  if (text.length > WORD_LIMITS.textMax)
    return `${shown(text)} has ${text.length} characters, of at most ${WORD_LIMITS.textMax}`;
  if (length === 0) return `${shown(text)} has no letter and no digit`;
  return length <= wordsMax ? undefined : `${shown(text)} has ${length} words, of at most ${wordsMax}`;
};

/** Refuses: PARAMETER_INVALID, SEARCH_WORDS_LIMIT_REACHED. */
const checkSynonyms = ({ synonyms = [] }: Partial<WordTerms>): Result<void> => {
  for (const [place, { words, finds }] of synonyms.entries()) {
    const texts = [...words, ...finds];
    if (texts.length > WORD_LIMITS.textsMax)
      return atLimit('synonyms', `${texts.length} texts in synonyms[${place}]`, WORD_LIMITS.textsMax);
    const count = finds.length || words.length - 1;
    if (count > FINDS_MAX)
      return atLimit('synonyms', `${count} texts that a word of synonyms[${place}] also finds`, FINDS_MAX);
    for (const text of texts) {
      const wrong = wrongText(text, PHRASE_WORDS_MAX);
      if (wrong !== undefined) return invalid('synonyms', place, wrong);
    }
    if (words.length === 0 || texts.length < 2)
      return invalid('synonyms', place, 'words has two texts or more, or one that finds another');
  }
  return DONE;
};

/** What entries together make a word find. Refuses: SEARCH_WORDS_LIMIT_REACHED. */
const checkFound = ({ synonyms = [] }: Partial<WordTerms>): Result<void> => {
  for (const { word, others } of foundBy(synonyms).values())
    if (others.size > FINDS_MAX)
      return atLimit('synonyms', `${others.size} texts that ${shown(word)} also finds`, FINDS_MAX);
  return DONE;
};

/** Refuses: PARAMETER_INVALID, SEARCH_WORDS_LIMIT_REACHED, SHOPOBJECT_NOT_FOUND for a product that is newly named. */
const checkPinned = (shop: Reader, { pinned }: WordTerms, before: WordTerms): Result<void> => {
  const known = new Set(before.pinned.flatMap(({ ids }) => ids));
  for (const [place, { ids }] of pinned.entries()) {
    if (ids.length === 0) return invalid('pinned', place, 'ids names no product');
    if (ids.length > WORD_LIMITS.pinnedMax)
      return atLimit('pinned', `${ids.length} products in pinned[${place}]`, WORD_LIMITS.pinnedMax);
    if (new Set(ids).size < ids.length) return invalid('pinned', place, 'a product is named twice');
    const missing = ids.find((id) => !known.has(id) && shop.read('shopobject', id)?.type !== 'product');
    if (missing !== undefined) return refuse('SHOPOBJECT_NOT_FOUND', missing);
  }
  return DONE;
};

/** Refuses: PARAMETER_INVALID. */
const checkUrls = ({ redirects }: WordTerms): Result<void> => {
  const place = redirects.findIndex(({ url }) => url.length > URL_MAX || !URL_FORM.test(url));
  if (place < 0) return DONE;
  const why = `a url begins with / or https://, has no blank, and ${URL_MAX} characters at most`;
  return invalid('redirects', place, why);
};

/** Refuses: PARAMETER_INVALID. */
const checkIgnored = ({ ignored }: WordTerms): Result<void> => {
  for (const [place, text] of ignored.entries()) {
    const wrong = wrongText(text, 1);
    if (wrong !== undefined) return invalid('ignored', place, wrong);
  }
  return DONE;
};

/** Each query once, as searches read it. Refuses: PARAMETER_INVALID. */
const checkQueries = (terms: WordTerms): Result<void> => {
  const compiled = new CompiledWords({ ...NO_WORDS, ignored: terms.ignored });
  for (const part of ['pinned', 'redirects'] as const) {
    const keys = new Set<string>();
    for (const [place, { query }] of terms[part].entries()) {
      const wrong = wrongText(query, CONSTRAINT_LIMITS.wordsMax);
      if (wrong !== undefined) return invalid(part, place, wrong);
      const key = compiled.queryKey(query);
      if (keys.has(key)) return invalid(part, place, `another entry has the query ${shown(query)}`);
      keys.add(key);
    }
  }
  return DONE;
};

/** Refuses: SEARCH_WORDS_LIMIT_REACHED. */
const checkSizes = (terms: WordTerms): Result<void> => {
  for (const part of ['synonyms', 'pinned', 'redirects', 'ignored'] as const) {
    const { length } = terms[part];
    if (length > WORD_LIMITS.entriesMax) return atLimit(part, `${length} entries`, WORD_LIMITS.entriesMax);
  }
  const characters = JSON.stringify(terms).length;
  if (characters <= WORD_LIMITS.charactersMax) return DONE;
  return atLimit(
    'synonyms',
    `${characters} characters of all words of the language as JSON`,
    WORD_LIMITS.charactersMax,
  );
};

/**
 * What is absent stays. Refuses: PARAMETER_INVALID, SEARCH_WORDS_LIMIT_REACHED, SHOPOBJECT_NOT_FOUND,
 * CHANGED_MEANWHILE.
 */
export const setWords = (
  tx: Transaction,
  language: string,
  change: Partial<WordTerms>,
  seen: number | undefined,
): Result<void> => {
  if (!tx.rules.languages.includes(language))
    return refuse('PARAMETER_INVALID', 'language', `${shown(language)} is no language of the shop.`);
  const { id, terms: before } = wordsIn(tx, language);
  const isSeen = checkSeen(tx, 'search_words', id, seen);
  if (!isSeen.ok) return isSeen;
  const terms = { ...before, ...change };
  const steps = [
    () => checkSizes(terms),
    () => checkSynonyms(change),
    () => checkFound(change),
    () => checkIgnored(terms),
    () => checkQueries(terms),
    () => checkPinned(tx, terms, before),
    () => checkUrls(terms),
  ];
  for (const step of steps) {
    const done = step();
    if (!done.ok) return done;
  }
  const command = { type: 'set_search_words', language, terms } as const;
  if (id !== 0) return tx.ask('search_words', id, command);
  const made = tx.create('search_words', command);
  return made.ok ? ok(undefined) : made;
};
