// A call to another server, as those who cause calls know it.

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** '' for none. */
  readonly body: string;
  /** For all of it, from the name's address to the last byte. */
  readonly timeoutMs: number;
  /** Of the answer. */
  readonly bytesMax: number;
  /** A longer answer ends there, and is none that is too large. */
  readonly headOnly?: boolean;
  /** Also loopback, link-local and private addresses may be called. */
  readonly privateAllowed: boolean;
}

export type HttpFailure = 'url_invalid' | 'address_refused' | 'timeout' | 'answer_too_large' | 'unreachable' | 'closed';

export type HttpAnswer =
  | { readonly ok: true; readonly status: number; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly failure: HttpFailure; readonly detail: string };

export interface HttpClient {
  /** Never rejects. */
  call(call: HttpCall): Promise<HttpAnswer>;
}
