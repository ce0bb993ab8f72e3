// POST /srv/clock: where the clock of a shop in memory stands, and moving it on. No other server has this path.
import { refuse } from '../kernel/result.ts';
import { decodeForm } from '../http/form/form.ts';
import type { Route } from '../http/request-handler.ts';
import { errorBody } from '../http/transport/error-body.ts';
import type { MemoryShop } from './memory-shop.ts';

const PATH = /^\/+srv\/clock\/?$/;
const LIMITS = { bodyFieldsMax: 10, fieldNameBytesMax: 100 };

/** Where the clock is to stand; undefined: where it stands. NaN for what names no moment. */
const wanted = (fields: { readonly [name: string]: unknown }, nowMs: number): number | undefined => {
  const { at, advance } = fields;
  if (at !== undefined) return Date.parse(String(at));
  return advance === undefined ? undefined : nowMs + Number(advance);
};

/** `at`: an ISO text; `advance`: milliseconds; neither: only the answer, `{"object":"clock","now":…}`. */
export const clockRoute = (shop: MemoryShop): Route => ({
  method: 'POST',
  matches: (path) => PATH.test(path),
  handle({ contentType, body }, reply) {
    const answer = (): void =>
      reply.send(200, JSON.stringify({ object: 'clock', now: new Date(shop.nowMs).toISOString() }));
    const fields = decodeForm(contentType, body, LIMITS);
    if (!fields.ok) return reply.send(400, errorBody(fields.code, fields.param, fields.detail));
    const ms = wanted(fields.value, shop.nowMs);
    if (ms === undefined) return answer();
    const param = fields.value['at'] === undefined ? 'advance' : 'at';
    const { code, detail } = refuse('PARAMETER_INVALID', param, 'The clock moves on only: a later moment is wanted.');
    return void shop.moveTo(ms).then(answer, () => reply.send(400, errorBody(code, param, detail)));
  },
});
