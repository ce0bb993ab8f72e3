// A long list that is written to its client chunk by chunk.
//
// Guaranteed: each chunk is on the disk before it is sent, and the next one is made only when the client has read it.
// A failure in the middle resets the connection: the status 200 has been sent by then. So does a reader who takes
// nothing for `stallTimeoutMs`, or for `yieldMs` where another list needs its place (list-places.ts).
import type { Waiter } from '../../engine/commit/durability-gate.ts';
import type { Meter } from '../../engine/maintenance/usage-counter.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import type { ListEnd, ListScheduler } from './list-scheduler.ts';
import { LongList } from './long-list.ts';
import type { ListSource } from './long-list.ts';

export interface StreamedListOptions extends ListSource {
  readonly meter: Meter | undefined;
  /** Begins the reply; undefined after the client has gone. */
  begin(): ReplyStream | undefined;
  /** Answers instead: the disk failed before the first chunk was sent. */
  failed(): void;
  /** Answers instead: the server stops before the first chunk was sent. */
  stopped(): void;
}

export class StreamedList extends LongList implements Waiter {
  private readonly options: StreamedListOptions;
  private stream: ReplyStream | undefined = undefined;
  private text: string;
  private cancelStallTimer: (() => void) | undefined = undefined;

  /** `first`: the first chunk, made with the list's reader. */
  constructor(scheduler: ListScheduler, options: StreamedListOptions, first: string) {
    super(scheduler, options);
    this.options = options;
    this.text = first;
    scheduler.engine.releaseWhenDurable(options.reader.readSeq, this);
  }

  step(): void {
    const text = this.isOver ? undefined : this.nextChunk();
    if (text === undefined) return;
    this.text = text;
    this.scheduler.engine.releaseWhenDurable(this.options.reader.readSeq, this);
  }

  /** Everything that the chunk shows is on the disk. */
  release(): void {
    if (this.isOver) return;
    const stream = (this.stream ??= this.begin());
    if (stream === undefined) return this.finish('left');
    const { text } = this;
    this.text = '';
    this.options.meter?.add(Buffer.byteLength(text));
    if (stream.write(text)) return this.continue();
    const { after, stallTimeoutMs } = this.scheduler.options;
    this.cancelStallTimer = after(stallTimeoutMs, () => this.abort('stalled'));
    this.scheduler.stall(this);
  }

  /** The disk failed. */
  fail(): void {
    if (this.isOver) return;
    if (this.stream !== undefined) return this.abort('disk');
    this.finish('disk');
    this.options.failed();
  }

  private begin(): ReplyStream | undefined {
    const stream = this.options.begin();
    if (stream === undefined) return undefined;
    stream.onDrain = () => {
      if (this.cancelStallTimer === undefined) return;
      this.cancelStallTimer();
      this.cancelStallTimer = undefined;
      this.scheduler.resume(this);
      this.continue();
    };
    stream.onClose = () => this.finish('left');
    return stream;
  }

  private continue(): void {
    if (this.isOver) return;
    if (!this.options.chunks.done) return this.scheduler.enqueue(this);
    this.finish();
    this.stream!.end();
  }

  giveWay(): void {
    this.abort('gave_way');
  }

  stop(): void {
    if (this.stream !== undefined) return this.abort('server_stops');
    this.finish('server_stops');
    this.options.stopped();
  }

  protected override finish(why?: ListEnd): void {
    super.finish(why);
    this.cancelStallTimer?.();
    this.cancelStallTimer = undefined;
  }

  protected breakOff(): void {
    this.stream?.abort();
  }
}
