// Searches the memory of a program that was started with NODE_OPTIONS=--heapsnapshot-signal=SIGPROF.
import { closeSync, createReadStream, fstatSync, openSync, readSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';

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
  const name = await until('a heap snapshot is begun', () =>
    readdirSync(directory).find((one) => one.endsWith('.heapsnapshot') && !known.has(one)),
  );
  const path = join(directory, name);
  await until('the heap snapshot is whole', () => isWhole(path));
  return path;
};

/** Bytes at the end that say so. */
const END = 64;
/** The head of a snapshot is shorter, and the only other place with such an end. */
const HEAD = 100_000;

/** It ends as its last list does, that of strings: within a string a quotation mark has a backslash before it. */
const isWhole = (path: string): boolean => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size < HEAD) return false;
    const end = Buffer.alloc(END);
    readSync(file, end, 0, END, size - END);
    return /(?<!\\)(?:\\\\)*"\s*\]\s*\}\s*$/.test(end.toString('latin1'));
  } finally {
    closeSync(file);
  }
};

export const heapHolds = async (directory: string, program: Program, text: string): Promise<boolean> => {
  const path = await heapSnapshot(directory, program);
  const holds = await fileHolds(path, text);
  rmSync(path);
  return holds;
};
