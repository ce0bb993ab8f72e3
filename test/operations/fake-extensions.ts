// Extensions without threads: functions that answer questions, and note them.
import type { Answered, Extensions, ExtensionPoint, NamedAsk, ReadAnswer } from '../../src/kernel/extensions.ts';

type Handler = (question: never) => unknown;

export class FakeExtensions implements Extensions {
  /** By point; may be changed. A handler that throws fails. */
  handlers: { [point in ExtensionPoint]?: Handler };
  name = 'fake';
  version = '1';
  onFailure: 'refuse' | 'skip' = 'refuse';
  readonly asked: { readonly point: string; readonly question: never }[] = [];
  /** Runs between a question and its answer. */
  meanwhile: () => unknown = () => undefined;

  constructor(handlers: { [point in ExtensionPoint]?: Handler }) {
    this.handlers = handlers;
  }

  has(point: ExtensionPoint): boolean {
    return this.handlers[point] !== undefined;
  }

  async ask<A extends object>(
    point: ExtensionPoint,
    question: string,
    read: ReadAnswer<A>,
  ): Promise<readonly Answered<A>[]> {
    return [await this.answer(point, question, read)];
  }

  askNamed<A extends object>({ point, part, question, read }: NamedAsk<A>): Promise<Answered<A>> {
    return this.answer(point, question, read, part);
  }

  mayAnswer(_name: string, call: string): boolean {
    const [point, part] = call.split('.') as [ExtensionPoint, string?];
    const handler = this.handlers[point] as { readonly [name: string]: unknown } | undefined;
    return (part === undefined ? handler : handler?.[part]) !== undefined;
  }

  list(): readonly never[] {
    return [];
  }

  reload(): Promise<boolean> {
    return Promise.resolve(true);
  }

  private async answer<A extends object>(
    point: ExtensionPoint,
    question: string,
    read: ReadAnswer<A>,
    part?: string,
  ): Promise<Answered<A>> {
    const parsed = JSON.parse(question) as never;
    this.asked.push({ point, question: parsed });
    const by = [this.name, this.version] as const;
    const maySkip = this.onFailure === 'skip';
    await this.meanwhile();
    try {
      const handler = this.handlers[point] as Handler & { readonly [name: string]: Handler };
      const answer = read(await (part === undefined ? handler : handler[part]!)(parsed));
      return typeof answer === 'string'
        ? { by, answer: undefined, failure: answer, maySkip }
        : { by, answer, failure: '', maySkip: false };
    } catch (error) {
      return { by, answer: undefined, failure: String(error), maySkip };
    }
  }
}
