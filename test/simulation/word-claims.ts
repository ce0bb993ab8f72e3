// Words of searches among faults. Claims: what a search applies is what was set last: the address that a query leads
// to, the products that it shows first, and what a word also finds, read the slow way; its reply has that address and
// begins with these products, and a search finds every product and every text that is suggested.
import type { ShopObject } from '../../src/domain/catalogue/shop-object.ts';
import { findObjects } from '../../src/domain/listing/listing.ts';
import { parseConstraint } from '../../src/domain/search/parse-constraint.ts';
import { withWords } from '../../src/domain/words/apply-words.ts';
import type { SearchWords } from '../../src/domain/words/search-words.ts';
import { NO_WORDS } from '../../src/domain/words/terms.ts';
import type { WordTerms } from '../../src/domain/words/terms.ts';
import { firstOf } from '../../src/kernel/many.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import type { Counts } from './counts.ts';
import type { Reply } from './replies.ts';
import type { SentCall } from './simulated-shop.ts';

/** Records between two looks at words that nobody has changed, which a start has made anew. */
const EVERY = 20;

const findsOf = ({ synonyms }: WordTerms, word: string): string[] => {
  const found = new Set<string>();
  for (const { words, finds } of synonyms)
    if (words.includes(word)) for (const other of finds.length > 0 ? finds : words) found.add(other);
  found.delete(word);
  return [...found].toSorted();
};

/** Words that no folding changes, as all but accidental ones. */
const PLAIN = /^[a-z]+( [a-z]+)*$/;

const isPlain = ({ synonyms, ignored }: WordTerms): boolean =>
  ignored.length === 0 && synonyms.every(({ words, finds }) => [...words, ...finds].every((one) => PLAIN.test(one)));

const boxOf = (engine: Engine, query: string, language: string) => {
  const box = parseConstraint({ search: ['MATCH', query] });
  return box.ok ? withWords(engine.readContext(), box.value, language) : undefined;
};

/** What is wrong of the words of a language; '' where nothing is. */
const wrongWords = (engine: Engine, { language, terms }: SearchWords): string => {
  const told = (query: string) => boxOf(engine, query, language)?.told;
  const asked = [
    ...terms.redirects.map(({ query, url }) => [query, url, told(query)?.redirect]),
    ...terms.pinned.map(({ query, ids }) => [query, ids.join(), told(query)?.pinned.join()]),
  ];
  if (isPlain(terms))
    for (const word of terms.synonyms.flatMap(({ words }) => words)) {
      const found = told(word)?.synonyms.flatMap(({ finds }) => finds) ?? [];
      asked.push([word, findsOf(terms, word).join(), found.toSorted().join()]);
    }
  const wrong = asked.find(([, wanted, found]) => wanted !== found);
  return wrong === undefined ? '' : `${wrong[0]} says ${wrong[1]} in ${language}, and a search has ${wrong[2]}`;
};

/** Looks at a record that the engine has applied. */
export const checkWords = (
  engine: Engine,
  events: readonly KindEvent[],
  counts: Counts,
  found: (wrong: string) => void,
): void => {
  const changes = events.filter(({ kind }) => kind === 'search_words').length;
  counts.words += changes;
  if (changes === 0 && counts.records % EVERY > 0) return;
  const { search_words: table } = engine.tables;
  for (let id = 1; id < table.nextId; id += 1) {
    const words = table.peek(id) as SearchWords | undefined;
    const wrong = words === undefined ? '' : wrongWords(engine, words);
    if (wrong !== '') found(wrong);
  }
};

const SHOWN = 20;

/** The products that a shopper finds by a text, best first. */
const foundBy = (engine: Engine, text: string, language: string): readonly number[] => {
  const box = boxOf(engine, text, language);
  if (box === undefined) return [];
  const wanted = { language, order: [], descending: false, skip: 0, limit: SHOWN, inactive: false };
  const found = findObjects(engine.readContext(), 'product', box.constraint, wanted);
  return found.ok ? firstOf(found.value.ids, SHOWN) : [];
};

const termsIn = ({ tables }: Engine, language: string): WordTerms => {
  for (let id = 1; id < tables.search_words.nextId; id += 1) {
    const words = tables.search_words.peek(id) as SearchWords | undefined;
    if (words?.language === language) return words.terms;
  }
  return NO_WORDS;
};

const idsOf = (records: Reply['result'] = []): number[] => records.map(({ id }) => id);

/** A query as it was set; '' of words that are ignored or written otherwise, as accidental ones. */
const wrongSearch = (engine: Engine, query: string, language: string, { result, words }: Reply): string => {
  const terms = termsIn(engine, language);
  const { ignored, redirects, pinned } = terms;
  if (ignored.length > 0 || [...redirects, ...pinned].some(({ query: set }) => !PLAIN.test(set))) return '';
  const url = redirects.find((one) => one.query === query)?.url;
  if (words?.redirect !== url) return `the query leads to ${url}`;
  const first = (pinned.find((one) => one.query === query)?.ids ?? []).filter((id) => {
    const product = engine.tables.shopobject.peek(id) as ShopObject | undefined;
    return product?.type === 'product' && product.active;
  });
  const shown = idsOf(result).slice(0, first.length);
  return shown.join() === first.join() ? '' : `${first.join()} come first`;
};

const wrongSuggestion = (engine: Engine, text: string, language: string, { products, texts = [] }: Reply): string => {
  const found = foundBy(engine, text, language);
  const shown = idsOf(products);
  if (shown.join() !== found.slice(0, shown.length).join()) return `a search finds ${found.join()}`;
  const lost = texts.find((one) => foundBy(engine, one, language).length === 0);
  return lost === undefined ? '' : `a search for ${lost} finds nothing`;
};

/** What is wrong in the reply to a search box, of a shop that is as it was; '' where nothing is. */
export const wrongBox = (engine: Engine, { request, params }: SentCall, reply: Reply, counts: Counts): string => {
  const { language, text, constraint, ...more } = params;
  if (Object.keys(more).length > 0 || typeof language !== 'string') return '';
  if (request === 'suggest_products' && typeof text === 'string') {
    counts.boxes += 1;
    counts.suggested += reply.texts?.length ?? 0;
    return wrongSuggestion(engine, text, language, reply);
  }
  const match = (constraint as { readonly search?: unknown } | undefined)?.search;
  const isBox = Array.isArray(match) && match[0] === 'MATCH' && Object.keys(constraint as object).length === 1;
  if (request !== 'search_products' || !isBox) return '';
  counts.boxes += 1;
  return wrongSearch(engine, String(match[1]), language, reply);
};
