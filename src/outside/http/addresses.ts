// Which URLs may be called.
import { isIP, isIPv4 } from 'node:net';
import { isPrivateAddress } from './private-addresses.ts';

const URL_LENGTH_MAX = 2048;

/** Whether a server that listens at this host is reached from its own machine alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/**
 * Why a URL may not be called; '' when it may. A host name is resolved only by the call, and the address that the
 * connection then has is checked again (http-worker.ts).
 */
export const whyNotCallable = (text: string, privateAllowed: boolean): string => {
  if (text.length > URL_LENGTH_MAX) return `it is longer than ${URL_LENGTH_MAX} characters`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return 'it is no http or https URL';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const local = host === 'localhost' || host.endsWith('.localhost');
  if (!privateAllowed && (local || (isIP(host) !== 0 && isPrivateAddress(host)))) return 'its address is private';
  return '';
};
