import type { ReplyStream } from '../../kernel/reply-stream.ts';

/** A streamed reply of either transport: it ends once, and nothing is written after that. */
export abstract class StreamBase implements ReplyStream {
  onDrain = (): void => {};
  onClose = (): void => {};
  private isClosed = false;
  private readonly onEnd: () => void;

  /** `onEnd`: called once before `onClose`, for the transport's own bookkeeping. */
  constructor(onEnd: () => void) {
    this.onEnd = onEnd;
  }

  write(text: string): boolean {
    return !this.isClosed && this.writeText(text);
  }

  end(): void {
    if (this.isClosed) return;
    this.endReply();
    this.close();
  }

  abort(): void {
    if (this.isClosed) return;
    this.resetConnection();
    this.close();
  }

  /** The stream is over, because it was ended or because its client has gone. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.onEnd();
    this.onClose();
  }

  protected abstract writeText(text: string): boolean;
  protected abstract endReply(): void;
  protected abstract resetConnection(): void;
}
