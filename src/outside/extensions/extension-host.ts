// The extensions of a shop: own logic of the operator, each on a thread of its own (docs/build/extensions.md). They are
// started by the server that decides, and asked outside of decisions.
//
// Guaranteed: no answer is waited for longer than its deadline, the load of its module included; and the thread that
// serves never waits.
import { isAbsolute, resolve } from 'node:path';
import type {
  Answered,
  AnsweredBy,
  Extensions,
  ExtensionFigures,
  ExtensionPoint,
  NamedAsk,
  ReadAnswer,
} from '../../kernel/extensions.ts';
import { ExtensionSlot, within } from './extension-slot.ts';
import type { ExtensionSetting, SlotOptions } from './extension-slot.ts';

type HostOptions = Pick<SlotOptions, 'nowMs' | 'info' | 'warn'> & {
  /** Where relative paths begin. */
  readonly directory: string;
  /** Called once the first start has ended, or was waited for long enough. */
  readonly begun?: (host: Extensions) => void;
};

/** How long a module that is being loaded keeps a server from its callers. */
const BEGIN_MS_MAX = 5000;

export class ExtensionHost implements Extensions {
  private readonly slots: readonly ExtensionSlot[];
  private readonly nowMs: () => number;
  private readonly begun: HostOptions['begun'];
  private isStarted = false;
  private isDeciding = false;
  private hasWaited = false;
  /** Ends the wait for each question of the background. */
  private readonly waits = new Set<() => void>();
  private isStopping = false;

  constructor(settings: readonly ExtensionSetting[], { directory, begun, ...options }: HostOptions) {
    this.nowMs = options.nowMs;
    this.begun = begun;
    this.slots = settings.map((setting): ExtensionSlot => {
      const module = isAbsolute(setting.module) ? setting.module : resolve(directory, setting.module);
      const slot: ExtensionSlot = new ExtensionSlot({
        ...options,
        setting,
        module,
        takeName: (name) => this.takeName(slot, name),
      });
      return slot;
    });
  }

  /**
   * Starts the threads, once: called by the server that decides. What a question has started before is loaded again, as
   * the module may have changed since (D626).
   */
  tick(): void {
    if (this.isDeciding) return;
    this.isDeciding = true;
    if (!this.isStarted) return this.start();
    for (const slot of this.slots) void slot.reload();
  }

  /**
   * As the first tick, of a server that answers nobody before: waits, once, until it is known which modules are loaded.
   */
  async begin(msMax = BEGIN_MS_MAX): Promise<void> {
    if (this.hasWaited) return;
    this.hasWaited = true;
    this.tick();
    await within(Promise.all(this.slots.map((slot) => slot.whenStarted())), msMax);
    if (!this.isStopping) this.begun?.(this);
  }

  has(point: ExtensionPoint): boolean {
    for (const slot of this.slots) if (slot.has(point)) return true;
    return false;
  }

  ask<A extends object>(point: ExtensionPoint, question: string, read: ReadAnswer<A>): Promise<readonly Answered<A>[]> {
    this.start();
    const asked = this.slots.filter((slot) => slot.has(point));
    return Promise.all(asked.map((slot) => this.waitFor(slot.by, point, '', slot.ask(point, '', question, read))));
  }

  askNamed<A extends object>(asked: NamedAsk<A>): Promise<Answered<A>> {
    this.start();
    return this.waitFor([asked.name, ''], asked.point, asked.part, this.answerOf(asked));
  }

  mayAnswer(name: string, call: string): boolean {
    return this.slots.find((one) => one.name === name)?.mayAnswer(call) ?? true;
  }

  list(): readonly ExtensionFigures[] {
    return this.slots.map((slot) => slot.figures());
  }

  async reload(name: string): Promise<boolean> {
    const slots = this.slots.filter((slot) => name === '' || slot.name === name);
    // A module says its name when it is loaded.
    if (slots.length === 0) return false;
    this.isStarted = true;
    await Promise.all(slots.map((slot) => slot.reload()));
    return true;
  }

  /** The server stops: what runs in the background, and is asked again after the next start, waits no longer. */
  breakOff(): void {
    this.isStopping = true;
    for (const end of this.waits) end();
  }

  /** Questions that they have end at once, unanswered. */
  async close(): Promise<void> {
    this.isStarted = true;
    this.isDeciding = true;
    this.breakOff();
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  /** The first of the setting has a name that two say, whichever is loaded first (D695). */
  private takeName(slot: ExtensionSlot, name: string): string {
    const other = this.slots.find((one) => one !== slot && one.name === name);
    if (other === undefined) return '';
    const why = (first: ExtensionSlot): string => `${first.module} has the name ${name} already`;
    if (this.slots.indexOf(other) < this.slots.indexOf(slot)) return why(other);
    other.giveWay(why(slot));
    return '';
  }

  private start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    for (const slot of this.slots) void slot.start();
  }

  private async answerOf<A extends object>(asked: NamedAsk<A>): Promise<Answered<A>> {
    const { name, point, part = '', question, read } = asked;
    const named = (): ExtensionSlot | undefined => this.slots.find((one) => one.name === name);
    const beganMs = this.nowMs();
    // A module says its name when it is loaded.
    if (named() === undefined)
      await within(Promise.all(this.slots.map((one) => one.whenStarted())), this.longestMs(point));
    const slot = named();
    if (slot === undefined) return { by: [name, ''], answer: undefined, failure: this.whyNone(name), maySkip: false };
    const answered = await slot.ask(point, part, question, read, beganMs);
    // It is asked by its name for what only it can do.
    return slot.has(point) || answered.failure !== ''
      ? answered
      : { ...answered, failure: `the extension ${name} has no ${point}` };
  }

  /** No call waits for what is told, for a mail or for a refund. */
  private waitFor<A extends object>(
    by: AnsweredBy,
    point: ExtensionPoint,
    part: string | undefined,
    answer: Promise<Answered<A>>,
  ): Promise<Answered<A>> {
    if (point !== 'after' && point !== 'message' && part !== 'refund') return answer;
    const failure = 'the server stops';
    const broken = { by, answer: undefined, failure, maySkip: true, isBrokenOff: true } as const;
    if (this.isStopping) return Promise.resolve(broken);
    return new Promise((resolve) => {
      const end = (): void => resolve(broken);
      this.waits.add(end);
      void answer.then((answered) => {
        this.waits.delete(end);
        resolve(answered);
      });
    });
  }

  private longestMs(point: ExtensionPoint): number {
    return Math.max(...this.slots.map((slot) => slot.deadlineMs(point)));
  }

  private whyNone(name: string): string {
    return this.slots.some(({ isStarting }) => isStarting)
      ? `the extension ${name} is not loaded yet`
      : `there is no extension ${name}`;
  }
}
