// A parsed search constraint: a tree of conditions on fields, and what it means for one record.
//
// `holds` is the definition; every index must find exactly the records for which it is true.
import type { MatchQuery, WholeQuery } from './word-match.ts';

export type Scalar = string | number;

/** Value of a record's field. Of several values any may meet a condition; undefined: the record lacks the field. */
export type FieldValue = Scalar | readonly Scalar[] | undefined;

export const OPERATORS = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'BETWEEN',
  'MATCH',
] as const;

export type Operator = (typeof OPERATORS)[number];

/** A condition on one field. */
export interface Leaf {
  readonly type: 'leaf';
  readonly field: string;
  readonly operator: Operator;
  /** Without null; true and false are 1 and 0. */
  readonly operands: readonly Scalar[];
  /** No record can meet it, whatever it holds. */
  readonly never: boolean;
  /** Whether a value meets the condition; always false for MATCH, which `holds` is told by its caller. */
  test(value: Scalar): boolean;
  /** For LIKE: the literal texts that a match must hold, in lower case, longest first; [] for other operators. */
  readonly literals: readonly string[];
  /** Words of a MATCH; undefined for other operators. */
  readonly query: MatchQuery | undefined;
  /** The same as one number or name. */
  readonly whole: WholeQuery | undefined;
  /** Other readings of the query of a MATCH, of which each record's best one counts (compiled-words.ts). */
  readonly also?: readonly Leaf[];
  /** Records that meet a MATCH whatever they hold, and rank before all others, in this order. */
  readonly pinned?: readonly number[];
  /** The numbers that meet it are exactly those in one of these ranges; undefined where ranges cannot say it. */
  readonly ranges: readonly NumberRange[] | undefined;
}

/** Bounds, both included. */
export type NumberRange = readonly [from: number, to: number];

/**
 * Shape: a group never holds a group of its own type; `any` has at least two parts; `all` has none, which every
 * record meets, or at least two; `family` has one, which a product meets or one of its variations, whichever of them
 * the record is.
 */
export type Constraint = Group | Leaf;

export interface Group {
  readonly type: 'all' | 'any' | 'family';
  readonly parts: readonly Constraint[];
}

/** Whether the value of the condition's field meets it; never for MATCH. */
export const leafHolds = (leaf: Leaf, value: FieldValue): boolean => {
  if (value === undefined) return false;
  return typeof value === 'object' ? value.some((item) => leaf.test(item)) : leaf.test(value);
};

/**
 * Whether a record that is alone in its family meets a constraint; a field that it lacks meets no condition. `matches`
 * decides MATCH.
 */
export const holds = (
  constraint: Constraint,
  valueOf: (field: string) => FieldValue,
  matches: (leaf: Leaf) => boolean,
): boolean => {
  switch (constraint.type) {
    case 'all':
      return constraint.parts.every((part) => holds(part, valueOf, matches));
    case 'any':
    case 'family':
      return constraint.parts.some((part) => holds(part, valueOf, matches));
    case 'leaf':
      if (constraint.never) return false;
      return constraint.operator === 'MATCH' ? matches(constraint) : leafHolds(constraint, valueOf(constraint.field));
    default:
      return constraint satisfies never;
  }
};

/** Separates a field from the language in which it is read; no name has it. */
const LANGUAGE_MARK = '\u0000';

/** A field as it is read in a language, whatever the language of the query. */
export const inLanguage = (field: string, language: string): string => `${field}${LANGUAGE_MARK}${language}`;

export const withoutLanguage = (field: string): readonly [field: string, language: string | undefined] => {
  const at = field.indexOf(LANGUAGE_MARK);
  return at === -1 ? [field, undefined] : [field.slice(0, at), field.slice(at + 1)];
};

const groupOf = (type: Group['type'], parts: readonly Constraint[]): Constraint => {
  if (type === 'family') return { type, parts };
  const flat = parts.flatMap((part) => (part.type === type ? part.parts : [part]));
  return flat.length === 1 ? flat[0]! : { type, parts: flat };
};

/** The constraint with every condition replaced. */
export const mapLeaves = (constraint: Constraint, change: (leaf: Leaf) => Constraint): Constraint =>
  constraint.type === 'leaf'
    ? change(constraint)
    : groupOf(
        constraint.type,
        constraint.parts.map((part) => mapLeaves(part, change)),
      );

export const leavesOf = (constraint: Constraint, into: Leaf[] = []): readonly Leaf[] => {
  if (constraint.type === 'leaf') into.push(constraint);
  else for (const part of constraint.parts) leavesOf(part, into);
  return into;
};

/** The parts at the top, all of which are to be met. */
export const partsOf = (constraint: Constraint | undefined): readonly Constraint[] =>
  constraint === undefined ? [] : constraint.type === 'all' ? constraint.parts : [constraint];

/** The group `variation` of a constraint, which stands at its top. */
export const familyOf = (constraint: Constraint | undefined): Group | undefined =>
  partsOf(constraint).find((part) => part.type === 'family') as Group | undefined;

/** Every field that a constraint names. */
export const fieldsOf = (constraint: Constraint): ReadonlySet<string> =>
  new Set(leavesOf(constraint).map(({ field }) => field));

/** The constraint that is met where all of them are. */
export const allOf = (parts: readonly Constraint[]): Constraint => groupOf('all', parts);

/** The constraint that is met where one of them is, of at least one. */
export const anyOf = (parts: readonly Constraint[]): Constraint => groupOf('any', parts);
