// What has been spent on reading texts for LIKE and for their order. It is estimated: a search is cut into the same
// steps on every machine.

/** Nanoseconds since the process began. Who tests texts in a loop compares it with what it was. */
export const READING = { ns: 0 };
