// What a transport is: bytes in, bytes out. uWebSockets.js and node:http pass one contract suite.

/** One request whose body has arrived whole. */
export interface Incoming {
  /** Upper case. */
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Without the question mark; '' when absent. */
  readonly query: string;
  /** As sent; '' when absent. */
  readonly contentType: string;
  /** The header Idempotency-Key; '' when absent. */
  readonly idempotencyKey: string;
  /** Valid only while Receive runs: copy what must live longer. */
  readonly body: Uint8Array;
}

/** The way back to the caller. */
export interface Reply {
  /** Sends once; silently does nothing after the caller has gone. */
  send(status: number, body: Uint8Array | string, contentType?: string): void;
}

export type Receive = (incoming: Incoming, reply: Reply) => void;

export interface TransportLimits {
  /** A larger body is answered 413. */
  readonly bodyBytesMax: number;
  /** A body that takes longer, counted from the end of the headers, is answered 408. */
  readonly bodyMsMax: number;
}

export interface ListenOptions extends TransportLimits {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

export interface Listening {
  readonly port: number;
  /** Stops accepting, waits for replies under way, at most drainMsMax, then cuts what is left. */
  close(drainMsMax: number): Promise<void>;
}

/** Throws when the port cannot be had, with an error that names host and port. */
export type Listen = (options: ListenOptions, receive: Receive) => Promise<Listening>;

/** What Listen throws, the same for both transports. */
export const cannotListen = (host: string, port: number, reason: string): Error =>
  new Error(`cannot listen on ${host}:${port}: ${reason}`);

export const JSON_TYPE = 'application/json; charset=utf-8';
