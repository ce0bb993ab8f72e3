// The thread of one kind of document, which makes one document at a time within limits of time and size. Orders take
// turns (document-turns.ts), and what was made is kept (made-documents.ts).
import { ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { WorkerPool } from '../threads/worker-pool.ts';
import { DocumentTurns } from './document-turns.ts';
import { MadeDocuments, documentDigest } from './made-documents.ts';

interface DocumentLimits {
  readonly queueMax: number;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  /** Bytes of all documents that are kept. */
  readonly keptBytesMax: number;
}

/** `workerData` of the thread. */
export interface DocumentThreadData {
  readonly bytesMax: number;
}

/** A job for the thread. Sending data as text takes a third of the time of a structured clone. */
export interface DocumentJob {
  /** Document to make of the data. */
  readonly name: string;
  readonly json: string;
  /** JSON of templates that the shop has of its own; absent: none. */
  readonly own?: string;
  /** It may hold a secret, and is made once: it is not kept. */
  readonly isUnkept?: boolean;
}

/** Answer of the thread. */
export type DocumentReply =
  | { readonly bytes: Uint8Array }
  | { readonly refused: 'DOCUMENT_TOO_LARGE' | 'DOCUMENT_TOO_SLOW' }
  /** What is wrong with a template of the shop's own. */
  | { readonly fault: string };

/** `name`: of the document; `bytes`: its size, where it was made. */
export const documentTooLarge = (name: string, bytesMax: number, bytes?: number): Refusal => {
  const met = bytes === undefined ? `more than the ${bytesMax} bytes` : `${bytes} bytes, of at most ${bytesMax}`;
  return refuse('DOCUMENT_TOO_LARGE', name, `${name}: it has ${met} that a document may have.`);
};

export class DocumentThread {
  private readonly pool: WorkerPool<DocumentJob, DocumentReply>;
  private readonly turns: DocumentTurns<DocumentJob, Result<Uint8Array>>;
  private readonly made: MadeDocuments;
  private readonly limits: Pick<DocumentLimits, 'timeoutMs' | 'bytesMax'>;

  /** `data`: given to the thread at its start, beside `bytesMax`. */
  constructor(file: URL, { queueMax, timeoutMs, bytesMax, keptBytesMax }: DocumentLimits, data: object = {}) {
    this.pool = new WorkerPool({
      file,
      task: 'makes documents',
      threads: 1,
      // Documents wait in `DocumentTurns` instead.
      queueMax: 0,
      timeoutMs,
      data: { ...data, bytesMax } satisfies DocumentThreadData,
    });
    this.turns = new DocumentTurns({
      waitingMax: queueMax,
      make: (job) => this.run(job),
      busy: refuse('DOCUMENT_BUSY', '', `As many documents wait as may, ${queueMax}; try again.`),
    });
    this.made = new MadeDocuments(keptBytesMax);
    this.limits = { timeoutMs, bytesMax };
  }

  /**
   * Makes a document of an order. Its bytes are shared and must not be changed.
   *
   * Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE, TEMPLATE_INVALID.
   */
  async make(orderId: number, job: DocumentJob): Promise<Result<Uint8Array>> {
    // Neither a name nor JSON holds a line end.
    const digest = documentDigest(job.own === undefined ? job.name : `${job.name}\n${job.own}`, job.json);
    const found = this.made.find(digest);
    if (found !== undefined) return ok(found);
    const keep = this.made.keeper();
    const result = await this.turns.make(orderId, digest, job);
    if (result.ok && job.isUnkept !== true) keep(digest, result.value);
    return result;
  }

  /** Refusals have the name of the document as their `param`, and begin with it. */
  private async run(job: DocumentJob): Promise<Result<Uint8Array>> {
    const { name } = job;
    const { timeoutMs, bytesMax } = this.limits;
    const tooSlow = refuse('DOCUMENT_TOO_SLOW', name, `${name}: it was not made within ${timeoutMs} ms.`);
    const outcome = await this.pool.run(job);
    if (!outcome.ok) {
      if (outcome.failure === 'timed_out') return tooSlow;
      throw outcome.error;
    }
    if ('bytes' in outcome.reply) return ok(outcome.reply.bytes);
    if ('fault' in outcome.reply) return refuse('TEMPLATE_INVALID', name, `${name}: ${outcome.reply.fault}`);
    return outcome.reply.refused === 'DOCUMENT_TOO_SLOW' ? tooSlow : documentTooLarge(name, bytesMax);
  }

  /** Forgets all documents made before, because a person was erased. */
  forget(): void {
    this.made.clear();
  }

  /** Closes the thread. Documents under way fail. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
