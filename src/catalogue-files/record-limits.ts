// What a record of a catalogue file may be at most, so that the shop reads and applies one within a slice of its time.
import { JSON_VALUES_MAX } from '../kernel/json-reader.ts';
import { scanJson } from '../kernel/json-scan.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';

/** Bytes of a record as it is sent to the shop, in JSON: a value of any attribute has room, in any script. */
export const RECORD_BYTES_MAX = 4_194_304;
/** Objects, lists, members and items of a record, as of a call. */
export const RECORD_VALUES_MAX = JSON_VALUES_MAX;
export const RECORD_DEPTH_MAX = 32;

/** Columns of a table. */
export const COLUMNS_MAX = 2_000;

export const tooManyValues = (): Result<never> =>
  refuse('PARAMETER_INVALID', '', `The record has more than ${RECORD_VALUES_MAX} values.`);

export const tooDeep = (): Result<never> =>
  refuse('PARAMETER_INVALID', '', `The record is nested deeper than ${RECORD_DEPTH_MAX}.`);

export const tooLong = (what: 'line' | 'record', bytesMax: number): Result<never> =>
  refuse('BODY_TOO_LARGE', what, `The ${what} is longer than ${bytesMax} bytes.`);

/** Whether a record in JSON is within the limits of values and depth; it need not be well formed. */
export const checkShape = (text: string): Result<void> => {
  // Shorter text cannot have as many.
  if (text.length < RECORD_DEPTH_MAX) return ok(undefined);
  const { values, depth } = scanJson(text);
  return values > RECORD_VALUES_MAX ? tooManyValues() : depth > RECORD_DEPTH_MAX ? tooDeep() : ok(undefined);
};
