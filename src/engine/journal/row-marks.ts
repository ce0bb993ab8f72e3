// Marks of rows and tombstones for the digests; their checksums are checked.
import type { KindName } from '../../domain/kind-types.ts';
import { checksumOf, checksumSeed, isWhole, seqOf, unpackChecked } from '../disk/checksummed.ts';
import type { ChecksumSeed } from '../disk/checksummed.ts';
import { RowDamage } from './row-damage.ts';
import type { RowMark } from './row-digests.ts';

/** Seed of the checksums of a kind's rows. */
export const rowSeed = (kind: KindName): ChecksumSeed => checksumSeed(`row.${kind}`);
export const tombstoneSeed = (kind: KindName): ChecksumSeed => checksumSeed(`tombstone.${kind}`);

/** Throws RowDamage. */
export const rowMark = (kind: KindName, id: number, bytes: Buffer): RowMark => {
  const seq = seqOf(bytes);
  if (!isWhole(rowSeed(kind), id, bytes) || seq === undefined) throw new RowDamage(kind, id, seq);
  return { id, seq, sum: checksumOf(bytes) };
};

/** Throws RowDamage. */
export const tombstoneMark = (kind: KindName, id: number, bytes: Buffer): RowMark => {
  if (!isWhole(tombstoneSeed(kind), id, bytes)) throw new RowDamage(kind, id, seqOf(bytes));
  const [seq, generation] = unpackChecked(bytes) as [number, number];
  return { id, seq, sum: generation };
};
