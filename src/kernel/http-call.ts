// The interface of a client for HTTP calls to other servers: webhooks, payment providers, applications.

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** '' for none. */
  readonly body: string;
  /** Limit of the whole call, from resolving the name to the last byte. */
  readonly timeoutMs: number;
  /** Limit of the answer's body. */
  readonly bytesMax: number;
  /** An answer longer than `bytesMax` is cut there and counts as received, instead of failing as too large. */
  readonly headOnly?: boolean;
  /** Permits loopback, link-local and private addresses (D160). */
  readonly privateAllowed: boolean;
}

export type HttpFailure = 'url_invalid' | 'address_refused' | 'timeout' | 'answer_too_large' | 'unreachable' | 'closed';

export type HttpAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly bytes: Uint8Array;
      /** Target of a redirect (status 300 to 399), as the answer states it. */
      readonly location?: string;
    }
  | { readonly ok: false; readonly failure: HttpFailure; readonly detail: string };

export interface HttpClient {
  /** Never rejects: what goes wrong is a `failure`. */
  call(call: HttpCall): Promise<HttpAnswer>;
}

/** A client for code that makes no calls: a call through it is a fault. */
export const NOBODY: HttpClient = { call: () => Promise.reject(new Error('nobody may be called here')) };
