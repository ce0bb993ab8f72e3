// Settings of documents and images: letterhead, templates, and what making one may cost.
import type { WrittenAccounting } from '../domain/accounting.ts';
import type { Seller } from '../domain/seller.ts';
import {
  ACCOUNTING_TEXTS,
  ACCOUNTS_MAX,
  AccountNumber,
  EXEMPTIONS_MAX,
  AccountDigits,
  ExemptionKinds,
  FiscalYear,
  SELLER_TEXTS,
  SellerCountry,
  SellerText,
  TaxCategories,
  TaxCode,
} from '../domain/shop/written-settings.ts';
import { Type, json } from '../kernel/params.ts';
import { jsonSetting, text, whole } from './setting.ts';

const CLOSED = { additionalProperties: false } as const;
const ANY_TEXT = /^.*$/s;

export const DOCUMENT_SETTINGS = {
  company: text('', 'name and address of the shop’s operator, line by line: the head of documents', {
    pattern: ANY_TEXT,
    when: 'For every real shop: without it invoices do not say whose they are, and get_status says incomplete.',
  }),
  companyFoot: text('', 'tax number, register, bank account, line by line: the foot of documents', {
    pattern: ANY_TEXT,
    when: 'For every real shop, as the law of its country wants it.',
  }),
  seller: jsonSetting<Partial<Seller>>(
    {},
    'what electronic invoices say of the shop, field by field: {"name":"…","street":"…","zip":"…","city":"…",' +
      '"country":"DE","vatId":"DE…"}; empty = none are made',
    {
      shape: json(
        Type.Partial(
          Type.Object(
            {
              ...SELLER_TEXTS,
              country: SellerCountry,
              vatId: SellerText,
              taxNumber: SellerText,
              smallBusiness: Type.Boolean(),
              exemptions: Type.Array(
                Type.Object({ taxClass: SellerText, kind: ExemptionKinds, reason: Type.Optional(SellerText) }, CLOSED),
                { maxItems: EXEMPTIONS_MAX },
              ),
            },
            CLOSED,
          ),
        ),
      ),
      when: 'Where buyers are companies or authorities: docs/sell/e-invoices.md.',
    },
  ),
  accounting: jsonSetting<WrittenAccounting>(
    {},
    'accounts and numbers of exports for bookkeeping: {"chart":"skr04","consultant":1001,"client":1,' +
      '"money":[{"method":3,"account":"1461"}]}; empty = those of SKR03',
    {
      shape: json(
        Type.Partial(
          Type.Object(
            {
              ...ACCOUNTING_TEXTS,
              fiscalYear: FiscalYear,
              accountDigits: AccountDigits,
              revenue: Type.Array(
                Type.Object(
                  {
                    rate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
                    category: Type.Optional(TaxCategories),
                    country: Type.Optional(SellerCountry),
                    taxClass: Type.Optional(SellerText),
                    account: AccountNumber,
                    taxCode: Type.Optional(TaxCode),
                  },
                  CLOSED,
                ),
                { maxItems: ACCOUNTS_MAX },
              ),
              money: Type.Array(Type.Object({ method: Type.Integer({ minimum: 0 }), account: AccountNumber }, CLOSED), {
                maxItems: ACCOUNTS_MAX,
              }),
            },
            CLOSED,
          ),
        ),
      ),
      when: 'Where the shop exports its bookings: docs/sell/accounting.md.',
    },
  ),
  templates: text('', 'directory of the shop’s own document templates; what it lacks comes from templates/', {
    pattern: ANY_TEXT,
    when: 'Where documents must look or read otherwise: docs/sell/document-templates.md.',
  }),
  pdfQueueMax: whole(100, 'PDF documents that may wait to be rendered', {
    unit: 'documents',
    min: 1,
    max: 100_000,
    when: 'Higher where a back office asks for many at once and gets DOCUMENT_BUSY.',
  }),
  pdfTimeoutMs: whole(5000, 'time that one PDF document may take', {
    unit: 'ms',
    min: 100,
    when: 'Longer for orders of very many lines on a slow machine.',
  }),
  htmlQueueMax: whole(500, 'HTML documents that may wait to be rendered in a worker thread', {
    unit: 'documents',
    min: 1,
    max: 100_000,
    when: 'As pdfQueueMax.',
  }),
  htmlTimeoutMs: whole(5000, 'time that one HTML document may take', {
    unit: 'ms',
    min: 100,
    when: 'Longer for templates of your own that take longer.',
  }),
  documentBytesMax: whole(4_194_304, 'size that one document, HTML or PDF, may have; a larger one is not made', {
    unit: 'bytes',
    min: 65_536,
    max: 67_108_864,
    when: 'Higher for templates with pictures in them; issued invoices are kept at that size.',
  }),
  imagesMb: whole(1024, 'size of all pictures that are uploaded in the back office', {
    unit: 'MiB',
    min: 1,
    max: 1_048_576,
    when: 'Higher for shops with more pictures. Nothing removes a file: those that nothing shows are removed by hand.',
  }),
  documentsKeptBytesMax: whole(33_554_432, 'size of the documents that are kept to be shown again; 0 = none', {
    unit: 'bytes',
    max: 4_294_967_296,
    when: 'Higher where many orders are shown again and again as PDF; beside the heap, half for PDF and half for HTML.',
  }),
  imageHosts: jsonSetting<readonly string[]>(
    [],
    'hosts whose images are asked for their size where a write leaves it out; empty = none',
    {
      shape: json(Type.Array(Type.String({ pattern: '^[a-z0-9.:-]+$' }), { uniqueItems: true, maxItems: 1000 })),
      when: 'Where clients need width and height of images and those who write products do not know them.',
    },
  ),
};
