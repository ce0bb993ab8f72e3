// The ports of the server. They are open before the store is, so that callers who come early wait (request-gate.ts),
// and a process that takes the place of another one listens before that one stops.
import type { Config } from '../../config/config.ts';
import { IMAGE_BYTES_MAX } from '../../kernel/picture-bytes.ts';
import { RequestGate } from '../../http/request-gate.ts';
import type { Listener, RequestHandler } from '../../http/transport/transport.ts';
import type { Code } from '../../kernel/refusals.ts';
import { backOfficePlaces } from './back-office-places.ts';
import { refusedOf } from './handlers.ts';
import { listenAll } from './listeners.ts';
import type { Listening, PredecessorAt } from './listeners.ts';
import { adminOriginOf, originOf } from './origin.ts';
import { STARTING_PAGES, openAdminListener } from '../observability/admin-listener.ts';
import type { AdminPages } from '../observability/admin-listener.ts';
import { logInfo } from '../observability/log.ts';
import { CallWatch } from '../observability/observability.ts';
import { adminTlsOf, renewTls } from './tls.ts';

/** A port that listens, for a successor. */
export interface OpenPort {
  readonly host: string;
  readonly port: number;
  /** Its socket; undefined where a successor listens beside it with one of its own. */
  readonly handle: object | undefined;
}

export class Ports {
  readonly watch: CallWatch;
  readonly connections: Listening['connections'];
  readonly handshakes: Listening['handshakes'];
  readonly ioThreads: Listening['ioThreads'];
  readonly publisher: Listening['publisher'];
  /** Address of the service on the main port. */
  readonly url: string;
  /** Origin of the administration listener; '': there is none. */
  adminOrigin = '';
  private readonly config: Config;
  private readonly gate: RequestGate;
  private readonly listeners: readonly Listener[];
  private administration: Listener | undefined;
  private pages = STARTING_PAGES;

  private constructor(
    config: Config,
    watch: CallWatch,
    gate: RequestGate,
    { main, all, connections, handshakes, ioThreads, publisher }: Listening,
  ) {
    this.config = config;
    this.watch = watch;
    this.gate = gate;
    this.listeners = all;
    this.connections = connections;
    this.handshakes = handshakes;
    this.ioThreads = ioThreads;
    this.publisher = publisher;
    this.url = `${originOf(config, main.port)}/srv/service/`;
  }

  /** Rejects where a port cannot be bound; none is then. `predecessorAt`: of the process whose place this one takes. */
  static async listen(config: Config, predecessorAt: PredecessorAt = () => undefined): Promise<Ports> {
    const { adminHost, adminPort, bodyBytesMax, bodyMemoryBytesMax: bytesMax, bodyTimeoutMs: timeoutMs } = config;
    backOfficePlaces(config);
    const watch = new CallWatch(config);
    const gate = new RequestGate({ bytesMax, timeoutMs, refused: refusedOf(watch) });
    const ports = new Ports(config, watch, gate, await listenAll(config, gate.handle, { watch, predecessorAt }));
    if (adminPort === 0) return ports;
    try {
      const before = predecessorAt(adminHost, adminPort);
      const predecessor = typeof before === 'object' ? before : undefined;
      const tls = adminTlsOf(config);
      // Pictures come to it.
      const bytes = Math.max(bodyBytesMax, IMAGE_BYTES_MAX);
      const own = { host: adminHost, port: adminPort, names: config, tls, bodyBytesMax: bytes, predecessor };
      const listening = { ...own, handshakes: ports.handshakes };
      ports.administration = await openAdminListener(listening, () => ports.pages);
      ports.adminOrigin = adminOriginOf(config, ports.administration.port, tls !== undefined);
      logInfo(`metrics at ${ports.adminOrigin}/metrics`);
      return ports;
    } catch (error) {
      await ports.close(0);
      throw error;
    }
  }

  /** What waits is answered, and what comes from now on. */
  open(handler: RequestHandler, pages: AdminPages = STARTING_PAGES): void {
    this.pages = pages;
    this.gate.open(handler);
  }

  /** Reads certificate and key again; the old ones stay where the files are wrong. */
  renewTls(): Promise<void> {
    const { administration } = this;
    return renewTls(this.config, [...this.listeners, ...(administration === undefined ? [] : [administration])]);
  }

  /** For a successor. */
  get openPorts(): readonly OpenPort[] {
    const { host, adminHost } = this.config;
    const service = this.listeners.map((listener) => ({ host, port: listener.port, handle: listener.handle() }));
    const { administration } = this;
    if (administration === undefined) return service;
    return [...service, { host: adminHost, port: administration.port, handle: administration.handle() }];
  }

  /** Accepts no more, and answers what arrives on open connections; the administration listener goes on. */
  async drain(timeoutMs: number): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.drain(timeoutMs)));
  }

  /** Accepts again after `drain`. */
  async resume(): Promise<void> {
    for (const listener of this.listeners) await listener.resume();
  }

  /** Drains, unless that was done, and closes every connection. */
  async close(timeoutMs: number): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.close(timeoutMs)));
    await this.administration?.close(0);
  }

  /** The shop does not open: what waits is refused, then every connection is closed. */
  async abandon(code: Code): Promise<void> {
    this.gate.refuse(code);
    await this.close(this.config.shutdownTimeoutMs);
  }
}
