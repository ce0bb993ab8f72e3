// A thread that renders documents as HTML, at a lower priority than the thread that serves.
import { workerData } from 'node:worker_threads';
import { lowerPriority, runJobs } from '../threads/job-thread.ts';
import { toAscii } from './ascii.ts';
import type { DocumentJob, DocumentReply, DocumentThreadData } from './document-thread.ts';
import { limitOf, newLiquid } from './liquid.ts';
import type { Template } from './liquid.ts';

/** `workerData` of this thread. */
interface HtmlThreadData extends DocumentThreadData {
  /** Template by name. */
  readonly texts: { readonly [name: string]: string };
}

lowerPriority();

const { texts, bytesMax } = workerData as HtmlThreadData;
const engine = newLiquid(texts);
const parsed = new Map<string, Template[]>();

const templateOf = (name: string): Template[] => {
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const template = engine.parse(texts[name]!);
  parsed.set(name, template);
  return template;
};

/** The values are escaped and never read as a template. */
const render = ({ name, json }: DocumentJob): Uint8Array => {
  const html = engine.renderSync(templateOf(name), JSON.parse(json) as object) as string;
  return new TextEncoder().encode(toAscii(html));
};

runJobs(
  (job: DocumentJob): DocumentReply => {
    try {
      const bytes = render(job);
      return bytes.length > bytesMax ? { refused: 'DOCUMENT_TOO_LARGE' } : { bytes };
    } catch (error) {
      const refused = limitOf(error);
      if (refused === undefined) throw error;
      return { refused };
    }
  },
  (reply) => ('bytes' in reply ? [reply.bytes.buffer as ArrayBuffer] : []),
);
