// A table that another shop system has exported: rows by the names of its columns, and which columns nobody asked for.
//
// Not promised: constant memory. Rows of one product may stand apart, so the file is held as a whole.
import { ConfigError } from '../config/setting.ts';
import type { Result } from '../kernel/result.ts';
import { checkHeader, readRows } from './csv-reader.ts';
import type { Chunks } from './record-source.ts';

const BYTES_MAX = 256 * 1024 * 1024;
/** Each takes eight bytes, also an empty one. */
const CELLS_MAX = 50_000_000;

export interface ForeignRow {
  readonly line: number;
  /** The cell without blanks around it; '' for a column that the table lacks. The column has a place from now on. */
  take(column: string): string;
}

export interface RefusedRow {
  readonly line: number;
  readonly record: Result<never>;
}

export class ForeignTable {
  readonly columns: readonly string[];
  readonly rows: ForeignRow[] = [];
  readonly refused: RefusedRow[] = [];
  private readonly taken = new Set<string>();
  /** Cells of each column that are not empty. */
  private readonly filled = new Map<string, number>();
  /** Of two columns of a name the last one counts. */
  private readonly places: ReadonlyMap<string, number>;
  private cells = 0;

  constructor(columns: readonly string[]) {
    this.columns = columns;
    this.places = new Map(columns.map((column, index) => [column, index]));
  }

  /** Throws ConfigError for more cells than are held. */
  add(line: number, given: readonly string[]): void {
    const cells = this.columns.map((_column, index) => (given[index] ?? '').trim());
    this.cells += cells.length;
    if (this.cells > CELLS_MAX) throw new ConfigError(`the table has more than ${CELLS_MAX} cells`);
    for (const [index, cell] of cells.entries()) {
      const column = this.columns[index]!;
      if (cell !== '') this.filled.set(column, (this.filled.get(column) ?? 0) + 1);
    }
    const take = (column: string): string => {
      this.taken.add(column);
      return cells[this.places.get(column) ?? -1] ?? '';
    };
    this.rows.push({ line, take });
  }

  /** The columns that a pattern matches, with its first group. */
  matching(pattern: RegExp): readonly (readonly [column: string, part: string])[] {
    return this.columns.flatMap((column) => {
      const found = pattern.exec(column);
      return found === null ? [] : [[column, found[1] ?? ''] as const];
    });
  }

  /** Columns that hold something and were never taken, as lines of text. */
  placeless(): string[] {
    return [...this.filled]
      .filter(([column]) => !this.taken.has(column))
      .map(([column, count]) => `no place for the column ${JSON.stringify(column)}: ${count} values are left out`);
  }
}

/** Throws ConfigError for a file without a header or a needed column, of more columns or cells, or than 256 MiB. */
export const readForeignTable = async (
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  needed: readonly string[],
): Promise<ForeignTable> => {
  let bytes = 0;
  const limited = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > BYTES_MAX) throw new ConfigError(`the file is longer than ${BYTES_MAX} bytes`);
      yield chunk;
    }
  };
  let table: ForeignTable | undefined;
  for await (const { line, cells } of readRows(limited(), delimiter, bytesMax)) {
    if (table === undefined) {
      if (!cells.ok) break;
      checkHeader(cells.value);
      table = new ForeignTable(cells.value.map((name) => name.trim()));
    } else if (cells.ok) table.add(line, cells.value);
    else table.refused.push({ line, record: cells });
  }
  if (table === undefined) throw new ConfigError('the table has no header line');
  const missing = needed.find((column) => !table.columns.includes(column));
  if (missing !== undefined)
    throw new ConfigError(`the table has no column ${JSON.stringify(missing)}: is it of another format or delimiter?`);
  return table;
};
