// The administration listener: /healthz, /readyz and /metrics, without credentials, for probes and Prometheus on this
// machine or a private network; and the back office, for persons who log in.
//
// It listens before the store is recovered, and says until the shop is open that it is not ready. Not promised: an
// answer at once meanwhile, since reading the store holds the thread.
import { listenNode } from '../../http/transport/node-transport.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import type { TlsFiles } from '../../http/transport/tls-files.ts';
import { errorBody } from '../../http/transport/error-body.ts';
import { JSON_TYPE } from '../../http/transport/transport.ts';
import type { Listener, Reply, RequestHandler } from '../../http/transport/transport.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';
import { checkHost } from './own-names.ts';
import type { OwnNames } from './own-names.ts';

export interface Health {
  readonly isUp: boolean;
  /** What a person wants to know; sent as JSON. */
  readonly report: Readonly<Record<string, string | number>>;
}

export interface AdminPages {
  readonly healthz: () => Health;
  readonly readyz: () => Health;
  readonly metrics: () => Promise<readonly [text: string, contentType: string]>;
  /** All other paths; absent: there are none. */
  readonly others?: RequestHandler | undefined;
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
const NO_STORE: ReplyHeaders = [['Cache-Control', 'no-store']];

const sendText = (reply: Reply, status: number, text: string, more = NO_STORE, type = 'text/plain'): void =>
  reply.send(status, text, type, more);

const sendHealth = (reply: Reply, { isUp, report }: Health): void =>
  reply.send(isUp ? 200 : 503, `${JSON.stringify(report)}\n`, JSON_TYPE, NO_STORE);

const sendMetrics = async (reply: Reply, metrics: AdminPages['metrics']): Promise<void> => {
  try {
    const [text, type] = await metrics();
    sendText(reply, 200, text, NO_STORE, type);
  } catch (error) {
    sendText(reply, 500, `${String(error)}\n`);
  }
};

/** Shows what `pages` gives at the time to calls that name the listener by a host of its own. */
const handlerOf =
  (names: OwnNames, pages: () => AdminPages): RequestHandler =>
  (request, reply) => {
    const { path } = request;
    const refused = checkHost(request.headers.get('host'), names);
    if (refused !== undefined) {
      const { code, param, detail } = refused;
      return reply.send(REFUSALS[code].status, errorBody(code, param, detail), JSON_TYPE, NO_STORE);
    }
    const { healthz, readyz, metrics, others } = pages();
    const isPage = path === '/healthz' || path === '/readyz' || path === '/metrics';
    if (!isPage) return others === undefined ? sendText(reply, 404, PATHS) : others(request, reply);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(reply, 405, 'These pages are read with GET.\n', [...NO_STORE, ['Allow', 'GET, HEAD']]);
    if (path === '/healthz') return sendHealth(reply, healthz());
    if (path === '/readyz') return sendHealth(reply, readyz());
    return void sendMetrics(reply, metrics);
  };

export interface AdminListening {
  readonly host: string;
  readonly port: number;
  readonly names: OwnNames;
  /** Undefined: plain HTTP. */
  readonly tls: TlsFiles | undefined;
  readonly handshakes?: HandshakeCount;
  /** Limit of the body of a request, in bytes. */
  readonly bodyBytesMax: number;
  /** The socket of the process whose place this one takes. */
  readonly predecessor?: object | undefined;
}

/** Rejects as `Listen`, and where the files of TLS are wrong. */
export const openAdminListener = async (
  { predecessor, names, ...listening }: AdminListening,
  pages: () => AdminPages,
): Promise<Listener> =>
  listenNode(
    // At the path of operations as well, which is none here: its Host is looked at.
    { ...listening, ...(predecessor && { predecessor }), bodyTimeoutMs: REQUEST_MS_MAX, readsAllHeaders: true },
    handlerOf(names, pages),
  );
