// What an operation gives: a value, or a refusal. Refusals are values; an exception (`Fault`) is a bug or a broken
// machine.
import type { Json } from './json.ts';
import { REFUSALS } from './refusals.ts';
import type { Code } from './refusals.ts';

/** A member that somebody else has changed since a caller saw it. A value that is absent: there is or was none. */
export interface ChangedMember {
  /** Its path in the record that shows it, such as `values.en_GB.name`. */
  readonly name: string;
  readonly seen?: Json;
  readonly current?: Json;
  readonly yours?: Json;
  /** The values are left out, because they are too long for a refusal. */
  readonly cut?: 1;
}

/** The object that a caller has seen as of another record. */
export interface Unseen {
  /** Kind of the actor. */
  readonly kind: string;
  readonly id: number;
  readonly seq: number;
  readonly ifSeq: number;
}

/** What a caller is told who has not seen the object as it is. `changed`: undefined: it is not known. */
export interface Meanwhile {
  readonly seq: number;
  readonly changed?: readonly ChangedMember[];
}

/** An expected failure, as a value. */
export interface Refusal {
  readonly ok: false;
  readonly code: Code;
  /** The parameter or the id that it is about; '' for none. At most 255 characters. */
  readonly param: string;
  /** One English sentence; '' for the sentence of the table in refusals.ts. */
  readonly detail: string;
  /** The permalink to ask for instead. */
  readonly movedTo?: string;
  /** The object of CHANGED_MEANWHILE, which is no part of the reply, and what is told of it. */
  readonly unseen?: Unseen;
  readonly meanwhile?: Meanwhile;
}

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export type Result<T> = Ok<T> | Refusal;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** Success without a value. */
export const DONE: Ok<void> = Object.freeze({ ok: true, value: undefined });

/** A lone surrogate, sent by a client or left by a cut, makes JSON text that many parsers refuse. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

export const refuse = (code: Code, param: string | number = '', detail = ''): Refusal => ({
  ok: false,
  code,
  param: wellFormed(String(param).slice(0, 255)),
  detail,
});

export const mapOk = <T, U>(result: Result<T>, view: (value: T) => U): Result<U> =>
  result.ok ? ok(view(result.value)) : result;

const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // JSON.stringify overflows the stack at a depth that JSON.parse reads.
    return 'a value nested too deep';
  }
};

/** A refusal as a reply shows it (D3). */
export const errorRecord = ({ code, param, detail, movedTo, meanwhile }: Omit<Refusal, 'ok'>) => ({
  object: 'error',
  status: 'error',
  message: code,
  param,
  detail: detail === '' ? REFUSALS[code].sentence : detail,
  ...(movedTo !== undefined && { moved_to: movedTo }),
  ...(meanwhile !== undefined && {
    seq: meanwhile.seq,
    ...(meanwhile.changed !== undefined && { changed: meanwhile.changed.map((one) => ({ ...one })) }),
  }),
});

/** A value for use in a message: on one line, at most 80 characters. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : jsonOf(value);
  const line = text.replace(/\s+/g, ' ');
  return wellFormed(line.length <= 80 ? line : `${line.slice(0, 79)}…`);
};

/** A bug or a broken machine; never thrown for bad input. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** Asserts an invariant: throws a Fault unless `condition` is truthy. */
export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Fault(message);
}
