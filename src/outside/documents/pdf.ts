// Documents as PDF, laid out on a thread of their own (pdf-worker.js): a document of a thousand lines takes a second,
// and the loop none of it.
import type * as NotoSans from '@expo-google-fonts/noto-sans';
import type { Bidi } from 'bidi-js';
import type { Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import type { Result } from '../../kernel/result.ts';
import { DocumentThread } from './document-thread.ts';

/** What the thread is made of (pdf-text.js, fonts.js). */
export type BuiltInFace = Extract<keyof typeof NotoSans, 'NotoSans_400Regular' | 'NotoSans_700Bold'>;
export type Page = InstanceType<typeof PDFDocument>;
export type { Bidi, Font };

export interface PdfSettings {
  readonly pdfQueueMax: number;
  readonly pdfTimeoutMs: number;
  readonly documentBytesMax: number;
}

export class PdfMaker {
  private readonly thread: DocumentThread;

  constructor({ pdfQueueMax, pdfTimeoutMs, documentBytesMax }: PdfSettings) {
    const limits = { queueMax: pdfQueueMax, msMax: pdfTimeoutMs, bytesMax: documentBytesMax };
    this.thread = new DocumentThread(new URL('./pdf-worker.js', import.meta.url), limits);
  }

  /** Shape of `data`: what `documentData` gives. Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE. */
  make(data: object): Promise<Result<Uint8Array>> {
    return this.thread.make(data);
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
