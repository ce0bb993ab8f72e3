// Who is handed the lead.
import { ConfigError } from '../../config/setting.ts';
import type { KnownNode } from '../../engine/replication/log.ts';

/** A node that is further behind would keep callers waiting. */
const BEHIND_MAX = 1_000;

export interface HandOverWish {
  /** The node that leads. */
  readonly from: string;
  /** '' lets the furthest be chosen. */
  readonly to: string;
  /** The last entry of the log. */
  readonly at: number;
}

/** Those who can, the furthest first. Throws ConfigError with why it cannot be that one, or with why there is none. */
export const candidatesFor = (nodes: readonly KnownNode[], { from, to, at }: HandOverWish): readonly KnownNode[] => {
  if (to === from) throw new ConfigError(`node ${from} leads already`);
  const one = nodes.find(({ name }) => name === to);
  if (to !== '' && one === undefined) throw new ConfigError(`there is no node ${to}`);
  if (one?.isAlive === false) throw new ConfigError(`node ${to} has given no sign of life for ten seconds`);
  if (one !== undefined && at - one.storedAt > BEHIND_MAX)
    throw new ConfigError(`node ${to} is ${at - one.storedAt} entries behind: wait until it has caught up`);
  if (one !== undefined) return [one];
  const able = nodes
    .filter(({ name, isAlive, storedAt }) => name !== from && isAlive && at - storedAt <= BEHIND_MAX)
    .toSorted((first, second) => second.storedAt - first.storedAt);
  if (able.length === 0) throw new ConfigError('no other node is alive and up to date');
  return able;
};
