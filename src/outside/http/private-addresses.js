// Which addresses belong to the world, and which to this machine or its neighbours. Plain JavaScript, because the
// thread that calls other servers looks at the connected address with it (http-worker.js).
import { BlockList, isIP } from 'node:net';

// Source: the registries of special-purpose addresses, IANA (RFC 6890).
const NEIGHBOURS = new BlockList();
for (const [net, prefix] of /** @type {const} */ ([
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
])) {
  NEIGHBOURS.addSubnet(net, prefix, 'ipv4');
}

// Global unicast is 2000::/3; what it holds of tunnels and examples is not.
const WORLD_6 = new BlockList();
WORLD_6.addSubnet('2000::', 3, 'ipv6');
const TUNNELS_6 = new BlockList();
TUNNELS_6.addSubnet('2001::', 23, 'ipv6');
TUNNELS_6.addSubnet('2001:db8::', 32, 'ipv6');
TUNNELS_6.addSubnet('2002::', 16, 'ipv6');

/**
 * `::ffff:10.0.0.1` and its hexadecimal form; '' for none.
 *
 * @param {string} address
 */
const mapped = (address) => {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return '';
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
};

/**
 * True for what is no address of the public internet, and for what is no address.
 *
 * @param {string} address
 * @returns {boolean}
 */
export const isPrivateAddress = (address) => {
  const plain = mapped(address) || address;
  if (isIP(plain) === 4) return NEIGHBOURS.check(plain, 'ipv4');
  return isIP(plain) !== 6 || !WORLD_6.check(plain, 'ipv6') || TUNNELS_6.check(plain, 'ipv6');
};
