// Attribute values of classes, products, contents and warehouse entities. Values are checked against their class when
// they are written (D44) and looked up by language by one rule everywhere (D36).
import { parseFlag } from '../../kernel/flag.ts';
import { mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { firstByCode, lookUpPlain, own } from '../by-language.ts';
import { sameValue } from '../same-value.ts';

export const ATTRIBUTE_TYPES = ['CHAR', 'TXT', 'HTML', 'FLOAT', 'INT', 'BOOL', 'DATE', 'IMG', 'PRODUCTS'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

export interface ImageValue {
  readonly value: string;
  readonly width: number;
  readonly height: number;
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

const asImage = (value: unknown): AttributeValue | undefined => {
  if (typeof value === 'string') return value.length <= 2048 ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const image = value as { value?: unknown; width?: unknown; height?: unknown };
  if (typeof image.value !== 'string' || image.value.length > 2048) return undefined;
  return { value: image.value, width: asPixels(image.width), height: asPixels(image.height) };
};

/** The one of a name: a class may have names from before they were composed, and they stay as they are stored. */
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
 * `attributeNamed` for many names of one class: the work is that of the names and of the attributes, and not of one
 * times the other.
 */
export const attributesByName = <A extends { readonly name: string }>(
  definitions: readonly A[],
): ((name: string) => A | undefined) => {
  let looked = 0;
  let byName: Map<string, A> | undefined;
  let byComposed: Map<string, A> | undefined;
  // The first of those with one name, as `attributeNamed` has it: the last that is set stays.
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

/** What is given, under a composed name, for an attribute by the name that is stored. */
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
  IMG: 'a URL of at most 2,048 characters, or {"value": URL, "width": pixels, "height": pixels}',
  PRODUCTS: 'a list of at most 1,000 product ids',
};

/** Of a value that does not fit its type; `path`: where it stands. */
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

/** The values of a new object; null is none. Refuses: SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID. */
export const fitTexts = (definitions: readonly AttributeDefinition[], given: Given): Result<Texts> =>
  mapOk(fitChanges(definitions, given), (changes) => mergeTexts({}, changes));

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

/** Those of the changes that change something. */
export const realChanges = (texts: Texts, changes: TextChanges): TextChanges => {
  const real: { [language: string]: { readonly [number: number]: AttributeValue | null } } = {};
  for (const [language, values] of Object.entries(changes)) {
    const before = own(texts, language);
    const changed = Object.entries(values).filter(
      ([number, value]) => !sameValue(before?.[Number(number)] ?? null, value),
    );
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
