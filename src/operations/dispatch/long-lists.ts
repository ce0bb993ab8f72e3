// Replies that are written slice by slice: long lists, in bounded memory, one slice of one of them in each turn of the
// loop.
//
//   view → Slices → slice → gate → transport → next slice, once the caller has taken this one
//
// What is in a list is fixed when it is looked for. A record that ends before it is written is kept as it was.
import type { Engine } from '../../engine/engine.ts';
import type { Waiter } from '../../engine/durability-gate.ts';
import type { ReadContext } from '../../engine/read-context.ts';
import type { KindName } from '../../domain/kinds.ts';
import type { PendingActor } from '../../engine/unit-of-work.ts';
import type { Meter } from '../../engine/maintenance/usage-counter.ts';
import type { ReplyChunks } from '../../kernel/reply-chunks.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';

export interface LongListOptions {
  /** Lists that are written at a time. */
  readonly openMax: number;
  /** Milliseconds that a caller may take nothing. */
  readonly stalledMsMax: number;
  /** Calls on a later turn of the loop, behind what waits there. */
  readonly soon: (run: () => void) => void;
  /** Calls after so many milliseconds, unless what it gives is called before. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** One list: what it looks with, what of it is still to be written, and its name for the log. */
export interface ListCall {
  readonly reader: ReadContext;
  readonly chunks: ReplyChunks;
  readonly fault: (error: unknown) => void;
}

/**
 * A slice ends behind the record with which it has taken so much work, in characters: half a millisecond to two
 * (bench/README.md).
 */
const CHUNK_WORK = 64_000;
/** A row that is read from the disk: a user's record shows addresses of up to 200 orders. */
const ROW_WORK = 1000;

/** The next slice, made with this look. */
export const nextChunk = (reader: ReadContext, slices: ReplyChunks): string => {
  reader.rowsFetched = 0;
  return slices.nextChunk(CHUNK_WORK, () => reader.rowsFetched * ROW_WORK);
};

/** Of records that have ended before they were written. */
const KEPT_CHARS_MAX = 16 * 1024 * 1024;

/** What all open lists of a shop share. */
export class ListScheduler {
  readonly engine: Engine;
  readonly options: LongListOptions;
  private readonly open = new Set<OpenList>();
  private readonly ready: OpenList[] = [];
  private scheduled = false;

  constructor(engine: Engine, options: LongListOptions) {
    this.engine = engine;
    this.options = options;
  }

  get full(): boolean {
    return this.open.size >= this.options.openMax;
  }

  add(list: OpenList): void {
    this.open.add(list);
    this.engine.beforeApply ??= (drafted) => this.changing(drafted);
  }

  over(list: OpenList): void {
    this.open.delete(list);
    if (this.open.size === 0) this.engine.beforeApply = undefined;
  }

  /** In turns: no list is written twice while another one waits, and every slice has a turn of the loop to itself. */
  enqueue(list: OpenList): void {
    this.ready.push(list);
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled || this.ready.length === 0) return;
    this.scheduled = true;
    this.options.soon(() => {
      this.scheduled = false;
      this.ready.shift()?.step();
      this.schedule();
    });
  }

  /** Before a record is applied: never throws. */
  private changing(drafted: readonly PendingActor[]): void {
    for (const { actor, events } of drafted) {
      const { ends, renames } = actor.table.kind;
      const ended = events.some(({ event }) => event.type === ends);
      if (!ended && !events.some(({ event }) => event.type === renames)) continue;
      for (const list of this.open) list.keep(actor.table.name, actor.id, ended);
    }
  }
}

/** A list that is being written. */
abstract class OpenList {
  protected readonly lists: ListScheduler;
  protected readonly call: ListCall;
  protected isOver = false;
  /** The highest record among all that the records that are kept saw. */
  private keptSeq = 0;
  private keptChars = 0;

  constructor(lists: ListScheduler, call: ListCall) {
    this.lists = lists;
    this.call = call;
    this.forget();
    lists.add(this);
  }

  /** Writes a slice. */
  abstract step(): void;
  /** Ends without an end that a reader could take for one. */
  protected abstract cut(): void;

  /** The next slice; undefined when the list is cut. What it saw stands in the look. */
  protected nextChunkOrCut(): string | undefined {
    const { reader, chunks: slices } = this.call;
    reader.readSeq = this.keptSeq;
    try {
      const text = nextChunk(reader, slices);
      this.forget();
      return text;
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  /** The lists that are written. */
  private forget(): void {
    const { reader } = this.call;
    reader.lazyLists = reader.lazyLists?.filter(({ nextIndex, count }) => nextIndex < count);
  }

  protected over(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.lists.over(this);
  }

  private failed(error: unknown): void {
    if (this.isOver) return;
    this.call.fault(error);
    this.over();
    this.cut();
  }

  /** An actor will end, or have another name: where it is still to be written, it will be shown as it is now. */
  keep(kind: KindName, id: number, ended: boolean): void {
    const { reader } = this.call;
    const lists = reader.lazyLists ?? [];
    const { readSeq } = reader;
    const { length } = lists;
    reader.readSeq = 0;
    try {
      for (let at = 0; at < length; at += 1) {
        const records = lists[at]!;
        const place = records.kind === kind && (ended || records.keyed) ? records.pendingIndexOf(id) : -1;
        if (place >= 0) this.keptChars += records.freeze(place);
      }
      if (this.keptChars > KEPT_CHARS_MAX)
        throw new RangeError('more records ended before they were written than memory is given for');
    } catch (error) {
      this.failed(error);
    }
    // Those of the records that were kept are written already.
    lists.length = length;
    this.keptSeq = Math.max(this.keptSeq, reader.readSeq);
    reader.readSeq = readSeq;
  }
}

export interface StreamedCall extends ListCall {
  readonly meter: Meter | undefined;
  /** Begins the reply; undefined after the caller has gone. */
  begin(): ReplyStream | undefined;
  /** Answers instead: the disk failed before the first slice was written. */
  failed(): void;
}

/** Written to its caller: every slice waits for the disk, and for the caller to take it. */
export class StreamedList extends OpenList implements Waiter {
  private readonly streamed: StreamedCall;
  private sink: ReplyStream | undefined = undefined;
  private text: string;
  private unstall: (() => void) | undefined = undefined;

  /** `first`: the first slice, made with the list's look. */
  constructor(lists: ListScheduler, call: StreamedCall, first: string) {
    super(lists, call);
    this.streamed = call;
    this.text = first;
    lists.engine.releaseWhenDurable(call.reader.readSeq, this);
  }

  step(): void {
    const text = this.isOver ? undefined : this.nextChunkOrCut();
    if (text === undefined) return;
    this.text = text;
    this.lists.engine.releaseWhenDurable(this.call.reader.readSeq, this);
  }

  /** All that the slice shows is on the disk. */
  release(): void {
    if (this.isOver) return;
    const sink = (this.sink ??= this.begun());
    if (sink === undefined) return this.over();
    const { text } = this;
    this.text = '';
    this.streamed.meter?.add(Buffer.byteLength(text));
    if (sink.write(text)) return this.taken();
    this.unstall = this.lists.options.after(this.lists.options.stalledMsMax, () => this.cut());
  }

  fail(): void {
    if (this.isOver) return;
    if (this.sink === undefined) {
      this.over();
      this.streamed.failed();
    } else this.cut();
  }

  private begun(): ReplyStream | undefined {
    const sink = this.streamed.begin();
    if (sink === undefined) return undefined;
    sink.onDrain = () => {
      if (this.unstall === undefined) return;
      this.unstall();
      this.unstall = undefined;
      this.taken();
    };
    sink.onClose = () => this.over();
    return sink;
  }

  private taken(): void {
    if (this.isOver) return;
    if (!this.call.chunks.done) return this.lists.enqueue(this);
    this.over();
    this.sink!.end();
  }

  protected override over(): void {
    super.over();
    this.unstall?.();
    this.unstall = undefined;
  }

  protected cut(): void {
    this.over();
    this.sink?.abort();
  }
}

export interface BufferedCall extends ListCall {
  readonly bytesMax: number;
  /** Called once; `readSeq`: the highest record among all that was seen. */
  done(readSeq: number, text: string): void;
  tooLarge(): void;
  failed(): void;
}

/** Gathered slice by slice, for whoever needs it in one piece. */
export class BufferedList extends OpenList {
  private readonly gathered: BufferedCall;
  private readonly texts: string[];
  private bytes: number;
  private readSeq: number;

  constructor(lists: ListScheduler, call: BufferedCall, first: string) {
    super(lists, call);
    this.gathered = call;
    this.texts = [first];
    this.bytes = Buffer.byteLength(first);
    this.readSeq = call.reader.readSeq;
    lists.enqueue(this);
  }

  step(): void {
    const text = this.isOver ? undefined : this.nextChunkOrCut();
    if (text === undefined) return;
    const { call, gathered } = this;
    this.readSeq = Math.max(this.readSeq, call.reader.readSeq);
    this.texts.push(text);
    this.bytes += Buffer.byteLength(text);
    if (this.bytes > gathered.bytesMax) {
      this.over();
      return gathered.tooLarge();
    }
    if (!call.chunks.done) return this.lists.enqueue(this);
    this.over();
    return gathered.done(this.readSeq, this.texts.join(''));
  }

  protected cut(): void {
    this.gathered.failed();
  }
}
