// A follower that records what it is given and whether that fits.
import { expect } from 'vitest';
import { endOf, fits } from '../../../src/engine/replication/entry.ts';
import type { ChainEnd, Entry } from '../../../src/engine/replication/entry.ts';
import type { Head, Log } from '../../../src/engine/replication/log.ts';

export class RecordingFollower {
  readonly entries: Entry[] = [];
  readonly heads: Head[] = [];
  /** Why something did not fit. */
  wrong = '';
  /** The follower waits for this within each entry. */
  slow: (entry: Entry) => Promise<void> = async () => {};
  readonly ended: Promise<unknown>;
  private end: ChainEnd;
  private readonly stop = new AbortController();
  private check: () => void = () => {};

  /** `end`: what the follower has. */
  constructor(log: Log, end: ChainEnd) {
    this.end = end;
    const entry = async (one: Entry): Promise<void> => {
      await this.slow(one);
      this.wrong ||= fits(this.end, one);
      this.end = endOf(one);
      this.entries.push(one);
      this.check();
    };
    const head = (one: Head): void => {
      if (one.at !== this.end.at) this.wrong ||= `head ${one.at} behind entry ${this.end.at}`;
      this.heads.push(one);
      this.check();
    };
    this.ended = log.follow(end.at, { entry, head }, this.stop.signal).catch((error: unknown) => error);
  }

  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.check = () => isSo() && resolve();
      this.check();
    });
  }

  async untilAt(at: number): Promise<void> {
    await this.until(() => this.entries.at(-1)?.at === at);
    expect(this.wrong).toBe('');
  }

  /** Resolves with what it ended with. */
  leave(): Promise<unknown> {
    this.stop.abort();
    return this.ended;
  }
}
