// Searches the memory of a program that was started with NODE_OPTIONS=--heapsnapshot-signal=SIGPROF.
import { closeSync, createReadStream, fstatSync, openSync, readFileSync, readSync, readdirSync, rmSync } from 'node:fs';
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

/** It is a document of JSON, which nothing that was cut short is. */
const isWhole = (path: string): boolean => {
  const end = Buffer.alloc(4);
  const file = openSync(path, 'r');
  readSync(file, end, 0, end.length, Math.max(0, fstatSync(file).size - end.length));
  closeSync(file);
  if (!end.includes('}')) return false;
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
};

export const heapHolds = async (directory: string, program: Program, text: string): Promise<boolean> => {
  const path = await heapSnapshot(directory, program);
  const holds = await fileHolds(path, text);
  rmSync(path);
  return holds;
};
