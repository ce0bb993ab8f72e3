// A thread that writes records into a ring, in bursts, and waits to be woken where there is no room.
import { parentPort, workerData } from 'node:worker_threads';
import { RingWriter } from '../../../src/http/threads/ring.ts';
import { fill, lengthOf } from './written-records.ts';
import type { Writing } from './written-records.ts';

const BURST = 500;

const { memory, count } = workerData as Writing;
const writer = new RingWriter(memory, () => parentPort!.postMessage('wake'));
let number = 0;
let isPlanned = false;

const go = (): void => {
  isPlanned = false;
  for (let written = 0; number < count && written < BURST; written += 1) {
    const length = lengthOf(number);
    const at = writer.reserve(length);
    if (at < 0) return;
    fill(writer.bytes, at, length, number);
    writer.publish(1, number, 0, length);
    number += 1;
  }
  if (number === count || isPlanned) return;
  isPlanned = true;
  setImmediate(go);
};

parentPort!.on('message', go);
go();
