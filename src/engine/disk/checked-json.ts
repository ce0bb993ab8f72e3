// Small files as JSON with a checksum as their last member. A digit that changed on the disk would otherwise be another
// key, another number or another moment.
import { checksum } from './codec.ts';

type Members = { readonly [member: string]: unknown };

const sumOf = (members: object): string =>
  checksum(Buffer.from(JSON.stringify(members)))
    .toString(16)
    .padStart(8, '0');

/** `indent`: spaces. Ends in a line end. */
export const checkedJson = (members: object, indent: number): string =>
  `${JSON.stringify({ ...members, checksum: sumOf(members) }, undefined, indent)}\n`;

/** What text holds: its members, the version that it says it has, or that it is damaged. */
export type CheckedJson = { readonly members: Members } | { readonly otherVersion: number } | 'damaged';

/** Another version is believed where the checksum is right, and where there is none: early versions had none. */
export const readCheckedJson = (text: string, version: number): CheckedJson => {
  try {
    const { checksum: sum, ...members } = JSON.parse(text) as Members;
    if (sum !== undefined && sum !== sumOf(members)) return 'damaged';
    const { version: own = 1, ...rest } = members;
    if (typeof own !== 'number' || (own === version && sum === undefined)) return 'damaged';
    return own === version ? { members: rest } : { otherVersion: own };
  } catch {
    return 'damaged';
  }
};
