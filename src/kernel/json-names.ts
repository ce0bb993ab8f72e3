// The order that members have in JSON text, where a JavaScript object has another one: names that are array indices
// come first there, by their number. One pass over the text builds no values, and names only where there are objects
// within.
import { behindBlanks, behindText } from './json-scan.ts';

const COMMA = 0x2c;
const QUOTE = 0x22;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

type Members = { readonly [name: string]: unknown };
type Found = (object: object, names: () => readonly string[]) => void;

const INDEX_MAX = 4_294_967_294;
/** Digits of the greatest index. */
const DIGITS_MAX = 10;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;

/** The array index that stands in the text between two quotes, without escapes; -1 for none. */
const indexIn = (text: string, from: number, to: number): number => {
  if (to - from > DIGITS_MAX || to === from || (text.charCodeAt(from) === ZERO && to - from > 1)) return -1;
  let index = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return -1;
    index = index * 10 + (code - ZERO);
  }
  return index <= INDEX_MAX ? index : -1;
};

class NameReader {
  private readonly text: string;
  private readonly depthMax: number;
  private readonly found: Found;
  private at = 0;
  private depth = 0;

  constructor(text: string, depthMax: number, found: Found) {
    this.text = text;
    this.depthMax = depthMax;
    this.found = found;
  }

  /** Passes over the value that begins here or after blanks. `made`: what JSON.parse makes of it, if it was kept. */
  value(made: unknown): void {
    const begun = this.next();
    if (begun === QUOTE) {
      this.at = behindText(this.text, this.at);
      return;
    }
    if (begun !== OBJECT && begun !== LIST) {
      this.passScalar();
      return;
    }
    this.depth += 1;
    if (this.depth > this.depthMax) throw new RangeError(`the text is nested deeper than ${this.depthMax}`);
    this.at += 1;
    if (begun === LIST) this.list(Array.isArray(made) ? made : undefined);
    else this.object(isObject(made) && !Array.isArray(made) ? (made as Members) : undefined);
    this.at += 1;
    this.depth -= 1;
  }

  private object(made: Members | undefined): void {
    const places: number[] = [];
    // Whether an object has them in another order: an index comes after a greater one or after what is none.
    let isReordered = false;
    let isBehindOthers = false;
    let last = -1;
    for (let code = this.next(); code !== OBJECT_END; code = this.next()) {
      if (code === COMMA) {
        this.at += 1;
        this.next();
      }
      const from = this.at;
      const to = (this.at = behindText(this.text, from));
      const index = this.indexAt(from, to);
      if (index < 0) isBehindOthers = true;
      else if (isBehindOthers || index <= last) isReordered = true;
      else last = index;
      places.push(from, to);
      this.next();
      this.at += 1;
      this.value(made !== undefined && this.isFilled() ? memberOf(made, this.nameAt(from, to)) : undefined);
    }
    if (isReordered && made !== undefined) this.found(made, () => this.namesAt(places, made));
  }

  /** Whether a list or an object with something in it begins here or after blanks. */
  private isFilled(): boolean {
    const begun = this.next();
    if (begun !== OBJECT && begun !== LIST) return false;
    const first = this.text.charCodeAt(behindBlanks(this.text, this.at + 1));
    return first !== OBJECT_END && first !== LIST_END;
  }

  /** A name stands where it was sent first; one that was taken out of the object is none. */
  private namesAt(places: readonly number[], made: Members): readonly string[] {
    const names: string[] = [];
    for (let at = 0; at < places.length; at += 2) names.push(this.nameAt(places[at]!, places[at + 1]!));
    return [...new Set(names)].filter((name) => Object.hasOwn(made, name));
  }

  private indexAt(from: number, to: number): number {
    const { text } = this;
    const first = text.charCodeAt(from + 1);
    if ((first < ZERO || first > NINE) && first !== BACKSLASH) return -1;
    const index = indexIn(text, from + 1, to - 1);
    if (index >= 0 || !this.isEscaped(from, to)) return index;
    const name = this.nameAt(from, to);
    return indexIn(name, 0, name.length);
  }

  private list(made: readonly unknown[] | undefined): void {
    let index = 0;
    for (let code = this.next(); code !== LIST_END; code = this.next()) {
      if (code === COMMA) this.at += 1;
      this.value(made?.[index]);
      index += 1;
    }
  }

  private isEscaped(from: number, to: number): boolean {
    for (let at = from + 1; at < to; at += 1) if (this.text.charCodeAt(at) === BACKSLASH) return true;
    return false;
  }

  private nameAt(from: number, to: number): string {
    const written = this.text.slice(from + 1, to - 1);
    return written.includes('\\') ? (JSON.parse(this.text.slice(from, to)) as string) : written;
  }

  private passScalar(): void {
    const { text } = this;
    let at = this.at + 1;
    // A letter, a digit or a sign of a number; all else ends it, and so does the end of the text.
    for (let code = text.charCodeAt(at); isOfScalar(code); code = text.charCodeAt(at)) at += 1;
    this.at = at;
  }

  /** Passes over blanks. Returns the code of the character after them. */
  private next(): number {
    this.at = behindBlanks(this.text, this.at);
    return this.text.charCodeAt(this.at);
  }
}

const memberOf = (made: Members, name: string): unknown => (Object.hasOwn(made, name) ? made[name] : undefined);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** False for NaN, the code behind the text. */
const isOfScalar = (code: number): boolean => code > 0x20 && code !== COMMA && code !== LIST_END && code !== OBJECT_END;

/** A member name that is an array index, or may be one once its escapes are decoded. */
const INDEX_NAME = /"(?:0|[1-9]\d{0,9}|\d*\\[^"]*)"\s*:/;

/**
 * Calls `found` with each object of `made` whose members have another order in the text, and with what returns their
 * names in that order, since few are asked for. `made`: what JSON.parse makes of the text. Text that is nested deeper
 * than `depthMax` is read up to that level.
 */
export const eachReordered = (text: string, made: unknown, depthMax: number, found: Found): void => {
  if (!INDEX_NAME.test(text)) return;
  try {
    new NameReader(text, depthMax, found).value(made);
  } catch (error) {
    // A value nested this deep is refused, so the order does not matter.
    if (!(error instanceof RangeError)) throw error;
  }
};
