// What the server prints when it starts.
import type { Config } from '../config/config.ts';
import { SETTINGS, SETTING_NAMES } from '../config/config.ts';
import type { Store } from '../engine/store/store.ts';
import { isLoopback } from '../outside/http/addresses.ts';
import { logInfo, logWarning } from './log.ts';

/** Every setting with its effective value and its help text. */
export const printSettings = (config: Config): void => {
  logInfo('effective settings:');
  for (const name of SETTING_NAMES) {
    const value = config[name];
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    console.log(`  ${name.padEnd(28)} ${text.padEnd(14)} ${SETTINGS[name].help}`);
  }
};

/** One line on what one channel's credentials open while `ownership` is open. */
export const warnOfOpenOwnership = ({ ownership }: Config): void => {
  if (ownership === 'open')
    logWarning(
      'ownership is open: one leaked storefront key reads every order and account (README.md, Running it for real)',
    );
};

/** One line where the network may read credentials and personal data: an address of it, no TLS, and no proxy named. */
export const warnOfPlainText = ({ host, behindProxy }: Config): void => {
  if (!isLoopback(host) && !behindProxy)
    logWarning(
      `${host} is served without TLS, so the network reads what calls carry: ` +
        'set behindProxy once a proxy speaks TLS in front (README.md, Behind a proxy)',
    );
};

/** One line while a call may send shoppers, after they paid, to any host; none where no method has a provider. */
export const warnOfOpenReturnHosts = ({ paymentReturnHosts, paymentMethods }: Config): void => {
  const isRedirecting = paymentMethods.some(({ provider = 'manual' }) => provider !== 'manual');
  if (paymentReturnHosts.length === 0 && isRedirecting)
    logWarning('paymentReturnHosts is empty: a call may send shoppers who paid to any host (docs/payments.md)');
};

/** How the store was recovered, and what that took. */
export const printRecovery = ({ report }: Store): void => {
  const { outcome, detail, rows, records, events, tookMs } = report;
  const rate = tookMs > 0 ? Math.round((events / tookMs) * 1000) : 0;
  logInfo(
    `recovery ${outcome}: ${rows} rows, ` +
      `${records} records with ${events} events replayed in ${Math.round(tookMs)} ms (${rate} events/s)`,
  );
  if (detail !== '') logInfo(`recovery: ${detail}`);
};
