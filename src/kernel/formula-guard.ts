// Texts that a spreadsheet would take for a formula get a quotation mark in front of them in a table: names and notes
// come from shoppers. There are two kinds of tables, which browsers write as well:
//
// - those that are read again: `guarded`, and `unguarded` takes the mark away. `=1+1` is `'=1+1` in a file. Texts that
//   already have such a mark get one more, so that every text comes back as it was. Only the beginning of a cell is
//   checked;
// - those that are for people alone: `csvCell`, which guards at whichever sign a program parts the cells.
//
// Not promised: anything about numbers, which are written as they are.

/** A sign that begins a formula may stand behind blanks and quotes; a tab or a line end begins a cell of its own. */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠]|^'*[\t\r]/;

export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The inverse of `guarded`; a text that needed no mark stays. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/**
 * Spreadsheets of some languages part cells at a semicolon, and take quotes within a cell for text: what stands behind
 * such a sign, or on a line of its own, begins a cell as well.
 */
const ANYWHERE = /((?:^|[;\t\r\n])[\s"']*)([=+\-@＝＋－＠])/g;
/** A sign is none of a formula where figures alone follow, as in +49 30 1234. */
const BUT_FIGURES = /((?:^|[;\t\r\n])[\s"']*)([=@＝＠]|[+\-＋－](?![\d ()/.-]*(?:$|[;\t\r\n])))/g;
const CONTROL = /^[\t\r]/;

/** RFC 4180. */
const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text as a cell of a table that is read again. */
export const readableCell = (text: string): string => quoted(guarded(text));

/** A text as a cell of a table for people. `keepsFigures`: phone numbers stay as they are. */
export const csvCell = (text: string, keepsFigures = false): string => {
  const safe = text.replaceAll(keepsFigures ? BUT_FIGURES : ANYWHERE, "$1'$2");
  return quoted(CONTROL.test(safe) ? `'${safe}` : safe);
};
