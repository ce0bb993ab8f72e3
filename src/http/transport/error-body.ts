import type { Code } from '../../kernel/refusals.ts';
import { errorRecord } from '../../kernel/result.ts';

/** The reply that says no, as JSON text (Decision 3); without a detail the table's sentence stands. */
export const errorBody = (code: Code, param = '', detail = ''): string =>
  JSON.stringify(errorRecord({ code, param, detail }));
