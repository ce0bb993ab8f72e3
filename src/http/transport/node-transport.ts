// The transport for HTTP/1.0 and for machines without a uWebSockets.js binary (Decision 1). Slower by
// two thirds, but it also answers pipelined requests with deferred replies, in order.

import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import type { Code } from '../../kernel/refusals.ts';
import { BodyBuffer, BodyRoom } from './body-buffer.ts';
import { errorBody } from './error-body.ts';
import { JSON_TYPE, NO_HEADERS, NO_EXTRA_HEADERS, OPERATIONS_PATH, cannotListen } from './transport.ts';
import type { Headers, IncomingRequest, Listen, ListenOptions, Listener, RequestHandler, Reply } from './transport.ts';

const HEAD_BYTES_MAX = 8192;
const HEAD_MS_MAX = 10_000;
const KEEP_ALIVE_MS = 10_000;
const TIMEOUT_LOOK_MS = 2000;

/** Also answers HTTP/1.0: with a Content-Length, un-chunked, the connection closed. */
export const listenNode: Listen = (options, receive) => new NodeServer(options, receive).listen();

class NodeServer {
  readonly limits: ListenOptions;
  readonly receive: RequestHandler;
  readonly room: BodyRoom;
  closing = false;
  private readonly server: Server;
  readonly streams = new Set<NodeStream>();
  private owed = 0;
  private drained: (() => void) | undefined;

  constructor(options: ListenOptions, receive: RequestHandler) {
    this.limits = options;
    this.receive = receive;
    this.room = new BodyRoom(options.bodyMemoryBytesMax);
    this.server = createServer({
      maxHeaderSize: HEAD_BYTES_MAX,
      headersTimeout: HEAD_MS_MAX,
      // The exchange's own timer is first; this one is for what never became an exchange.
      requestTimeout: HEAD_MS_MAX + 2 * options.bodyTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: TIMEOUT_LOOK_MS,
    });
    this.server.on('request', (request, response) => {
      this.owed++;
      new Exchange(this, request, response).start();
    });
    this.server.on('clientError', refuseGarbage);
  }

  async listen(): Promise<Listener> {
    const { host, port } = this.limits;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (error) => reject(cannotListen(host, port, error.message)));
      this.server.listen(port, host, resolve);
    });
    // From now on an error is a failed accept, as when descriptors run out: that caller is lost, the server is not.
    this.server.on('error', () => {});
    let closed: Promise<void> | undefined;
    return {
      port: (this.server.address() as AddressInfo).port,
      close: (shutdownTimeoutMs) => (closed ??= this.close(shutdownTimeoutMs)),
    };
  }

  settled(): void {
    this.owed--;
    if (this.owed === 0) this.drained?.();
  }

  private async close(shutdownTimeoutMs: number): Promise<void> {
    this.closing = true;
    for (const stream of this.streams) stream.end();
    // Only stops listening; http's own close also cuts kept-alive connections, whose next request is owed its 503.
    NetServer.prototype.close.call(this.server);
    if (this.owed > 0) {
      await new Promise<void>((resolve) => {
        this.drained = resolve;
        setTimeout(resolve, shutdownTimeoutMs).unref();
      });
    }
    this.server.closeAllConnections();
    // Frees http's timer; that the server no longer listens is no news.
    this.server.close(() => {});
  }
}

const NOTHING = Buffer.alloc(0);

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
  body: Uint8Array = NOTHING;
  private readonly server: NodeServer;
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly gathering: BodyBuffer;
  /** Of the reply, beside its content type. */
  private sent: Headers;
  private timer: NodeJS.Timeout | undefined;
  private reading = true;
  /** The reply is begun, or nobody waits for one. */
  private answered = false;
  private settled = false;

  constructor(server: NodeServer, request: IncomingMessage, response: ServerResponse) {
    const target = request.url ?? '';
    const mark = target.indexOf('?');
    this.method = request.method ?? '';
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.query = mark < 0 || this.path === OPERATIONS_PATH ? '' : target.slice(mark + 1);
    this.contentType = request.headers['content-type'] ?? '';
    this.contentEncoding = request.headers['content-encoding'] ?? '';
    this.idempotencyKey = String(request.headers['idempotency-key'] ?? '');
    const { clientAddressHeader = '' } = server.limits;
    this.clientAddress = clientAddressHeader === '' ? '' : String(request.headers[clientAddressHeader] ?? '');
    this.headers = this.path === OPERATIONS_PATH ? NO_HEADERS : headersOf(request);
    this.server = server;
    this.request = request;
    this.response = response;
    this.sent = server.limits.cors?.headers(request.headers.origin ?? '') ?? NO_EXTRA_HEADERS;
    this.gathering = new BodyBuffer(server.limits.bodyBytesMax, server.room);
  }

  start(): void {
    this.timer = setTimeout(() => this.late(), this.server.limits.bodyTimeoutMs);
    this.request.on('data', (chunk: Buffer) => this.data(chunk));
    this.request.on('end', () => this.arrived());
    this.request.on('error', () => {});
    this.response.on('error', () => {});
    // Comes after the last byte is handed to the system or when the caller has gone.
    this.response.on('close', () => this.over());
    // A response that waits behind another one of its connection has no socket yet, and hears nothing of its end.
    if (this.response.socket !== null) return;
    const { socket } = this.request;
    const gone = (): void => this.over();
    socket.setMaxListeners(0).once('close', gone);
    this.response.once('close', () => socket.off('close', gone));
  }

  send(status: number, body: Uint8Array | string, contentType = JSON_TYPE, headers = NO_EXTRA_HEADERS): void {
    if (this.answered || this.reading) return;
    if (headers !== NO_EXTRA_HEADERS) this.sent = [...this.sent, ...headers];
    this.write(status, body, contentType, this.server.closing);
  }

  eventStream(contentType: string): ReplyStream | undefined {
    if (this.answered || this.reading) return undefined;
    this.answered = true;
    if (!this.settled) this.server.settled();
    this.settled = true;
    this.response.shouldKeepAlive = false;
    for (const [name, value] of this.sent) this.response.setHeader(name, value);
    this.response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
    this.response.flushHeaders();
    const stream = new NodeStream(this.response, () => this.server.streams.delete(stream));
    this.server.streams.add(stream);
    return stream;
  }

  stream(contentType: string): ReplyStream | undefined {
    if (this.answered || this.reading) return undefined;
    this.answered = true;
    if (this.server.closing || this.request.httpVersionMinor === 0) this.response.shouldKeepAlive = false;
    for (const [name, value] of this.sent) this.response.setHeader(name, value);
    this.response.writeHead(200, { 'Content-Type': contentType });
    return new NodeStream(this.response, () => {});
  }

  private data(chunk: Buffer): void {
    if (!this.reading) return;
    this.gathering.add(chunk);
    if (this.gathering.hopeless) this.refuse('BODY_TOO_LARGE');
  }

  private arrived(): void {
    if (!this.reading) return;
    if (this.gathering.tooLarge) return this.refuse('BODY_TOO_LARGE');
    if (this.gathering.crowded) return this.refuse('OVERLOADED');
    if (this.server.closing) return this.refuse('SHUTTING_DOWN');
    this.body = this.gathering.whole();
    this.stopReading();
    this.server.receive(this, this);
    this.body = NOTHING;
  }

  private late(): void {
    this.refuse(this.gathering.tooLarge ? 'BODY_TOO_LARGE' : 'BODY_TOO_SLOW');
  }

  private refuse(code: Code): void {
    this.stopReading();
    this.write(REFUSALS[code].status, errorBody(code), JSON_TYPE, true);
  }

  private stopReading(): void {
    this.reading = false;
    this.gathering.release();
    clearTimeout(this.timer);
  }

  private over(): void {
    if (this.settled) return;
    this.settled = true;
    this.stopReading();
    this.answered = true;
    this.server.settled();
  }

  private write(status: number, body: Uint8Array | string, contentType: string, last: boolean): void {
    this.answered = true;
    if (last || this.request.httpVersionMinor === 0) this.response.shouldKeepAlive = false;
    for (const [name, value] of this.sent) this.response.setHeader(name, value);
    if (status === 204) this.response.writeHead(204);
    else this.response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) });
    this.response.end(body);
  }
}

class NodeStream implements ReplyStream {
  onDrain = (): void => {};
  onClose = (): void => {};
  private over = false;
  private readonly response: ServerResponse;
  private readonly forget: () => void;

  constructor(response: ServerResponse, forget: () => void) {
    this.response = response;
    this.forget = forget;
    response.on('drain', () => this.onDrain());
    response.on('close', () => this.gone());
  }

  write(chunk: string): boolean {
    return !this.over && this.response.write(chunk);
  }

  end(): void {
    if (this.over) return;
    this.response.end();
    this.gone();
  }

  abort(): void {
    if (this.over) return;
    const { socket } = this.response;
    // A reset: un-chunked, a plain close would be the end of the reply.
    if (socket === null) this.response.destroy();
    else socket.resetAndDestroy();
    this.gone();
  }

  private gone(): void {
    if (this.over) return;
    this.over = true;
    this.forget();
    this.onClose();
  }
}

const headersOf = ({ headers }: IncomingMessage): ReadonlyMap<string, string> =>
  new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const GARBAGE_STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const refuseGarbage = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const line = GARBAGE_STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
};
