// The thread of one extension: loads the module of the operator and answers questions by it.
//
// What the module does is the operator's: it may read files, open connections and end its thread. Nothing here keeps it
// from that; extension-thread.ts contains faults.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { extname } from 'node:path';
import { features } from 'node:process';
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { EXTENSION_POINTS } from '../../kernel/extensions.ts';
import { lowerPriority } from '../threads/job-thread.ts';
import { ANSWER_MAX } from './messages.ts';
import type { ExtensionData, FromThread, Loaded, ToThread } from './messages.ts';

type Handler = (question: unknown, tools: object) => unknown;

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const VERSION = /^[\x21-\x7e]{1,40}$/;
const PACKAGE = 'kontor/extension';
/** Lines that it may log in a second; more are dropped, because each takes the serving thread some time. */
const LINES_PER_S = 20;
const LINE_MAX = 1000;

const port = parentPort!;
const say = (message: FromThread): void => port.postMessage(message);

/** What is thrown may itself throw where it is read. */
const textOf = (error: unknown): string => {
  try {
    return String((error as { readonly stack?: unknown } | undefined)?.stack ?? error).slice(0, LINE_MAX);
  } catch {
    return 'what it throws cannot be read as text';
  }
};

/** A module beside no installed package finds `kontor/extension` all the same. */
const offerPackage = (module: string): void => {
  try {
    createRequire(module).resolve(PACKAGE);
  } catch {
    const own = `data:text/javascript,${encodeURIComponent('export const defineExtension = (extension) => extension;')}`;
    const [name, found] = [PACKAGE, { url: own, shortCircuit: true }].map((value) => JSON.stringify(value));
    const hook = `export const resolve = (name, context, next) => name === ${name} ? ${found} : next(name, context);`;
    register(`data:text/javascript,${encodeURIComponent(hook)}`);
  }
};

const isStripping = (): boolean => Boolean((features as { readonly typescript?: unknown }).typescript);

class Unfit extends Error {}

const PARTS: { readonly [point: string]: readonly string[] } = { payment_provider: ['start', 'notify', 'refund'] };
const MAY_LACK = new Set(['payment_provider.refund']);

/** The handlers by their calls. Throws Unfit. */
const handlersOf = (extension: { readonly [member: string]: unknown }): Map<string, Handler> => {
  const handlers = new Map<string, Handler>();
  const add = (call: string, handler: unknown): void => {
    if (handler === undefined && MAY_LACK.has(call)) return;
    if (typeof handler !== 'function') throw new Unfit(`${call} is no function`);
    handlers.set(call, handler as Handler);
  };
  for (const [member, value] of Object.entries(extension)) {
    if (member === 'name' || member === 'version' || value === undefined) continue;
    if (!(EXTENSION_POINTS as readonly string[]).includes(member))
      throw new Unfit(`there is no point ${member}; points are ${EXTENSION_POINTS.join(', ')}`);
    const parts = PARTS[member];
    if (parts === undefined) add(member, value);
    else
      for (const part of parts)
        add(`${member}.${part}`, (value as { readonly [name: string]: unknown } | null)?.[part]);
  }
  if (handlers.size === 0) throw new Unfit('it has none of the points');
  return handlers;
};

/** Throws what the module throws, and Unfit. */
const load = async (module: string): Promise<readonly [Loaded, Map<string, Handler>]> => {
  if (/\.[cm]?ts$/.test(module) && !isStripping())
    throw new Unfit(
      `${extname(module)} is read by Node from 22.18 on; this is ${process.version}: compile it to JavaScript`,
    );
  const bytes = readFileSync(module);
  offerPackage(module);
  const { default: extension } = (await import(pathToFileURL(module).href)) as { readonly default?: unknown };
  if (typeof extension !== 'object' || extension === null)
    throw new Unfit('its default export is no extension: export default defineExtension({ name, … })');
  const { name, version = createHash('sha256').update(bytes).digest('hex').slice(0, 12) } = extension as {
    readonly [member: string]: unknown;
  };
  if (typeof name !== 'string' || !NAME.test(name))
    throw new Unfit('its name is not one: lower case, digits and hyphens, at most 40');
  if (typeof version !== 'string' || !VERSION.test(version))
    throw new Unfit('its version is no text of 1 to 40 characters of ASCII without spaces');
  const handlers = handlersOf(extension as { readonly [member: string]: unknown });
  return [{ name, version, calls: [...handlers.keys()] }, handlers];
};

let [second, lines] = [0, 0];
const tellDropped = (): void => {
  if (lines > LINES_PER_S)
    say({ line: `${lines - LINES_PER_S} more lines within a second are dropped, of ${LINES_PER_S} that are written` });
  lines = 0;
};
const log = (line: unknown): void => {
  const text = String(line).slice(0, LINE_MAX);
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) tellDropped();
  second = now;
  lines += 1;
  if (lines <= LINES_PER_S) return say({ line: text });
  // Also where it logs nothing more.
  if (lines === LINES_PER_S + 1) setTimeout(() => second === now && tellDropped(), 1000).unref();
};

const underWay = new Map<number, AbortController>();

const toolsOf = ({ signal }: AbortController) => ({
  signal,
  log,
  fetch: (input: string | URL | Request, init: RequestInit = {}) =>
    fetch(input, { ...init, signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal }),
});

/** Throws where the answer is no JSON, or too long. */
const jsonOf = (answer: unknown): string | undefined => {
  if (answer === undefined) return undefined;
  const text = JSON.stringify(answer) as string | undefined;
  if (text === undefined) throw new TypeError('the answer is no JSON');
  if (text.length > ANSWER_MAX) throw new RangeError(`the answer has more than ${ANSWER_MAX} characters`);
  return text;
};

const externalBytes = (): number => getHeapStatistics().external_memory;

const answer = async (id: number, handler: Handler | undefined, question: string): Promise<void> => {
  const controller = new AbortController();
  underWay.set(id, controller);
  try {
    const given = jsonOf(await handler!(JSON.parse(question), toolsOf(controller)));
    say({ id, answer: given, externalBytes: externalBytes() });
  } catch (error) {
    say({ id, error: textOf(error) });
  } finally {
    underWay.delete(id);
  }
};

lowerPriority();
try {
  const [loaded, handlers] = await load((workerData as ExtensionData).module);
  port.on('message', (message: ToThread) => {
    if ('id' in message) void answer(message.id, handlers.get(message.call), message.question);
    else if ('cancel' in message) underWay.get(message.cancel)?.abort(new Error('the deadline has passed'));
    else say({ pong: true, externalBytes: externalBytes() });
  });
  say({ loaded });
} catch (error) {
  say({ unfit: error instanceof Unfit ? error.message : textOf(error) });
}
