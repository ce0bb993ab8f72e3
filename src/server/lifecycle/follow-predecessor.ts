// Follows the old server of an upgrade, as a standby does, until that has closed its store.
import { realpathSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { Store } from '../../engine/store/store.ts';
import { upgradePath } from '../../engine/store/upgrade.ts';
import { LeaderLink } from '../standby/leader-link.ts';

export interface Following {
  readonly link: LeaderLink;
  /** Everything is folded that was promised at the first contact. */
  readonly ready: Promise<void>;
  /** Rejects once it cannot follow, at any time. */
  readonly broken: Promise<never>;
}

/** Follows the server of the data directory, from the copy in `store`. */
export const follow = (config: Config, store: Store): Following => {
  let isReady!: () => void;
  let failed!: (why: Error) => void;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const broken = new Promise<never>((_, reject) => (failed = reject));
  broken.catch(() => {});
  const link: LeaderLink = new LeaderLink({
    store,
    leader: config.data,
    own: realpathSync(upgradePath(config.data)),
    sliceMs: config.backgroundSliceMs,
    connected: () => link.ask(0),
    lost: () => {},
    waits: () => {},
    promised: isReady,
    failed: (why) => failed(new ConfigError(why)),
  });
  link.open();
  return { link, ready, broken };
};
