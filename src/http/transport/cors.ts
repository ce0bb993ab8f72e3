// Cross-origin requests: which pages of other origins may read a reply. The Fetch standard has the rules; the README
// says when it is safe, because whoever calls has sent the credentials of a channel.
import type { Headers } from './transport.ts';

/** What this server reads of a request, on any of its paths. */
const REQUEST_HEADERS = 'content-type, idempotency-key, authorization, x-licence-secret-key, last-event-id';
const MAX_AGE_S = 86_400;

const VARY = ['Vary', 'Origin'] as const;

/** Headers are made once for each origin: a request costs a look-up, and none where no origin is configured. */
export class CorsPolicy {
  private readonly byOrigin: ReadonlyMap<string, Headers>;
  /** Of every origin that is not listed. */
  private readonly others: Headers;

  /** `origins`: as browsers send them, such as `https://shop.example`; `*` alone means any. */
  constructor(origins: readonly string[]) {
    const isAny = origins.includes('*');
    this.others = isAny ? [['Access-Control-Allow-Origin', '*']] : [VARY];
    this.byOrigin = new Map(
      isAny ? [] : origins.map((origin) => [origin, [['Access-Control-Allow-Origin', origin], VARY]]),
    );
  }

  /** Of every reply to a request of this origin; '' for none. */
  headers(origin: string): Headers {
    return this.byOrigin.get(origin) ?? this.others;
  }
}

/** Undefined where no origin is configured. */
export const corsPolicy = (origins: readonly string[]): CorsPolicy | undefined =>
  origins.length === 0 ? undefined : new CorsPolicy(origins);

/** What a pre-flight of a path is told beside the headers of every reply. `methods`: those that the path takes. */
export const preflight = (methods: string): Headers => [
  ['Access-Control-Allow-Methods', methods],
  ['Access-Control-Allow-Headers', REQUEST_HEADERS],
  ['Access-Control-Max-Age', String(MAX_AGE_S)],
];
