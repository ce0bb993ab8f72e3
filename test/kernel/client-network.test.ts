// Would catch a guesser with as many counts as addresses in one network, and clients who share a count although they
// have nothing in common.
import { expect, test } from 'vitest';
import { clientNetwork } from '../../src/kernel/client-network.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['0000:0000:0000:0000:0000:ffff:c000:0201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is of %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test.each([
  '',
  'unknown',
  '192.0.2.1, 192.0.2.2',
  '192.0.2.1:8080',
  '1:2',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7:8:9',
  'g::1',
])('what is no address stays as it is: %j', (text) => {
  expect(clientNetwork(text)).toBe(text);
});
