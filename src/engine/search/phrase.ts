// Phrases: which documents hold a piece of text that is more than a part of one word, for LIKE.
//
// The first word of a phrase may be the end of a longer word and its last one the beginning; everything between is
// known whole. The forward index answers this without reading a text, except where marks say MAYBE.
import type { ForwardIndex } from './forward-index.ts';
import { NUMBERS_PER_DOC, OTHER_SEPARATOR, SPACE, WORDS_FROM } from './forward-index.ts';
import type { Scratch } from './scratch.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import { Tokenizer } from './tokenizer.ts';
import type { InvertedIndex } from './inverted-index.ts';

type Step =
  | { readonly type: 'word'; readonly part: string; readonly begins: boolean; readonly ends: boolean }
  | { readonly type: 'separator'; readonly text: string; readonly where: 'all' | 'beginning' | 'end' | 'anywhere' };

export interface Phrase {
  readonly steps: readonly Step[];
  /** Whether steps beyond STEPS_MAX were left out, so that a match is not certain. */
  readonly truncated: boolean;
}

/** Steps of a phrase that are looked for: one bit each of a byte. */
const STEPS_MAX = 8;

/** Marks of a document: CERTAIN: its text holds the phrase; MAYBE: its text must be read. */
export const CERTAIN = 1;
export const MAYBE = 2;

/** The steps of a piece; undefined for a part of a word, and where the words depend on the text around the piece. */
export const phraseOf = (piece: string): Phrase | undefined => {
  const tokens = new Tokenizer();
  tokens.read(piece);
  const { count, special, textStarts, textEnds } = tokens;
  // Single spaces between words are not in the forward index.
  if (special || piece === SPACE) return undefined;
  if (count === 0) return { steps: [{ type: 'separator', text: piece, where: 'anywhere' }], truncated: false };
  const before = piece.slice(0, textStarts[0]);
  const steps: Step[] = before === '' ? [] : [{ type: 'separator', text: before, where: 'end' }];
  for (let index = 0; index < count; index += 1) {
    const last = index === count - 1;
    const text = piece.slice(textEnds[index], last ? undefined : textStarts[index + 1]);
    steps.push({ type: 'word', part: tokens.word(index), begins: steps.length > 0, ends: text !== '' });
    if (last && text !== '') steps.push({ type: 'separator', text, where: 'beginning' });
    if (!last && text !== SPACE) steps.push({ type: 'separator', text, where: 'all' });
  }
  return steps.length === 1 ? undefined : { steps: steps.slice(0, STEPS_MAX), truncated: steps.length > STEPS_MAX };
};

const passes = (separator: string, { text, where }: Step & { readonly type: 'separator' }): boolean => {
  switch (where) {
    case 'all':
      return separator === text;
    case 'beginning':
      return separator.startsWith(text);
    case 'end':
      return separator.endsWith(text);
    case 'anywhere':
      return separator.includes(text);
    default:
      return where satisfies never;
  }
};

/** Share of documents above which a word excludes too few: marking takes longer than testing them. */
const SHARE_MAX = 0.75;
/** Marks of documents that hold the rarest and the second rarest word of the phrase. */
const FEWEST = [4, 8] as const;

/** Bits of the steps that a number of the forward index fits. */
interface Fitting {
  readonly fits: Uint8Array;
  /** Forms of the steps that are words, with their number of documents. */
  readonly held: { readonly formIds: readonly number[]; readonly docCount: number }[];
}

function* fittingOf(words: InvertedIndex, steps: readonly Step[], scratch: Scratch): Steps<Fitting> {
  const forward = words.forward!;
  const fits = scratch.marks(words.formIdsEnd + WORDS_FROM);
  const held: { readonly formIds: readonly number[]; readonly docCount: number }[] = [];
  for (const [index, step] of steps.entries()) {
    const bit = 1 << index;
    if (step.type === 'separator') {
      for (const code of forward.separatorCodes((separator) => passes(separator, step))) fits[code]! |= bit;
      if (forward.mayHoldUncoded(step.text, step.where === 'all')) fits[OTHER_SEPARATOR]! |= bit;
      // A space at an end of the phrase is not in the index, so any word may follow.
      if (step.text === SPACE)
        yield* inBlocks(words.formIdsEnd, (from, to) => {
          for (let formId = from; formId < to; formId += 1) fits[formId + WORDS_FROM]! |= bit;
        });
      continue;
    }
    const formIds = yield* words.formsContaining(step.part, step.begins, step.ends);
    let docCount = 0;
    yield* inBlocks(formIds.length, (from, to) => {
      for (let position = from; position < to; position += 1) {
        fits[formIds[position]! + WORDS_FROM]! |= bit;
        docCount += words.docCount(formIds[position]!);
      }
    });
    held.push({ formIds, docCount });
  }
  return { fits, held };
}

/** Marks documents marked MAYBE as CERTAIN if their texts hold the sequence. */
function* markCertain(
  forward: ForwardIndex,
  { fits }: Fitting,
  last: number,
  docCount: number,
  marks: Uint8Array,
): Steps<void> {
  let readMax = forward.read + STEPS.docsMax * NUMBERS_PER_DOC;
  for (let docId = 0; docId < docCount; docId += 1) {
    if (marks[docId] === MAYBE && forward.holds(docId, fits, last)) marks[docId] = CERTAIN;
    if (forward.read < readMax && docId % STEPS.docsMax !== STEPS.docsMax - 1) continue;
    yield '';
    readMax = forward.read + STEPS.docsMax * NUMBERS_PER_DOC;
  }
}

/**
 * Marks the documents whose texts hold or may hold a phrase. With `certain` false the phrase is not the whole
 * condition, and all marks are MAYBE.
 */
export function* markPhrase(
  words: InvertedIndex,
  { steps, truncated: cut }: Phrase,
  certain: boolean,
  scratch: Scratch,
  docCount: number,
  marks: Uint8Array,
): Steps<void> {
  const forward = words.forward!;
  const fitting = yield* fittingOf(words, steps, scratch);
  const { fits, held } = fitting;
  let needed = 0;
  held.sort((a, b) => a.docCount - b.docCount);
  for (const [index, mark] of FEWEST.entries()) {
    const its = held[index];
    if (its === undefined || its.docCount > docCount * SHARE_MAX) break;
    needed |= mark;
    yield* words.mark(its.formIds, marks, mark);
  }
  const last = 1 << (steps.length - 1);
  const always = certain && !cut;
  const others = fits[OTHER_SEPARATOR]!;
  yield* forward.eachHolding(marks, needed, fits, last, (docId) => {
    marks[docId] = always && others === 0 ? CERTAIN : MAYBE;
  });
  if (always && others !== 0) {
    fits[OTHER_SEPARATOR] = 0;
    yield* markCertain(forward, fitting, last, docCount, marks);
  }
  // The marks of the rarest words are not part of the result.
  yield* inBlocks(docCount, (from, to) => {
    for (let docId = from; docId < to; docId += 1) marks[docId]! &= CERTAIN | MAYBE;
  });
  scratch.releaseMarks(fits);
}
