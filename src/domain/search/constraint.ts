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
  /** The numbers that meet it are exactly those in one of these ranges; undefined where ranges cannot say it. */
  readonly ranges: readonly NumberRange[] | undefined;
}

/** Bounds, both included. */
export type NumberRange = readonly [from: number, to: number];

/**
 * Shape: a group never holds a group of its own type; `any` has at least two parts; `all` has none, which every
 * record meets, or at least two.
 */
export type Constraint = { readonly type: 'all' | 'any'; readonly parts: readonly Constraint[] } | Leaf;

/** Whether the value of the condition's field meets it; never for MATCH. */
export const leafHolds = (leaf: Leaf, value: FieldValue): boolean => {
  if (value === undefined) return false;
  return typeof value === 'object' ? value.some((item) => leaf.test(item)) : leaf.test(value);
};

/** Whether a record meets a constraint; a field that it lacks meets no condition. `matches` decides MATCH. */
export const holds = (
  constraint: Constraint,
  valueOf: (field: string) => FieldValue,
  matches: (leaf: Leaf) => boolean,
): boolean => {
  switch (constraint.type) {
    case 'all':
      return constraint.parts.every((part) => holds(part, valueOf, matches));
    case 'any':
      return constraint.parts.some((part) => holds(part, valueOf, matches));
    case 'leaf':
      if (constraint.never) return false;
      return constraint.operator === 'MATCH' ? matches(constraint) : leafHolds(constraint, valueOf(constraint.field));
    default:
      return constraint satisfies never;
  }
};

/** The constraint with every condition replaced. */
export const mapLeaves = (constraint: Constraint, change: (leaf: Leaf) => Leaf): Constraint =>
  constraint.type === 'leaf'
    ? change(constraint)
    : { type: constraint.type, parts: constraint.parts.map((part) => mapLeaves(part, change)) };

export const leavesOf = (constraint: Constraint, into: Leaf[] = []): readonly Leaf[] => {
  if (constraint.type === 'leaf') into.push(constraint);
  else for (const part of constraint.parts) leavesOf(part, into);
  return into;
};

/** Every field that a constraint names. */
export const fieldsOf = (constraint: Constraint): ReadonlySet<string> =>
  new Set(leavesOf(constraint).map(({ field }) => field));

/** The constraint that is met where all of them are. */
export const allOf = (parts: readonly Constraint[]): Constraint => {
  const flat = parts.flatMap((part) => (part.type === 'all' ? part.parts : [part]));
  return flat.length === 1 ? flat[0]! : { type: 'all', parts: flat };
};
