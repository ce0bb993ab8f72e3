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
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A whole reply made earlier, as UTF-8: it goes out again and again without being encoded again. */
export class Encoded {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A place in a text that is made by itself, and put in later: NUL, its number, NUL, which no JSON holds. */
export class Part {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/** A text with parts: what stands between them, and before each but the first the number of a part. */
export const partsOf = (text: string): string[] => text.split('\0');

export type Json = string | number | boolean | null | Keyed | Raw | Part | readonly Json[] | { readonly [name: string]: Json };

// JSON.stringify escapes control characters, quotes, backslashes and lone surrogates. A text without them, and without pairs
// of surrogates, it would only copy, twice or more while its own grows.
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
export const toBody = (shown: Json | Encoded): string | Uint8Array => (shown instanceof Encoded ? shown.bytes : toJson(shown));

/** Throws on NaN and infinities: no view may make them. */
export const toJson = (value: Json): string => {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`${value} has no JSON`);
      return value === 0 ? '0' : String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : objectJson(value);
  }
};

const objectJson = (value: Exclude<Json, string | number | boolean | null>): string => {
  if (value instanceof Raw) return value.text;
  if (value instanceof Part) return `\0${value.at}\0`;
  if (Array.isArray(value)) {
    let text = '[';
    for (let at = 0; at < value.length; at += 1) text += (at === 0 ? '' : ',') + toJson(value[at] as Json);
    return `${text}]`;
  }
  let text = '';
  if (value instanceof Keyed) {
    for (const [name, member] of value.entries) text += `${text === '' ? '{' : ','}${quote(name)}:${toJson(member)}`;
  } else {
    const members = value as { readonly [name: string]: Json };
    for (const name in members) {
      const { first, next } = memberName(name);
      text += text === '' ? first : next;
      text += toJson(members[name]!);
    }
  }
  return text === '' ? '{}' : `${text}}`;
};
