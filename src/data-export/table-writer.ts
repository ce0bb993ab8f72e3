// Rows of one table as they go into a file. Both formats hold a part of the table in memory and no more.
import type { FilePart } from './file-part.ts';
import type { Value } from './column.ts';
import type { WrittenColumn } from './tables.ts';

export const FORMATS = ['ndjson', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

export interface TableWriter {
  readonly rows: number;
  /** Waits where the disk is slower than the rows. */
  add(row: readonly Value[]): Promise<void> | undefined;
  /** Writes what is left. */
  finish(): Promise<void>;
}

/** Characters of rows that wait to be written together. */
const WAITING_MAX = 262_144;

const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

const shown = (type: WrittenColumn['type'], value: Value): Value => {
  if (value === null) return null;
  if (type === 'timestamp') return new Date(value as number).toISOString();
  return type === 'date' ? dayText(value as number) : value;
};

/** A line of JSON per row, with every column, null or not. */
export class NdjsonWriter implements TableWriter {
  rows = 0;
  private readonly columns: readonly WrittenColumn[];
  private readonly file: FilePart;
  private waiting: string[] = [];
  private size = 0;

  constructor(columns: readonly WrittenColumn[], file: FilePart) {
    this.columns = columns;
    this.file = file;
  }

  add(row: readonly Value[]): Promise<void> | undefined {
    const { columns } = this;
    const line: { [name: string]: Value } = {};
    for (let at = 0; at < columns.length; at += 1) line[columns[at]!.name] = shown(columns[at]!.type, row[at]!);
    const text = `${JSON.stringify(line)}\n`;
    this.waiting.push(text);
    this.size += text.length;
    this.rows += 1;
    return this.size >= WAITING_MAX ? this.finish() : undefined;
  }

  async finish(): Promise<void> {
    const bytes = Buffer.from(this.waiting.join(''));
    this.waiting = [];
    this.size = 0;
    await this.file.write(bytes);
  }
}
