// Catches a start that crashes, instead of saying what to do, where the uWebSockets.js binary is missing.
import { expect, test, vi } from 'vitest';
import { listenUws, whyNoUws } from '../../../src/http/transport/uws-transport.ts';

// As the package does where it has no binary for the running Node: it throws while it is imported.
vi.mock('uWebSockets.js', () => {
  throw new Error('no binary here');
});

// Would catch: a static import, with which a machine without the binary could not even start.
test('a missing binary is an answer and no crash', async () => {
  expect(await whyNoUws()).toBeTypeOf('string');
  await expect(
    listenUws({ host: '127.0.0.1', port: 0, bodyBytesMax: 1, bodyTimeoutMs: 1 }, () => {}),
  ).rejects.toThrow();
});
