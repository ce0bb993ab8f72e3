// Reads the constraint of a search from a call's JSON: checked once, within limits, then followed exactly.
//
// Whatever cannot be followed is refused with the field and the place; nothing is guessed or ignored.
import { refuseAt } from '../../kernel/limits.ts';
import type { LimitName } from '../../kernel/limits.ts';
import { must, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { negated, never, rangesOf, testOf } from './conditions.ts';
import type { Test } from './conditions.ts';
import { OPERATORS } from './constraint.ts';
import { familyOf, fieldsOf, leavesOf, partsOf } from './constraint.ts';
import type { Constraint, Leaf, Operator, Scalar } from './constraint.ts';
import { distinctParts } from './distinct-parts.ts';
import { like } from './like-pattern.ts';
import { matchOf } from './word-match.ts';

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
  patternStepsMax: 64,
  wordsMax: 16,
  matchesMax: 8,
};

export type ConstraintLimits = Readonly<typeof CONSTRAINT_LIMITS>;

const EVERYTHING: Constraint = Object.freeze({ type: 'all', parts: Object.freeze([]) });

const invalid = (place: string, why: string, param = 'constraint'): Result<never> =>
  refuse('CONSTRAINT_INVALID', param, `${place}: ${why}.`);

/** `what`: the figure that was met, such as `IN has 1001 values`. */
const beyond = (limit: LimitName, max: number, place: string, what: string, param = 'constraint'): Result<never> =>
  refuseAt(limit, 'CONSTRAINT_INVALID', param, `${place}: ${what}, of at most ${max}.`);

/** The limits, and how many conditions and groups were read so far. */
interface Reading {
  readonly limits: ConstraintLimits;
  leaves: number;
  groups: number;
  matches: number;
  /** Whether the group `variation` was there. */
  family: boolean;
}

/** Makes refusals with the field and place of the condition. */
interface Wrong {
  (why: string): Result<never>;
  /** See `beyond`. */
  beyond(limit: LimitName, max: number, what: string): Result<never>;
}

const wrongAt = (place: string, field: string): Wrong =>
  Object.assign((why: string) => invalid(place, why, field), {
    beyond: (limit: LimitName, max: number, what: string) => beyond(limit, max, place, what, field),
  });

const operatorOf = (raw: unknown): Operator | undefined => {
  const named =
    typeof raw === 'string' && raw.length <= 64 ? raw.trim().replace(/[a-z]+/g, (word) => word.toUpperCase()) : '';
  // SQL spells inequality <>.
  return named === '<>' ? '!=' : OPERATORS.find((item) => item === named);
};

/** The values after the operator; IN, NOT IN and BETWEEN take them as one list or one by one. */
const listOf = (
  operator: Operator,
  all: readonly unknown[],
  listMax: number,
  wrong: Wrong,
): Result<readonly unknown[]> => {
  const count = all.length - 1;
  const given = all.slice(1, listMax + 2);
  const takesList = operator === 'IN' || operator === 'NOT IN' || operator === 'BETWEEN';
  const inner = given.length === 1 && Array.isArray(given[0]) ? (given[0] as readonly unknown[]) : undefined;
  const list = takesList ? (inner ?? given) : given;
  if (!takesList) return list.length === 1 ? ok(list) : wrong(`${operator} takes one value`);
  if (operator === 'BETWEEN') return list.length === 2 ? ok(list) : wrong('BETWEEN takes two values');
  if (given.length === 0) return wrong(`${operator} takes a list of values`);
  if (list.length <= listMax) return ok(list);
  return wrong.beyond('constraint_values', listMax, `${operator} has ${inner?.length ?? count} values`);
};

const operandOf = (raw: unknown, textMax: number, wrong: Wrong): Result<Scalar | null> => {
  if (raw === null) return ok(null);
  if (typeof raw === 'boolean') return ok(raw ? 1 : 0);
  if (typeof raw === 'number') return Number.isFinite(raw) ? ok(raw) : wrong('a number is too large');
  if (typeof raw !== 'string') return wrong('a value is a text, a number, true, false or null');
  if (raw.length <= textMax) return ok(raw);
  return wrong.beyond('constraint_text', textMax, `a text has ${raw.length} characters`);
};

/** `none`: null makes it a condition that nothing meets. */
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
    whole: undefined,
    ranges: none ? [] : rangesOf(operator, operands),
  } as const;
  if (operator === 'MATCH') {
    const { query, whole } = matchOf(none ? '' : String(operands[0]));
    if (query.length > limits.wordsMax)
      return wrong.beyond('match_words', limits.wordsMax, `MATCH has ${query.length} words`);
    return ok({ ...base, query, whole, never: query.length === 0 });
  }
  if (none) return ok(base);
  if (operator !== 'LIKE' && operator !== 'NOT LIKE') return ok({ ...base, test: testOf(operator, operands) });
  const pattern = String(operands[0]);
  if (pattern.length > limits.patternMax)
    return wrong.beyond('pattern_length', limits.patternMax, `a pattern has ${pattern.length} characters`);
  const { test, literals, wildcardRuns, steps } = like(pattern);
  const isLike: Test = (value) => test(String(value));
  if (wildcardRuns > limits.wildcardRunsMax)
    return wrong.beyond('pattern_wildcards', limits.wildcardRunsMax, `a pattern has ${wildcardRuns} runs of wildcards`);
  if (steps > limits.patternStepsMax) {
    const what = `a pattern with _ has ${steps} steps, characters and runs of _`;
    return wrong.beyond('pattern_steps', limits.patternStepsMax, what);
  }
  return ok(operator === 'LIKE' ? { ...base, test: isLike, literals } : { ...base, test: negated(isLike) });
};

const readLeaf = (reading: Reading, field: string, raw: unknown, place: string): Result<Leaf> => {
  const { limits } = reading;
  if (field === '') return invalid(place, `a field name has 1 to ${limits.fieldMax} characters`);
  if (field.length > limits.fieldMax)
    return beyond('constraint_field', limits.fieldMax, place, `a field name has ${field.length} characters`);
  const wrong = wrongAt(place, field);
  if (++reading.leaves > limits.leavesMax)
    return wrong.beyond('constraint_conditions', limits.leavesMax, `this is condition ${reading.leaves}`);
  if (isObject(raw) && !Array.isArray(raw)) return wrong('a condition is a value or [operator, value]');
  const given = Array.isArray(raw) ? (raw as readonly unknown[]) : ['=', raw];
  const named = given[0];
  const operator = operatorOf(named);
  if (operator === undefined) {
    return wrong(typeof named === 'string' ? `${shown(named)} is no operator` : 'a list has an operator first');
  }
  if (operator === 'MATCH' && ++reading.matches > limits.matchesMax)
    return wrong.beyond('match_conditions', limits.matchesMax, `this is MATCH condition ${reading.matches}`);
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
  const flat = distinctParts(parts.flatMap((part) => (part.type === type ? part.parts : [part])));
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
  for (const [index, raw] of list.entries()) {
    const part = readGroup(reading, 'all', raw, depth, `${place}[${index}]`);
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
    const isFamily = key === VARIATION && isObject(raw) && !Array.isArray(raw);
    const part = isFamily
      ? readFamily(reading, raw, depth + 1, here)
      : key === 'OR' || key === 'AND' || numbered
        ? readGroup(reading, key === 'OR' ? 'any' : 'all', raw, depth + 1, here, !numbered)
        : readLeaf(reading, key, raw, here);
    if (!part.ok) return part;
    if (key === 'OR' && isEmpty(raw)) continue;
    // A PHP array of mixed keys: members under numbers beside OR are further alternatives.
    (key === 'OR' || (numbered && either) ? alternatives : parts).push(part.value);
  }
  if (either) parts.push(joined('any', alternatives));
  return ok(joined(type, parts));
};

/** The group `variation`, as one of a kind of its own. */
const VARIATION = 'variation';

const readFamily = (reading: Reading, raw: object, depth: number, place: string): Result<Constraint> => {
  if (reading.family) return invalid(place, 'there is one group of this name at most', VARIATION);
  reading.family = true;
  const read = readGroup(reading, 'all', raw, depth, place);
  if (!read.ok) return read;
  const match = leavesOf(read.value).find(({ operator }) => operator === 'MATCH');
  if (match !== undefined)
    return invalid(place, `MATCH ranks products and stands beside this group: ${shown(match.field)}`, match.field);
  return partsOf(read.value).length === 0 ? read : ok({ type: 'family', parts: [read.value] });
};

/** `keyed`: the group is the value of AND or OR, whose list is not a level of its own. */
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
  if (depth > depthMax) return beyond('constraint_depth', depthMax, place, `conditions are nested ${depth} deep`);
  if (++reading.groups > groupsMax)
    return beyond('constraint_groups', groupsMax, place, `this is group ${reading.groups}`);
  if (Array.isArray(raw)) return readList(reading, type, raw as readonly unknown[], keyed ? depth : depth + 1, place);
  return readObject(reading, type, raw, depth, place);
};

/** Refuses what the group `variation` cannot stand beside or within. */
const checkFamily = (constraint: Constraint, takesFamily: boolean): Result<Constraint> => {
  const place = `constraint.${shown(VARIATION)}`;
  if (!takesFamily) return invalid(place, 'this group is of search_products alone', VARIATION);
  const family = familyOf(constraint);
  const others = partsOf(constraint).filter((part) => part !== family);
  if (others.some(holdsFamily))
    return invalid(place, 'this group stands at the top, beside the other conditions', VARIATION);
  if (family !== undefined && others.some((part) => fieldsOf(part).has('main.id_variation')))
    return invalid(place, 'main.id_variation stands within this group, not beside it', 'main.id_variation');
  return ok(constraint);
};

const holdsFamily = (constraint: Constraint): boolean =>
  constraint.type === 'family' || (constraint.type !== 'leaf' && constraint.parts.some(holdsFamily));

/**
 * Reads a constraint from parsed JSON. `[]` and `{}` are met by every record. `takesFamily`: products are searched, of
 * which the group `variation` speaks.
 *
 * Refuses: CONSTRAINT_INVALID, with the field or `constraint`, and the place in `detail`; at a limit of its size with
 * the figure that was met.
 */
export const parseConstraint = (
  raw: unknown,
  limits: ConstraintLimits = CONSTRAINT_LIMITS,
  takesFamily = false,
): Result<Constraint> => {
  const reading: Reading = { limits, leaves: 0, groups: 0, matches: 0, family: false };
  const read = readGroup(reading, 'all', raw, 0, 'constraint');
  return read.ok && reading.family ? checkFamily(read.value, takesFamily) : read;
};

/** The constraint of a text that was checked before it was kept; undefined of '', which says nothing. */
export const keptConstraint = (json: string): Constraint | undefined => {
  if (json === '') return undefined;
  const read = parseConstraint(JSON.parse(json));
  must(read.ok, 'a kept constraint can be read');
  return read.ok ? read.value : undefined;
};
