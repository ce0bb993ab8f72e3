// Removes records that are too long or no UTF-8 from a table before the CSV parser, which holds a whole record in
// memory and puts U+FFFD for what it cannot decode. Counts lines, too: the parser counts CR LF within quotes twice.
import { isUtf8 } from 'node:buffer';
import type { Chunks } from './record-source.ts';

const [QUOTE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d];

/** Where the lines of a table end: after LF, CR LF, or CR alone. */
export class LineEnds {
  /** Offsets after line ends, ascending, those that were forgotten left out. */
  private offsets: number[] = [];
  private forgotten = 0;
  private bytes = 0;
  private afterReturn = false;

  /** Called with every chunk in order. */
  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.afterReturn && byte !== NEWLINE) this.offsets.push(this.bytes);
      this.bytes += 1;
      if (byte === NEWLINE) this.offsets.push(this.bytes);
      this.afterReturn = byte === RETURN;
    }
  }

  private endsThrough(offset: number): number {
    let [low, high] = [0, this.offsets.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.offsets[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The line, from 1, in which the byte at an offset is. */
  lineOf(offset: number): number {
    return 1 + this.forgotten + this.endsThrough(offset);
  }

  /** Whether a line ends before the byte at an offset. */
  isLineEnd(offset: number): boolean {
    return this.offsets[this.endsThrough(offset) - 1] === offset;
  }

  /** Frees what is known of lines before an offset, which are not asked for again. */
  forget(offset: number): void {
    const ends = this.endsThrough(offset) - 1;
    if (ends < 1024) return;
    this.offsets = this.offsets.slice(ends);
    this.forgotten += ends;
  }
}

/** Whether the bytes so far end within a quoted cell. A quote opens one at the beginning of a cell only. */
class Quoting {
  inside = false;
  /** The last byte of the delimiter. */
  private readonly delimiter: number | undefined;
  private mayOpen = true;

  constructor(delimiter: string) {
    this.delimiter = Buffer.from(delimiter).at(-1);
  }

  read(byte: number): void {
    if (this.inside) {
      // Two quotes stand for one: the second opens the cell again.
      this.inside = byte !== QUOTE;
      this.mayOpen = !this.inside;
      return;
    }
    this.inside = byte === QUOTE && this.mayOpen;
    this.mayOpen = byte === this.delimiter || byte === NEWLINE || byte === RETURN;
  }
}

/** Why a record is taken out. */
export type Unfit = 'too long' | 'no UTF-8';

/**
 * The same bytes, but with as many empty lines in place of a record that is longer than `bytesMax` or no UTF-8.
 * `refused` is called with the line on which such a record begins.
 */
export const boundedRecords = async function* (
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  refused: (line: number, why: Unfit) => void,
): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  const quoting = new Quoting(delimiter);
  let line = 1;
  let recordLine = 1;
  /** The last byte of the chunk before. */
  let lastByte: number | undefined;
  for await (const chunk of chunks) {
    let passed = 0;
    let start = 0;
    // If the whole chunk is UTF-8, each record in it is, and none needs a check of its own.
    const isSound = isUtf8(chunk);
    for (let index = 0; index < chunk.length; index += 1) {
      quoting.read(chunk[index]!);
      if (chunk[index] !== NEWLINE) continue;
      line += 1;
      if (quoting.inside) continue;
      const why = unfit(held, heldBytes, chunk.subarray(start, index), bytesMax, isSound);
      if (why !== undefined) {
        if (start > passed) yield chunk.subarray(passed, start);
        refused(recordLine, why);
        const before = index > 0 ? chunk[index - 1] : lastByte;
        // With the table's own line end: the parser takes the first one that it finds for all.
        yield Buffer.from((before === RETURN ? '\r\n' : '\n').repeat(line - recordLine));
        passed = index + 1;
      } else yield* held;
      [held, heldBytes, start, recordLine] = [[], 0, index + 1, line];
    }
    if (start > passed) yield chunk.subarray(passed, start);
    const rest = chunk.subarray(Math.max(start, passed));
    heldBytes += rest.length;
    if (heldBytes <= bytesMax) held.push(rest);
    else held = [];
    lastByte = chunk.at(-1) ?? lastByte;
  }
  const why = unfit(held, heldBytes, Buffer.alloc(0), bytesMax, false);
  if (why !== undefined) refused(recordLine, why);
  else yield* held;
};

/** `isSound`: the rest is UTF-8. */
const unfit = (
  held: readonly Buffer[],
  heldBytes: number,
  rest: Buffer,
  bytesMax: number,
  isSound: boolean,
): Unfit | undefined => {
  if (heldBytes + rest.length > bytesMax) return 'too long';
  if (heldBytes === 0) return isSound || isUtf8(rest) ? undefined : 'no UTF-8';
  return isUtf8(Buffer.concat([...held, rest])) ? undefined : 'no UTF-8';
};
