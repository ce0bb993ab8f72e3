// One call while it is handled, and where its reply goes.
import type { ReadContext } from '../../engine/read-context.ts';
import type { CallPace } from '../../engine/search/call-pace.ts';
import type { Meter } from '../../engine/maintenance/usage-counter.ts';
import { CallMeter } from '../../kernel/call-meter.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { NO_REPLY_HEADERS } from '../../kernel/reply-stream.ts';
import type { ReplyHeaders, ReplyStream, StreamableReply } from '../../kernel/reply-stream.ts';
import type { Code } from '../../kernel/refusals.ts';
import { textOf } from '../access/channel-keys.ts';
import type { CallFields } from '../context/operation.ts';
import { NO_ORIGIN } from './call-observer.ts';
import type { CallObserver, CallOrigin } from './call-observer.ts';
import { operationLabel } from './registry.ts';

/** Where a reply goes; called once. */
export type SendReply = (
  status: number,
  body: string | Uint8Array,
  contentType?: string,
  headers?: ReplyHeaders,
) => void;

/** Collects the replies of the calls of a batch; only the batch's own reply waits for the disk. */
export interface ReplyCollector {
  /** Bytes that a long list may have, which is buffered here. */
  readonly listBytesMax: number;
  /** Nobody waits for the reply of the batch any more. */
  readonly isGone: boolean;
  /** What the calls of the batch have used together; undefined until one of them reads. */
  work: CallMeter | undefined;
  /** A call of the batch has changed the shop with this record; the batch's own reply must not deny it. */
  recordChange(seq: number): void;
  /** Takes over the reply; never throws. `refusal`: why the call failed. */
  collect(readSeq: number, status: number, body: string | Uint8Array, refusal: Refusal | undefined): void;
}

/** Many writes in one call (bulk.ts). */
export interface BulkCall {
  readonly credentials: CallFields;
  /** Fields of each line. */
  readonly lines: readonly CallFields[];
  /** Of the lines as sent; they are in memory until the reply is sent. */
  readonly bytes: number;
}

/** Makes XML of a reply's JSON; calls `done` once, at once or later. */
export type ConvertReply = (
  call: IncomingCall,
  body: string | Uint8Array,
  done: (xml: string | Buffer) => void,
) => void;

/** How a call counts whose client has gone before its reply was made: nobody reads it. */
export const CALLER_GONE: Refusal = refuse('OVERLOADED', 'request', 'The reply was given up, as its caller has gone.');

const JSON_TYPE = 'application/json; charset=utf-8';
/** Of calls that nobody observes. */
const NO_TIME = (): number => 0;
const XML_TYPE = 'application/xml; charset=utf-8';

export class IncomingCall {
  readonly name: string;
  readonly fields: CallFields;
  readonly idempotencyKey: string;
  to: SendReply | ReplyCollector;
  /** The call as sent, if its encoding has one form only; '' otherwise. */
  bytes: string;
  readonly origin: CallOrigin;
  /** When it arrived, by a monotonic clock. */
  readonly arrivedMs: number;
  /** 0 until its credentials are found right. */
  channelId = 0;
  /** Replaced when the call restarts. */
  reader: ReadContext;
  prepared: Result<unknown> | undefined = undefined;
  /** What it has used of the thread; undefined until it reads. */
  work: CallMeter | undefined = undefined;
  /** Its searches; undefined until it reads. */
  pace: CallPace | undefined = undefined;
  /**
   * Usage of the call's channel; undefined while the channel is unknown, and for XML, which counts when it converts.
   */
  meter: Meter | undefined = undefined;
  /** Usage of a channel that gets XML. */
  private xmlMeter: Meter | undefined = undefined;
  isXml = false;
  /** Whether it, or a part of it, has changed the shop: no reply may deny that any more. */
  hasChanged = false;
  /** See AnsweredCall. */
  readSeq = 0;
  private madeSeq = 0;
  private knownSeq = 0;
  /** Whether its reply was handed over: there is no second one. */
  isAnswered = false;
  /** Why it was refused, once it is answered; '' where it was not. */
  code: Code | '' = '';
  private observer: CallObserver | undefined = undefined;
  private nowMs: () => number = NO_TIME;
  /** The call is a bulk one, which calls no operation itself. */
  bulk: BulkCall | undefined = undefined;
  /** Undefined if the reply can only be sent in one piece. */
  readonly streamable: StreamableReply | undefined;

  constructor(
    fields: CallFields,
    idempotencyKey: string,
    to: SendReply | ReplyCollector,
    bytes: string,
    reader: ReadContext,
    arrivedMs: number,
    origin = NO_ORIGIN,
    streamable?: StreamableReply,
  ) {
    this.name = textOf(fields['request']);
    this.fields = fields;
    this.idempotencyKey = idempotencyKey;
    this.to = to;
    this.bytes = bytes;
    this.origin = origin;
    this.arrivedMs = arrivedMs;
    this.reader = reader;
    this.streamable = streamable;
  }

  /**
   * From now on the observer is told of the reply; of nothing for calls of a batch, which have no reply of their own.
   * No object is made here that leads to the call: V8 gives literals that survive a few collections a place among the
   * old, and whatever they lead to then survives as well (bench/notes/observability.md).
   */
  observe(observer: CallObserver, nowMs: () => number): void {
    const { to } = this;
    if (typeof to !== 'function') return;
    this.observer = observer;
    this.nowMs = nowMs;
    this.to = (status, body, contentType) => to(status, body, contentType, this.answered(status));
  }

  /** It is about to look at the shop, once more where it begins again. */
  looks(): void {
    if (this.observer !== undefined) this.knownSeq = this.observer.knownSeq;
  }

  /** Headers of the reply that leaves now. */
  private answered(status: number): ReplyHeaders {
    if (this.observer === undefined) return NO_REPLY_HEADERS;
    return this.observer.answered({
      operation: operationLabel(this.name),
      channelId: this.channelId,
      status,
      // Handed over as a success, and then the disk failed.
      code: status === 200 || this.code !== '' ? this.code : 'JOURNAL_FAILED',
      isCached: false,
      tookMs: this.nowMs() - this.arrivedMs,
      traceparent: this.origin.traceparent,
      readSeq: this.readSeq,
      knownSeq: this.knownSeq,
      madeSeq: status === 200 ? this.madeSeq : 0,
    });
  }

  /** Begins a streamed reply and counts it; undefined after the client has gone. */
  beginStream(readSeq: number): ReplyStream | undefined {
    this.readSeq = readSeq;
    const stream = this.streamable?.stream(this.isXml ? XML_TYPE : JSON_TYPE, this.answered(200));
    if (stream !== undefined) this.streamMeter?.count('');
    return stream;
  }

  /** Its client has gone, as far as that is known. */
  get isGone(): boolean {
    return typeof this.to === 'function' ? this.streamable?.isGone === true : this.to.isGone;
  }

  /** What it, or the batch that it is of, has used of the thread; `msMax`: how much that may be. */
  meterOf(msMax: number): CallMeter {
    if (this.work !== undefined) return this.work;
    const { to } = this;
    if (typeof to === 'function') return (this.work = new CallMeter(msMax));
    return (this.work = to.work ??= new CallMeter(msMax));
  }

  get streamMeter(): Meter | undefined {
    return this.isXml ? this.xmlMeter : this.meter;
  }

  recordChange(seq: number): void {
    this.hasChanged = true;
    this.madeSeq = Math.max(this.madeSeq, seq);
    if (typeof this.to !== 'function') this.to.recordChange(seq);
  }

  /** Calls of a batch stay JSON: the batch is converted as a whole. `meter`: undefined if the call is not counted. */
  answerInXml(convert: ConvertReply, meter: Meter | undefined): void {
    const { to } = this;
    if (this.isXml || typeof to !== 'function') return;
    this.isXml = true;
    this.xmlMeter = meter;
    this.bytes = '';
    this.to = (status, body) =>
      convert(this, body, (xml) => {
        meter?.count(xml);
        to(status, xml, XML_TYPE);
      });
  }
}
