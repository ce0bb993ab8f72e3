// Compiles a function from source that is made of declarations of this program; nothing sent by a client is in it. The
// back office, whose page must not compile, has another module in place of this one.
export const functionOf = <F>(parameters: readonly string[], source: string): F =>
  new Function(...parameters, source) as F;
