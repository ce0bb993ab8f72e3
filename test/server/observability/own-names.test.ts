// Would catch a web page that reads metrics or tries passwords by a name of its own that resolves to this machine.
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { checkHost } from '../../../src/server/observability/own-names.ts';

const NAMES = { adminHost: 'shop-1.internal', adminNames: ['metrics.example.org'] };

test.each([
  undefined,
  '127.0.0.1',
  '127.0.0.1:8081',
  '192.0.2.7:8081',
  '[::1]',
  '[::1]:8081',
  'localhost',
  'LOCALHOST:8081',
  'office.localhost:8081',
  'shop-1.internal:8081',
  'metrics.example.org',
  'Metrics.Example.Org.:443',
  hostname(),
])('%j is answered', (host) => {
  expect(checkHost(host, NAMES)).toBeUndefined();
});

test.each([
  '',
  'evil.example:8081',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'notlocalhost',
  'x.metrics.example.org',
  'metrics.example.org.evil.example',
  '127.0.0.1, evil.example',
  'evil.example#127.0.0.1',
  '127.0.0.1@evil.example',
])('%j is refused', (host) => {
  expect(checkHost(host, NAMES)).toMatchObject({ ok: false, code: 'HOST_NOT_KNOWN', param: 'host' });
});
