// A thread that lays documents out as PDF, at a lower priority than the thread that serves.
import { workerData } from 'node:worker_threads';
import { lowerPriority, runJobs } from '../threads/job-thread.ts';
import type { DocumentReply, DocumentThreadData } from './document-thread.ts';
import type { PdfData } from './pdf-data.ts';
import { PdfLayout } from './pdf-layout.ts';

lowerPriority();

const { bytesMax } = workerData as DocumentThreadData;

runJobs(async (data: PdfData): Promise<DocumentReply> => {
  const bytes = await new PdfLayout(data).toBytes();
  return bytes.length > bytesMax ? { refused: 'DOCUMENT_TOO_LARGE' } : { bytes };
});
