// A thread that renders documents as HTML, at a lower priority than the thread that serves.
import { workerData } from 'node:worker_threads';
import { lowerPriority, runJobs } from '../threads/job-thread.ts';
import { toAscii } from './ascii.ts';
import type { DocumentJob, DocumentReply, DocumentThreadData } from './document-thread.ts';
import { checkIncludes, faultOf, limitOf, newLiquid } from './liquid.ts';
import type { Template } from './liquid.ts';

/** `workerData` of this thread. */
interface HtmlThreadData extends DocumentThreadData {
  /** Template by name. */
  readonly texts: { readonly [name: string]: string };
}

lowerPriority();

const { texts, bytesMax } = workerData as HtmlThreadData;
type Texts = HtmlThreadData['texts'];

/** Parses templates, each once. */
const rendererOf = (all: Texts) => {
  const engine = newLiquid(all);
  const parsed = new Map<string, Template[]>();
  return (name: string, data: object): string => {
    let template = parsed.get(name);
    if (template === undefined) {
      checkIncludes(all, name);
      parsed.set(name, (template = engine.parse(all[name]!)));
    }
    return engine.renderSync(template, data) as string;
  };
};

const withoutOwn = rendererOf(texts);
/** The last one, since a shop changes its templates seldom. */
let withOwn = { own: '{}', render: withoutOwn };

const rendererWith = (own: string): typeof withoutOwn => {
  if (withOwn.own !== own) withOwn = { own, render: rendererOf({ ...texts, ...(JSON.parse(own) as Texts) }) };
  return withOwn.render;
};

/** Renders a document. Values are escaped and never read as a template. */
const render = ({ name, json, own }: DocumentJob): Uint8Array => {
  const html = (own === undefined ? withoutOwn : rendererWith(own))(name, JSON.parse(json) as object);
  return new TextEncoder().encode(toAscii(html));
};

runJobs(
  (job: DocumentJob): DocumentReply => {
    try {
      const bytes = render(job);
      return bytes.length > bytesMax ? { refused: 'DOCUMENT_TOO_LARGE' } : { bytes };
    } catch (error) {
      const refused = limitOf(error);
      if (refused !== undefined) return { refused };
      if (job.own === undefined) throw error;
      return { fault: faultOf(error) };
    }
  },
  (reply) => ('bytes' in reply ? [reply.bytes.buffer as ArrayBuffer] : []),
);
