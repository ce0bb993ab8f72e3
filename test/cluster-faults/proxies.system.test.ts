// Catches proxies that cut what they should not, or nothing: whose connection it is, each direction by itself, answers
// that are lost after the request was done, and that all of it ends.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Seeded } from '../engine/seeded.ts';
import { VirtualTime } from '../engine/replication/virtual-time.ts';
import { reservePort } from '../harness/ports.ts';
import { seedOf } from '../harness/seed.ts';
import { lull, until } from '../harness/until.ts';
import { SETTLED_MS } from './link.ts';
import type { Place } from './machines.ts';
import { Proxies } from './proxies.ts';

const A: Place = { role: 'kontor', machine: 0 };
const B: Place = { role: 'kontor', machine: 1 };
const WORD = `kontor-proxies-${process.pid}`;
/** Says what it is told to, and prints what it is answered. */
const CALLER = `
const socket = require('node:net').connect(Number(process.argv[2]), process.argv[1]);
socket.pipe(process.stdout);
process.stdin.pipe(socket);
socket.on('error', () => {});
socket.on('close', () => process.exit());`;

/** For what must not come through a proxy: nothing says that it has not. */
const HELD_MS = 200;

/** What one end was told so far. */
const heardBy = (stream: NodeJS.ReadableStream): { text: string } => {
  const heard = { text: '' };
  stream.on('data', (chunk: Buffer) => (heard.text += chunk.toString()));
  return heard;
};

describe.skipIf(!existsSync('/proc/net/tcp'))('proxies', () => {
  let proxies: Proxies;
  let server: Server;
  let port: number;
  let asked: string;
  let time: VirtualTime;
  let random: () => number;
  const children: ChildProcess[] = [];
  const sockets: Socket[] = [];

  beforeEach(async () => {
    port = await reservePort();
    asked = '';
    time = new VirtualTime();
    random = () => 0.26;
    proxies = await Proxies.start('a test', { kontor: [port], etcd: [] }, () => random(), time);
    proxies.knows(A, WORD);
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        asked += chunk.toString();
        socket.write(`<${chunk.toString()}>`);
      });
    }).listen(port, proxies.listens(B));
    await once(server, 'listening');
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const socket of sockets.splice(0)) socket.destroy();
    proxies.close();
    server.close();
  });

  /** A process of place A that has a connection to place B, over which something has come. */
  const fromA = async () => {
    const args = ['-e', CALLER, proxies.address(B), String(port), WORD];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    children.push(child);
    const heard = heardBy(child.stdout!);
    const says = (text: string): void => void child.stdin!.write(text);
    says('hello');
    await expect.poll(() => heard.text).toBe('<hello>');
    return { child, heard, says };
  };

  const fromCaller = async () => {
    const socket = connect(port, proxies.address(B));
    sockets.push(socket);
    socket.on('error', () => {});
    const heard = heardBy(socket);
    socket.write('caller');
    await expect.poll(() => heard.text).toBe('<caller>');
    return { socket, heard };
  };

  test.each([
    ['what it sends', 'hello'],
    ['what it is answered', 'hello1'],
  ])('%s is held until it is healed, and nothing of callers is', async (way, reached) => {
    const [a, caller] = [await fromA(), await fromCaller()];
    asked = 'hello';
    if (way === 'what it sends') proxies.cut(A, B);
    else proxies.cut(B, A);
    a.says('1');
    await expect.poll(() => asked).toBe(reached);
    caller.socket.write('2');
    await expect.poll(() => caller.heard.text).toBe('<caller><2>');
    await lull(HELD_MS);
    expect([a.heard.text, asked]).toEqual(['<hello>', `${reached}2`]);
    proxies.heal();
    await expect.poll(() => a.heard.text).toBe('<hello><1>');
    expect(a.child.exitCode).toBeNull();
  });

  test('a machine that is off the network is reached by nobody, and new connections to it give nothing', async () => {
    const a = await fromA();
    proxies.takeOff(1);
    const socket = connect(port, proxies.address(B));
    sockets.push(socket);
    const heard = heardBy(socket);
    socket.write('new');
    a.says('1');
    await lull(HELD_MS);
    expect([asked, heard.text, a.heard.text]).toEqual(['hello', '', '<hello>']);
    proxies.heal();
    await expect.poll(() => [heard.text, a.heard.text]).toEqual(['<new>', '<hello><1>']);
  });

  test('an answer is lost, and its request was done; the handshake of a connection is not lost', async () => {
    proxies.lose(A, B);
    const a = await fromA();
    await time.runFor(SETTLED_MS);
    a.says('1');
    await once(a.child, 'exit');
    expect([asked, a.heard.text]).toEqual(['hello1', '<hello>']);
    const caller = await fromCaller();
    await time.runFor(SETTLED_MS);
    caller.socket.write('2');
    await expect.poll(() => caller.heard.text).toBe('<caller><2>');
    proxies.heal();
    const again = await fromA();
    await time.runFor(SETTLED_MS);
    again.says('3');
    await expect.poll(() => again.heard.text).toBe('<hello><3>');
  });

  test('what is slow comes late, in order', async () => {
    const { socket, heard } = await fromCaller();
    proxies.slow(80, 90);
    socket.write('1');
    // In one direction, and then in the other one.
    await expect.poll(() => time.waiting).toBe(1);
    await time.runFor(80);
    expect([asked, time.waiting]).toEqual(['caller', 1]);
    await time.runFor(10);
    await expect.poll(() => [asked, time.waiting]).toEqual(['caller1', 1]);
    await time.runFor(80);
    expect([heard.text, time.waiting]).toEqual(['<caller>', 1]);
    await time.runFor(10);
    await expect.poll(() => heard.text).toBe('<caller><1>');
    proxies.slow(0, 60);
    const chance = new Seeded(seedOf('what is slow'));
    let drawn = 0;
    random = () => ((drawn += 1), chance.next());
    for (let index = 0; index < 20; index += 1) {
      const before = drawn;
      socket.write(`${index} `);
      // Each has a delay of its own.
      await expect.poll(() => drawn).toBeGreaterThan(before);
    }
    const words = (): string[] => heard.text.replaceAll(/[<>]/g, '').split(' ');
    await until('all have come', async () => {
      await time.runFor(60);
      return words().length === 21;
    });
    expect(words().slice(1, 20)).toEqual(Array.from({ length: 19 }, (_, index) => String(index + 1)));
  });

  test('the end of a connection comes behind what was sent before it', async () => {
    const a = await fromA();
    proxies.cut(A, B);
    a.says('last');
    a.child.stdin!.end();
    await lull(HELD_MS);
    expect(asked).toBe('hello');
    proxies.heal();
    await expect.poll(() => asked).toBe('hellolast');
  });
});
