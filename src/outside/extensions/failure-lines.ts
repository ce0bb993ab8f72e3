// Lines of the log about failures of an extension (D668). The first of a kind is written at once; those that follow are
// counted, and one line for each minute says how many they were and what the last one was. So nobody who can make it
// fail fills the log.

interface Kind {
  since: number;
  last: string;
  timer: NodeJS.Timeout;
}

export class FailureLines {
  private readonly kinds = new Map<string, Kind>();
  private readonly everyMs: number;
  private readonly warn: (line: string) => void;

  constructor(warn: (line: string) => void, everyMs = 60_000) {
    this.warn = warn;
    this.everyMs = everyMs;
  }

  tell(kind: string, line: string): void {
    const before = this.kinds.get(kind);
    if (before === undefined) {
      this.kinds.set(kind, { since: 0, last: '', timer: this.later(kind) });
      return this.warn(line);
    }
    before.since += 1;
    before.last = line;
  }

  /** Writes what was counted. */
  close(): void {
    for (const kind of this.kinds.keys()) this.count(kind);
    for (const { timer } of this.kinds.values()) clearTimeout(timer);
    this.kinds.clear();
  }

  private later(kind: string): NodeJS.Timeout {
    return setTimeout(() => this.count(kind), this.everyMs).unref();
  }

  /** A kind of which there was nothing more is written at once again. */
  private count(kind: string): void {
    const { since, last, timer } = this.kinds.get(kind)!;
    clearTimeout(timer);
    if (since === 0) return void this.kinds.delete(kind);
    this.kinds.set(kind, { since: 0, last: '', timer: this.later(kind) });
    this.warn(since === 1 ? last : `${last} (the last of ${since} since the line before)`);
  }
}
