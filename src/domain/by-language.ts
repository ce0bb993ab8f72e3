/** A caller's word may name what every object inherits, `constructor` say: only members of its own count. */
export const own = <V>(values: { readonly [name: string]: V } | undefined, name: string): V | undefined =>
  values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;

/** What the first language by code has of it; undefined when none has. */
export const firstByCode = <T, V>(
  byLanguage: { readonly [language: string]: T },
  held: (entry: T) => V | undefined,
): V | undefined => {
  let first = '';
  let chosen: V | undefined;
  for (const code in byLanguage) {
    if (chosen !== undefined && first < code) continue;
    const value = held(byLanguage[code]!);
    if (value === undefined) continue;
    first = code;
    chosen = value;
  }
  return chosen;
};

/** In the same order, for a map of one value per language. */
export const lookUpPlain = <V>(
  values: { readonly [language: string]: V | undefined },
  language: string,
  fallback: string,
): V | undefined => own(values, language) ?? own(values, fallback) ?? firstByCode(values, (value) => value);
