// Cross-origin requests (CORS): the headers by which a browser lets pages of other origins read a reply, as the Fetch
// standard has them. Not promised: protection. Callers send the credentials of a channel; the README says when it is
// safe to give them to a page.
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';

/** The headers that this server reads, on any of its paths. */
const REQUEST_HEADERS = 'content-type, idempotency-key, authorization, x-licence-secret-key, last-event-id';
const MAX_AGE_S = 86_400;

const VARY = ['Vary', 'Origin'] as const;

/** Headers are made once per origin, so that a request costs one lookup. */
export class CorsPolicy {
  readonly origins: readonly string[];
  private readonly byOrigin: ReadonlyMap<string, ReplyHeaders>;
  /** Headers for origins that are not listed. */
  private readonly others: ReplyHeaders;

  /** `origins`: as browsers send them, such as `https://shop.example`; `*` alone means any. */
  constructor(origins: readonly string[]) {
    this.origins = origins;
    const isAny = origins.includes('*');
    this.others = isAny ? [['Access-Control-Allow-Origin', '*']] : [VARY];
    this.byOrigin = new Map(
      isAny ? [] : origins.map((origin) => [origin, [['Access-Control-Allow-Origin', origin], VARY]]),
    );
  }

  /** The headers of every reply to a request of this origin; '' for a request without one. */
  headers(origin: string): ReplyHeaders {
    return this.byOrigin.get(origin) ?? this.others;
  }
}

/** Undefined if no origin is configured: requests then pay nothing. */
export const corsPolicy = (origins: readonly string[]): CorsPolicy | undefined =>
  origins.length === 0 ? undefined : new CorsPolicy(origins);

/** Headers of the reply to a pre-flight, beside those of every reply. `methods`: those that the path takes. */
export const preflight = (methods: string): ReplyHeaders => [
  ['Access-Control-Allow-Methods', methods],
  ['Access-Control-Allow-Headers', REQUEST_HEADERS],
  ['Access-Control-Max-Age', String(MAX_AGE_S)],
];
