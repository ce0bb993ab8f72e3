// The name that a misspelt one most likely means.
import { withinEdits } from './word-match.ts';

const EDITS_MAX = 3;

/** Undefined where no known name is close. Of several that are equally close, the first. */
export const nearestName = (given: string, known: Iterable<string>): string | undefined => {
  const folded = given.toLowerCase();
  let [nearest, least]: [string | undefined, number] = [
    undefined,
    Math.min(EDITS_MAX, Math.floor(folded.length / 2)) + 1,
  ];
  for (const name of known) {
    for (let edits = 0; edits < least; edits++) {
      if (withinEdits(folded, name.toLowerCase(), edits)) [nearest, least] = [name, edits];
    }
  }
  return nearest;
};

/** A sentence with a blank before it; '' where no known name is close. */
export const didYouMean = (given: string, known: Iterable<string>): string => {
  const name = nearestName(given, known);
  return name === undefined ? '' : ` Did you mean ${name}?`;
};
