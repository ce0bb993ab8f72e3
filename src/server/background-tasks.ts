// What runs by the clock beside the traffic: a part that cannot do its work now (a file that cannot be written, no
// descriptor left) ends neither the other parts nor the shop. It has its next turn anyway.

const REPEAT_MS = 3_600_000;

export class BackgroundTasks {
  private readonly said = new Set<string>();
  private sinceMs = 0;
  private readonly complain: (line: string) => void;
  private readonly nowMs: () => number;

  /** `nowMs`: since any moment. */
  constructor(complain: (line: string) => void, nowMs: () => number = () => performance.now()) {
    this.complain = complain;
    this.nowMs = nowMs;
  }

  /** Does the work, or says why it cannot: the same line once an hour at most. */
  run(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.failed(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private failed(line: string): void {
    const nowMs = this.nowMs();
    if (nowMs - this.sinceMs >= REPEAT_MS) {
      this.said.clear();
      this.sinceMs = nowMs;
    }
    if (this.said.has(line)) return;
    this.said.add(line);
    this.complain(`${line.replaceAll(/\s*\n\s*/g, ' ')}; it is tried again`);
  }
}
