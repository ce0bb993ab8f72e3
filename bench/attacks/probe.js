// Loaded into the attacked process by `--import`: appends to $ATTACKS_PROBE each turn of the event loop that takes
// long, by the processor time of its own thread and by the clock, and a sign of life every now and then, so that a turn
// which never ends is seen, too. Plain JavaScript, so that nothing else is loaded beside it.
//
// A turn is what lies between two ticks, so that it may be up to a tick longer than it was.
import { appendFileSync, existsSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 2;
/** By the clock: what is shorter is no turn that anybody waits for. */
const LONG_MS = 10;
const LIFE_MS = 50;
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;

if (isMainThread && process.env.ATTACKS_PROBE !== undefined && existsSync(SCHEDULED)) {
  const file = process.env.ATTACKS_PROBE;
  const scheduled = openSync(SCHEDULED, 'r');
  const buffer = Buffer.alloc(64);
  const cpuMs = () => {
    // The system brings the thread's own clock up to date when it is asked for that of the process.
    process.cpuUsage();
    return Number(buffer.latin1Slice(0, readSync(scheduled, buffer, 0, 64, 0)).split(' ')[0]) / 1e6;
  };
  let [turnMs, turnCpuMs, writtenMs] = [performance.now(), cpuMs(), 0];
  setInterval(() => {
    const [ms, cpu] = [performance.now(), cpuMs()];
    const [took, tookCpu] = [ms - turnMs, cpu - turnCpuMs];
    if (took > LONG_MS || ms - writtenMs > LIFE_MS) {
      const beganMs = performance.timeOrigin + turnMs;
      appendFileSync(file, `${JSON.stringify({ beganMs, ms: took, cpuMs: tookCpu, threadCpuMs: cpu })}\n`);
      writtenMs = ms;
    }
    [turnMs, turnCpuMs] = [ms, cpu];
  }, TICK_MS).unref();
}
