// Settings of documents and images: letterhead, templates, and what making one may cost.
import { Type, json } from '../kernel/params.ts';
import { jsonSetting, text, whole } from './setting.ts';

export const DOCUMENT_SETTINGS = {
  company: text('', 'name and address of the shop’s operator, line by line: the head of documents', /^.*$/s),
  companyFoot: text('', 'tax number, register, bank account, line by line: the foot of documents', /^.*$/s),
  templates: text('', 'directory of the shop’s own document templates; what it lacks comes from templates/', /^.*$/s),
  pdfQueueMax: whole(100, 'PDF documents that may wait to be rendered', 1, 100_000),
  pdfTimeoutMs: whole(30_000, 'milliseconds that one PDF document may take', 100),
  htmlQueueMax: whole(500, 'HTML documents that may wait to be rendered in a worker thread', 1, 100_000),
  htmlTimeoutMs: whole(10_000, 'milliseconds that one HTML document may take', 100),
  documentBytesMax: whole(4_194_304, 'bytes of one document, HTML or PDF', 65_536, 67_108_864),
  imageHosts: jsonSetting<readonly string[]>(
    [],
    'hosts whose images are asked for their size where a write leaves it out; empty = none',
    json(Type.Array(Type.String({ pattern: '^[a-z0-9.:-]+$' }), { uniqueItems: true, maxItems: 1000 })),
  ),
};
