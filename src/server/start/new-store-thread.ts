// The thread that writes the store of a demo: the memory that this takes goes with it.
import { parentPort, workerData } from 'node:worker_threads';
import { writeNewStore } from './new-store.ts';
import type { NewStore } from './new-store.ts';

/** Why the store could not be written; undefined: it is there. */
export type ThreadAnswer = string | undefined;

writeNewStore(workerData as NewStore).then(
  () => parentPort?.postMessage(undefined satisfies ThreadAnswer),
  (error: unknown) => parentPort?.postMessage((error as Error).message satisfies ThreadAnswer),
);
