// Keeps lines of a table that are too long from the CSV parser, which would have to hold all of one.
import type { Chunks } from './source.ts';

const [QUOTE, NEWLINE] = [0x22, 0x0a];

/** The same bytes; where a record was longer than the limit there are as many empty lines, and `refused` is told. */
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
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === QUOTE) quoted = !quoted;
      if (chunk[at] !== NEWLINE) continue;
      line += 1;
      if (quoted) continue;
      if (heldBytes + at - start > bytesMax) {
        if (start > passed) yield chunk.subarray(passed, start);
        refused(recordLine);
        yield Buffer.alloc(line - recordLine, NEWLINE);
        passed = at + 1;
      } else yield* held;
      [held, heldBytes, start, recordLine] = [[], 0, at + 1, line];
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
