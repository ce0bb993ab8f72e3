// Reads what Stripe sends, whatever its shape.

/** Name of the mark of shop and method in the metadata of what the shop makes at Stripe; events repeat it. */
export const MARK_NAME = 'kontor';

type Members = { readonly [name: string]: unknown };
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
