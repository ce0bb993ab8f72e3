// Records and batches as bytes. A record is one transaction: {seq, atMs, cause, events}. A batch holds the records of
// one commit, under one checksum.
//
// Event fields are written in the order of their declaration and never removed, so that older batches of the same
// format version stay readable. Not promised: reading a batch of another version, which is refused.
// Glossary (docs/internals/glossary.md): batch, record, sequence number.
import type { ActorKind, EventShapes } from '../../domain/actor.ts';
import { KINDS, KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { derived, schema } from '../../domain/schema.ts';
import type { Schema } from '../../domain/schema.ts';
import { Fault, must, shown } from '../../kernel/result.ts';
import { checksum, packVolatile, unpack } from '../disk/codec.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { Batch, Commit, EntryMark } from './journal.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';
import { decryptRow, encryptRow } from '../privacy/personal-values.ts';

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
  /** Packed size. */
  readonly bytes: number;
}

export const BATCH_VERSION = 2;
/** version u8 · crc32 u32 · records u32; then per record its length u32 and its msgpack. */
const HEADER_BYTES = 9;

type Event = { readonly type: string };

interface EventKind {
  readonly kind: KindName;
  readonly fields: Schema<Event>;
}

// Event names are unique over all kinds, so that a name alone says whose event it is.
const EVENT_KINDS = new Map<string, EventKind>();
for (const kind of KIND_NAMES) {
  const { events } = KINDS[kind] as unknown as ActorKind<object, object, EventShapes>;
  for (const [type, fields] of Object.entries(events)) {
    must(!EVENT_KINDS.has(type), `two kinds declare the event ${type}`);
    EVENT_KINDS.set(type, { kind, fields: schema<Event>({ type: derived(type), ...fields }) });
  }
}

/**
 * An event in its record: its name, the id of its actor, and its fields in the order in which the kind declares them.
 */
type EventRow = readonly [type: string, id: number, fields: unknown[]];

const encodeEvent = (id: number, event: Event, cipher: SubjectCipher | undefined): EventRow => {
  const { fields } = EVENT_KINDS.get(event.type)!;
  const row = fields.encode(event);
  if (fields.personalValues.length > 0) {
    const { subject } = event as unknown as { readonly subject: number };
    encryptRow(cipher, fields.personalValues, subject, row);
  }
  return [event.type, id, row];
};

/** Data that only a newer version of the program can have written. */
export class RecordOfNewer extends Fault {}

const decodeEvent = ([type, id, row]: EventRow, cipher: SubjectCipher | undefined, isWhole: boolean): KindEvent => {
  const known = EVENT_KINDS.get(type);
  if (known === undefined)
    throw new RecordOfNewer(`the journal holds an event ${type} that this version does not know`);
  if (isWhole && row.length > known.fields.length)
    throw new RecordOfNewer(`an event ${type} has ${row.length} fields, this version knows ${known.fields.length}`);
  decryptRow(cipher, known.fields.personalValues, row);
  return { kind: known.kind, id, event: known.fields.decode(row) };
};

/** Packs events as in a record; the bytes are valid until the next value is packed. */
export const packEvents = (events: readonly KindEvent[], cipher: SubjectCipher | undefined): Uint8Array =>
  packVolatile(events.map(({ id, event }) => encodeEvent(id, event, cipher)));

/** Size at which a batch is closed; the next record begins another one. */
const BATCH_BYTES_MAX = 524_288;

/**
 * Collects the records of the next commit. Each is packed at once, so later changes of state cannot reach the journal.
 */
export class BatchWriter {
  /** Number of records in all batches. */
  count = 0;
  private batches: Batch[] = [];
  private entries: EntryMark[] = [];
  /** Bytes of the batches that are closed. */
  private closedBytes = 0;
  /** First record of the open batch. */
  private firstSeq = 0;
  private openCount = 0;
  private bytes = Buffer.allocUnsafe(65_536);
  private end = HEADER_BYTES;

  /** Adds a record. Returns its size in bytes. */
  add(seq: number, atMs: number, cause: Cause, events: readonly KindEvent[], cipher?: SubjectCipher): number {
    const rows = events.map(({ id, event }) => encodeEvent(id, event, cipher));
    const { operation, channelId, sessionId, userId } = cause;
    const packed = packVolatile([seq, atMs, [operation, channelId, sessionId, userId], rows]);
    const length = packed.end - packed.start;
    if (this.end >= BATCH_BYTES_MAX) this.closeBatch();
    const end = this.end + 4 + length;
    if (end > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.end);
      this.bytes = larger;
    }
    this.bytes.writeUInt32LE(length, this.end);
    packed.copy(this.bytes, this.end + 4, packed.start, packed.end);
    this.end = end;
    if (this.openCount === 0) this.firstSeq = seq;
    this.openCount += 1;
    this.count += 1;
    return length;
  }

  /** Bytes of all records as they will be written. */
  get bytesHeld(): number {
    return this.closedBytes + this.end;
  }

  private closeBatch(): void {
    if (this.openCount === 0) return;
    this.bytes[0] = BATCH_VERSION;
    this.bytes.writeUInt32LE(this.openCount, 5);
    this.bytes.writeUInt32LE(checksum(this.bytes.subarray(5, this.end)), 1);
    // Buffer.from would take most of them from its pool, of which a block for two batches costs more than their memory.
    const bytes = Buffer.allocUnsafeSlow(this.end);
    this.bytes.copy(bytes, 0, 0, this.end);
    this.batches.push({ firstSeq: this.firstSeq, bytes });
    this.closedBytes += this.end;
    this.end = HEADER_BYTES;
    this.openCount = 0;
    if (this.bytes.length > 4_194_304) this.bytes = Buffer.allocUnsafe(65_536);
  }

  /** Adds a batch of `count` records of another process, with its mark; empty bytes: only the mark. */
  adopt({ firstSeq, bytes }: Batch, count: number, entry: EntryMark | undefined): void {
    this.closeBatch();
    if (count > 0) this.batches.push({ firstSeq, bytes });
    if (entry !== undefined) this.entries.push(entry);
    this.closedBytes += bytes.length;
    this.count += count;
  }

  get isEmpty(): boolean {
    return this.count === 0 && this.entries.length === 0;
  }

  /** Takes the batches, in memory of their own, and marks of entries; empties the writer. */
  take(): Pick<Commit, 'batches' | 'entries'> {
    this.closeBatch();
    const { batches, entries } = this;
    this.batches = [];
    this.entries = [];
    this.closedBytes = 0;
    this.count = 0;
    return { batches, entries };
  }
}

/** Throws RecordOfNewer if only a newer version can read the batch, whole or not. */
export const mustKnowFormat = (bytes: Buffer): void => {
  if (bytes[0]! > BATCH_VERSION)
    throw new RecordOfNewer(`a batch has format version ${bytes[0]}, this version reads ${BATCH_VERSION}`);
};

/** Damage of a batch; '' for none. */
export const batchDamage = (bytes: Buffer): string => {
  if (bytes.length < HEADER_BYTES) return 'it is shorter than a header';
  if (bytes[0] !== BATCH_VERSION) return `it has format version ${bytes[0]}, this version reads ${BATCH_VERSION}`;
  return bytes.readUInt32LE(1) === checksum(bytes.subarray(5)) ? '' : 'its checksum is wrong';
};

export const batchCount = (bytes: Buffer): number => bytes.readUInt32LE(5);

/** First record of a batch that `batchDamage` found whole. */
export const firstSeqOf = (bytes: Buffer): number => {
  const [seq] = unpack(bytes.subarray(HEADER_BYTES + 4, HEADER_BYTES + 4 + bytes.readUInt32LE(HEADER_BYTES))) as [
    number,
  ];
  return seq;
};

const decodeRecord = (bytes: Buffer, cipher: SubjectCipher | undefined, isWhole: boolean): JournalRecord => {
  const [seq, atMs, cause, rows] = unpack(bytes) as [number, number, unknown[], EventRow[]];
  const [operation, channelId, sessionId, userId] = cause as [string, number, number, number];
  return {
    seq,
    atMs,
    cause: { operation, channelId, sessionId, userId },
    events: rows.map((row) => decodeEvent(row, cipher, isWhole)),
    bytes: bytes.length,
  };
};

/**
 * The beginning of a whole batch, before the first record that is not wanted: its bytes, number and time of its last
 * record, and whether it is the whole batch. Undefined where not even the first record is wanted.
 */
export const batchUpTo = (
  bytes: Buffer,
  isWanted: (seq: number, atMs: number) => boolean,
): { readonly bytes: Buffer; readonly seq: number; readonly atMs: number; readonly isWhole: boolean } | undefined => {
  let [end, count, lastSeq, lastMs] = [HEADER_BYTES, 0, 0, 0];
  for (; count < batchCount(bytes); count += 1) {
    const next = end + 4 + bytes.readUInt32LE(end);
    const [seq, atMs] = unpack(bytes.subarray(end + 4, next)) as [number, number];
    if (!isWanted(seq, atMs)) break;
    [end, lastSeq, lastMs] = [next, seq, atMs];
  }
  if (count === 0) return undefined;
  const batch = Buffer.from(bytes.subarray(0, end));
  batch.writeUInt32LE(count, 5);
  batch.writeUInt32LE(checksum(batch.subarray(5)), 1);
  return { bytes: batch, seq: lastSeq, atMs: lastMs, isWhole: end === bytes.length };
};

/**
 * Records of a batch that `batchDamage` found whole. Throws StoreDamage if they cannot be read all the same, and
 * RecordOfNewer for events of a newer version; with `isWhole` also for events with unknown fields at their end, which
 * rows made of them would lose.
 */
export const readBatch = (bytes: Buffer, cipher?: SubjectCipher, isWhole = false): JournalRecord[] => {
  const records: JournalRecord[] = [];
  const damaged = (why: string): StoreDamage => new StoreDamage(`record ${records.length + 1} of a batch ${why}`);
  for (let start = HEADER_BYTES; start < bytes.length;) {
    if (start + 4 > bytes.length) throw damaged('is cut');
    const end = start + 4 + bytes.readUInt32LE(start);
    if (end > bytes.length) throw damaged('is cut');
    try {
      records.push(decodeRecord(bytes.subarray(start + 4, end), cipher, isWhole));
    } catch (error) {
      throw error instanceof Fault ? error : damaged(`cannot be read: ${shown((error as Error).message)}`);
    }
    start = end;
  }
  if (records.length !== batchCount(bytes)) throw new StoreDamage('a batch has not as many records as it says');
  return records;
};
