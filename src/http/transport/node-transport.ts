// The transport of node:http: for HTTP/1.0, and for machines without a binary of uWebSockets.js. A request costs twice
// as much as there, but pipelined requests with deferred replies are answered too, in order.

import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server as TlsServer } from 'node:https';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo, ListenOptions as NetListenOptions, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { releaseBuffer } from '../../kernel/buffer-pool.ts';
import { BodyTimeouts } from './body-timeouts.ts';
import type { TimedBody } from './body-timeouts.ts';
import { Exchange } from './exchange.ts';
import type { RequestHead } from './exchange.ts';
import { HANDSHAKE_MS, Handshakes } from './handshakes.ts';
import type { HeaderName } from './header-name.ts';
import { StreamBase } from './stream-base.ts';
import { hasNoBody } from './status-lines.ts';
import { TransportServer } from './transport-server.ts';
import { CIPHERS_1_2, loadTls, readTls } from './tls-files.ts';
import type { TlsPair } from './tls-files.ts';
import { cannotListen, listeningSocket, mustBeFree } from './transport.ts';
import type { Listen, ListenOptions, Listener, RequestHandler } from './transport.ts';

const HEAD_BYTES_MAX = 8192;
const HEAD_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
const TIMEOUT_CHECK_MS = 2000;
/** A longer text is not written from the stack, and has to be copied twice. */
const TEXT_BYTES_MAX = 15_000;

/** Without those of TLS 1.3 in the list Node would not speak it. */
const CIPHERS = `TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:${CIPHERS_1_2}`;

const ignore = (): void => {};

/** Returns a text with one character for each byte. */
const bytesAsText = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** What the types of Node 20 lack. */
type ListenPlace = NetListenOptions & { readonly reusePort?: boolean };

/** Whether several sockets of this process may listen on one port: from Node 22.12 and 23.1 on. */
export const canShareNode = (version = process.versions.node): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
};

/** Answers HTTP/1.0 with a Content-Length, without chunked encoding, and closes the connection. */
export const listenNode: Listen = (options, handle) => new NodeServer(options, handle).listen();

class NodeServer extends TransportServer {
  private readonly http: Server | TlsServer;
  /** Replies that each open connection is owed. */
  private readonly owed = new Map<Socket, number>();
  /** Idle connections, which are owed no reply, the longest idle first. */
  private readonly idle = new Set<Socket>();
  private readonly handshakes: Handshakes;
  /** Connections with a certificate that was renewed since: they end with their next reply. */
  private outdated: ReadonlySet<Socket> = new Set();
  readonly bodyTimeouts: BodyTimeouts;
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(options: ListenOptions, handle: RequestHandler) {
    super(options, handle);
    this.bodyTimeouts = new BodyTimeouts(options.bodyTimeoutMs);
    this.handshakes = new Handshakes(this.connections, options.handshakes);
    const { tls } = options;
    const limits = {
      maxHeaderSize: HEAD_BYTES_MAX,
      headersTimeout: HEAD_TIMEOUT_MS,
      // The clock of bodies ends them first; this one is for requests that never became an exchange.
      requestTimeout: HEAD_TIMEOUT_MS + 2 * options.bodyTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    };
    this.http =
      tls === undefined
        ? createServer(limits)
        : createTlsServer({ ...limits, ...pairOf(readTls(tls)), handshakeTimeout: HANDSHAKE_MS });
    if (tls === undefined) this.http.on('connection', (socket: Socket) => this.connected(socket));
    else {
      this.http.on('connection', (socket: Socket) => this.handshakes.begin(socket));
      this.http.on('secureConnection', (socket: Socket) => this.secured(socket));
      this.http.on('tlsClientError', (error, socket: Duplex) => this.handshakes.fail(error, socket));
    }
    this.http.on('request', (request, response) => this.requested(request, response));
    this.http.on('clientError', refuseMalformed);
    if (options.upgraded !== undefined) this.http.on('upgrade', options.upgraded);
    this.connections.addListener(() => this.handshakes.areTooMany && this.handshakes.cutOldest(), true);
    this.connections.addListener(() => this.closeIdle());
  }

  async listen(): Promise<Listener> {
    const { host, port, predecessor, sharesPort = false } = this.options;
    // A socket that shares its port would listen beside that of another process.
    if (sharesPort && predecessor === undefined && port !== 0) await mustBeFree(host, port);
    await this.accept(port);
    // From now on an error is a failed accept, for example without file descriptors: one client is lost, not the
    // server.
    this.http.on('error', ignore);
    this.timer = setInterval(() => this.bodyTimeouts.tick(), this.bodyTimeouts.tickMs);
    this.timer.unref();
    return this.listener(this.options.path === undefined ? (this.http.address() as AddressInfo).port : 0);
  }

  protected async accept(port: number): Promise<void> {
    const { host, path, predecessor, sharesPort = false } = this.options;
    await new Promise<void>((resolve, reject) => {
      const failed = (error: Error): void => reject(path === undefined ? cannotListen(host, port, error) : error);
      this.http.once('error', failed);
      const done = (): void => {
        this.http.off('error', failed);
        resolve();
      };
      if (path !== undefined) this.http.listen(path, done);
      else if (typeof predecessor === 'object' && !this.closing) this.http.listen(predecessor, done);
      else this.http.listen({ port, host, ...(sharesPort && { reusePort: true }) } as ListenPlace, done);
    });
  }

  protected listeningHandle(): object | undefined {
    return listeningSocket(this.http);
  }

  protected get openConnections(): number {
    return this.owed.size + this.handshakes.size;
  }

  /** Replies that a connection is owed. */
  owedTo(socket: Socket): number {
    return this.owed.get(socket) ?? 0;
  }

  protected async renewTls(): Promise<void> {
    const { tls } = this.options;
    if (tls === undefined) return;
    (this.http as TlsServer).setSecureContext(pairOf(await loadTls(tls)));
    this.outdated = new Set(this.owed.keys());
  }

  isOutdated(socket: Socket): boolean {
    return this.outdated.has(socket);
  }

  protected stopAccepting(): void {
    // The method of http.Server would also cut idle connections, whose next request is to be answered.
    NetServer.prototype.close.call(this.http);
  }

  protected closeConnections(): void {
    clearInterval(this.timer);
    this.http.closeAllConnections();
    while (this.handshakes.cutOldest());
    // Frees http's timer; the error that it no longer listens is expected.
    this.http.close(() => {});
  }

  private connected(socket: Socket): void {
    this.owed.set(socket, 0);
    socket.once('close', () => this.disconnected(socket));
    if (this.connections.opened()) this.idle.add(socket);
    else this.cut(socket);
  }

  /** Takes a socket of TLS, whose connection is counted already. */
  private secured(socket: Socket): void {
    if (!this.handshakes.finish(socket)) return void socket.destroy();
    this.owed.set(socket, 0);
    socket.once('close', () => this.disconnected(socket));
    this.idle.add(socket);
  }

  private cut(socket: Socket): void {
    this.disconnected(socket);
    socket.destroy();
  }

  private disconnected(socket: Socket): void {
    this.idle.delete(socket);
    if (this.owed.delete(socket)) this.connections.closed();
  }

  private requested(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Over TLS a connection that was closed at once may have sent its request with the handshake.
    if (socket.destroyed) return;
    this.changeOwed(socket, 1);
    response.once('close', () => this.changeOwed(socket, -1));
    new NodeExchange(this, request, response).start();
  }

  private changeOwed(socket: Socket, change: number): void {
    const before = this.owed.get(socket);
    if (before === undefined) return;
    this.owed.set(socket, before + change);
    if (before + change === 0) this.idle.add(socket);
    else this.idle.delete(socket);
  }

  private closeIdle(): boolean {
    for (const socket of this.idle) {
      this.cut(socket);
      return true;
    }
    return this.handshakes.cutOldest();
  }
}

const pairOf = ({ cert, key, ca }: TlsPair): TlsOptions => {
  const own: TlsOptions = { cert, key, ciphers: CIPHERS, minVersion: 'TLSv1.2' };
  return ca === undefined ? own : { ...own, ca, requestCert: true, rejectUnauthorized: true };
};

class NodeHead implements RequestHead {
  readonly method: string;
  readonly path: string;
  private readonly request: IncomingMessage;
  private readonly target: string;

  constructor(request: IncomingMessage) {
    const { method = '', url = '' } = request;
    const mark = url.indexOf('?');
    this.method = method;
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.request = request;
    this.target = url;
  }

  get contentType(): string {
    return this.request.headers['content-type'] ?? '';
  }

  get contentEncoding(): string {
    return this.request.headers['content-encoding'] ?? '';
  }

  get idempotencyKey(): string {
    return String(this.request.headers['idempotency-key'] ?? '');
  }

  query(): string {
    return this.target.slice(this.path.length + 1);
  }

  header({ text }: HeaderName): string {
    return String(this.request.headers[text] ?? '');
  }

  socketAddress(): string {
    return this.request.socket.remoteAddress ?? '';
  }

  headers(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.request.headers).map(([name, value]) => [name, String(value)]));
  }
}

class NodeExchange extends Exchange implements TimedBody {
  startTick = 0;
  older: TimedBody | undefined = undefined;
  newer: TimedBody | undefined = undefined;
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly timeouts: BodyTimeouts;
  private readonly isOutdated: boolean;

  constructor(server: NodeServer, request: IncomingMessage, response: ServerResponse) {
    super(server, new NodeHead(request));
    this.isOutdated = server.isOutdated(request.socket);
    this.timeouts = server.bodyTimeouts;
    this.request = request;
    this.response = response;
  }

  start(): void {
    this.timeouts.add(this);
    this.request.on('data', (chunk: Buffer) => this.bodyChunk(chunk));
    this.request.on('end', () => this.bodyComplete());
    if (!this.takesChunks && this.request.headers['transfer-encoding'] !== undefined) this.refuseChunks();
    this.request.on('error', ignore);
    this.response.on('error', ignore);
    // Emitted after the last byte was handed to the system, or when the client has gone.
    this.response.on('close', () => this.connectionDone());
    // A response that waits behind another one of its connection has no socket yet, and does not learn of its end.
    if (this.response.socket !== null) return;
    const { socket } = this.request;
    const done = (): void => this.connectionDone();
    socket.setMaxListeners(0).once('close', done);
    this.response.once('close', () => socket.off('close', done));
  }

  /** node:http has no limit of its own to be renewed. */
  renewTimeout(): void {}

  get isPipelined(): boolean {
    return (this.server as NodeServer).owedTo(this.request.socket) > 1;
  }

  protected override get isLast(): boolean {
    if (!this.isOutdated && !super.isLast) return false;
    // What was pipelined behind it is answered, too.
    return (this.server as NodeServer).owedTo(this.request.socket) <= 1;
  }

  protected sendWhole(status: number, body: Uint8Array | string, contentType: string, isLast: boolean): void {
    this.setHeaders(isLast);
    const { response } = this;
    if (hasNoBody(status)) response.writeHead(status).end();
    else {
      response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) });
      if (typeof body === 'string' || body.length > TEXT_BYTES_MAX) response.end(body);
      else {
        // As text it goes out in one piece with the head, which is text; as bytes it would be a second one.
        response.end(bytesAsText(body), 'latin1');
        releaseBuffer(body);
      }
    }
  }

  protected beginStream(contentType: string, isLast: boolean, onEnd: () => void): StreamBase {
    this.setHeaders(isLast);
    this.response.writeHead(200, { 'Content-Type': contentType });
    this.response.flushHeaders();
    return new NodeStream(this.response, onEnd);
  }

  // The exchange ends with the response's event `close`, as one with a whole reply does.
  protected streamEnded(): void {}

  protected stopBodyTimeout(): void {
    this.timeouts.remove(this);
  }

  private setHeaders(isLast: boolean): void {
    if (isLast || this.request.httpVersionMinor === 0) this.response.shouldKeepAlive = false;
    for (const [name, value] of this.extraHeaders) {
      // Cookies alone may come several times; of others the last one is meant.
      if (name.toLowerCase() === 'set-cookie') this.response.appendHeader(name, value);
      else this.response.setHeader(name, value);
    }
  }
}

class NodeStream extends StreamBase {
  private readonly response: ServerResponse;

  constructor(response: ServerResponse, onEnd: () => void) {
    super(onEnd);
    this.response = response;
    response.on('drain', () => this.onDrain());
  }

  protected writeText(text: string): boolean {
    // As bytes: for a text beyond ASCII, whose length in characters is another one, Node 26.10 emits no `drain`.
    return this.response.write(Buffer.from(text));
  }

  protected endReply(): void {
    this.response.end();
  }

  protected resetConnection(): void {
    const { socket } = this.response;
    // A reset: without chunked encoding, an orderly close would be the end of the reply. TLS has an end of its own,
    // which is then missing.
    if (socket === null) this.response.destroy();
    else if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  }
}

const MALFORMED_STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const refuseMalformed = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const line = MALFORMED_STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
};
