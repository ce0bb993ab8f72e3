// Progress of a command on standard error: a bar on a terminal, otherwise a line every five seconds.
import cliProgress from 'cli-progress';

const LINE_MS = 5000;

export class Progress {
  private readonly bar: cliProgress.SingleBar | undefined;
  private readonly what: string;
  private readonly total: number;
  private readonly unit: string;
  private printedMs = performance.now();

  /** `total`: in the unit that `update` counts; 0 if unknown. `unit`: of what is told. */
  constructor(what: string, total: number, unit = 'records') {
    this.unit = unit;
    this.what = what;
    this.total = total;
    if (!process.stderr.isTTY) return;
    const format = total > 0 ? `${what} {bar} {percentage} % | {counts} | {eta_formatted} left` : `${what} {counts}`;
    this.bar = new cliProgress.SingleBar(
      { format, stream: process.stderr, hideCursor: true, clearOnComplete: true },
      cliProgress.Presets.shades_classic,
    );
    this.bar.start(Math.max(1, total), 0, { counts: this.counts(0) });
  }

  private counts(records: number, pictures?: number): string {
    return `${records} ${this.unit}${pictures === undefined ? '' : `, ${pictures} pictures`}`;
  }

  update(done: number, records: number, pictures?: number): void {
    if (this.bar !== undefined) {
      this.bar.update(Math.min(done, Math.max(1, this.total)), { counts: this.counts(records, pictures) });
      return;
    }
    const nowMs = performance.now();
    if (nowMs - this.printedMs < LINE_MS) return;
    this.printedMs = nowMs;
    const share = this.total > 0 ? `, ${Math.floor((100 * done) / this.total)} %` : '';
    console.error(`kontor: ${this.what}: ${this.counts(records, pictures)}${share}`);
  }

  stop(): void {
    this.bar?.stop();
  }
}
