// Runs periodic tasks. A task that throws (a file cannot be written, no descriptor is left) stops neither the other
// tasks nor the server; the next tick tries it again.

const REPEAT_MS = 3_600_000;

export class BackgroundTasks {
  private readonly reported = new Set<string>();
  private sinceMs = 0;
  private readonly warn: (line: string) => void;
  private readonly nowMs: () => number;

  /** `nowMs`: a monotonic clock. */
  constructor(warn: (line: string) => void, nowMs: () => number = () => performance.now()) {
    this.warn = warn;
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
    this.warn(`${line.replaceAll(/\s*\n\s*/g, ' ')}; it is tried again`);
  }
}
