// Constraints of searches: what a caller asks for, parsed and checked once, then evaluated exactly (Decision 20, W §6).
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { compareText, like, matchQuery } from './text-rules.ts';
import type { MatchQuery } from './text-rules.ts';

export type Scalar = string | number;
/** What a record has under a field; of several values any may match; undefined: it lacks the field. */
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

export interface Leaf {
  readonly type: 'leaf';
  readonly field: string;
  readonly operator: Operator;
  /** Without null; true and false are 1 and 0. */
  readonly operands: readonly Scalar[];
  /** Nothing can match, whatever a record holds. */
  readonly never: boolean;
  /** Whether a value passes; of MATCH always false, its truth is the caller's. */
  test(value: Scalar): boolean;
  /** Of LIKE: the literal texts that a match must hold, lower case, longest first; [] otherwise. */
  readonly literals: readonly string[];
  /** Of MATCH. */
  readonly query: MatchQuery | undefined;
  /** The numbers that pass are those in one of these; undefined for operators where they are not. */
  readonly ranges: readonly NumberRange[] | undefined;
}

/** From and to, both included. */
export type NumberRange = readonly [from: number, to: number];

/**
 * Shape: a group never holds a group of its own type; `any` has at least two parts; `all` has none, which every
 * record meets, or at least two.
 */
export type Constraint = { readonly type: 'all' | 'any'; readonly parts: readonly Constraint[] } | Leaf;

/** Units: levels, conditions, groups, operands, characters (UTF-16 units), runs of wildcards, words. */
export const CONSTRAINT_LIMITS = {
  depthMax: 8,
  leavesMax: 200,
  groupsMax: 1000,
  listMax: 1000,
  fieldMax: 128,
  textMax: 10_000,
  patternMax: 1000,
  wildcardRunsMax: 20,
  wordsMax: 16,
};
export type ConstraintLimits = Readonly<typeof CONSTRAINT_LIMITS>;

const EVERYTHING: Constraint = Object.freeze({ type: 'all', parts: Object.freeze([]) });

const invalid = (place: string, why: string, param = 'constraint'): Result<never> =>
  refuse('CONSTRAINT_INVALID', param, `${place}: ${why}.`);

/** A total order: numbers by value, then texts by compareText. */
export const compareValues = (a: Scalar, b: Scalar): number => {
  if (typeof a === 'number') return typeof b === 'string' || a < b ? -1 : a > b ? 1 : 0;
  return typeof b === 'number' ? 1 : compareText(a, b);
};

// No two parts of it can match the same digit, so a long text is read once.
const DECIMAL = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

/** An operand as it meets stored numbers; undefined where its text is no decimal number. */
const asNumber = (operand: Scalar): number | undefined =>
  typeof operand === 'number' ? operand : DECIMAL.test(operand) ? Number(operand) : undefined;

type Test = (value: Scalar) => boolean;
const negated =
  (test: Test): Test =>
  (value) =>
    !test(value);

const isOneOf = (operands: readonly Scalar[]): Test => {
  const numbers = operands.map(asNumber);
  const texts = operands.map(String);
  if (operands.length === 1) return (value) => (typeof value === 'number' ? value === numbers[0] : value === texts[0]);
  const among = new Set<Scalar | undefined>([...numbers, ...texts]);
  return (value) => among.has(value);
};

const compares = (operand: Scalar, passes: (order: number) => boolean): Test => {
  const number = asNumber(operand);
  const text = String(operand);
  return (value) =>
    typeof value === 'number'
      ? number !== undefined && passes(compareValues(value, number))
      : passes(compareText(value, text));
};

const never: Test = () => false;

/** The number next to it, above or below: a range without its end is one with the end beside it. */
const adjacent = (number: number, up: boolean): number => {
  if (number === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  view.setBigInt64(0, view.getBigInt64(0) + (number > 0 === up ? 1n : -1n));
  return view.getFloat64(0);
};

/** The numbers that pass, of operators where they lie next to each other. */
const rangesOf = (operator: Operator, operands: readonly Scalar[]): readonly NumberRange[] | undefined => {
  const numbers = operands.map(asNumber);
  const [first, second] = numbers;
  const item = (from: number | undefined, to: number | undefined): NumberRange[] =>
    from === undefined || to === undefined ? [] : [[from, to]];
  switch (operator) {
    case '=':
    case 'IN':
      return numbers.flatMap((number) => item(number, number));
    case '<':
      return item(-Infinity, first === undefined ? undefined : adjacent(first, false));
    case '<=':
      return item(-Infinity, first);
    case '>':
      return item(first === undefined ? undefined : adjacent(first, true), Infinity);
    case '>=':
      return item(first, Infinity);
    case 'BETWEEN':
      return item(first, second);
    case '!=':
    case 'NOT IN':
    case 'LIKE':
    case 'NOT LIKE':
    case 'MATCH':
      return undefined;
    default:
      return operator satisfies never;
  }
};

/** For everything but LIKE, NOT LIKE and MATCH. */
const testOf = (operator: Exclude<Operator, 'LIKE' | 'NOT LIKE' | 'MATCH'>, operands: readonly Scalar[]): Test => {
  const [first = '', second = ''] = operands;
  switch (operator) {
    case '=':
    case 'IN':
      return isOneOf(operands);
    case '!=':
    case 'NOT IN':
      return negated(isOneOf(operands));
    case '<':
      return compares(first, (order) => order < 0);
    case '<=':
      return compares(first, (order) => order <= 0);
    case '>':
      return compares(first, (order) => order > 0);
    case '>=':
      return compares(first, (order) => order >= 0);
    case 'BETWEEN': {
      const [from, to] = [compares(first, (order) => order >= 0), compares(second, (order) => order <= 0)];
      return (value) => from(value) && to(value);
    }
    default:
      return operator satisfies never;
  }
};

/** What is being read, and how much of it there was. */
interface Reading {
  readonly limits: ConstraintLimits;
  leaves: number;
  groups: number;
}
/** Refuses, with the place of the condition. */
type Wrong = (why: string) => Result<never>;

const operatorOf = (raw: unknown): Operator | undefined => {
  const named =
    typeof raw === 'string' && raw.length <= 64 ? raw.trim().replace(/[a-z]+/g, (word) => word.toUpperCase()) : '';
  // As SQL spells it.
  return named === '<>' ? '!=' : OPERATORS.find((item) => item === named);
};

/** What stands behind the operator; IN, NOT IN and BETWEEN take their values as one list or one by one. */
const listOf = (
  operator: Operator,
  given: readonly unknown[],
  listMax: number,
  wrong: Wrong,
): Result<readonly unknown[]> => {
  const takesList = operator === 'IN' || operator === 'NOT IN' || operator === 'BETWEEN';
  const inner = given.length === 1 && Array.isArray(given[0]) ? (given[0] as readonly unknown[]) : undefined;
  const list = takesList ? (inner ?? given) : given;
  if (!takesList) return list.length === 1 ? ok(list) : wrong(`${operator} takes one value`);
  if (operator === 'BETWEEN') return list.length === 2 ? ok(list) : wrong('BETWEEN takes two values');
  if (given.length === 0) return wrong(`${operator} takes a list of values`);
  return list.length <= listMax ? ok(list) : wrong(`${operator} takes at most ${listMax} values`);
};

const operandOf = (raw: unknown, textMax: number, wrong: Wrong): Result<Scalar | null> => {
  if (raw === null) return ok(null);
  if (typeof raw === 'boolean') return ok(raw ? 1 : 0);
  if (typeof raw === 'number') return Number.isFinite(raw) ? ok(raw) : wrong('a number is too large');
  if (typeof raw !== 'string') return wrong('a value is a text, a number, true, false or null');
  return raw.length <= textMax ? ok(raw) : wrong(`a text is longer than ${textMax} characters`);
};

/** `none`: null made it a condition that nothing meets. */
const leafOf = (
  field: string,
  operator: Operator,
  operands: readonly Scalar[],
  none: boolean,
  limits: ConstraintLimits,
  wrong: Wrong,
): Result<Leaf> => {
  const base = {
    type: 'leaf',
    field,
    operator,
    operands,
    never: none,
    test: never,
    literals: [],
    query: undefined,
    ranges: none ? [] : rangesOf(operator, operands),
  } as const;
  if (operator === 'MATCH') {
    const query = matchQuery(none ? '' : String(operands[0]));
    if (query.length > limits.wordsMax) return wrong(`MATCH takes at most ${limits.wordsMax} words`);
    return ok({ ...base, query, never: query.length === 0 });
  }
  if (none) return ok(base);
  if (operator !== 'LIKE' && operator !== 'NOT LIKE') return ok({ ...base, test: testOf(operator, operands) });
  const pattern = String(operands[0]);
  if (pattern.length > limits.patternMax) return wrong(`a pattern is longer than ${limits.patternMax} characters`);
  const { test, literals, wildcardRuns } = like(pattern);
  const isLike: Test = (value) => test(String(value));
  if (wildcardRuns > limits.wildcardRunsMax)
    return wrong(`a pattern has more than ${limits.wildcardRunsMax} runs of wildcards`);
  return ok(operator === 'LIKE' ? { ...base, test: isLike, literals } : { ...base, test: negated(isLike) });
};

const readLeaf = (reading: Reading, field: string, raw: unknown, place: string): Result<Leaf> => {
  const { limits } = reading;
  if (field === '' || field.length > limits.fieldMax)
    return invalid(place, `a field name has 1 to ${limits.fieldMax} characters`);
  const wrong: Wrong = (why) => invalid(place, why, field);
  if (++reading.leaves > limits.leavesMax) return wrong(`there are more than ${limits.leavesMax} conditions`);
  if (isObject(raw) && !Array.isArray(raw)) return wrong('a condition is a value or [operator, value]');
  const [named, ...given] = Array.isArray(raw) ? (raw as readonly unknown[]).slice(0, limits.listMax + 2) : ['=', raw];
  const operator = operatorOf(named);
  if (operator === undefined) {
    return wrong(typeof named === 'string' ? `${shown(named)} is no operator` : 'a list has an operator first');
  }
  const list = listOf(operator, given, limits.listMax, wrong);
  if (!list.ok) return list;
  const operands: Scalar[] = [];
  for (const item of list.value) {
    const operand = operandOf(item, limits.textMax, wrong);
    if (!operand.ok) return operand;
    if (operand.value !== null) operands.push(operand.value);
  }
  // As SQL has it: null equals nothing and differs from nothing; IN may still find its other values.
  const none = operator === 'IN' ? operands.length === 0 : operands.length < list.value.length;
  return leafOf(field, operator, operands, none, limits, wrong);
};

const isObject = (raw: unknown): raw is object => typeof raw === 'object' && raw !== null;

const isEmpty = (raw: unknown): boolean => {
  for (const _ in raw as object) return false;
  return true;
};

const joined = (type: 'all' | 'any', parts: readonly Constraint[]): Constraint => {
  const flat = parts.flatMap((part) => (part.type === type ? part.parts : [part]));
  // An alternative without conditions is met by every record, and so is the whole.
  if (flat.length === 0 || (type === 'any' && flat.some((part) => part.type === 'all' && part.parts.length === 0)))
    return EVERYTHING;
  return flat.length === 1 ? flat[0]! : { type, parts: flat };
};

const readList = (
  reading: Reading,
  type: 'all' | 'any',
  list: readonly unknown[],
  depth: number,
  place: string,
): Result<Constraint> => {
  const parts: Constraint[] = [];
  for (const [at, raw] of list.entries()) {
    const part = readGroup(reading, 'all', raw, depth, `${place}[${at}]`);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok(joined(type, parts));
};

const readObject = (
  reading: Reading,
  type: 'all' | 'any',
  object: object,
  depth: number,
  place: string,
): Result<Constraint> => {
  const parts: Constraint[] = [];
  const alternatives: Constraint[] = [];
  const either = Object.hasOwn(object, 'OR');
  // Not Object.entries: of a million members it makes a million pairs before the first one is refused.
  for (const key in object) {
    const raw = (object as { readonly [key: string]: unknown })[key];
    const here = `${place}.${shown(key)}`;
    const numbered = /^\d+$/.test(key);
    const part =
      key === 'OR' || key === 'AND' || numbered
        ? readGroup(reading, key === 'OR' ? 'any' : 'all', raw, depth + 1, here, !numbered)
        : readLeaf(reading, key, raw, here);
    if (!part.ok) return part;
    if (key === 'OR' && isEmpty(raw)) continue;
    // A PHP array of mixed keys: what stands under numbers beside OR are further alternatives (W §6.3).
    (key === 'OR' || (numbered && either) ? alternatives : parts).push(part.value);
  }
  if (either) parts.push(joined('any', alternatives));
  return ok(joined(type, parts));
};

/** `keyed`: it stands under AND or OR, whose list is not a level of its own. */
const readGroup = (
  reading: Reading,
  type: 'all' | 'any',
  raw: unknown,
  depth: number,
  place: string,
  keyed = false,
): Result<Constraint> => {
  const { depthMax, groupsMax } = reading.limits;
  if (!isObject(raw)) return invalid(place, `an object of conditions or a list of them is wanted, not ${shown(raw)}`);
  if (depth > depthMax) return invalid(place, `conditions are nested deeper than ${depthMax}`);
  if (++reading.groups > groupsMax) return invalid(place, `there are more than ${groupsMax} groups`);
  if (Array.isArray(raw)) return readList(reading, type, raw as readonly unknown[], keyed ? depth : depth + 1, place);
  return readObject(reading, type, raw, depth, place);
};

/**
 * A constraint from parsed JSON, checked once and for all; `[]` and `{}` ask for nothing.
 *
 * Refuses: CONSTRAINT_INVALID, with the field or `constraint`, and the place in `detail`.
 * Source: Decision 20, W §6.
 */
export const parseConstraint = (raw: unknown, limits: ConstraintLimits = CONSTRAINT_LIMITS): Result<Constraint> =>
  readGroup({ limits, leaves: 0, groups: 0 }, 'all', raw, 0, 'constraint');

/** Whether what a record has under the leaf's field meets it. */
export const leafHolds = (leaf: Leaf, value: FieldValue): boolean => {
  if (value === undefined) return false;
  return typeof value === 'object' ? value.some((item) => leaf.test(item)) : leaf.test(value);
};

/** Whether a record meets a constraint; a field that it lacks meets no condition. `matches` says it of MATCH. */
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

/** The same condition of another field, its texts in lower case; LIKE and MATCH see no case anyway. */
export const inLowerCase = (leaf: Leaf, field: string): Leaf => {
  const { operator, never: none } = leaf;
  if (none || operator === 'LIKE' || operator === 'NOT LIKE' || operator === 'MATCH') return { ...leaf, field };
  const operands = leaf.operands.map((item) => (typeof item === 'string' ? item.toLowerCase() : item));
  return { ...leaf, field, operands, test: testOf(operator, operands) };
};

/** The constraint with each condition changed by itself. */
export const mapLeaves = (constraint: Constraint, change: (leaf: Leaf) => Leaf): Constraint =>
  constraint.type === 'leaf'
    ? change(constraint)
    : { type: constraint.type, parts: constraint.parts.map((part) => mapLeaves(part, change)) };

/** Every field that a constraint names. */
export const fieldsOf = (constraint: Constraint): ReadonlySet<string> =>
  new Set(constraint.type === 'leaf' ? [constraint.field] : constraint.parts.flatMap((part) => [...fieldsOf(part)]));

/** A condition of the engine's own: the field has this value. */
export const equals = (field: string, value: Scalar): Leaf => ({
  type: 'leaf',
  field,
  operator: '=',
  operands: [value],
  never: false,
  test: testOf('=', [value]),
  literals: [],
  query: undefined,
  ranges: rangesOf('=', [value]),
});

/** What meets every one of them. */
export const allOf = (parts: readonly Constraint[]): Constraint => {
  const flat = parts.flatMap((part) => (part.type === 'all' ? part.parts : [part]));
  return flat.length === 1 ? flat[0]! : { type: 'all', parts: flat };
};
