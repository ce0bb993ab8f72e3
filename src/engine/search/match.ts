// Full text: which rows answer every word of a query, and how well. The answers are those of matchRank in
// domain/words.ts; here they come from the index of words.
import type { MatchQuery, MatchWord } from '../../domain/words.ts';
import { matchKey, wordQuality } from '../../domain/words.ts';
import type { Chain, Group } from './columns.ts';
import type { Answers, Vocabulary } from './vocabulary.ts';

export interface Searched {
  readonly chain: Chain;
  readonly weight: number;
}

export interface Matched {
  /** Each once. */
  readonly rows: readonly number[];
  /** By row; 0 where the row does not match. */
  readonly ranks: Uint16Array;
}

/** The answers to every word of a query: the same for all groups. */
export const answersTo = (vocabulary: Vocabulary, query: MatchQuery): Answers[] => query.map((word) => vocabulary.answers(word));

const answerOfText = (words: readonly string[], { key, last }: MatchWord): number =>
  words.reduce((best, word) => Math.max(best, wordQuality(key, matchKey(word), last)), 0);

/** How well rows answer one word of a query. */
class Best {
  readonly rows: number[] = [];
  readonly values: Uint8Array;

  constructor(rows: number) {
    this.values = new Uint8Array(rows);
  }

  note(row: number, value: number): void {
    const before = this.values[row]!;
    if (before >= value) return;
    if (before === 0) this.rows.push(row);
    this.values[row] = value;
  }
}

/** Notes how well rows answer one word; only those of `among` matter, where it is given. */
const answerWord = (best: Best, group: Group, { chain, weight }: Searched, word: MatchWord, answers: Answers, among: readonly number[] | undefined): void => {
  const { columns, restWords } = chain;
  columns.forEach(({ words }, at) => {
    if (words === undefined) return;
    const earlier = columns.slice(0, at);
    const note = (answer: string, quality: number): void => {
      const value = quality * weight;
      if (at === 0) words.eachOf(answer, among, (row) => best.note(row, value));
      else words.eachOf(answer, among, (row) => earlier.every((column) => column.values[row] === undefined) && best.note(row, value));
    };
    // Whichever are fewer: the words that answer, or those of the column.
    if (answers.size <= words.size) answers.each(note);
    else for (const one of words.words()) note(one, answers.quality(one));
  });
  const value = answerOfText(restWords, word) * weight;
  if (value === 0) return;
  group.ids.forEach((id, row) => {
    if (id !== 0 && columns.every((column) => column.values[row] === undefined)) best.note(row, value);
  });
};

/** How many rows hold the word as the query has it: what a query's words are taken in order of. */
const rowsWith = (searched: readonly Searched[], { size, best }: Answers): number =>
  searched.reduce((rows, { chain }) => chain.columns.reduce((sum, { words }) => sum + (words?.count(best) ?? 0), rows), size);

export const matchedBy = (group: Group, searched: readonly Searched[], query: MatchQuery, answers: readonly Answers[]): Matched => {
  const count = group.ids.length;
  const ranks = new Uint16Array(count);
  let rows: readonly number[] | undefined;
  const rarestFirst = query.map((word, at) => ({ word, answers: answers[at]!, rows: rowsWith(searched, answers[at]!) })).sort((a, b) => a.rows - b.rows);
  for (const { word, answers: of } of rarestFirst) {
    const best = new Best(count);
    for (const one of searched) answerWord(best, group, one, word, of, rows);
    const { values } = best;
    for (const row of rows ?? []) if (values[row] === 0) ranks[row] = 0;
    rows = rows === undefined ? best.rows : rows.filter((row) => values[row] !== 0);
    for (const row of rows) ranks[row] = ranks[row]! + values[row]!;
  }
  return { rows: rows ?? [], ranks };
};
