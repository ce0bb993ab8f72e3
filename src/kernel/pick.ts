/** The members of `source` that have these names. */
export const pick = <T extends object, Name extends keyof T & string>(
  source: T,
  names: readonly Name[],
): Pick<T, Name> => Object.fromEntries(names.map((name) => [name, source[name]])) as unknown as Pick<T, Name>;
