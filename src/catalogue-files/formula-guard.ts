// Texts that a spreadsheet would take for a formula get a quotation mark in front of them in a table, and a reader
// takes it away again: `=1+1` is `'=1+1` in a file. Texts that already have such a mark get one more, so that every
// text comes back as it was.
//
// Not promised: anything about numbers, which are written as they are, or about programs that split a table at another
// delimiter than its own: only the beginning of a cell is checked.

/** A sign that begins a formula may stand behind blanks and quotes; a tab or a line end begins a cell of its own. */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠]|^'*[\t\r]/;

export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The inverse of `guarded`; a text that needed no mark stays. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
