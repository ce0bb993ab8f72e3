// What a transport is: bytes in, bytes out. uWebSockets.js and node:http pass one contract suite.

import type { ReplyStream, StreamableReply } from '../../kernel/reply-stream.ts';
import type { CorsPolicy } from './cors.ts';

/** One request whose body has arrived whole. */
export interface IncomingRequest {
  /** Upper case. */
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Without the question mark; '' when absent, and for operations, which take none. */
  readonly query: string;
  /** As sent; '' when absent. */
  readonly contentType: string;
  /** As sent; '' when absent. */
  readonly contentEncoding: string;
  /** The header Idempotency-Key; '' when absent. */
  readonly idempotencyKey: string;
  /** What the trusted header says; '' when there is none. */
  readonly clientAddress: string;
  /** All of them by their lower-case names, on every path but that of the operations, which pays for none. */
  readonly headers: ReadonlyMap<string, string>;
  /** Valid only while Receive runs: copy what must live longer. */
  readonly body: Uint8Array;
}

/** Names and values, in the order in which they are sent. */
export type Headers = readonly (readonly [name: string, value: string])[];

export const NO_EXTRA_HEADERS: Headers = [];

/** The way back to the caller. */
export interface Reply extends StreamableReply {
  /** Sends once; silently does nothing after the caller has gone. A reply of 204 has neither body nor content type. */
  send(status: number, body: Uint8Array | string, contentType?: string, headers?: Headers): void;
  /**
   * Begins a reply of 200 without an end; undefined after the caller has gone. It does not delay a stop of the server.
   */
  eventStream(contentType: string): ReplyStream | undefined;
}

export type RequestHandler = (incoming: IncomingRequest, reply: Reply) => void;

export interface TransportLimits {
  /** A larger body is answered 413. */
  readonly bodyBytesMax: number;
  /**
   * Of all bodies on their way, but for the first 16 KiB of each; what finds no room is answered 503. No limit by
   * default.
   */
  readonly bodyMemoryBytesMax?: number;
  /** A body that takes longer, counted from the end of the headers, is answered 408. */
  readonly bodyTimeoutMs: number;
}

export interface ListenOptions extends TransportLimits {
  readonly host: string;
  /** The header, in lower case, in which trusted callers say whose address is behind a call; none by default. */
  readonly clientAddressHeader?: string;
  /** Headers by the origin of a request, on every reply; none by default. */
  readonly cors?: CorsPolicy | undefined;
  /** 0 lets the system choose. */
  readonly port: number;
}

export interface Listener {
  readonly port: number;
  /** Stops accepting, waits for replies under way, at most shutdownTimeoutMs, then cuts what is left. */
  close(shutdownTimeoutMs: number): Promise<void>;
}

/** Throws when the port cannot be had, with an error that names host and port. */
export type Listen = (options: ListenOptions, receive: RequestHandler) => Promise<Listener>;

/** What Listen throws, the same for both transports. */
export const cannotListen = (host: string, port: number, reason: string): Error =>
  new Error(`cannot listen on ${host}:${port}: ${reason}`);

/** Where operations are called; any other path is none of the hot one's business. */
export const OPERATIONS_PATH = '/srv/service/';
export const NO_HEADERS: ReadonlyMap<string, string> = new Map();

export const JSON_TYPE = 'application/json; charset=utf-8';
