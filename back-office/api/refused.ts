// What the engine says no to, in a file that needs no browser.

/** A refused call; it has changed nothing. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  /** The parameter or the id that it is about; '' for none. */
  readonly param: string;
  readonly status: number;

  constructor(status: number, code: string, param: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}
