// Would catch connections that never finish a handshake of TLS, are not counted, and stay for ever: at a listener whose
// connections have a limit, and at one that has none.
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import { HandshakeCount } from '../../../src/http/transport/handshakes.ts';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { newCertificate } from '../certificates.ts';
import type { TestCertificate } from '../certificates.ts';
import { halfOpen as beginHandshake } from '../half-open.ts';

let certificate: TestCertificate;
beforeAll(async () => void (certificate = await newCertificate('handshakes')));

let server: Listener | undefined;
const callers: Socket[] = [];
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  await server?.close(0);
});

const serve = async (connections: ConnectionLimit, handshakes = new HandshakeCount()): Promise<number> => {
  const limits = { bodyBytesMax: 1_000, bodyTimeoutMs: 1_000, connections, handshakes };
  server = await listenNode({ ...limits, host: '127.0.0.1', port: 0, tls: certificate }, (_request, reply) =>
    reply.send(200, 'taken'),
  );
  return server.port;
};

const halfOpen = async (port: number): Promise<Socket> => {
  const socket = await beginHandshake(port);
  callers.push(socket);
  return socket;
};

/** The status line of a call over TLS; why there is none. */
const call = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connectTls({ port, host: '127.0.0.1', ca: certificate.cert }, () =>
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx'),
    );
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1').split('\r\n')[0]!));
    socket.once('error', ({ message }) => resolve(message));
    socket.once('close', () => resolve('closed'));
    callers.push(socket);
  });

describe('a handshake that is not finished', () => {
  test('counts as a connection, and is ended', async () => {
    const connections = new ConnectionLimit(10);
    const handshakes = new HandshakeCount();
    const port = await serve(connections, handshakes);
    const sockets = await Promise.all([halfOpen(port), halfOpen(port), halfOpen(port)]);
    await expect.poll(() => connections.open).toBe(3);
    expect(await call(port)).toBe('HTTP/1.1 200 OK');
    expect(connections.open).toBe(4);
    expect([handshakes.open, handshakes.timedOut]).toEqual([3, 0]);
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(3);
    await expect.poll(() => connections.open).toBeLessThanOrEqual(1);
    expect([handshakes.open, handshakes.timedOut]).toEqual([0, 3]);
  });

  test('gives way to who comes later', async () => {
    const connections = new ConnectionLimit(5);
    const port = await serve(connections);
    for (let count = 0; count < 20; count += 1) await halfOpen(port);
    await expect.poll(() => connections.open).toBe(5);
    expect(await call(port)).toBe('HTTP/1.1 200 OK');
    expect(connections.open).toBe(5);
  });

  test('gives way to who comes later at a listener without a limit, once there are a hundred', async () => {
    const handshakes = new HandshakeCount();
    const port = await serve(new ConnectionLimit(), handshakes);
    const first = await halfOpen(port);
    await expect.poll(() => handshakes.open).toBe(1);
    for (let count = 0; count < 120; count += 1) await halfOpen(port);
    await expect.poll(() => handshakes.open).toBe(100);
    await expect.poll(() => first.closed).toBe(true);
    expect(await call(port)).toBe('HTTP/1.1 200 OK');
    expect(handshakes.timedOut).toBe(0);
  });

  test('is ended by what is no TLS, and by a stop', async () => {
    const connections = new ConnectionLimit(5);
    const handshakes = new HandshakeCount();
    const port = await serve(connections, handshakes);
    const plain = connectTcp(port, '127.0.0.1', () => plain.write('POST / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    plain.on('error', () => {});
    plain.resume();
    callers.push(plain);
    await expect.poll(() => plain.closed).toBe(true);
    await halfOpen(port);
    await expect.poll(() => connections.open).toBe(1);
    await server!.close(0);
    expect(connections.open).toBe(0);
    // Nobody waited too long.
    expect([handshakes.open, handshakes.timedOut]).toEqual([0, 0]);
  });
});
