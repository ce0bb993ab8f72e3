// How many objects of a kind a shop has.
import type { KindName } from '../domain/kind-types.ts';
import type { Engine } from '../engine/engine.ts';

/** Ids in use. Those of deleted objects are not given again, and counted; sessions that have ended are not. */
export const actorCount = (
  { tables }: Engine,
  { orderIdFirst }: { readonly orderIdFirst: number },
  kind: KindName,
): number => {
  const { idsInUse } = tables[kind];
  return kind === 'order' ? Math.max(0, idsInUse - orderIdFirst + 1) : idsInUse;
};
