// Where a text holds a piece, in time linear in both.
//
// String.prototype.indexOf of V8 is linear, and fast, for pieces of up to 250 characters (its tables for Boyer and
// Moore's algorithm go no further); with longer ones it can take as many comparisons as piece times text.
// Source: Knuth, Morris and Pratt, Fast pattern matching in strings, 1977.

/** Characters up to which indexOf is linear. */
const INDEX_OF_MAX = 250;

/** What is read of a text. */
export type Characters = Pick<string, 'length' | 'charCodeAt' | 'indexOf'>;

/** By length of a matched beginning: the longest shorter beginning that it ends with. */
const fallbacksOf = (piece: string): Uint16Array => {
  const fallbacks = new Uint16Array(piece.length + 1);
  let matched = 0;
  for (let index = 1; index < piece.length; index++) {
    while (matched > 0 && piece.charCodeAt(index) !== piece.charCodeAt(matched)) matched = fallbacks[matched]!;
    if (piece.charCodeAt(index) === piece.charCodeAt(matched)) matched++;
    fallbacks[index + 1] = matched;
  }
  return fallbacks;
};

/** Finds the piece in a text, from a position on; -1 where it is not there. */
export const finderOf = (piece: string): ((text: Characters, from: number) => number) => {
  if (piece.length <= INDEX_OF_MAX) return (text, from) => text.indexOf(piece, from);
  const fallbacks = fallbacksOf(piece);
  return (text, from) => {
    let matched = 0;
    for (let position = from; position < text.length; position++) {
      const code = text.charCodeAt(position);
      while (matched > 0 && code !== piece.charCodeAt(matched)) matched = fallbacks[matched]!;
      if (code === piece.charCodeAt(matched)) matched++;
      if (matched === piece.length) return position + 1 - matched;
    }
    return -1;
  };
};
