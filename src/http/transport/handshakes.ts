// Connections that do not speak TLS yet: they count from their first byte on, whether or not they ever do.
import type { Socket } from 'node:net';
import type { ConnectionLimit } from './connection-limit.ts';

/** The same for a connection and for the TLS over it. */
const placeOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;

export class Handshakes {
  private readonly connections: ConnectionLimit;
  /** By where they come from, the oldest first. */
  private readonly open = new Map<string, Socket>();

  constructor(connections: ConnectionLimit) {
    this.connections = connections;
  }

  get size(): number {
    return this.open.size;
  }

  begin(socket: Socket): void {
    const place = placeOf(socket);
    this.open.set(place, socket);
    socket.once('close', () => {
      if (this.open.get(place) === socket) this.leaves(place);
    });
    if (!this.connections.opened()) this.cut(place, socket);
  }

  /** `socket`: of TLS; its connection goes on being counted. False where it has been cut meanwhile. */
  finish(socket: Socket): boolean {
    return this.open.delete(placeOf(socket));
  }

  /** False where there is none. */
  cutOldest(): boolean {
    for (const [place, socket] of this.open) {
      this.cut(place, socket);
      return true;
    }
    return false;
  }

  private leaves(place: string): void {
    if (this.open.delete(place)) this.connections.closed();
  }

  private cut(place: string, socket: Socket): void {
    this.leaves(place);
    socket.destroy();
  }
}
