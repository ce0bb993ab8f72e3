// The thread of one kind of document, which makes one document at a time within limits of time and size.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { WorkerPool } from '../threads/worker-pool.ts';

interface DocumentLimits {
  readonly queueMax: number;
  readonly timeoutMs: number;
  readonly bytesMax: number;
}

/** `workerData` of the thread. */
export interface DocumentThreadData {
  readonly bytesMax: number;
}

/** What the thread answers. */
export type DocumentReply =
  | { readonly bytes: Uint8Array }
  | { readonly refused: 'DOCUMENT_TOO_LARGE' | 'DOCUMENT_TOO_SLOW' };

export class DocumentThread<J> {
  private readonly pool: WorkerPool<J, DocumentReply>;

  /** `data`: what the thread gets at its start beside `bytesMax`. */
  constructor(file: URL, { queueMax, timeoutMs, bytesMax }: DocumentLimits, data: object = {}) {
    this.pool = new WorkerPool({
      file,
      task: 'makes documents',
      threads: 1,
      queueMax,
      timeoutMs,
      data: { ...data, bytesMax } satisfies DocumentThreadData,
    });
  }

  /** Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE. */
  async make(job: J): Promise<Result<Uint8Array>> {
    const outcome = await this.pool.run(job);
    if (outcome.ok) return 'bytes' in outcome.reply ? ok(outcome.reply.bytes) : refuse(outcome.reply.refused);
    if (outcome.failure === 'queue_full') return refuse('DOCUMENT_BUSY');
    if (outcome.failure === 'timed_out') return refuse('DOCUMENT_TOO_SLOW');
    throw outcome.error;
  }

  /** Documents under way fail. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
