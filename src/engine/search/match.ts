// Full text: which rows answer every word of a query, and how well. The answers are those of matchRank in
// domain/words.ts; here they come from the index of words.
import type { MatchQuery, MatchWord } from '../../domain/search/text-rules.ts';
import { matchKey, wordQuality } from '../../domain/search/text-rules.ts';
import type { Chain, Column } from './column.ts';
import { lacks } from './column.ts';
import type { Group } from './class-partition.ts';
import type { RowList, Rows, Scratch } from './scratch.ts';
import { NO_ROWS, scratchRows } from './scratch.ts';
import type { Answers, Vocabulary } from './vocabulary.ts';
import type { ColumnWords } from './inverted-index.ts';

export interface Searched {
  readonly chain: Chain;
  readonly weight: number;
}

export interface Matched {
  /** Each once. */
  readonly rows: Rows;
  /** By row; 0 where the row does not match. The marks are scratch's: 16 words at 4 times 2 are less than 256. */
  readonly ranks: Uint8Array;
}

/** A look into a list of rows costs about as much as so many steps along it. */
const STEPS_OF_A_LOOK = 16;

/** The answers to every word of a query: the same for all groups. */
export const answersTo = (vocabulary: Vocabulary, query: MatchQuery): Answers[] =>
  query.map((word) => vocabulary.answers(word));

export const answerOfText = (words: readonly string[], { key, last, edits }: MatchWord): number =>
  words.reduce((best, word) => Math.max(best, wordQuality(key, matchKey(word), last, edits)), 0);

/** How well rows answer one word of a query. */
class Best {
  readonly rows: RowList;
  readonly values: Uint8Array;

  constructor(scratch: Scratch, rows: number) {
    this.rows = scratch.list(rows);
    this.values = scratch.marks(rows);
  }

  note(row: number, value: number): void {
    const before = this.values[row]!;
    if (before >= value) return;
    if (before === 0) this.rows.push(row);
    this.values[row] = value;
  }

  noteAll(rows: Rows, value: number): void {
    const { values } = this;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at]!;
      const before = values[row]!;
      if (before >= value) continue;
      if (before === 0) this.rows.push(row);
      values[row] = value;
    }
  }
}

/** One word of a query over one field of a group; only the rows of `among` matter, where it is given. */
class Answering {
  private readonly best: Best;
  private readonly group: Group;
  private readonly among: Rows | undefined;

  constructor(best: Best, group: Group, among: Rows | undefined) {
    this.best = best;
    this.group = group;
    this.among = among;
  }

  field({ chain, weight }: Searched, word: MatchWord, { ids, qualities }: Answers): void {
    const { columns, restWords } = chain;
    columns.forEach(({ words }, at) => {
      if (words === undefined) return;
      // Whichever are fewer: the words that answer, or those of the column.
      if (ids.length <= words.size) {
        for (const id of ids)
          words.eachForm(id, (slot) => this.slot(columns, at, words, slot, qualities[id]! * weight));
      } else {
        for (const slot of words.slots()) this.slot(columns, at, words, slot, qualities[words.idAt(slot)]! * weight);
      }
    });
    const value = answerOfText(restWords, word) * weight;
    if (value === 0) return;
    this.group.ids.forEach((id, row) => {
      if (id !== 0 && lacks(columns, columns.length, row)) this.best.note(row, value);
    });
  }

  private slot(columns: readonly Column[], at: number, words: ColumnWords, slot: number, value: number): void {
    if (value === 0) return;
    const { best, among } = this;
    if (among !== undefined && among.length * STEPS_OF_A_LOOK < words.countAt(slot)) {
      for (const row of among) if (words.hasAt(slot, row) && lacks(columns, at, row)) best.note(row, value);
      return;
    }
    const rows = words.rowsAt(slot, scratchRows(this.group.ids.length));
    if (at === 0) best.noteAll(rows, value);
    else for (const row of rows) if (lacks(columns, at, row)) best.note(row, value);
  }
}

/** How many rows hold the word as the query has it: what a query's words are taken in order of. */
const rowsWith = (searched: readonly Searched[], { ids }: Answers): number => {
  const [best] = ids;
  if (best === undefined) return 0;
  return searched.reduce(
    (rows, { chain }) => chain.columns.reduce((sum, { words }) => sum + (words?.count(best) ?? 0), rows),
    ids.length,
  );
};

/** The rows of `rows` with a value, and those values added to their ranks; the others' ranks go. */
const ranked = (scratch: Scratch, rows: Rows, values: Uint8Array, ranks: Uint8Array): Rows => {
  const found = scratch.room(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    const value = values[row]!;
    ranks[row] = value === 0 ? 0 : ranks[row]! + value;
    found[count] = row;
    count += value === 0 ? 0 : 1;
  }
  return scratch.cut(found, count);
};

export const matchedBy = (
  group: Group,
  searched: readonly Searched[],
  query: MatchQuery,
  answers: readonly Answers[],
): Matched => {
  const { scratch } = group.vocabulary;
  const count = group.ids.length;
  const ranks = scratch.marks(count);
  let rows: Rows | undefined;
  const rarestFirst = query
    .map((word, at) => ({ word, answers: answers[at]!, rows: rowsWith(searched, answers[at]!) }))
    .sort((a, b) => a.rows - b.rows);
  for (const { word, answers: of } of rarestFirst) {
    const best = new Best(scratch, count);
    const answering = new Answering(best, group, rows);
    for (const one of searched) answering.field(one, word, of);
    rows = ranked(scratch, rows ?? scratch.taken(best.rows), best.values, ranks);
    scratch.give(best.values);
  }
  return { rows: rows ?? NO_ROWS, ranks };
};
