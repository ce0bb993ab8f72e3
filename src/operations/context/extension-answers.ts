// What extensions may answer, by the laws of the engine. Anything else is a failure of theirs, and a text says why.
import { minorMax } from '../../domain/money.ts';
import { shown } from '../../kernel/result.ts';

export interface AnsweredRefusal {
  readonly code: string;
  readonly detail: string;
}

const CODE = /^[A-Z][A-Z0-9_]{0,59}$/;
const DETAIL_MAX = 500;
const NAME_MAX = 255;
/** Control characters, halves of characters, and what XML cannot hold. */
const UNFIT = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

type Members = { readonly [member: string]: unknown };

/** Undefined and null say nothing. */
const membersOf = (given: unknown): Members | undefined | string => {
  if (given === undefined || given === null) return undefined;
  return typeof given === 'object' && !Array.isArray(given) ? (given as Members) : `${shown(given)} is no object`;
};

/** Cut first: half of a character may be left. */
const lineIn = (given: unknown, max: number): string =>
  typeof given === 'string' ? given.slice(0, max).replace(UNFIT, ' ') : '';

export const readRefusal = (given: unknown): AnsweredRefusal | undefined | string => {
  const said = membersOf(given);
  if (said === undefined || typeof said === 'string') return said;
  const { refuse: code, detail = '' } = said;
  if (typeof code !== 'string' || !CODE.test(code))
    return `refuse is ${shown(code)}, and no code of capitals, digits and underscores`;
  return typeof detail === 'string'
    ? { code, detail: lineIn(detail, DETAIL_MAX) }
    : `detail is ${shown(detail)}, and no text`;
};

export interface AnsweredQuote {
  readonly minor: number;
  /** '': as the shop names the delivery. */
  readonly name: string;
  /** '': that of the shop's own price. */
  readonly taxClass: string;
}

/**
 * A price of a delivery: as a price, with a tax class of the shop, or `goods` for the rates of the goods. `taxClasses`
 * undefined: they are not known.
 */
export const quoteReader =
  (digits: number, taxClasses: readonly string[] | undefined) =>
  (given: unknown): AnsweredQuote | undefined | string => {
    const price = priceReader(digits)(given);
    if (price === undefined || typeof price === 'string') return price;
    const { taxclass: taxClass = '', name = '' } = given as Members;
    if (typeof name !== 'string') return `name is ${shown(name)}, and no text`;
    if (typeof taxClass !== 'string') return `taxclass is ${shown(taxClass)}, and no text`;
    if (taxClasses !== undefined && !['', 'goods', ...taxClasses].includes(taxClass))
      return `taxclass is ${shown(taxClass)}, and none of goods, ${taxClasses.join(', ')}`;
    return { ...price, taxClass };
  };

export interface AnsweredPrice {
  readonly minor: number;
  /** '': none was said. */
  readonly name: string;
}

/** `digits`: of the currency. */
export const priceReader =
  (digits: number) =>
  (given: unknown): AnsweredPrice | undefined | string => {
    const said = membersOf(given);
    if (said === undefined || typeof said === 'string') return said;
    const { minor, name } = said;
    const isPrice = Number.isSafeInteger(minor) && (minor as number) >= 0 && (minor as number) <= minorMax(digits);
    return isPrice
      ? { minor: minor as number, name: lineIn(name, NAME_MAX) }
      : `minor is ${shown(minor)}, and no whole number from 0 to ${minorMax(digits)}`;
  };
