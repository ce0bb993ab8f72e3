// An error as one line of text.

/** Makes one line of an error, whatever its message quotes. */
export const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');
