// The administration listener: /healthz, /readyz and /metrics, without credentials, for probes and Prometheus on this
// machine or a private network.
//
// It listens before the store is recovered, and says until the shop is open that it is not ready. Not promised: an
// answer at once meanwhile, since reading the store holds the thread.
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readTls } from '../../http/transport/tls-files.ts';
import type { TlsFiles } from '../../http/transport/tls-files.ts';
import { cannotListen, listeningSocket } from '../../http/transport/transport.ts';

export interface Health {
  readonly isUp: boolean;
  /** What a person wants to know; sent as JSON. */
  readonly report: Readonly<Record<string, string | number>>;
}

export interface AdminPages {
  readonly healthz: () => Health;
  readonly readyz: () => Health;
  readonly metrics: () => Promise<readonly [text: string, contentType: string]>;
}

export interface AdminListener {
  readonly port: number;
  /** The socket that listens, for a successor. */
  handle(): object | undefined;
  /** Reads certificate and key again. Throws, and keeps what it has, where they are wrong; nothing without TLS. */
  renewTls(): void;
  close(): Promise<void>;
}

const STARTING: Health = { isUp: false, report: { status: 'starting' } };

/** Those of a server whose store is not open yet. */
export const STARTING_PAGES: AdminPages = {
  healthz: () => ({ ...STARTING, isUp: true }),
  readyz: () => STARTING,
  metrics: () => Promise.resolve(['', 'text/plain']),
};

const PATHS = 'There are /healthz, /readyz and /metrics.\n';
const REQUEST_MS_MAX = 10_000;

const send = (response: ServerResponse, status: number, text: string, contentType: string): void => {
  response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  response.end(text);
};

const sendHealth = (response: ServerResponse, { isUp, report }: Health): void =>
  send(response, isUp ? 200 : 503, `${JSON.stringify(report)}\n`, 'application/json; charset=utf-8');

const answer = async (
  pages: AdminPages,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const [path] = url.split('?');
  if (path !== '/healthz' && path !== '/readyz' && path !== '/metrics') return send(response, 404, PATHS, 'text/plain');
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return send(response, 405, 'These pages are read with GET.\n', 'text/plain');
  }
  if (path === '/healthz') return sendHealth(response, pages.healthz());
  if (path === '/readyz') return sendHealth(response, pages.readyz());
  return send(response, 200, ...(await pages.metrics()));
};

export interface AdminListening {
  readonly host: string;
  readonly port: number;
  /** Undefined: plain HTTP. */
  readonly tls: TlsFiles | undefined;
  /** The socket of the process whose place this one takes. */
  readonly predecessor?: object | undefined;
}

const pairOf = (files: TlsFiles): { readonly cert: string; readonly key: string } => {
  const { cert, key } = readTls(files);
  return { cert, key };
};

/**
 * Shows what `pages` gives at the time. Rejects when the port cannot be bound, with an error that names host and port,
 * and where the files of TLS are wrong.
 */
export const openAdminListener = async (
  { host, port, tls, predecessor }: AdminListening,
  pages: () => AdminPages,
): Promise<AdminListener> => {
  const limits = { requestTimeout: REQUEST_MS_MAX, headersTimeout: REQUEST_MS_MAX };
  const show = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => {});
    answer(pages(), request, response).catch((error: unknown) =>
      send(response, 500, `${String(error)}\n`, 'text/plain'),
    );
  };
  const server = tls === undefined ? createServer(limits, show) : createTlsServer({ ...limits, ...pairOf(tls) }, show);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(host, port, error)));
    if (predecessor === undefined) server.listen(port, host, resolve);
    else server.listen(predecessor, resolve);
  });
  server.on('error', () => {});
  return {
    port: (server.address() as AddressInfo).port,
    handle: () => listeningSocket(server),
    renewTls: () => {
      if (tls !== undefined) (server as TlsServer).setSecureContext(pairOf(tls));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
