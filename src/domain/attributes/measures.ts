// Measures of one piece as whole numbers. The catalogue has kilograms and centimetres as numbers of any decimals; what
// is added up is rounded once, per piece, so that sums are exact.

/** A weight in 1/1,000,000 of a kilogram. */
export const milligramsOf = (kilograms: number): number => Math.round(kilograms * 1_000_000);

/** A length in thousandths of a metre. */
export const millimetresOf = (centimetres: number): number => Math.round(centimetres * 10);
