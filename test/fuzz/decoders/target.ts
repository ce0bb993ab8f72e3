// What is fuzzed: a decoder, what its inputs are made of, and what must hold for every input.

export interface Target {
  /** Files whose code counts as reached. */
  readonly files: readonly string[];
  /** Inputs to begin with. */
  readonly seeds: readonly (string | Uint8Array)[];
  /** Words of the format. */
  readonly words: readonly (string | Uint8Array)[];
  /** Loads the decoder, and gives the check of one input, which throws where a property fails. */
  readonly load: () => Promise<Check>;
}

export type Check = (bytes: Buffer) => void | Promise<void>;

/** Words of the format, line by line. */
export const listed = <T>(...lines: readonly (readonly T[])[]): readonly T[] => lines.flat();

/** What an input breaks. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** Asserts a property of one input. */
export function holds(condition: unknown, property: string): asserts condition {
  if (!condition) throw new Broken(property);
}

/** The error that `work` throws, if it is one of those that it may throw. */
export const thrownBy = (work: () => unknown, ...allowed: readonly (new (...given: never[]) => Error)[]): boolean => {
  try {
    work();
    return false;
  } catch (error) {
    if (allowed.some((kind) => error instanceof kind)) return true;
    throw error;
  }
};
