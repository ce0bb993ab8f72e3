import type { KindName } from '../../domain/kind-types.ts';
import type { ActorTable } from './actor-table.ts';

/** The actors of a shop, by kind. */
export type Tables = { readonly [K in KindName]: ActorTable };
