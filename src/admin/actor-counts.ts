// How many objects of each kind a shop has.
import { KIND_NAMES } from '../domain/kinds.ts';
import type { KindName } from '../domain/kinds.ts';
import type { Engine } from '../engine/engine.ts';

/** Ids in use. Those of deleted objects are not given again, and counted; sessions that have ended are not. */
export const actorCounts = (
  { tables }: Engine,
  { orderIdFirst }: { readonly orderIdFirst: number },
): ReadonlyMap<KindName, number> =>
  new Map(
    KIND_NAMES.map((kind) => {
      const { idsInUse } = tables[kind];
      return [kind, kind === 'order' ? Math.max(0, idsInUse - orderIdFirst + 1) : idsInUse];
    }),
  );
