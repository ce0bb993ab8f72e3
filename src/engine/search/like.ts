// LIKE from the index of words: which documents hold a text.
//
// A text holds a part of one word where a surface form does, so no text is read. Longer pieces are phrases. Patterns of
// SQL leave documents that may match, whose texts are read. The result is always exact. Not promised: HTML, and
// patterns without a word, for which all texts are read elsewhere.
import type { Leaf } from '../../domain/search/constraint.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import { fold, lowered, wordsOf } from '../../domain/search/text-fold.ts';
import type { FallbackChain, Column } from './column.ts';
import { lacksValue } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import type { Phrase } from './phrase.ts';
import { CERTAIN, MAYBE, markPhrase, phraseOf } from './phrase.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { DocIds } from './scratch.ts';
import { docsWithValue } from './column-scan.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';
import { isWordForm } from './tokenizer.ts';

/** A word of a pattern, and whether it must begin and end like a word of the text. */
interface RequiredWord {
  readonly word: string;
  readonly begins: boolean;
  readonly ends: boolean;
}

/** Words of a pattern that are looked up; more hardly narrow the result. */
const WORDS_MAX = 3;

/** Half of a surrogate pair: its fold depends on the other half. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The longest whole or partial words that a text must hold in order to hold the piece. */
const requiredWords = (piece: string): RequiredWord[] => {
  const folded = fold(piece);
  const words = wordsOf(piece);
  return words
    .map((word, index) => ({
      word,
      begins: index > 0 || !folded.startsWith(word),
      ends: index < words.length - 1 || !folded.endsWith(word),
    }))
    .sort((a, b) => b.word.length - a.word.length)
    .slice(0, WORDS_MAX);
};

/** The text that a value must hold, where the pattern asks for nothing else; undefined for other patterns. */
export const containedText = (pattern: string): string | undefined => {
  const inner = /^%+([^%_\\]*)%+$/.exec(pattern)?.[1];
  return inner !== undefined ? lowered(inner) : /[%_]/.test(pattern) ? undefined : lowered(pattern);
};

/** Marks the documents of a column whose texts hold a part of a word. */
function* markPart({ words }: Column, part: string, marks: Uint8Array): Steps<void> {
  yield* markCut(words!, marks);
  const folded = words!.foldedForms;
  const formIds = yield* words!.formsContaining(part, false, false);
  if (folded.size === 0) return yield* words!.mark(formIds, marks, CERTAIN);
  const isFolded = (formId: number): boolean => folded.has(formId);
  yield* words!.mark(yield* filtered(formIds, (formId) => !isFolded(formId)), marks, CERTAIN);
  yield* words!.mark(yield* filtered(formIds, isFolded), marks, MAYBE);
  const alike = yield* words!.wordsContaining(fold(part), false, false);
  yield* words!.mark(yield* filtered(alike, isFolded), marks, MAYBE);
}

function* filtered(formIds: readonly number[], passes: (formId: number) => boolean): Steps<number[]> {
  const passing: number[] = [];
  yield* inBlocks(formIds.length, (from, to) => {
    for (let position = from; position < to; position += 1)
      if (passes(formIds[position]!)) passing.push(formIds[position]!);
  });
  return passing;
}

/** Marks the documents of a column that hold all of the words as MAYBE. */
function* markAll(
  partition: ClassPartition,
  { words }: Column,
  required: readonly RequiredWord[],
  marks: Uint8Array,
): Steps<void> {
  const { scratch } = partition.vocabulary;
  const docCount = partition.ids.length;
  for (const [index, { word, begins, ends }] of required.entries()) {
    const its = index === 0 ? marks : scratch.marks(docCount);
    yield* words!.mark(yield* words!.wordsContaining(word, begins, ends), its, MAYBE);
    if (index === 0) continue;
    yield* inBlocks(docCount, (from, to) => {
      for (let docId = from; docId < to; docId += 1) marks[docId]! &= its[docId]!;
    });
    scratch.releaseMarks(its);
  }
  yield* markCut(words!, marks);
}

/** Marks the documents as MAYBE of whose texts not all words are in the index. */
function* markCut({ cut }: InvertedIndex, marks: Uint8Array): Steps<void> {
  let looked = 0;
  for (const docId of cut) {
    if ((looked += 1) % STEPS.docsMax === 0) yield '';
    marks[docId]! |= MAYBE;
  }
}

/** Marks the documents of a column that hold a phrase, and of texts without forward index those that hold its words. */
function* markTexts(
  partition: ClassPartition,
  column: Column,
  phrase: Phrase,
  certain: boolean,
  required: readonly RequiredWord[],
  marks: Uint8Array,
): Steps<void> {
  const { scratch } = partition.vocabulary;
  const { words } = column;
  yield* markPhrase(words!, phrase, certain, scratch, partition.ids.length, marks);
  const { unindexed: unknown } = words!.forward!;
  if (unknown.size === 0) return;
  const maybe = scratch.marks(partition.ids.length);
  if (required.length > 0) yield* markAll(partition, column, required, maybe);
  let looked = 0;
  for (const docId of unknown) {
    if ((looked += 1) % STEPS.docsMax === 0) yield '';
    marks[docId] = required.length > 0 ? maybe[docId]! : MAYBE;
  }
  scratch.releaseMarks(maybe);
}

/** Documents that meet a LIKE, each once, ascending; undefined where every value has to be read. */
export function* docsLike(partition: ClassPartition, chain: FallbackChain, leaf: Leaf): Steps<DocIds | undefined> {
  const contained = containedText(String(leaf.operands[0]));
  const [piece] = leaf.literals;
  const { columns } = chain;
  if (columns.some(({ words }) => words === undefined)) return undefined;
  if (contained === '') return yield* docsWithValue(partition, chain);
  if (piece === undefined || LONE_SURROGATE.test(piece) || columns.some(({ words }) => words!.html)) return undefined;
  const part = contained !== undefined && isWordForm(contained) ? contained : undefined;
  const required = part === undefined ? requiredWords(piece) : [];
  const phrase = part === undefined ? phraseOf(piece) : undefined;
  if (part === undefined && phrase === undefined && required.length === 0) return undefined;
  const { scratch } = partition.vocabulary;
  const { ids } = partition;
  // Documents added between two steps are ignored.
  const docCount = ids.length;
  const marked: Uint8Array[] = [];
  for (const column of columns) {
    const marks = scratch.marks(docCount);
    marked.push(marks);
    if (part !== undefined) yield* markPart(column, part, marks);
    else if (phrase !== undefined)
      yield* markTexts(partition, column, phrase, contained !== undefined, required, marks);
    else yield* markAll(partition, column, required, marks);
  }
  const docIds = yield* verified(partition, chain, leaf, marked, docCount);
  for (const marks of marked) scratch.releaseMarks(marks);
  return docIds;
}

/** Returns the marked documents; those marked MAYBE are tested by their values. */
function* verified(
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
  leaf: Leaf,
  marked: readonly Uint8Array[],
  docCount: number,
): Steps<DocIds> {
  const matches = scratch.allocate(docCount);
  const defaultHolds = leafHolds(leaf, defaultValue);
  let count = 0;
  const step = new TestStep();
  const [first] = marked;
  if (columns.length === 1 && !defaultHolds) {
    const column = columns[0]!;
    for (let from = 0; from < docCount; from += STEPS.docsMax) {
      if (from > 0) yield '';
      const to = Math.min(from + STEPS.docsMax, docCount);
      for (let docId = from; docId < to; docId += 1) {
        const mark = first![docId]!;
        if (mark === 0) continue;
        if ((mark & CERTAIN) === 0) {
          if (step.isOver()) yield leaf.field;
          if (!leafHolds(leaf, column.valueAt(docId))) continue;
        }
        matches[count] = docId;
        count += 1;
      }
    }
    return scratch.shrink(matches, count);
  }
  for (let docId = 0; docId < docCount; docId += 1) {
    if (step.isOver()) yield leaf.field;
    if (ids[docId] === 0) continue;
    let holds = defaultHolds && lacksValue(columns, columns.length, docId);
    for (let index = 0; !holds && index < columns.length; index += 1) {
      const mark = marked[index]![docId]!;
      holds =
        mark !== 0 &&
        lacksValue(columns, index, docId) &&
        ((mark & CERTAIN) !== 0 || ((mark & MAYBE) !== 0 && leafHolds(leaf, columns[index]!.valueAt(docId))));
    }
    if (holds) matches[count++] = docId;
  }
  return scratch.shrink(matches, count);
}
