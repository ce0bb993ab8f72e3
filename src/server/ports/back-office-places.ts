// Where the back office is served: on the administration listener, on the port of the shop, or nowhere.
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { isLoopback } from '../../outside/http/addresses.ts';
import { adminTlsOf } from './tls.ts';

type Place = Pick<
  Config,
  'backOffice' | 'host' | 'behindProxy' | 'adminPort' | 'adminHost' | 'adminTls' | 'tlsCert' | 'tlsKey'
>;

interface BackOfficePlaces {
  /** On the administration listener. */
  readonly isOnAdmin: boolean;
  /** On the port of the shop. */
  readonly isPublic: boolean;
}

const WITHOUT_TLS = 'would be served without TLS, so the network could read passwords';

/** Whether the administration listener speaks TLS. Throws ConfigError where TLS is wanted without a certificate. */
export const isAdminSecure = (config: Parameters<typeof adminTlsOf>[0]): boolean => adminTlsOf(config) !== undefined;

/**
 * Where the back office is. Throws ConfigError where passwords would travel without TLS; with `auto` it is then
 * nowhere.
 */
export const backOfficePlaces = (config: Place): BackOfficePlaces => {
  const { backOffice, host, behindProxy, adminHost, adminPort, tlsCert } = config;
  const isPublic = backOffice === 'public';
  if (isPublic && !isLoopback(host) && tlsCert === '' && !behindProxy)
    throw new ConfigError(
      `backOffice is public, and on ${host} it ${WITHOUT_TLS}: set tlsCert and tlsKey, or behindProxy`,
    );
  const isListening = adminPort !== 0 && backOffice !== 'off';
  const isProtected = isLoopback(adminHost) || isAdminSecure(config);
  if (isListening && !isProtected && backOffice !== 'auto')
    throw new ConfigError(
      `the back office on adminHost ${adminHost} ${WITHOUT_TLS}: set tlsCert and tlsKey, or backOffice off`,
    );
  return { isOnAdmin: isListening && isProtected, isPublic };
};
