// The generated shop on disk, opened and called without a server: what fuzzers, attacks and nightly tests run on.
import { existsSync, readFileSync } from 'node:fs';
import { openFirstChannel } from '../../src/admin/credentials.ts';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/config.ts';
import { UsageCounter } from '../../src/engine/maintenance/usage-counter.ts';
import type { Store } from '../../src/engine/store/store.ts';
import { Dispatch } from '../../src/operations/dispatch/dispatch.ts';
import type { DispatchOptions } from '../../src/operations/dispatch/dispatch-options.ts';
import { UndiciClient } from '../../src/outside/http/http-client.ts';
import { dispatchOptions } from '../../src/server/parts/dispatch.ts';
import { paymentServices } from '../../src/server/parts/payments.ts';
import { openConfiguredStore } from '../../src/server/start/open-store.ts';
import { fill } from './store.ts';

/** Of the first channel of every store that is measured. */
export const CREDENTIALS = { username: 'bench', password: 'bench-password', secretKey: 'bench-secret-key' };

const config = (directory: string): Config => ({
  ...loadConfig({ data: directory, snapshots: `${directory}/snapshots`, company: 'bench' }, {}, '/'),
  durability: 'relaxed',
  responseCacheBytesMax: 0,
});

/** The store as an offline command has it. */
export const openAlone = (directory: string): Promise<Store> =>
  openConfiguredStore(config(directory), (reason, error) => {
    throw new Error(`${reason}: ${String(error)}`);
  });

export const prepare = async (directory: string, products: number): Promise<void> => {
  const store = await openAlone(directory);
  openFirstChannel(store.engine, CREDENTIALS, false);
  await fill(store.engine, products);
  await store.close();
};

const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;

/** What this thread has had of a core: the first number, in ns. */
export const threadCpuMs = (): number =>
  existsSync(SCHEDULED) ? Number(readFileSync(SCHEDULED, 'latin1').split(' ')[0]) / 1e6 : 0;

/** What calls go through, as a server has it; nothing is kept between them. A fault is thrown. */
export const dispatchOf = (
  store: Pick<Store, 'engine' | 'identity'>,
  directory: string,
  more: Partial<DispatchOptions> = {},
): Dispatch => {
  const [settings, client] = [config(directory), new UndiciClient()];
  const payments = paymentServices(settings, { env: {}, client, storeId: store.identity.id });
  const usage = new UsageCounter(store.engine, settings);
  const snapshots = { recordsSinceSnapshot: 0, ageMs: undefined, failures: 0 };
  const logFault = (_id: string, operation: string, error: unknown): void => {
    throw new Error(operation, { cause: error });
  };
  const parts = { config: settings, store, client, usage, snapshots, loss: undefined };
  return new Dispatch({ ...dispatchOptions(parts, payments), logFault, ...more });
};
