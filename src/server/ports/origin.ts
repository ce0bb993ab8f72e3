// Origins of the listeners, as URLs begin.
import type { Config } from '../../config/config.ts';
import { urlHost } from '../../kernel/http-url.ts';

/** Origin of the port of calls, and of the HTTP/1.0 port. */
export const originOf = ({ host, tlsCert }: Pick<Config, 'host' | 'tlsCert'>, port: number): string =>
  `${tlsCert === '' ? 'http' : 'https'}://${urlHost(host)}:${port}`;

/** Origin of the administration listener. */
export const adminOriginOf = ({ adminHost }: Pick<Config, 'adminHost'>, port: number, isSecure: boolean): string =>
  `${isSecure ? 'https' : 'http'}://${urlHost(adminHost)}:${port}`;
