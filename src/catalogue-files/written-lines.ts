// The lines of an export: each within the limits of an import, and what no line can hold is told by name.
//
// A record whose line would be too long or have too many values stands in several lines. Each holds some of its
// attributes, and names the others in `elsewhere`, so that an import leaves them where they are: every line is a record
// of its own that may come alone, in any order and again (D674). Not promised: that a single value fits, or what
// besides attributes makes a record long; `checkLine` says which lines an import
// would refuse.
import { scanJson } from '../kernel/json-scan.ts';
import { ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { withIds } from './filled-paths.ts';
import { RECORD_VALUES_MAX, checkShape } from './record-limits.ts';
import { readRecord } from './record.ts';
import type { Elsewhere } from './record.ts';
import { sentLine } from './sent-records.ts';

/** What a line may have before its record stands in several. */
interface Room {
  readonly bytes: number;
  readonly values: number;
  readonly languages: number;
}

/** As much as readers take; a call of the back office has room for the bytes, too. */
const ROOM: Room = { bytes: 1_000_000, values: RECORD_VALUES_MAX, languages: 100 };
/** Most bytes of a character in UTF-8, for one unit of UTF-16. */
const UNIT_BYTES = 3;
/** Braces, quotes and commas around what is counted. */
const AROUND = 16;

export interface WrittenLine {
  readonly record: object;
  /** With its line end. */
  readonly text: string;
}

const lineOf = (record: object): WrittenLine => ({ record, text: `${JSON.stringify(record)}\n` });

const fits = (text: string, room: Room): boolean =>
  (text.length * UNIT_BYTES <= room.bytes || Buffer.byteLength(text) <= room.bytes) &&
  (text.length <= room.values || scanJson(text).values <= room.values);

type Members = { readonly [name: string]: unknown };

/** An attribute of a class, or a value of an object; `language` '' for a class. */
interface Part {
  readonly language: string;
  readonly name: string;
  readonly value: unknown;
}

const partsOf = (attributes: object): Part[] =>
  Array.isArray(attributes)
    ? (attributes as readonly { readonly name: string }[]).map((value) => ({ language: '', name: value.name, value }))
    : Object.entries(attributes as { readonly [language: string]: Members }).flatMap(([language, values]) =>
        Object.entries(values).map(([name, value]) => ({ language, name, value })),
      );

const byLanguage = (parts: readonly Part[]): [language: string, parts: Part[]][] => {
  const languages = new Map<string, Part[]>();
  for (const part of parts) {
    const known = languages.get(part.language);
    if (known === undefined) languages.set(part.language, [part]);
    else known.push(part);
  }
  return [...languages];
};

const attributesOf = (parts: readonly Part[], isClass: boolean): unknown =>
  isClass
    ? parts.map(({ value }) => value)
    : Object.fromEntries(
        byLanguage(parts).map(([language, held]) => [
          language,
          Object.fromEntries(held.map(({ name, value }) => [name, value])),
        ]),
      );

const elsewhereOf = (parts: readonly Part[], isClass: boolean): Elsewhere | readonly string[] =>
  isClass
    ? parts.map(({ name }) => name)
    : Object.fromEntries(byLanguage(parts).map(([language, held]) => [language, held.map(({ name }) => name)]));

/** Members of the lines behind the first: what a record is known by. */
const KNOWN_BY = ['type', 'class_type', 'class', 'name', 'key', 'element_number', 'metadata', 'records'];

const knownBy = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([name]) => KNOWN_BY.includes(name) && (name !== 'metadata' || members['type'] === 'warehouse_entity'),
    ),
  );

type Size = Omit<Room, 'languages'>;

const sizeOf = (value: unknown): Size => {
  const text = JSON.stringify(value);
  return { bytes: Buffer.byteLength(text) + AROUND, values: scanJson(text).values };
};

/** The parts in groups that have room beside what else is in the first line, and in the others. */
const grouped = (parts: readonly Part[], room: Room, first: Size, others: Size): Part[][] => {
  const groups: Part[][] = [];
  let group: Part[] = [];
  let languages = new Set<string>();
  let [bytes, values] = [first.bytes, first.values];
  for (const part of parts) {
    const size = sizeOf([part.language, part.name, part.value]);
    const isFull =
      bytes + size.bytes > room.bytes ||
      values + size.values > room.values ||
      (languages.size === room.languages && !languages.has(part.language));
    // A value that has room nowhere stands alone. The first line may be full without one.
    if (isFull && (group.length > 0 || groups.length === 0)) {
      groups.push(group);
      [group, bytes, values] = [[], others.bytes, others.values];
      languages = new Set();
    }
    group.push(part);
    languages.add(part.language);
    bytes += size.bytes;
    values += size.values;
  }
  return [...groups, group];
};

/** The line of a record, or the lines that it stands in. */
export const writtenLines = (record: object, room = ROOM): readonly WrittenLine[] => {
  const whole = lineOf(record);
  const { attributes, ...rest } = record as Members;
  if (rest['type'] === 'category' || typeof attributes !== 'object' || attributes === null) return [whole];
  const isClass = Array.isArray(attributes);
  const isSpoken = isClass || Object.keys(attributes).length <= room.languages;
  if (isSpoken && fits(whole.text, room)) return [whole];
  const parts = partsOf(attributes);
  const known = knownBy(rest);
  const names = sizeOf(elsewhereOf(parts, isClass));
  // Where the names alone are too many, more lines would not help.
  if (names.bytes > room.bytes / 2 || names.values > room.values / 2) return [whole];
  const beside = (members: Members): Size => {
    const { bytes, values } = sizeOf(members);
    return { bytes: bytes + names.bytes + AROUND, values: values + names.values + AROUND };
  };
  return grouped(parts, room, beside(rest), beside(known)).map((group, index) => {
    const here = new Set(group);
    const others = parts.filter((part) => !here.has(part));
    const elsewhere = elsewhereOf(others, isClass);
    return lineOf({ ...(index === 0 ? rest : known), attributes: attributesOf(group, isClass), elsewhere });
  });
};

const ANYWHERE = { idOf: () => 1 };

/**
 * Whether an import reads the line. Refuses: what readers of files refuse of a record, and CONSTRAINT_INVALID for a
 * category that finds products by their ids, which are of this shop alone.
 */
export const checkLine = (line: number, { record, text }: WrittenLine): Result<unknown> => {
  const shape = checkShape(text);
  if (!shape.ok) return shape;
  const sent = text.length * UNIT_BYTES < ROOM.bytes ? ok(text) : sentLine(line, { record });
  const read = sent.ok ? readRecord(record) : sent;
  return read.ok && read.value.type === 'category' ? withIds(read.value.constraint, ANYWHERE) : read;
};
