// The extensions of a shop: own logic of the operator, each on a thread of its own (docs/build/extensions.md). They are
// started by the server that decides, and asked outside of decisions.
//
// Guaranteed: no answer is waited for longer than its deadline, but for those that wait for the first load of their
// module; and the thread that serves never waits.
import { isAbsolute, resolve } from 'node:path';
import type {
  Answered,
  Extensions,
  ExtensionFigures,
  ExtensionPoint,
  NamedAsk,
  ReadAnswer,
} from '../../kernel/extensions.ts';
import { ExtensionSlot } from './extension-slot.ts';
import type { ExtensionSetting, SlotOptions } from './extension-slot.ts';

type HostOptions = Pick<SlotOptions, 'nowMs' | 'info' | 'warn'> & {
  /** Where relative paths begin. */
  readonly directory: string;
};

export class ExtensionHost implements Extensions {
  private readonly slots: readonly ExtensionSlot[];
  private isStarted = false;

  constructor(settings: readonly ExtensionSetting[], { directory, ...options }: HostOptions) {
    this.slots = settings.map((setting): ExtensionSlot => {
      const module = isAbsolute(setting.module) ? setting.module : resolve(directory, setting.module);
      const slot: ExtensionSlot = new ExtensionSlot({
        ...options,
        setting,
        module,
        whyNotNamed: (name) => {
          const other = this.slots.find((one) => one !== slot && one.name === name);
          return other === undefined ? '' : `${other.module} has the name ${name} already`;
        },
      });
      return slot;
    });
  }

  /** Starts the threads, once: called by the server that decides. */
  tick(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    for (const slot of this.slots) void slot.start();
  }

  has(point: ExtensionPoint): boolean {
    for (const slot of this.slots) if (slot.has(point)) return true;
    return false;
  }

  ask<A extends object>(point: ExtensionPoint, question: string, read: ReadAnswer<A>): Promise<readonly Answered<A>[]> {
    this.tick();
    return Promise.all(this.slots.filter((slot) => slot.has(point)).map((slot) => slot.ask(point, '', question, read)));
  }

  async askNamed<A extends object>({ name, point, part = '', question, read }: NamedAsk<A>): Promise<Answered<A>> {
    this.tick();
    const named = (): ExtensionSlot | undefined => this.slots.find((one) => one.name === name);
    // A module says its name when it is loaded.
    if (named() === undefined) await Promise.all(this.slots.map((one) => one.whenStarted()));
    const slot = named();
    if (slot === undefined)
      return { by: [name, ''], answer: undefined, failure: `there is no extension ${name}`, maySkip: false };
    const answered = await slot.ask(point, part, question, read);
    // It is asked by its name for what only it can do.
    return slot.has(point) || answered.failure !== ''
      ? answered
      : { ...answered, failure: `the extension ${name} has no ${point}` };
  }

  list(): readonly ExtensionFigures[] {
    return this.slots.map((slot) => slot.figures());
  }

  async reload(name: string): Promise<boolean> {
    const slots = this.slots.filter((slot) => name === '' || slot.name === name);
    // A server that follows knows no names: it has loaded none, and loads all once it leads.
    if (slots.length === 0) return false;
    this.isStarted = true;
    await Promise.all(slots.map((slot) => slot.reload()));
    return true;
  }

  async close(): Promise<void> {
    this.isStarted = true;
    await Promise.all(this.slots.map((slot) => slot.close()));
  }
}
