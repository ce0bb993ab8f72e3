// Shoppers that write one thing after the other at every node, and when they were answered: what a failover or a
// hand-over is to them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Reader } from '../reader.ts';

const PAUSE_MS = 5;

export class Writers {
  /** Calls that were answered otherwise than they should be, and why. */
  readonly refused: string[] = [];
  /** Of the answered ones, by `performance.now()`. */
  private readonly answeredMs: number[] = [];
  private isGoing = true;
  private readonly done: Promise<unknown>;
  private readonly readers: readonly Reader[];

  /** `ports`: a shopper at each of them. */
  constructor(ports: readonly number[]) {
    this.readers = ports.map((port) => new Reader(port, 1));
    this.done = Promise.all(this.readers.map((reader) => this.write(reader)));
  }

  private async write(reader: Reader): Promise<void> {
    while (this.isGoing) {
      try {
        const reply = await reader.call({ request: 'get_new_session' });
        if (reply.includes('"code"')) this.answeredMs.push(performance.now());
        else this.refused.push(reply.slice(0, 120));
      } catch {
        // The node was killed: a balancer would have gone elsewhere.
        await sleep(50);
      }
      await sleep(PAUSE_MS);
    }
  }

  /** The longest time without an answer since then. */
  gapMs(sinceMs: number): number {
    const times = [sinceMs, ...this.answeredMs.filter((ms) => ms >= sinceMs), performance.now()];
    return Math.max(...times.slice(1).map((ms, at) => ms - times[at]!));
  }

  get answered(): number {
    return this.answeredMs.length;
  }

  async stop(): Promise<void> {
    this.isGoing = false;
    await this.done;
    for (const reader of this.readers) reader.close();
  }
}
