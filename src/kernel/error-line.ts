// An error as one line of text.

/** Whatever was quoted in its message, it is one line. */
export const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');
