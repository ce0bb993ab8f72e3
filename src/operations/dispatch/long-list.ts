// What streamed and buffered lists have in common: the next chunk, and records frozen before they change. A long text
// is written as a list of its pieces.
import type { KindName } from '../../domain/kind-types.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import type { CallMeter } from '../../kernel/call-meter.ts';
import type { HeldMemory } from '../../kernel/held-memory.ts';
import { LazyText } from '../../kernel/json.ts';
import type { ReplyChunks } from '../../kernel/reply-chunks.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { ListHolder } from './list-places.ts';
import type { ListEnd, ListScheduler, OpenList } from './list-scheduler.ts';

/** One reply with lists: what its view reads with, and what of it is still to be written. */
export interface ListSource {
  readonly holder: ListHolder;
  readonly reader: ReadContext;
  readonly chunks: ReplyChunks;
  /** What its call has used of the thread. */
  readonly work: CallMeter;
  /** What it holds while it is written. */
  readonly held: HeldMemory;
  /** Characters of its long texts, which wait in memory. */
  readonly heldChars: number;
  /** Logs why the list cannot be written to its end. */
  readonly fault: (error: unknown) => void;
}

/** Characters of work after which a chunk ends with its record: half a millisecond to two; tests lower them. */
export const CHUNKS = { work: 64_000 };
/** Work of a row that is read from disk, in characters: a user's record shows addresses of up to 200 orders. */
const ROW_WORK = 1000;

/** Nanoseconds of a character of work: the least of bench/notes/long-lists.md. */
const CHARACTER_NS = 5;

/** The next chunk; what it takes is counted by `meter`. */
export const nextChunk = (reader: ReadContext, chunks: ReplyChunks, meter: CallMeter): string => {
  reader.rowsFetched = 0;
  const text = chunks.nextChunk(CHUNKS.work, () => reader.rowsFetched * ROW_WORK);
  meter.estimate((chunks.work * CHARACTER_NS) / 1e6);
  return text;
};

/** Characters of frozen records that one reply may hold. */
const FROZEN_CHARS_MAX = 16 * 1024 * 1024;

export abstract class LongList implements OpenList {
  protected readonly scheduler: ListScheduler;
  protected readonly source: ListSource;
  readonly holder: ListHolder;
  protected isOver = false;
  /** The highest record that a frozen record shows. */
  private frozenSeq = 0;
  private frozenChars = 0;

  constructor(scheduler: ListScheduler, source: ListSource) {
    this.scheduler = scheduler;
    this.source = source;
    this.holder = source.holder;
    this.forgetWritten();
    scheduler.add(this);
  }

  abstract step(): void;

  use(ms: number): void {
    this.source.work.use(ms);
  }

  get isSpent(): boolean {
    return this.source.work.isSpent;
  }

  abstract giveWay(): void;

  abstract stop(): void;

  /** Answers so that no client takes what has arrived for the whole. */
  protected abstract breakOff(): void;

  /**
   * Returns the next chunk; the reader's `readSeq` is then the highest record that it shows. Undefined: the list is
   * aborted.
   */
  protected nextChunk(): string | undefined {
    const { reader, chunks } = this.source;
    reader.readSeq = this.frozenSeq;
    try {
      const text = nextChunk(reader, chunks, this.source.work);
      this.forgetWritten();
      return text;
    } catch (error) {
      this.abandon(error);
      return undefined;
    }
  }

  freeze(kind: KindName, id: number, isDeleted: boolean): void {
    const { reader } = this.source;
    const parts = reader.lazyParts ?? [];
    const { readSeq } = reader;
    const { length } = parts;
    reader.readSeq = 0;
    try {
      for (let index = 0; index < length; index += 1) {
        const list = parts[index]!;
        if (list instanceof LazyText || list.kind !== kind || !(isDeleted || list.keyed)) continue;
        const record = list.pendingIndexOf(id);
        if (record >= 0) this.frozenChars += list.freeze(record);
      }
      const refusal = this.hold();
      if (this.frozenChars > FROZEN_CHARS_MAX || refusal !== undefined)
        throw new RangeError('more records were deleted before they were written than memory is reserved for');
    } catch (error) {
      this.abandon(error);
    }
    // Lists within frozen records are written already.
    parts.length = length;
    this.frozenSeq = Math.max(this.frozenSeq, reader.readSeq);
    reader.readSeq = readSeq;
  }

  /** Bytes of the reply that are in memory. */
  protected get textBytes(): number {
    return 0;
  }

  /** Charges what it holds now. Refuses: TOO_EXPENSIVE, OVERLOADED. */
  protected hold(): Refusal | undefined {
    return this.source.held.hold(this.source.heldChars + this.frozenChars + this.textBytes, 'request');
  }

  /** `why`: undefined if it was written to its end. */
  protected finish(why?: ListEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.source.held.giveBack();
    this.scheduler.remove(this, why);
  }

  protected abort(why: ListEnd): void {
    this.finish(why);
    this.breakOff();
  }

  private forgetWritten(): void {
    const { reader } = this.source;
    reader.lazyParts = reader.lazyParts?.filter(({ nextIndex, count }) => nextIndex < count);
  }

  private abandon(error: unknown): void {
    if (this.isOver) return;
    this.source.fault(error);
    this.abort('fault');
  }
}
