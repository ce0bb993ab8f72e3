// What a table of scripts/tools/ is made of: a tool is one npm script, a program is one name that it knows.

interface Described {
  /** A line of `--help`. */
  readonly does: string;
  /** Whether dist/ has to be what src/ is. */
  readonly isBuiltFirst?: true;
}

/** A file of this repository, in a Node of its own. */
interface OwnProgram extends Described {
  readonly file: string;
  readonly flags?: readonly string[];
  /** Before those of the caller. */
  readonly args?: readonly string[];
}

/** Programs of packages, one after the other until one fails. What the caller adds goes to the last one. */
interface Commands extends Described {
  readonly commands: readonly (readonly string[])[];
}

export type Program = OwnProgram | Commands;

export interface Tool {
  readonly does: string;
  readonly programs: { readonly [name: string]: Program };
  /** What runs where no program is named; none asks for a name. */
  readonly unnamed: readonly string[];
  /** The last lines of `--help`. */
  readonly note?: string;
}

/** As `npm start` serves: with the room for young objects that the figures of bench/ are measured with. */
export const YOUNG = '--max-semi-space-size=32';
