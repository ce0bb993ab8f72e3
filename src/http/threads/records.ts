// How requests and replies stand in the records of a ring. A message is one record, or where its body is long one that
// begins it and pieces of the body. Its head says how long the body is.
//
// Texts of a head are UTF-8 with their length before them; content types that nearly every message has are numbers.
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';
import { NO_REPLY_HEADERS } from '../../kernel/reply-stream.ts';
import { JSON_TYPE } from '../transport/transport.ts';
import type { RingWriter } from './ring.ts';

/** Kinds of records from an I/O thread to the deciding one. */
export const REQUEST = { operation: 1, other: 2, piece: 3, taken: 4, gone: 5, refused: 6, held: 7, body: 8 } as const;
/** Kinds of records to an I/O thread. */
export const REPLY = { whole: 1, piece: 2, stream: 3, eventStream: 4, text: 5, end: 6, abort: 7, wanted: 8 } as const;
/** What is wanted of a body that an I/O thread keeps. */
export const WANTED = { form: 1, bytes: 2 } as const;

/** Bytes of a body that one record carries; a reply of this size is sent without a copy. */
export const PIECE_BYTES = 65_536;

/** Content types by number; number 0: the type is a text. */
const TYPES: readonly string[] = [
  '',
  'application/x-www-form-urlencoded',
  JSON_TYPE,
  'application/json',
  'application/xml; charset=utf-8',
  'application/x-www-form-urlencoded; charset=UTF-8',
  'application/x-www-form-urlencoded;charset=UTF-8',
];
const TYPE_NUMBERS: ReadonlyMap<string, number> = new Map(TYPES.map((type, number) => [type, number]));

export const EMPTY_BODY: Buffer = Buffer.alloc(0);

/** Head of a request for an operation. */
export interface OperationHead {
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly idempotencyKey: string;
  readonly clientAddress: string;
  readonly traceparent: string;
}

const OPERATION_HEAD_BYTES = 16;
const REPLY_HEAD_BYTES = 12;

/** Writes a text, or nothing for ''. Returns its bytes. */
const putText = (bytes: Buffer, at: number, text: string): number => (text === '' ? 0 : bytes.write(text, at));
const takeText = (bytes: Buffer, at: number, length: number): string =>
  length === 0 ? '' : bytes.toString('utf8', at, at + length);

/**
 * Writes the head and the body, or as much of it as fits into one record. Returns the bytes of the body that were
 * written, -1 without room.
 */
export const writeOperation = (
  writer: RingWriter,
  exchange: number,
  generation: number,
  head: OperationHead,
  body: Uint8Array,
): number => {
  const { contentType, contentEncoding, idempotencyKey, clientAddress, traceparent } = head;
  const number = TYPE_NUMBERS.get(contentType) ?? 0;
  const texts =
    (number === 0 ? contentType.length : 0) +
    contentEncoding.length +
    idempotencyKey.length +
    clientAddress.length +
    traceparent.length;
  const first = Math.min(body.length, PIECE_BYTES - texts * 3);
  const start = writer.reserve(OPERATION_HEAD_BYTES + texts * 3 + first);
  if (start < 0) return -1;
  const { bytes } = writer;
  let at = start + OPERATION_HEAD_BYTES;
  const text = (place: number, value: string): void => {
    const length = putText(bytes, at, value);
    bytes.writeUInt16LE(length, start + place);
    at += length;
  };
  bytes[start] = number;
  if (texts === 0) bytes.fill(0, start + 2, start + 12);
  else {
    text(2, number === 0 ? contentType : '');
    text(4, contentEncoding);
    text(6, idempotencyKey);
    text(8, clientAddress);
    text(10, traceparent);
  }
  bytes.writeUInt32LE(body.length, start + 12);
  bytes.set(first === body.length ? body : body.subarray(0, first), at);
  writer.publish(REQUEST.operation, exchange, generation, at + first - start);
  return first;
};

const COMMON_HEADS: readonly OperationHead[] = TYPES.map((contentType) => ({
  contentType,
  contentEncoding: '',
  idempotencyKey: '',
  clientAddress: '',
  traceparent: '',
}));

export const headOfOperation = (bytes: Buffer, start: number): OperationHead => {
  const number = bytes[start]!;
  // All lengths of texts are 0 for nearly every request.
  const texts = bytes.readUInt32LE(start + 2) + bytes.readUInt32LE(start + 6) + bytes.readUInt16LE(start + 10);
  if (texts === 0) return COMMON_HEADS[number]!;
  let at = start + OPERATION_HEAD_BYTES;
  const text = (place: number): string => {
    const length = bytes.readUInt16LE(start + place);
    at += length;
    return takeText(bytes, at - length, length);
  };
  const contentType = text(2);
  return {
    contentType: number === 0 ? contentType : TYPES[number]!,
    contentEncoding: text(4),
    idempotencyKey: text(6),
    clientAddress: text(8),
    traceparent: text(10),
  };
};

export const bodyBytesOfOperation = (bytes: Buffer, start: number): number => bytes.readUInt32LE(start + 12);

/** Offset of the first byte of the body. */
export const bodyStartOfOperation = (bytes: Buffer, start: number): number =>
  start +
  OPERATION_HEAD_BYTES +
  bytes.readUInt16LE(start + 2) +
  bytes.readUInt16LE(start + 4) +
  bytes.readUInt16LE(start + 6) +
  bytes.readUInt16LE(start + 8) +
  bytes.readUInt16LE(start + 10);

/** Names each member: a transport's own object holds more. */
const jsonOf = (head: OtherHead): string => {
  const { method, path, query, contentType, contentEncoding, idempotencyKey, clientAddress, traceparent } = head;
  const texts = { method, path, query, contentType, contentEncoding, idempotencyKey, clientAddress, traceparent };
  return JSON.stringify({ ...texts, socketAddress: head.socketAddress, headers: [...head.headers] });
};

/**
 * Writes the head of a request for another path, or of one whose body is kept, and as much of what comes behind as
 * fits, as `writeOperation` does. `kind`: of REQUEST.
 */
export const writeOther = (
  writer: RingWriter,
  kind: number,
  exchange: number,
  generation: number,
  head: OtherHead,
  body: Uint8Array,
): number => {
  const json = Buffer.from(jsonOf(head));
  const first = Math.min(body.length, PIECE_BYTES - json.length);
  const start = writer.reserve(8 + json.length + first);
  if (start < 0) return -1;
  const { bytes } = writer;
  bytes.writeUInt32LE(json.length, start);
  bytes.writeUInt32LE(body.length, start + 4);
  bytes.set(json, start + 8);
  bytes.set(body.subarray(0, first), start + 8 + json.length);
  writer.publish(kind, exchange, generation, 8 + json.length + first);
  return first;
};

/** Head of a request for a path other than that of operations. */
export interface OtherHead extends OperationHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly socketAddress: string;
  readonly headers: ReadonlyMap<string, string>;
}

export const headOfOther = (bytes: Buffer, start: number): OtherHead => {
  const head = JSON.parse(takeText(bytes, start + 8, bytes.readUInt32LE(start))) as Omit<OtherHead, 'headers'> & {
    readonly headers: readonly (readonly [string, string])[];
  };
  return { ...head, headers: new Map(head.headers) };
};

export const bodyBytesOfOther = (bytes: Buffer, start: number): number => bytes.readUInt32LE(start + 4);
export const bodyStartOfOther = (bytes: Buffer, start: number): number => start + 8 + bytes.readUInt32LE(start);

/** Writes the pieces of a body from `from` on for which there is room. Returns up to where. */
export const writePieces = (
  writer: RingWriter,
  kind: number,
  exchange: number,
  generation: number,
  body: Uint8Array,
  from: number,
): number => {
  let at = from;
  while (at < body.length) {
    const length = Math.min(PIECE_BYTES, body.length - at);
    const start = writer.reserve(length);
    if (start < 0) break;
    writer.bytes.set(body.subarray(at, at + length), start);
    writer.publish(kind, exchange, generation, length);
    at += length;
  }
  return at;
};

/** A record without a payload, or with one number of 32 bits. False without room. */
export const writeSignal = (
  writer: RingWriter,
  kind: number,
  exchange: number,
  generation: number,
  value = 0,
): boolean => {
  const start = writer.reserve(4);
  if (start < 0) return false;
  writer.bytes.writeInt32LE(value, start);
  writer.publish(kind, exchange, generation, 4);
  return true;
};

export const signalOf = (bytes: Buffer, start: number): number => bytes.readInt32LE(start);

export interface ReplyHead {
  readonly status: number;
  readonly contentType: string;
  readonly headers: ReplyHeaders;
}

/** Writes the head of a reply and as much of its body as fits, as `writeOperation` does. `kind`: of REPLY. */
export const writeReply = (
  writer: RingWriter,
  kind: number,
  exchange: number,
  generation: number,
  { status, contentType, headers }: ReplyHead,
  body: Uint8Array | string,
): number => {
  const number = TYPE_NUMBERS.get(contentType) ?? 0;
  const type = number === 0 ? contentType : '';
  const json = headers === NO_REPLY_HEADERS || headers.length === 0 ? '' : JSON.stringify(headers);
  const texts = (type.length + json.length) * 3;
  // A text is encoded where it goes; one that may be too long for a record comes as bytes.
  const first = typeof body === 'string' ? body.length * 3 : Math.min(body.length, PIECE_BYTES);
  const start = writer.reserve(REPLY_HEAD_BYTES + texts + first);
  if (start < 0) return -1;
  const { bytes } = writer;
  let at = start + REPLY_HEAD_BYTES;
  const typeBytes = putText(bytes, at, type);
  at += typeBytes;
  const jsonBytes = putText(bytes, at, json);
  at += jsonBytes;
  bytes[start] = number;
  bytes.writeUInt16LE(status, start + 2);
  bytes.writeUInt16LE(typeBytes, start + 4);
  bytes.writeUInt16LE(jsonBytes, start + 6);
  let written: number;
  if (typeof body === 'string') {
    written = bytes.write(body, at);
    bytes.writeUInt32LE(written, start + 8);
  } else {
    written = first;
    bytes.writeUInt32LE(body.length, start + 8);
    bytes.set(first === body.length ? body : body.subarray(0, first), at);
  }
  writer.publish(kind, exchange, generation, at + written - start);
  return written;
};

const COMMON_REPLIES = new Map<number, ReplyHead>();

export const headOfReply = (bytes: Buffer, start: number): ReplyHead => {
  const number = bytes[start]!;
  const status = bytes.readUInt16LE(start + 2);
  if (bytes.readUInt32LE(start + 4) === 0) {
    const known = COMMON_REPLIES.get(status * 256 + number);
    if (known !== undefined) return known;
    const head = { status, contentType: TYPES[number]!, headers: NO_REPLY_HEADERS };
    COMMON_REPLIES.set(status * 256 + number, head);
    return head;
  }
  const [typeBytes, jsonBytes] = [bytes.readUInt16LE(start + 4), bytes.readUInt16LE(start + 6)];
  const at = start + REPLY_HEAD_BYTES;
  const json = takeText(bytes, at + typeBytes, jsonBytes);
  return {
    status,
    contentType: number === 0 ? takeText(bytes, at, typeBytes) : TYPES[number]!,
    headers: json === '' ? NO_REPLY_HEADERS : (JSON.parse(json) as ReplyHeaders),
  };
};

export const bodyBytesOfReply = (bytes: Buffer, start: number): number => bytes.readUInt32LE(start + 8);
export const bodyStartOfReply = (bytes: Buffer, start: number): number =>
  start + REPLY_HEAD_BYTES + bytes.readUInt16LE(start + 4) + bytes.readUInt16LE(start + 6);
