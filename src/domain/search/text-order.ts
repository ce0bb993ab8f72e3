// The total order of texts: by their fold, and texts that fold alike by themselves, each by UTF-16 units.
//
// It is the same in every language and independent of the platform's collation. Digits are characters: '10' < '9'.
import { SEARCH_WORK } from './search-work.ts';
import { foldedOf } from './text-fold.ts';

/** Estimated time to compare a UTF-16 unit, as it is and by its fold; texts that differ soon are not counted. */
const UNIT_NS = 10;
const FOLDED_NS = 50;
const SOON_UNITS = 64;

const lowerUnit = (unit: number): number => (unit >= 65 && unit <= 90 ? unit + 32 : unit);

/** Compares by fold, folding both only as far as they are equal. */
const compareFolded = (a: string, b: string, from: number): number => {
  let [atA, atB, restA, restB] = [from, from, '', ''];
  for (;;) {
    for (; restA === '' && atA < a.length;) {
      const code = a.codePointAt(atA)!;
      atA += code > 0xffff ? 2 : 1;
      restA = foldedOf(code);
    }
    for (; restB === '' && atB < b.length;) {
      const code = b.codePointAt(atB)!;
      atB += code > 0xffff ? 2 : 1;
      restB = foldedOf(code);
    }
    const by = restA === '' || restB === '' ? restA.length - restB.length : restA.charCodeAt(0) - restB.charCodeAt(0);
    if (by !== 0 || restA === '') {
      SEARCH_WORK.ns += (atA - from) * FOLDED_NS;
      return by;
    }
    restA = restA.slice(1);
    restB = restB.slice(1);
  }
};

/** The order of texts, total: by fold, those that fold alike by themselves, each by UTF-16 units. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  let position = 0;
  for (; position < end; position++) {
    const unitA = a.charCodeAt(position);
    const unitB = b.charCodeAt(position);
    if (unitA >= 128 || unitB >= 128) break;
    if (unitA === unitB) continue;
    const by = lowerUnit(unitA) - lowerUnit(unitB);
    if (by === 0) continue;
    if (position > SOON_UNITS) SEARCH_WORK.ns += position * UNIT_NS;
    return by;
  }
  SEARCH_WORK.ns += position * UNIT_NS;
  return compareFolded(a, b, position) || (a < b ? -1 : 1);
};

const KEY_UNITS = 6;

/**
 * A whole number below 2^48 from the text's beginning: textKey(a) < textKey(b) says compareText(a, b) < 0.
 *
 * Shape: the first 6 UTF-16 units of the folded text, a byte each; a unit of 255 or more is 255 and ends it, the rest
 * is 0.
 */
export const textKey = (text: string): number => {
  let key = 0;
  let units = 0;
  for (let position = 0; position < text.length && units < KEY_UNITS;) {
    const code = text.codePointAt(position)!;
    position += code > 0xffff ? 2 : 1;
    const folded = code < 128 ? '' : foldedOf(code);
    const count = code < 128 ? 1 : folded.length;
    for (let index = 0; index < count && units < KEY_UNITS; index++, units++) {
      const unit = code < 128 ? lowerUnit(code) : folded.charCodeAt(index);
      key = key * 256 + Math.min(unit, 255);
      if (unit >= 255) return key * 256 ** (KEY_UNITS - 1 - units);
    }
  }
  return key * 256 ** (KEY_UNITS - units);
};
