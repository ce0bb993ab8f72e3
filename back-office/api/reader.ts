// The worker that reads catalogue files: questions go there, and each has its answer. The page stays awake meanwhile.
import type { QuestionName, Questions, Reply } from '../../src/catalogue-files/browser/messages.ts';

/** Why a file cannot be read, in a sentence. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

interface Waiting {
  readonly resolve: (told: never) => void;
  readonly reject: (error: Unreadable) => void;
}

export class CatalogueReader {
  private readonly worker = new Worker('/back-office/reader.js', { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  constructor() {
    this.worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      const one = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ('failed' in data) one?.reject(new Unreadable(data.failed));
      else one?.resolve(data.told as never);
    });
    // For example, a file needs more memory than the browser gives.
    this.worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.waiting.values()) reject(new Unreadable(message ?? ''));
      this.waiting.clear();
    });
  }

  /** Rejects with Unreadable. */
  ask<N extends QuestionName>(name: N, asked: Questions[N]['asked']): Promise<Questions[N]['told']> {
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, asked });
    });
  }

  close(): void {
    this.worker.terminate();
  }
}
