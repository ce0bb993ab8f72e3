// One request and its reply, whichever transport carries them.
//
//   reading (body arrives) → handled → answered (reply begun) → ended (reply sent, or client gone)
//
// It guarantees that a handler sees a whole body within the limits, that one reply is sent at most, and that the server
// is told once when the exchange has ended.
import { REFUSALS } from '../../kernel/refusals.ts';
import type { Code } from '../../kernel/refusals.ts';
import { NO_REPLY_HEADERS } from '../../kernel/reply-stream.ts';
import type { ReplyHeaders, ReplyStream } from '../../kernel/reply-stream.ts';
import { BodyBuffer } from './body-buffer.ts';
import { errorBody } from './error-body.ts';
import { headerName } from './header-name.ts';
import type { HeaderName } from './header-name.ts';
import type { StreamBase } from './stream-base.ts';
import type { TransportServer } from './transport-server.ts';
import { JSON_TYPE, NO_HEADERS, OPERATIONS_PATH } from './transport.ts';
import type { IncomingRequest, Reply } from './transport.ts';

const ORIGIN = headerName('origin');
const TRACEPARENT = headerName('traceparent');

/** The first line and the headers of a request, as its transport reads them. */
export interface RequestHead {
  /** Upper case. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** '' when absent, as the next two. */
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly idempotencyKey: string;
  query(): string;
  /** '' when absent. */
  header(name: HeaderName): string;
  /** See IncomingRequest. */
  socketAddress(): string;
  /** By lower-case name. */
  headers(): ReadonlyMap<string, string>;
}

const EMPTY = Buffer.alloc(0);
/** Header of a reply that the server cannot take the call now: seconds until it may. */
const RETRY_AFTER: ReplyHeaders = [['Retry-After', '1']];
const EVENT_STREAM_HEADERS: ReplyHeaders = [['Cache-Control', 'no-store']];

/** `IncomingRequest` and `Reply` in one object, since there is one of each per request. */
export abstract class Exchange implements IncomingRequest, Reply {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly idempotencyKey: string;
  readonly clientAddress: string;
  readonly socketAddress: string;
  readonly traceparent: string;
  readonly headers: ReadonlyMap<string, string>;
  body: Uint8Array = EMPTY;
  ticket = -1;
  protected readonly server: TransportServer;
  /** Headers of any reply, beside its content type. */
  protected extraHeaders: ReplyHeaders;
  /** The body is still arriving. */
  protected reading = true;
  /** The reply has begun, or its client has gone. */
  private answered = false;
  private ended = false;
  private bodyBuffer: BodyBuffer | undefined = undefined;
  private openStream: StreamBase | undefined = undefined;

  constructor(server: TransportServer, head: RequestHead) {
    const { clientAddressHeader, cors, options } = server;
    const isOperation = head.path === OPERATIONS_PATH && options.readsAllHeaders !== true;
    this.method = head.method;
    this.path = head.path;
    this.query = isOperation ? '' : head.query();
    this.contentType = head.contentType;
    this.contentEncoding = head.contentEncoding;
    this.idempotencyKey = head.idempotencyKey;
    this.clientAddress = clientAddressHeader === undefined ? '' : head.header(clientAddressHeader);
    this.socketAddress = isOperation ? '' : head.socketAddress();
    this.traceparent = options.traced === true ? head.header(TRACEPARENT) : '';
    this.headers = isOperation ? NO_HEADERS : head.headers();
    this.server = server;
    this.extraHeaders = cors === undefined ? NO_REPLY_HEADERS : cors.headers(head.header(ORIGIN));
    server.exchangeBegun();
  }

  send(status: number, body: Uint8Array | string, contentType = JSON_TYPE, headers = NO_REPLY_HEADERS): void {
    if (this.answered || this.reading) return;
    this.addHeaders(headers);
    this.answered = true;
    this.mayRetry(status);
    this.sendWhole(status, body, contentType, this.isLast);
  }

  eventStream(contentType: string): ReplyStream | undefined {
    if (this.answered || this.reading) return undefined;
    this.answered = true;
    // A shutdown does not wait for it.
    this.end();
    this.extraHeaders = [...EVENT_STREAM_HEADERS, ...this.extraHeaders];
    const { eventStreams } = this.server;
    const stream = this.beginStream(contentType, true, () => {
      eventStreams.delete(stream);
      this.eventStreamEnded();
    });
    eventStreams.add(stream);
    this.eventStreamBegun();
    return (this.openStream = stream);
  }

  stream(contentType: string, headers = NO_REPLY_HEADERS): ReplyStream | undefined {
    if (this.answered || this.reading) return undefined;
    this.answered = true;
    this.addHeaders(headers);
    return (this.openStream = this.beginStream(contentType, this.isLast, () => this.streamEnded()));
  }

  /** Whether the client has gone, for a handler that has not replied. */
  get isGone(): boolean {
    return this.answered;
  }

  /** A part of the body has arrived already. */
  protected get hasBodyChunks(): boolean {
    return this.bodyBuffer !== undefined;
  }

  /** The time for the body is over. */
  bodyTimedOut(): void {
    if (this.bodyBuffer?.tooLarge === true) return this.refuseLarge();
    const { bodyTimeoutMs } = this.server.options;
    const bytes = this.bodyBuffer?.receivedBytes ?? 0;
    this.refuse('BODY_TOO_SLOW', `Within ${bodyTimeoutMs} ms, which a body has, ${bytes} bytes of it have arrived.`);
  }

  /** A chunk of the body; it is copied. */
  protected bodyChunk(chunk: Uint8Array): void {
    if (!this.reading) return;
    this.bodyBuffer ??= new BodyBuffer(this.server.options.bodyBytesMax, this.server.bodyBudget);
    this.bodyBuffer.append(chunk);
    if (this.bodyBuffer.shouldAbandon) this.refuseLarge();
  }

  /** All chunks of the body have arrived. */
  protected bodyComplete(): void {
    if (!this.reading) return;
    const { bodyBuffer } = this;
    if (bodyBuffer?.tooLarge === true) this.refuseLarge();
    else if (bodyBuffer?.overBudget === true) this.refuseForMemory();
    else this.bodyArrived(bodyBuffer?.bytes() ?? EMPTY);
  }

  /** The body is whole. `bytes` need not outlive this call. */
  protected bodyArrived(bytes: Buffer): void {
    if (bytes.length > this.server.options.bodyBytesMax) return this.refuseLarge(bytes.length);
    this.stopReading();
    this.body = bytes;
    this.server.handle(this, this);
    // The exchange may live long after its handler has returned; the body must not.
    this.body = EMPTY;
  }

  protected get takesChunks(): boolean {
    return this.server.options.chunkedBodies !== false;
  }

  protected refuseChunks(): void {
    if (this.reading) this.refuse('LENGTH_REQUIRED');
  }

  private refuseLarge(bytes = this.bodyBuffer?.receivedBytes ?? 0): void {
    const { bodyBytesMax } = this.server.options;
    this.refuse('BODY_TOO_LARGE', `The body has ${bytes} bytes or more, of at most ${bodyBytesMax}.`);
  }

  private refuseForMemory(): void {
    this.refuse('OVERLOADED', this.server.bodyBudget.whyFull);
  }

  /** Answers without asking the handler, and closes the connection. */
  protected refuse(code: Code, detail = ''): void {
    this.server.options.refused?.(code);
    this.answerAndClose(REFUSALS[code].status, errorBody(code, '', detail), JSON_TYPE);
  }

  protected answerAndClose(status: number, body: string, contentType: string): void {
    this.stopReading();
    this.answered = true;
    this.mayRetry(status);
    this.sendWhole(status, body, contentType, true);
  }

  /** The connection is closed after this reply. */
  protected get isLast(): boolean {
    return this.server.closing;
  }

  private addHeaders(headers: ReplyHeaders): void {
    if (headers !== NO_REPLY_HEADERS) this.extraHeaders = [...this.extraHeaders, ...headers];
  }

  private mayRetry(status: number): void {
    if (status === 503) this.extraHeaders = [...this.extraHeaders, ...RETRY_AFTER];
  }

  /** The client has gone, or the last byte of the reply was handed to the system. */
  protected connectionDone(): void {
    const isOwed = !this.answered && !this.reading;
    this.stopReading();
    this.answered = true;
    this.end();
    this.openStream?.close();
    if (isOwed) this.server.options.gone?.(this);
  }

  /** The reply is sent, or nobody waits for it. */
  protected end(): void {
    if (this.ended) return;
    this.ended = true;
    this.exchangeEnded();
  }

  /** Called once. */
  protected exchangeEnded(): void {
    this.server.exchangeEnded();
  }

  private stopReading(): void {
    if (!this.reading) return;
    this.reading = false;
    this.bodyBuffer?.release();
    this.bodyBuffer = undefined;
    this.stopBodyTimeout();
  }

  /** Sends a whole reply; `isLast`: the connection is closed after it. Must call `end` when it is sent. */
  protected abstract sendWhole(status: number, body: Uint8Array | string, contentType: string, isLast: boolean): void;
  /** Sends the head of a reply of status 200. */
  protected abstract beginStream(contentType: string, isLast: boolean, onEnd: () => void): StreamBase;
  /** The last write of a stream was made; must call `end` once it is sent. */
  protected abstract streamEnded(): void;
  protected eventStreamBegun(): void {}
  protected eventStreamEnded(): void {}
  protected abstract stopBodyTimeout(): void;
}
