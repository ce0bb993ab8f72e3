// The fast transport. What uWebSockets.js does by itself and no option changes: HTTP/1.0, CONNECT and targets that
// start with no slash get 505, heads over 4 KB 431; a connection is closed after 8 to 12 s without a head, and, unless
// renewed, of a body slower than 16 KB/s. Where it departs from the standard (src/http/transport/node-transport.ts does not):
// - A first line that arrives cut behind the method's blank, or between the target and its line feed, gets 505. A head that
//   arrives in pieces and says Content-Length: 0 is taken for one whose body is still to come: 408.
// - Trailers get 505 after the request was handed over; a chunk with an extension is waited for in vain: 408.
// - Only Expect: 100-continue in lower case gets a 100.
// - Of several Content-Length headers the first counts, an empty one is 0, any Transfer-Encoding is read as chunked. We look
//   for that (0.1 µs per header) where it can do harm and not merely confuse its own caller: hasDoubtfulEnd.
// - A request that arrives pipelined behind one whose reply is still owed closes the connection, and with it the replies
//   not yet written (#277); pipelining works where every reply is synchronous.

import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket, us_socket } from 'uWebSockets.js';
import { releaseBuffer } from '../../kernel/buffer-pool.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import type { Code } from '../../kernel/refusals.ts';
import { BodyBuffer, BodyRoom } from './body-buffer.ts';
import { errorBody } from './error-body.ts';
import { hasDoubtfulLength, headersOf } from './header-list.ts';
import { STATUS_LINES } from './status-lines.ts';
import { JSON_TYPE, NO_HEADERS, NO_EXTRA_HEADERS, OPERATIONS_PATH, cannotListen } from './transport.ts';
import type { Headers, IncomingRequest, Listen, ListenOptions, Listener, RequestHandler, Reply } from './transport.ts';
import { UwsStream } from './uws-stream.ts';

/** Binds a port that no other process has, and takes any method and path with a whole body. */
export const listenUws: Listen = async (options, receive) => new UwsServer(await loaded(), options, receive).listen();

/** Why uWebSockets.js cannot be used by this Node on this machine; undefined where it can. */
export const whyNoUws = async (): Promise<string | undefined> => {
  try {
    await loaded();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

// The package's own types miss the constant and the four-argument listen.
interface Uws {
  App(): TemplatedApp & ExclusiveListen;
  us_listen_socket_close(socket: us_listen_socket): void;
  us_socket_local_port(socket: us_socket): number;
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}

interface ExclusiveListen {
  listen(host: string, port: number, flags: number, done: (socket: us_listen_socket | false) => void): TemplatedApp;
}

const loaded = async (): Promise<Uws> => (await import('uWebSockets.js')) as unknown as Uws;

// A body is looked at this often within its time and twice a second, so it may take that much longer than allowed.
const LOOKS = 16;
const LOOK_MS_MAX = 500;
// uWebSockets.js gives a body 8 to 12 s by a clock of its own; renewed this often, ours decides.
const RENEWED_LOOKS = 6;

class UwsServer {
  readonly limits: ListenOptions;
  readonly receive: RequestHandler;
  readonly room: BodyRoom;
  closing = false;
  /** Counts the looks at bodies under way: the clock of their time limit. */
  looks = 0;
  // The ends of the list of exchanges whose body is still coming, oldest first.
  oldest: Exchange | undefined;
  newest: Exchange | undefined;
  private readonly uws: Uws;
  private readonly app: TemplatedApp & ExclusiveListen;
  private readonly lookMs: number;
  private readonly looksMax: number;
  readonly streams = new Set<UwsStream>();
  private owed = 0;
  private drained: (() => void) | undefined;

  constructor(uws: Uws, options: ListenOptions, receive: RequestHandler) {
    this.uws = uws;
    this.limits = options;
    this.receive = receive;
    this.room = new BodyRoom(options.bodyMemoryBytesMax);
    this.lookMs = Math.max(1, Math.min(LOOK_MS_MAX, Math.ceil(options.bodyTimeoutMs / LOOKS)));
    this.looksMax = Math.ceil(options.bodyTimeoutMs / this.lookMs);
    this.app = uws.App();
    this.app.any('/*', (response, request) =>
      this.begin(response, request, request.getMethod().toUpperCase(), request.getUrl()),
    );
    // Nearly every request: what the route says is not asked for.
    this.app.post(OPERATIONS_PATH, (response, request) => this.begin(response, request, 'POST', OPERATIONS_PATH));
  }

  private begin(response: HttpResponse, request: HttpRequest, method: string, path: string): void {
    this.owed++;
    new Exchange(this, response, request, method, path).start(hasDoubtfulEnd(request, path));
  }

  async listen(): Promise<Listener> {
    const { host, port } = this.limits;
    const socket = await new Promise<us_listen_socket | false>((resolve) => {
      // Without the flag, two processes share a port unnoticed, each with half of the callers.
      this.app.listen(host, port, this.uws.LIBUS_LISTEN_EXCLUSIVE_PORT, resolve);
    });
    if (socket === false)
      throw cannotListen(host, port, 'the port is taken, or the host is no address of this machine');
    const timer = setInterval(() => this.look(), this.lookMs);
    timer.unref();
    let closed: Promise<void> | undefined;
    return {
      port: this.uws.us_socket_local_port(socket as us_socket),
      close: (shutdownTimeoutMs) => (closed ??= this.close(socket, timer, shutdownTimeoutMs)),
    };
  }

  /** One exchange is over: answered and written, or its caller gone. */
  settled(): void {
    this.owed--;
    if (this.owed === 0) this.drained?.();
  }

  private async close(socket: us_listen_socket, timer: NodeJS.Timeout, shutdownTimeoutMs: number): Promise<void> {
    this.closing = true;
    for (const stream of this.streams) stream.end();
    this.uws.us_listen_socket_close(socket);
    if (this.owed > 0) {
      await new Promise<void>((resolve) => {
        this.drained = resolve;
        setTimeout(resolve, shutdownTimeoutMs).unref();
      });
    }
    clearInterval(timer);
    // Never from inside a callback of uWebSockets.js: what it has corked there is not written yet.
    await new Promise((resolve) => setImmediate(resolve));
    this.app.close();
  }

  private look(): void {
    this.looks++;
    const age = (exchange: Exchange): number => this.looks - exchange.startedAt;
    while (this.oldest !== undefined && age(this.oldest) > this.looksMax) this.oldest.late();
    for (let each = this.oldest; each !== undefined && age(each) >= RENEWED_LOOKS; each = each.newer) {
      if (age(each) % RENEWED_LOOKS === 0) each.renew();
    }
  }
}

// Above this a reply can outgrow the socket's buffer; only such a one is worth following until it is written.
const LARGE_BYTES = 65_536;
const NOTHING = Buffer.alloc(0);

// As bytes: a text would be made bytes anew for each request.
const bytesOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text)).buffer;
const CONTENT_TYPE = bytesOf('content-type');
const CONTENT_ENCODING = bytesOf('content-encoding');
const IDEMPOTENCY_KEY = bytesOf('idempotency-key');
const ORIGIN = bytesOf('origin');
const FORWARDED_FOR = bytesOf('x-forwarded-for');
const CONTENT_TYPE_SENT = bytesOf('Content-Type');
const JSON_TYPE_SENT = bytesOf(JSON_TYPE);

// Bytes behind the end that we see are the next request, and on a connection that a proxy shares that is somebody
// else's.
const hasDoubtfulEnd = (request: HttpRequest, path: string): boolean =>
  (path !== OPERATIONS_PATH || request.getHeader(FORWARDED_FOR) !== '') && hasDoubtfulLength(request);

/** One request and the way back, in one object. */
class Exchange implements IncomingRequest, Reply {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly idempotencyKey: string;
  readonly clientAddress: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly startedAt: number;
  body: Uint8Array = NOTHING;
  private readonly server: UwsServer;
  private readonly response: HttpResponse;
  private readonly isHead: boolean;
  /** Of the reply, beside its content type. */
  private sent: Headers;
  private gathering: BodyBuffer | undefined;
  private reading = true;
  /** The reply is begun, or nobody waits for one. */
  private answered = false;
  private settled = false;
  private corked = false;
  private streaming: UwsStream | undefined;
  private older: Exchange | undefined;
  newer: Exchange | undefined;

  constructor(server: UwsServer, response: HttpResponse, request: HttpRequest, method: string, path: string) {
    this.method = method;
    this.path = path;
    this.contentType = request.getHeader(CONTENT_TYPE);
    this.contentEncoding = request.getHeader(CONTENT_ENCODING);
    this.idempotencyKey = request.getHeader(IDEMPOTENCY_KEY);
    const { clientAddressHeader = '' } = server.limits;
    this.clientAddress = clientAddressHeader === '' ? '' : request.getHeader(clientAddressHeader);
    const isOperation = path === OPERATIONS_PATH;
    this.query = isOperation ? '' : (request.getQuery() ?? '');
    this.headers = isOperation ? NO_HEADERS : headersOf(request);
    this.startedAt = server.looks;
    this.server = server;
    this.response = response;
    this.isHead = method === 'HEAD';
    const { cors } = server.limits;
    this.sent = cors === undefined ? NO_EXTRA_HEADERS : cors.headers(request.getHeader(ORIGIN));
    this.older = server.newest;
  }

  start(isDoubtful: boolean): void {
    if (this.older === undefined) this.server.oldest = this;
    else this.older.newer = this;
    this.server.newest = this;
    this.response.onAborted(() => this.gone());
    // Not at once: while a reply is owed, uWebSockets.js closes on what it would take for the next request.
    if (isDoubtful) setImmediate(() => this.doubtful());
    else this.response.onData((chunk, isLast) => this.data(chunk, isLast));
  }

  send(status: number, body: Uint8Array | string, contentType = JSON_TYPE, headers = NO_EXTRA_HEADERS): void {
    if (this.answered || this.reading) return;
    if (headers !== NO_EXTRA_HEADERS) this.sent = [...this.sent, ...headers];
    this.write(status, body, contentType, this.server.closing);
  }

  eventStream(contentType: string): ReplyStream | undefined {
    if (this.answered || this.reading) return undefined;
    this.answered = true;
    // A stream is not waited for: whoever reads it comes back to the next server.
    this.settle();
    const { response } = this;
    response.cork(() => {
      response.writeHeader('Content-Type', contentType);
      response.writeHeader('Cache-Control', 'no-store');
      response.writeHeader('Connection', 'close');
      for (const [name, value] of this.sent) response.writeHeader(name, value);
    });
    this.streaming = new UwsStream(response, () => this.server.streams.delete(this.streaming!));
    this.server.streams.add(this.streaming);
    return this.streaming;
  }

  stream(contentType: string): ReplyStream | undefined {
    if (this.answered || this.reading) return undefined;
    this.answered = true;
    const { response, server } = this;
    response.cork(() => {
      response.writeHeader('Content-Type', contentType);
      if (server.closing) response.writeHeader('Connection', 'close');
      for (const [name, value] of this.sent) response.writeHeader(name, value);
    });
    this.streaming = new UwsStream(response, () => this.settle());
    return this.streaming;
  }

  /** The time for the body is over. */
  late(): void {
    this.refuse(this.gathering?.tooLarge === true ? 'BODY_TOO_LARGE' : 'BODY_TOO_SLOW');
  }

  /** Begins the time anew that uWebSockets.js gives a body; resume alone would make it deaf to the rest. */
  renew(): void {
    this.response.pause();
    this.response.resume();
  }

  private doubtful(): void {
    if (!this.reading) return;
    this.stopReading();
    this.write(400, '', 'text/plain', true);
  }

  private data(chunk: ArrayBuffer, isLast: boolean): void {
    if (!this.reading) return;
    this.corked = true;
    if (isLast && this.gathering === undefined) this.arrived(Buffer.from(chunk));
    else this.more(chunk, isLast);
    this.corked = false;
  }

  private more(chunk: ArrayBuffer, isLast: boolean): void {
    const gathering = (this.gathering ??= new BodyBuffer(this.server.limits.bodyBytesMax, this.server.room));
    gathering.add(new Uint8Array(chunk));
    if (gathering.tooLarge) {
      if (isLast || gathering.hopeless) this.refuse('BODY_TOO_LARGE');
    } else if (isLast && gathering.crowded) this.refuse('OVERLOADED');
    else if (isLast) this.arrived(gathering.whole());
  }

  private arrived(body: Buffer): void {
    if (body.length > this.server.limits.bodyBytesMax) return this.refuse('BODY_TOO_LARGE');
    if (this.server.closing) return this.refuse('SHUTTING_DOWN');
    this.stopReading();
    this.body = body;
    this.server.receive(this, this);
    // uWebSockets.js takes the bytes back; a late reader must not hold on to them.
    this.body = NOTHING;
  }

  private refuse(code: Code): void {
    this.stopReading();
    this.write(REFUSALS[code].status, errorBody(code), JSON_TYPE, true);
  }

  private gone(): void {
    this.stopReading();
    this.answered = true;
    this.settle();
    this.streaming?.gone();
  }

  private settle(): void {
    if (this.settled) return;
    this.settled = true;
    this.server.settled();
  }

  private stopReading(): void {
    if (!this.reading) return;
    this.reading = false;
    this.gathering?.release();
    this.gathering = undefined;
    if (this.older === undefined) this.server.oldest = this.newer;
    else this.older.newer = this.newer;
    if (this.newer === undefined) this.server.newest = this.older;
    else this.newer.older = this.older;
    this.older = undefined;
    this.newer = undefined;
  }

  private write(status: number, body: Uint8Array | string, contentType: string, last: boolean): void {
    this.answered = true;
    if (this.corked) this.writeCorked(status, body, contentType, last);
    // Without the cork every piece of a deferred reply is a packet of its own: a fifth of the throughput.
    else this.response.cork(() => this.writeCorked(status, body, contentType, last));
  }

  private writeCorked(status: number, body: Uint8Array | string, contentType: string, last: boolean): void {
    // '200 OK' is what uWebSockets.js writes by itself.
    if (status !== 200) this.response.writeStatus(STATUS_LINES.get(status) ?? `${status} Status ${status}`);
    if (this.sent !== NO_EXTRA_HEADERS) for (const [name, value] of this.sent) this.response.writeHeader(name, value);
    if (status !== 204)
      this.response.writeHeader(CONTENT_TYPE_SENT, contentType === JSON_TYPE ? JSON_TYPE_SENT : contentType);
    // With a length given, undefined too, it writes one, which a 204 may not have.
    if (status === 204) this.response.endWithoutBody();
    else if (this.isHead) this.writeHeadOnly(body, last);
    else if (body.length > LARGE_BYTES) return this.writeLarge(body, last);
    else this.end(body, last);
    this.settle();
  }

  // What the socket does not take at once, uWebSockets.js copies.
  private end(body: Uint8Array | string, last: boolean): void {
    this.response.end(body, last);
    if (typeof body !== 'string') releaseBuffer(body);
  }

  // endWithoutBody(length) leaves the response open in this version, so that the next request closes the
  // connection: wanted only after the last reply.
  private writeHeadOnly(body: Uint8Array | string, last: boolean): void {
    const length = Buffer.byteLength(body);
    if (last) this.response.endWithoutBody(length, true);
    else this.response.writeHeader('Content-Length', String(length)).endWithoutBody();
  }

  // tryEnd keeps no copy of what the socket does not take yet, and tells when all of it is written.
  private writeLarge(body: Uint8Array | string, last: boolean): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (last) this.response.writeHeader('Connection', 'close');
    const start = this.response.getWriteOffset();
    this.response.onWritable((offset) =>
      this.wrote(this.response.tryEnd(bytes.subarray(offset - start), bytes.length)),
    );
    this.wrote(this.response.tryEnd(bytes, bytes.length));
  }

  private wrote([isOk, isWhole]: [boolean, boolean]): boolean {
    if (isWhole) this.settle();
    return isOk;
  }
}
