// Which nodes may be handed the lead.
import { ConfigError } from '../../config/setting.ts';
import type { KnownNode } from '../../engine/replication/log.ts';
import { isOlder } from './node-watch.ts';

/** A node that is further behind would keep callers waiting. */
const BEHIND_MAX = 1_000;

export interface HandOverWish {
  /** The node that leads. */
  readonly from: string;
  /** Empty: the furthest node is chosen. */
  readonly to: string;
  /** The last entry of the log. */
  readonly at: number;
  /** By how much the clock of a node is wrong, in milliseconds; 0 where it is right. */
  readonly offMs: (name: string) => number;
}

/**
 * Returns the nodes that can lead, the best first: those whose clock is right; among them, those that do not know what
 * this program would write; among them, the furthest. Throws ConfigError with why the wished node cannot lead, or with
 * why none can.
 */
export const candidatesFor = (
  nodes: readonly KnownNode[],
  { from, to, at, offMs }: HandOverWish,
): readonly KnownNode[] => {
  if (to === from) throw new ConfigError(`node ${from} leads already`);
  const one = nodes.find(({ name }) => name === to);
  if (to !== '' && one === undefined) throw new ConfigError(`there is no node ${to}`);
  if (one?.isAlive === false) throw new ConfigError(`node ${to} has given no sign of life for ten seconds`);
  if (one !== undefined && at - one.storedAt > BEHIND_MAX)
    throw new ConfigError(`node ${to} is ${at - one.storedAt} entries behind: wait until it has caught up`);
  if (one !== undefined && offMs(to) !== 0)
    throw new ConfigError(`the clock of node ${to} is ${offMs(to)} ms off: mend it first (NTP)`);
  if (one !== undefined) return [one];
  const rank = (node: KnownNode): number => (offMs(node.name) === 0 ? 0 : 2) + (isOlder(node) ? 0 : 1);
  const able = nodes
    .filter(({ name, isAlive, storedAt }) => name !== from && isAlive && at - storedAt <= BEHIND_MAX)
    .toSorted((first, second) => rank(first) - rank(second) || second.storedAt - first.storedAt);
  if (able.length === 0) throw new ConfigError('no other node is alive and up to date');
  return able;
};
