// Postal codes as rules name them: a code, a range of codes, or what a code begins with.
//
//   10115            this code; of a longer one its first part: 12345 of 12345-6789, SW1A of SW1A 1AA, 1234 of 1234 AB
//   10000-19999      codes from the first to the last, of as many characters as these have
//   00-001..00-999   the same where codes have a hyphen
//   SW1*             codes that begin so
//
// Case, blanks and hyphens say nothing. Not promised: that such a code exists; a form of its country is asked for where
// one is known.
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** Texts from `low` to `high`, which have one length; a prefix if `isPrefix`, and `low` and `high` are the same. */
export interface ZipSpan {
  readonly low: string;
  readonly high: string;
  readonly isPrefix: boolean;
}

const FORM = /^[A-Z0-9]{1,12}$/;
/** Digits before and after the hyphen of codes that have one: Poland, Portugal, Japan, United States, Brazil. */
const HYPHENED = new Set(['2-3', '4-3', '3-4', '5-4', '5-3']);

/** As addresses have it before a code: D-10115. */
const COUNTRY = /^\s*[A-Za-z]{1,3}-(?=\d)/;
const plain = (text: string): string =>
  text
    .replace(COUNTRY, '')
    .toUpperCase()
    .replace(/[\s-]+/g, '');

/** Whether a country may have a code; undefined: its form is not known. `code`: as `plain` writes it. */
export type ZipForm = (country: string, code: string) => boolean | undefined;

/** No form is known. */
const ANY_FORM: ZipForm = () => undefined;

const unreadable = (text: string, why: string): Result<never> =>
  refuse('PARAMETER_INVALID', 'zips', `zips: ${shown(text)} ${why}.`);

const endsOf = (text: string): readonly [low: string, high: string] | undefined => {
  const dots = text.split('..');
  if (dots.length === 2) return [plain(dots[0]!), plain(dots[1]!)];
  const parts = text
    .replace(COUNTRY, '')
    .split('-')
    .map((part) => part.replace(/\s+/g, ''));
  if (parts.length === 1) return undefined;
  // Nothing that can be read has two hyphens.
  if (parts.length > 2) return ['', ''];
  const [low, high] = parts as [string, string];
  return HYPHENED.has(`${low.length}-${high.length}`) && /^\d+$/.test(low + high)
    ? undefined
    : [plain(low), plain(high)];
};

/**
 * Reads one of the texts above. `countries`: those of the rule, whose forms a code must have; none: any.
 *
 * Refuses: PARAMETER_INVALID.
 */
export const readZip = (text: string, countries: readonly string[] = [], form = ANY_FORM): Result<ZipSpan> => {
  const isPrefix = text.trimEnd().endsWith('*');
  if (isPrefix) {
    const begin = plain(text.trimEnd().slice(0, -1));
    return FORM.test(begin)
      ? ok({ low: begin, high: begin, isPrefix })
      : unreadable(text, 'is no beginning of a postal code, such as SW1*');
  }
  const ends = endsOf(text);
  const [low, high] = ends ?? [plain(text), plain(text)];
  if (!FORM.test(low) || !FORM.test(high))
    return unreadable(text, 'is no postal code: a code, a range such as 10000-19999, or a beginning such as SW1*');
  if (low.length !== high.length) return unreadable(text, 'is a range whose ends have not the same length');
  if (low > high) return unreadable(text, 'is a range that ends before it begins');
  const strange = (code: string): boolean =>
    countries.length > 0 && countries.every((country) => form(country, code) === false);
  const wrong = [low, high].find(strange);
  return wrong === undefined
    ? ok({ low, high, isPrefix })
    : unreadable(text, `is no postal code of ${countries.join(', ')}`);
};

/** A rule's texts that were read when it was made. */
export const spansOf = (zips: readonly string[]): readonly ZipSpan[] =>
  zips.flatMap((text) => {
    const read = readZip(text);
    return read.ok ? [read.value] : [];
  });

/** How the code of an address is looked for: all of it, '' for none, and the parts by which rules name it. */
export interface ZipKeys {
  readonly whole: string;
  /** All of it first. */
  readonly keys: readonly string[];
}

const NO_ZIP: ZipKeys = { whole: '', keys: [] };
/** Outward code, then a digit and two letters. */
const BRITISH = /^([A-Z]{1,2}[0-9][A-Z0-9]?)[0-9][A-Z]{2}$/;
/** Digits, then letters. */
const DUTCH = /^(\d{4})[A-Z]{2}$/;

const headOf = (text: string, whole: string): string => {
  const code = text.replace(COUNTRY, '');
  const hyphen = code.indexOf('-');
  if (hyphen > 0) return plain(code.slice(0, hyphen));
  return (BRITISH.exec(whole) ?? DUTCH.exec(whole))?.[1] ?? '';
};

const keysOf = (text: string): ZipKeys => {
  const whole = plain(text);
  if (whole === '') return NO_ZIP;
  const head = headOf(text, whole);
  return { whole, keys: head === '' || head === whole ? [whole] : [whole, head] };
};

/** A cart asks for the code of its address again and again. */
let last: readonly [text: string, keys: ZipKeys] = ['', NO_ZIP];

export const zipKeys = (text: string): ZipKeys => {
  if (text !== last[0]) last = [text, keysOf(text)];
  return last[1];
};

/** The slow way, for one span. */
export const isWithin = ({ low, high, isPrefix }: ZipSpan, { whole, keys }: ZipKeys): boolean =>
  isPrefix ? whole.startsWith(low) : keys.some((key) => key.length === low.length && low <= key && key <= high);
