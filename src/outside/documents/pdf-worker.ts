// A thread that lays documents out as PDF, at a lower priority than the thread that serves.
import { workerData } from 'node:worker_threads';
import { lowerPriority, runJobs } from '../threads/job-thread.ts';
import type { DocumentJob, DocumentReply, DocumentThreadData } from './document-thread.ts';
import type { PdfData } from './pdf-data.ts';
import { PdfLayout } from './pdf-layout.ts';

lowerPriority();

const { bytesMax } = workerData as DocumentThreadData;

runJobs(async ({ json }: DocumentJob): Promise<DocumentReply> => {
  const bytes = await new PdfLayout(JSON.parse(json) as PdfData).toBytes();
  return bytes.length > bytesMax ? { refused: 'DOCUMENT_TOO_LARGE' } : { bytes };
});
