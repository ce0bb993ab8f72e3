// Dispatch of a new shop: it calls nobody, and hashes the passwords of the demo cheaply.
import type { Config } from '../../config/config.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import { NOBODY } from '../../kernel/http-call.ts';
import { Dispatch } from '../../operations/dispatch/dispatch.ts';
import { demoPasswords } from '../demo/password-hashes.ts';
import { DEMO_SECRETS } from '../demo/settings.ts';
import { dispatchOptions } from '../parts/dispatch.ts';
import { paymentServices } from '../parts/payments.ts';

interface HistoryDispatch {
  readonly dispatch: Dispatch;
  /** Ends the thread that made documents; the server has its own. */
  readonly close: () => Promise<void>;
}

export const historyDispatch = (store: Store, config: Config, usage: UsageCounter): HistoryDispatch => {
  const snapshots = { recordsSinceSnapshot: 0, ageMs: undefined, failures: 0 };
  // A document that is asked for again would be counted again, and histories of one day would differ.
  const patient = { ...config, htmlTimeoutMs: 10 * config.htmlTimeoutMs };
  const parts = { config: patient, store, client: NOBODY, usage, snapshots, loss: undefined, passwords: demoPasswords };
  const env = { ...DEMO_SECRETS, ...process.env };
  const options = dispatchOptions(parts, paymentServices(config, { env, client: NOBODY, storeId: store.identity.id }));
  return { dispatch: new Dispatch(options), close: () => options.service.documents.html.close() };
};
