// One record = one transaction: {seq, atMs, cause, events}. A batch = the records of one commit.
import type { ActorKind, Codec, EventShapes, Sealed } from '../../domain/actor.ts';
import { KINDS, KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kinds.ts';
import { Fault, must } from '../../kernel/result.ts';
import { checksum, packVolatile, unpack } from '../disk/codec.ts';
import { opened, sealed } from '../privacy/encryption.ts';
import type { Vault } from '../privacy/encryption.ts';

/** Who asked for a change: channel, session and user ids (0 where there is none) and the operation's name. */
export interface Cause {
  readonly operation: string;
  readonly channelId: number;
  readonly sessionId: number;
  readonly userId: number;
}

export interface KindEvent {
  readonly kind: KindName;
  readonly id: number;
  readonly event: { readonly type: string };
}

export interface JournalRecord {
  readonly seq: number;
  readonly atMs: number;
  readonly cause: Cause;
  readonly events: readonly KindEvent[];
}

export const BATCH_VERSION = 1;
/** version u8 · crc32 u32 · records u32; then per record its length u32 and its msgpack. */
const HEADER_BYTES = 9;

interface Field {
  readonly name: string;
  readonly absent: unknown;
  readonly seal: Sealed | undefined;
  readonly codec: Codec | undefined;
}

interface Shape {
  readonly kind: KindName;
  readonly fields: readonly Field[];
  /** Name, id and a place for each field. */
  readonly blank: readonly unknown[];
}

// Event names are unique over all kinds, so that a name alone says whose event it is.
const SHAPES = new Map<string, Shape>();
for (const kind of KIND_NAMES) {
  const { events, personal, codecs } = KINDS[kind] as unknown as ActorKind<object, object, EventShapes>;
  for (const [type, fields] of Object.entries(events)) {
    must(!SHAPES.has(type), `two kinds declare the event ${type}`);
    const field = ([name, absent]: readonly [string, unknown]): Field => ({
      name,
      absent,
      seal: personal?.events[type]?.[name],
      codec: codecs?.[type]?.[name],
    });
    const made = Object.entries(fields).map(field);
    SHAPES.set(type, { kind, fields: made, blank: [type, 0, ...made.map(() => null)] });
  }
}

const eventToRow = (id: number, event: { readonly type: string }, vault: Vault | undefined): unknown[] => {
  const values = event as { readonly [field: string]: unknown };
  const { fields, blank } = SHAPES.get(event.type)!;
  // A copy has the length that it needs; an array that grows has room for sixteen more.
  const row = blank.slice();
  row[1] = id;
  for (let at = 0; at < fields.length; at += 1) {
    const { name, seal, codec } = fields[at]!;
    const value = values[name];
    if (seal !== undefined) row[at + 2] = sealed(vault, values['subject'] as number, seal.purpose, value);
    else row[at + 2] = codec === undefined ? value : codec.toRow(value as never);
  }
  return row;
};

const eventFromRow = (row: readonly unknown[], vault: Vault | undefined): KindEvent => {
  const [type, id] = row as [string, number];
  const shape = SHAPES.get(type);
  if (shape === undefined) throw new Fault(`the journal holds an event ${type} that this version does not know`);
  const event: { type: string; [field: string]: unknown } = { type };
  shape.fields.forEach(({ name, absent, seal, codec }, at) => {
    const value = at + 2 < row.length ? row[at + 2] : absent;
    if (seal !== undefined) event[name] = opened(vault, value, seal.erased);
    else event[name] = codec === undefined || value === absent ? value : codec.fromRow(value as never);
  });
  return { kind: shape.kind, id, event };
};

/** Gathers the records of the next commit. Packed at once, so that later changes of state cannot reach the journal. */
export class BatchWriter {
  firstSeq = 0;
  count = 0;
  private bytes = Buffer.allocUnsafe(65_536);
  private end = HEADER_BYTES;

  add(seq: number, atMs: number, cause: Cause, events: readonly KindEvent[], vault?: Vault): void {
    const rows = events.map(({ id, event }) => eventToRow(id, event, vault));
    const { operation, channelId, sessionId, userId } = cause;
    const packed = packVolatile([seq, atMs, [operation, channelId, sessionId, userId], rows]);
    const length = packed.end - packed.start;
    const end = this.end + 4 + length;
    if (end > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.end);
      this.bytes = larger;
    }
    this.bytes.writeUInt32LE(length, this.end);
    packed.copy(this.bytes, this.end + 4, packed.start, packed.end);
    this.end = end;
    if (this.count === 0) this.firstSeq = seq;
    this.count += 1;
  }

  /** The batch as bytes of its own; the writer is empty afterwards. */
  take(): Buffer {
    this.bytes[0] = BATCH_VERSION;
    this.bytes.writeUInt32LE(this.count, 5);
    this.bytes.writeUInt32LE(checksum(this.bytes.subarray(5, this.end)), 1);
    const batch = Buffer.from(this.bytes.subarray(0, this.end));
    this.end = HEADER_BYTES;
    this.count = 0;
    if (this.bytes.length > 4_194_304) this.bytes = Buffer.allocUnsafe(65_536);
    return batch;
  }
}

/** Why bytes are no whole batch; '' when they are one. */
export const batchDamage = (bytes: Buffer): string => {
  if (bytes.length < HEADER_BYTES) return 'it is shorter than a header';
  if (bytes[0] !== BATCH_VERSION) return `it has format version ${bytes[0]}, this version reads ${BATCH_VERSION}`;
  return bytes.readUInt32LE(1) === checksum(bytes.subarray(5)) ? '' : 'its checksum is wrong';
};

export const batchCount = (bytes: Buffer): number => bytes.readUInt32LE(5);

/** The records of a batch that batchDamage found whole. */
export const readBatch = (bytes: Buffer, vault?: Vault): JournalRecord[] => {
  const records: JournalRecord[] = [];
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    const [seq, atMs, cause, rows] = unpack(bytes.subarray(at + 4, end)) as [number, number, unknown[], unknown[][]];
    const [operation, channelId, sessionId, userId] = cause as [string, number, number, number];
    records.push({
      seq,
      atMs,
      cause: { operation, channelId, sessionId, userId },
      events: rows.map((row) => eventFromRow(row, vault)),
    });
    at = end;
  }
  return records;
};
