// Imports catalogue files of the page of the back office: the page reads the file, and records come here.
import type { Refusal, Result } from '../../kernel/result.ts';

export interface ImportAsked {
  /** Lines of JSON as src/catalogue-files/sent-records.ts has them, the first one with what is asked for. */
  readonly body: Uint8Array;
  /** Account of the person who asks. */
  readonly userId: number;
  /**
   * Why no record may be imported now; undefined while it may. Asked when the records' turn comes, and between them.
   */
  readonly refusal: () => Refusal | undefined;
}

export interface ImportServices {
  /** Facts that the reader of a file needs, such as how the shop counts; JSON. */
  facts(): Promise<string>;
  /**
   * Applies the records, or says what would become of them; JSON, once all of it is on the disk. Refuses:
   * BODY_UNDECODABLE, BODY_TOO_LARGE, OVERLOADED, and as `refusal` does: then the first records may be there.
   */
  bring(asked: ImportAsked): Promise<Result<string>>;
}
