// Writes a new store on a thread of its own.
import { startThread } from '../../outside/threads/start-thread.ts';
import type { ThreadAnswer } from './new-store-thread.ts';
import type { NewStore } from './new-store.ts';

/** Rejects with why the store could not be written. */
export const newStoreOnThread = async (wanted: NewStore): Promise<void> => {
  const worker = startThread(new URL('./new-store-thread.ts', import.meta.url), wanted);
  const failure = await new Promise<ThreadAnswer>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that makes the demo has ended with ${code}`)));
  });
  await worker.terminate();
  if (failure !== undefined) throw new Error(failure);
};
