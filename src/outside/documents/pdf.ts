// Documents as PDF, laid out on a thread of their own (pdf-worker.ts): a document of a thousand lines takes a second,
// none of it on the event loop.
import type { Result } from '../../kernel/result.ts';
import { DocumentThread } from './document-thread.ts';
import type { PdfLayoutName } from './pdf-data.ts';

export interface PdfSettings {
  readonly pdfQueueMax: number;
  readonly pdfTimeoutMs: number;
  readonly documentBytesMax: number;
  readonly documentsKeptBytesMax: number;
}

export class PdfMaker {
  private readonly thread: DocumentThread;

  constructor({ pdfQueueMax, pdfTimeoutMs, documentBytesMax, documentsKeptBytesMax }: PdfSettings) {
    const limits = {
      queueMax: pdfQueueMax,
      timeoutMs: pdfTimeoutMs,
      bytesMax: documentBytesMax,
      keptBytesMax: documentsKeptBytesMax,
    };
    this.thread = new DocumentThread(new URL('./pdf-worker.ts', import.meta.url), limits);
  }

  /**
   * `data`: as `documentData`, or for the other layouts `slipsData` and `pickListData` make it. Refuses: DOCUMENT_BUSY,
   * DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE.
   */
  make(orderId: number, data: object, layout: PdfLayoutName = 'order'): Promise<Result<Uint8Array>> {
    return this.thread.make(orderId, { name: layout, json: JSON.stringify(data) });
  }

  /** See DocumentThread. */
  forget(): void {
    this.thread.forget();
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
