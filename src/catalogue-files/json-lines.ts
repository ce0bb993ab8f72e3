// Reads JSON Lines: one record per line. A line that is too long, too deep, of too many values or no JSON is refused,
// and reading goes on.
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { checkCurrency, currencyOfShopRecord } from './file-currency.ts';
import type { CurrencyCheck } from './file-currency.ts';
import { checkShape, tooLong } from './record-limits.ts';
import { sourced } from './record-source.ts';
import type { Chunks, Sourced } from './record-source.ts';
import { notIn } from './text-encoding.ts';
import type { Encoding } from './text-encoding.ts';

const NEWLINE = 0x0a;

interface Line {
  readonly line: number;
  /** Undefined for a line longer than the limit; its bytes are not kept. */
  readonly bytes: Buffer | undefined;
}

const linesOf = async function* (chunks: Chunks, bytesMax: number): AsyncGenerator<Line> {
  let line = 1;
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= bytesMax) parts.push(part);
    else parts = [];
  };
  const whole = (): Line => ({ line, bytes: bytes > bytesMax ? undefined : Buffer.concat(parts) });
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, to));
      yield whole();
      [line, parts, bytes, from] = [line + 1, [], 0, to + 1];
    }
    take(chunk.subarray(from));
  }
  if (bytes > 0) yield whole();
};

/** Ignores a byte order mark. Undefined for ill-formed UTF-8. */
const decoded = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Undefined for an empty line. */
const parse = (bytes: Buffer, encoding: Encoding): Result<unknown> | undefined => {
  const text = decoded(bytes);
  if (text === undefined) return notIn(encoding);
  if (text.trim() === '') return undefined;
  try {
    const fits = checkShape(text);
    return fits.ok ? ok(JSON.parse(text) as unknown) : fits;
  } catch {
    return refuse('PARAMETER_INVALID', '', 'The line is no JSON.');
  }
};

export interface JsonLine {
  readonly line: number;
  readonly value: Result<unknown>;
}

/** Ignores empty lines. */
export const jsonLines = async function* (
  chunks: Chunks,
  bytesMax: number,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<JsonLine> {
  for await (const { line, bytes } of linesOf(chunks, bytesMax)) {
    const value = bytes === undefined ? tooLong('line', bytesMax) : parse(bytes, encoding);
    if (value !== undefined) yield { line, value };
  }
};

/**
 * Ignores empty lines. `encoding`: that the file was declared to have. `check` undefined: amounts are taken as they
 * stand. Throws ConfigError for a file of another currency.
 */
export const readJsonLines = async function* (
  chunks: Chunks,
  bytesMax: number,
  encoding: Encoding = 'utf-8',
  check?: CurrencyCheck,
): AsyncGenerator<Sourced> {
  for await (const { line, value } of jsonLines(chunks, bytesMax, encoding)) {
    const currency = value.ok ? currencyOfShopRecord(value.value) : undefined;
    if (currency === undefined) yield value.ok ? sourced(line, value.value) : { line, record: value };
    else if (check !== undefined) checkCurrency(line, currency, check);
  }
};
