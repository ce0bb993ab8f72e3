// An I/O thread's end of the rings: whole requests of its transport go into one, replies come out of the other.
//
// Each exchange has a number, given again with the next generation once its reply was sent, so that a reply reaches its
// own client or nobody. A request without room in the ring waits here with a copy of its body; each connection has one
// at most, and bodies have their budget (body-buffer.ts).
import { REFUSALS } from '../../kernel/refusals.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import { OPERATIONS_PATH, copyOfRequest, requestWithBody } from '../transport/transport.ts';
import type { IncomingRequest, Reply } from '../transport/transport.ts';
import { isFoundByBytes } from '../transport/call-bytes.ts';
import type { HeldBodies, HeldRequest } from './held-bodies.ts';
import type { PublishedRepliesReader } from './published-replies.ts';
import { RingQueue } from './ring-queue.ts';
import type { Outgoing } from './ring-queue.ts';
import { RingReader, RingWriter } from './ring.ts';
import {
  EMPTY_BODY,
  REPLY,
  REQUEST,
  WANTED,
  bodyBytesOfReply,
  bodyStartOfReply,
  headOfReply,
  signalOf,
  writeOperation,
  writeOther,
  writePieces,
  writeSignal,
} from './records.ts';
import type { ReplyHead } from './records.ts';
import { bytesOfTexts } from './sent-form.ts';

/** Refusals by the numbers that records have for them. */
export const CODES: readonly Code[] = Object.keys(REFUSALS) as Code[];

interface Slot {
  generation: number;
  reply: Reply | undefined;
  /** The request if its body is kept here. */
  held: HeldRequest | undefined;
  stream: ReplyStream | undefined;
  /** Bytes of texts that the client has not taken yet. */
  owedBytes: number;
  /** A reply that arrives in pieces. */
  head: ReplyHead | undefined;
  body: Buffer;
  receivedBytes: number;
}

const newSlot = (): Slot => ({
  generation: 0,
  reply: undefined,
  held: undefined,
  stream: undefined,
  owedBytes: 0,
  head: undefined,
  body: EMPTY_BODY,
  receivedBytes: 0,
});

export interface IoEndOptions {
  readonly requests: SharedArrayBuffer;
  readonly replies: SharedArrayBuffer;
  /** The transport goes on reading a reply's bytes after `send` has returned. */
  readonly keepsBytes: boolean;
  readonly cached: PublishedRepliesReader;
  /** Absent: every body is passed on as it is. */
  readonly bodies?: HeldBodies | undefined;
  /** Wakes the deciding thread. */
  readonly wake: () => void;
}

export class IoEnd {
  readonly queue: RingQueue;
  readonly reader: RingReader;
  private readonly keepsBytes: boolean;
  private readonly cached: PublishedRepliesReader;
  private readonly bodies: HeldBodies | undefined;
  private readonly slots: Slot[] = [];
  private readonly free: number[] = [];

  constructor({ requests, replies, keepsBytes, cached, bodies, wake }: IoEndOptions) {
    this.queue = new RingQueue(new RingWriter(requests, wake));
    this.reader = new RingReader(replies, wake);
    this.keepsBytes = keepsBytes;
    this.cached = cached;
    this.bodies = bodies;
  }

  /** The handler of the transport. */
  readonly handle = (request: IncomingRequest, reply: Reply): void => {
    if (this.isAnswered(request, reply)) return;
    const exchange = this.free.pop() ?? this.slots.push(newSlot()) - 1;
    const slot = this.slots[exchange]!;
    slot.reply = reply;
    reply.ticket = exchange;
    if (this.bodies?.takes(request) === true) return this.hold(this.bodies, exchange, slot, request);
    if (!this.queue.isEmpty) return this.queue.add(new WaitingRequest(exchange, slot, request, -1));
    const written = writeRequest(this.queue.writer, exchange, slot.generation, request);
    if (written !== request.body.length) this.queue.add(new WaitingRequest(exchange, slot, request, written));
  };

  /** Passes on who calls, and keeps the body until it is asked for. */
  private hold(bodies: HeldBodies, exchange: number, slot: Slot, request: IncomingRequest): void {
    const held = bodies.hold(request);
    slot.held = held;
    bodies.scan(held, (credentials) => {
      const asked = requestWithBody(held.head, bytesOfTexts(credentials));
      this.queue.add(new WaitingRequest(exchange, slot, asked, -1, REQUEST.held));
    });
  }

  private sendHeld(exchange: number, slot: Slot, wanted: number): void {
    const { held } = slot;
    if (held?.body === undefined) return;
    const send = (): void => this.queue.add(new WaitingBody(exchange, slot.generation, held));
    if (wanted === WANTED.bytes) return send();
    return this.bodies?.decode(held, send);
  }

  /** Tells the deciding thread, behind the request, that its client has gone before the reply began. */
  gone(reply: Reply): void {
    const { ticket = -1 } = reply;
    const slot = this.slots[ticket];
    if (slot?.reply === reply) this.left(ticket, slot);
  }

  /** Sends the cached reply, if there is one. A request behind an unanswered one may depend on it. */
  private isAnswered(request: IncomingRequest, reply: Reply): boolean {
    const { method, path, contentEncoding, body, isPipelined = false } = request;
    if (isPipelined) return false;
    if (path !== OPERATIONS_PATH || method !== 'POST' || contentEncoding !== '' || !isFoundByBytes(request))
      return false;
    return this.cached.answer(body, (bytes) => reply.send(200, this.keepsBytes ? Buffer.from(bytes) : bytes));
  }

  refused(code: Code): void {
    const number = CODES.indexOf(code);
    this.queue.add({ write: (writer) => writeSignal(writer, REQUEST.refused, 0, 0, number) });
  }

  /** Sends at most `recordsMax` replies. Returns the number of records. */
  drain(recordsMax: number): number {
    if (!this.queue.isEmpty) this.queue.flush();
    return this.reader.drain(this.take, recordsMax);
  }

  private readonly take = (kind: number, exchange: number, generation: number, start: number, length: number): void => {
    if (kind > REPLY.wanted) throw new Error(`a record of kind ${kind} from the deciding thread`);
    const slot = this.slots[exchange];
    if (slot === undefined || slot.generation !== generation) return;
    const { bytes } = this.reader;
    switch (kind) {
      case REPLY.whole: {
        const [from, total] = [bodyStartOfReply(bytes, start), bodyBytesOfReply(bytes, start)];
        const head = headOfReply(bytes, start);
        if (start + length - from < total) return this.beginPieces(slot, head, from, start + length, total);
        const body = bytes.subarray(from, from + total);
        return this.send(exchange, slot, head, this.keepsBytes ? Buffer.from(body) : body);
      }
      case REPLY.piece:
        bytes.copy(slot.body, slot.receivedBytes, start, start + length);
        slot.receivedBytes += length;
        if (slot.receivedBytes === slot.body.length) this.send(exchange, slot, slot.head!, slot.body);
        return;
      case REPLY.stream:
      case REPLY.eventStream:
        return this.beginStream(exchange, slot, headOfReply(bytes, start), kind === REPLY.eventStream);
      case REPLY.wanted:
        return this.sendHeld(exchange, slot, signalOf(bytes, start));
      case REPLY.text:
        return this.writeText(exchange, slot, bytes.toString('utf8', start, start + length), length);
      case REPLY.end:
      case REPLY.abort: {
        const { stream } = slot;
        // Comes first, so that a client that goes is not reported.
        this.release(exchange, slot);
        return kind === REPLY.end ? stream?.end() : stream?.abort();
      }
    }
  };

  private beginPieces(slot: Slot, head: ReplyHead, from: number, to: number, total: number): void {
    slot.head = head;
    slot.body = Buffer.allocUnsafe(total);
    slot.receivedBytes = this.reader.bytes.copy(slot.body, 0, from, to);
  }

  private send(exchange: number, slot: Slot, { status, contentType, headers }: ReplyHead, body: Uint8Array): void {
    const { reply } = slot;
    this.release(exchange, slot);
    reply?.send(status, body, contentType, headers);
  }

  private beginStream(exchange: number, slot: Slot, { contentType, headers }: ReplyHead, isEvents: boolean): void {
    const stream = isEvents ? slot.reply?.eventStream(contentType) : slot.reply?.stream(contentType, headers);
    const { generation } = slot;
    if (stream === undefined) return this.left(exchange, slot);
    slot.stream = stream;
    slot.owedBytes = 0;
    stream.onDrain = () => this.taken(exchange, slot);
    stream.onClose = () => {
      if (slot.generation === generation) this.left(exchange, slot);
    };
  }

  private left(exchange: number, slot: Slot): void {
    const { generation } = slot;
    this.queue.add({ write: (writer) => writeSignal(writer, REQUEST.gone, exchange, generation) });
    this.release(exchange, slot);
  }

  private writeText(exchange: number, slot: Slot, text: string, bytes: number): void {
    slot.owedBytes += bytes;
    if (slot.stream?.write(text) === true) this.taken(exchange, slot);
  }

  private taken(exchange: number, slot: Slot): void {
    const { generation, owedBytes } = slot;
    slot.owedBytes = 0;
    if (owedBytes > 0)
      this.queue.add({ write: (writer) => writeSignal(writer, REQUEST.taken, exchange, generation, owedBytes) });
  }

  /** Ends the exchange; its number may be given again. */
  private release(exchange: number, slot: Slot): void {
    slot.generation = (slot.generation + 1) | 0;
    slot.reply = undefined;
    if (slot.held !== undefined) {
      slot.held.release();
      slot.held = undefined;
    }
    slot.stream = undefined;
    slot.head = undefined;
    slot.body = EMPTY_BODY;
    this.free.push(exchange);
  }
}

const writeRequest = (
  writer: RingWriter,
  exchange: number,
  generation: number,
  request: IncomingRequest,
  kind: number = REQUEST.other,
): number =>
  request.path === OPERATIONS_PATH && request.method === 'POST' && kind === REQUEST.other
    ? writeOperation(writer, exchange, generation, request, request.body)
    : writeOther(writer, kind, exchange, generation, request, request.body);

/**
 * A request without room in the ring for all of it. Once its client has gone, its rest is not written: a record behind
 * it says so.
 */
class WaitingRequest implements Outgoing {
  private readonly exchange: number;
  private readonly slot: Slot;
  private readonly generation: number;
  private readonly request: IncomingRequest;
  private readonly kind: number;
  /** Bytes of the body that are written; -1: not even the head is. */
  private written: number;

  /** `kind`: REQUEST.held where the credentials stand in place of the body. */
  constructor(exchange: number, slot: Slot, request: IncomingRequest, written: number, kind: number = REQUEST.other) {
    this.request = copyOfRequest(request);
    this.exchange = exchange;
    this.slot = slot;
    this.generation = slot.generation;
    this.kind = kind;
    this.written = written;
  }

  write(writer: RingWriter): boolean {
    const { exchange, slot, generation, request } = this;
    if (slot.generation !== generation) return true;
    if (this.written < 0) this.written = writeRequest(writer, exchange, generation, request, this.kind);
    if (this.written < 0) return false;
    this.written = writePieces(writer, REQUEST.piece, exchange, generation, request.body, this.written);
    return this.written === request.body.length;
  }
}

/** A body that was asked for, as a form or as it came; kept until its last byte is in the ring. */
class WaitingBody implements Outgoing {
  private readonly exchange: number;
  private readonly generation: number;
  private readonly held: HeldRequest;
  /** Bytes that are written; -1: not even their number is. */
  private written = -1;

  constructor(exchange: number, generation: number, held: HeldRequest) {
    this.exchange = exchange;
    this.generation = generation;
    this.held = held;
  }

  write(writer: RingWriter): boolean {
    const { exchange, generation, held } = this;
    const { body } = held;
    // The body has gone with its client.
    if (body === undefined) return true;
    if (this.written < 0 && writeSignal(writer, REQUEST.body, exchange, generation, body.length)) this.written = 0;
    if (this.written < 0) return false;
    this.written = writePieces(writer, REQUEST.piece, exchange, generation, body, this.written);
    if (this.written < body.length) return false;
    held.release();
    return true;
  }
}
