// Makers of PDF documents for tests, and the data of an invoice.
import '../threads/compiled-threads.ts';
import { PdfMaker } from '../../../src/outside/documents/pdf.ts';
import type { PdfSettings } from '../../../src/outside/documents/pdf.ts';
import { Templates } from '../../../src/outside/documents/templates.ts';
import { endsWithTest } from '../../harness/endings.ts';

const SETTINGS: PdfSettings = {
  pdfQueueMax: 10,
  pdfTimeoutMs: 60_000,
  documentBytesMax: 4_194_304,
  documentsKeptBytesMax: 0,
};

/** One that lasts as long as its caller wants. */
export const newMaker = (settings: Partial<PdfSettings> = {}): PdfMaker => new PdfMaker({ ...SETTINGS, ...settings });

/** One that ends with its test. */
export const maker = (settings: Partial<PdfSettings>): PdfMaker => {
  const made = newMaker(settings);
  endsWithTest(() => made.close());
  return made;
};

const LABELS = new Templates('').labels('de');

export const line = (position: number, name = `Wollmütze ${position}`): object => ({
  position: String(position),
  name,
  description: '',
  element_number: '',
  attributes: [],
  quantity: '1',
  price: '1,00 €',
  rate: '19 %',
  sum: '1,00 €',
});

export const data = (lines: readonly object[], more: object = {}): object => ({
  ...LABELS.documents.invoice,
  language: 'de',
  text: LABELS.text,
  greeting: 'Guten Tag',
  number: 'R-7',
  invoice_number: 'R-7',
  order_number: '10007',
  date: '02.01.2026',
  created_ms: 1_767_323_045_678,
  canceled: false,
  company: ['Kontor GmbH', 'Hafenstraße 1'],
  company_foot: ['USt-IdNr. DE1'],
  sender: 'Kontor GmbH',
  invoice_address: ['Änne Łuczak'],
  delivery_address: [],
  note_lines: [],
  payment_method: '',
  delivery_method: '',
  lines,
  sum: '1,00 €',
  coupons: [],
  delivery_costs: [],
  total: '1,00 €',
  taxes: [{ rate: '19 %', net: '0,84 €', tax: '0,16 €', gross: '1,00 €' }],
  ...more,
});

export const pdf = async (made: PdfMaker, given: object): Promise<Buffer> => {
  const result = await made.make(1, given);
  if (!result.ok) throw new Error(result.code);
  return Buffer.from(result.value);
};
