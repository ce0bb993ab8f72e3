// Runs periodic tasks so that one that throws (a file cannot be written, no descriptor is left) stops neither the other
// tasks nor the server. It is tried again at the next tick.

const REPEAT_MS = 3_600_000;

export class BackgroundTasks {
  private readonly reported = new Set<string>();
  private sinceMs = 0;
  private readonly complain: (line: string) => void;
  private readonly nowMs: () => number;

  /** `nowMs`: a monotonic clock. */
  constructor(complain: (line: string) => void, nowMs: () => number = () => performance.now()) {
    this.complain = complain;
    this.nowMs = nowMs;
  }

  /** Runs the task, or reports why it failed: the same line at most once an hour. */
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
      this.reported.clear();
      this.sinceMs = nowMs;
    }
    if (this.reported.has(line)) return;
    this.reported.add(line);
    this.complain(`${line.replaceAll(/\s*\n\s*/g, ' ')}; it is tried again`);
  }
}
