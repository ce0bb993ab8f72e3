// A body that an I/O thread keeps, as the deciding thread has it.
import type { Fields } from '../form/fields.ts';
import type { Result } from '../../kernel/result.ts';
import type { DecodedForm, HeldBody } from '../transport/transport.ts';
import { WANTED } from './records.ts';
import { formOfBytes } from './sent-form.ts';

export class RemoteBody implements HeldBody {
  readonly credentials: Result<Fields>;
  private readonly ask: (wanted: number) => void;
  private take: (bytes: Buffer) => void = () => {};

  /** `ask`: sends what is wanted, one of WANTED. */
  constructor(credentials: Result<Fields>, ask: (wanted: number) => void) {
    this.credentials = credentials;
    this.ask = ask;
  }

  decode(done: (form: DecodedForm) => void): void {
    this.take = (bytes) => done({ bytes, read: () => formOfBytes(bytes) });
    this.ask(WANTED.form);
  }

  bytes(done: (body: Uint8Array) => void): void {
    this.take = done;
    this.ask(WANTED.bytes);
  }

  /** Takes the bytes that were asked for. */
  arrived(bytes: Buffer): void {
    this.take(bytes);
  }
}
