// Writes docs/sell/samples/: documents to look at, from the built-in templates.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentServices } from '../src/server/document-wiring.ts';
import { loadConfig } from '../src/config/config.ts';
import { shopRules } from '../src/config/shop-rules.ts';
import { documentData } from '../src/operations/views/document.ts';
import { sampleOrder } from './samples/order.ts';

const DIRECTORY = join(import.meta.dirname, '..', 'docs', 'sell', 'samples');
const LINES = 6;

const config = loadConfig(
  {
    company: 'Kontor Beispielhandel GmbH\nSpeicherstadt 1\n20457 Hamburg\nhallo@example.org',
    companyFoot: 'Amtsgericht Hamburg, HRB 00000 · USt-IdNr. DE000000000\nIBAN DE00 0000 0000 0000 0000 00',
  },
  {},
  '/nonexistent',
);
const documents = documentServices(config);
const rules = shopRules(config);

const dataOf = (name: 'invoice' | 'order_confirmation', language: string): object =>
  documentData(
    {
      name,
      orderId: 11_042,
      order: sampleOrder(LINES),
      rules,
      spoken: language,
      labels: documents.templates.labels(language),
      args: {},
    },
    documents,
  );

mkdirSync(DIRECTORY, { recursive: true });
writeFileSync(join(DIRECTORY, 'invoice-de.html'), documents.templates.html('invoice', dataOf('invoice', 'de')));
writeFileSync(
  join(DIRECTORY, 'order-confirmation-en.html'),
  documents.templates.html('order_confirmation', dataOf('order_confirmation', 'en')),
);
const pdf = await documents.pdf.make(1, dataOf('invoice', 'de'));
if (!pdf.ok) throw new Error(pdf.code);
writeFileSync(join(DIRECTORY, 'invoice-de.pdf'), pdf.value);
await documents.pdf.close();
