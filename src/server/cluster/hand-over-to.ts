// Who is handed the lead.
import { ConfigError } from '../../config/setting.ts';
import type { KnownNode } from '../../engine/replication/log.ts';
import { isOlder } from './node-watch.ts';

/** A node that is further behind would keep callers waiting. */
const BEHIND_MAX = 1_000;

export interface HandOverWish {
  /** The node that leads. */
  readonly from: string;
  /** '' lets the furthest be chosen. */
  readonly to: string;
  /** The last entry of the log. */
  readonly at: number;
  /** By how much the clock of a node is wrong, in milliseconds; 0 where it is right. */
  readonly offMs: (name: string) => number;
}

/**
 * Those who can. First are those whose clock is right; of them, those that do not know what this program writes, as
 * long as it has written none of it; of them, the furthest. Throws ConfigError with why it cannot be that one, or with
 * why there is none.
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
