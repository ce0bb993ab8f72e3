// The worker of a page that reads catalogue files, so that the page stays awake: a question comes, and its answer goes
// back. Any failure but a wrong file is a fault, and says so.
import { ConfigError } from '../../config/setting.ts';
import type { Question, Reply } from './messages.ts';
import { PageReader } from './reading.ts';

interface WorkerScope {
  addEventListener(name: 'message', listener: (event: { readonly data: Question }) => void): void;
  postMessage(reply: Reply): void;
}

const scope = globalThis as unknown as WorkerScope;
const reader = new PageReader();

const answer = async ({ id, name, asked }: Question): Promise<Reply> => {
  try {
    return { id, told: await reader.answers[name](asked as never) };
  } catch (error) {
    const { message } = error as Error;
    return { id, failed: error instanceof ConfigError ? message : `the file could not be read: ${message}` };
  }
};

/** Answers go out in the order of the questions. */
let last: Promise<unknown> = Promise.resolve();

scope.addEventListener('message', ({ data }) => {
  last = last.then(async () => scope.postMessage(await answer(data)));
});
