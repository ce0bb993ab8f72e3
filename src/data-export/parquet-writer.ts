// A table as Parquet: a row group at a time, compressed by Snappy. The schema is written also where there are no rows.
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { SchemaElement } from 'hyparquet-writer';
import type { ColumnType, Value } from './column.ts';
import type { FilePart } from './file-part.ts';
import type { TableWriter } from './table-writer.ts';
import type { WrittenColumn } from './tables.ts';

/** Rows of a row group, and characters of their texts: what memory holds of a table. */
const GROUP_ROWS_MAX = 20_000;
const GROUP_SIZE_MAX = 4_194_304;

const STORED: { readonly [T in ColumnType]: Partial<SchemaElement> } = {
  integer: { type: 'INT64' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  timestamp: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
  date: { type: 'INT32', converted_type: 'DATE' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
};

const stored = (type: ColumnType, value: Value): unknown =>
  value !== null && (type === 'integer' || type === 'timestamp') ? BigInt(value as number) : value;

const sizeOf = (value: Value): number => {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 8;
};

export class ParquetTableWriter implements TableWriter {
  rows = 0;
  private readonly columns: readonly WrittenColumn[];
  private readonly file: FilePart;
  private readonly bytes = new ByteWriter();
  private readonly parquet: ParquetWriter;
  private group: unknown[][];
  private size = 0;

  constructor(columns: readonly WrittenColumn[], file: FilePart) {
    this.columns = columns;
    this.file = file;
    const fields = columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...STORED[type] }));
    const schema: SchemaElement[] = [{ name: 'root', num_children: columns.length }, ...fields];
    this.parquet = new ParquetWriter({ writer: this.bytes, schema, createdBy: 'kontor' });
    this.group = columns.map(() => []);
  }

  add(row: readonly Value[]): Promise<void> | undefined {
    for (let at = 0; at < row.length; at += 1) {
      this.group[at]!.push(stored(this.columns[at]!.type, row[at]!));
      this.size += sizeOf(row[at]!);
    }
    this.rows += 1;
    const isFull = this.group[0]!.length >= GROUP_ROWS_MAX || this.size >= GROUP_SIZE_MAX;
    return isFull ? this.writeGroup() : undefined;
  }

  private async writeGroup(): Promise<void> {
    const rowGroupSize = this.group[0]!.length;
    if (rowGroupSize > 0) {
      const columnData = this.columns.map(({ name }, at) => ({ name, data: this.group[at]! }));
      await this.parquet.write({ columnData, rowGroupSize });
    }
    this.group = this.columns.map(() => []);
    this.size = 0;
    await this.drain();
  }

  /** The writer goes on counting from what left its memory. */
  private async drain(): Promise<void> {
    const bytes = Uint8Array.from(this.bytes.getBytes());
    this.bytes.index = 0;
    await this.file.write(bytes);
  }

  async finish(): Promise<void> {
    await this.writeGroup();
    await this.parquet.finish();
    await this.drain();
  }
}
