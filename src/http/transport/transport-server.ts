// What both transports need of a server: the limits, the memory budget of bodies, and an orderly end.
//
// A shutdown stops accepting and ends event streams. What still arrives on open connections is answered, with
// `Connection: close`, until no exchange is open any more or the time for it is over.
import { BodyMemoryBudget } from './body-buffer.ts';
import { ConnectionLimit } from './connection-limit.ts';
import type { CorsPolicy } from './cors.ts';
import { headerName } from './header-name.ts';
import type { HeaderName } from './header-name.ts';
import type { StreamBase } from './stream-base.ts';
import type { ListenOptions, Listener, RequestHandler } from './transport.ts';

/** A request that crosses a shutdown on the wire is answered, where a connection closed at once would be reset. */
const IDLE_GRACE_MS = 250;
const DRAIN_CHECK_MS = 10;

export abstract class TransportServer {
  readonly options: ListenOptions;
  readonly handle: RequestHandler;
  readonly bodyBudget: BodyMemoryBudget;
  readonly connections: ConnectionLimit;
  readonly cors: CorsPolicy | undefined;
  readonly clientAddressHeader: HeaderName | undefined;
  readonly eventStreams = new Set<StreamBase>();
  /** A shutdown has begun: every reply closes its connection. */
  closing = false;
  /** Exchanges that are open: their reply is not yet sent, and their client has not gone. */
  private openExchanges = 0;
  private drained: Promise<void> | undefined;

  constructor(options: ListenOptions, handle: RequestHandler) {
    this.options = options;
    this.handle = handle;
    this.bodyBudget = options.bodyBudget ?? new BodyMemoryBudget(options.bodyMemoryBytesMax);
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
  }

  /** Returns the listener of a server that listens on `port`; a second `close` waits for the first. */
  protected listener(port: number): Listener {
    let closed: Promise<number> | undefined;
    return {
      port,
      handle: () => this.listeningHandle(),
      renewTls: () => this.renewTls(),
      drain: (timeoutMs) => (this.drained ??= this.drain(timeoutMs)),
      resume: () => this.resume(port),
      close: (shutdownTimeoutMs) => (closed ??= this.close(shutdownTimeoutMs)),
    };
  }

  private async close(shutdownTimeoutMs: number): Promise<number> {
    await (this.drained ??= this.drain(shutdownTimeoutMs));
    const cut = this.openExchanges;
    // Streams that were begun meanwhile.
    for (const stream of this.eventStreams) stream.end();
    await this.closeConnections();
    return cut;
  }

  private async drain(timeoutMs: number): Promise<void> {
    // Comes first: a client that reconnects finds the port closed, or the server that takes it over.
    await this.stopAccepting();
    this.closing = true;
    for (const stream of this.eventStreams) stream.end();
    const startedMs = performance.now();
    while (!this.isDrained(performance.now() - startedMs, timeoutMs))
      await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_MS));
  }

  private isDrained(sinceMs: number, timeoutMs: number): boolean {
    if (sinceMs >= timeoutMs) return true;
    if (this.openExchanges > 0) return false;
    const { idleGraceMs = IDLE_GRACE_MS, tls } = this.options;
    // A handshake that is under way is no connection yet.
    return sinceMs >= idleGraceMs || (this.openConnections === 0 && tls === undefined);
  }

  private async resume(port: number): Promise<void> {
    await this.drained;
    await this.accept(port);
    this.closing = false;
    this.drained = undefined;
  }

  /** See Listener. */
  protected abstract listeningHandle(): object | undefined;
  /** See Listener. */
  protected abstract renewTls(): Promise<void>;
  /** Begins to listen, again after `stopAccepting`. Rejects as `Listen` does. */
  protected abstract accept(port: number): Promise<void>;
  /** Connections that are open stay open. */
  protected abstract stopAccepting(): void | Promise<void>;
  protected abstract get openConnections(): number;
  protected abstract closeConnections(): void | Promise<void>;
}
