// Time that passes only when a test says so, and the clocks and timers of nodes that go too fast or too slow in it.
import type { Timers } from '../../../src/engine/replication/log-writer.ts';
import type { Clock } from '../../../src/kernel/clock.ts';

interface Timed {
  readonly atMs: number;
  readonly run: () => void;
}

export class VirtualTime implements Timers {
  nowMs = 0;
  /** By their time; of the same time by their coming. */
  private readonly events: Timed[] = [];

  get waiting(): number {
    return this.events.length;
  }

  after(ms: number, run: () => void): () => void {
    const event = { atMs: this.nowMs + ms, run };
    let place = this.events.length;
    while (place > 0 && this.events[place - 1]!.atMs > event.atMs) place -= 1;
    this.events.splice(place, 0, event);
    return () => {
      const at = this.events.indexOf(event);
      if (at >= 0) this.events.splice(at, 1);
    };
  }

  /** Goes to the next event, and on until every promise that it settles is seen to. */
  async completeNext(): Promise<boolean> {
    const next = this.events.shift();
    if (next !== undefined) {
      this.nowMs = next.atMs;
      next.run();
    }
    await new Promise((done) => setImmediate(done));
    return next !== undefined;
  }

  /** `seen` is called after every event. */
  async runFor(ms: number, seen: () => void = () => {}): Promise<void> {
    const endMs = this.nowMs + ms;
    await new Promise((done) => setImmediate(done));
    while ((this.events[0]?.atMs ?? Infinity) <= endMs) {
      await this.completeNext();
      seen();
    }
    this.nowMs = endMs;
  }

  /** Clock and timers of a node whose seconds are so much shorter or longer than those of others. */
  node(speed = 1, wallErrorMs = 0): { readonly clock: Clock; readonly timers: Timers } {
    const sinceBootMs = (): number => this.nowMs * speed;
    return {
      clock: { nowMs: () => 1_700_000_000_000 + wallErrorMs + sinceBootMs(), sinceBootMs },
      timers: { after: (ms, run) => this.after(ms / speed, run) },
    };
  }
}
