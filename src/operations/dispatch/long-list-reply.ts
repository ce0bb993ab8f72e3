// Replies with a list or a text that is too long for one piece: streamed where the caller's transport can, otherwise
// buffered.
import type { Engine } from '../../engine/engine.ts';
import { refuseSpent } from '../../kernel/call-meter.ts';
import type { CallMeter } from '../../kernel/call-meter.ts';
import { HeldMemory, ofAggregates, ofSearches } from '../../kernel/held-memory.ts';
import { EncodedReply, LazyText } from '../../kernel/json.ts';
import type { Json, LazyPart } from '../../kernel/json.ts';
import { ReplyChunks, jsonFormat } from '../../kernel/reply-chunks.ts';
import type { ReplyFormat } from '../../kernel/reply-chunks.ts';
import { must, refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Caller, Operation } from '../context/operation.ts';
import { BufferedList } from './buffered-list.ts';
import { CALLER_GONE, SERVER_STOPS } from './given-up.ts';
import type { IncomingCall } from './incoming-call.ts';
import { ListScheduler } from './list-scheduler.ts';
import type { ListCounts, LongListOptions } from './list-scheduler.ts';
import { nextChunk } from './long-list.ts';
import type { ReplySender } from './reply-sender.ts';
import { StreamedList } from './streamed-list.ts';
import { callerOf } from './work-balance.ts';

export interface LongListReplyOptions {
  readonly engine: Engine;
  readonly lists: LongListOptions;
  /** How a streamed reply is written for channels that get XML. */
  readonly asXml: ReplyFormat;
}

/** Bytes of a list that cannot be sent as it is made: a role hides something of it, and its channel gets XML. */
const ONE_PIECE_BYTES_MAX = 67_108_864;
const ONE_PIECE = 'a list may have that is sent in one piece; ask for fewer at a time.';
const LEFT = 'the replies before it leave of an aggregate; ask for it alone, where a list may have any length.';

const heldCharsOf = (parts: readonly LazyPart[] = []): number =>
  parts.reduce((chars, part) => chars + (part instanceof LazyText ? part.heldChars : 0), 0);

export class LongListReplies {
  private readonly scheduler: ListScheduler;
  private readonly asXml: ReplyFormat;
  private readonly replies: ReplySender;

  /** `charge`: counts milliseconds of the thread that a caller has used. */
  constructor(
    { engine, lists, asXml }: LongListReplyOptions,
    replies: ReplySender,
    charge: (caller: string, ms: number) => void,
  ) {
    this.scheduler = new ListScheduler(engine, lists, charge);
    this.asXml = asXml;
    this.replies = replies;
  }

  get counts(): ListCounts {
    return this.scheduler.counts;
  }

  /** Ends all lists, and those that would begin: the server stops. */
  endAll(): void {
    this.scheduler.endAll();
  }

  /**
   * `work`: meter of the call. Refuses: OVERLOADED, AGGREGATE_TOO_LARGE, TOO_EXPENSIVE where it is not streamed,
   * INTERNAL_ERROR, JOURNAL_FAILED.
   */
  send(
    call: IncomingCall,
    operation: Operation,
    { backOffice }: Caller,
    shown: Json | EncodedReply,
    work: CallMeter,
  ): void {
    const { reader, replyTo, streamable } = call;
    const refused = (refusal: Refusal): void => this.replies.refuse(call, operation, refusal, reader.readSeq);
    // A long list is not cached: its read set would be everything that the shop holds.
    reader.readSet = undefined;
    reader.fragments = undefined;
    reader.bulkRead = true;
    const isStreamed = typeof replyTo === 'function' && streamable !== undefined;
    must(!(shown instanceof EncodedReply), 'a list is not encoded yet');
    const format = isStreamed && call.isXml ? this.asXml : jsonFormat;
    const chunks = new ReplyChunks(format(shown));
    const heldChars = heldCharsOf(reader.lazyParts);
    const first = nextChunk(reader, chunks, work);
    if (chunks.done && !(isStreamed && call.isXml)) return this.replies.reply(call, reader.readSeq, first);
    const holder = { caller: callerOf(call), backOffice };
    const full = this.scheduler.refusal(holder);
    if (full !== undefined) return refused(full);
    let failure: Refusal | undefined;
    const fault = (error: unknown) => (failure = this.replies.fault(call, error));
    const { memory } = this.scheduler.engine;
    // What is streamed has left memory, long texts aside; what is collected waits there with the replies of aggregates.
    const share = isStreamed
      ? ofSearches(heldChars > 0 ? memory.searches : undefined)
      : ofAggregates(memory.aggregates);
    const held = new HeldMemory(work, share);
    const tooMuch = held.hold(heldChars, 'request');
    if (tooMuch !== undefined) {
      held.giveBack();
      return refused(tooMuch);
    }
    const source = { holder, reader, chunks, work, held, heldChars, fault };
    const stopped = (): void => refused(SERVER_STOPS);
    if (isStreamed) {
      const failed = (): void => refused(refuse('JOURNAL_FAILED'));
      const target = { meter: call.streamMeter, begin: () => call.beginStream(reader.readSeq), failed, stopped };
      return void new StreamedList(this.scheduler, { ...source, ...target }, first);
    }
    const [bytesMax, why] =
      typeof replyTo === 'function' ? [ONE_PIECE_BYTES_MAX, ONE_PIECE] : [replyTo.listBytesMax, LEFT];
    const mask = call.newMask?.();
    const target = {
      bytesMax,
      mask,
      done: (readSeq: number, text: string) => {
        // It was masked chunk by chunk.
        if (mask !== undefined) call.replyTo = call.unmasked!.replyTo;
        this.replies.reply(call, readSeq, text);
      },
      noMemory: refused,
      tooLarge: (bytes: number) =>
        refused(
          refuse('AGGREGATE_TOO_LARGE', '', `The list has ${bytes} bytes and more, of at most ${bytesMax} that ${why}`),
        ),
      ...(typeof replyTo !== 'function' && {
        tooExpensive: () => refused(refuseSpent(work, 'request', `It was at the list of ${call.name}.`)),
      }),
      stopped,
      failed: () => refused(failure ?? refuse('INTERNAL_ERROR')),
      isGone: () => call.isGone,
      left: () => refused(CALLER_GONE),
    };
    return void new BufferedList(this.scheduler, { ...source, ...target }, first);
  }
}
