// Characters for `fc.string({ unit: anyCharacter })`: every code point that text can have. fast-check has such a unit by
// the name of 'binary', which takes a second of the processor when it is first asked for.
import * as fc from 'fast-check';

const SURROGATES = 0xd800;
const BEHIND_SURROGATES = 0xe000;

export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: SURROGATES - 1 }),
    fc.integer({ min: BEHIND_SURROGATES, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
