// Files as a program of another format version leaves them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { checkedJson, readCheckedJson } from '../../../src/engine/disk/checked-json.ts';
import { FORMAT } from '../../../src/engine/disk/format.ts';
import type { FormatRange } from '../../../src/engine/disk/format.ts';
import { readIdentity, writeIdentity } from '../../../src/engine/store/identity.ts';
import { must } from '../../../src/kernel/result.ts';
import { change } from './killed-stores.ts';
import { journalOf } from './stores.ts';
import type { Place } from './stores.ts';

const rangeOf = (leastReader: number, leastWriter: number): FormatRange => ({
  version: FORMAT + 1,
  leastReader,
  leastWriter,
});

/** It added nothing that a program of this version has to know. */
export const COMPATIBLE = rangeOf(FORMAT, FORMAT);
/** As before, and it still reads and writes what the version before this one wrote. */
export const MORE_COMPATIBLE = rangeOf(FORMAT - 1, FORMAT - 1);
/** A program of this version would lose what it added. */
export const READABLE = rangeOf(FORMAT, FORMAT + 1);
/** A program of this version would misread it. */
export const FOREIGN = rangeOf(FORMAT + 1, FORMAT + 1);

/** Rows of a kind that this program does not have would be in the digests, behind those of the kinds that it has. */
const NEW_KIND = Buffer.alloc(32, 7);

/** The meta row and store.json, `members` among it. */
export const writtenAs = async (place: Place, range: FormatRange, members: object = {}): Promise<void> => {
  const journal = journalOf(place);
  const { digests } = journal.meta!;
  await journal.close();
  const isLossy = range.leastWriter > FORMAT;
  await change(place, () => ({}), { ...range, ...(isLossy && { digests: Buffer.concat([digests, NEW_KIND]) }) });
  writeIdentity(place.directory, { ...readIdentity(place.directory)!, ...members, format: range });
};

/** Only the meta row: store.json is an older copy. */
export const metaWrittenAs = (place: Place, range: FormatRange): Promise<void> => change(place, () => ({}), range);

export const keysWrittenAs = ({ directory }: Place, range: FormatRange): void => {
  const path = join(directory, 'subject-keys.json');
  const file = readCheckedJson(readFileSync(path, 'utf8'));
  must(file !== 'damaged', `${path} is whole`);
  writeFileSync(path, checkedJson(range, file.members, 1));
};

/** A snapshot file with a header of its own, and a right checksum. */
export const snapshotWrittenAs = (path: string, { version, leastReader, leastWriter }: FormatRange): void => {
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(version, 8);
  bytes.writeUInt32LE(leastReader, 44);
  bytes.writeUInt32LE(leastWriter, 48);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 52)), 52);
  writeFileSync(path, bytes);
};
