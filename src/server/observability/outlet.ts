// An output of the process that never holds its caller up, whatever becomes of its reader.
//
// Guaranteed: lines leave in order and whole; a write returns at once; what waits is bounded, and lines beyond that are
// dropped and counted. Not promised: a line that was said in the moment in which the process is killed.
import { constants, fstatSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import pino from 'pino';
import type { Logger } from 'pino';

/** Takes lines, each with its end. */
export interface LineSink {
  write(line: string): void;
}

/** A line of JSON for each thing that is said. */
export const jsonLogger = (to: LineSink): Logger =>
  pino(
    {
      level: 'debug',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    to,
  );

/** Bytes of lines that nobody has read yet. */
const WAITING_BYTES_MAX = 262_144;
/** How long the end of the process waits for the reader. */
const LAST_MS = 500;

/**
 * The same pipe or terminal, opened again so that writes to it do not wait: everybody who shares the first one would
 * get the flag as well. A file needs none, and a socket cannot be opened again: a thread of the pool waits for them.
 */
const withoutWaiting = (fd: number): number => {
  try {
    if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // It is closed, nobody reads it, or the system has no such path.
    return fd;
  }
};

export class Outlet implements LineSink {
  /** Lines since the start that had no room. */
  dropped = 0;
  private toldOf = 0;
  private endMs = Infinity;
  private readonly to: ReturnType<typeof pino.destination>;

  /** `told`: makes the line that says how many were dropped, once there is room again. */
  constructor(fd: number, told: (lines: number) => string, waitingBytesMax = WAITING_BYTES_MAX) {
    // Before the library listens for the end.
    process.once('exit', () => this.end());
    this.to = pino.destination({
      fd: withoutWaiting(fd),
      sync: false,
      maxLength: waitingBytesMax,
      retryEAGAIN: () => performance.now() < this.endMs,
    });
    // A closed pipe must not end the shop.
    this.to.on('error', () => {});
    this.to.on('drop', () => void (this.dropped += 1));
    this.to.on('drain', () => {
      const lines = this.dropped - this.toldOf;
      if (lines === 0) return;
      this.toldOf = this.dropped;
      this.write(told(lines));
    });
  }

  write(line: string): void {
    this.to.write(line);
  }

  /** Writes what waits, as far as somebody reads it soon. */
  end(): void {
    this.endMs = performance.now() + LAST_MS;
    try {
      this.to.flushSync();
    } catch {
      // Nobody reads.
    }
    this.to.destroy();
  }
}
