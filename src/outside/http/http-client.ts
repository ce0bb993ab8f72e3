// The HTTP client: its calls are made on a thread of their own (http-worker.js), and only small answers come back.
import { Worker } from 'node:worker_threads';
import type { buildConnector } from 'undici';
import type { HttpAnswer, HttpCall, HttpClient } from '../../kernel/http-call.ts';
import { whyNotCallable } from './addresses.ts';

/** How the thread connects. */
export type Connect = ReturnType<typeof buildConnector>;

/** What the thread is told. */
export interface Asked {
  readonly id: number;
  readonly call: HttpCall;
}

interface Answered {
  readonly id: number;
  readonly answer: HttpAnswer;
}

/** As it was typed, where it is not percent-encoded UTF-8. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** User name and password of a URL go as HTTP Basic authentication, in UTF-8 (RFC 7617). */
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

/** One thread, started at its first call at the latest, and again should it end. */
export class UndiciClient implements HttpClient {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, (answer: HttpAnswer) => void>();
  private lastId = 0;
  private closed = false;

  async call(call: HttpCall): Promise<HttpAnswer> {
    const why = whyNotCallable(call.url, call.privateAllowed);
    if (why !== '')
      return { ok: false, failure: why === 'its address is private' ? 'address_refused' : 'url_invalid', detail: why };
    if (this.closed) return CLOSED;
    this.warm();
    // It keeps the process only while somebody waits.
    this.worker!.ref();
    const id = (this.lastId += 1);
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker!.postMessage({ id, call: withBasicAuth(call) } satisfies Asked);
    });
  }

  /** Starts the thread, which takes a tenth of a second, before there is a call. */
  warm(): void {
    this.worker ??= this.start();
  }

  private start(): Worker {
    const worker = new Worker(new URL('./http-worker.js', import.meta.url), { execArgv: [] });
    worker.unref();
    worker.on('message', ({ id, answer }: Answered) => this.settle(id, answer));
    const lost = (): void => {
      // After an error comes the exit; by then another thread may have the next calls.
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.settleAll(LOST);
    };
    worker.on('error', lost);
    worker.on('exit', lost);
    return worker;
  }

  private settle(id: number, answer: HttpAnswer): void {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    if (this.waiting.size === 0) this.worker?.unref();
    resolve?.(answer);
  }

  private settleAll(answer: HttpAnswer): void {
    for (const id of this.waiting.keys()) this.settle(id, answer);
  }

  /** Calls under way fail with `closed`. */
  async close(): Promise<void> {
    this.closed = true;
    const { worker } = this;
    this.worker = undefined;
    this.settleAll(CLOSED);
    await worker?.terminate();
  }
}
