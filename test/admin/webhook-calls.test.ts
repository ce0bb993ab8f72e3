// A server whose callers may be anywhere must not call the private addresses around it for them, unless it was told to.
import { expect, test } from 'vitest';
import { privateAllowed } from '../../src/admin/webhook-calls.ts';

const LOCAL = {
  webhookPrivateAddresses: 'auto',
  host: '127.0.0.1',
  behindProxy: false,
  clientAddressHeader: '',
} as const;

test.each([
  ['auto on loopback', {}, true],
  ['auto on another address', { host: '192.0.2.1' }, false],
  ['auto on every address', { host: '0.0.0.0' }, false],
  ['auto on loopback behind a proxy', { behindProxy: true }, false],
  ['auto on loopback with a header for client addresses', { clientAddressHeader: 'x-real-ip' }, false],
  ['on, behind a proxy', { webhookPrivateAddresses: 'on', behindProxy: true }, true],
  ['on, on another address', { webhookPrivateAddresses: 'on', host: '192.0.2.1' }, true],
  ['off on loopback', { webhookPrivateAddresses: 'off' }, false],
] as const)('private addresses: %s', (_what, settings, isAllowed) => {
  expect(privateAllowed({ ...LOCAL, ...settings })).toBe(isAllowed);
});
