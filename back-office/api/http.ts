// One request to the process that served this page. What is lost on the way is sent again until there is an answer, so
// that a closed laptop or a restarted server costs nobody what they typed.
import { signal } from '../preact.ts';
import { sendUntilAnswered } from './sending.ts';

/** Another site's page cannot send this header without being asked first, and is then refused. */
export const HEADERS = { 'content-type': 'application/json', 'x-kontor-back-office': '1' } as const;

/** No connection, or a server that is not ready. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Milliseconds until the next attempt; undefined: connected. */
export const lostFor = signal<number | undefined>(undefined);

/** Throws what `signal` was aborted with, and nothing else: it goes on until there is an answer. */
export const answered = (url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> =>
  sendUntilAnswered(url, init, (ms) => (lostFor.value = ms), signal);
