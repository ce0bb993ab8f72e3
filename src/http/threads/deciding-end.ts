// The deciding thread's end of one I/O thread: requests come out of a ring, replies go into another.
//
// An exchange has a number and a generation: the I/O thread gives a number again when its exchange has ended, and a
// late reply to the earlier one reaches nobody. Guaranteed: a handler sees a whole body; a reply larger than the room
// in the ring waits here in order; an exchange whose client has gone tells its handler.
import { releaseBuffer } from '../../kernel/buffer-pool.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { RequestHandler } from '../transport/transport.ts';
import { RemoteBody } from './remote-body.ts';
import { RingExchange } from './ring-exchange.ts';
import type { RingReplies } from './ring-exchange.ts';
import { RingQueue } from './ring-queue.ts';
import type { Outgoing } from './ring-queue.ts';
import { RingReader, RingWriter } from './ring.ts';
import {
  EMPTY_BODY,
  PIECE_BYTES,
  REPLY,
  REQUEST,
  bodyBytesOfOperation,
  bodyBytesOfOther,
  bodyStartOfOperation,
  bodyStartOfOther,
  headOfOperation,
  headOfOther,
  signalOf,
  writePieces,
  writeReply,
  writeSignal,
} from './records.ts';
import type { OperationHead, OtherHead, ReplyHead } from './records.ts';
import { textsOfBytes } from './sent-form.ts';
import { ThreadStream } from './thread-stream.ts';

export interface DecidingEndOptions {
  readonly requests: SharedArrayBuffer;
  readonly replies: SharedArrayBuffer;
  readonly handle: RequestHandler;
  /** Called for each request that the I/O thread has refused. */
  readonly refused: (code: Code) => void;
  /** Codes of refusals by the numbers that the I/O thread sends. */
  readonly codes: readonly Code[];
  /** Wakes the I/O thread. */
  readonly wake: () => void;
}

/** Longest text that is encoded in the ring itself. */
const TEXT_LENGTH_MAX = Math.floor(PIECE_BYTES / 3);

export class DecidingEnd implements RingReplies {
  readonly queue: RingQueue;
  readonly reader: RingReader;
  /** Requests that were taken from the ring. */
  requests = 0;
  /** Clients that have gone before their reply began. */
  clientsGone = 0;
  /** Times that the I/O thread woke this one. */
  woken = 0;
  private readonly options: DecidingEndOptions;
  /** Requests whose reply has not begun, by exchange; an array, as every request is in it. */
  private readonly owed: (RingExchange | undefined)[] = [];
  /** Requests whose body is not whole yet, by exchange. */
  private readonly arriving = new Map<number, ArrivingBody>();
  private readonly streams = new Map<number, ThreadStream>();
  /** Bodies are read in it: they are valid until the handler returns. */
  private readonly scratch = Buffer.allocUnsafeSlow(PIECE_BYTES);

  constructor(options: DecidingEndOptions) {
    this.options = options;
    this.queue = new RingQueue(new RingWriter(options.replies, options.wake));
    this.reader = new RingReader(options.requests, options.wake);
  }

  /** Handles at most `recordsMax` records. Returns their number. */
  drain(recordsMax: number): number {
    if (!this.queue.isEmpty) this.queue.flush();
    return this.reader.drain(this.take, recordsMax);
  }

  /** Ends streams and drops arriving bodies: the I/O thread has ended, and its connections with it. */
  lost(): void {
    this.arriving.clear();
    for (const exchange of this.owed.splice(0)) exchange?.clientGone();
    for (const stream of this.streams.values()) stream.close();
  }

  private readonly take = (kind: number, exchange: number, generation: number, start: number, length: number): void => {
    const { bytes } = this.reader;
    switch (kind) {
      case REQUEST.operation: {
        const head = headOfOperation(bytes, start);
        const [from, total] = [bodyStartOfOperation(bytes, start), bodyBytesOfOperation(bytes, start)];
        return this.begin(kind, exchange, generation, head, from, start + length, total);
      }
      case REQUEST.other:
      case REQUEST.held: {
        const [from, total] = [bodyStartOfOther(bytes, start), bodyBytesOfOther(bytes, start)];
        return this.begin(kind, exchange, generation, headOfOther(bytes, start), from, start + length, total);
      }
      case REQUEST.piece: {
        const body = this.arriving.get(exchange);
        if (body === undefined || body.exchange.generation !== generation) return;
        bytes.copy(body.bytes, body.receivedBytes, start, start + length);
        body.receivedBytes += length;
        if (body.receivedBytes < body.bytes.length) return;
        this.arriving.delete(exchange);
        return this.whole(body.kind, body.exchange, body.bytes);
      }
      case REQUEST.body: {
        const asked = this.owed[exchange];
        if (asked?.generation !== generation) return;
        const bodyBytes = Buffer.allocUnsafe(signalOf(bytes, start));
        return void this.arriving.set(exchange, { kind, exchange: asked, bytes: bodyBytes, receivedBytes: 0 });
      }
      case REQUEST.taken:
        return this.streamOf(exchange, generation)?.taken(signalOf(bytes, start));
      case REQUEST.gone:
        return this.gone(exchange, generation);
      case REQUEST.refused:
        return this.options.refused(this.options.codes[signalOf(bytes, start)]!);
      default:
        throw new Error(`a record of kind ${kind} from an I/O thread`);
    }
  };

  private gone(exchange: number, generation: number): void {
    const owed = this.owed[exchange];
    if (owed?.generation !== generation) return this.streamOf(exchange, generation)?.close();
    this.clientsGone += 1;
    this.owed[exchange] = undefined;
    this.arriving.delete(exchange);
    return owed.clientGone();
  }

  private streamOf(exchange: number, generation: number): ThreadStream | undefined {
    const stream = this.streams.get(exchange);
    return stream?.generation === generation ? stream : undefined;
  }

  private begin(
    kind: number,
    exchange: number,
    generation: number,
    head: OperationHead | OtherHead,
    from: number,
    to: number,
    total: number,
  ): void {
    this.requests += 1;
    const { bytes } = this.reader;
    const incoming = new RingExchange(this, exchange, generation, head);
    this.owed[exchange] = incoming;
    const length = to - from;
    if (length === total) {
      bytes.copy(this.scratch, 0, from, to);
      return this.whole(kind, incoming, total === 0 ? EMPTY_BODY : this.scratch.subarray(0, total));
    }
    const body = Buffer.allocUnsafe(total);
    bytes.copy(body, 0, from, to);
    this.arriving.set(exchange, { kind, exchange: incoming, bytes: body, receivedBytes: length });
  }

  /** `body`: the body that began with a record of this `kind`. */
  private whole(kind: number, exchange: RingExchange, body: Buffer): void {
    if (kind === REQUEST.body) return exchange.held?.arrived(body);
    if (kind !== REQUEST.held) return this.handle(exchange, body);
    exchange.held = new RemoteBody(textsOfBytes(body), (wanted) => this.ask(exchange, wanted));
    return this.handle(exchange, EMPTY_BODY);
  }

  private ask({ exchange, generation }: RingExchange, wanted: number): void {
    this.queue.add({ write: (writer) => writeSignal(writer, REPLY.wanted, exchange, generation, wanted) });
  }

  private handle(exchange: RingExchange, body: Buffer): void {
    exchange.body = body;
    this.options.handle(exchange, exchange);
    exchange.body = EMPTY_BODY;
  }

  /** Sends a whole reply. */
  reply(exchange: number, generation: number, head: ReplyHead, given: Uint8Array | string): void {
    this.owed[exchange] = undefined;
    const body = typeof given === 'string' && given.length > TEXT_LENGTH_MAX ? Buffer.from(given) : given;
    if (this.queue.isEmpty) {
      const written = writeReply(this.queue.writer, REPLY.whole, exchange, generation, head, body);
      if (typeof body === 'string' ? written >= 0 : written === body.length) {
        if (typeof body !== 'string') releaseBuffer(body);
        return;
      }
      return this.queue.add(new WaitingReply(exchange, generation, head, body, written));
    }
    return this.queue.add(new WaitingReply(exchange, generation, head, body, -1));
  }

  stream(exchange: number, generation: number, isEvents: boolean, head: ReplyHead): ReplyStream {
    const stream = new ThreadStream(this.queue, exchange, generation, () => this.streams.delete(exchange));
    this.owed[exchange] = undefined;
    this.streams.set(exchange, stream);
    const kind = isEvents ? REPLY.eventStream : REPLY.stream;
    this.queue.add({ write: (writer) => writeReply(writer, kind, exchange, generation, head, '') >= 0 });
    return stream;
  }
}

interface ArrivingBody {
  /** Kind of the record that the body began with. */
  readonly kind: number;
  readonly exchange: RingExchange;
  readonly bytes: Buffer;
  receivedBytes: number;
}

/** A reply without room in the ring for all of it. */
class WaitingReply implements Outgoing {
  private readonly exchange: number;
  private readonly generation: number;
  private readonly head: ReplyHead;
  private readonly body: Uint8Array | string;
  /** Bytes of the body that are written; -1: not even the head is. */
  private written: number;

  constructor(exchange: number, generation: number, head: ReplyHead, body: Uint8Array | string, written: number) {
    this.exchange = exchange;
    this.generation = generation;
    this.head = head;
    this.body = body;
    this.written = written;
  }

  write(writer: RingWriter): boolean {
    const { exchange, generation, head, body } = this;
    if (this.written < 0) {
      this.written = writeReply(writer, REPLY.whole, exchange, generation, head, body);
      if (this.written < 0) return false;
    }
    if (typeof body === 'string') return true;
    this.written = writePieces(writer, REPLY.piece, exchange, generation, body, this.written);
    if (this.written < body.length) return false;
    releaseBuffer(body);
    return true;
  }
}
