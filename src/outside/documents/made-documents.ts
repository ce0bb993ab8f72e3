// Documents that were made, until the memory for them is full; the one that nobody has asked for longest goes first.
//
// What a document shows depends on its data alone, so it is found by a digest of them: a change of its order, of the
// shop's words or of what a call asks for is another digest, and nothing has to be taken back. Not promised: which
// documents stay.
import { hash } from 'node:crypto';

/** Memory of an entry beside its bytes, roughly. */
const ENTRY_BYTES = 300;

export class MadeDocuments {
  private readonly bytesMax: number;
  /** By digest; the one that was asked for last is the last one. */
  private readonly documents = new Map<string, Uint8Array>();
  /** What is kept now, in bytes. */
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

  /** To be called before a document is made: what it gives keeps the document, unless `clear` was called meanwhile. */
  keeper(): (digest: string, document: Uint8Array) => void {
    const { erasures } = this;
    return (digest, document) => {
      if (erasures === this.erasures) this.keep(digest, document);
    };
  }

  private keep(digest: string, document: Uint8Array): void {
    // One large document is not worth all others.
    if (this.documents.has(digest) || sizeOf(document) > this.bytesMax / 4) return;
    this.documents.set(digest, document);
    this.bytes += sizeOf(document);
    for (const [oldest, { length }] of this.documents) {
      if (this.bytes <= this.bytesMax) return;
      this.documents.delete(oldest);
      this.bytes -= length + ENTRY_BYTES;
    }
  }

  /** Somebody has been erased: documents about them must not stay in memory. */
  clear(): void {
    this.erasures += 1;
    this.documents.clear();
    this.bytes = 0;
  }
}

const sizeOf = ({ length }: Uint8Array): number => length + ENTRY_BYTES;

/** `kind`: what is made of the data, such as a template. */
export const documentDigest = (kind: string, json: string): string => hash('sha256', `${kind}\n${json}`, 'base64');
