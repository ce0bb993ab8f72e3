// What a format of an export declares: its columns or elements, where each comes from, and how it is written. The page
// docs/coming-from.md is made of the same declarations, so that it cannot say something else than the writer does.

/** What the page says of a column or an element. */
export interface ExportField {
  /** `{n}` and `{}` stand for a column each of what the writer has. */
  readonly column: string;
  /** Where it comes from, for a reader of the page. */
  readonly from: string;
}

/** All digits of a number as JavaScript writes it, without an exponent. */
export const plainDecimal = (value: number): string => {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  return point <= 0 ? `${sign}0.${'0'.repeat(-point)}${digits}` : sign + digits.padEnd(point, '0');
};
