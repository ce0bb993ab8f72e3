// Would catch a node that gives anything to a peer without a certificate of the nodes' authority, or in clear, and one
// that holds memory or a connection for a peer that does not say which node it is.
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { HandshakeCount } from '../../../src/http/transport/handshakes.ts';
import { InnerListener } from '../../../src/server/cluster/inner-listener.ts';
import { InnerNetwork } from '../../../src/server/cluster/inner-network.ts';
import { NODE_PROTOCOL } from '../../../src/server/cluster/inner-protocol.ts';
import type { NodeHello, NodeStatus } from '../../../src/server/cluster/inner-protocol.ts';
import { FrameReader, frameOf } from '../../../src/server/following/frames.ts';
import { listening, reservePort } from '../../harness/ports.ts';
import { newCertificate } from '../../http/certificates.ts';
import type { TestCertificate } from '../../http/certificates.ts';
import { halfOpen } from '../../http/half-open.ts';

const HELLO: NodeHello = { protocol: NODE_PROTOCOL, version: '1', shop: 'main', logId: 'log', node: 'b' };
const UPGRADE = 'GET /node HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: kontor-node\r\n\r\n';
/** As a client sees an answer that has come over TLS 1.3 before its certificate was looked at: no byte. */
const NOTHING = '';

let own: TestCertificate;
let foreign: TestCertificate;
let port: number;
let listener: InnerListener;
const handshakes = new HandshakeCount();
const sockets: Socket[] = [];
const servers: Server[] = [];

beforeAll(async () => {
  [own, foreign] = [await newCertificate('node'), await newCertificate('stranger')];
  port = await reservePort();
  const { certFile, keyFile } = own;
  const place = { shop: 'main', node: 'a', logId: 'log' };
  listener = await InnerListener.listen({
    cluster: {
      ...place,
      endpoints: [],
      host: '127.0.0.1',
      port,
      url: `https://127.0.0.1:${port}`,
      tls: { certFile, keyFile, clientCaFile: certFile },
    },
    config: loadConfig({}, {}, undefined),
    store: { identity: { cluster: place }, engine: { nowMs: () => 42 } } as unknown as Store,
    handler: (_request, reply) => reply.send(200, 'taken'),
    handshakes,
    mayBegin: () => true,
    fresh: () => 7,
    status: () => ({ state: 'leading' }) as NodeStatus,
    handOver: () => Promise.resolve('b'),
    counted: () => {},
  });
});
afterAll(() => listener.close(0));
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Sends it, and gives all that comes back until the other side hangs up. */
const allOf = (socket: Socket, sent: string): Promise<string> =>
  new Promise((resolve) => {
    sockets.push(socket);
    let got = '';
    socket.on('data', (piece: Buffer) => (got += piece.toString('latin1')));
    socket.on('error', () => {});
    socket.once('close', () => resolve(got));
    socket.write(sent);
  });

const overTls = (pair: { readonly cert?: string; readonly key?: string } = {}): Socket =>
  connectTls({ host: '127.0.0.1', port, ca: own.cert, ...pair });

/** A connection of a node, upgraded, that has said nothing. */
const upgraded = async (): Promise<Socket> => {
  const socket = overTls(own);
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(UPGRADE);
  const head = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  expect(head.toString('latin1')).toMatch(/^HTTP\/1\.1 101 [^]*\r\n\r\n$/);
  return socket;
};

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.resume();
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

describe('who is no node', () => {
  const CALL = 'GET /srv/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  test.each([UPGRADE, CALL])('gets no byte: %j', async (sent) => {
    expect(await allOf(connectTcp(port, '127.0.0.1'), sent), 'in clear').toBe(NOTHING);
    expect(await allOf(overTls(), sent), 'without a certificate').toBe(NOTHING);
    expect(await allOf(overTls(foreign), sent), 'with a certificate of another authority').toBe(NOTHING);
    await expect.poll(() => handshakes.open).toBe(0);
  });

  test('is counted while its handshake is half open', async () => {
    sockets.push(await halfOpen(port));
    await expect.poll(() => handshakes.open).toBe(1);
  });

  test('is told from a node', async () => {
    expect(await allOf(overTls(own), CALL)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** No time passes but what a test lets pass. */
const stopTime = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

const ofNode = (): InnerNetwork =>
  new InnerNetwork({ certFile: own.certFile, keyFile: own.keyFile, clientCaFile: own.certFile });

describe('a node that is not welcome yet', () => {
  test('is cut off for a frame of 65 kB, by its length alone', async () => {
    const before = listener.strangersCut;
    stopTime();
    const socket = await upgraded();
    const length = Buffer.alloc(4);
    length.writeUInt32LE(65_000);
    socket.write(length);
    await closed(socket);
    expect(listener.strangersCut).toBe(before + 1);
  });

  test('is cut off for a greeting of 65 kB, and welcome with one of 60 kB; then it may say more', async () => {
    const socket = await upgraded();
    socket.write(frameOf(['hello', { ...HELLO, version: 'x'.repeat(65_000) }]));
    await closed(socket);
    const known = await upgraded();
    known.write(frameOf(['hello', { ...HELLO, version: 'x'.repeat(60_000) }]));
    const frames = new FrameReader();
    const next = (): Promise<readonly unknown[]> =>
      new Promise((resolve) => known.once('data', (piece: Buffer) => resolve(frames.push(piece)[0] as unknown[])));
    expect((await next())[0]).toBe('welcome');
    known.write(frameOf(['tell', 1, 'status', 'x'.repeat(200_000)]));
    expect(await next()).toEqual(['told', 1, { state: 'leading' }]);
  });

  test('has five seconds; one that is refused has to hang up by then, and one that is welcome stays', async () => {
    const network = ofNode();
    const before = listener.strangersCut;
    stopTime();
    const welcome = await network.connect(`https://127.0.0.1:${port}`, HELLO);
    const silent = await upgraded();
    // It does not hang up when the node does.
    const staying = { ...own, host: '127.0.0.1', port, ca: own.cert, allowHalfOpen: true };
    const refused = connectTls(staying);
    sockets.push(refused);
    refused.on('error', () => {});
    refused.write(UPGRADE);
    await new Promise((resolve) => refused.once('data', resolve));
    refused.write(frameOf(['hello', { ...HELLO, shop: 'other' }]));
    const said = await new Promise<Buffer>((resolve) => refused.once('data', resolve));
    expect(new FrameReader().push(said)[0]).toEqual(['refused', expect.stringContaining('it is of the shop other')]);
    vi.advanceTimersByTime(4_999);
    expect(await welcome.fresh()).toMatchObject({ seq: 7 });
    expect([silent.closed, listener.strangersCut]).toEqual([false, before]);
    vi.advanceTimersByTime(1);
    await closed(silent);
    expect(listener.strangersCut).toBe(before + 2);
    expect(await welcome.fresh()).toMatchObject({ seq: 7 });
    welcome.close();
    network.close();
  });
});

describe('a node that asks', () => {
  /** Takes the hello of one that asks, and does with the connection what it is told. */
  const asked = async (answer: (socket: Duplex) => void): Promise<string> => {
    const server = createServer({ cert: own.cert, key: own.key });
    server.on('upgrade', (_request, socket: Duplex) => {
      sockets.push(socket as Socket);
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: kontor-node\r\n\r\n');
    });
    servers.push(server);
    return `https://127.0.0.1:${await listening(server)}`;
  };

  test('waits for a welcome for five seconds', async () => {
    stopTime();
    const network = ofNode();
    const url = await asked(() => vi.advanceTimersByTime(5_000));
    await expect(network.connect(url, HELLO)).rejects.toThrow(`${url} is gone`);
    network.close();
  });

  test('hangs up where the other one begins with a frame of 65 kB', async () => {
    const network = ofNode();
    const url = await asked((socket) => socket.write(frameOf(['welcome', 'x'.repeat(65_000)])));
    await expect(network.connect(url, HELLO)).rejects.toThrow(`${url} is gone`);
    network.close();
  });

  test('says nothing in clear, whatever address another node has noted', async () => {
    const network = ofNode();
    const peer = await network.connect(`http://127.0.0.1:${port}`, HELLO);
    expect(await peer.fresh()).toMatchObject({ seq: 7 });
    peer.close();
    network.close();
  });
});
