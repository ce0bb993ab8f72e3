// The HTTP client. Its calls are made on a thread of their own (http-worker.ts), and only answers within the limits of
// their calls come back.
import type { HttpAnswer, HttpCall, HttpClient } from '../../kernel/http-call.ts';
import { WorkerPool } from '../threads/worker-pool.ts';
import { whyNotCallable } from './addresses.ts';

/** Decodes percent-encoded UTF-8; returns any other text as it is. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Moves user name and password of the URL to HTTP Basic authentication, in UTF-8 (RFC 7617). */
const withBasicAuth = (call: HttpCall): HttpCall => {
  const url = new URL(call.url);
  if (url.username === '' && url.password === '') return call;
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = '';
  url.password = '';
  return {
    ...call,
    url: url.href,
    headers: { ...call.headers, authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  };
};

const CLOSED: HttpAnswer = { ok: false, failure: 'closed', detail: 'the client is closed' };
const LOST: HttpAnswer = { ok: false, failure: 'unreachable', detail: 'the thread that calls other servers has ended' };

/** HTTP client whose one thread makes all calls; callers limit how many they make at a time. */
export class UndiciClient implements HttpClient {
  private readonly pool = new WorkerPool<HttpCall, HttpAnswer>({
    file: new URL('./http-worker.ts', import.meta.url),
    task: 'calls other servers',
    threads: 1,
    jobsPerThread: Infinity,
    queueMax: 0,
  });

  async call(call: HttpCall): Promise<HttpAnswer> {
    const why = whyNotCallable(call.url, call.privateAllowed);
    if (why !== '')
      return { ok: false, failure: why === 'its address is private' ? 'address_refused' : 'url_invalid', detail: why };
    const outcome = await this.pool.run(withBasicAuth(call));
    if (outcome.ok) return outcome.reply;
    return outcome.failure === 'closed' ? CLOSED : LOST;
  }

  /** Starts the thread before the first call; a start takes a tenth of a second. */
  warm(): void {
    this.pool.warm();
  }

  /** Calls under way fail with `closed`. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
