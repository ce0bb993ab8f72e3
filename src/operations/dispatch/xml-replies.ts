// Converts replies of channels that get XML: short ones at once, long ones in slices between other calls. The slices
// count for the call and end where its caller goes, or the server stops. A call that changed nothing and has used all
// its time of the thread is refused instead.
//
// Guaranteed: only a few replies are in memory as texts at a time, however many wait. What cannot be converted is
// answered as a fault. Nothing here throws: replies are released from the durability gate, where an exception would end
// the process.
import { refuseSpent } from '../../kernel/call-meter.ts';
import type { CallMeter } from '../../kernel/call-meter.ts';
import { toJson } from '../../kernel/json.ts';
import type { Resumable } from '../../kernel/interrupted.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import { ReplyChunks } from '../../kernel/reply-chunks.ts';
import type { Template } from '../../kernel/reply-chunks.ts';
import { errorRecord } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import { CALLER_GONE, SERVER_STOPS } from './given-up.ts';
import type { IncomingCall } from './incoming-call.ts';
import type { ReplySender } from './reply-sender.ts';
import type { SearchSlices } from './search-slices.ts';
import { callerOf } from './work-balance.ts';

export interface XmlOptions {
  /** A reply's JSON as XML, for channels that get XML. */
  readonly toXml: (json: string) => string;
  /** A reply's JSON as XML, as a template that is written piece by piece. */
  readonly xmlTemplate: (json: string) => Template;
}

/** Characters of JSON that are converted at once: some milliseconds. */
export const XML_AT_ONCE = { charsMax: 32_768 };
/** Characters of XML that one step writes: a millisecond or two. */
const STEP_CHARS = 16_384;
/** Nanoseconds of a character of XML, at least. */
const CHARACTER_NS = 10;

/** Bytes of JSON that may be converted at a time; other replies wait for their turn. */
const CONVERTED_BYTES_MAX = 8 * 1024 * 1024;
/** Copies of a reply while it is converted: as bytes, as a text, and as XML. */
const COPIES = 4;

/** Cached replies as XML, so that each is converted once. */
const CONVERTED = new WeakMap<Uint8Array, Buffer>();

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : Buffer.from(body).toString());

/** A long reply that becomes XML. What is written so far is kept outside of the heap. */
class XmlConversion implements Resumable {
  private readonly begin: () => ReplyChunks;
  private readonly meter: CallMeter | undefined;
  private chunks: ReplyChunks | undefined = undefined;
  private readonly pieces: Buffer[] = [];
  /** Whether it was given up, because its call has used all its time of the thread. */
  isGivenUp = false;

  /** `meter`: ends it; undefined where the reply must be sent whatever it takes. */
  constructor(begin: () => ReplyChunks, meter: CallMeter | undefined) {
    this.begin = begin;
    this.meter = meter;
  }

  advance(isDue: () => boolean): boolean {
    this.isGivenUp = this.meter?.isSpent === true;
    if (this.isGivenUp) return true;
    const chunks = (this.chunks ??= this.begin());
    do {
      if (chunks.done) return true;
      this.pieces.push(Buffer.from(chunks.nextChunk(STEP_CHARS)));
      this.meter?.estimate((chunks.work * CHARACTER_NS) / 1e6);
    } while (!isDue());
    return chunks.done;
  }

  get xml(): Buffer {
    return Buffer.concat(this.pieces);
  }
}

interface WaitingReply {
  readonly call: IncomingCall;
  readonly body: string | Uint8Array;
  readonly done: (xml: string | Buffer) => void;
}

export class XmlReplies {
  private readonly options: XmlOptions;
  private readonly replies: ReplySender;
  private readonly slices: SearchSlices;
  private readonly share: MemoryShare;
  private readonly waiting: WaitingReply[] = [];
  private bytes = 0;

  /** `share`: memory for replies that wait. */
  constructor(options: XmlOptions, replies: ReplySender, slices: SearchSlices, share: MemoryShare) {
    this.options = options;
    this.replies = replies;
    this.slices = slices;
    this.share = share;
  }

  /** Calls `done` once, at once or in a later turn of the event loop. */
  convert(call: IncomingCall, body: string | Uint8Array, done: (xml: string | Buffer) => void): void {
    const known = typeof body === 'string' ? undefined : CONVERTED.get(body);
    if (known !== undefined) return done(known);
    if (body.length > XML_AT_ONCE.charsMax) {
      this.share.take(body.length);
      this.waiting.push({ call, body, done });
      return this.beginWaiting();
    }
    return done(this.orFault(call, () => this.keep(body, this.options.toXml(textOf(body)))));
  }

  private beginWaiting(): void {
    while (this.waiting.length > 0 && this.bytes < CONVERTED_BYTES_MAX) this.begin(this.waiting.shift()!);
  }

  private begin({ call, body, done }: WaitingReply): void {
    const meter = call.hasChanged ? undefined : call.work;
    const work = new XmlConversion(() => new ReplyChunks(this.options.xmlTemplate(textOf(body))), meter);
    const bytes = body.length;
    this.bytes += bytes;
    this.share.take(bytes * (COPIES - 1));
    const answer = (xml: () => string | Buffer): void => {
      this.bytes -= bytes;
      this.share.give(bytes * COPIES);
      done(this.orFault(call, xml));
      this.beginWaiting();
    };
    const ended = (error: unknown): void =>
      answer(() => {
        if (error !== undefined) throw error;
        return work.isGivenUp
          ? this.refused(call, refuseSpent(meter!, 'request', 'It was at the XML of its reply.'))
          : this.keep(body, work.xml);
      });
    const isWanted = (): boolean => !call.isGone;
    const cancel = (): void => answer(() => this.refused(call, call.isGone ? CALLER_GONE : SERVER_STOPS));
    const owner = { meter: call.work, isWanted, cancel };
    this.slices.add(
      callerOf(call),
      work,
      ended,
      call.hasChanged ? owner : { ...owner, endsWithServer: 'without successor' },
    );
  }

  private refused(call: IncomingCall, refusal: Refusal): string {
    // A change counts as one even if its caller has gone.
    if (!call.hasChanged) call.code = refusal.code;
    return this.options.toXml(toJson(errorRecord(refusal)));
  }

  /** Keeps the XML of a reply that may be cached. */
  private keep(body: string | Uint8Array, xml: string | Buffer): string | Buffer {
    if (typeof body === 'string') return xml;
    const bytes = typeof xml === 'string' ? Buffer.from(xml) : xml;
    CONVERTED.set(body, bytes);
    return bytes;
  }

  private orFault(call: IncomingCall, xml: () => string | Buffer): string | Buffer {
    try {
      return xml();
    } catch (error) {
      const fault = this.replies.fault(call, error, 'The reply could not be written as XML.');
      return this.options.toXml(toJson(errorRecord(fault)));
    }
  }
}
