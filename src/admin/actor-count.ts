// How many objects of a kind a shop has.
import type { KindName } from '../domain/kind-types.ts';
import type { OrderIndex } from '../domain/orders/order-index.ts';
import type { Engine } from '../engine/engine.ts';

/**
 * Ids in use. Those of deleted objects are not given again, and counted; sessions that have ended are not, and orders
 * are counted themselves, because numbers may be left out before them.
 */
export const actorCount = ({ tables }: Engine, kind: KindName): number =>
  kind === 'order' ? (tables.order.index as OrderIndex).placed.count : tables[kind].idsInUse;
