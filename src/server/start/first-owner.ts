// The link by which the first owner of a shop is made in the browser. A start shows one while nobody may open the back
// office; the journal has the digest of its code only, and the next start gives another (D464).
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { lacksOwner } from '../../domain/accounts/first-owner.ts';
import { SHOP_ID, shopState } from '../../domain/shop/shop.ts';
import { maintenanceCause } from '../../engine/engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { must, ok } from '../../kernel/result.ts';
import { newToken } from '../../operations/access/tokens.ts';
import { logInfo } from '../observability/log.ts';
import { backOfficePlaces } from '../ports/back-office-places.ts';

/** In the data directory. */
const LINK_FILE = 'first-owner.txt';

interface Addresses {
  /** Address of the service. */
  readonly url: string;
  /** '': there is no administration listener. */
  readonly adminOrigin: string;
}

/** '' where the back office is nowhere. */
const originOf = (config: Config, { url, adminOrigin }: Addresses): string => {
  const { isOnAdmin, isPublic } = backOfficePlaces(config);
  if (isOnAdmin) return adminOrigin;
  return isPublic ? new URL(url).origin : '';
};

/** Begins the first steps of a shop without a class, which nothing was made in yet. */
export const beginFirstSteps = (engine: Engine): void => {
  if (engine.tables.class.nextId !== 1 || shopState(engine.readContext())?.firstSteps.isBegun !== false) return;
  const begun = engine.transact(maintenanceCause('first_start'), (tx) =>
    tx.ask('shop', SHOP_ID, { type: 'begin_first_steps' }),
  );
  must(begun.ok, 'the first steps can always be begun');
};

/**
 * Shows a link where nobody may open the back office. Where the output is no terminal, it stands in a file that only
 * the user of the process can read, which goes once there is an owner.
 */
export const showOwnerLink = async (engine: Engine, config: Config, at: Addresses): Promise<void> => {
  const path = join(config.data, LINK_FILE);
  const origin = originOf(config, at);
  if (!lacksOwner(engine.readContext())) {
    // The code of an earlier start opens nothing any more, whatever becomes of the accounts that there are.
    engine.transact(maintenanceCause('first_start'), (tx) =>
      tx.ask('shop', SHOP_ID, { type: 'set_owner_code', digest: '' }),
    );
    return rmSync(path, { force: true });
  }
  if (origin === '') return;
  const made = engine.transact(maintenanceCause('first_start'), (tx) => {
    const { token, digest } = newToken(tx);
    const set = tx.ask('shop', SHOP_ID, { type: 'set_owner_code', digest });
    return set.ok ? ok(token) : set;
  });
  must(made.ok, 'a code can always be set');
  await engine.whenDurable(engine.headSeq);
  const link = `${origin}/#/first-owner/${made.value}`;
  if (process.stdout.isTTY)
    return logInfo('nobody may open the back office yet; make the first owner here, once:', { rows: [link] });
  rmSync(path, { force: true });
  writeFileSync(path, `${link}\n`, { mode: 0o600, flush: true });
  logInfo(`nobody may open the back office yet: the link that makes the first owner stands in ${path}`);
};
