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
    const format =
      total > 0
        ? `${what} {bar} {percentage} % | {records} ${unit} | {eta_formatted} left`
        : `${what} {records} ${unit}`;
    this.bar = new cliProgress.SingleBar(
      { format, stream: process.stderr, hideCursor: true, clearOnComplete: true },
      cliProgress.Presets.shades_classic,
    );
    this.bar.start(Math.max(1, total), 0, { records: 0 });
  }

  update(done: number, records: number): void {
    if (this.bar !== undefined) {
      this.bar.update(Math.min(done, Math.max(1, this.total)), { records });
      return;
    }
    const nowMs = performance.now();
    if (nowMs - this.printedMs < LINE_MS) return;
    this.printedMs = nowMs;
    const share = this.total > 0 ? `, ${Math.floor((100 * done) / this.total)} %` : '';
    console.error(`kontor: ${this.what}: ${records} ${this.unit}${share}`);
  }

  stop(): void {
    this.bar?.stop();
  }
}
