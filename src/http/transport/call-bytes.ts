// Calls whose reply can be found by their very bytes, without being decoded.
import { isUtf8Form } from '../form/form.ts';
import type { IncomingRequest } from './transport.ts';

const BYTES_MAX = 1024;
const READ_PREFIX = Buffer.from('request=get_', 'latin1');

/**
 * Only short urlencoded bodies in UTF-8 that begin with a read: a multipart body never comes twice, and most clients
 * send `request` first. Other reads are found in the cache after decoding, by their parameters.
 */
export const isFoundByBytes = ({ contentType, body }: Pick<IncomingRequest, 'contentType' | 'body'>): boolean => {
  if (body.length > BYTES_MAX || !isUtf8Form(contentType)) return false;
  for (let index = 0; index < READ_PREFIX.length; index += 1) if (body[index] !== READ_PREFIX[index]) return false;
  return true;
};
