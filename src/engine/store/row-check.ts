// Compares the rows and tombstones of a journal with their checksums and with the digests in its meta row.
//
// A start does so for what it reads anyway; `verify` and the repair of a store do it for all (checkRows).
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kinds.ts';
import { rowMark, tombstoneMark } from '../journal/row-marks.ts';
import { RowDamage } from '../journal/row-damage.ts';
import type { TableDamage } from '../journal/row-damage.ts';
import type { Journal } from '../journal/journal.ts';
import { Digest, RowDigests } from '../journal/row-digests.ts';
import type { DigestedTable, RowMark } from '../journal/row-digests.ts';

/** Checks the values of one table while they are read. */
export class TableCheck {
  private readonly kind: KindName;
  private readonly table: DigestedTable;
  private readonly digest = new Digest();
  private readonly rows: RowDamage[] = [];

  constructor(kind: KindName, table: DigestedTable) {
    this.kind = kind;
    this.table = table;
  }

  add(mark: RowMark): void {
    this.digest.add(mark);
  }

  /** Of what reading a value gives; undefined where it is damaged. */
  read<T>(value: () => T): T | undefined {
    try {
      return value();
    } catch (error) {
      if (!(error instanceof RowDamage)) throw error;
      this.rows.push(error);
      return undefined;
    }
  }

  /** What is wrong, once all values were added; undefined for nothing. */
  damage(expected: RowDigests): TableDamage | undefined {
    const { kind, table, rows } = this;
    const differs = rows.length === 0 && !this.digest.equals(expected.of(kind, table));
    return rows.length > 0 || differs ? { kind, table, rows, differs } : undefined;
  }
}

const MARKS = { rows: rowMark, tombstones: tombstoneMark } as const;

const checkTable = (
  journal: Journal,
  kind: KindName,
  table: DigestedTable,
  digests: RowDigests,
): TableDamage | undefined => {
  const check = new TableCheck(kind, table);
  for (const [id, bytes] of journal[table](kind)) {
    const mark = check.read(() => MARKS[table](kind, id, bytes));
    if (mark !== undefined) check.add(mark);
  }
  return check.damage(digests);
};

/** What is wrong with any row or tombstone. */
export const checkRows = (journal: Journal): TableDamage[] => {
  const digests = new RowDigests(journal.meta?.digests);
  return KIND_NAMES.flatMap((kind) =>
    [checkTable(journal, kind, 'rows', digests), checkTable(journal, kind, 'tombstones', digests)].filter(
      (damage) => damage !== undefined,
    ),
  );
};

/** Of the rows and tombstones that the journal has. Throws RowDamage. */
export const digestsOf = (journal: Journal): RowDigests => {
  const digests = new RowDigests();
  for (const kind of KIND_NAMES)
    for (const table of ['rows', 'tombstones'] as const)
      for (const [id, bytes] of journal[table](kind))
        digests.change(kind, table, undefined, MARKS[table](kind, id, bytes));
  return digests;
};
