// A reply with a list that is too long for one piece: how it goes to whoever waits for it.
import type { Engine } from '../../engine/engine.ts';
import { EncodedReply } from '../../kernel/json.ts';
import type { Json } from '../../kernel/json.ts';
import { must, refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import { ReplyChunks, jsonFormat } from '../../kernel/reply-chunks.ts';
import type { ReplyFormat } from '../../kernel/reply-chunks.ts';
import type { IncomingCall as Call } from './incoming-call.ts';
import { BufferedList, ListScheduler, StreamedList, nextChunk } from './long-lists.ts';
import type { ListCall, LongListOptions } from './long-lists.ts';

export interface LongListReplyOptions {
  readonly engine: Engine;
  readonly lists: LongListOptions;
  readonly asXml: ReplyFormat;
}

interface Replying {
  /** Logs a fault. */
  fault(call: Call, error: unknown): Refusal;
  reply(readSeq: number, body: string, call: Call): void;
}

/** Sends what a view has shown, or refuses: OVERLOADED, AGGREGATE_TOO_LARGE, INTERNAL_ERROR, JOURNAL_FAILED. */
export type SendLongList = (call: Call, shown: Json | EncodedReply, refused: (refusal: Refusal) => void) => void;

export const longListReplies = (
  { engine, lists: options, asXml }: LongListReplyOptions,
  { fault, reply }: Replying,
): SendLongList => {
  const lists = new ListScheduler(engine, options);
  return (call, shown, refused) => {
    const { reader, to, streamable: way } = call;
    // Nothing of it is kept: it would be all that the shop holds.
    reader.readSet = undefined;
    reader.fragments = undefined;
    reader.bulkRead = true;
    const bytesMax = typeof to === 'function' ? Infinity : to.listBytesMax;
    const inPieces = typeof to === 'function' && way !== undefined;
    must(!(shown instanceof EncodedReply), 'a list is no bytes yet');
    const slices = new ReplyChunks((inPieces && call.isXml ? asXml : jsonFormat)(shown));
    const first = nextChunk(reader, slices);
    if (slices.done && !(inPieces && call.isXml)) return reply(reader.readSeq, first, call);
    if (lists.full)
      return refused(
        refuse(
          'OVERLOADED',
          'right_limit',
          `${options.openMax} long lists are being written now; try again, or ask for fewer records.`,
        ),
      );
    let failure: Refusal | undefined;
    const listCall: ListCall = { reader, chunks: slices, fault: (error) => (failure = fault(call, error)) };
    if (inPieces) {
      return void new StreamedList(
        lists,
        {
          ...listCall,
          meter: call.streamMeter,
          begin: () => call.beginStream(),
          failed: () => refused(refuse('JOURNAL_FAILED')),
        },
        first,
      );
    }
    return void new BufferedList(
      lists,
      {
        ...listCall,
        bytesMax,
        done: (readSeq, text) => reply(readSeq, text, call),
        tooLarge: () => refused(refuse('AGGREGATE_TOO_LARGE')),
        failed: () => refused(failure ?? refuse('INTERNAL_ERROR')),
      },
      first,
    );
  };
};
