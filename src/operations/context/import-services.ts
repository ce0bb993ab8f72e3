// What the page of the back office imports catalogue files by: the file is read there, and records come here.
import type { Refusal, Result } from '../../kernel/result.ts';

export interface ImportAsked {
  /** Lines of JSON as src/catalogue-files/sent-records.ts has them, the first one with what is asked for. */
  readonly body: Uint8Array;
  /** Of the person who asks. */
  readonly userId: number;
  /** Why nothing may be brought now; undefined while it may. Asked when the records' turn comes, and between them. */
  readonly refusal: () => Refusal | undefined;
}

export interface ImportServices {
  /** How the shop counts, for the reader of a file; JSON. */
  facts(): Promise<string>;
  /**
   * Applies the records, or says what would become of them; JSON, once all of it is on the disk. Refuses:
   * BODY_UNDECODABLE, BODY_TOO_LARGE, OVERLOADED, and as `refusal` does: then the first records may be there.
   */
  bring(asked: ImportAsked): Promise<Result<string>>;
}
