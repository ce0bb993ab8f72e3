import type { Code } from '../../kernel/refusals.ts';
import { errorRecord } from '../../kernel/result.ts';

/** A refusal as the JSON text of its reply (D3); '' as `detail`: the sentence of the table in refusals.ts. */
export const errorBody = (code: Code, param = '', detail = ''): string =>
  JSON.stringify(errorRecord({ code, param, detail }));
