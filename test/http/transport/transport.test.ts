// One request and its reply (transport-contract.ts), and where the transports differ: would catch HTTP/1.0 that gets
// chunks or an open connection, and a machine without uWebSockets.js that is not told why.
import { describe, expect, test } from 'vitest';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { listenUws, whyNoUws } from '../../../src/http/transport/uws-transport.ts';
import { Caller } from '../caller.ts';
import { echoRequest, onFirstStage } from './both-transports.ts';
import { hasUws } from './transports.ts';
import { exchanges } from './transport-contract.ts';

onFirstStage(exchanges);

describe('HTTP/1.0', () => {
  const old =
    'POST /srv/service/ HTTP/1.0\r\nHost: localhost\r\nContent-type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n';

  test.each(['Connection: close\r\n', '', 'Connection: keep-alive\r\n'])(
    'node:http answers un-chunked and closes (%j)',
    async (connection) => {
      const server = await listenNode(
        { host: '127.0.0.1', port: 0, bodyBytesMax: 1000, bodyTimeoutMs: 1000 },
        echoRequest,
      );
      const caller = new Caller(server.port).write(`${old}${connection}\r\na=1`);
      const reply = await caller.reply();
      expect(reply.status).toBe(200);
      expect(reply.headers['transfer-encoding']).toBeUndefined();
      expect(reply.headers['content-encoding']).toBeUndefined();
      expect(reply.headers.connection).toBe('close');
      expect(JSON.parse(reply.body)).toMatchObject({ path: '/srv/service/', length: 3 });
      await caller.close();
      await server.close(100);
    },
  );

  test.skipIf(!hasUws)('uWebSockets.js refuses it, which is why the other listener exists', async () => {
    const server = await listenUws(
      { host: '127.0.0.1', port: 0, bodyBytesMax: 1000, bodyTimeoutMs: 1000 },
      echoRequest,
    );
    const caller = new Caller(server.port).write(`${old}\r\na=1`);
    await caller.close();
    expect(caller.received).toMatch(/^HTTP\/1\.1 505 /);
    await server.close(100);
  });
});

test('whyNoUws finds no reason where the package has a binary, and one line elsewhere', async () => {
  const why = await whyNoUws();
  if (hasUws) expect(why).toBeUndefined();
  else expect(why).toMatch(/^.+$/);
});
