// JSON as this API needs it: objects "keyed by name" keep their order in the bytes, also for names made of digits,
// which a JavaScript object would reorder (Decision 9).

/** An object whose members keep the order given. */
export class Keyed {
  readonly entries: readonly (readonly [name: string, value: Json])[];
  constructor(entries: readonly (readonly [name: string, value: Json])[]) {
    this.entries = entries;
  }
}

/** JSON text made earlier. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A whole reply made earlier, as UTF-8: it goes out again and again without being encoded again. */
export class EncodedReply {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A place in a text that is made by itself, and put in later: NUL, its number, NUL, which no JSON holds. */
export class FragmentSlot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** A text with parts: what stands between them, and before each but the first the number of a part. */
export const splitAtFragments = (text: string): string[] => text.split('\0');

/** A record of a list and, where the list is keyed, its member's name. */
export type ListEntry = readonly [name: string, value: Json];

export type Ids = readonly number[] | Uint32Array;

export interface LazyListOptions {
  readonly count: number;
  /** Keyed by name, or an array whose entries' names are not written. */
  readonly keyed?: boolean;
  /** The kind of the actors that the records show, and their ids; left out where they show none. */
  readonly kind?: string;
  readonly ids?: Ids;
  show(at: number): ListEntry;
}

/**
 * A list that is too long for one piece: what is in it is fixed, its records are made when they are written, `toJson`
 * at once or `Slices` bit by bit.
 */
export class LazyList {
  readonly count: number;
  readonly keyed: boolean;
  readonly kind: string;
  readonly ids: Ids;
  /** The first that `Slices` has not begun to write. */
  nextIndex = 0;
  private readonly show: (record: number) => ListEntry;
  private frozen: Map<number, ListEntry> | undefined = undefined;

  constructor({ count, keyed = false, kind = '', ids = [], show }: LazyListOptions) {
    this.count = count;
    this.keyed = keyed;
    this.kind = kind;
    this.ids = ids;
    this.show = show;
  }

  record(record: number): ListEntry {
    return this.frozen?.get(record) ?? this.show(record);
  }

  /** Where an id stands that is still to be written; −1 when it does not. */
  pendingIndexOf(id: number): number {
    return this.ids.indexOf(id, this.nextIndex);
  }

  /** A record that will be shown as it is now; how many characters that takes. */
  freeze(record: number): number {
    if (this.frozen?.has(record) === true) return 0;
    const [name, value] = this.show(record);
    const text = toJson(value);
    (this.frozen ??= new Map()).set(record, [name, new RawJson(text)]);
    return text.length;
  }
}

export type Json =
  | string
  | number
  | boolean
  | null
  | Keyed
  | RawJson
  | FragmentSlot
  | LazyList
  | readonly Json[]
  | { readonly [name: string]: Json };

// JSON.stringify escapes control characters, quotes, backslashes and lone surrogates. A text without them, and without
// pairs of surrogates, it would only copy, twice or more while its own grows.
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

// Members of views have few, fixed names; those of Keyed come from the shop and are not remembered.
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

/** What a view gives, ready to be sent. */
export const toBody = (shown: Json | EncodedReply): string | Uint8Array =>
  shown instanceof EncodedReply ? shown.bytes : toJson(shown);

/** Throws on NaN and infinities: no view may make them. */
export const toJson = (value: Json): string => written(value, undefined);

/** Stands for a list that is written later; no JSON holds it. */
const HOLE = '\u0001';

/** What stands around the lists of a value, and the lists: there is one text more than lists. */
export interface JsonTemplate {
  readonly texts: readonly string[];
  readonly lists: readonly LazyList[];
}

export const jsonTemplate = (value: Json): JsonTemplate => {
  const lists: LazyList[] = [];
  const text = written(value, lists);
  return { texts: lists.length === 0 ? [text] : text.split(HOLE), lists };
};

/** A record as it stands in its list: behind a comma, and with its name where the list is keyed. */
export const entryTemplate = ({ keyed }: LazyList, at: number, [name, value]: ListEntry): JsonTemplate => {
  const { texts, lists } = jsonTemplate(value);
  const head = (at === 0 ? '' : ',') + (keyed ? `${quote(name)}:` : '');
  return head === '' ? { texts, lists } : { texts: [head + texts[0]!, ...texts.slice(1)], lists };
};

/** `lists`: where lists are put that are written later; undefined: they are written at once. */
const written = (value: Json, lists: LazyList[] | undefined): string => {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`${value} has no JSON`);
      return value === 0 ? '0' : String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : objectJson(value, lists);
  }
};

const recordsJson = (records: LazyList, lists: LazyList[] | undefined): string => {
  const { keyed, count } = records;
  let text = '';
  if (lists !== undefined) {
    lists.push(records);
    text = HOLE;
  } else {
    for (let at = 0; at < count; at += 1) text += entryTemplate(records, at, asRaw(records.record(at))).texts[0]!;
  }
  return keyed ? `{${text}}` : `[${text}]`;
};

/** With the lists in it written at once. */
const asRaw = ([name, value]: ListEntry): ListEntry => [name, new RawJson(toJson(value))];

const objectJson = (value: Exclude<Json, string | number | boolean | null>, lists: LazyList[] | undefined): string => {
  if (value instanceof RawJson) return value.text;
  if (value instanceof FragmentSlot) return `\0${value.index}\0`;
  if (Array.isArray(value)) {
    let text = '[';
    for (let at = 0; at < value.length; at += 1) text += (at === 0 ? '' : ',') + written(value[at] as Json, lists);
    return `${text}]`;
  }
  let text = '';
  if (value instanceof Keyed) {
    for (const [name, member] of value.entries)
      text += `${text === '' ? '{' : ','}${quote(name)}:${written(member, lists)}`;
  } else if (value instanceof LazyList) return recordsJson(value, lists);
  else {
    const members = value as { readonly [name: string]: Json };
    for (const name in members) {
      const { first, next } = memberName(name);
      text += text === '' ? first : next;
      text += written(members[name]!, lists);
    }
  }
  return text === '' ? '{}' : `${text}}`;
};
