// How texts are compared: composed everywhere, and caseless where case does not count. One text may be written in two
// ways, `é` as one character or as an `e` with a mark; readers see the same text.
//
// Texts are composed once, when a parameter is read (params.ts). What an older version stored is composed where it is
// compared. Not promised: that compatible characters are one, `ﬁ` is not `fi`; the search for words is more generous;
// that a letter with more marks than any writing has is composed.

/** No character before U+0300 is composed with another one, nor is one of them a mark. */
const MAY_COMPOSE = /[\u0300-\uffff]/;

/**
 * More marks in a row than any writing has (UAX #15, Stream-Safe Text Format). Putting marks in order takes time by the
 * square of their number: 32,000 of them held the thread for 7 s.
 */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** In Unicode's composed form (NFC); the same text where it is so already, or has too many marks in a row. */
export const composed = (text: string): string =>
  MAY_COMPOSE.test(text) && !TOO_MANY_MARKS.test(text) ? text.normalize('NFC') : text;

/** Whether a stored name, in any form, is among composed ones. */
export const isAmong = (composedNames: readonly string[], stored: string): boolean => {
  if (composedNames.includes(stored)) return true;
  const name = composed(stored);
  return name !== stored && composedNames.includes(name);
};

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Upper case turns `ß` into `SS` and splits characters that have no upper case of their own. */
const withoutCase = (text: string): string => composed(composed(text).toLowerCase().toUpperCase().toLowerCase());

/** Equal for texts that differ in case or in Unicode's forms alone. */
export const caseless = (text: string): string => (BEYOND_ASCII.test(text) ? withoutCase(text) : text.toLowerCase());
