// JSON text to values whose members have the order of the text. JSON.parse loses it for names made of digits, which a
// JavaScript object moves to the front; callers number the calls of an aggregate that way (D13, D59).
//
// `parseJson` is for text from clients: it accepts and refuses what JSON.parse does. `parseOrderedJson` is for JSON of
// our own and checks nothing.
import { Keyed } from './json.ts';
import type { Json } from './json.ts';

class Reader {
  private readonly text: string;
  private readonly depthMax: number;
  private offset = 0;
  private depth = 0;

  constructor(text: string, depthMax: number) {
    this.text = text;
    this.depthMax = depthMax;
  }

  value(): Json {
    this.depth += 1;
    if (this.depth > this.depthMax) throw new RangeError(`the text is nested deeper than ${this.depthMax}`);
    const value = this.next() === '{' ? this.object() : this.next() === '[' ? this.list() : this.scalar();
    this.depth -= 1;
    return value;
  }

  /** Skips white space; the character after it. */
  private next(): string | undefined {
    let code = this.text.charCodeAt(this.offset);
    while (code === 0x20 || (code >= 0x09 && code <= 0x0d)) code = this.text.charCodeAt((this.offset += 1));
    return this.text[this.offset];
  }

  private object(): Json {
    const entries: [string, Json][] = [];
    this.offset += 1;
    while (this.next() !== '}') {
      if (this.next() === ',') this.offset += 1;
      this.next();
      const name = this.scalar() as string;
      this.next();
      this.offset += 1;
      entries.push([name, this.value()]);
    }
    this.offset += 1;
    return new Keyed(entries);
  }

  private list(): Json {
    const items: Json[] = [];
    this.offset += 1;
    while (this.next() !== ']') {
      if (this.next() === ',') this.offset += 1;
      items.push(this.value());
    }
    this.offset += 1;
    return items;
  }

  private scalar(): Json {
    const start = this.offset;
    if (this.text[start] === '"') {
      do {
        this.offset = this.text.indexOf('"', this.offset + 1);
      } while (this.isEscaped(this.offset));
      this.offset += 1;
    } else {
      const end = /[,\]}]/g;
      end.lastIndex = start;
      this.offset = end.exec(this.text)?.index ?? this.text.length;
    }
    return JSON.parse(this.text.slice(start, this.offset)) as Json;
  }

  private isEscaped(quote: number): boolean {
    let backslashes = 0;
    while (this.text[quote - 1 - backslashes] === '\\') backslashes += 1;
    return backslashes % 2 === 1;
  }
}

/** For text that is known to be JSON; objects become `Keyed`. */
export const parseOrderedJson = (text: string): Json => new Reader(text, Infinity).value();

/** Names of the members of parsed objects in the order of the text, for those whose own order may differ. */
const namesInText = new WeakMap<object, readonly string[]>();

const recordOrder = (value: unknown, ordered: Json): void => {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    return value.forEach((item, index) => recordOrder(item, (ordered as readonly Json[])[index]!));
  }
  const members = new Map((ordered as Keyed).entries);
  const names = [...members.keys()].filter((name) => Object.hasOwn(value, name));
  namesInText.set(value, names);
  for (const name of names) recordOrder((value as { readonly [name: string]: unknown })[name], members.get(name)!);
};

/** A member name that begins with a digit, or may begin with one once its escapes are decoded. */
const NUMBERED = /"[\d\\][^"]*"\s*:/;
const DEPTH_MAX = 64;

/** JSON.parse, after which `entriesAsSent` knows the order of the text. Throws SyntaxError. */
export const parseJson = (text: string, reviver?: (name: string, value: unknown) => unknown): unknown => {
  const value = JSON.parse(text, reviver) as unknown;
  if (!NUMBERED.test(text)) return value;
  try {
    recordOrder(value, new Reader(text, DEPTH_MAX).value());
  } catch (error) {
    // Nested deeper than any parameter may be: the order does not matter, since the value is refused.
    if (!(error instanceof RangeError)) throw error;
  }
  return value;
};

/** Members in the order of the text that `parseJson` read them from. */
export const entriesAsSent = <T>(value: { readonly [name: string]: T }): [string, T][] =>
  (namesInText.get(value) ?? Object.keys(value)).map((name) => [name, value[name]!]);
