// One HTTP call and its repetitions: what is safe to send again is sent again, with growing pauses or when the server
// says.

/** The call was not answered: no connection, no time, or an answer that is no reply of this service. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** How often it was sent. */
  readonly attempts: number;

  constructor(message: string, attempts: number, cause: unknown) {
    super(message, { cause });
    this.attempts = attempts;
  }
}

export interface Sending {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly body: URLSearchParams | string;
  readonly headers?: { readonly [name: string]: string };
  /** Reads the body of an answer; JSON by default. */
  readonly read?: (answer: Response) => Promise<unknown>;
  readonly timeoutMs: number;
  /** Times that it may be sent again. */
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly attempts: number;
}

/** Credentials as the header Authorization. */
export const basicOf = (username: string, password: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;

const PAUSE_MS = 100;
const PAUSE_MS_MAX = 5000;

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });

/** Seconds of Retry-After as milliseconds; else a pause that doubles, spread so that not all come at once. */
const pauseMs = (attempt: number, retryAfter: string | null): number => {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (seconds >= 0) return Math.min(seconds * 1000, 60_000);
  return Math.min(PAUSE_MS * 2 ** attempt, PAUSE_MS_MAX) * (0.5 + Math.random() / 2);
};

const isPassing = (status: number): boolean => status === 429 || status === 502 || status === 503 || status === 504;

/** Throws CallFailed, and what `signal` was aborted with. */
export const send = async ({
  fetch,
  url,
  body,
  headers = {},
  read = (answer) => answer.json(),
  timeoutMs,
  retries,
  signal,
}: Sending): Promise<Answer> => {
  for (let attempt = 0; ; attempt += 1) {
    const timeout = AbortSignal.timeout(timeoutMs);
    let retryAfter: string | null = null;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      if (!isPassing(answer.status) || attempt >= retries)
        return { status: answer.status, body: await read(answer), attempts: attempt + 1 };
      retryAfter = answer.headers.get('retry-after');
      await answer.body?.cancel();
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (attempt >= retries) {
        const why = timeout.aborted ? `no answer within ${timeoutMs} ms` : String((error as Error).message);
        throw new CallFailed(`${url}: ${why}`, attempt + 1, error);
      }
    }
    await pause(pauseMs(attempt, retryAfter), signal);
  }
};
