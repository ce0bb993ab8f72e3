// POST /srv/payment/{method}/notify: notices of payment providers (docs/sell/payment-providers.md).
//
// A notice is answered with success once what it changes is on disk; until then the provider repeats it.
import type { Code } from '../../kernel/refusals.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import type { Refusal } from '../../kernel/result.ts';
import { errorBody } from '../transport/error-body.ts';
import type { Route } from '../request-handler.ts';

const PATH = /^\/+srv\/payment\/(\d{1,9})\/notify\/?$/;

/** Providers see the status only: a 4xx where repeating the notice cannot help. */
const STATUS: { readonly [code in Code]?: number } = {
  NOTICE_SIGNATURE_INVALID: 401,
  NOTICE_TOO_OLD: 401,
  NOTICE_INVALID: 400,
  PAYMENT_METHOD_NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  PAYMENT_AMOUNT_INVALID: 409,
  PAYMENT_ALREADY_RECEIVED: 409,
  INTERNAL_ERROR: 500,
};

/** Handles a notice. Calls `done` once its outcome is on disk, with undefined if the notice was accepted. */
export type Notify = (
  methodId: number,
  headers: ReadonlyMap<string, string>,
  body: Buffer,
  done: (refusal: Refusal | undefined) => void,
) => void;

export const paymentNoticesRoute = (notify: Notify): Route => ({
  method: 'POST',
  matches: (path) => PATH.test(path),
  handle({ path, headers, body }, reply) {
    const answer = (refusal: Refusal | undefined): void => {
      if (refusal === undefined) return reply.send(200, '{"status":"success"}');
      const { code, param, detail } = refusal;
      return reply.send(
        STATUS[code] ?? (REFUSALS[code].status === 200 ? 409 : REFUSALS[code].status),
        errorBody(code, param, detail),
      );
    };
    return notify(Number(PATH.exec(path)![1]), headers, Buffer.from(body), answer);
  },
});
