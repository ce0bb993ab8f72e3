// A long list that is collected chunk by chunk, for a caller that needs it in one piece: a part of a batch, or a
// transport that cannot stream. Each chunk is masked as it is made. The list takes turns with others, holds `bytesMax`
// bytes at most, and ends where its caller goes. A batch whose parts have used all that they may of the thread gets no
// more of it.
import type { Refusal } from '../../kernel/result.ts';
import type { ListScheduler } from './list-scheduler.ts';
import { LongList } from './long-list.ts';
import type { ListSource } from './long-list.ts';

export interface BufferedListOptions extends ListSource {
  readonly bytesMax: number;
  /** Leaves out what the caller's role hides; undefined: nothing. */
  readonly mask: ((text: string) => string) | undefined;
  /** Called once; `readSeq`: the highest record that the text shows. */
  done(readSeq: number, text: string): void;
  /** `bytes`: those of the list so far. */
  tooLarge(bytes: number): void;
  /** Called when it holds more than its call or all like it may. */
  noMemory(refusal: Refusal): void;
  /** Called when its call has used all its time of the thread; absent: the list is written to its end. */
  tooExpensive?: (() => void) | undefined;
  failed(): void;
  /** Called where the server stops. */
  stopped(): void;
  /** Whether nobody waits for it any more; then `left` is called in its next turn. */
  isGone(): boolean;
  left(): void;
}

export class BufferedList extends LongList {
  private readonly options: BufferedListOptions;
  private readonly texts: string[];
  private bytes: number;
  private readSeq: number;

  /** `first`: the first chunk, made with the list's reader. */
  constructor(scheduler: ListScheduler, options: BufferedListOptions, first: string) {
    super(scheduler, options);
    this.options = options;
    this.texts = [this.shown(first)];
    this.bytes = Buffer.byteLength(first);
    this.readSeq = options.reader.readSeq;
    scheduler.enqueue(this);
  }

  /** One that is refused then does not rest first. */
  override get isSpent(): boolean {
    return this.options.tooExpensive === undefined && super.isSpent;
  }

  protected override get textBytes(): number {
    return this.bytes;
  }

  private shown(text: string): string {
    const { mask } = this.options;
    return mask === undefined ? text : mask(text);
  }

  step(): void {
    const { bytesMax, chunks, reader, work, done, tooLarge, noMemory, tooExpensive, isGone, left } = this.options;
    if (!this.isOver && isGone()) {
      this.finish('left');
      return left();
    }
    if (!this.isOver && tooExpensive !== undefined && work.isSpent) {
      this.finish('too_expensive');
      return tooExpensive();
    }
    const text = this.isOver ? undefined : this.nextChunk();
    if (text === undefined) return;
    this.readSeq = Math.max(this.readSeq, reader.readSeq);
    this.texts.push(this.shown(text));
    this.bytes += Buffer.byteLength(text);
    if (this.bytes > bytesMax) {
      this.finish('too_large');
      return tooLarge(this.bytes);
    }
    const refusal = this.hold();
    if (refusal !== undefined) {
      this.finish('too_large');
      return noMemory(refusal);
    }
    if (!chunks.done) return this.scheduler.enqueue(this);
    this.finish();
    return done(this.readSeq, this.texts.join(''));
  }

  /** Never asked: nothing that is buffered waits for its reader. */
  giveWay(): void {
    this.abort('gave_way');
  }

  stop(): void {
    this.finish('server_stops');
    this.options.stopped();
  }

  protected breakOff(): void {
    this.options.failed();
  }
}
