// How the end of a body is told, as far as the headers show it: by a length, by chunks, or in a way that another parser
// may read differently. What lies after the end is taken for the next request, and on a connection that a proxy shares
// that would be somebody else's (request smuggling).
//
// Not promised: what uWebSockets.js hides. It reads chunks laxly, a bare line feed for a line end and any two bytes
// behind a chunk, and removes bytes above 127 around the value of a header; the setting `chunkedBodies` refuses chunks
// altogether (SECURITY.md).
import type { HttpRequest } from 'uWebSockets.js';

export type BodyFraming = 'plain' | 'chunked' | 'doubtful';

const LENGTH = /^\d+$/;
const CHUNKED_LAST = /(?:^|,)[ \t]*chunked[ \t]*$/i;

// One look at a time, in one thread: variables of the module spare each request a closure.
let headers = 0;
let isChunked = false;
let isDoubtful = false;

const look = (name: string, value: string): void => {
  if (name === 'content-length') {
    headers++;
    if (!LENGTH.test(value)) isDoubtful = true;
  } else if (name === 'transfer-encoding') {
    headers++;
    isChunked = true;
    if (!CHUNKED_LAST.test(value)) isDoubtful = true;
  }
};

/**
 * Costs 0.2 µs per header, since only a walk over all of them shows that there are two lengths.
 *
 * `doubtful`: several lengths, one that is no number, a length and chunks, a transfer coding that is not chunked.
 */
export const bodyFraming = (request: Pick<HttpRequest, 'forEach'>): BodyFraming => {
  headers = 0;
  isChunked = false;
  isDoubtful = false;
  request.forEach(look);
  if (isDoubtful || headers > 1) return 'doubtful';
  return isChunked ? 'chunked' : 'plain';
};
