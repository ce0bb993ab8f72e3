// What searches have done, as the time that it takes: texts read for LIKE and for their order, records walked over for
// each word, values compared. It is estimated, so that a search is cut into the same steps on every machine, and counts
// against its call within a slice.

/** Nanoseconds since the process began. Who works in a loop compares it with what it was. */
export const SEARCH_WORK = { ns: 0 };
