// A connection to the log as a process sees it that may be stopped: what arrives meanwhile it finds afterwards.
import type { Follower, Head, Log, LogNodes, NewHead, Outcome, Beat } from '../../../src/engine/replication/log.ts';
import type { Entry, Part } from '../../../src/engine/replication/entry.ts';

export class PausableLog implements Log {
  readonly nodes: LogNodes;
  private readonly log: Log;
  private readonly running: () => Promise<void>;

  constructor(log: Log, running: () => Promise<void>) {
    this.log = log;
    this.nodes = log.nodes;
    this.running = running;
  }

  private async seen<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } finally {
      await this.running();
    }
  }

  head(): Promise<Head | undefined> {
    return this.seen(this.log.head());
  }

  begin(head: NewHead): Promise<Outcome> {
    return this.seen(this.log.begin(head));
  }

  append(after: Head, entry: Entry, head: NewHead, part: Part): Promise<Outcome> {
    return this.seen(this.log.append(after, entry, head, part));
  }

  beat(after: Head, beat: Beat): Promise<Outcome> {
    return this.seen(this.log.beat(after, beat));
  }

  follow(afterAt: number, follower: Follower, stop: AbortSignal): Promise<void> {
    const paused: Follower = {
      entry: async (entry) => {
        await this.running();
        await follower.entry(entry);
      },
      head: (head) => void this.running().then(() => stop.aborted || follower.head(head)),
    };
    return this.log.follow(afterAt, paused, stop);
  }

  trim(upToAt: number): Promise<void> {
    return this.log.trim(upToAt);
  }

  close(): Promise<void> {
    return this.log.close();
  }
}
