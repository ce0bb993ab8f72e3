// One request and its reply over uWebSockets.js.
//
// A response may be used until it has ended or `onAborted` was called, and throws afterwards: `Exchange` sees to that.
// Writes outside of a callback of uWebSockets.js are corked; otherwise each is a packet of its own, which costs a fifth
// of the throughput.
import type { HttpResponse } from 'uWebSockets.js';
import { releaseBuffer } from '../../kernel/buffer-pool.ts';
import { NO_REPLY_HEADERS } from '../../kernel/reply-stream.ts';
import type { BodyTimeouts, TimedBody } from './body-timeouts.ts';
import { Exchange } from './exchange.ts';
import { bytesOf } from './header-name.ts';
import { STATUS_LINES, hasNoBody } from './status-lines.ts';
import { StreamBase } from './stream-base.ts';
import type { TransportServer } from './transport-server.ts';
import type { ConnectionGroup } from './uws-groups.ts';
import type { BodyFraming, UwsHead } from './uws-head.ts';
import { JSON_TYPE } from './transport.ts';

// Above this a reply can outgrow the socket's buffer; only such a one has to be followed until it is written.
const LARGE_BYTES = 65_536;

// Bytes that fit the cork of uWebSockets.js, with their length. A longer chunk loses bytes where the socket is full
// when its length is written (bench/notes/io-and-http.md).
const CHUNK_BYTES_MAX = 15_000;

const CONTENT_TYPE_BYTES = bytesOf('Content-Type');
const JSON_TYPE_BYTES = bytesOf(JSON_TYPE);

export class UwsExchange extends Exchange implements TimedBody {
  startTick = 0;
  older: TimedBody | undefined = undefined;
  newer: TimedBody | undefined = undefined;
  private readonly group: ConnectionGroup;
  private readonly timeouts: BodyTimeouts;
  private readonly response: HttpResponse;
  private corked = false;

  constructor(
    server: TransportServer,
    group: ConnectionGroup,
    timeouts: BodyTimeouts,
    response: HttpResponse,
    head: UwsHead,
  ) {
    super(server, head);
    this.group = group;
    this.timeouts = timeouts;
    this.response = response;
  }

  /** Refuses the request instead of reading its body where the end of it is doubtful, or in chunks that are off. */
  start(framing: BodyFraming): void {
    this.group.exchanges++;
    this.group.bodies++;
    this.timeouts.add(this);
    this.response.onAborted(() => this.connectionDone());
    // Not at once: while a reply is owed, uWebSockets.js closes the connection on what it takes for the next request.
    if (framing === 'doubtful') setImmediate(() => this.refuseDoubtfulLength());
    else if (framing === 'chunked' && !this.takesChunks) setImmediate(() => this.refuseChunks());
    else this.response.onData((chunk, isLast) => this.received(chunk, isLast));
  }

  renewTimeout(): void {
    // Resume alone would leave the rest of the body unread.
    this.response.pause();
    this.response.resume();
  }

  private refuseDoubtfulLength(): void {
    if (this.reading) this.answerAndClose(400, '', 'text/plain');
  }

  private received(chunk: ArrayBuffer, isLast: boolean): void {
    if (!this.reading) return;
    this.corked = true;
    // Nearly every body arrives in one chunk, which is not copied.
    if (isLast && !this.hasBodyChunks) this.bodyArrived(Buffer.from(chunk));
    else {
      this.bodyChunk(new Uint8Array(chunk));
      if (isLast) this.bodyComplete();
    }
    this.corked = false;
  }

  protected override get isLast(): boolean {
    return this.group.isDraining || super.isLast;
  }

  protected sendWhole(status: number, body: Uint8Array | string, contentType: string, isLast: boolean): void {
    if (this.corked) this.sendCorked(status, body, contentType, isLast);
    else this.response.cork(() => this.sendCorked(status, body, contentType, isLast));
  }

  protected beginStream(contentType: string, isLast: boolean, onEnd: () => void): StreamBase {
    const { response } = this;
    response.cork(() => {
      response.writeHeader('Content-Type', contentType);
      if (isLast) response.writeHeader('Connection', 'close');
      for (const [name, value] of this.extraHeaders) response.writeHeader(name, value);
    });
    return new UwsStream(response, onEnd);
  }

  protected streamEnded(): void {
    this.end();
  }

  protected override exchangeEnded(): void {
    this.group.exchanges--;
    super.exchangeEnded();
  }

  protected override eventStreamBegun(): void {
    this.group.eventStreams++;
  }

  protected override eventStreamEnded(): void {
    this.group.eventStreams--;
  }

  protected stopBodyTimeout(): void {
    this.group.bodies--;
    this.timeouts.remove(this);
  }

  private sendCorked(status: number, body: Uint8Array | string, contentType: string, isLast: boolean): void {
    const { response, extraHeaders } = this;
    // uWebSockets.js writes '200 OK' by itself.
    if (status !== 200) response.writeStatus(STATUS_LINES.get(status) ?? `${status} Status ${status}`);
    if (extraHeaders !== NO_REPLY_HEADERS) for (const [name, value] of extraHeaders) response.writeHeader(name, value);
    if (!hasNoBody(status)) {
      response.writeHeader(CONTENT_TYPE_BYTES, contentType === JSON_TYPE ? JSON_TYPE_BYTES : contentType);
    }
    // Given a length, even undefined, it would write one, which a 204 may not have.
    if (hasNoBody(status)) response.endWithoutBody();
    else if (this.method === 'HEAD') this.sendHeadOnly(body, isLast);
    else if (body.length > LARGE_BYTES) return this.sendLarge(body, isLast);
    else {
      // uWebSockets.js copies what the socket does not take at once.
      response.end(body, isLast);
      if (typeof body !== 'string') releaseBuffer(body);
    }
    this.end();
  }

  // endWithoutBody(length) leaves the response open in this version, so that the next request closes the connection:
  // right only for the last reply.
  private sendHeadOnly(body: Uint8Array | string, isLast: boolean): void {
    const length = Buffer.byteLength(body);
    if (isLast) this.response.endWithoutBody(length, true);
    else this.response.writeHeader('Content-Length', String(length)).endWithoutBody();
  }

  // tryEnd keeps no copy of what the socket does not take yet, and reports when all of it is written.
  private sendLarge(body: Uint8Array | string, isLast: boolean): void {
    const { response } = this;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (isLast) response.writeHeader('Connection', 'close');
    const start = response.getWriteOffset();
    response.onWritable((offset) => this.sentLarge(response.tryEnd(bytes.subarray(offset - start), bytes.length)));
    this.sentLarge(response.tryEnd(bytes, bytes.length));
  }

  private sentLarge([isOk, isWhole]: [boolean, boolean]): boolean {
    if (isWhole) this.end();
    return isOk;
  }
}

class UwsStream extends StreamBase {
  private readonly response: HttpResponse;

  constructor(response: HttpResponse, onEnd: () => void) {
    super(onEnd);
    this.response = response;
    response.onWritable(() => {
      this.onDrain();
      return true;
    });
  }

  protected writeText(text: string): boolean {
    const bytes = Buffer.from(text);
    let isTaken = true;
    // What a full socket leaves of one chunk is told by the next one, which is kept.
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES_MAX)
      this.response.cork(() => (isTaken = this.response.write(bytes.subarray(at, at + CHUNK_BYTES_MAX))));
    return isTaken;
  }

  protected endReply(): void {
    // Asked to close, uWebSockets.js would write a header into the middle of the body.
    this.response.cork(() => this.response.end());
  }

  protected resetConnection(): void {
    this.response.close();
  }
}
