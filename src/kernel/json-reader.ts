// JSON text back to values, with members in the order of the text also where they are named by digits: JSON.parse and
// JavaScript objects put those first (Decision 9, 13).
import { Keyed } from './json.ts';
import type { Json } from './json.ts';

class Reader {
  private readonly text: string;
  private readonly depthMax: number;
  private at = 0;
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

  /** The first character that is no white space. */
  private next(): string | undefined {
    let code = this.text.charCodeAt(this.at);
    while (code === 0x20 || (code >= 0x09 && code <= 0x0d)) code = this.text.charCodeAt((this.at += 1));
    return this.text[this.at];
  }

  private object(): Json {
    const entries: [string, Json][] = [];
    this.at += 1;
    while (this.next() !== '}') {
      if (this.next() === ',') this.at += 1;
      this.next();
      const name = this.scalar() as string;
      this.next();
      this.at += 1;
      entries.push([name, this.value()]);
    }
    this.at += 1;
    return new Keyed(entries);
  }

  private list(): Json {
    const items: Json[] = [];
    this.at += 1;
    while (this.next() !== ']') {
      if (this.next() === ',') this.at += 1;
      items.push(this.value());
    }
    this.at += 1;
    return items;
  }

  private scalar(): Json {
    const from = this.at;
    if (this.text[from] === '"') {
      do {
        this.at = this.text.indexOf('"', this.at + 1);
      } while (this.isEscaped(this.at));
      this.at += 1;
    } else {
      const end = /[,\]}]/g;
      end.lastIndex = from;
      this.at = end.exec(this.text)?.index ?? this.text.length;
    }
    return JSON.parse(this.text.slice(from, this.at)) as Json;
  }

  private isEscaped(quote: number): boolean {
    let strokes = 0;
    while (this.text[quote - 1 - strokes] === '\\') strokes += 1;
    return strokes % 2 === 1;
  }
}

/** For text that is known to be JSON. */
export const parseOrderedJson = (text: string): Json => new Reader(text, Infinity).value();

/** Objects whose members stand in another order than the text had. */
const sent = new WeakMap<object, readonly string[]>();

const note = (value: unknown, read: Json): void => {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach((item, at) => note(item, (read as readonly Json[])[at]!));
  const members = new Map((read as Keyed).entries);
  const names = [...members.keys()].filter((name) => Object.hasOwn(value, name));
  sent.set(value, names);
  for (const name of names) note((value as { readonly [name: string]: unknown })[name], members.get(name)!);
};

/** A name that begins with a digit, or may once its escapes are read. */
const NUMBERED = /"[\d\\][^"]*"\s*:/;
const DEPTH_MAX = 64;

/** As JSON.parse, and `entriesAsSent` then knows the order of the text. Throws SyntaxError. */
export const parseJson = (text: string, reviver?: (name: string, value: unknown) => unknown): unknown => {
  const value = JSON.parse(text, reviver) as unknown;
  if (!NUMBERED.test(text)) return value;
  try {
    note(value, new Reader(text, DEPTH_MAX).value());
  } catch (error) {
    // Nested too deep to be taken by any parameter.
    if (!(error instanceof RangeError)) throw error;
  }
  return value;
};

/** Members in the order of the text that `parseJson` read them from. */
export const entriesAsSent = <T>(value: { readonly [name: string]: T }): [string, T][] =>
  (sent.get(value) ?? Object.keys(value)).map((name) => [name, value[name]!]);
