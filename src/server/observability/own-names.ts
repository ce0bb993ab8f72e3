// Under which names the administration listener answers.
//
// A web page can be made to reach this listener by a name of its own that resolves to this machine's address (DNS
// rebinding); the browser then takes the listener for a part of that page, and sends the page's name as `Host`. So only
// names that nobody else can give away are answered: addresses, `localhost`, the name of this machine, and those of the
// settings. An address cannot be rebound, whichever it is: a container or a NAT does not know the one it is called by.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../../config/config.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

const SHOWN_MAX = 80;

const withoutDot = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Without the port, and the brackets of IPv6. */
const nameIn = (host: string): string => withoutDot(host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1'));

export type OwnNames = Pick<Config, 'adminHost' | 'adminNames'>;

/**
 * `host`: the header; undefined, which is HTTP/1.0 and no browser, where there is none. Refuses: HOST_NOT_KNOWN.
 */
export const checkHost = (host: string | undefined, { adminHost, adminNames }: OwnNames): Refusal | undefined => {
  if (host === undefined) return undefined;
  const name = nameIn(host);
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return undefined;
  if ([hostname(), adminHost, ...adminNames].some((own) => withoutDot(own) === name)) return undefined;
  const detail = `It is not called ${host.slice(0, SHOWN_MAX)} here; the setting adminNames gives it names.`;
  return refuse('HOST_NOT_KNOWN', 'host', detail);
};
