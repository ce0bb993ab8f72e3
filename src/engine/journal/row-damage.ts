// Damage of rows and tombstones: its names and errors.
import type { KindName } from '../../domain/kind-types.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { DigestedTable } from './row-digests.ts';

/** A damaged row or tombstone. */
export class RowDamage extends StoreDamage {
  override readonly name = 'RowDamage';

  /** `seq`: the last record in the row; undefined where it cannot be read any more. */
  constructor(kind: KindName, id: number, seq: number | undefined) {
    super(`the row of ${kind} ${id}${seq === undefined ? '' : ` (record ${seq})`} is damaged`);
  }
}

/** Damage of the rows or tombstones of one kind. */
export interface TableDamage {
  readonly kind: KindName;
  readonly table: DigestedTable;
  /** Rows whose checksums are wrong. */
  readonly rows: readonly RowDamage[];
  /**
   * Whether the rows are not those last written: one is old, missing, or put back after its removal. Unknown, and
   * false, where a checksum is wrong.
   */
  readonly differs: boolean;
}

const NAMED_MAX = 5;

/** Describes the damage, one line each. */
export const described = ({ kind, table, rows, differs }: TableDamage): string[] => {
  const named = rows.slice(0, NAMED_MAX).map(({ message }) => message);
  if (rows.length > NAMED_MAX) named.push(`so are ${rows.length - NAMED_MAX} more of ${kind}`);
  return differs ? [...named, `the ${table} of ${kind} are not those that were written last`] : named;
};

/** Damaged rows; the batches have no known damage. */
export class RowsDamaged extends StoreDamage {
  override readonly name = 'RowsDamaged';
  readonly tables: readonly TableDamage[];

  constructor(tables: readonly TableDamage[]) {
    super(tables.flatMap(described).join('; '));
    this.tables = tables;
  }
}
