// Under which key the response cache finds the reply to a request by its very bytes.
import { OPERATIONS } from '../operations/dispatch/registry.ts';
import { bufferOf } from './form/form.ts';
import { isFoundByBytes } from './transport/call-bytes.ts';
import type { IncomingRequest } from './transport/transport.ts';

const NAME_AT = 'request='.length;
/** Where names of reads begin to differ. */
const REST_AT = 'request=get_'.length;

/** How bodies begin that look like reads with a cached reply, and are none; by their byte at REST_AT. */
const NEVER_CACHED: readonly Buffer[][] = Array.from({ length: 256 }, () => []);
for (const [name, operation] of OPERATIONS) {
  if (!name.startsWith('get_') || (operation.effect === 'read' && operation.cacheable)) continue;
  const start = Buffer.from(`request=${name}&`, 'latin1');
  NEVER_CACHED[start[REST_AT]!]!.push(start);
}

const beginsWith = (body: Uint8Array, start: Buffer): boolean => {
  for (let index = REST_AT; index < start.length; index += 1) if (body[index] !== start[index]) return false;
  return true;
};

/** `body`: one that `isFoundByBytes`. */
const isNeverCached = (body: Uint8Array): boolean => {
  const few = NEVER_CACHED[body[REST_AT] ?? 0]!;
  for (let index = 0; index < few.length; index += 1) if (beginsWith(body, few[index]!)) return true;
  return false;
};

/**
 * Returns the body as a key of the response cache; '' where an equal body will hardly come again, or none has a cached
 * reply: get_cart is called most, and hashing its body costs as much as decoding half of it.
 */
export const cacheKeyOf = (request: Pick<IncomingRequest, 'contentType' | 'body'>): string =>
  isFoundByBytes(request) && !isNeverCached(request.body) ? bufferOf(request.body).toString('latin1') : '';

/** Whether a cache key asks for no session, and its operation for none: its reply may be stale. */
export const isSessionless = (cacheKey: string): boolean =>
  !/&session=[^&]/.test(cacheKey) && OPERATIONS.get(cacheKey.slice(NAME_AT).split('&', 1)[0]!)?.session === 'none';
