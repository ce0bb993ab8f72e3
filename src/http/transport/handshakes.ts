// Connections that do not speak TLS yet. They count from their first byte on, even if they never do.
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionLimit } from './connection-limit.ts';

/** Milliseconds that a handshake of TLS may take, from the connection on. */
export const HANDSHAKE_MS = 5_000;
/**
 * Handshakes under way at a listener whose connections have no limit: more than honest callers have, since one takes
 * some milliseconds, and few enough for the descriptors that are kept in reserve.
 */
const HANDSHAKES_MAX = 100;

/** Share of all connections that may be in a handshake. */
const SHARE_MAX = 1 / 4;

/** Returns one place for a connection and for the TLS over it. */
const placeOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Handshakes of all listeners on node:https, in shared memory: those of other threads as well. */
export class HandshakeCount {
  readonly memory: Int32Array;

  constructor(memory: Int32Array = new Int32Array(new SharedArrayBuffer(8))) {
    this.memory = memory;
  }

  /** Handshakes under way. */
  get open(): number {
    return Atomics.load(this.memory, 0);
  }

  /** Handshakes ended since the start because they took too long. */
  get timedOut(): number {
    return Atomics.load(this.memory, 1) >>> 0;
  }

  change(by: number): void {
    Atomics.add(this.memory, 0, by);
  }

  countTimeout(): void {
    Atomics.add(this.memory, 1, 1);
  }
}

export class Handshakes {
  private readonly connections: ConnectionLimit;
  private readonly count: HandshakeCount;
  /** Handshakes by the place that they come from, oldest first. */
  private readonly open = new Map<string, Socket>();

  constructor(connections: ConnectionLimit, count: HandshakeCount = new HandshakeCount()) {
    this.connections = connections;
    this.count = count;
  }

  get size(): number {
    return this.open.size;
  }

  /** Whether there are more than honest callers make: they give way before connections that wait for a call. */
  get areTooMany(): boolean {
    return this.open.size > this.connections.max * SHARE_MAX;
  }

  begin(socket: Socket): void {
    // It was reset before it was accepted, and has no place any more.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    const place = placeOf(socket);
    // A client that reset its connection may come from the same port before the old one's end is told.
    const before = this.open.get(place);
    if (before !== undefined) this.cut(place, before);
    this.open.set(place, socket);
    this.count.change(1);
    socket.once('close', () => {
      if (this.open.get(place) === socket) this.leaves(place);
    });
    if (!this.connections.opened()) this.cut(place, socket);
    else if (this.connections.max === Infinity && this.open.size > HANDSHAKES_MAX) this.cutOldest();
  }

  /** Ends the handshake of the TLS `socket`; its connection goes on being counted. False: it was cut meanwhile. */
  finish(socket: Socket): boolean {
    return this.takeOut(placeOf(socket));
  }

  /** The handshake has failed; `socket`: of TLS. Nothing can be written to it: it would never end by itself. */
  fail(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') this.count.countTimeout();
    socket.destroy();
  }

  /** Cuts the oldest handshake. False: there is none. */
  cutOldest(): boolean {
    for (const [place, socket] of this.open) {
      this.cut(place, socket);
      return true;
    }
    return false;
  }

  private takeOut(place: string): boolean {
    const wasOpen = this.open.delete(place);
    if (wasOpen) this.count.change(-1);
    return wasOpen;
  }

  private leaves(place: string): void {
    if (this.takeOut(place)) this.connections.closed();
  }

  private cut(place: string, socket: Socket): void {
    this.leaves(place);
    socket.destroy();
  }
}
