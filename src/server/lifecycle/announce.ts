// Says that the shop is open: to the log, to systemd, and to the process that has started the server.
import { isDemo } from '../../admin/credentials.ts';
import type { Config } from '../../config/config.ts';
import type { Store } from '../../engine/store/store.ts';
import { logInfo } from '../observability/log.ts';
import type { Ports } from '../ports/ports.ts';
import { notifyReady } from '../process/systemd.ts';
import type { Role } from '../standby/role.ts';
import { printDemo, warnOfSettings } from '../start/start-report.ts';
import type { ServerLife } from './server-life.ts';

interface Announced {
  readonly config: Config;
  readonly store: Store;
  readonly ports: Pick<Ports, 'url' | 'adminOrigin'>;
  readonly role: Pick<Role, 'ready'>;
  readonly life: Pick<ServerLife, 'isServing' | 'nextServing'>;
}

/**
 * Warns of settings now, and calls `ready` with the address once the server answers exactly and serves. Says nothing
 * while it retires: systemd and balancers would send calls to ports that close.
 */
export const announce = (server: Announced, ready: (url: string) => void): void => {
  warnOfSettings(server.config);
  void whenReady(server).then(() => {
    const { config, store, ports } = server;
    if (isDemo(store.engine)) printDemo(ports.url, ports.adminOrigin, store);
    logInfo(`ready at ${ports.url} (durability ${config.durability})`);
    void notifyReady();
    ready(ports.url);
  });
};

/** Never resolves where the server ends first. */
const whenReady = async ({ role, life }: Announced): Promise<void> => {
  await role.ready;
  while (!life.isServing) await life.nextServing();
};
