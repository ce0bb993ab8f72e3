// JSON text to values whose members have the order of the text. JSON.parse loses it for names made of digits, which a
// JavaScript object moves to the front; callers number the calls of an aggregate that way (D13, D59).
//
// `parseJson` is for text from clients: it accepts and refuses what JSON.parse does. `parseOrderedJson` is for JSON of
// our own and checks nothing; `parseLazyJson` reads the records of long lists in it, and long texts, when they are
// asked for.
import { eachReordered } from './json-names.ts';
import { scanJson } from './json-scan.ts';
import type { LimitName } from './limits.ts';
import { Keyed, LazyList, LazyText } from './json.ts';
import type { Json, ListEntry } from './json.ts';

/**
 * Lists of `charsMin` characters are lazy, objects only with `entriesMin` entries as well. Lists nested deeper than
 * `nestedMax` are read at once, which bounds how often a character is read. Texts of more than two pieces of
 * `pieceChars`, at least 6, are lazy. Tests lower these.
 */
export const LAZY_JSON = { charsMin: 16_384, entriesMin: 64, nestedMax: 3, pieceChars: 16_384 };

/** Members that no reader takes for lists, however long they are. */
const NEVER_LISTS: ReadonlySet<string> = new Set(['attributes', 'sub_elements']);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** Whether a character of a string stands behind an odd number of backslashes. `from`: where an escape may begin. */
const isEscaped = (text: string, at: number, from: number): boolean => {
  let backslashes = 0;
  while (at - backslashes > from && text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
};

const ESCAPE_CHARS_MAX = 6;

/** Where a piece of a string ends: at `to`, or before the escape or the surrogate pair that would be parted there. */
const pieceEnd = (text: string, from: number, to: number): number => {
  for (let at = Math.max(from, to - ESCAPE_CHARS_MAX + 1); at < to; at += 1) {
    if (text.charCodeAt(at) !== BACKSLASH || isEscaped(text, at, from)) continue;
    if (at + (text[at + 1] === 'u' ? ESCAPE_CHARS_MAX : 2) > to) return at;
  }
  return (text.charCodeAt(to - 1) & 0xfc00) === 0xd800 ? to - 1 : to;
};

class Reader {
  private readonly text: string;
  private offset: number;
  /** Levels of lazy lists that may still follow. */
  private lazyMax: number;

  constructor(text: string, lazyMax = 0, offset = 0) {
    this.text = text;
    this.lazyMax = lazyMax;
    this.offset = offset;
  }

  /** Reads a value. `name`: of its member. */
  value(name = ''): Json {
    const first = this.next();
    const { lazyMax } = this;
    const value =
      (lazyMax > 0 && (this.lazy(first, name) ?? this.lazyText(first))) ||
      (first === '{' ? this.object() : first === '[' ? this.list() : this.scalar());
    this.lazyMax = lazyMax;
    return value;
  }

  /** Reads the value as a lazy list; undefined where it is no list, or too short. */
  private lazy(first: string | undefined, name: string): LazyList | undefined {
    const keyed = first === '{';
    if (keyed ? name === '' || NEVER_LISTS.has(name) || !this.hasObjectFirst() : first !== '[') return undefined;
    const { text, lazyMax } = this;
    const { starts, end } = this.entries();
    const isLong = end - this.offset >= LAZY_JSON.charsMin;
    this.lazyMax = isLong ? lazyMax - 1 : 0;
    if (!isLong || (keyed && starts.length < LAZY_JSON.entriesMin)) return undefined;
    this.offset = end;
    const show = (index: number): ListEntry => new Reader(text, lazyMax - 1, starts[index]).entry(keyed);
    return new LazyList({ count: starts.length, keyed, show });
  }

  /** Reads the value as a lazy text; undefined where it is none, or too short. */
  private lazyText(first: string | undefined): LazyText | undefined {
    if (first !== '"') return undefined;
    const { text, offset } = this;
    const { pieceChars } = LAZY_JSON;
    this.endString();
    const end = this.offset - 1;
    if (end - offset <= 2 * pieceChars) {
      this.offset = offset;
      return undefined;
    }
    const starts: number[] = [];
    for (let from = offset + 1; from < end;) {
      starts.push(from);
      from = from + pieceChars >= end ? end : pieceEnd(text, from, from + pieceChars);
    }
    const piece = (index: number): string =>
      JSON.parse(`"${text.slice(starts[index], starts[index + 1] ?? end)}"`) as string;
    return new LazyText(starts.length, piece);
  }

  /** Whether the first member of the object that begins here is an object. */
  private hasObjectFirst(): boolean {
    const { offset } = this;
    this.offset += 1;
    let isObject = false;
    if (this.next() === '"') {
      this.endString();
      this.next();
      this.offset += 1;
      isObject = this.next() === '{';
    }
    this.offset = offset;
    return isObject;
  }

  /** Positions of the entries of the list or object that begins here, and of its end. */
  private entries(): { readonly starts: readonly number[]; readonly end: number } {
    const { text } = this;
    const starts = [this.offset + 1];
    let depth = 1;
    let position = this.offset + 1;
    for (; depth > 0; position += 1) {
      const code = text.charCodeAt(position);
      if (code === QUOTE) {
        position += 1;
        for (let inside = text.charCodeAt(position); inside !== QUOTE; inside = text.charCodeAt(position))
          position += inside === BACKSLASH ? 2 : 1;
      } else if (code === COMMA) {
        if (depth === 1) starts.push(position + 1);
      } else if (code === LIST || code === OBJECT) depth += 1;
      else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    }
    return { starts, end: position };
  }

  /** Members of the object in the text; undefined where it is no object. */
  members(): LazyList | undefined {
    if (this.next() !== '{') return undefined;
    const { text, lazyMax } = this;
    const { starts } = this.entries();
    this.offset += 1;
    const count = this.next() === '}' ? 0 : starts.length;
    const show = (index: number): ListEntry => new Reader(text, lazyMax, starts[index]).entry(true);
    return new LazyList({ count, keyed: true, show });
  }

  private entry(keyed: boolean): ListEntry {
    if (!keyed) return ['', this.value()];
    this.next();
    const name = this.scalar() as string;
    this.next();
    this.offset += 1;
    return [name, this.value(name)];
  }

  /** Skips white space. Returns the next character. */
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
      entries.push([name, this.value(name)]);
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
      this.endString();
    } else {
      const end = /[,\]}]/g;
      end.lastIndex = start;
      this.offset = end.exec(this.text)?.index ?? this.text.length;
    }
    return JSON.parse(this.text.slice(start, this.offset)) as Json;
  }

  /** Moves from the quote before a string to behind the quote after it. */
  private endString(): void {
    do {
      this.offset = this.text.indexOf('"', this.offset + 1);
    } while (isEscaped(this.text, this.offset, 0));
    this.offset += 1;
  }
}

/** Reads text that is known to be JSON; objects become `Keyed`. */
export const parseOrderedJson = (text: string): Json => new Reader(text).value();

/** As `parseOrderedJson`, with long lists and objects as lazy lists, and long texts as lazy ones. */
export const parseLazyJson = (text: string): Json => new Reader(text, LAZY_JSON.nestedMax).value();

/** As `parseLazyJson`, for an object: its members, lazy whatever they are. */
export const lazyMembers = (text: string): LazyList | undefined => new Reader(text, LAZY_JSON.nestedMax).members();

/** Names in the order of the text, for parsed objects whose own order may differ, or what returns them. */
const namesInText = new WeakMap<object, readonly string[] | (() => readonly string[])>();

const sentNames = (value: object): readonly string[] | undefined => {
  const known = namesInText.get(value);
  if (typeof known !== 'function') return known;
  const names = known();
  namesInText.set(value, names);
  return names;
};

const DEPTH_MAX = 64;

/** Values that one text of a client may have by default; reading them takes 50 ms at most. */
export const JSON_VALUES_MAX = 20_000;

/** Text that is refused because reading it would cost too much. */
export class JsonTooLarge extends Error {
  readonly limit: LimitName;

  constructor(limit: LimitName, message: string) {
    super(message);
    this.limit = limit;
  }
}

/** Length from which text is scanned for depth and number of values; shorter text cannot have too many. */
const SCANNED_FROM = JSON_VALUES_MAX / 2;

let valuesMax = JSON_VALUES_MAX;
let scannedFrom = SCANNED_FROM;

/** Sets how many values one text of a client may have, for the whole process. Returns the limit before. */
export const limitJsonValues = (max: number): number => {
  const before = valuesMax;
  valuesMax = max;
  scannedFrom = Math.min(SCANNED_FROM, max / 2);
  return before;
};

/** Throws JsonTooLarge for text with too many values. */
const checkShape = (text: string): void => {
  if (text.length < scannedFrom) return;
  const { values, depth } = scanJson(text);
  if (values > valuesMax)
    throw new JsonTooLarge('jsonValuesMax', `it has ${values} values, ${valuesMax} are read at most`);
  if (depth > DEPTH_MAX)
    throw new JsonTooLarge('json_depth', `it is nested ${depth} deep, ${DEPTH_MAX} is read at most`);
};

/** JSON.parse, after which `entriesAsSent` knows the order of the text. Throws SyntaxError, JsonTooLarge. */
export const parseJson = (text: string, reviver?: (name: string, value: unknown) => unknown): unknown => {
  checkShape(text);
  const value = JSON.parse(text, reviver) as unknown;
  eachReordered(text, value, DEPTH_MAX, (object, names) => namesInText.set(object, names));
  return value;
};

/** Records the names of an object in the order that `entriesAsSent` gives. */
export const recordNames = (value: object, names: readonly string[]): void => void namesInText.set(value, names);

/** Members in the order of the text that `parseJson` read them from. */
export const entriesAsSent = <T>(value: { readonly [name: string]: T }): [string, T][] =>
  (sentNames(value) ?? Object.keys(value)).map((name) => [name, value[name]!]);

/** Objects whose members have another order in the text: place among all objects of the value, and names. */
export type MemberOrders = readonly (readonly [place: number, names: readonly string[]])[];

/** Visits all objects of a value, depth first. */
const eachObject = (value: unknown, visit: (object: object) => void): void => {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value);
  for (const member of Object.values(value)) eachObject(member, visit);
};

/** Returns what `entriesAsSent` knows of a value and a clone of it lacks. */
export const memberOrders = (value: unknown): MemberOrders => {
  const orders: (readonly [place: number, names: readonly string[]])[] = [];
  let place = 0;
  eachObject(value, (object) => {
    const names = sentNames(object);
    const isOwn = names === undefined || Object.keys(object).every((name, index) => name === names[index]);
    if (!isOwn) orders.push([place, names]);
    place += 1;
  });
  return orders;
};

/** Gives a clone the orders of the value that it was cloned from. */
export const restoreMemberOrders = (clone: unknown, orders: MemberOrders): void => {
  if (orders.length === 0) return;
  const named = new Map(orders);
  let place = 0;
  eachObject(clone, (object) => {
    const names = named.get(place);
    if (names !== undefined) namesInText.set(object, names);
    place += 1;
  });
};
