// Damage of rows and tombstones: what it is called, and in which errors it is thrown.
import type { KindName } from '../../domain/kinds.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { DigestedTable } from './row-digests.ts';

/** A row or tombstone that is not as it was written. */
export class RowDamage extends StoreDamage {
  override readonly name = 'RowDamage';

  /** `seq`: the last record in the row, as far as it can still be read; undefined where it cannot. */
  constructor(kind: KindName, id: number, seq: number | undefined) {
    super(`the row of ${kind} ${id}${seq === undefined ? '' : ` (record ${seq})`} is damaged`);
  }
}

/** Of one kind. */
export interface TableDamage {
  readonly kind: KindName;
  readonly table: DigestedTable;
  /** Rows whose checksums are wrong. */
  readonly rows: readonly RowDamage[];
  /**
   * The rows are not those that were written last: one is old, missing, or put back after it was removed. Unknown, and
   * false, where a checksum is wrong.
   */
  readonly differs: boolean;
}

const NAMED_MAX = 5;

/** In one line for each. */
export const described = ({ kind, table, rows, differs }: TableDamage): string[] => {
  const named = rows.slice(0, NAMED_MAX).map(({ message }) => message);
  if (rows.length > NAMED_MAX) named.push(`so are ${rows.length - NAMED_MAX} more of ${kind}`);
  return differs ? [...named, `the ${table} of ${kind} are not those that were written last`] : named;
};

/** Rows that are not as they were written. Nothing is known to be wrong with the batches. */
export class RowsDamaged extends StoreDamage {
  override readonly name = 'RowsDamaged';
  readonly tables: readonly TableDamage[];

  constructor(tables: readonly TableDamage[]) {
    super(tables.flatMap(described).join('; '));
    this.tables = tables;
  }
}
