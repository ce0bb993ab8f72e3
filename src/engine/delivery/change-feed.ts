// The change feed: publishes to each reader which products, categories, stock, classes and orders have changed, in the
// order of the journal.
//
// Guaranteed: only durable changes are published, and a reader that resumes with the last id it has read misses
// nothing: messages are made from events, live ones or those of the journal. Not promised: old states. A message made
// from the journal describes the object as it is now; `deleted` is published where it no longer exists.
// Glossary (docs/internals/glossary.md): change feed.
import type { KindEvent } from '../journal/record.ts';
import { readBatch } from '../journal/record.ts';
import type { Engine } from '../engine.ts';
import { RecordMessages, messagesOf } from './feed-messages.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { refuseAt } from '../../kernel/limits.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

export interface FeedLimits {
  readonly readersMax: number;
  /** Milliseconds for which a reader may read nothing before it is disconnected. */
  readonly stalledMsMax: number;
  /** Limit of the characters of messages in memory; absent: RECENT_CHARS_MAX. */
  readonly recentCharsMax?: number;
  /** The store's `feedEpoch`; '' for a journal whose record numbers are never used again. */
  readonly epoch?: string;
}

interface FeedRecord {
  readonly seq: number;
  readonly text: string;
}

interface Reader {
  readonly sink: ReplyStream;
  readonly isPermitted: () => boolean;
  /** The last record whose messages were written to the reader. */
  seq: number;
  isFull: boolean;
  isCatchingUp: boolean;
  lastMs: number;
}

/** Records whose messages stay in memory, for readers that are slower than others. */
const RECENT_MAX = 10_000;
/** Characters of these messages: a record that changes thousands of objects has a megabyte of them. */
const RECENT_CHARS_MAX = 16 * 1024 * 1024;
/** Batches read for a reader before other work has its turn. */
const BATCHES_PER_SLICE = 16;
/** Milliseconds between two comments sent to a reader without messages. */
const HEARTBEAT_MS = 15_000;

/** Events of accounts that end logins, or change what their person may read. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set([
  'user_role_given',
  'user_locked',
  'user_password_changed',
  'user_logins_ended',
  'user_second_factor_removed',
]);

const endsRights = ({ kind, event }: KindEvent): boolean =>
  kind === 'channel' || kind === 'role' || event.type === 'session_logged_out' || OF_ACCOUNTS.has(event.type);

export class ChangeFeed {
  private readonly engine: Engine;
  private readonly limits: FeedLimits;
  private readonly readers = new Set<Reader>();
  /** Messages of the records from `recentFrom` on; records without messages are not in it. */
  private recent: FeedRecord[] = [];
  private recentFrom = Infinity;
  private recentChars = 0;
  private durableSeq: number;

  constructor(engine: Engine, limits: FeedLimits) {
    this.engine = engine;
    this.limits = limits;
    this.durableSeq = engine.stored.headSeq;
    engine.observe({
      recorded: (seq, events) => this.noteRecord(seq, events),
      durable: (seq) => {
        this.durableSeq = seq;
        this.advanceAll();
      },
    });
  }

  /**
   * Why a reader that has read all records up to `seq` cannot resume; −1 for one that starts now. `epoch`: the epoch in
   * its last id, '' where the id has none.
   *
   * Refuses: RESUME_TOO_OLD where the journal no longer holds what follows, or holds another history;
   * FEED_LIMIT_REACHED.
   */
  refusalFor(seq: number, epoch = ''): Refusal | undefined {
    const { size } = this.readers;
    const { readersMax } = this.limits;
    if (size >= readersMax) {
      const detail = `${size} readers follow the change feed, of at most ${readersMax}.`;
      return refuseAt('feedReadersMax', 'FEED_LIMIT_REACHED', '', detail);
    }
    const { meta } = this.engine.journal;
    const tooOld = seq >= 0 && seq < (meta?.truncatedSeq ?? 0);
    const ahead = seq > this.engine.headSeq;
    const foreign = epoch !== '' && epoch !== this.limits.epoch;
    return tooOld || ahead || foreign ? refuse('RESUME_TOO_OLD', String(seq)) : undefined;
  }

  /**
   * Starts to publish to a reader; `refusalFor` must have allowed it. `isPermitted`: whether its credentials still
   * work; asked after every change of what gives rights, before anything of that record is published, and with each
   * `tick`.
   */
  subscribe(sink: ReplyStream, seq: number, isPermitted = () => true): void {
    const durable = this.durableSeq;
    const reader: Reader = {
      sink,
      isPermitted,
      seq: seq < 0 ? durable : seq,
      isFull: false,
      isCatchingUp: false,
      lastMs: this.engine.stopwatch.nowMs(),
    };
    if (this.recentFrom === Infinity) this.recentFrom = this.engine.headSeq + 1;
    this.readers.add(reader);
    sink.onClose = () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      this.recent = [];
      this.recentChars = 0;
      this.recentFrom = Infinity;
    };
    sink.onDrain = () => {
      reader.isFull = false;
      this.advance(reader);
    };
    this.send(reader, `retry: 1000\n: kontor\n${this.idOf(reader.seq)}\n\n`, reader.seq);
    this.advance(reader);
  }

  get readersCount(): number {
    return this.readers.size;
  }

  /** Sends a heartbeat to idle readers, and disconnects stalled ones; the server calls it periodically. */
  tick(): void {
    const nowMs = this.engine.stopwatch.nowMs();
    this.disconnectDenied();
    for (const reader of this.readers) {
      if (reader.isFull && nowMs - reader.lastMs > this.limits.stalledMsMax) {
        this.disconnect(reader, 'SLOW_READER');
      } else if (!reader.isFull && !reader.isCatchingUp && nowMs - reader.lastMs > HEARTBEAT_MS)
        this.send(reader, `${this.idOf(reader.seq)}\n: beat\n\n`, reader.seq);
    }
  }

  private idOf(seq: number): string {
    const { epoch = '' } = this.limits;
    return epoch === '' ? `id: ${seq}` : `id: ${seq}.${epoch}`;
  }

  private textOf(seq: number, events: readonly KindEvent[]): string {
    const lines = new Set<string>();
    const ofRecord = new RecordMessages();
    for (const event of events) {
      for (const { event: name, data } of messagesOf(this.engine.tables, event, ofRecord))
        lines.add(`event: ${name}\ndata: ${JSON.stringify(data)}\n`);
    }
    // Only the last message of a record has the id: a reader that resumes with it has read the whole record.
    return lines.size === 0 ? '' : `${[...lines].join('\n')}${this.idOf(seq)}\n\n`;
  }

  /** Disconnects readers whose credentials no longer work, before more is published. */
  private disconnectDenied(): void {
    for (const reader of this.readers) if (!reader.isPermitted()) this.disconnect(reader, 'PERMISSION_DENIED');
  }

  private noteRecord(seq: number, events: readonly KindEvent[]): void {
    if (this.readers.size === 0) return;
    if (events.some(endsRights)) this.disconnectDenied();
    const text = this.textOf(seq, events);
    if (text === '') return;
    this.recent.push({ seq, text });
    this.recentChars += text.length;
    this.forgetOld();
  }

  /** Halves the messages in memory once they are too many; the newest record stays. Slower readers read the journal. */
  private forgetOld(): void {
    const { recent, limits } = this;
    const { recentCharsMax = RECENT_CHARS_MAX } = limits;
    if (recent.length < 2 * RECENT_MAX && this.recentChars <= recentCharsMax) return;
    let first = recent.length - 1;
    let chars = recent[first]!.text.length;
    while (first > 0 && recent.length - first < RECENT_MAX) {
      const more = recent[first - 1]!.text.length;
      if (chars + more > recentCharsMax / 2) break;
      chars += more;
      first -= 1;
    }
    this.recent = recent.slice(first);
    this.recentChars = chars;
    this.recentFrom = recent[first]!.seq;
  }

  private advanceAll(): void {
    for (const reader of this.readers) this.advance(reader);
  }

  /** Publishes all durable messages to a reader, until its connection is full. */
  private advance(reader: Reader): void {
    const durable = this.durableSeq;
    if (reader.isFull || reader.isCatchingUp || reader.seq >= durable) return;
    if (reader.seq + 1 < this.recentFrom) {
      reader.isCatchingUp = true;
      // Only the journal can fail here, and the process ends with it.
      void this.catchUp(reader)
        .catch(() => {})
        .finally(() => {
          reader.isCatchingUp = false;
          if (this.readers.has(reader)) this.advance(reader);
        });
      return;
    }
    // The search goes from the end, because most readers lack only the last few messages.
    let first = this.recent.length;
    while (first > 0 && this.recent[first - 1]!.seq > reader.seq) first -= 1;
    for (let index = first; index < this.recent.length; index += 1) {
      const { seq, text } = this.recent[index]!;
      if (seq > durable || reader.isFull) break;
      this.send(reader, text, seq);
    }
    if (!reader.isFull) reader.seq = durable;
  }

  /** Publishes from the journal, in slices, until the reader has reached the messages in memory. */
  private async catchUp(reader: Reader): Promise<void> {
    const { journal } = this.engine;
    while (
      this.readers.has(reader) &&
      !reader.isFull &&
      reader.seq + 1 < this.recentFrom &&
      reader.seq < this.durableSeq
    ) {
      if (reader.seq < (journal.meta?.truncatedSeq ?? 0)) return this.disconnect(reader, 'RESUME_TOO_OLD');
      if (reader.seq >= this.engine.stored.headSeq) {
        await this.engine.whenStored(reader.seq + 1);
        continue;
      }
      const batches: Buffer[] = [];
      for (const { bytes } of journal.batches(reader.seq + 1)) {
        batches.push(Buffer.from(bytes));
        if (batches.length >= BATCHES_PER_SLICE) break;
      }
      for (const bytes of batches) {
        for (const { seq, events } of readBatch(bytes, journal.cipher)) {
          if (seq <= reader.seq || reader.isFull) continue;
          // A truncation is visible in the journal before the meta row in memory reports it.
          if (seq > reader.seq + 1) return this.disconnect(reader, 'RESUME_TOO_OLD');
          const text = this.textOf(seq, events);
          if (text === '') reader.seq = seq;
          else this.send(reader, text, seq);
        }
      }
      await yieldToEventLoop();
    }
  }

  private disconnect({ sink, seq }: Reader, reason: 'RESUME_TOO_OLD' | 'SLOW_READER' | 'PERMISSION_DENIED'): void {
    sink.write(`event: cut\ndata: {"reason":"${reason}","resume":${seq}}\n\n`);
    sink.end();
  }

  private send(reader: Reader, text: string, seq: number): void {
    reader.isFull = !reader.sink.write(text);
    reader.seq = seq;
    reader.lastMs = this.engine.stopwatch.nowMs();
  }
}
