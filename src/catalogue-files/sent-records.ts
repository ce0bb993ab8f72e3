// Records on their way from the process that reads a file to the shop: lines of JSON.
//
//   {"line":17,"record":{"type":"product",…}}   a record, and where it stands in the file
//   {"line":17,"row":{"fixed":…}}               a row of a table
//   {"end":3}                                   the end of a batch, with its number
//   {"type":"product",…}                        a record whose line is its line here: a catalogue file is sent as it is
//
// Each reader checks them again, and so does not depend on who sends them.
import type { Result } from '../kernel/result.ts';
import { ok } from '../kernel/result.ts';
import { jsonLines } from './json-lines.ts';
import { RECORD_BYTES_MAX, tooLong } from './record-limits.ts';
import type { Chunks, Sent, Sourced } from './record-source.ts';
import { sourced } from './record-source.ts';
import { readRow } from './table-row.ts';
import type { TableRow } from './table-row.ts';

/** Refuses: BODY_TOO_LARGE for a record that is longer than the shop takes. */
export const sentLine = (line: number, sent: Sent): Result<string> => {
  const text = `${JSON.stringify({ line, ...sent })}\n`;
  return Buffer.byteLength(text) > RECORD_BYTES_MAX ? tooLong('record', RECORD_BYTES_MAX) : ok(text);
};

export const batchEnd = (batch: number): string => `${JSON.stringify({ end: batch })}\n`;

type Members = { readonly [name: string]: unknown };

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

const sourcedRow = (line: number, row: unknown): Sourced => {
  const record = readRow(row);
  return record.ok ? { line, record, sent: { row: row as TableRow } } : { line, record };
};

/** `ended` is called once all records of a batch have been taken. */
export const readSentRecords = async function* (
  chunks: Chunks,
  ended: (batch: number) => Promise<void>,
): AsyncGenerator<Sourced> {
  for await (const { line, value } of jsonLines(chunks, RECORD_BYTES_MAX)) {
    if (!value.ok) {
      yield { line, record: value };
      continue;
    }
    const members = membersOf(value.value);
    const { line: stands, record, row, end } = members;
    // A record may have such a member, too.
    if (isNumber(end) && Object.keys(members).length === 1) await ended(end);
    else if (!isNumber(stands)) yield sourced(line, value.value);
    else if (row === undefined) yield sourced(stands, record);
    else yield sourcedRow(stands, row);
  }
};
