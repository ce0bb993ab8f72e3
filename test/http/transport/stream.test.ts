// Replies that are written chunk by chunk (stream-contract.ts), and what HTTP/1.0 gets of one: would catch one that is
// chunked there, or without an end.
import { describe, expect, test } from 'vitest';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { Caller } from '../caller.ts';
import { onFirstStage } from './both-transports.ts';
import { CHUNK, streamedReplies, writing } from './stream-contract.ts';

onFirstStage(streamedReplies);

describe('HTTP/1.0', () => {
  const old =
    'POST /srv/service/ HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\na=1';

  test('gets it un-chunked, ended by closing the connection', async () => {
    const server = await listenNode(
      { host: '127.0.0.1', port: 0, bodyBytesMax: 1000, bodyTimeoutMs: 1000 },
      writing(5),
    );
    const caller = new Caller(server.port).write(old);
    await caller.close();
    const [head = '', body = ''] = caller.received.split('\r\n\r\n');
    expect(head.toLowerCase()).not.toContain('transfer-encoding');
    expect(head.toLowerCase()).toContain('connection: close');
    expect(Buffer.from(body, 'latin1').toString()).toBe(CHUNK.repeat(5));
    await server.close(100);
  });
});
