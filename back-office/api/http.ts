// One request to the process that served this page. What is lost on the way is sent again until there is an answer, so
// that a closed laptop or a restarted server costs nobody what they typed.
import { signal } from '../preact.ts';
import { Refused } from './refused.ts';
import { sendUntilAnswered } from './sending.ts';

/** Another site's page cannot send this header without being asked first, and is then refused. */
export const HEADERS = { 'content-type': 'application/json', 'x-kontor-back-office': '1' } as const;

/** No connection, or a server that is not ready. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Milliseconds until the next attempt; undefined: connected. */
export const lostFor = signal<number | undefined>(undefined);

let wanted = new AbortController();

/** Aborts when a person stops waiting for a change. */
export const whileWanted = (): AbortSignal => wanted.signal;

/** Refuses all unanswered changes as UNANSWERED and sends none again. One that was sent may have been carried out. */
export const stopWaiting = (): void => {
  wanted.abort(new Refused(0, 'UNANSWERED', '', ''));
  wanted = new AbortController();
};

/** Requests that found no connection and are sent again. */
const lost = new Set<object>();

/** Repeats until there is an answer; throws only what `signal` was aborted with. */
export const answered = async (url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> => {
  const request = {};
  const say = (ms: number | undefined): void => {
    if (ms !== undefined) lost.add(request);
    lostFor.value = ms;
  };
  try {
    return await sendUntilAnswered(url, init, say, signal);
  } finally {
    lost.delete(request);
    // No other request would notice that the server answers again.
    if (lost.size === 0) lostFor.value = undefined;
  }
};
