// Words of searches among faults. Claims: what a search applies is what was set last: the address that a query leads
// to, the products that it shows first, and what a word also finds, read the slow way.
import { parseConstraint } from '../../src/domain/search/parse-constraint.ts';
import { withWords } from '../../src/domain/words/apply-words.ts';
import type { SearchWords } from '../../src/domain/words/search-words.ts';
import type { WordTerms } from '../../src/domain/words/terms.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import type { Counts } from './counts.ts';

/** Records between two looks at words that nobody has changed, which a start has made anew. */
const EVERY = 20;

const findsOf = ({ synonyms }: WordTerms, word: string): string[] => {
  const found = new Set<string>();
  for (const { words, finds } of synonyms)
    if (words.includes(word)) for (const other of finds.length > 0 ? finds : words) found.add(other);
  found.delete(word);
  return [...found].toSorted();
};

/** One word each, that no folding changes, as all but accidental ones. */
const isPlain = ({ synonyms, ignored }: WordTerms): boolean =>
  ignored.length === 0 &&
  synonyms.every(({ words, finds }) => [...words, ...finds].every((one) => /^[a-z]+$/.test(one)));

/** What is wrong of the words of a language; '' where nothing is. */
const wrongWords = (engine: Engine, { language, terms }: SearchWords): string => {
  const told = (query: string) => {
    const box = parseConstraint({ search: ['MATCH', query] });
    return box.ok ? withWords(engine.readContext(), box.value, language).told : undefined;
  };
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
