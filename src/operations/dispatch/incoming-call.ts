// One call on its way through dispatch, and where its reply goes.
import type { ReadContext } from '../../engine/read-context.ts';
import type { Meter } from '../../engine/maintenance/usage-counter.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { ReplyStream, StreamableReply } from '../../kernel/reply-stream.ts';
import { textOf } from '../access/channel-keys.ts';
import type { CallFields } from '../context/operation.ts';

/** Where a reply goes; called once. */
export type SendReply = (status: number, body: string | Uint8Array, contentType?: string) => void;

/** Takes the replies of calls that are parts of another: they do not wait for the disk one by one. */
export interface ReplyCollector {
  /** Bytes that a list may have which is written in slices: it is needed in one piece here. */
  readonly listBytesMax: number;
  /** `refusal`: why the call failed. */
  collect(readSeq: number, status: number, body: string | Uint8Array, refusal: Refusal | undefined): void;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'application/xml; charset=utf-8';

/** Bytes that are kept, as XML: they go out again and again, and are converted once. */
const CONVERTED = new WeakMap<Uint8Array, Buffer>();

const convertedOnce = (body: Uint8Array, toXml: (json: string) => string): Buffer => {
  const known = CONVERTED.get(body);
  if (known !== undefined) return known;
  const made = Buffer.from(toXml(Buffer.from(body).toString()));
  CONVERTED.set(body, made);
  return made;
};

/** One call on its way. */
export class IncomingCall {
  readonly name: string;
  readonly fields: CallFields;
  readonly idempotencyKey: string;
  to: SendReply | ReplyCollector;
  /** The call as sent, where its encoding has one form only; '' otherwise. */
  bytes: string;
  readonly address: string;
  /** Of its last beginning. */
  reader: ReadContext;
  prepared: Result<unknown> | undefined = undefined;
  /** Of its channel; undefined while that is unknown, and where `to` counts by itself. */
  meter: Meter | undefined = undefined;
  /** Of the channel that gets XML, whose replies are counted as they are sent. */
  private xmlMeter: Meter | undefined = undefined;
  isXml = false;
  /** Undefined where replies are sent in one piece only. */
  readonly streamable: StreamableReply | undefined;

  constructor(
    fields: CallFields,
    idempotencyKey: string,
    to: SendReply | ReplyCollector,
    bytes: string,
    address: string,
    reader: ReadContext,
    streamable?: StreamableReply,
  ) {
    this.name = textOf(fields['request']);
    this.fields = fields;
    this.idempotencyKey = idempotencyKey;
    this.to = to;
    this.bytes = bytes;
    this.address = address;
    this.reader = reader;
    this.streamable = streamable;
  }

  /** Begins a reply that is written piece by piece, and counts it. */
  beginStream(): ReplyStream | undefined {
    const sink = this.streamable?.stream(this.isXml ? XML_TYPE : JSON_TYPE);
    if (sink !== undefined) this.streamMeter?.count('');
    return sink;
  }

  get streamMeter(): Meter | undefined {
    return this.isXml ? this.xmlMeter : this.meter;
  }

  /** Parts of a bundle stay JSON: the whole of it is turned once. `meter`: undefined where the call is not counted. */
  answerInXml(toXml: (json: string) => string, meter: Meter | undefined): void {
    const { to } = this;
    if (this.isXml || typeof to !== 'function') return;
    this.isXml = true;
    this.xmlMeter = meter;
    this.bytes = '';
    this.to = (status, body) => {
      const xml = typeof body === 'string' ? toXml(body) : convertedOnce(body, toXml);
      meter?.count(xml);
      to(status, xml, XML_TYPE);
    };
  }
}
