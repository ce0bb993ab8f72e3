// A number as a barcode: Code 39, which every scanner reads and which needs eleven patterns for digits.

/** Nine bars and gaps of a digit, a bar first; 1: three modules wide, 0: one. */
const PATTERNS: { readonly [character: string]: string } = {
  '0': '000110100',
  '1': '100100001',
  '2': '001100001',
  '3': '101100000',
  '4': '000110001',
  '5': '100110000',
  '6': '001110000',
  '7': '000100101',
  '8': '100100100',
  '9': '001100100',
  // Begins and ends every code.
  '*': '010010100',
};
const WIDE = 3;

interface Bar {
  readonly x: number;
  readonly width: number;
}

/** Bars of a whole number and the width of them all, in modules; without the quiet zone around it. */
export const barcodeOf = (number: number): { readonly bars: readonly Bar[]; readonly bars_width: number } => {
  const bars: Bar[] = [];
  let x = 0;
  for (const character of `*${number}*`) {
    [...PATTERNS[character]!].forEach((kind, place) => {
      const width = kind === '1' ? WIDE : 1;
      if (place % 2 === 0) bars.push({ x, width });
      x += width;
    });
    // A gap between two characters.
    x += 1;
  }
  return { bars, bars_width: x - 1 };
};
