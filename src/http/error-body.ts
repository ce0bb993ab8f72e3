import { REFUSALS } from '../kernel/refusals.ts';
import type { Code } from '../kernel/refusals.ts';

/** The reply that says no, as JSON text (Decision 3); without a detail the table's sentence stands. */
export const errorBody = (code: Code, param = '', detail = ''): string =>
  JSON.stringify({
    object: 'error',
    status: 'error',
    message: code,
    param,
    detail: detail === '' ? REFUSALS[code].sentence : detail,
  });
