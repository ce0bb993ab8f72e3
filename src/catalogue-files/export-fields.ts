// What a format of an export declares: its columns or elements, where each comes from, and how it is written. The page
// docs/start/taking-elsewhere.md is made of the same declarations, so that it cannot say something else than the writer
// does.

/** What the page says of a column or an element. */
export interface ExportField {
  /** `{n}` and `{}` stand for a column each of what the writer has. */
  readonly column: string;
  /** Where it comes from, for a reader of the page. */
  readonly from: string;
}
