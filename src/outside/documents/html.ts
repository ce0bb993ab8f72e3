// Documents as HTML. A usual one is made at once on the thread that serves, in less than a millisecond; a long one, or
// one more in a turn of the event loop that has made some already, on a thread of its own.
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { DocumentThread, documentTooLarge } from './document-thread.ts';
import type { DocumentName, Templates } from './templates.ts';

export interface HtmlSettings {
  readonly htmlQueueMax: number;
  readonly htmlTimeoutMs: number;
  readonly documentBytesMax: number;
  readonly documentsKeptBytesMax: number;
}

/** Characters of a document's values: an order of 45 lines, which takes less than 2 ms. */
const IN_PLACE_LENGTH_MAX = 12_000;
/** For a shop's own templates: what takes longer begins again on the thread. */
const IN_PLACE_MS_MAX = 20;
/** One call of `aggregate` asks for fifty documents at once. */
const TURN_MS_MAX = 8;

export class HtmlMaker {
  private readonly templates: Templates;
  private readonly bytesMax: number;
  private readonly thread: DocumentThread;
  /** Milliseconds spent in place in this turn of the loop. */
  private turnMs = 0;

  constructor(templates: Templates, settings: HtmlSettings) {
    const { htmlQueueMax, htmlTimeoutMs, documentBytesMax, documentsKeptBytesMax } = settings;
    this.templates = templates;
    this.bytesMax = documentBytesMax;
    const limits = {
      queueMax: htmlQueueMax,
      timeoutMs: htmlTimeoutMs,
      bytesMax: documentBytesMax,
      keptBytesMax: documentsKeptBytesMax,
    };
    this.thread = new DocumentThread(new URL('./html-worker.ts', import.meta.url), limits, { texts: templates.texts });
  }

  /** `data`: as `documentData` makes it. Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE. */
  make(orderId: number, name: DocumentName, data: object): Result<Uint8Array> | Promise<Result<Uint8Array>> {
    const json = JSON.stringify(data);
    const html = json.length <= IN_PLACE_LENGTH_MAX && this.turnMs < TURN_MS_MAX ? this.inPlace(name, data) : undefined;
    if (html === undefined) return this.thread.make(orderId, { name, json });
    const bytes = Buffer.from(html);
    return bytes.length > this.bytesMax ? documentTooLarge(this.bytesMax, bytes.length) : ok(bytes);
  }

  private inPlace(name: DocumentName, data: object): string | undefined {
    const startMs = performance.now();
    const html = this.templates.htmlWithin(IN_PLACE_MS_MAX, name, data);
    if (this.turnMs === 0) setImmediate(() => (this.turnMs = 0));
    this.turnMs += performance.now() - startMs;
    return html;
  }

  /** See DocumentThread. */
  forget(): void {
    this.thread.forget();
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
