// A function of its source, for what is compiled from declarations of this program; nothing that was sent is in it.
// Browsers forbid it to the page of the back office, whose build has another module in this one's place: what is
// compiled is for rows of the store, and a page has none.
export const functionOf = <F>(parameters: readonly string[], source: string): F =>
  new Function(...parameters, source) as F;
