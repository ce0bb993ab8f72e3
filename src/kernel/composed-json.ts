// JSON values whose names and texts are in Unicode's composed form (text.ts).
//
// Guaranteed: members keep the order of the text that they were read from, also names made of digits.
import { entriesAsSent, recordNames } from './json-reader.ts';
import { composed } from './text.ts';

type Members = { readonly [name: string]: unknown };

/** Composes names and texts of a value, except in its members named in `asSent`. */
export const composedJson = (value: unknown, asSent: readonly string[] = []): unknown => {
  if (typeof value === 'string') return composed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => composedJson(member));
  const entries = entriesAsSent(value as Members).map(([name, member]): [string, unknown] => [
    composed(name),
    asSent.includes(name) ? member : composedJson(member),
  ]);
  const copy = Object.fromEntries(entries);
  recordNames(
    copy,
    entries.map(([name]) => name),
  );
  return copy;
};

/** A name that two members of one object have in two Unicode forms; undefined: there is none. */
export const nameInTwoForms = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) {
    const names = new Set<string>();
    for (const name of Object.keys(value).map(composed)) {
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  for (const member of Object.values(value)) {
    const name = nameInTwoForms(member);
    if (name !== undefined) return name;
  }
  return undefined;
};
