// Conditions on values: which texts and numbers an operator accepts, as a test and, for numbers, as ranges.
//
// A number is compared by value with an operand that is a decimal number; any other text equals no number and lies in
// no range. Texts are compared as texts. MATCH and LIKE are in word-match.ts and like-pattern.ts.
import { composed } from '../../kernel/text.ts';
import type { FieldValue, Leaf, NumberRange, Operator, Scalar } from './constraint.ts';
import { compareText } from './text-order.ts';

const composedScalar = (value: Scalar): Scalar => (typeof value === 'string' ? composed(value) : value);

/** A field's value as conditions see it, since an older version stored texts as they were sent. Often itself. */
export const composedValue = (value: FieldValue): FieldValue => {
  if (typeof value === 'string') return composed(value);
  if (typeof value !== 'object' || value.every((item) => item === composedScalar(item))) return value;
  return value.map(composedScalar);
};

/** A total order: numbers by value, then texts by compareText. */
export const compareValues = (a: Scalar, b: Scalar): number => {
  if (typeof a === 'number') return typeof b === 'string' || a < b ? -1 : a > b ? 1 : 0;
  return typeof b === 'number' ? 1 : compareText(a, b);
};

// No two parts of it can match the same digit, so it takes linear time.
const DECIMAL = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

/** An operand as a number; undefined where its text is no decimal number. */
const asNumber = (operand: Scalar): number | undefined =>
  typeof operand === 'number' ? operand : DECIMAL.test(operand) ? Number(operand) : undefined;

export type Test = (value: Scalar) => boolean;

export const negated =
  (test: Test): Test =>
  (value) =>
    !test(value);

/** The values that equal one of the operands of `=` or `IN`. */
export const meetingValues = (operands: readonly Scalar[]): ReadonlySet<Scalar> =>
  new Set<Scalar>(operands.flatMap((operand) => [asNumber(operand) ?? [], String(operand)].flat()));

const isOneOf = (operands: readonly Scalar[]): Test => {
  if (operands.length === 1) {
    const [number, text] = [asNumber(operands[0]!), String(operands[0])];
    return (value) => (typeof value === 'number' ? value === number : value === text);
  }
  const among = meetingValues(operands);
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

export const never: Test = () => false;

/** The next floating-point number above or below: a range without its bound ends at the number next to it. */
const adjacent = (number: number, up: boolean): number => {
  if (number === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  view.setBigInt64(0, view.getBigInt64(0) + (number > 0 === up ? 1n : -1n));
  return view.getFloat64(0);
};

/** The ranges of numbers that pass; undefined for operators where numbers that pass are no few ranges. */
export const rangesOf = (operator: Operator, operands: readonly Scalar[]): readonly NumberRange[] | undefined => {
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

/** The test of an operator; LIKE, NOT LIKE and MATCH have their own. */
export const testOf = (
  operator: Exclude<Operator, 'LIKE' | 'NOT LIKE' | 'MATCH'>,
  operands: readonly Scalar[],
): Test => {
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

/** The condition that a field has this value, not read from a call. */
export const equals = (field: string, value: Scalar): Leaf => ({
  type: 'leaf',
  field,
  operator: '=',
  operands: [value],
  never: false,
  test: testOf('=', [value]),
  literals: [],
  query: undefined,
  whole: undefined,
  ranges: rangesOf('=', [value]),
});

/** The same condition of another field, its texts in another form; LIKE and MATCH see no case anyway. */
export const foldedLeaf = (leaf: Leaf, field: string, fold: (text: string) => string): Leaf => {
  const { operator, never: none } = leaf;
  if (none || operator === 'LIKE' || operator === 'NOT LIKE' || operator === 'MATCH') return { ...leaf, field };
  const operands = leaf.operands.map((item) => (typeof item === 'string' ? fold(item) : item));
  return { ...leaf, field, operands, test: testOf(operator, operands) };
};
