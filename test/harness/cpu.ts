// What a test takes of processors: of this process with its threads, and of the children that have ended in it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What one test of `npm test` may take, on the machine on which the control takes CONTROL_MS. */
export const TEST_MS_MAX = 1000;
/** Beside others a test takes up to half as much again: caches and the halves of a core are shared. */
export const FAILS_ABOVE_MS = 2 * TEST_MS_MAX;
export const CONTROL_MS = 57;

/** Of `/proc/self/stat`, behind the name of the program: user and system time of children that were waited for. */
const CHILDREN = [13, 14] as const;
const TICK_MS = 10;

const childrenMs = (): number => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
    return CHILDREN.reduce((sum, field) => sum + Number(fields[field]), 0) * TICK_MS;
  } catch {
    // Only Linux says it.
    return 0;
  }
};

/** Milliseconds since the process began. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
};

const CONTROL_BYTES = Buffer.alloc(1_000_000, 7);

/** A fixed piece of work, the best of three: what a processor of this machine, as busy as it is now, is worth. */
export const controlMs = (): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const beganMs = cpuMs();
      const hash = createHash('sha256');
      for (let round = 0; round < 20; round += 1) hash.update(CONTROL_BYTES);
      hash.digest();
      let sum = 0;
      for (let step = 0; step < 5_000_000; step += 1) sum = (sum * 31 + step) | 0;
      return sum === 0.5 ? 0 : cpuMs() - beganMs;
    }),
  );
