// A request from the ring of an I/O thread, and its way back.
//
// Guaranteed: one reply is sent at most, and none once its client has gone.
import { NO_REPLY_HEADERS } from '../../kernel/reply-stream.ts';
import type { ReplyHeaders, ReplyStream } from '../../kernel/reply-stream.ts';
import { JSON_TYPE, NO_HEADERS, OPERATIONS_PATH } from '../transport/transport.ts';
import type { IncomingRequest, Reply } from '../transport/transport.ts';
import type { RemoteBody } from './remote-body.ts';
import { EMPTY_BODY } from './records.ts';
import type { OperationHead, OtherHead, ReplyHead } from './records.ts';

/** Where replies go; the exchange is over with either. */
export interface RingReplies {
  reply(exchange: number, generation: number, head: ReplyHead, body: Uint8Array | string): void;
  stream(exchange: number, generation: number, isEvents: boolean, head: ReplyHead): ReplyStream;
}

export class RingExchange implements IncomingRequest, Reply {
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
  readonly generation: number;
  held: RemoteBody | undefined = undefined;
  body: Uint8Array = EMPTY_BODY;
  private readonly replies: RingReplies;
  readonly exchange: number;
  /** The reply has begun, or its client has gone. */
  private isOver = false;

  constructor(replies: RingReplies, exchange: number, generation: number, head: OperationHead | OtherHead) {
    this.replies = replies;
    this.exchange = exchange;
    this.generation = generation;
    this.contentType = head.contentType;
    this.contentEncoding = head.contentEncoding;
    this.idempotencyKey = head.idempotencyKey;
    this.clientAddress = head.clientAddress;
    this.traceparent = head.traceparent;
    const other = 'path' in head ? head : undefined;
    this.method = other?.method ?? 'POST';
    this.path = other?.path ?? OPERATIONS_PATH;
    this.query = other?.query ?? '';
    this.socketAddress = other?.socketAddress ?? '';
    this.headers = other?.headers ?? NO_HEADERS;
  }

  /** Whether the client has gone, for a call that goes on without a reply. */
  get isGone(): boolean {
    return this.isOver;
  }

  /** Notes that the client has gone: replies go nowhere. */
  clientGone(): void {
    this.isOver = true;
  }

  send(
    status: number,
    body: Uint8Array | string,
    contentType = JSON_TYPE,
    headers: ReplyHeaders = NO_REPLY_HEADERS,
  ): void {
    if (this.isOver) return;
    this.isOver = true;
    this.replies.reply(this.exchange, this.generation, { status, contentType, headers }, body);
  }

  eventStream(contentType: string): ReplyStream | undefined {
    return this.openStream(true, { status: 200, contentType, headers: NO_REPLY_HEADERS });
  }

  stream(contentType: string, headers: ReplyHeaders = NO_REPLY_HEADERS): ReplyStream | undefined {
    return this.openStream(false, { status: 200, contentType, headers });
  }

  private openStream(isEvents: boolean, head: ReplyHead): ReplyStream | undefined {
    if (this.isOver) return undefined;
    this.isOver = true;
    return this.replies.stream(this.exchange, this.generation, isEvents, head);
  }
}
