// Lists with as many items as a shop has. Their type keeps a loop from going over them in one go.
//
// Guaranteed by the compiler: what goes over such a list gets it from `atOnce` or `idsAtOnce`, which ask for a reason,
// or in steps, which the meter of a call drives (steps.ts). Not promised: that the reason is true. Lists of other types
// are looked for by their names (test/tidy/loops.test.ts).
import type { Ids } from './json.ts';
import type { Steps } from './steps.ts';

declare const ONLY_IN_STEPS: unique symbol;
declare const IDS_IN_STEPS: unique symbol;

/** A list that has no loop of its own; an array, where the program runs. */
export interface Many<T> {
  readonly length: number;
  at(index: number): T | undefined;
  readonly [ONLY_IN_STEPS]: true;
}

export const many = <T>(items: readonly T[]): Many<T> => items as unknown as Many<T>;

export const NONE = many<never>([]);

/** The items, for a loop in one go. `_why`: how many there can be, or who waits for that. */
export const atOnce = <T>(items: Many<T>, _why: string): readonly T[] => items as unknown as readonly T[];

/** Ids of as many records as a shop has; an array, or numbers side by side, where the program runs. */
export interface ManyIds {
  readonly length: number;
  at(index: number): number | undefined;
  readonly [IDS_IN_STEPS]: true;
}

export const manyIds = (ids: Ids): ManyIds => ids as unknown as ManyIds;

export const NO_IDS = manyIds([]);

/** The ids, as `atOnce` gives items. */
export const idsAtOnce = (ids: ManyIds, _why: string): Ids => ids as unknown as Ids;

/** The first ids, `most` at most. */
export const firstOf = (ids: ManyIds, most: number): number[] =>
  Array.from({ length: Math.min(most, ids.length) }, (_, at) => ids.at(at)!);

/** Items between two steps. */
const STEP_ITEMS = 1024;

/** Visits the items, those that are added meanwhile too; what is removed meanwhile may keep others from a visit. */
export function* eachInSteps<T>(items: Many<T>, visit: (item: T) => void): Steps<void> {
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0 && index % STEP_ITEMS === 0) yield '';
    visit(items.at(index)!);
  }
}
