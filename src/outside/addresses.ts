// Which addresses belong to the world, and which to this machine or its neighbours.
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Source: the registries of special-purpose addresses, IANA (RFC 6890). */
const NEIGHBOURS = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NEIGHBOURS.addSubnet(net, prefix, 'ipv4');
}
/** Whether a server that listens at this host is reached from its own machine alone. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** Global unicast is 2000::/3; what it holds of tunnels and examples is not. */
const WORLD_6 = new BlockList();
WORLD_6.addSubnet('2000::', 3, 'ipv6');
const TUNNELS_6 = new BlockList();
TUNNELS_6.addSubnet('2001::', 23, 'ipv6');
TUNNELS_6.addSubnet('2001:db8::', 32, 'ipv6');
TUNNELS_6.addSubnet('2002::', 16, 'ipv6');

/** `::ffff:10.0.0.1` and its hexadecimal form; '' for none. */
const mapped = (address: string): string => {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return '';
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
};

/** True for what is no address of the public internet, and for what is no address. */
export const isPrivateAddress = (address: string): boolean => {
  const plain = mapped(address) || address;
  if (isIP(plain) === 4) return NEIGHBOURS.check(plain, 'ipv4');
  return isIP(plain) !== 6 || !WORLD_6.check(plain, 'ipv6') || TUNNELS_6.check(plain, 'ipv6');
};

/**
 * Why a URL is none that may be called; '' when it is one. A name is resolved only when it is called, and the address
 * that the connection then has is looked at again.
 */
export const whyNotCallable = (text: string, privateAllowed: boolean): string => {
  if (text.length > 2048) return 'it is longer than 2048 characters';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return 'it is no http or https URL';
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const local = host === 'localhost' || host.endsWith('.localhost');
  if (!privateAllowed && (local || (isIP(host) !== 0 && isPrivateAddress(host)))) return 'its address is private';
  return '';
};
