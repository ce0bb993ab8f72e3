// Removes records that are too long from a table before the CSV parser, which holds a whole record in memory.
import type { Chunks } from './record-source.ts';

const [QUOTE, NEWLINE] = [0x22, 0x0a];

/**
 * The same bytes, but with as many empty lines in place of a record that is longer than `bytesMax`. `refused` is called
 * with the line on which such a record begins.
 */
export const boundedRecords = async function* (
  chunks: Chunks,
  bytesMax: number,
  refused: (line: number) => void,
): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let quoted = false;
  let line = 1;
  let recordLine = 1;
  for await (const chunk of chunks) {
    let passed = 0;
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      if (chunk[index] === QUOTE) quoted = !quoted;
      if (chunk[index] !== NEWLINE) continue;
      line += 1;
      if (quoted) continue;
      if (heldBytes + index - start > bytesMax) {
        if (start > passed) yield chunk.subarray(passed, start);
        refused(recordLine);
        yield Buffer.alloc(line - recordLine, NEWLINE);
        passed = index + 1;
      } else yield* held;
      [held, heldBytes, start, recordLine] = [[], 0, index + 1, line];
    }
    if (start > passed) yield chunk.subarray(passed, start);
    const rest = chunk.subarray(Math.max(start, passed));
    heldBytes += rest.length;
    if (heldBytes <= bytesMax) held.push(rest);
    else held = [];
  }
  if (heldBytes > bytesMax) refused(recordLine);
  else yield* held;
};
