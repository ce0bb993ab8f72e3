// Tables as CSV files (RFC 4180, UTF-8 with a mark, so that spreadsheets read umlauts). A text that a spreadsheet would
// take for a formula gets a quotation mark in front: names and notes come from shoppers. A German spreadsheet parts
// cells at `;` and takes quotes within them for text. So what stands behind one there, or on a line of its own, begins
// a cell as well.
const FORMULA = /((?:^|[;\t\r\n])[\s"']*)([=+\-@＝＋－＠])/g;
const CONTROL = /^[\t\r]/;

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const guarded = value.replaceAll(FORMULA, "$1'$2");
  const text = CONTROL.test(guarded) ? `'${guarded}` : guarded;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
