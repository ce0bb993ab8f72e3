// Versions of what Kontor writes to a disk: which program may read a file, and which may write it.
//
// Every store, snapshot file and key file states three numbers: the version that wrote it, the least version that reads
// it, and the least that may write it without loss. They differ because most changes only add: a program that does not
// know an added field reads the rest, and would drop the field when it writes. docs/operate/upgrade.md has the outcome
// of every combination; CONTRIBUTING.md says which number a change raises.
// Not promised: a version per row or record. Readers recognize what an older program wrote by its bytes: a field past
// the end of a row has its default.

/** Range stated by a file: `leastReader` ≤ `leastWriter` ≤ `version`. */
export interface FormatRange {
  /** Version of the program that wrote the file last. */
  readonly version: number;
  readonly leastReader: number;
  readonly leastWriter: number;
}

/** The version of this program: of stores, snapshot files and key files alike. */
export const FORMAT = 5;
/** Files of versions before this one are refused. */
export const OLDEST_FORMAT = 3;

const writtenHere = (leastReader: number, leastWriter: number): FormatRange => ({
  version: FORMAT,
  leastReader,
  leastWriter,
});

/** store.json, and the journal with all its tables. */
export const STORE_FORMAT = writtenHere(5, 5);
/** A snapshot file has the least writer of the store made from it. */
export const SNAPSHOT_FORMAT = writtenHere(5, 5);
export const KEYS_FORMAT = writtenHere(4, 4);

/** Last version whose files had no range; only programs of the same version read or wrote them. */
const LAST_WITHOUT_RANGE = 3;
/** Highest version; a higher number is damage. */
const VERSION_MAX = 65_535;

export const hasRange = (version: number): boolean => version > LAST_WITHOUT_RANGE;

/** An undamaged file that this program must not read, or not write. The message is one line. */
export class WrongFormat extends Error {}

/** The range in these numbers; undefined where no program can have written them. */
export const statedRange = (version: unknown, leastReader: unknown, leastWriter: unknown): FormatRange | undefined => {
  const isVersion = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= VERSION_MAX;
  if (!isVersion(version)) return undefined;
  if (!hasRange(version) && leastReader === undefined && leastWriter === undefined)
    return { version, leastReader: version, leastWriter: version };
  if (!isVersion(leastReader) || !isVersion(leastWriter)) return undefined;
  const inOrder = leastReader <= leastWriter && leastWriter <= version;
  return inOrder && hasRange(version) ? { version, leastReader, leastWriter } : undefined;
};

/** Members that state the range of a JSON file. */
export const rangeMembers = ({ version, leastReader, leastWriter }: FormatRange): object =>
  hasRange(version) ? { version, leastReader, leastWriter } : { version };

const WAY_BACK = 'upgrade kontor, or restore the snapshot file that was made before (docs/operate/upgrade.md)';

/** Throws WrongFormat if this program must not read the file. `what`: subject of the message. */
export const mustRead = (what: string, { version, leastReader }: FormatRange): void => {
  if (version < OLDEST_FORMAT)
    throw new WrongFormat(
      `${what} has format version ${version}, and this kontor, of version ${FORMAT}, reads version ${OLDEST_FORMAT} ` +
        'and later: open it with the kontor that wrote it, or start in an empty data directory (docs/operate/upgrade.md)',
    );
  if (leastReader > FORMAT)
    throw new WrongFormat(
      `${what} has format version ${version} and is read by version ${leastReader} and later, ` +
        `and this kontor has version ${FORMAT}: ${WAY_BACK}`,
    );
};

/** Why this program may read a file but not write it, in one phrase; '' if it may write it. */
export const whyNotWritten = (what: string, { version, leastWriter }: FormatRange): string =>
  leastWriter > FORMAT
    ? `${what} has format version ${version} and is written by version ${leastWriter} and later, ` +
      `and this kontor has version ${FORMAT}`
    : '';

/** Throws WrongFormat if this program must not write the file. */
export const mustWrite = (what: string, range: FormatRange): void => {
  mustRead(what, range);
  const why = whyNotWritten(what, range);
  if (why !== '') throw new WrongFormat(`${why}: ${WAY_BACK}`);
};
