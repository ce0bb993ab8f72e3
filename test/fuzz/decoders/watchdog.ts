// Ends the process where one input takes too long, and says which: the fuzzed code holds the thread, so another thread
// has to notice.
import { Worker } from 'node:worker_threads';

const INPUT_BYTES_MAX = 65_536;

const WATCH = `
const { workerData: { shared, ms } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const [head, input] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, 8)];
let seen = -1;
setInterval(() => {
  const now = Atomics.load(head, 0);
  if (now !== seen) return void (seen = now);
  const bytes = Buffer.from(input.subarray(0, head[1]));
  writeSync(2, 'BROKEN an input takes more than ' + ms + ' ms: ' + JSON.stringify(bytes.toString('latin1')) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, ms);
`;

export class Watchdog {
  private readonly shared = new SharedArrayBuffer(8 + INPUT_BYTES_MAX);
  private readonly head = new Int32Array(this.shared, 0, 2);
  private readonly input = new Uint8Array(this.shared, 8);
  private readonly worker: Worker;

  constructor(ms: number) {
    this.worker = new Worker(WATCH, { eval: true, execArgv: [], workerData: { shared: this.shared, ms } });
    this.worker.unref();
  }

  /** Called before each input. */
  before(input: Buffer): void {
    this.input.set(input.subarray(0, INPUT_BYTES_MAX));
    this.head[1] = Math.min(input.length, INPUT_BYTES_MAX);
    Atomics.add(this.head, 0, 1);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
