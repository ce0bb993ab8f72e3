// Documents as PDF, laid out on a thread of their own (pdf-worker.ts): a document of a thousand lines takes a second,
// and the event loop none of it.
import type { Result } from '../../kernel/result.ts';
import { DocumentThread } from './document-thread.ts';

export interface PdfSettings {
  readonly pdfQueueMax: number;
  readonly pdfTimeoutMs: number;
  readonly documentBytesMax: number;
}

export class PdfMaker {
  private readonly thread: DocumentThread<object>;

  constructor({ pdfQueueMax, pdfTimeoutMs, documentBytesMax }: PdfSettings) {
    const limits = { queueMax: pdfQueueMax, timeoutMs: pdfTimeoutMs, bytesMax: documentBytesMax };
    this.thread = new DocumentThread(new URL('./pdf-worker.ts', import.meta.url), limits);
  }

  /** `data`: as `documentData` makes it. Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE. */
  make(data: object): Promise<Result<Uint8Array>> {
    return this.thread.make(data);
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
