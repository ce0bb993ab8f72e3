// Compares the rows and tombstones of a journal with their checksums and with the digests in its meta row.
//
// A start checks what it reads anyway; `verify` and the repair of a store check all (checkRows).
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { rowMark, tombstoneMark } from '../journal/row-marks.ts';
import { RowDamage } from '../journal/row-damage.ts';
import type { TableDamage } from '../journal/row-damage.ts';
import type { Journal } from '../journal/journal.ts';
import { Digest, RowDigests } from '../journal/row-digests.ts';
import type { DigestedTable } from '../journal/row-digests.ts';

/** Check of one table while it is read. */
export class TableCheck {
  private readonly kind: KindName;
  private readonly table: DigestedTable;
  /** Digest of all undamaged values. */
  readonly digest = new Digest();
  private readonly rows: RowDamage[] = [];

  constructor(kind: KindName, table: DigestedTable) {
    this.kind = kind;
    this.table = table;
  }

  /** Notes that reading a value failed. Throws any error that is no damage of a row. */
  noteFailure(error: unknown): void {
    if (!(error instanceof RowDamage)) throw error;
    this.rows.push(error);
  }

  /** Damage of the table, once all values were added; undefined for none. */
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
    try {
      check.digest.add(MARKS[table](kind, id, bytes));
    } catch (error) {
      check.noteFailure(error);
    }
  }
  return check.damage(digests);
};

/** Damage of all rows and tombstones. */
export const checkRows = (journal: Journal): TableDamage[] => {
  const digests = new RowDigests(journal.meta?.digests);
  return KIND_NAMES.flatMap((kind) =>
    [checkTable(journal, kind, 'rows', digests), checkTable(journal, kind, 'tombstones', digests)].filter(
      (damage) => damage !== undefined,
    ),
  );
};

/** Digests of the rows and tombstones in the journal. Throws RowDamage. */
export const digestsOf = (journal: Journal): RowDigests => {
  const digests = new RowDigests();
  for (const kind of KIND_NAMES)
    for (const table of ['rows', 'tombstones'] as const)
      for (const [id, bytes] of journal[table](kind))
        digests.change(kind, table, undefined, MARKS[table](kind, id, bytes));
  return digests;
};
