// One request to the process that served this page. What is lost on the way is sent again until there is an answer, so
// that a closed laptop or a restarted server costs nobody what they typed.
import { signal } from '../preact.ts';

/** Another site's page cannot send this header without being asked first, and is then refused. */
export const HEADERS = { 'content-type': 'application/json', 'x-kontor-back-office': '1' } as const;

/** No connection, or a server that is not ready. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Milliseconds until the next attempt; undefined: connected. */
export const lostFor = signal<number | undefined>(undefined);

const PAUSES_MS = [300, 1000, 2000, 4000, 8000];
let wake: (() => void) | undefined;

/** Ends the pause before the next attempt. */
export const retryNow = (): void => wake?.();

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const previous = wake;
    wake = () => {
      previous?.();
      clearTimeout(timer);
      resolve();
    };
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

const isPassing = (status: number): boolean => status === 429 || status === 502 || status === 503 || status === 504;

/** Throws what `signal` was aborted with, and nothing else: it goes on until there is an answer. */
export const answered = async (url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(url, signal === undefined ? init : { ...init, signal }).catch(() => undefined);
    if (signal?.aborted === true) throw signal.reason as Error;
    if (answer !== undefined && !isPassing(answer.status)) {
      lostFor.value = undefined;
      return answer;
    }
    const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN);
    const ms = seconds > 0 ? Math.min(seconds, 30) * 1000 : PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!;
    // One lost answer is nothing that a person must know.
    if (attempt > 0) lostFor.value = ms;
    await pause(ms, signal);
    wake = undefined;
  }
};
