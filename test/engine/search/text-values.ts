// Texts of search tests: those that catalogues have, and those that are hard to take apart.
import * as fc from 'fast-check';
import { TEXTS, textOf } from './catalogue-values.ts';
import { ANY_CHARACTER } from '../../harness/any-character.ts';

export const text = fc.oneof(fc.nat({ max: 900 }).map(textOf), fc.constantFrom(...TEXTS), fc.string({ maxLength: 12 }));

/** Also with letters that fold to several, letters of two units, and halves of them. */
export const anyText = fc.oneof(
  text,
  fc.string({ unit: ANY_CHARACTER, maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      'É',
      'é',
      'ß',
      '\u00ad',
      'Σ',
      'ς',
      'İ',
      '😀',
      'ﬁ',
      '½',
      ' ',
      '-',
      '\u0301',
      '𝐀',
      '𐐀',
      '\ud800',
    ),
    maxLength: 12,
  }),
);
