// Numbers that programs have written: ids in addresses of pages and names of objects, headers, figures of metrics.
// What a person types is read by typed.ts.

/** Returns a positive id; undefined for any other text. */
export const idIn = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** Returns any number; NaN for other text. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
