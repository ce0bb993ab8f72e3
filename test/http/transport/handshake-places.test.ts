// Would catch a connection that is counted for ever: one that was reset, and whose port is used again before its end is
// told; and callers who lose their connections to handshakes that never end.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import { HandshakeCount, Handshakes } from '../../../src/http/transport/handshakes.ts';

class FakeSocket extends EventEmitter {
  readonly remoteAddress = '192.0.2.1';
  remotePort = 40_000;
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

test('handshakes that have a quarter of all connections give way before connections that wait for their next call', () => {
  const limit = new ConnectionLimit(8);
  const handshakes = new Handshakes(limit);
  let idle = 3;
  const closeIdle = (): boolean => {
    if (idle === 0) return false;
    idle -= 1;
    limit.closed();
    return true;
  };
  limit.addListener(closeIdle);
  limit.addListener(() => handshakes.areTooMany && handshakes.cutOldest(), true);
  for (let count = 0; count < idle; count += 1) limit.opened();
  let port = 1;
  const sockets = Array.from({ length: 20 }, () => {
    const socket = Object.assign(new FakeSocket(), { remotePort: (port += 1) });
    handshakes.begin(socket as unknown as Socket);
    return socket;
  });
  expect([idle, limit.open, handshakes.size]).toEqual([3, 8, 5]);
  expect(sockets.map(({ isDestroyed }) => isDestroyed)).toEqual(sockets.map((_, at) => at < 15));
});
