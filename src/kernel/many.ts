// Lists with as many items as a shop has. Their type keeps a loop from going over them in one go.
//
// Guaranteed by the compiler: what goes over such a list gets it from `atOnce`, which asks for a reason, or in steps,
// which the meter of a call drives (steps.ts). Not promised: that the reason is true. Lists of other types are looked
// for by their names (test/tidy/loops.test.ts).
import type { Steps } from './steps.ts';

declare const ONLY_IN_STEPS: unique symbol;

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

/** Items between two steps. */
const STEP_ITEMS = 1024;

/** Visits the items, those that are added meanwhile too; what is removed meanwhile may keep others from a visit. */
export function* eachInSteps<T>(items: Many<T>, visit: (item: T) => void): Steps<void> {
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0 && index % STEP_ITEMS === 0) yield '';
    visit(items.at(index)!);
  }
}
