// Which nodes are asked for entries that this one lacks.
import type { KnownNode } from '../../engine/replication/log.ts';

/** Those that are alive and further than this entry, the furthest first. */
export const nodesAhead = (nodes: readonly KnownNode[], own: string, at: number): readonly KnownNode[] =>
  nodes
    .filter(({ name, isAlive, storedAt }) => name !== own && isAlive && storedAt > at)
    .toSorted((one, two) => two.storedAt - one.storedAt);
