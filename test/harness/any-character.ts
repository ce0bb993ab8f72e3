// Characters for `fc.string({ unit: anyCharacter })`: every code point that text can have. The unit 'binary' of
// fast-check is the same, and takes a second of the processor when it is first asked for.
import * as fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;

export const ANY_CHARACTER: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) },
  {
    weight: 3,
    arbitrary: fc
      .nat({ max: 0x10ffff - SURROGATES })
      .map((at) => String.fromCodePoint(at < SURROGATES_FROM ? at : at + SURROGATES)),
  },
);
