// Outcomes of work that is given up before it ends.
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

/** Outcome of a call whose client went before its reply was made. */
export const CALLER_GONE: Refusal = refuse('OVERLOADED', 'request', 'The reply was given up, as its caller has gone.');
/** Outcome of long work that the server gives up, as it stops. */
export const SERVER_STOPS: Refusal = refuse(
  'OVERLOADED',
  'request',
  'It was given up, as the server stops; ask again.',
);
