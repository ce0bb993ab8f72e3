// Ends a run in which nothing ends any more, and says which files it was at. A worker that never comes back to its
// event loop meets no timeout of its own: CI would wait for its last second and could not say for what.
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

interface Options {
  /** A test ends within it, or nothing does. */
  readonly limitMs: number;
}

export default class StuckReporter implements Reporter {
  private readonly limitMs: number;
  private readonly open = new Set<string>();
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor({ limitMs }: Options) {
    this.limitMs = limitMs;
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      console.error(`nothing has ended for ${this.limitMs / 60_000} min; open: ${[...this.open].join(', ')}`);
      process.exit(1);
    }, this.limitMs);
    this.timer.unref();
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.open.add(relative(process.cwd(), moduleId));
    this.wait();
  }

  onTestCaseResult(): void {
    this.wait();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.open.delete(relative(process.cwd(), moduleId));
    this.wait();
  }

  onTestRunEnd(): void {
    clearTimeout(this.timer);
  }
}
