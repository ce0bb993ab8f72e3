// Which rows hold a phrase: a piece of text that is more than a part of a word. Its first word may be the end of a
// longer one and its last word the beginning of one; what is between them is known whole. The forward index tells where
// it stands, without a look at a text.
import { OTHER_SEPARATOR, SPACE, WORDS_FROM } from './forward-index.ts';
import type { Scratch } from './scratch.ts';
import { Tokenizer } from './tokenizer.ts';
import type { InvertedIndex } from './inverted-index.ts';

type Step =
  | { readonly type: 'word'; readonly part: string; readonly begins: boolean; readonly ends: boolean }
  | { readonly type: 'gap'; readonly text: string; readonly where: 'all' | 'beginning' | 'end' | 'anywhere' };

export interface Phrase {
  readonly steps: readonly Step[];
  /** Whether it has more steps than are looked for. */
  readonly truncated: boolean;
}

/** A bit per step. */
const STEPS_MAX = 8;

/** What a mark says of a row: its text holds the phrase, or has to be looked at. */
export const CERTAIN = 1;
export const MAYBE = 2;

/** Undefined for a part of a word, and where the words are not those that a text around the piece may have. */
export const phraseOf = (piece: string): Phrase | undefined => {
  const tokens = new Tokenizer();
  tokens.read(piece);
  const { count, special, textStarts, textEnds } = tokens;
  // A space alone stands between words as well, which have no gap of their own then.
  if (special || piece === SPACE) return undefined;
  if (count === 0) return { steps: [{ type: 'gap', text: piece, where: 'anywhere' }], truncated: false };
  const before = piece.slice(0, textStarts[0]);
  const steps: Step[] = before === '' ? [] : [{ type: 'gap', text: before, where: 'end' }];
  for (let at = 0; at < count; at += 1) {
    const last = at === count - 1;
    const text = piece.slice(textEnds[at], last ? undefined : textStarts[at + 1]);
    steps.push({ type: 'word', part: tokens.word(at), begins: steps.length > 0, ends: text !== '' });
    if (last && text !== '') steps.push({ type: 'gap', text, where: 'beginning' });
    if (!last && text !== SPACE) steps.push({ type: 'gap', text, where: 'all' });
  }
  return steps.length === 1 ? undefined : { steps: steps.slice(0, STEPS_MAX), truncated: steps.length > STEPS_MAX };
};

const passes = (gap: string, { text, where }: Step & { readonly type: 'gap' }): boolean => {
  switch (where) {
    case 'all':
      return gap === text;
    case 'beginning':
      return gap.startsWith(text);
    case 'end':
      return gap.endsWith(text);
    case 'anywhere':
      return gap.includes(text);
    default:
      return where satisfies never;
  }
};

/**
 * A word in a larger share of the rows is in nearly all texts that are left: to mark them takes longer than to look at
 * them.
 */
const SHARE_MAX = 0.75;
/** Marks of rows that hold a word of the steps that the fewest rows hold. */
const FEWEST = [4, 8] as const;

/**
 * Marks the rows whose texts hold a phrase, or may hold it; where `certain` is false, all of them have to be looked at.
 */
export const markPhrase = (
  words: InvertedIndex,
  { steps, truncated: cut }: Phrase,
  certain: boolean,
  scratch: Scratch,
  docCount: number,
  marks: Uint8Array,
): void => {
  const forward = words.forward!;
  /** By number of the forward index a bit for each step that it fits. */
  const fits = scratch.marks(words.formIdsEnd + WORDS_FROM);
  const held: { readonly slots: number[]; rows: number }[] = [];
  steps.forEach((step, at) => {
    const bit = 1 << at;
    if (step.type === 'gap') {
      for (const code of forward.separatorCodes((gap) => passes(gap, step))) fits[code]! |= bit;
      if (forward.mayHoldUncoded(step.text, step.where === 'all')) fits[OTHER_SEPARATOR]! |= bit;
      // A space at an end of the phrase is what stands between two words.
      if (step.text === SPACE)
        for (let formId = 0; formId < words.formIdsEnd; formId += 1) fits[formId + WORDS_FROM]! |= bit;
      return;
    }
    const its = { slots: [] as number[], rows: 0 };
    words.eachFormContaining(step.part, step.begins, step.ends, (formId) => {
      fits[formId + WORDS_FROM]! |= bit;
      its.slots.push(formId);
      its.rows += words.docCount(formId);
    });
    held.push(its);
  });
  let needed = 0;
  held.sort((a, b) => a.rows - b.rows);
  FEWEST.forEach((mark, at) => {
    const its = held[at];
    if (its === undefined || its.rows > docCount * SHARE_MAX) return;
    needed |= mark;
    for (const formId of its.slots) words.mark(formId, marks, mark);
  });
  const last = 1 << (steps.length - 1);
  const always = certain && !cut;
  const others = fits[OTHER_SEPARATOR]!;
  forward.eachHolding(marks, needed, fits, last, (docId) => {
    marks[docId] = always && others === 0 ? CERTAIN : MAYBE;
  });
  if (always && others !== 0) {
    fits[OTHER_SEPARATOR] = 0;
    for (let docId = 0; docId < docCount; docId += 1)
      if (marks[docId] === MAYBE && forward.holds(docId, fits, last)) marks[docId] = CERTAIN;
  }
  // What is left of the first marks is no answer.
  for (let docId = 0; docId < docCount; docId += 1) marks[docId]! &= CERTAIN | MAYBE;
  scratch.releaseMarks(fits);
};
