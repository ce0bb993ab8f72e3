// Which operations may be parts of an atomic aggregate (atomic-calls.ts), by what they declare.
import { AREAS } from '../context/operation.ts';
import type { Operation } from '../context/operation.ts';

type Area = keyof typeof AREAS;

/**
 * Parts of the API whose writes change kinds of actors that may be changed on trial. The others number documents, move
 * money or price carts, which keep what they have seen, or say who may call what, which a whole call relies on.
 */
const AREAS_TOGETHER: ReadonlySet<Area> = new Set([
  'categories',
  'products',
  'classes',
  'warehouse',
  'search',
  'coupons',
  'prices',
  'webhooks',
]);

/** Why an operation is no part of an atomic aggregate; '': it may be one. */
export const whyNotTogether = (operation: Operation): string => {
  if (operation.effect === 'aggregate') return 'an aggregate holds no other aggregate';
  if (operation.effect !== 'write') return 'it changes nothing';
  if (operation.prepare !== undefined || operation.slow !== undefined) return 'it waits for something outside';
  if (operation.credential !== 'secret' || operation.session !== 'none') return 'it is about a session';
  if (!AREAS_TOGETHER.has(operation.area)) return `it is one of ${AREAS[operation.area]}`;
  if (operation.alone !== undefined) return operation.alone;
  return operation.recordRefusal === undefined ? '' : 'its refusals are recorded';
};
