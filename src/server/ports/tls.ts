// Certificate and key of the listeners: which files, until when, and read again when they were renewed.
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { loadTls, readTls } from '../../http/transport/tls-files.ts';
import type { TlsFiles, TlsPair } from '../../http/transport/tls-files.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { isLoopback } from '../../outside/http/addresses.ts';
import { logInfo, logWarning } from '../observability/log.ts';

type TlsSettings = Pick<Config, 'tlsCert' | 'tlsKey'>;

const DAY_MS = 86_400_000;
/** A client of ACME renews 30 days before the end. */
const WARN_MS = 14 * DAY_MS;

/** Undefined where the server speaks no TLS. Throws ConfigError where one of both files is not named. */
export const tlsOf = ({ tlsCert, tlsKey }: TlsSettings): TlsFiles | undefined => {
  if ((tlsCert === '') !== (tlsKey === ''))
    throw new ConfigError(`${tlsCert === '' ? 'tlsCert' : 'tlsKey'} is missing: TLS wants a certificate and its key`);
  return tlsCert === '' ? undefined : { certFile: tlsCert, keyFile: tlsKey };
};

/**
 * Options of the administration listener: on loopback probes and Prometheus speak plain HTTP, and the certificate names
 * another host. Throws ConfigError where TLS is wanted and there is no certificate.
 */
export const adminTlsOf = (settings: TlsSettings & Pick<Config, 'adminHost' | 'adminTls'>): TlsFiles | undefined => {
  const { adminHost, adminTls } = settings;
  const tls = tlsOf(settings);
  if (adminTls === 'on' && tls === undefined)
    throw new ConfigError('adminTls is on, and tlsCert and tlsKey are missing');
  return adminTls === 'off' || (adminTls === 'auto' && isLoopback(adminHost)) ? undefined : tls;
};

/** Until when the certificate is valid: a line, and a warning where that is soon. */
export const reportValidity = (settings: TlsSettings): void => {
  const tls = tlsOf(settings);
  if (tls !== undefined) report(tls, readTls(tls));
};

const report = (tls: TlsFiles, { validToMs }: TlsPair): void => {
  const until = `the certificate in ${tls.certFile} is valid until ${new Date(validToMs).toISOString().slice(0, 10)}`;
  if (validToMs - Date.now() < WARN_MS) logWarning(`${until}: renew it, then send SIGHUP`);
  else logInfo(until);
};

/** Reads both files again. Where they are wrong, the log says so, and the listeners keep what they have. */
export const renewTls = async (
  settings: TlsSettings,
  listeners: readonly { renewTls(): void | Promise<void> }[],
): Promise<void> => {
  const tls = tlsOf(settings);
  if (tls === undefined) return logInfo('nothing to read again: the server speaks no TLS');
  try {
    for (const listener of listeners) await listener.renewTls();
    return report(tls, await loadTls(tls));
  } catch (error) {
    return logWarning(`${lineOf(error)}; the certificate from before stays`);
  }
};
