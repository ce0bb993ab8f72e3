// Would catch a connection that is counted for ever: one that was reset, and whose port is used again before its end is
// told.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import { HandshakeCount, Handshakes } from '../../../src/http/transport/handshakes.ts';

class FakeSocket extends EventEmitter {
  readonly remoteAddress = '192.0.2.1';
  readonly remotePort = 40_000;
  isDestroyed = false;

  destroy(): void {
    this.isDestroyed = true;
  }
}

const begun = (handshakes: Handshakes): FakeSocket => {
  const socket = new FakeSocket();
  handshakes.begin(socket as unknown as Socket);
  return socket;
};

test('a connection whose port is used again before its end is told is counted once', () => {
  const [connections, count] = [new ConnectionLimit(10), new HandshakeCount()];
  const handshakes = new Handshakes(connections, count);
  const reset = begun(handshakes);
  const again = begun(handshakes);
  expect([reset.isDestroyed, again.isDestroyed]).toEqual([true, false]);
  expect([connections.open, count.open]).toEqual([1, 1]);
  reset.emit('close');
  expect([connections.open, count.open]).toEqual([1, 1]);
  again.emit('close');
  expect([connections.open, count.open]).toEqual([0, 0]);
});
