// What somebody types into a field to search by, as a constraint: every word must be somewhere.

export type Condition = { readonly [field: string]: unknown };

/** `conditions`: each word must meet one of them. */
export const eachWord = (text: string, conditions: (word: string) => readonly Condition[]): readonly Condition[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ OR: conditions(word) }));

/** The fields that may contain a word. */
export const within = (fields: readonly string[], word: string): readonly Condition[] =>
  fields.map((field) => ({ [field]: ['LIKE', word] }));
