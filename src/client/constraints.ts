// Constraints of searches, put together by helpers: and(field('name').like('shirt'), field('price').between(10, 30)).

export type Value = string | number | boolean | null;

/** As the search operations take it (docs/sell/search.md). */
export type Constraint =
  | {
      /** The group of `oneVariation`; a value or a list: a condition on an attribute of this name. */
      readonly variation?: Value | readonly unknown[] | { readonly [field: string]: unknown };
      readonly [field: string]: unknown;
    }
  | readonly Constraint[];

/** Conditions on one field: an attribute, or a system field with its prefix such as `main.id`. */
export const field = (name: string) => {
  const condition = (operator: string, ...operands: readonly unknown[]): Constraint => ({
    [name]: [operator, ...operands],
  });
  return {
    equals: (value: Value): Constraint => condition('=', value),
    not: (value: Value): Constraint => condition('!=', value),
    below: (value: Value): Constraint => condition('<', value),
    atMost: (value: Value): Constraint => condition('<=', value),
    above: (value: Value): Constraint => condition('>', value),
    atLeast: (value: Value): Constraint => condition('>=', value),
    between: (from: Value, to: Value): Constraint => condition('BETWEEN', from, to),
    in: (values: readonly Value[]): Constraint => condition('IN', values),
    notIn: (values: readonly Value[]): Constraint => condition('NOT IN', values),
    like: (text: string): Constraint => condition('LIKE', text),
    notLike: (text: string): Constraint => condition('NOT LIKE', text),
    match: (words: string): Constraint => condition('MATCH', words),
  };
};

/** Returns what holds where all of these hold. */
export const and = (...parts: readonly Constraint[]): Constraint => ({ AND: parts });

/** Returns what holds where one of these holds. */
export const or = (...parts: readonly Constraint[]): Constraint => ({ OR: parts });

/** Returns what holds where the product, or one of its variations, meets all of these; for search_products, once. */
export const oneVariation = (...parts: readonly Constraint[]): Constraint => ({ variation: { AND: parts } });

/** A field that holds this text. */
export const like = (name: string, text: string): Constraint => field(name).like(text);
