import type { HttpRequest } from 'uWebSockets.js';

const CHUNKED_LAST = /(?:^|,)\s*chunked\s*$/i;

/**
 * Whether another parser may see the body end elsewhere than uWebSockets.js does: several lengths, an empty one, a
 * transfer coding that is not chunked. What lies after the end is taken for the next request, and on a connection that
 * a proxy shares that would be somebody else's (request smuggling).
 */
export const hasDoubtfulLength = (request: Pick<HttpRequest, 'forEach'>): boolean => {
  let lengths = 0;
  let isDoubtful = false;
  request.forEach((name, value) => {
    const isCoding = name === 'transfer-encoding';
    if (!isCoding && name !== 'content-length') return;
    lengths++;
    if (isCoding ? !CHUNKED_LAST.test(value) : value === '') isDoubtful = true;
  });
  return isDoubtful || lengths > 1;
};
