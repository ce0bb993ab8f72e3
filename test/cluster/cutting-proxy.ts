// A TCP proxy that loses what passes through it: answers to requests that were done, connections, everything.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Of answers that are lost, every so many leave a connection that hangs; the others end it. */
const HANGS_EVERY = 4;
const WRITES = 'POST /v3/kv/txn';

export class CuttingProxy {
  /** Of every so many transactions, one is done and never answered; 0: all are answered. */
  losesEvery = 0;
  /** Connections are accepted, and nothing passes. */
  hangs = false;
  /** What etcd sends does not pass; requests do. */
  isSilent = false;
  requests = 0;
  private isCut = false;
  private lost = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly port: number;

  private constructor(target: URL) {
    this.port = Number(target.port);
    this.server = createServer((client) => this.pass(client));
  }

  static async open(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
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
      if (this.hangs) return;
      if (chunk.toString('latin1', 0, WRITES.length) === WRITES) {
        this.requests += 1;
        losesNext ||= this.requests % this.losesEvery === 0;
      }
      etcd.write(chunk);
    });
    etcd.on('data', (chunk) => {
      if (this.isSilent) return;
      if (!losesNext) return void client.write(chunk);
      this.lost += 1;
      // A connection that hangs stays so.
      if (this.lost % HANGS_EVERY !== 0) end();
    });
  }
}
