import type { ReplyStream } from '../../kernel/reply-stream.ts';

/** What a stream needs of a response of uWebSockets.js. */
interface StreamedResponse {
  cork(work: () => void): unknown;
  write(chunk: string): boolean;
  end(): unknown;
  close(): unknown;
  onWritable(handler: () => boolean): unknown;
}

/** A reply that goes on, of the fast transport. */
export class UwsStream implements ReplyStream {
  onDrain = (): void => {};
  onClose = (): void => {};
  private over = false;
  private readonly response: StreamedResponse;
  private readonly forget: () => void;

  constructor(response: StreamedResponse, forget: () => void) {
    this.response = response;
    this.forget = forget;
    response.onWritable(() => {
      this.onDrain();
      return true;
    });
  }

  write(chunk: string): boolean {
    let isTaken = false;
    if (!this.over) this.response.cork(() => (isTaken = this.response.write(chunk)));
    return isTaken;
  }

  end(): void {
    if (this.over) return;
    // Asked to close, uWebSockets.js would write a header into the middle of the body.
    this.response.cork(() => this.response.end());
    this.gone();
  }

  abort(): void {
    if (this.over) return;
    this.response.close();
    this.gone();
  }

  gone(): void {
    if (this.over) return;
    this.over = true;
    this.forget();
    this.onClose();
  }
}
