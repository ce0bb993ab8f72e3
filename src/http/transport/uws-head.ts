// The head of a request over uWebSockets.js, and how the end of its body is told, as far as the headers show it: by a
// length, by chunks, or in a way that another parser may read differently. What lies after the end is taken for the
// next request, and on a connection that a proxy shares that would be somebody else's (request smuggling).
//
// Only a walk over all headers shows a second length. It costs up to half a microsecond for each, so what every request
// is asked for is noted on the way (D223).
//
// Not promised: what uWebSockets.js hides. It reads chunks laxly, a bare line feed for a line end and any two bytes
// behind a chunk, and removes bytes above 127 around the value of a header; the setting `chunkedBodies` refuses chunks
// altogether (SECURITY.md).
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import type { RequestHead } from './exchange.ts';
import type { HeaderName } from './header-name.ts';

/** `doubtful`: several lengths, one that is no number, a length and chunks, a coding that is not chunked. */
export type BodyFraming = 'plain' | 'chunked' | 'doubtful';

const LENGTH = /^\d+$/;
const CHUNKED_LAST = /(?:^|,)[ \t]*chunked[ \t]*$/i;

// What one walk found; of several headers of a name the first, as uWebSockets.js has it. One walk at a time, in one
// thread: variables of the module spare each request a closure.
const walk = { contentType: '', contentEncoding: '', idempotencyKey: '', framings: 0, isChunked: false, isOdd: false };

const look = (name: string, value: string): void => {
  switch (name.length) {
    case 12:
      if (name === 'content-type' && walk.contentType === '') walk.contentType = value;
      break;
    case 14:
      if (name === 'content-length') {
        walk.framings++;
        if (!LENGTH.test(value)) walk.isOdd = true;
      }
      break;
    case 15:
      if (name === 'idempotency-key' && walk.idempotencyKey === '') walk.idempotencyKey = value;
      break;
    case 16:
      if (name === 'content-encoding' && walk.contentEncoding === '') walk.contentEncoding = value;
      break;
    case 17:
      if (name === 'transfer-encoding') {
        walk.framings++;
        walk.isChunked = true;
        if (!CHUNKED_LAST.test(value)) walk.isOdd = true;
      }
      break;
    default:
  }
};

/** Valid only until the callback that was given `request` returns. */
export class UwsHead implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly idempotencyKey: string;
  readonly framing: BodyFraming;
  private readonly request: HttpRequest;
  private readonly response: HttpResponse;

  constructor(request: HttpRequest, response: HttpResponse, method: string, path: string) {
    this.method = method;
    this.path = path;
    this.request = request;
    this.response = response;
    walk.contentType = '';
    walk.contentEncoding = '';
    walk.idempotencyKey = '';
    walk.framings = 0;
    walk.isChunked = false;
    walk.isOdd = false;
    request.forEach(look);
    this.contentType = walk.contentType;
    this.contentEncoding = walk.contentEncoding;
    this.idempotencyKey = walk.idempotencyKey;
    this.framing = walk.isOdd || walk.framings > 1 ? 'doubtful' : walk.isChunked ? 'chunked' : 'plain';
  }

  query(): string {
    return this.request.getQuery() ?? '';
  }

  header({ bytes }: HeaderName): string {
    return this.request.getHeader(bytes);
  }

  socketAddress(): string {
    return Buffer.from(this.response.getRemoteAddressAsText()).toString('latin1');
  }

  headers(): ReadonlyMap<string, string> {
    const headers = new Map<string, string>();
    this.request.forEach((name, value) => headers.set(name, value));
    return headers;
  }
}
