// Searches the memory of a program that was started with NODE_OPTIONS=--heapsnapshot-signal=SIGPROF.
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../harness/program.ts';

/** Whether a file holds a text, across the bounds of its pieces, too. */
const fileHolds = async (path: string, text: string): Promise<boolean> => {
  const wanted = Buffer.from(text);
  let end = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const piece = Buffer.concat([end, chunk as Buffer]);
    if (piece.includes(wanted)) return true;
    end = piece.subarray(-wanted.length);
  }
  return false;
};

/** The path of a new snapshot of its heap, in the directory in which it runs. */
const heapSnapshot = async (directory: string, program: Program): Promise<string> => {
  const known = new Set(readdirSync(directory));
  program.signal('SIGPROF');
  for (;;) {
    const found = readdirSync(directory).find((name) => name.endsWith('.heapsnapshot') && !known.has(name));
    if (found === undefined) {
      await sleep(50);
      continue;
    }
    const path = join(directory, found);
    for (let size = -1; size !== statSync(path).size || size === 0; await sleep(500)) size = statSync(path).size;
    return path;
  }
};

export const heapHolds = async (directory: string, program: Program, text: string): Promise<boolean> =>
  fileHolds(await heapSnapshot(directory, program), text);
