// A thread that lays documents out as PDF, at a lower priority than the thread that serves.
import { workerData } from 'node:worker_threads';
import { lowerPriority, runJobs } from '../threads/job-thread.ts';
import type { DocumentJob, DocumentReply, DocumentThreadData } from './document-thread.ts';
import { ublOf } from './e-invoice-ubl.ts';
import { hybridPdf } from './hybrid-pdf.ts';
import type { InvoiceData } from './hybrid-pdf.ts';
import type { PdfData, PdfLayoutName, PickListData, SlipsData } from './pdf-data.ts';
import { PdfLayout } from './pdf-layout.ts';
import { pickListPdf, slipsPdf } from './pdf-slips.ts';

lowerPriority();

const { bytesMax } = workerData as DocumentThreadData;

const xmlBytes = (xml: string): Promise<Buffer> => Promise.resolve(Buffer.from(xml));

const LAYOUTS: { readonly [name in PdfLayoutName]: (data: unknown) => Promise<Buffer> } = {
  zugferd: (data) => hybridPdf(data as InvoiceData),
  xrechnung: (data) => xmlBytes(ublOf((data as InvoiceData).e_invoice, 'xrechnung')),
  ubl: (data) => xmlBytes(ublOf((data as InvoiceData).e_invoice, 'ubl')),
  order: (data) => new PdfLayout(data as PdfData).toBytes(),
  packing_slips: (data) => slipsPdf(data as SlipsData),
  pick_list: (data) => pickListPdf(data as PickListData),
};

runJobs(async ({ name, json }: DocumentJob): Promise<DocumentReply> => {
  const bytes = await LAYOUTS[name as PdfLayoutName](JSON.parse(json));
  return bytes.length > bytesMax ? { refused: 'DOCUMENT_TOO_LARGE' } : { bytes };
});
