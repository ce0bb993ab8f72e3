// Who sends a short body, found without reading it: texts that may be username and password, wherever they stand. Right
// ones are those of somebody known; what the body says of its sender counts once it is read.
//
// A client writes its credentials alike in every call, so that the bytes that were right last are compared first: that
// costs a tenth of finding and checking the texts. Not promised: to find texts that are escaped, or in a body of more
// than 4 kB.
import type { Proven } from '../operations/access/channel-keys.ts';
import type { CallFields } from '../operations/context/operation.ts';
import type { Callers } from '../operations/dispatch/callers.ts';
import type { CallReader } from '../operations/dispatch/incoming-call.ts';

const USERNAME = 'licence_username';
const PASSWORD = 'licence_password';
/** Senders whose bytes are kept. */
const KEPT_MAX = 8;
/** Longest run of bytes that is kept. */
const RUN_BYTES_MAX = 256;

/** What ends a text in an encoding that writes most texts as they are. */
const endOf = (contentType: string): string =>
  contentType.startsWith('application/json') ? '"' : contentType.startsWith('multipart/') ? '\r' : '&';

/** What may stand between name and text: `":"` or `": "` in JSON, `"` and two ends of lines in a part. */
const BETWEEN = /[":\r\n ]*/y;

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Where the text of a field is whose name is at `nameAt`, as long as it is written as it is. */
const placeOf = (text: string, nameAt: number, end: string): Place => {
  let from = nameAt + USERNAME.length + 1;
  if (end !== '&') {
    BETWEEN.lastIndex = from;
    BETWEEN.test(text);
    from = BETWEEN.lastIndex;
  }
  const to = text.indexOf(end, from);
  return { from, to: to < 0 ? text.length : to };
};

/** Bytes in which a sender has written username and password, from the name of the first on. */
interface Run {
  readonly bytes: Uint8Array;
  /** Where the part begins that is compared in constant time. */
  readonly secretAt: number;
  readonly opened: Proven;
}

const isAt = (body: Uint8Array, at: number, { bytes, secretAt }: Run): boolean => {
  if (at + bytes.length > body.length) return false;
  for (let index = 0; index < secretAt; index += 1) if (body[at + index] !== bytes[index]) return false;
  let difference = 0;
  for (let index = secretAt; index < bytes.length; index += 1) difference |= body[at + index]! ^ bytes[index]!;
  return difference === 0;
};

export class KnownSenders {
  private readonly callers: Pick<Callers, 'open' | 'isOpen'>;
  private readonly runs: Run[] = [];

  constructor(callers: Pick<Callers, 'open' | 'isOpen'>) {
    this.callers = callers;
  }

  open(fields: CallFields, reader: CallReader): Proven | undefined {
    return this.callers.open(fields, reader);
  }

  /** Undefined where nobody is found, which does not say that nobody is known. `text`: the body as Latin-1. */
  senderOf(contentType: string, body: Uint8Array, text: string, reader: CallReader): Proven | undefined {
    const at = text.indexOf(USERNAME);
    if (at < 0) return undefined;
    for (let index = 0; index < this.runs.length; index += 1) {
      const run = this.runs[index]!;
      if (isAt(body, at, run) && this.callers.isOpen(run.opened, reader)) return run.opened;
    }
    return this.found(endOf(contentType), body, text, at, reader);
  }

  private found(end: string, body: Uint8Array, text: string, at: number, reader: CallReader): Proven | undefined {
    const passwordAt = text.indexOf(PASSWORD);
    if (passwordAt < 0) return undefined;
    const [username, password] = [placeOf(text, at, end), placeOf(text, passwordAt, end)];
    const fields = {
      licence_username: text.slice(username.from, username.to),
      licence_password: text.slice(password.from, password.to),
    };
    const opened = this.callers.open(fields, reader);
    const length = password.to - at;
    // A part has its boundary in between, which never comes again.
    if (opened !== undefined && at < passwordAt && length <= RUN_BYTES_MAX && end !== '\r')
      this.keep({ bytes: Uint8Array.from(body.subarray(at, at + length)), secretAt: password.from - at, opened });
    return opened;
  }

  private keep(run: Run): void {
    const { runs } = this;
    if (runs.length === KEPT_MAX) runs.pop();
    runs.unshift(run);
  }
}
