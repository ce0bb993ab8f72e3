import { REFUSALS } from './refusals.ts';
import type { Code } from './refusals.ts';

/** An expected no, as a value. */
export interface Refusal {
  readonly ok: false;
  readonly code: Code;
  /** The parameter or id that the refusal is about; '' where there is none. */
  readonly param: string;
  /** One English sentence; '' lets the table's own sentence stand. */
  readonly detail: string;
}

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export type Result<T> = Ok<T> | Refusal;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** Done, with nothing to tell. */
export const DONE: Ok<void> = Object.freeze({ ok: true, value: undefined });

/** Half a character, sent as such or left by a cut, makes a JSON text that many refuse to read. */
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
    // JSON nested by the ten thousand can be read and not be written.
    return 'a value nested too deep';
  }
};

/** A refusal as the wire shows it (Decision 3); without a detail the table's sentence stands. */
export const errorRecord = ({ code, param, detail }: Omit<Refusal, 'ok'>) => ({
  object: 'error',
  status: 'error',
  message: code,
  param,
  detail: detail === '' ? REFUSALS[code].sentence : detail,
});

/** A value as a message may show it: on one line, at most 80 characters. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : jsonOf(value);
  const line = text.replace(/\s+/g, ' ');
  return wellFormed(line.length <= 80 ? line : `${line.slice(0, 79)}…`);
};

/** A bug or a broken machine: never an answer to bad input. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** Throws a Fault unless the condition, which the code relies on, holds. */
export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Fault(message);
}
