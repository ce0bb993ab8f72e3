// Which addresses belong to the public internet, and which to this machine or its neighbours. Source: the IANA
// registries of special-purpose addresses (RFC 6890).
import { BlockList, isIP } from 'node:net';

const PRIVATE_V4 = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE_V4.addSubnet(net, prefix, 'ipv4');
}

// Global unicast, and the tunnels and documentation ranges within it.
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_V6 = new BlockList();
SPECIAL_V6.addSubnet('2001::', 23, 'ipv6');
SPECIAL_V6.addSubnet('2001:db8::', 32, 'ipv6');
SPECIAL_V6.addSubnet('2002::', 16, 'ipv6');
SPECIAL_V6.addSubnet('2620:4f:8000::', 48, 'ipv6');
SPECIAL_V6.addSubnet('3fff::', 20, 'ipv6');

/** The IPv4 address in `::ffff:10.0.0.1`, also in its hexadecimal form; '' where there is none. */
const mappedV4 = (address: string): string => {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return '';
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
};

/** True also for a text that is no address. */
export const isPrivateAddress = (address: string): boolean => {
  const plain = mappedV4(address) || address;
  if (isIP(plain) === 4) return PRIVATE_V4.check(plain, 'ipv4');
  return isIP(plain) !== 6 || !PUBLIC_V6.check(plain, 'ipv6') || SPECIAL_V6.check(plain, 'ipv6');
};
