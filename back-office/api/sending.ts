// A request that is sent until there is an answer. A server that cannot take it at this moment, or a proxy that does
// not reach the server, has given none. A refusal that would be the same the next time, such as a full disk, is one.
import type { ServerCode } from '../../src/client/operations.ts';
import { numberOf } from '../wire-number.ts';

const PAUSES_MS = [300, 1000, 2000, 4000, 8000];
/** One entry per pausing call. */
const wakeUps = new Set<() => void>();

/** Ends the pauses of all calls before their next attempts. */
export const retryNow = (): void => {
  for (const wakeUp of wakeUps) wakeUp();
};

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      wakeUps.delete(end);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    wakeUps.add(end);
    signal?.addEventListener('abort', end);
  });

/** Transient refusals, for example while another server takes the lead. */
const TRANSIENT: ReadonlySet<unknown> = new Set<ServerCode>([
  'OVERLOADED',
  'STARTING_UP',
  'SHUTTING_DOWN',
  'JOURNAL_FAILED',
  'NOT_LEADER',
  'LEADER_LOST',
]);

/** The code of a refusal by the server; undefined: a proxy in front answered in its stead. The body stays readable. */
const codeOf = async (answer: Response): Promise<unknown> => {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { readonly message?: unknown } | null | undefined)?.message;
};

const isAnswer = async (answer: Response): Promise<boolean> => {
  if (![429, 502, 503, 504].includes(answer.status)) return true;
  const code = await codeOf(answer);
  return code !== undefined && !TRANSIENT.has(code);
};

/**
 * Repeats until there is an answer. Reports before each pause its milliseconds, and undefined with the answer. Throws
 * only what `signal` was aborted with.
 */
export const sendUntilAnswered = async (
  url: string,
  init: RequestInit,
  say: (ms: number | undefined) => void,
  signal?: AbortSignal,
): Promise<Response> => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(url, signal === undefined ? init : { ...init, signal }).catch(() => undefined);
    const isFinal = answer !== undefined && (await isAnswer(answer));
    if (signal?.aborted === true) throw signal.reason as Error;
    if (isFinal) {
      say(undefined);
      return answer;
    }
    const seconds = numberOf(answer?.headers.get('retry-after') ?? '');
    const ms = seconds > 0 ? Math.min(seconds, 30) * 1000 : PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!;
    // A person need not know of one lost answer.
    if (attempt > 0) say(ms);
    await pause(ms, signal);
  }
};
