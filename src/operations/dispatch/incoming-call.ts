// One call while it is handled, and where its reply goes.
import type { FieldGroup } from '../../domain/accounts/role.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import type { CallPace } from '../../engine/search/call-pace.ts';
import type { Meter } from '../../engine/maintenance/usage-counter.ts';
import { CallMeter } from '../../kernel/call-meter.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { NO_REPLY_HEADERS } from '../../kernel/reply-stream.ts';
import type { ReplyHeaders, ReplyStream, StreamableReply } from '../../kernel/reply-stream.ts';
import type { Code } from '../../kernel/refusals.ts';
import { textOf } from '../access/channel-keys.ts';
import type { Proven } from '../access/channel-keys.ts';
import type { Answers } from '../context/answers.ts';
import type { CallFields } from '../context/operation.ts';
import { NO_ORIGIN } from './call-observer.ts';
import type { CallObserver, CallOrigin } from './call-observer.ts';
import { operationLabel } from './registry.ts';

/** Sends a reply; called once. */
export type SendReply = (
  status: number,
  body: string | Uint8Array,
  contentType?: string,
  headers?: ReplyHeaders,
) => void;

/** Takes the replies of the calls of a batch; only the batch's own reply waits for the disk. */
export interface ReplyCollector {
  /** Bytes that a long list, which is buffered here, may have. */
  readonly listBytesMax: number;
  /** Nobody waits for the reply of the batch any more. */
  readonly isGone: boolean;
  /** What the calls of the batch have used together; undefined until one of them reads. */
  work: CallMeter | undefined;
  /** A call of the batch has changed the shop with this record; the batch's own reply must not deny it. */
  recordChange(seq: number): void;
  /** Takes over the reply; never throws. `refusal`: why the call failed. */
  takeReply(readSeq: number, status: number, body: string | Uint8Array, refusal: Refusal | undefined): void;
}

/** Many writes in one call (bulk.ts). */
export interface BulkCall {
  readonly credentials: CallFields;
  /** Fields of each line. */
  readonly lines: readonly CallFields[];
  /** Bytes of the lines as sent; they are in memory until the reply is sent. */
  readonly bytes: number;
}

/** Reads the shop for a call. */
export type CallReader = ReadContext;

/** The body of a call that has not begun. */
export interface UnreadBody {
  readonly bytes: number;
  /** Somebody known who sends it, as cheaply as that is found; undefined: the head says it. */
  sender(reader: CallReader): Proven | undefined;
  /** The fields that say who calls and what, by one scan. */
  head(): Result<CallFields>;
  /** Keeps the body, as its call waits. */
  keep(): void;
  /** Whether the body may be read in this turn of the event loop; if not, calls `again` once in a later one. */
  mayRead(again: () => void): boolean;
  read(): Result<CallFields>;
  /** Answers a call that has no fields. */
  refuse(refusal: Refusal): void;
}

/** Makes XML of a reply's JSON; calls `done` once, at once or later. */
export type ConvertReply = (
  call: IncomingCall,
  body: string | Uint8Array,
  done: (xml: string | Buffer) => void,
) => void;

const JSON_TYPE = 'application/json; charset=utf-8';
/** Fields of a call whose body is not read. */
export const NO_FIELDS: CallFields = {};
/** Clock of calls that nobody observes. */
const NO_TIME = (): number => 0;
const XML_TYPE = 'application/xml; charset=utf-8';

export class IncomingCall {
  name = '';
  /** Those that say who calls and what, or none, while the body is not read. */
  fields: CallFields = NO_FIELDS;
  /** Undefined once it is read, and where a call has no body. */
  unread: UnreadBody | undefined = undefined;
  /** Whom the credentials in its body have opened; undefined where nobody has looked. */
  opened: Proven | undefined = undefined;
  readonly idempotencyKey: string;
  replyTo: SendReply | ReplyCollector;
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
  /** What extensions have said to it; undefined: the shop has none, or it was not begun. */
  answers: Answers | undefined = undefined;
  /** What it has used of the thread; undefined until it reads. */
  work: CallMeter | undefined = undefined;
  /** Milliseconds that its searches may take. */
  workMsMax = 0;
  /** Bytes that they may hold. */
  workBytesMax = 0;
  /** Makes the budget of its searches; undefined until it reads, and for a write that is no dry run. */
  newPace: ((call: IncomingCall) => CallPace) | undefined = undefined;
  private madePace: CallPace | undefined = undefined;
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
  streamable: StreamableReply | undefined;
  /** Groups of fields that the caller's role hides; undefined: none. */
  hidden: readonly FieldGroup[] | undefined = undefined;
  /** Where replies go in which nothing is left out yet; undefined while they go there (masked-calls.ts). */
  unmasked: Pick<IncomingCall, 'replyTo' | 'streamable'> | undefined = undefined;
  /** Makes what masks one reply chunk by chunk; undefined: nothing is hidden. */
  newMask: (() => (text: string) => string) | undefined = undefined;

  constructor(
    fields: CallFields,
    idempotencyKey: string,
    replyTo: SendReply | ReplyCollector,
    bytes: string,
    reader: ReadContext,
    arrivedMs: number,
    origin = NO_ORIGIN,
    streamable?: StreamableReply,
  ) {
    this.know(fields);
    this.idempotencyKey = idempotencyKey;
    this.replyTo = replyTo;
    this.bytes = bytes;
    this.origin = origin;
    this.arrivedMs = arrivedMs;
    this.reader = reader;
    this.streamable = streamable;
  }

  know(fields: CallFields): void {
    this.fields = fields;
    this.name = textOf(fields['request']);
  }

  /**
   * Reports the reply to the observer; a call of a batch has no reply of its own and reports nothing. No object is made
   * here that leads to the call: V8 gives literals that survive a few collections a place among the old, and all that
   * they lead to survives as well (bench/notes/observability.md).
   */
  observe(observer: CallObserver, nowMs: () => number): void {
    const { replyTo } = this;
    if (typeof replyTo !== 'function') return;
    this.observer = observer;
    this.nowMs = nowMs;
    this.replyTo = (status, body, contentType) => replyTo(status, body, contentType, this.answered(status));
  }

  /** Notes what the observer knows as the call begins, or begins again. */
  noteKnownSeq(): void {
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

  /** Whether its client has gone, as far as that is known. */
  get isGone(): boolean {
    return typeof this.replyTo === 'function' ? this.streamable?.isGone === true : this.replyTo.isGone;
  }

  /** Budget of its searches. */
  get pace(): CallPace {
    return (this.madePace ??= this.newPace!(this));
  }

  /** Returns the meter of this call or its batch. */
  ensureMeter(): CallMeter {
    if (this.work !== undefined) return this.work;
    const { replyTo, workMsMax, workBytesMax } = this;
    if (typeof replyTo === 'function') return (this.work = new CallMeter(workMsMax, workBytesMax));
    return (this.work = replyTo.work ??= new CallMeter(workMsMax, workBytesMax));
  }

  get streamMeter(): Meter | undefined {
    return this.isXml ? this.xmlMeter : this.meter;
  }

  recordChange(seq: number): void {
    this.hasChanged = true;
    this.madeSeq = Math.max(this.madeSeq, seq);
    if (typeof this.replyTo !== 'function') this.replyTo.recordChange(seq);
  }

  /** Calls of a batch stay JSON: the batch is converted as a whole. `meter`: undefined if the call is not counted. */
  answerInXml(convert: ConvertReply, meter: Meter | undefined): void {
    const { replyTo } = this;
    if (this.isXml || typeof replyTo !== 'function') return;
    this.isXml = true;
    this.xmlMeter = meter;
    this.bytes = '';
    this.replyTo = (status, body) =>
      convert(this, body, (xml) => {
        meter?.count(xml);
        replyTo(status, xml, XML_TYPE);
      });
  }
}
