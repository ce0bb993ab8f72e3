// Ports of tests.
//
// Guaranteed: no two tests have one port at a time, also in other processes, and no socket that the system places gets
// one that was reserved. A reservation is a UDP socket on the same number, which ends with its process; the numbers are
// below those that systems give away (Linux from 32,768, others from 49,152 on).
// Not promised: that a program which is no test leaves the port alone.
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

const FIRST = 20_000;
const COUNT = 12_000;

let next = (process.pid * 97) % COUNT;
const reservations: Socket[] = [];

/** Undefined where somebody has it. */
const reservation = (port: number): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(undefined)));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(socket.unref()));
  });

const isListenedOn = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });

/** The port of a program that must be told one before it starts; nobody else gets it until the test file has ended. */
export const reservePort = async (): Promise<number> => {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    const socket = await reservation(port);
    if (socket === undefined) continue;
    reservations.push(socket);
    if (!(await isListenedOn(port))) return port;
  }
  throw new Error(`no port is free from ${FIRST} to ${FIRST + COUNT}`);
};

/** Called after every test file (setup.ts). */
export const releasePorts = (): void => {
  for (const socket of reservations.splice(0)) socket.close();
};

/** Opens a server wherever the system places it, on loopback unless another address is named. */
export const listening = (server: Server, host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
