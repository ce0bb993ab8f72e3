// Attribute values of classes, products, contents, warehouse entities and records. Values are checked against their
// class when they are written (D44) and looked up by language by one rule everywhere (D36).
import { parseFlag } from '../../kernel/flag.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { firstByCode, lookUpPlain, own } from '../by-language.ts';
import { sameValue } from '../same-value.ts';

export const ATTRIBUTE_TYPES = [
  'CHAR',
  'TXT',
  'HTML',
  'FLOAT',
  'INT',
  'BOOL',
  'DATE',
  'IMG',
  'PRODUCTS',
  'RECORDS',
] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

/** Whether values are ids of others, which a line of a table has no room for. */
export const isReference = (type: AttributeType): boolean => type === 'PRODUCTS' || type === 'RECORDS';

/** The point of an image that stays in sight where a frame cuts it: whole per cent from its left and from its top. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

export interface ImageValue {
  readonly value: string;
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who do not see it; absent or empty: nobody has said. */
  readonly alt?: string;
  /** Absent or null: nobody has marked a point. */
  readonly focus?: Focus | null;
}

export type AttributeValue = string | number | ImageValue | readonly number[];

/** Per language, per number of the attribute within its class: a removed attribute shows nowhere at once. */
export interface Texts<V = AttributeValue> {
  readonly [language: string]: { readonly [number: number]: V };
}

/** null: the object's own value goes, and the class's shows again. */
export type TextChanges = Texts<AttributeValue | null>;

/** As callers write them: per language, per attribute name. */
export type Given = { readonly [language: string]: { readonly [name: string]: unknown } };

export interface AttributeDefinition {
  /** Counts up within its class and is never used again. */
  readonly number: number;
  readonly name: string;
  readonly type: AttributeType;
  readonly labels: { readonly [language: string]: string };
  /** What an object without a value of its own shows. */
  readonly defaults: { readonly [language: string]: AttributeValue };
}

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isDate = (text: string): boolean => {
  const [year, month, day] = (DATE.exec(text) ?? []).slice(1, 4).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= MONTH_DAYS[month - 1]! + (leap ? 1 : 0);
};

/** What an attribute of this type shows when nobody ever gave it a value. */
export const emptyValue = (type: AttributeType): AttributeValue => {
  switch (type) {
    case 'FLOAT':
    case 'INT':
    case 'BOOL':
      return 0;
    case 'PRODUCTS':
    case 'RECORDS':
      return [];
    case 'CHAR':
    case 'TXT':
    case 'HTML':
    case 'DATE':
    case 'IMG':
      return '';
    default:
      return type satisfies never;
  }
};

// No two parts of it can match the same digit: on a megabyte of digits it must not try every split.
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

/** The disk does not keep −0, so neither does memory. */
const withoutMinusZero = (value: number): number => (value === 0 ? 0 : value);

const asNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? withoutMinusZero(value) : undefined;
  if (typeof value !== 'string' || !NUMBER.test(value)) return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? withoutMinusZero(parsed) : undefined;
};

const asText = (value: unknown, lengthMax: number): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.length <= lengthMax ? value : undefined;
};

const asPixels = (value: unknown): number => {
  const parsed = asNumber(value);
  return parsed === undefined || parsed < 0 || parsed > 1e6 ? 0 : Math.floor(parsed);
};

/** Characters of what an image shows. */
const ALT_MAX = 1000;

const asPercent = (value: unknown): number | undefined => {
  const parsed = asNumber(value);
  return parsed !== undefined && Number.isInteger(parsed) && parsed >= 0 && parsed <= 100 ? parsed : undefined;
};

/** null: none any more; undefined: it is no point. */
const asFocus = (value: unknown): Focus | null | undefined => {
  if (value === null || value === '') return null;
  if (typeof value !== 'object') return undefined;
  const point = value as { x?: unknown; y?: unknown };
  const [x, y] = [asPercent(point.x), asPercent(point.y)];
  return x === undefined || y === undefined ? undefined : { x, y };
};

interface GivenImage {
  readonly value?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly alt?: unknown;
  readonly focus?: unknown;
}

const asImage = (value: unknown): AttributeValue | undefined => {
  if (typeof value === 'string') return value.length <= 2048 ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const image: GivenImage = value;
  if (typeof image.value !== 'string' || image.value.length > 2048) return undefined;
  const sized = { value: image.value, width: asPixels(image.width), height: asPixels(image.height) };
  const isSaid = image.alt !== undefined && image.alt !== null;
  const alt = isSaid ? asText(image.alt, ALT_MAX) : undefined;
  const focus = asFocus(image.focus ?? null);
  if ((isSaid && alt === undefined) || focus === undefined) return undefined;
  return { ...sized, ...(alt !== undefined && { alt }), ...(image.focus !== undefined && { focus }) };
};

/** The attribute of a name. A class may have names from before they were composed; they stay as stored. */
export const attributeNamed = <A extends { readonly name: string }>(
  definitions: readonly A[],
  name: string,
): A | undefined => {
  const same = definitions.find((attribute) => attribute.name === name);
  if (same !== undefined) return same;
  const wanted = composed(name);
  return definitions.find((attribute) => composed(attribute.name) === wanted);
};

/** Names up to which looking through all attributes costs less than a map of them. */
const LOOKED_THROUGH = 4;

/**
 * `attributeNamed` for many names of one class: the work grows with names plus attributes, not with
 * names times attributes.
 */
export const attributesByName = <A extends { readonly name: string }>(
  definitions: readonly A[],
): ((name: string) => A | undefined) => {
  let looked = 0;
  let byName: Map<string, A> | undefined;
  let byComposed: Map<string, A> | undefined;
  // Reversed, so that the first attribute of a name wins, as in `attributeNamed`: a map keeps the last one set.
  const mapBy = (nameOf: (attribute: A) => string): Map<string, A> =>
    new Map(definitions.toReversed().map((attribute) => [nameOf(attribute), attribute]));
  return (name) => {
    looked += 1;
    if (looked <= LOOKED_THROUGH) return attributeNamed(definitions, name);
    byName ??= mapBy((attribute) => attribute.name);
    const same = byName.get(name);
    if (same !== undefined) return same;
    byComposed ??= mapBy((attribute) => composed(attribute.name));
    return byComposed.get(composed(name));
  };
};

/** The value given for an attribute, under its stored name or that name composed. */
export const givenFor = (given: { readonly [name: string]: unknown }, stored: string): unknown =>
  own(given, stored) ?? own(given, composed(stored));

const asIds = (value: unknown): AttributeValue | undefined => {
  if (value === '') return [];
  if (!Array.isArray(value) || value.length > 1000) return undefined;
  const ids = value.map(asNumber);
  return ids.every((id): id is number => id !== undefined && Number.isSafeInteger(id) && id > 0) ? ids : undefined;
};

const asBit = (value: unknown): number | undefined => {
  const flag = parseFlag(value);
  return flag === undefined ? undefined : Number(flag);
};

/** What a value of each type has to be, in words. */
const WANTED: { readonly [K in AttributeType]: string } = {
  CHAR: 'a text of at most 255 characters',
  TXT: 'a text of at most 1,000,000 characters',
  HTML: 'a text of at most 1,000,000 characters',
  FLOAT: 'a number',
  INT: 'a whole number',
  BOOL: '1, 0, true, false, yes, no, on or off',
  DATE: 'YYYY-MM-DD or YYYY-MM-DD HH:MM:SS',
  IMG: 'a URL of at most 2,048 characters, or {"value": URL, "width": pixels, "height": pixels, "alt": text, "focus": {"x": per cent, "y": per cent}}',
  PRODUCTS: 'a list of at most 1,000 product ids',
  RECORDS: 'a list of at most 1,000 record ids',
};

/** Says why a value does not fit its type; `path`: where it stands. */
export const misfit = (path: string, type: AttributeType, value: unknown): string => {
  const what = typeof value === 'string' && value.length > 255 ? `a text of ${value.length} characters` : shown(value);
  return `${path}: ${what} is no ${type} value, which is ${WANTED[type]}.`;
};

/** The value as this type keeps it; undefined when it does not fit. */
export const fitValue = (type: AttributeType, value: unknown): AttributeValue | undefined => {
  switch (type) {
    case 'CHAR':
      return asText(value, 255);
    case 'TXT':
    case 'HTML':
      return asText(value, 1_000_000);
    case 'FLOAT':
      return value === '' ? 0 : asNumber(value);
    case 'INT': {
      const parsed = value === '' ? 0 : asNumber(value);
      return Number.isSafeInteger(parsed) ? parsed : undefined;
    }
    case 'BOOL':
      return value === '' ? 0 : asBit(value);
    case 'DATE':
      return typeof value === 'string' && (value === '' || isDate(value)) ? value : undefined;
    case 'IMG':
      return asImage(value);
    case 'PRODUCTS':
    case 'RECORDS':
      return asIds(value);
    default:
      return type satisfies never;
  }
};

/** Changes of an object's values. Refuses: SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID. */
export const fitChanges = (definitions: readonly AttributeDefinition[], given: Given): Result<TextChanges> => {
  const fitted: { [language: string]: { [number: number]: AttributeValue | null } } = {};
  const named = attributesByName(definitions);
  for (const [language, values] of Object.entries(given)) {
    const kept: { [number: number]: AttributeValue | null } = {};
    for (const [name, value] of Object.entries(values)) {
      const definition = named(name);
      if (definition === undefined) {
        return refuse('SHOPOBJECT_ATTRIBUTE_UNKNOWN', name, `The class has no attribute ${shown(name)}.`);
      }
      const fit = value === null || value === undefined ? null : fitValue(definition.type, value);
      if (fit === undefined) {
        return refuse(
          'SHOPOBJECT_ATTRIBUTE_INVALID',
          name,
          misfit(`${shown(language)}.${name}`, definition.type, value),
        );
      }
      kept[definition.number] = fit;
    }
    fitted[language] = kept;
  }
  return ok(fitted);
};

/** The values with the changes in them; null takes one away. */
export const mergePlain = <V>(
  values: { readonly [name: string]: V },
  changes: { readonly [name: string]: V | null },
): { readonly [name: string]: V } => {
  const merged: { [name: string]: V } = { ...values };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
};

/** A language without values goes. */
export const mergeTexts = (texts: Texts, changes: TextChanges): Texts => {
  const merged: { [language: string]: { readonly [number: number]: AttributeValue } } = {};
  for (const language of new Set([...Object.keys(texts), ...Object.keys(changes)])) {
    const values = mergePlain<AttributeValue>(own(texts, language) ?? {}, own(changes, language) ?? {});
    if (Object.keys(values).length > 0) merged[language] = values;
  }
  return merged;
};

/** What an image shows, in words; undefined: nobody has said, or the value is no image. */
export const altOf = (value: AttributeValue | null | undefined): string | undefined =>
  typeof value === 'object' && value !== null && 'alt' in value ? value.alt : undefined;

/** The point that is marked in an image; null: none any more; undefined: nobody has said, or it is no image. */
export const focusOf = (value: AttributeValue | null | undefined): Focus | null | undefined =>
  typeof value === 'object' && value !== null && 'focus' in value ? value.focus : undefined;

/** What is said of an image besides its address and its size. */
export const saidOf = (value: AttributeValue | null | undefined): Pick<ImageValue, 'alt' | 'focus'> => {
  const [alt, focus] = [altOf(value), focusOf(value)];
  return { ...(alt !== undefined && { alt }), ...(focus !== undefined && { focus }) };
};

/** The image as it is sent, with what is said of the one before where it is the same image and that was not sent. */
const withSaid = (before: AttributeValue | undefined, sent: AttributeValue | null): AttributeValue | null => {
  const said = saidOf(before);
  const names = Object.keys(said);
  if (names.length === 0 || sent === null || plainValue(sent) !== plainValue(before!)) return sent;
  const isImage = typeof sent === 'object' && 'value' in sent;
  if (isImage && names.every((name) => name in sent)) return sent;
  return isImage ? { ...sent, ...said, ...saidOf(sent) } : { value: String(sent), width: 0, height: 0, ...said };
};

/** A point that is taken away is no member that says so. */
const withoutNoPoint = (value: AttributeValue | null): AttributeValue | null => {
  if (value === null || typeof value !== 'object' || !('focus' in value) || value.focus !== null) return value;
  const { focus: _none, ...rest } = value;
  return rest;
};

/** Those of the changes that change something. */
export const realChanges = (texts: Texts, changes: TextChanges): TextChanges => {
  const real: { [language: string]: { readonly [number: number]: AttributeValue | null } } = {};
  for (const [language, values] of Object.entries(changes)) {
    const before = own(texts, language);
    const changed = Object.entries(values)
      .map(([number, value]) => [number, withoutNoPoint(withSaid(before?.[Number(number)], value))] as const)
      .filter(([number, value]) => !sameValue(before?.[Number(number)] ?? null, value));
    if (changed.length > 0) real[language] = Object.fromEntries(changed);
  }
  return real;
};

/** The language asked for, the shop's own, the first by code that has it; undefined when none has. */
export const lookUp = <V>(texts: Texts<V>, number: number, language: string, fallback: string): V | undefined =>
  own(texts, language)?.[number] ?? own(texts, fallback)?.[number] ?? firstByCode(texts, (values) => values[number]);

/**
 * What an object has under an attribute, wherever it is shown, searched, charged or printed: a value of its own or of a
 * product above it, its class's, an empty one. `texts`: of the object with what it inherits (see inheritance.ts).
 */
export const attributeValue = (
  definition: AttributeDefinition,
  texts: Texts,
  language: string,
  fallback: string,
): AttributeValue =>
  lookUp(texts, definition.number, language, fallback) ??
  lookUpPlain(definition.defaults, language, fallback) ??
  emptyValue(definition.type);

/** A value where there is no room for an image's size: its address. */
export const plainValue = (value: AttributeValue): string | number | readonly number[] =>
  typeof value === 'object' && !Array.isArray(value)
    ? (value as ImageValue).value
    : (value as string | number | readonly number[]);
