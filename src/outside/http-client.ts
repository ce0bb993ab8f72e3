// The HTTP client: no redirects, limits on time, bytes and connections, and a look at the address that it is connected to.
import { Agent, buildConnector, request } from 'undici';
import type { HttpAnswer, HttpCall, HttpClient, HttpFailure } from '../kernel/http-call.ts';
import { isPrivateAddress, whyNotCallable } from './addresses.ts';

/** Many: calls that hang must not keep others of the same host waiting. Callers limit how many they make at a time. */
const CONNECTIONS_PER_ORIGIN = 256;
const IDLE_MS = 4000;

class Failed extends Error {
  readonly failure: HttpFailure;

  constructor(failure: HttpFailure, detail: string) {
    super(detail);
    this.failure = failure;
  }
}

/** Before a byte of the request is sent. */
const guarded = (connect: ReturnType<typeof buildConnector>): ReturnType<typeof buildConnector> => (options, done) =>
  connect(options, (...given) => {
    const [error, socket] = given;
    if (error !== null || !isPrivateAddress(socket.remoteAddress ?? '')) return done(...given);
    socket.destroy();
    return done(new Failed('address_refused', `the address ${socket.remoteAddress} is private`), null);
  });

const agent = (privateAllowed: boolean): Agent => {
  const connect = buildConnector({ timeout: 10_000 });
  return new Agent({
    connect: privateAllowed ? connect : guarded(connect),
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: 16_384,
  });
};

const failureOf = (error: unknown, call: HttpCall): HttpAnswer => {
  if (error instanceof Failed) return { ok: false, failure: error.failure, detail: error.message };
  const { name, code, message } = error as Error & { readonly code?: string };
  if (name === 'TimeoutError' || /TIMEOUT/.test(code ?? '')) return { ok: false, failure: 'timeout', detail: `no whole answer in ${call.timeoutMs} ms` };
  if (/DESTROYED|CLOSED/.test(code ?? '')) return { ok: false, failure: 'closed', detail: 'the client is closed' };
  return { ok: false, failure: 'unreachable', detail: code ?? message };
};

export class UndiciClient implements HttpClient {
  private readonly open = agent(true);
  private readonly world = agent(false);

  async call(call: HttpCall): Promise<HttpAnswer> {
    const why = whyNotCallable(call.url, call.privateAllowed);
    if (why !== '') return { ok: false, failure: why === 'its address is private' ? 'address_refused' : 'url_invalid', detail: why };
    try {
      return await this.exchange(call);
    } catch (error) {
      return failureOf(error, call);
    }
  }

  private async exchange({ method, url, headers, body, timeoutMs, bytesMax, privateAllowed }: HttpCall): Promise<HttpAnswer> {
    const answer = await request(url, {
      method,
      headers,
      body: body === '' ? null : body,
      dispatcher: privateAllowed ? this.open : this.world,
      signal: AbortSignal.timeout(timeoutMs),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    // Leaving the loop ends the connection: what is too much is not read.
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new Failed('answer_too_large', `the answer is larger than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
    return { ok: true, status: answer.statusCode, bytes: Buffer.concat(chunks) };
  }

  /** Calls under way fail with `closed`. */
  async close(): Promise<void> {
    await Promise.all([this.open.destroy(), this.world.destroy()]);
  }
}
