// The shop that is filled, as what fills it sees it: the operations of the API, and a clock that goes on.
import type { Transaction } from '../../domain/transaction.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Result } from '../../kernel/result.ts';

export type Members = { readonly [name: string]: unknown };

export interface DemoShop {
  readonly engine: Engine;
  /** Where the clock stands. */
  readonly nowMs: number;
  /**
   * Calls an operation with the secret key, and resolves with its reply. Throws RefusedCall.
   */
  call(request: string, fields?: Members): Promise<Members>;
  /** What no operation does but a command of the administration; `operation` is its cause. Throws RefusedCall. */
  decide<T>(operation: string, decision: (tx: Transaction) => Result<T>): T;
  /** Moves the clock on, or leaves it where it is later already; what has expired by then ends. */
  moveTo(ms: number): Promise<void>;
}

/** The shop refused a call. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly code: string;

  constructor(request: string, code: string, detail: string) {
    super(`${request}: ${code} ${detail}`.trimEnd());
    this.code = code;
  }
}

/** What a reply refuses; undefined where it does not. */
export const refusedOf = (request: string, reply: Members): RefusedCall | undefined => {
  const { object, status, message } = reply;
  const isRefused =
    typeof message === 'string' && message !== '' && (object === 'error' || status === 'error' || status === message);
  return isRefused ? new RefusedCall(request, message, JSON.stringify(reply)) : undefined;
};

/** A text as an address of a page has it: `Größe L` → `groesse-l`. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
