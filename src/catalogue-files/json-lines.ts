// Reads JSON Lines: one record per line. A line that is too long or no JSON is refused, and reading goes on.
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { readRecord } from './record.ts';
import type { Chunks, Sourced } from './record-source.ts';

const NEWLINE = 0x0a;

export const tooLong = (bytesMax: number): Result<never> =>
  refuse('BODY_TOO_LARGE', 'line', `The line is longer than ${bytesMax} bytes.`);

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

/** Undefined for an empty line. */
const parse = (bytes: Buffer): Result<unknown> | undefined => {
  try {
    // Ignores a byte order mark; throws for ill-formed UTF-8.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' ? undefined : ok(JSON.parse(text) as unknown);
  } catch {
    return refuse('PARAMETER_INVALID', '', 'The line is no JSON.');
  }
};

/** Ignores empty lines. */
export const readJsonLines = async function* (chunks: Chunks, bytesMax: number): AsyncGenerator<Sourced> {
  for await (const { line, bytes } of linesOf(chunks, bytesMax)) {
    const parsed = bytes === undefined ? tooLong(bytesMax) : parse(bytes);
    if (parsed !== undefined) yield { line, record: parsed.ok ? readRecord(parsed.value) : parsed };
  }
};
