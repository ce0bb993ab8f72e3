// LIKE: tests texts against a pattern of SQL, in time linear in the text whatever the pattern is (no backtracking).
import { finderOf } from './find-piece.ts';
import { lowered } from './text-fold.ts';

/** A LIKE pattern, parsed. */
export interface Like {
  test(text: string): boolean;
  /** The literal texts that a match must hold, in lower case, longest first. */
  readonly literals: readonly string[];
  readonly wildcardRuns: number;
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

/**
 * For patterns with `_`: a bit for each step of the pattern that the text read so far may have reached, so that no text
 * makes it go back (shift-and). Source: Baeza-Yates and Gonnet, A new approach to text searching, 1992.
 */
const shiftAndMatcher = (tokens: readonly number[]): ((text: string) => boolean) => {
  const steps = tokens.filter((token) => token !== RUN);
  const words = (steps.length >> 5) + 1;
  const set = (bits: Uint32Array, bit: number): void => void (bits[bit >> 5]! |= 1 << (bit & 31));
  // Steps that stay reached whatever comes, steps that any character reaches, and those that this one reaches as well.
  const [stays, any, by] = [new Uint32Array(words), new Uint32Array(words), new Map<number, Uint32Array>()];
  let step = 0;
  for (const token of tokens) {
    if (token === RUN) set(stays, step);
    else if (++step && token === ONE) set(any, step);
  }
  for (const [index, code] of steps.entries()) {
    if (code === ONE) continue;
    const bits = by.get(code) ?? any.slice();
    by.set(code, bits);
    set(bits, index + 1);
  }
  const reached = new Uint32Array(words);
  return (text) => {
    reached.fill(0)[0] = 1;
    for (let position = 0; position < text.length; position++) {
      const code = text.codePointAt(position)!;
      if (code > 0xffff) position++;
      const passes = by.get(code) ?? any;
      let carry = 0;
      for (let word = 0; word < words; word++) {
        const before = reached[word]!;
        reached[word] = (((before << 1) | carry) & passes[word]!) | (before & stays[word]!);
        carry = before >>> 31;
      }
    }
    return ((reached[steps.length >> 5]! >>> (steps.length & 31)) & 1) === 1;
  };
};

/** For patterns with `%` alone: takes each piece where it first occurs after the one before, the last at the end. */
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

/**
 * LIKE: without `%` and `_` the text holds the pattern; with them it is SQL's, over the whole text. Case does not
 * count.
 */
export const like = (pattern: string): Like => {
  if (!/[%_]/.test(pattern)) {
    const part = lowered(pattern);
    const find = finderOf(part);
    return { test: (text) => find(lowered(text), 0) >= 0, literals: part === '' ? [] : [part], wildcardRuns: 0 };
  }
  const { tokens, pieces } = readPattern(pattern);
  const reads = tokens.includes(ONE) ? shiftAndMatcher(tokens) : literalsMatcher(pieces);
  return {
    test: (text) => reads(lowered(text)),
    literals: pieces.filter((piece) => piece !== '').sort((a, b) => b.length - a.length),
    wildcardRuns: pieces.length - 1,
  };
};
