// A TCP proxy that loses what passes through it: answers to requests that were done, connections, everything.
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { listening } from '../harness/ports.ts';

/** Of answers that are lost, every so many leave a connection that hangs; the others end it. */
const HANGS_EVERY = 4;
const TRANSACTION = 'POST /v3/kv/txn ';
const STREAM = 'POST /v3/watch ';

export class CuttingProxy {
  /** Of every so many transactions, one is done and never answered; 0: all are answered. */
  losesEvery = 0;
  /** Connections are accepted, and nothing passes. */
  hangs = false;
  /** Streams give nothing, as at a member that has lost the others; requests are answered. */
  areStreamsSilent = false;
  /** Requests of all kinds. */
  requests = 0;
  streams = 0;
  private isCut = false;
  private writes = 0;
  private lost = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly port: number;
  private ownPort = 0;

  private constructor(target: URL) {
    this.port = Number(target.port);
    this.server = createServer((client) => this.pass(client));
  }

  static async open(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(target));
    proxy.ownPort = await listening(proxy.server);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.ownPort}`;
  }

  /** Ends all connections; new ones are ended at once. */
  cut(isCut: boolean): void {
    this.isCut = isCut;
    if (isCut) for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut(true);
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(client: Socket): void {
    if (this.isCut) return void client.destroy();
    const etcd = connect(this.port, '127.0.0.1');
    let losesNext = false;
    let isStream = false;
    const end = (): void => {
      for (const socket of [client, etcd]) {
        socket.destroy();
        this.sockets.delete(socket);
      }
    };
    for (const socket of [client, etcd]) {
      this.sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (chunk) => {
      const start = chunk.toString('latin1', 0, TRANSACTION.length);
      if (start.startsWith('POST ')) this.requests += 1;
      if (this.hangs) return;
      if (start.startsWith(STREAM)) {
        isStream = true;
        this.streams += 1;
      }
      if (start === TRANSACTION) {
        this.writes += 1;
        losesNext ||= this.writes % this.losesEvery === 0;
      }
      etcd.write(chunk);
    });
    etcd.on('data', (chunk) => {
      if (this.areStreamsSilent && isStream) return;
      if (!losesNext) return void client.write(chunk);
      this.lost += 1;
      // A connection that hangs stays so.
      if (this.lost % HANGS_EVERY !== 0) end();
    });
  }
}
