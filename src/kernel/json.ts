// Replies as values, and how they become JSON text.
//
// Besides what JSON.stringify takes, a reply may hold objects whose members keep the order given (`Keyed`: a JavaScript
// object would move names made of digits to the front, D59), text that was made before (`RawJson`), a slot for a
// fragment that is cached by itself (`FragmentSlot`), a list whose records are made when they are written (`LazyList`),
// and a text that is written piece by piece (`LazyText`).
//
// Not promised: a check of what `RawJson` and `EncodedReply` hold. Only the compiler knows their type parameter.

/** An object whose members keep the order given; `V`: its values. */
export class Keyed<V = Json> {
  readonly entries: readonly (readonly [name: string, value: V])[];
  constructor(entries: readonly (readonly [name: string, value: V])[]) {
    this.entries = entries;
  }
}

/** JSON text of a `T` that was made before. */
export class RawJson<T = unknown> {
  declare protected readonly standsFor?: T;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A whole reply that was made before, in UTF-8: it may be sent many times without being encoded again. */
export class EncodedReply<T = unknown> {
  declare protected readonly standsFor?: T;
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** The place of a fragment that is put in later. Its text is NUL, the fragment's index, NUL, which no JSON holds. */
export class FragmentSlot<T = unknown> {
  declare protected readonly standsFor?: T;
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** A text with slots, split: text, index of a fragment, text, index, … text. */
export const splitAtFragments = (text: string): string[] => text.split('\0');

/** A record of a list; `name` is written only if the list is keyed. */
export type ListEntry<V = Json> = readonly [name: string, value: V];

export type Ids = readonly number[] | Uint32Array;

export interface LazyListOptions<V = Json> {
  readonly count: number;
  /** True: written as an object with the entries' names; false, the default: as an array. */
  readonly keyed?: boolean;
  /** The kind of the actors that the records show, and the actors' ids; absent for records that show none. */
  readonly kind?: string;
  readonly ids?: Ids;
  show(index: number): ListEntry<V>;
}

/**
 * A list that may be long. Its records are fixed from the start and made when they are written: all at once by
 * `toJson`, or chunk by chunk by `ReplyChunks`.
 */
export class LazyList<V = Json> {
  readonly count: number;
  readonly keyed: boolean;
  readonly kind: string;
  readonly ids: Ids;
  /** The first record that `ReplyChunks` has not begun to write. */
  nextIndex = 0;
  private readonly show: (index: number) => ListEntry<V>;
  private frozen: Map<number, ListEntry> | undefined = undefined;

  constructor({ count, keyed = false, kind = '', ids = [], show }: LazyListOptions<V>) {
    this.count = count;
    this.keyed = keyed;
    this.kind = kind;
    this.ids = ids;
    this.show = show;
  }

  record(index: number): ListEntry {
    return this.frozen?.get(index) ?? (this.show(index) as ListEntry);
  }

  /** The index of an actor whose record is still to be written; −1 if there is none. */
  pendingIndexOf(id: number): number {
    return this.ids.indexOf(id, this.nextIndex);
  }

  /** Makes a record now, before its actor changes or ends. Returns the characters that this keeps in memory. */
  freeze(index: number): number {
    if (this.frozen?.has(index) === true) return 0;
    const [name, value] = this.show(index);
    const text = toJson(value as Json);
    (this.frozen ??= new Map()).set(index, [name, new RawJson(text)]);
    return text.length;
  }
}

/**
 * A text that may be long, in pieces: written all at once by `toJson`, or chunk by chunk by `ReplyChunks`. No piece
 * ends between the halves of a surrogate pair.
 */
export class LazyText {
  readonly count: number;
  /** Characters that wait in memory until the text is written; 0: it is made of what is held anyway. */
  readonly heldChars: number;
  /** The first piece that `ReplyChunks` has not begun to write. */
  nextIndex = 0;
  readonly piece: (index: number) => string;

  constructor(count: number, piece: (index: number) => string, heldChars = 0) {
    this.count = count;
    this.piece = piece;
    this.heldChars = heldChars;
  }
}

/** What a reply holds that may be written in later chunks. */
export type LazyPart = LazyList | LazyText;

export type Json =
  | string
  | number
  | boolean
  | null
  | Keyed
  | RawJson
  | FragmentSlot
  | LazyPart
  | readonly Json[]
  | { readonly [name: string]: Json };

type Scalar = string | number | boolean | null;

/** What a view may give for a value of type `T`: the value itself, or text and lists made of it. */
export type Shown<T> = unknown extends T
  ? Json
  : T extends Scalar
    ? T | (string extends T ? LazyText : never)
    : T extends readonly (infer M)[]
      ? RawJson<T> | FragmentSlot<T> | LazyList<Shown<M>> | readonly Shown<M>[]
      : ShownObject<T>;

/** A record whose members are each shown. */
export type ShownRecord<T> = { readonly [K in keyof T]: Shown<T[K]> };

type ShownObject<T> =
  | RawJson<T>
  | FragmentSlot<T>
  | ShownRecord<T>
  | (string extends keyof T ? Keyed<Shown<T[keyof T]>> | LazyList<Shown<T[keyof T]>> : never);

// JSON.stringify escapes control characters, quotes, backslashes and lone surrogates. It copies other text twice or
// more while its buffer grows; adding quotes is cheaper.
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
/** A text as JSON. */
export const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
/** A part of a text as JSON. */
const escaped = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text).slice(1, -1));

// Quoted names of members: 16 % of a list of orders (bench/notes/small-caches.md). Those of views are few and fixed;
// those of Keyed come from the shop's data and are not cached.
interface MemberName {
  readonly first: string;
  readonly next: string;
}
const memberNames = new Map<string, MemberName>();
const memberName = (name: string): MemberName => {
  let known = memberNames.get(name);
  if (known === undefined) {
    const text = `${quote(name)}:`;
    known = { first: `{${text}`, next: `,${text}` };
    if (memberNames.size < 2048) memberNames.set(name, known);
  }
  return known;
};

/** The body of a reply. */
export const toBody = (reply: Json | EncodedReply): string | Uint8Array =>
  reply instanceof EncodedReply ? reply.bytes : toJson(reply);

/** Returns JSON text. Throws a RangeError for NaN and infinities: a view that makes them has a bug. */
export const toJson = (value: Json): string => written(value, undefined);

/** Stands for what is written later; no JSON holds this character. */
const LATER_MARK = '\u0001';

/** Texts around the lazy parts of a value, one more than parts. */
export interface JsonTemplate {
  readonly texts: readonly string[];
  readonly parts: readonly LazyPart[];
}

export const jsonTemplate = (value: Json): JsonTemplate => {
  const parts: LazyPart[] = [];
  const text = written(value, parts);
  return { texts: parts.length === 0 ? [text] : text.split(LATER_MARK), parts };
};

/** Template of a record in its list: after a comma, with its name if the list is keyed. */
const entryTemplate = ({ keyed }: LazyList, index: number, [name, value]: ListEntry): JsonTemplate => {
  const { texts, parts } = jsonTemplate(value);
  const head = (index === 0 ? '' : ',') + (keyed ? `${quote(name)}:` : '');
  return head === '' ? { texts, parts } : { texts: [head + texts[0]!, ...texts.slice(1)], parts };
};

/** Template of a record of a lazy list, or of a piece of a lazy text. */
export const partTemplate = (part: LazyPart, index: number): JsonTemplate =>
  part instanceof LazyText
    ? { texts: [escaped(part.piece(index))], parts: [] }
    : entryTemplate(part, index, part.record(index));

/** `parts`: collects the lazy parts, for which LATER_MARK is written; undefined: they are written at once. */
const written = (value: Json, parts: LazyPart[] | undefined): string => {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`${value} has no JSON`);
      return value === 0 ? '0' : String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : objectJson(value, parts);
  }
};

const partJson = (part: LazyPart, parts: LazyPart[] | undefined): string => {
  let text = '';
  if (parts !== undefined) {
    parts.push(part);
    text = LATER_MARK;
  } else if (part instanceof LazyText) {
    for (let index = 0; index < part.count; index += 1) text += escaped(part.piece(index));
  } else {
    for (let index = 0; index < part.count; index += 1)
      text += entryTemplate(part, index, asRaw(part.record(index))).texts[0]!;
  }
  if (part instanceof LazyText) return `"${text}"`;
  return part.keyed ? `{${text}}` : `[${text}]`;
};

/** Writes all lists of an entry. */
const asRaw = ([name, value]: ListEntry): ListEntry => [name, new RawJson(toJson(value))];

const objectJson = (value: Exclude<Json, string | number | boolean | null>, parts: LazyPart[] | undefined): string => {
  if (value instanceof RawJson) return value.text;
  if (value instanceof FragmentSlot) return `\0${value.index}\0`;
  if (Array.isArray(value)) {
    let text = '[';
    for (let index = 0; index < value.length; index += 1)
      text += (index === 0 ? '' : ',') + written(value[index] as Json, parts);
    return `${text}]`;
  }
  let text = '';
  if (value instanceof Keyed) {
    for (const [name, member] of value.entries)
      text += `${text === '' ? '{' : ','}${quote(name)}:${written(member, parts)}`;
  } else if (value instanceof LazyList || value instanceof LazyText) return partJson(value, parts);
  else {
    const members = value as { readonly [name: string]: Json };
    for (const name in members) {
      const { first, next } = memberName(name);
      text += text === '' ? first : next;
      text += written(members[name]!, parts);
    }
  }
  return text === '' ? '{}' : `${text}}`;
};
