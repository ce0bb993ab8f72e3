// Documents as HTML. The serving thread makes a usual one at once, in less than a millisecond. A thread of its own
// makes long ones, and further ones of a turn of the event loop that has already made some.
import { isOfMail } from '../../domain/shop/document-template.ts';
import { DONE, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { DocumentThread, documentTooLarge } from './document-thread.ts';
import type { OwnTemplates, RenderedName, TemplateName, Templates } from './templates.ts';

export interface HtmlSettings {
  readonly htmlQueueMax: number;
  readonly htmlTimeoutMs: number;
  readonly documentBytesMax: number;
  readonly documentsKeptBytesMax: number;
}

/** A template, and data to try it on. */
interface Trial {
  readonly name: TemplateName;
  readonly data: object;
}

/** Characters of the values of a document made in place: an order of 45 lines, less than 2 ms. */
const IN_PLACE_LENGTH_MAX = 12_000;
/** Limit in place for a shop's own templates; a document that exceeds it begins again on the thread. */
const IN_PLACE_MS_MAX = 20;
/** Time in place per turn of the event loop: one `aggregate` may request fifty documents at once. */
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

  /**
   * `data`: as `documentData` makes it. `own`: templates that the shop has of its own, by name; what these make of it
   * is made on the thread, whatever its size.
   *
   * Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE, TEMPLATE_INVALID.
   */
  make(
    orderId: number,
    name: RenderedName,
    data: object,
    own: OwnTemplates,
  ): Result<Uint8Array> | Promise<Result<Uint8Array>> {
    if (Object.keys(own).length > 0) return this.makeBy(orderId, name, data, own);
    const json = JSON.stringify(data);
    const html = json.length <= IN_PLACE_LENGTH_MAX && this.turnMs < TURN_MS_MAX ? this.inPlace(name, data) : undefined;
    if (html === undefined) return this.thread.make(orderId, { name, json, isUnkept: isOfMail(name) });
    const bytes = Buffer.from(html);
    return bytes.length > this.bytesMax ? documentTooLarge(name, this.bytesMax, bytes.length) : ok(bytes);
  }

  /** As `make`, always on the thread; `name` may be a part of documents as well. */
  makeBy(orderId: number, name: TemplateName, data: object, own: OwnTemplates): Promise<Result<Uint8Array>> {
    const job = { name, json: JSON.stringify(data), own: JSON.stringify(own), isUnkept: isOfMail(name) };
    return this.thread.make(orderId, job);
  }

  /** Makes each and drops it. Refuses as `make`, at the first that cannot be made. */
  async tryOut(trials: readonly Trial[], own: OwnTemplates): Promise<Result<void>> {
    for (const { name, data } of trials) {
      const made = await this.makeBy(0, name, data, own);
      if (!made.ok) return made;
    }
    return DONE;
  }

  private inPlace(name: RenderedName, data: object): string | undefined {
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
