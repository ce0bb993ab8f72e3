// Which nodes are asked for what this one lacks.
import type { KnownNode } from '../../engine/replication/log.ts';

/** Those that are alive and further than this entry, the furthest first. */
export const peersThatHave = (nodes: readonly KnownNode[], own: string, at: number): readonly KnownNode[] =>
  nodes
    .filter(({ name, isAlive, storedAt }) => name !== own && isAlive && storedAt > at)
    .toSorted((one, two) => two.storedAt - one.storedAt);
