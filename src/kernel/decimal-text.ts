// Decimal numbers as people write them: with a point or a comma before the decimals, and the other sign, a blank or an
// apostrophe between groups of three digits.
//
// A text is a number only where one reading of it is left. `1,299` is 1299 to one person and 1.299 to another: it is
// doubtful, and the caller shows both readings. Readings are texts, so that nothing is rounded on the way.
//
// Not promised: groups of two or four digits; exponents; other digits than 0 to 9.

/** Sign before the decimals; the other of the two separates groups. */
export type Point = '.' | ',';

export interface DecimalRule {
  /** Decimals that people expect, such as those of a currency; with three or more, `1.299` is not doubtful. */
  readonly usualDecimals: number;
  /** Highest number of decimals; zeros at the end do not count. */
  readonly decimalsMax: number;
  readonly min: number;
  readonly max: number;
}

export type Reading =
  /** `text`: decimal notation with a point, without groups and superfluous zeros. */
  | { readonly kind: 'number'; readonly text: string }
  /** Readings that the rule allows, that of the reader's own notation first; one where the other breaks the rule. */
  | { readonly kind: 'doubtful'; readonly texts: readonly string[] }
  | { readonly kind: 'wrong'; readonly why: 'no number' | 'decimals' | 'range' };

/** Digits that a JSON number shows exactly. */
const DIGITS_MAX = 15;

const BLANKS = /[\s\u00a0\u2009\u202f'’]/g;
const BLANK = ' ';

/** Matches groups and decimals where `point` is the point. One sign separates all groups of a number. */
const notationOf = (point: Point): RegExp => {
  const sign = point === '.' ? ',' : String.raw`\.`;
  const groups = [sign, BLANK].map((group) => String.raw`[1-9]\d{0,2}(?:${group}\d{3})+`);
  return new RegExp(String.raw`^(${groups.join('|')}|\d+)?(?:[${point}](\d*))?$`);
};

const NOTATIONS: { readonly [point in Point]: RegExp } = { '.': notationOf('.'), ',': notationOf(',') };
const otherOf = (point: Point): Point => (point === '.' ? ',' : '.');

interface Explained {
  readonly text: string;
  readonly isGrouped: boolean;
}

const explain = (body: string, sign: string, point: Point): Explained | undefined => {
  const match = NOTATIONS[point].exec(body);
  if (match === null) return undefined;
  const [, given = '', decimals = ''] = match;
  if (given === '' && decimals === '') return undefined;
  const whole = given.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = decimals.replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return { text: text === '0' ? text : sign + text, isGrouped: given.includes(otherOf(point)) };
};

const faultOf = (text: string, { decimalsMax, min, max }: DecimalRule): 'decimals' | 'range' | undefined => {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  if (decimals.length > decimalsMax) return 'decimals';
  const isExact = whole.replace(/^0$/, '').length + decimals.length <= DIGITS_MAX;
  return isExact && Number(text) >= min && Number(text) <= max ? undefined : 'range';
};

/** Reads a decimal. `point`: the sign that its writer puts before decimals. */
export const readDecimal = (written: string, point: Point, rule: DecimalRule): Reading => {
  const [, minus = '', body = ''] = /^([+\-−]?)(.*)$/s.exec(written.trim())!;
  const plain = body.replaceAll(BLANKS, BLANK);
  const sign = minus === '' || minus === '+' ? '' : '-';
  const own = explain(plain, sign, point);
  const other = explain(plain, sign, otherOf(point));
  const readings = [own, other].filter((one) => one !== undefined);
  const [first] = readings;
  if (first === undefined) return { kind: 'wrong', why: 'no number' };
  const allowed = readings.filter(({ text }) => faultOf(text, rule) === undefined);
  if (allowed.length === 0) return { kind: 'wrong', why: faultOf(first.text, rule)! };
  const isOneNumber = readings.every(({ text }) => text === first.text);
  // A whole number has no decimals to mistake; a writer who expects three of them uses the own point.
  const isOwn = own !== undefined && (own.isGrouped ? rule.decimalsMax === 0 : rule.usualDecimals >= 3);
  if (isOneNumber || (isOwn && faultOf(own.text, rule) === undefined)) return { kind: 'number', text: first.text };
  return { kind: 'doubtful', texts: allowed.map(({ text }) => text) };
};

/** A finite number in decimal notation, without an exponent. */
export const plainDecimal = (value: number): string => {
  const text = String(value === 0 ? 0 : value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', first = '', rest = '', exponent = '0'] = match;
  const shift = Number(exponent) - rest.length;
  const digits = first + rest;
  if (shift >= 0) return sign + digits + '0'.repeat(shift);
  const padded = digits.padStart(1 - shift, '0');
  return `${sign}${padded.slice(0, shift)}.${padded.slice(shift)}`;
};

/**
 * A number to be typed over: no groups, all its decimals, and read again as just that number, by a person as by
 * `readDecimal`. `decimals`: at least this many, if it has any.
 */
export const writeDecimal = (text: string, point: Point, { usualDecimals }: DecimalRule, decimals = 0): string => {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction === '') return whole;
  const padded = fraction.padEnd(decimals, '0');
  // Three decimals look like a group of thousands: a fourth ends the doubt.
  const isDoubtful = padded.length === 3 && usualDecimals < 3 && /^-?[1-9]\d{0,2}$/.test(whole);
  return `${whole}${point}${padded}${isDoubtful ? '0' : ''}`;
};
