// Random texts, ids and quantities of commands, and the type of a set of commands.
import * as fc from 'fast-check';
import type { CommandOf, KindName } from '../../src/domain/kind-types.ts';

export const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('', 'x'.repeat(256), '0', 'name'),
);
/** Keys that objects can keep; also names made of digits, which a JavaScript object reorders. */
const key = fc
  .oneof(fc.constantFrom('de_DE', 'en_GB', '10', '9', 'constructor', 'price'), fc.string({ maxLength: 5 }))
  .filter((one) => one !== '__proto__');
export const keyed = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<{ [name: string]: T }> =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
export const id = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER));
export const milli = fc.oneof(fc.integer({ min: 1, max: 9000 }), fc.constantFrom(1_000_000_000, 1_000_000_000_000));
export const as = <const T extends string>(type: T): fc.Arbitrary<T> => fc.constant(type);
export const holder = fc.record({
  sessionId: fc.integer({ min: 1, max: 3 }),
  generation: fc.integer({ min: 0, max: 1 }),
});

/** Commands of a kind whose first command is made like all later ones. */
export const first = <T>(
  command: fc.Arbitrary<T>,
): { readonly first: fc.Arbitrary<T>; readonly rest: fc.Arbitrary<T> } => ({
  first: command,
  rest: command,
});

/** How an actor begins, and what may come after that. */
export type Commands = {
  readonly [K in KindName]: { readonly first: fc.Arbitrary<CommandOf<K>>; readonly rest: fc.Arbitrary<CommandOf<K>> };
};
