// Small files as JSON with a checksum as their last member. Without it, a digit changed on the disk would be another
// key, number or moment. The first members say who may read and write the file (format.ts).
import { checksum } from './codec.ts';
import { rangeMembers, statedRange } from './format.ts';
import type { FormatRange } from './format.ts';

type Members = { readonly [member: string]: unknown };

/** The last version whose files had no checksum. */
const LAST_WITHOUT_CHECKSUM = 2;

const sumOf = (members: object): string =>
  checksum(Buffer.from(JSON.stringify(members)))
    .toString(16)
    .padStart(8, '0');

/** Writes members as JSON that ends in a line end. `indent`: spaces. */
export const checkedJson = (format: FormatRange, members: object, indent: number): string => {
  const all = { ...rangeMembers(format), ...members };
  return `${JSON.stringify({ ...all, checksum: sumOf(all) }, undefined, indent)}\n`;
};

/** Members of a text and who may read and write them, or that it is damaged. */
export type CheckedJson = { readonly format: FormatRange; readonly members: Members } | 'damaged';

/** Reads a text. The range is trusted if the checksum is right, or if the version had none. */
export const readCheckedJson = (text: string): CheckedJson => {
  try {
    const { checksum: sum, ...all } = JSON.parse(text) as Members;
    const { version = 1, leastReader, leastWriter, ...members } = all;
    const format = statedRange(version, leastReader, leastWriter);
    if (format === undefined) return 'damaged';
    const isWhole = sum === undefined ? format.version <= LAST_WITHOUT_CHECKSUM : sum === sumOf(all);
    return isWhole ? { format, members } : 'damaged';
  } catch {
    return 'damaged';
  }
};
