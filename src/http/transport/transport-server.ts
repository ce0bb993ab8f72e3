// What both transports need of a server: the limits, the memory budget of bodies, and an orderly end.
//
// A shutdown ends event streams, stops accepting, and waits until no exchange is open any more or its time is over.
import { BodyMemoryBudget } from './body-buffer.ts';
import { ConnectionLimit } from './connection-limit.ts';
import type { CorsPolicy } from './cors.ts';
import { headerName } from './header-name.ts';
import type { HeaderName } from './header-name.ts';
import type { StreamBase } from './stream-base.ts';
import type { ListenOptions, Listener, RequestHandler } from './transport.ts';

export abstract class TransportServer {
  readonly options: ListenOptions;
  readonly handle: RequestHandler;
  readonly bodyBudget: BodyMemoryBudget;
  readonly connections: ConnectionLimit;
  readonly cors: CorsPolicy | undefined;
  readonly clientAddressHeader: HeaderName | undefined;
  readonly eventStreams = new Set<StreamBase>();
  /** A shutdown has begun: new requests are refused, and every reply closes its connection. */
  closing = false;
  /** Exchanges that are open: their reply is not yet sent, and their client has not gone. */
  private openExchanges = 0;
  private onDrained: () => void = () => {};

  constructor(options: ListenOptions, handle: RequestHandler) {
    this.options = options;
    this.handle = handle;
    this.bodyBudget = new BodyMemoryBudget(options.bodyMemoryBytesMax);
    this.connections = options.connections ?? new ConnectionLimit();
    this.cors = options.cors;
    const { clientAddressHeader = '' } = options;
    this.clientAddressHeader = clientAddressHeader === '' ? undefined : headerName(clientAddressHeader);
  }

  /** Must be called once for each exchange, and `exchangeEnded` once when it is over. */
  exchangeBegun(): void {
    this.openExchanges++;
  }

  exchangeEnded(): void {
    this.openExchanges--;
    if (this.openExchanges === 0) this.onDrained();
  }

  /** For a server that has begun to listen on `port`; a second `close` waits for the first. */
  protected listener(port: number): Listener {
    let closed: Promise<number> | undefined;
    return {
      port,
      renewTls: () => this.renewTls(),
      close: (shutdownTimeoutMs) => (closed ??= this.close(shutdownTimeoutMs)),
    };
  }

  private async close(shutdownTimeoutMs: number): Promise<number> {
    this.closing = true;
    for (const stream of this.eventStreams) stream.end();
    this.stopAccepting();
    if (this.openExchanges > 0) {
      await new Promise<void>((resolve) => {
        this.onDrained = resolve;
        setTimeout(resolve, shutdownTimeoutMs).unref();
      });
    }
    const cut = this.openExchanges;
    await this.closeConnections();
    return cut;
  }

  /** See Listener. */
  protected abstract renewTls(): Promise<void>;
  /** Connections that are open stay open: the next request of a kept-alive one is answered 503. */
  protected abstract stopAccepting(): void;
  protected abstract closeConnections(): void | Promise<void>;
}
