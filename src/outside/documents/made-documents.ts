// Cache of documents, until its memory is full; the least recently used goes first.
//
// A document depends on its data and its templates alone, so a digest of both finds it: a change of the order, of
// words, of templates or of the call gives another digest, and nothing has to be invalidated.
// Not promised: which documents stay.
import { hash } from 'node:crypto';

/** Memory of an entry beside its bytes, roughly. */
const ENTRY_BYTES = 300;

export class MadeDocuments {
  private readonly bytesMax: number;
  /** Documents by digest, the most recently used last. */
  private readonly documents = new Map<string, Uint8Array>();
  /** Bytes kept now. */
  bytes = 0;
  private erasures = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  find(digest: string): Uint8Array | undefined {
    const found = this.documents.get(digest);
    if (found === undefined) return undefined;
    this.documents.delete(digest);
    this.documents.set(digest, found);
    return found;
  }

  /**
   * Called before a document is made. Returns a function that keeps the document, unless `clear` was called meanwhile.
   */
  keeper(): (digest: string, document: Uint8Array) => void {
    const { erasures } = this;
    return (digest, document) => {
      if (erasures === this.erasures) this.keep(digest, document);
    };
  }

  private keep(digest: string, document: Uint8Array): void {
    // One large document must not evict all others.
    if (this.documents.has(digest) || sizeOf(document) > this.bytesMax / 4) return;
    this.documents.set(digest, document);
    this.bytes += sizeOf(document);
    for (const [oldest, { length }] of this.documents) {
      if (this.bytes <= this.bytesMax) return;
      this.documents.delete(oldest);
      this.bytes -= length + ENTRY_BYTES;
    }
  }

  /** Clears the cache, because documents about an erased person must not stay in memory. */
  clear(): void {
    this.erasures += 1;
    this.documents.clear();
    this.bytes = 0;
  }
}

const sizeOf = ({ length }: Uint8Array): number => length + ENTRY_BYTES;

/** `kind`: what is made of the data: a template, with the texts that are the shop's own. */
export const documentDigest = (kind: string, json: string): string => hash('sha256', `${kind}\n${json}`, 'base64');
