// One module of the setting `extensions`: its thread, which is started again where it ends, and what is counted of it.
//
// - A module that cannot be loaded is tried again, ever more seldom; a thread that was lost is started again at once,
//   and ever more seldom while that happens again within a minute.
// - After some failures in a row it rests: it is not asked for some seconds, so that callers do not wait for deadlines.
import { POINT_DEADLINES_MS } from '../../kernel/extensions.ts';
import type { Answered, AnsweredBy, ExtensionFigures, ExtensionPoint, ReadAnswer } from '../../kernel/extensions.ts';
import { ExtensionThread } from './extension-thread.ts';
import type { ThreadAnswer } from './extension-thread.ts';
import { FailureLines } from './failure-lines.ts';
import type { Loaded } from './messages.ts';

/** An entry of the setting `extensions`. */
export interface ExtensionSetting {
  readonly module: string;
  readonly onFailure?: 'refuse' | 'skip';
  /** Milliseconds by point. */
  readonly deadlineMs?: { readonly [point in ExtensionPoint]?: number };
  readonly memoryMb?: number;
}

export interface SlotOptions {
  readonly setting: ExtensionSetting;
  /** Absolute path. */
  readonly module: string;
  readonly nowMs: () => number;
  readonly info: (line: string) => void;
  readonly warn: (line: string) => void;
  /** Why it may not have the name; '': it may, and who has it gives way. */
  readonly takeName: (name: string) => string;
}

const MEMORY_MB = 128;
const FAILURES_MAX = 5;
const REST_MS = 10_000;
const RETRY_MS = 1000;
const RETRY_MS_MAX = 60_000;
/** A thread that has lived as long has got over what ended earlier ones. */
const SETTLED_MS = 60_000;
const TIMES_KEPT = 1000;

/**
 * Whether a failure says that other points fail. Notices are anybody's to send, and postal codes to ask about: what is
 * thrown there lets nothing rest (D624). `after` throws to be told again.
 */
const countsAs = (point: ExtensionPoint, part: string, given: ThreadAnswer): boolean =>
  point === 'delivery_price' ? !given.ok && given.hasThrown !== true : point !== 'after' && part !== 'notify';

/** Resolves when the promise does, or that time has passed. */
export const within = async (promise: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

export class ExtensionSlot {
  readonly onFailure: 'refuse' | 'skip';
  private readonly options: SlotOptions;
  private thread: ExtensionThread | undefined;
  /** Threads of before, which answer what they were asked. */
  private readonly drained = new Set<ExtensionThread>();
  private known: Loaded | undefined;
  /** Resolves when the start that is under way has ended. */
  private starting: Promise<void> | undefined;
  /** The thread of that start. */
  private loading: ExtensionThread | undefined;
  private failedInRow = 0;
  private restsUntilMs = -Infinity;
  private attempts = 0;
  private startedMs = 0;
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;
  private calls = 0;
  private failures = 0;
  private restarts = 0;
  private sumMs = 0;
  private readonly timesMs = new Float64Array(TIMES_KEPT);
  private lastError = '';
  private readonly lines: FailureLines;

  constructor(options: SlotOptions) {
    this.options = options;
    this.onFailure = options.setting.onFailure ?? 'refuse';
    this.lines = new FailureLines(options.warn);
  }

  get name(): string {
    return this.known?.name ?? '';
  }

  get module(): string {
    return this.options.module;
  }

  /**
   * Whether it may have to be asked. One that was never loaded may have any point, and may not be passed over; about
   * mails and prices of delivery it is asked as long as its first start may still tell.
   */
  has(point: ExtensionPoint): boolean {
    const { known } = this;
    if (known === undefined) {
      const mayTell = (point === 'message' || point === 'delivery_price') && this.lastError === '' && !this.isClosed;
      return mayTell || (this.onFailure === 'refuse' && point !== 'message' && point !== 'after');
    }
    return known.calls.some((call) => call === point || call.startsWith(`${point}.`));
  }

  /** Whether it may answer that; one that was never loaded may answer anything. `call`: a point, or a part of one. */
  mayAnswer(call: string): boolean {
    return this.known?.calls.includes(call) ?? true;
  }

  /** Starts a thread, and gives it the place of the one before once it is loaded. Never rejects. */
  start(): Promise<void> {
    this.starting ??= this.begin().finally(() => (this.starting = undefined));
    return this.starting;
  }

  get isStarting(): boolean {
    return this.starting !== undefined;
  }

  /** Resolves when no start is under way. */
  async whenStarted(): Promise<void> {
    await this.starting;
  }

  /** As `start`, after one that is under way: it may have read the module as it was. */
  async reload(): Promise<void> {
    await this.starting;
    await this.start();
  }

  /** `beganMs`: since when somebody waits for the answer. */
  async ask<A extends object>(
    point: ExtensionPoint,
    part: string,
    question: string,
    read: ReadAnswer<A>,
    beganMs = this.options.nowMs(),
  ): Promise<Answered<A>> {
    const { nowMs } = this.options;
    if (this.restsUntilMs > nowMs()) return this.unanswered(`it rests after failures: ${this.lastError}`);
    const call = part === '' ? point : `${point}.${part}`;
    const { by, given } = await this.answerOf(call, question, this.deadlineMs(point), beganMs);
    // It is known by now, and has not the point.
    if (given === undefined) return { by, answer: undefined, failure: '', maySkip: false };
    if (!given.ok && given.isBusy === true) return { ...this.unanswered(given.why), isBusy: true };
    const answer = given.ok ? read(given.answer) : given.why;
    this.count(nowMs() - beganMs);
    if (typeof answer === 'string')
      return this.failed(
        call,
        given.ok ? `its answer is none of ${point}: ${answer}` : answer,
        countsAs(point, part, given),
      );
    this.failedInRow = 0;
    return { by, answer, failure: '', maySkip: false };
  }

  figures(): ExtensionFigures {
    const { setting, module } = this.options;
    const { known, calls, failures, restarts, lastError } = this;
    const times = this.timesMs.slice(0, Math.min(calls, TIMES_KEPT)).sort();
    return {
      name: this.name,
      version: known?.version ?? '',
      module: setting.module || module,
      state: this.state,
      points: [...new Set((known?.calls ?? []).map((call) => call.split('.')[0] as ExtensionPoint))],
      onFailure: this.onFailure,
      calls,
      failures,
      restarts,
      p99Ms: times.length === 0 ? 0 : times[Math.ceil(times.length * 0.99) - 1]!,
      seconds: this.sumMs / 1000,
      lastError,
    };
  }

  deadlineMs(point: ExtensionPoint): number {
    return this.options.setting.deadlineMs?.[point] ?? POINT_DEADLINES_MS[point];
  }

  /** Ends its thread, once it has answered what it was asked: one before it in the setting has its name. */
  giveWay(why: string): void {
    const { thread } = this;
    this.options.warn(`the extension ${this.options.setting.module} is not loaded any more: ${why}`);
    this.lastError = why;
    this.known = undefined;
    this.thread = undefined;
    if (thread !== undefined) void this.drain(thread);
    this.startLater();
  }

  /** Questions that it has end at once, unanswered. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.lines.close();
    await Promise.all([this.loading?.end(), this.thread?.end(), ...[...this.drained].map((thread) => thread.end())]);
    await this.starting;
  }

  get by(): AnsweredBy {
    return [this.name || this.options.setting.module, this.known?.version ?? ''];
  }

  private get state(): ExtensionFigures['state'] {
    if (this.thread === undefined && this.starting !== undefined) return 'starting';
    if (this.thread === undefined) return this.lastError === '' ? 'waiting' : 'failed';
    return this.restsUntilMs > this.options.nowMs() ? 'resting' : 'running';
  }

  private async begin(): Promise<void> {
    clearTimeout(this.retry);
    const { module, setting, info, warn, takeName } = this.options;
    const label = this.name || setting.module;
    const thread: ExtensionThread = new ExtensionThread({
      module,
      memoryMb: setting.memoryMb ?? MEMORY_MB,
      log: (line) => info(`extension ${label}: ${line}`),
      lost: (why) => this.lose(thread, why),
    });
    this.loading = thread;
    const loaded = await thread.loaded;
    this.loading = undefined;
    const why = typeof loaded === 'string' ? loaded : this.isClosed ? 'it is closed' : takeName(loaded.name);
    if (typeof loaded === 'string' || why !== '' || this.isClosed) {
      await thread.end();
      if (this.isClosed) return;
      this.lastError = why;
      warn(
        `the extension ${label} is not loaded: ${why}${this.thread === undefined ? '' : '; the earlier one goes on'}`,
      );
      if (this.thread === undefined) this.startLater();
      return;
    }
    const { thread: before } = this;
    this.thread = thread;
    this.known = loaded;
    this.startedMs = this.options.nowMs();
    this.failedInRow = 0;
    this.restsUntilMs = -Infinity;
    this.lastError = '';
    info(`the extension ${loaded.name} ${loaded.version} is loaded: ${loaded.calls.join(', ')}`);
    if (before !== undefined) void this.drain(before);
  }

  /** Questions of before are answered by the thread that has them, each within its own deadline. */
  private async drain(thread: ExtensionThread): Promise<void> {
    this.drained.add(thread);
    while (thread.asked > 0 && !this.isClosed) await new Promise((resolve) => setTimeout(resolve, 10).unref());
    await thread.end();
    this.drained.delete(thread);
  }

  private lose(thread: ExtensionThread, why: string): void {
    if (this.thread !== thread || this.isClosed) return;
    this.thread = undefined;
    this.lastError = why;
    this.restarts += 1;
    this.options.warn(`the extension ${this.name} is started again: ${why}`);
    if (this.options.nowMs() - this.startedMs >= SETTLED_MS) this.attempts = 0;
    this.startLater();
  }

  private startLater(): void {
    const waitMs = this.attempts === 0 ? 0 : Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** (this.attempts - 1));
    this.attempts += 1;
    if (waitMs === 0) return void setImmediate(() => void (this.isClosed || this.start()));
    this.retry = setTimeout(() => void this.start(), waitMs);
    this.retry.unref();
  }

  /** Waits for a start that is under way no longer than for an answer. */
  private async answerOf(
    call: string,
    question: string,
    deadlineMs: number,
    sinceMs: number,
  ): Promise<{ readonly by: AnsweredBy; readonly given: ThreadAnswer | undefined }> {
    const leftMs = (): number => Math.max(1, sinceMs + deadlineMs - this.options.nowMs());
    if (this.thread === undefined && this.starting !== undefined) await within(this.starting, leftMs());
    // A thread that takes its place meanwhile may have another version.
    const { by, thread } = this;
    if (thread === undefined) return { by, given: { ok: false, why: this.lastError || 'it is being loaded' } };
    const hasPoint = this.known!.calls.includes(call);
    return { by, given: hasPoint ? await thread.ask(call, question, deadlineMs, leftMs()) : undefined };
  }

  private count(ms: number): void {
    this.timesMs[this.calls % TIMES_KEPT] = ms;
    this.calls += 1;
    this.sumMs += ms;
  }

  private failed<A>(call: string, why: string, counts: boolean): Answered<A> {
    this.failures += 1;
    if (counts) this.failedInRow += 1;
    const [line] = why.split('\n');
    this.lastError = line!.slice(0, 300);
    this.lines.tell(call, `the extension ${this.by[0]} failed: ${why}`);
    if (this.failedInRow >= FAILURES_MAX) {
      this.restsUntilMs = this.options.nowMs() + REST_MS;
      // One more failure is enough afterwards.
      this.failedInRow = FAILURES_MAX - 1;
    }
    return this.unanswered(this.lastError);
  }

  private unanswered<A>(why: string): Answered<A> {
    return { by: this.by, answer: undefined, failure: why, maySkip: this.onFailure === 'skip' };
  }
}
