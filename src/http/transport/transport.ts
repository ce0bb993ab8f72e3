// The interface of a transport: it turns bytes of HTTP into whole requests and sends the replies.
//
// There are two, uWebSockets.js (uws-transport.ts) and node:http (node-transport.ts). Both guarantee: a handler gets a
// request only once its body is whole and within the limits; every request gets one reply or a closed connection; a
// shutdown answers what arrives on open connections, and waits for replies that have begun or are owed. What they do
// alike is in transport-server.ts, exchange.ts and stream-base.ts, and one contract suite (test/http/transport) runs
// against both.
// Not promised: equal treatment of malformed HTTP; the header of each transport lists where it departs.

import { createServer } from 'node:net';
import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ReplyHeaders, ReplyStream, StreamableReply } from '../../kernel/reply-stream.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { Result } from '../../kernel/result.ts';
import type { Fields } from '../form/fields.ts';
import type { BodyMemoryBudget } from './body-buffer.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import type { HandshakeCount } from './handshakes.ts';
import type { CorsPolicy } from './cors.ts';
import type { TlsFiles } from './tls-files.ts';

/** One request whose body has arrived whole. */
export interface IncomingRequest {
  /** Upper case. */
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Without the question mark; '' when absent, and on the path of operations, which take none. */
  readonly query: string;
  /** As sent; '' when absent. */
  readonly contentType: string;
  /** As sent; '' when absent. */
  readonly contentEncoding: string;
  /** The header Idempotency-Key; '' when absent. */
  readonly idempotencyKey: string;
  /** The value of the header `clientAddressHeader`; '' when absent, or when no such header is configured. */
  readonly clientAddress: string;
  /**
   * Where the connection comes from, as the transport writes it; '' over a Unix socket, and on the path of operations,
   * whose callers are servers.
   */
  readonly socketAddress: string;
  /** The header traceparent; '' when absent, or when nothing is traced. */
  readonly traceparent: string;
  /**
   * All headers by their lower-case names; empty on the path of operations, so that its requests do not pay for them.
   */
  readonly headers: ReadonlyMap<string, string>;
  /** An earlier request of its connection has no reply yet; absent where that cannot be. */
  readonly isPipelined?: boolean;
  /** A large body of a call that the thread of its connection keeps; absent: it is `body`. */
  readonly held?: HeldBody | undefined;
  /** Valid only until the handler returns: copy what must live longer. */
  readonly body: Uint8Array;
}

/** A body that another thread keeps until the request is answered. It is asked for once, in one form or the other. */
export interface HeldBody {
  /** The fields that say who calls and what, by one scan, or why even those cannot be read. */
  readonly credentials: Result<Fields>;
  /** Calls `done` in a later turn of the event loop, unless the client goes before. */
  decode(done: (form: DecodedForm) => void): void;
  /** Calls `done` with the body as it came, as `decode` does. */
  bytes(done: (body: Uint8Array) => void): void;
}

/** The fields of a body that another thread has decoded. */
export interface DecodedForm {
  /** What `read` reads, about as long as the body. */
  readonly bytes: Uint8Array;
  /** Decodes as `decodeForm` does. */
  read(): Result<Fields>;
}

/** Names each member, since a transport's own object holds more. */
const withBody = (
  {
    method,
    path,
    query,
    contentType,
    contentEncoding,
    idempotencyKey,
    clientAddress,
    socketAddress,
    traceparent,
    headers,
  }: IncomingRequest,
  held: HeldBody | undefined,
  body: Uint8Array,
): IncomingRequest => ({
  method,
  path,
  query,
  contentType,
  contentEncoding,
  idempotencyKey,
  clientAddress,
  socketAddress,
  traceparent,
  headers,
  held,
  body,
});

/** A request whose body outlives the handler. */
export const copyOfRequest = (request: IncomingRequest): IncomingRequest =>
  withBody(request, request.held, Buffer.from(request.body));

/** The same request with this body, which is not copied. */
export const requestWithBody = (request: IncomingRequest, body: Uint8Array): IncomingRequest =>
  withBody(request, undefined, body);

/** The way back to the client. One reply per request: whatever is called second does nothing. */
export interface Reply extends StreamableReply {
  /** A number by which the handler knows the exchange; transports leave it as it is. */
  ticket?: number;
  /** Does nothing after the client has gone. Replies of status 204 and 304 have neither body nor content type. */
  send(status: number, body: Uint8Array | string, contentType?: string, headers?: ReplyHeaders): void;
  /**
   * Begins a reply of status 200 without an end; undefined after the client has gone. A shutdown ends it and does not
   * wait for it: its readers reconnect.
   */
  eventStream(contentType: string): ReplyStream | undefined;
}

export type RequestHandler = (request: IncomingRequest, reply: Reply) => void;

interface TransportLimits {
  /** A larger body is answered 413. */
  readonly bodyBytesMax: number;
  /**
   * Memory for all bodies that are arriving, beyond the first 16 KiB of each. A body that would exceed it is answered
   * 503. No limit by default.
   */
  readonly bodyMemoryBytesMax?: number;
  /** False: a body in chunks, whose length nobody declares, is answered 411. True by default. */
  readonly chunkedBodies?: boolean;
  /** A body that takes longer, counted from the end of the headers, is answered 408. */
  readonly bodyTimeoutMs: number;
}

export interface ListenOptions extends TransportLimits {
  readonly host: string;
  /** Shared by the listeners of a process; no limit by default. */
  readonly connections?: ConnectionLimit;
  /** Where handshakes of TLS are counted, for the listeners of a process; the transport of node:http alone. */
  readonly handshakes?: HandshakeCount;
  /** The same for bodies that are arriving; by default one of `bodyMemoryBytesMax`. */
  readonly bodyBudget?: BodyMemoryBudget;
  /** The header, in lower case, in which a trusted proxy names the address of the client; none by default. */
  readonly clientAddressHeader?: string;
  /** Cross-origin headers for every reply; none by default. */
  readonly cors?: CorsPolicy | undefined;
  /** Speaks TLS with these; plain HTTP by default. */
  readonly tls?: TlsFiles | undefined;
  /** Requests have their headers on the path of operations as well; false by default. */
  readonly readsAllHeaders?: boolean;
  /** Requests have their `traceparent`; false by default. */
  readonly traced?: boolean;
  /** Takes connections that clients want for another protocol; the transport of node:http alone, absent: none are. */
  readonly upgraded?: (request: { readonly url?: string | undefined }, socket: Duplex, head: Buffer) => void;
  /** Called for each request that is refused before a handler sees it. */
  readonly refused?: (code: Code) => void;
  /** Called once for each request whose client goes after the handler has it and before its reply begins. */
  readonly gone?: (reply: Reply) => void;
  /** How long idle connections stay open after a shutdown has begun; a quarter of a second by default. */
  readonly idleGraceMs?: number;
  /** 0 lets the system choose. */
  readonly port: number;
  /** A Unix socket that is listened on instead of host and port; the transport of node:http alone. */
  readonly path?: string;
  /**
   * The process that hands the port over to this one listens on it: with a socket of its own beside which another one
   * may listen, or with this one. Absent: nobody else may have the port.
   */
  readonly predecessor?: 'shares' | object | undefined;
  /** Other threads of this process listen on the port as well; uWebSockets.js always lets them. False by default. */
  readonly sharesPort?: boolean;
}

export interface Listener {
  readonly port: number;
  /** The socket that listens, for a successor; undefined where a successor listens with one of its own. */
  handle(): object | undefined;
  /**
   * Reads certificate and key again, for connections from now on; those that are open end with their next reply.
   * Rejects, and keeps what it has, where the files are wrong. Does nothing without TLS.
   */
  renewTls(): Promise<void>;
  /**
   * Stops accepting, and answers what arrives on open connections, each with its last reply. Resolves when no reply is
   * owed and idle connections have had a moment for a last request, or after `timeoutMs`.
   */
  drain(timeoutMs: number): Promise<void>;
  /** Accepts again after `drain`. Rejects as `Listen` does. */
  resume(): Promise<void>;
  /**
   * Drains within `shutdownTimeoutMs` unless that was done, then closes every connection. Resolves to the number of
   * replies that were still owed by then.
   */
  close(shutdownTimeoutMs: number): Promise<number>;
}

/** Rejects when the port cannot be bound, with an error that names host and port. */
export type Listen = (options: ListenOptions, handle: RequestHandler) => Promise<Listener>;

/** What an operator does about it. */
const ADVICE: { readonly [code: string]: (host: string, port: number) => string } = {
  EADDRINUSE: (_host, port) => `another process has the port, \`ss -ltnp sport = :${port}\` shows which`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine`,
  EACCES: () => 'ports below 1024 are for privileged users: take another one, or a proxy in front',
  ENOTFOUND: (host) => `${host} is no known name`,
};

/** The error of `Listen`, the same for both transports. */
export const cannotListen = (host: string, port: number, { code = '', message }: NodeJS.ErrnoException): Error =>
  new Error(`cannot listen on ${host}:${port}: ${ADVICE[code]?.(host, port) ?? message}`);

/**
 * The socket that a server of Node listens on, as a child process can be sent it and a server can listen on it. Node
 * sends a whole server as well, but that one accepts before anybody there has a handler.
 */
export const listeningSocket = (server: Server): object | undefined =>
  (server as unknown as { readonly [name: string]: object | undefined })['_handle'];

/**
 * Rejects as `Listen` does where another socket listens there, and where the system lets nobody listen. A socket that
 * a successor may share has to ask: it would share its port with any process of the same user. Not promised: that two
 * servers which start within the same tenth of a millisecond see each other.
 */
export const mustBeFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(cannotListen(host, port, error)));
    server.listen({ host, port, exclusive: true }, () => {
      server.close();
      resolve();
    });
  });

/** Where operations are called, by nearly every request: on it, neither query nor headers are read. */
export const OPERATIONS_PATH = '/srv/service/';
export const NO_HEADERS: ReadonlyMap<string, string> = new Map();

export const JSON_TYPE = 'application/json; charset=utf-8';
