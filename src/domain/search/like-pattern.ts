// LIKE: tests texts against a pattern of SQL, in time linear in the text whatever the pattern is (no backtracking).
import { finderOf } from './find-piece.ts';
import { SEARCH_WORK } from './search-work.ts';
import { lowered } from './text-fold.ts';

/** A LIKE pattern, parsed. */
export interface Like {
  test(text: string): boolean;
  /** The literal texts that a match must hold, in lower case, longest first. */
  readonly literals: readonly string[];
  readonly wildcardRuns: number;
  /** Characters and runs of `_` of a pattern with `_`; each is tested at every character of a text. */
  readonly steps: number;
}

// Tokens of a pattern that are not code points: `_`, any one character, and `%`, any number of characters.
const ONE = -1;

const RUN = -2;

interface Pattern {
  readonly tokens: readonly number[];
  /** The literal texts between runs of wildcards, in order, the first and the last at the ends. */
  readonly pieces: readonly string[];
}

const readPattern = (pattern: string): Pattern => {
  const tokens: number[] = [];
  const pieces = [''];
  const characters = Array.from(lowered(pattern));
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index]!;
    const escapes = character === '\\' && index + 1 < characters.length;
    if (!escapes && (character === '%' || character === '_')) {
      if ((tokens.at(-1) ?? 0) >= 0) pieces.push('');
      tokens.push(character === '_' ? ONE : RUN);
    } else {
      const literal = escapes ? characters[++index]! : character;
      tokens.push(literal.codePointAt(0)!);
      pieces[pieces.length - 1] += literal;
    }
  }
  return { tokens, pieces };
};

/** A step of a pattern with `_`: a character, or a skip of `skip` arbitrary characters. */
type Step = { readonly code: number } | { readonly skip: number };

/** The steps, and which of them are followed by `%`; 0 is the beginning. */
interface Steps {
  readonly steps: readonly Step[];
  readonly beforeRuns: readonly number[];
}

const stepsOf = (tokens: readonly number[]): Steps => {
  const [steps, beforeRuns]: [Step[], number[]] = [[], []];
  tokens.forEach((token, index) => {
    const last = steps.at(-1);
    if (token === RUN) beforeRuns.push(steps.length);
    else if (token !== ONE) steps.push({ code: token });
    else if (last !== undefined && 'skip' in last && tokens[index - 1] === ONE)
      steps[steps.length - 1] = { skip: last.skip + 1 };
    else steps.push({ skip: 1 });
  });
  return { steps, beforeRuns };
};

/** A skip of two characters or more while a text is read: where it was reached, one bit for each character ago. */
interface Skip {
  readonly step: number;
  readonly reached: Uint8Array;
  at: number;
}

interface Masks {
  /** Steps that stay reached whatever comes, steps that any character reaches, and those that this one reaches. */
  readonly stays: Uint32Array;
  readonly any: Uint32Array;
  readonly by: ReadonlyMap<number, Uint32Array>;
  readonly skips: readonly Skip[];
}

const isSet = (bits: Uint32Array, bit: number): number => (bits[bit >> 5]! >>> (bit & 31)) & 1;
const set = (bits: Uint32Array, bit: number): void => void (bits[bit >> 5]! |= 1 << (bit & 31));

const forget = (skips: readonly Skip[]): void => {
  for (const skip of skips) {
    skip.reached.fill(0);
    skip.at = 0;
  }
};

/** Notes whether the step before a skip is reached, `was`. */
const note = (skip: Skip, was: number): void => {
  skip.reached[skip.at] = was;
  if (++skip.at === skip.reached.length) skip.at = 0;
};

const matches = (last: number, words: number, { stays, any, by, skips }: Masks): ((text: string) => boolean) => {
  const reached = new Uint32Array(words);
  return (text) => {
    reached.fill(0)[0] = 1;
    forget(skips);
    for (let position = 0; position < text.length; position++) {
      const code = text.codePointAt(position)!;
      if (code > 0xffff) position++;
      const passes = by.get(code) ?? any;
      for (const skip of skips) note(skip, isSet(reached, skip.step - 1));
      let carry = 0;
      for (let word = 0; word < words; word++) {
        const before = reached[word]!;
        reached[word] = (((before << 1) | carry) & passes[word]!) | (before & stays[word]!);
        carry = before >>> 31;
      }
      // A skip of n characters reaches its step where its beginning was reached n characters ago, this one included.
      for (const { step, reached: ago, at } of skips) if (ago[at] === 1) set(reached, step);
    }
    return isSet(reached, last) === 1;
  };
};

/** The same for patterns of at most 31 steps, which most have: without memory to write. */
const matchesInOneWord = (last: number, masks: Masks): ((text: string) => boolean) => {
  const [stays, any, { by, skips }] = [masks.stays[0]!, masks.any[0]!, masks];
  const passesOf = (code: number): number => by.get(code)?.[0] ?? any;
  const ascii = Uint32Array.from({ length: 128 }, (_, code) => passesOf(code));
  return (text) => {
    let reached = 1;
    forget(skips);
    for (let position = 0; position < text.length; position++) {
      let code = text.charCodeAt(position);
      if (code >= 0xd800 && code < 0xdc00) {
        code = text.codePointAt(position)!;
        if (code > 0xffff) position++;
      }
      const passes = code < 128 ? ascii[code]! : passesOf(code);
      let skipped = 0;
      for (let index = 0; index < skips.length; index++) {
        const skip = skips[index]!;
        note(skip, (reached >>> (skip.step - 1)) & 1);
        skipped |= skip.reached[skip.at]! << skip.step;
      }
      reached = ((reached << 1) & passes) | (reached & stays) | skipped;
    }
    return ((reached >>> last) & 1) === 1;
  };
};

/**
 * For patterns with `_`: a bit for each step of the pattern that the text read so far may have reached, so that no text
 * makes it go back (shift-and). A skip takes as long as one character, however long it is. Source: Baeza-Yates and
 * Gonnet, A new approach to text searching, 1992.
 */
const shiftAndMatcher = ({ steps, beforeRuns }: Steps): ((text: string) => boolean) => {
  const words = (steps.length >> 5) + 1;
  const [stays, any, by] = [new Uint32Array(words), new Uint32Array(words), new Map<number, Uint32Array>()];
  for (const step of beforeRuns) set(stays, step);
  steps.forEach((step, index) => {
    if ('skip' in step && step.skip === 1) set(any, index + 1);
  });
  steps.forEach((step, index) => {
    if ('skip' in step) return;
    const bits = by.get(step.code) ?? any.slice();
    by.set(step.code, bits);
    set(bits, index + 1);
  });
  const skips: readonly Skip[] = steps.flatMap((step, index) =>
    'skip' in step && step.skip > 1 ? [{ step: index + 1, reached: new Uint8Array(step.skip), at: 0 }] : [],
  );
  const masks = { stays, any, by, skips };
  return words === 1 ? matchesInOneWord(steps.length, masks) : matches(steps.length, words, masks);
};

/** Matches patterns with `%` alone: each piece where it first occurs after the one before, the last at the end. */
const literalsMatcher = (pieces: readonly string[]): ((text: string) => boolean) => {
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return (text) => text === first;
  const between = pieces.slice(1, -1);
  const finders = between.map(finderOf);
  return (text) => {
    if (!text.startsWith(first)) return false;
    let position = first.length;
    for (let piece = 0; piece < between.length; piece++) {
      const start = finders[piece]!(text, position);
      if (start < 0) return false;
      position = start + between[piece]!.length;
    }
    return text.length - last.length >= position && text.endsWith(last);
  };
};

/** Nanoseconds for a character: to look for pieces, for 32 steps, and for a skip (bench/notes/search-slices.md). */
const READ_NS = { pieces: 2, word: 7, skip: 17 };

const nsOf = (steps: Steps | undefined): number => {
  if (steps === undefined) return READ_NS.pieces;
  const skips = steps.steps.filter((step) => 'skip' in step && step.skip > 1).length;
  return READ_NS.word * ((steps.steps.length >> 5) + 1) + READ_NS.skip * skips;
};

const reading =
  (ns: number, test: (text: string) => boolean): ((text: string) => boolean) =>
  (text) => {
    SEARCH_WORK.ns += text.length * ns;
    return test(text);
  };

/**
 * LIKE: without `%` and `_` the text holds the pattern; with them it is SQL's, over the whole text. Case does not
 * count.
 */
export const like = (pattern: string): Like => {
  if (!/[%_]/.test(pattern)) {
    const part = lowered(pattern);
    const find = finderOf(part);
    return {
      test: reading(READ_NS.pieces, (text) => find(lowered(text), 0) >= 0),
      literals: part === '' ? [] : [part],
      wildcardRuns: 0,
      steps: 0,
    };
  }
  const { tokens, pieces } = readPattern(pattern);
  const steps = tokens.includes(ONE) ? stepsOf(tokens) : undefined;
  // Made for the first text: a constraint that is refused, or a condition that nothing comes to, reads none.
  let reads: ((text: string) => boolean) | undefined;
  const made = (): ((text: string) => boolean) =>
    (reads = steps === undefined ? literalsMatcher(pieces) : shiftAndMatcher(steps));
  return {
    test: reading(nsOf(steps), (text) => (reads ?? made())(lowered(text))),
    literals: pieces.filter((piece) => piece !== '').sort((a, b) => b.length - a.length),
    wildcardRuns: pieces.length - 1,
    steps: steps?.steps.length ?? 0,
  };
};
