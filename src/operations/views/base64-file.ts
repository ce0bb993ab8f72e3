// A file that a reply holds as base64, made piece by piece while its lines come.

/** Characters that are turned into bytes at once: a fraction of a millisecond; tests lower them. */
export const PIECES = { chars: 32_768 };

/** The base64 of a file that grows line by line. A hundred thousand lines at its end would hold the thread. */
export class Base64File {
  private readonly pieces: string[] = [];
  private readonly bytes: (text: string) => Uint8Array;
  private text: string;
  /** Less than three bytes, which are a group of base64 with the next ones. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(head: string, bytes: (text: string) => Uint8Array) {
    this.text = head;
    this.bytes = bytes;
  }

  add(line: string): void {
    this.text += line;
    if (this.text.length >= PIECES.chars) this.flush();
  }

  /** The base64, in pieces. */
  end(): readonly string[] {
    this.flush();
    this.pieces.push(this.rest.toString('base64'));
    return this.pieces;
  }

  private flush(): void {
    const bytes = Buffer.concat([this.rest, this.bytes(this.text)]);
    const whole = bytes.length - (bytes.length % 3);
    this.pieces.push(bytes.toString('base64', 0, whole));
    this.rest = bytes.subarray(whole);
    this.text = '';
  }
}
