// A thread that asks for one reply again and again, and counts those that are older than what was told before it asked.
import { parentPort, workerData } from 'node:worker_threads';
import { PublishedRepliesReader } from '../../../src/http/threads/published-replies.ts';
import type { PublishedReplyMemory } from '../../../src/http/threads/published-replies.ts';

export interface Reading {
  readonly memory: PublishedReplyMemory;
  readonly thread: number;
  /** The newest value that was told; 1 when it is over. */
  readonly told: Int32Array;
  /** Of all threads so far: what they were sent, and what of that was too old. */
  readonly counted: Int32Array;
}

/** What it was sent: replies, their bytes, and how many of them were too old. */
export interface Sent {
  readonly found: number;
  readonly bytes: number;
  readonly late: number;
}

const { memory, thread, told, counted } = workerData as Reading;
const reader = new PublishedRepliesReader(memory, thread, 0);
const call = Buffer.from('request=get_value');
let [late, found, sentBytes] = [0, 0, 0];
parentPort!.postMessage('ready');
while (Atomics.load(told, 1) === 0) {
  const before = Atomics.load(told, 0);
  reader.answer(call, (bytes) => {
    found += 1;
    Atomics.add(counted, 0, 1);
    sentBytes += bytes.length;
    if (Number(bytes.toString('latin1')) >= before) return;
    late += 1;
    Atomics.add(counted, 1, 1);
  });
}
parentPort!.postMessage({ found, bytes: sentBytes, late } satisfies Sent);
