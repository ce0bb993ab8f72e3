// The transport of uWebSockets.js, which carries nearly all requests.
//
// What it does by itself, and no option changes: HTTP/1.0, CONNECT and targets that do not start with a slash get 505,
// heads over 4 KB get 431; a connection is closed after 8 to 12 s without a head. Where it departs from the standard,
// and node-transport.ts does not:
// - A first line that arrives cut after the method's blank, or between the target and its line feed, gets 505. A head
//   that arrives in several packets and says Content-Length: 0 is taken for one whose body is still to come: 408.
// - Trailers get 505 after the request was handled; a chunk with an extension is never complete: 408.
// - Only Expect: 100-continue in lower case gets a 100.
// - Of several Content-Length headers the first counts, an empty one is 0, any Transfer-Encoding is read as chunked.
//   Such requests are refused (uws-head.ts).
// - A request that arrives pipelined behind one whose reply is still owed closes the connection, and with it the
//   replies not yet written (uNetworking/uWebSockets.js#277); pipelining works where every reply is synchronous.

import type { HttpRequest, HttpResponse, us_listen_socket, us_socket } from 'uWebSockets.js';
import { BodyTimeouts } from './body-timeouts.ts';
import { TransportServer } from './transport-server.ts';
import { CIPHERS_1_2, loadTls, readTls } from './tls-files.ts';
import { OPERATIONS_PATH, cannotListen, mustBeFree } from './transport.ts';
import type { Listen, ListenOptions, Listener, RequestHandler } from './transport.ts';
import { UwsExchange } from './uws-exchange.ts';
import { ConnectionGroups } from './uws-groups.ts';
import type { App, ConnectionGroup } from './uws-groups.ts';
import { UwsHead } from './uws-head.ts';

/**
 * A turn of the event loop this short leaves next to no time between the last accept and a close for a connection to
 * arrive, which would be reset: 30 restarts under 5,800 new connections a second lost one in such a turn, and 18 in
 * any. How long one is waited for.
 */
const QUIET_TURN_MS = 0.05;
const QUIET_WAIT_MS_MAX = 200;

/** Binds a port that no other process has, or that of `predecessor`. */
export const listenUws: Listen = async (options, handle) => {
  const uws = await loaded();
  // The library does not say what is wrong with the files.
  if (options.tls !== undefined) readTls(options.tls);
  return new UwsServer(uws, options, handle).listen();
};

/** The versions of Node for which the package has binaries, among those that Kontor runs on. */
const NODE_OF_BINARIES: readonly number[] = [20, 22];
const hasBinaries = (): boolean => NODE_OF_BINARIES.includes(Number.parseInt(process.versions.node, 10));

/** Why uWebSockets.js cannot be used by this Node on this machine, in one line; undefined if it can. */
export const whyNoUws = async (): Promise<string | undefined> => {
  try {
    await loaded();
    return undefined;
  } catch (error) {
    const { node } = process.versions;
    // Its own message counts versions of Node; the loader's is in a line behind it, with a stack.
    const lines = String(error instanceof Error ? error.message : error).split('\n');
    const why = lines.find((line) => line.startsWith('Error: '))?.slice('Error: '.length) ?? lines[0]!;
    const isMissing = why.startsWith('Cannot find module');
    return isMissing && !hasBinaries() ? `it has no binary for Node ${node}` : why;
  }
};

/** What is lost without it, and what to do about that. */
export const WITHOUT_UWS = 'node:http serves instead, four tenths of the reads per second';
export const withUwsAgain = (): string =>
  hasBinaries()
    ? 'install Kontor again on this machine, with this Node; the binaries need glibc, macOS or Windows'
    : 'install Node 22, and Kontor with it again, or see “Node 24 and 26” in docs/operate/install.md';

// The package's own types miss the constant and the four-argument listen.
interface Uws {
  App(): ListeningApp;
  /** Throws where the files are wrong, without saying why. */
  SSLApp(options: {
    readonly cert_file_name: string;
    readonly key_file_name: string;
    readonly ssl_ciphers: string;
  }): ListeningApp;
  us_listen_socket_close(socket: us_listen_socket): void;
  us_socket_local_port(socket: us_socket): number;
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}

type ListeningApp = App & {
  listen(host: string, port: number, flags: number, done: (socket: us_listen_socket | false) => void): App;
};

// Loaded late: without a binary for this machine, the import throws.
const loaded = async (): Promise<Uws> => (await import('uWebSockets.js')) as unknown as Uws;

class UwsServer extends TransportServer {
  private readonly uws: Uws;
  private readonly app: ListeningApp;
  private groups: ConnectionGroups;
  /** Groups with certificates that were renewed since, as long as they have connections. */
  private draining: ConnectionGroups[] = [];
  private readonly bodyTimeouts: BodyTimeouts;
  private timer: NodeJS.Timeout | undefined = undefined;
  private socket: us_listen_socket | false = false;

  constructor(uws: Uws, options: ListenOptions, handle: RequestHandler) {
    super(options, handle);
    this.uws = uws;
    this.bodyTimeouts = new BodyTimeouts(options.bodyTimeoutMs);
    this.app = this.newApp();
    this.groups = this.newGroups();
  }

  private newApp(): ListeningApp {
    const { tls } = this.options;
    if (tls === undefined) return this.uws.App();
    // It takes no version below 1.2 by itself.
    return this.uws.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile, ssl_ciphers: CIPHERS_1_2 });
  }

  /** Returns groups that get the connections from now on. */
  private newGroups(): ConnectionGroups {
    const groups = new ConnectionGroups(this.app, () => this.newApp(), this.connections);
    for (const group of groups) {
      group.app.any('/*', (response, request) =>
        this.begin(group, response, request, request.getMethod().toUpperCase(), request.getUrl()),
      );
      // Nearly every request: the route implies the method and the path.
      group.app.post(OPERATIONS_PATH, (response, request) =>
        this.begin(group, response, request, 'POST', OPERATIONS_PATH),
      );
    }
    return groups;
  }

  async listen(): Promise<Listener> {
    const { host, port, predecessor } = this.options;
    if (predecessor === undefined && port !== 0) await mustBeFree(host, port);
    await this.accept(port);
    this.timer = setInterval(() => this.tick(), this.bodyTimeouts.tickMs);
    this.timer.unref();
    return this.listener(this.uws.us_socket_local_port(this.socket as unknown as us_socket));
  }

  protected async accept(port: number): Promise<void> {
    const { host } = this.options;
    // A successor may listen beside this one; on Windows it would take the port away.
    const flags = process.platform === 'win32' ? this.uws.LIBUS_LISTEN_EXCLUSIVE_PORT : 0;
    this.socket = await new Promise<us_listen_socket | false>((resolve) => {
      this.app.listen(host, port, flags, resolve);
    });
    if (this.socket !== false) return;
    await mustBeFree(host, port);
    throw cannotListen(host, port, new Error('the port was taken a moment ago: try again'));
  }

  /** The library cannot listen on a socket that it has not made. */
  protected listeningHandle(): undefined {}

  /**
   * The socket that accepts stays, so that no connection is refused: the handshake is made by the App to which it
   * hands a connection, and new Apps have the new certificate. A second socket on the port was tried: what waits at the
   * first one is lost when it closes.
   */
  protected async renewTls(): Promise<void> {
    const { tls } = this.options;
    if (tls === undefined) return;
    // The library reads the files itself, on this thread: from now on out of the page cache.
    await loadTls(tls);
    if (this.closing) return;
    const before = this.groups;
    this.groups = this.newGroups();
    before.drain();
    this.draining.push(before);
  }

  private tick(): void {
    this.bodyTimeouts.tick();
    const isOver = ({ connections }: ConnectionGroups): boolean => connections === 0;
    for (const groups of this.draining.filter(isOver)) groups.close();
    this.draining = this.draining.filter((groups) => !isOver(groups));
  }

  /** Stops in a quiet turn of the event loop, right after it has accepted what had arrived. */
  protected stopAccepting(): Promise<void> {
    return new Promise((resolve) => {
      const startedMs = performance.now();
      let turnMs = -Infinity;
      const turn = (): void => {
        const nowMs = performance.now();
        const isQuiet = nowMs - turnMs < QUIET_TURN_MS;
        turnMs = nowMs;
        if (!isQuiet && nowMs - startedMs < QUIET_WAIT_MS_MAX) return void setImmediate(turn);
        this.uws.us_listen_socket_close(this.socket as us_listen_socket);
        resolve();
      };
      setImmediate(turn);
    });
  }

  protected get openConnections(): number {
    return [this.groups, ...this.draining].reduce((sum, { connections }) => sum + connections, 0);
  }

  protected async closeConnections(): Promise<void> {
    clearInterval(this.timer);
    // Never from inside a callback of uWebSockets.js: what it has corked there is not written yet.
    await new Promise((resolve) => setImmediate(resolve));
    for (const groups of [this.groups, ...this.draining]) groups.close();
    this.app.close();
  }

  private begin(
    group: ConnectionGroup,
    response: HttpResponse,
    request: HttpRequest,
    method: string,
    path: string,
  ): void {
    const head = new UwsHead(request, response, method, path);
    new UwsExchange(this, group, this.bodyTimeouts, response, head).start(head.framing);
  }
}
