// The stage of the contract suite: the same tests run against both transports, over real sockets.
import { createHash } from 'node:crypto';
import { afterEach, describe, expect } from 'vitest';
import { canShareNode, listenNode } from '../../../src/http/transport/node-transport.ts';
import type {
  IncomingRequest,
  ListenOptions,
  Listener,
  RequestHandler,
  Reply,
} from '../../../src/http/transport/transport.ts';
import { listenUws } from '../../../src/http/transport/uws-transport.ts';
import { Caller, post } from '../caller.ts';
import { onThreads } from '../threads/threaded.ts';
import { newCertificate } from '../certificates.ts';

export const BODY_BYTES_MAX = 200_000;

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const digest = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** A handler that holds replies back until the test asks for the next one. */
export class HeldReplies {
  readonly replies: Reply[] = [];
  private readonly waiting: ((reply: Reply) => void)[] = [];
  readonly handle: RequestHandler = (_request, reply) => {
    const next = this.waiting.shift();
    if (next === undefined) this.replies.push(reply);
    else next(reply);
  };
  next(): Promise<Reply> {
    const reply = this.replies.shift();
    return reply === undefined ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(reply);
  }
}

export const requestJson = (request: IncomingRequest): string =>
  JSON.stringify({
    method: request.method,
    path: request.path,
    query: request.query,
    contentType: request.contentType,
    idempotencyKey: request.idempotencyKey,
    length: request.body.length,
    sha256: digest(request.body),
  });

/** Answers with what it received. */
export const echoRequest: RequestHandler = (request, reply) => reply.send(200, requestJson(request));

export interface TransportUnderTest {
  readonly name: 'uWebSockets.js' | 'node:http';
  readonly isTls: boolean;
  /** It has a thread of its own: no reply is synchronous, and nothing of it is seen from here. */
  readonly isThreaded: boolean;
  /** Several threads share the port. */
  readonly isShared: boolean;
  serve(receive: RequestHandler, options?: Partial<ListenOptions>): Promise<Listener>;
  call(server: Listener): Caller;
  /** Whatever the test did, it left a server that answers. */
  stillServes(server: Listener): Promise<void>;
}

/** The package of uWebSockets.js has binaries up to this major version of Node: with a newer one node:http serves. */
const UWS_NODE_MAX = 22;
export const hasUws = Number.parseInt(process.versions.node, 10) <= UWS_NODE_MAX;

const overUws = { name: 'uWebSockets.js', listen: listenUws } as const;
const overNode = { name: 'node:http', listen: listenNode } as const;

/** Those that this Node can have. */
export const transports = hasUws ? [overUws, overNode] : [overNode];

const certificate = await newCertificate('contract');

/** Each transport in this thread (over TLS, too), in one of its own and, where sockets can be shared, in three. */
const stages = transports.flatMap((transport) => {
  const { name } = transport;
  const kind = name === 'node:http' ? 'node' : 'uws';
  const three = { name, listen: onThreads(kind, 3), title: `${name} on three threads` };
  const placed = [
    { ...transport, title: name },
    { name, listen: onThreads(kind), title: `${name} on a thread` },
    ...(kind === 'uws' || canShareNode() ? [three] : []),
  ];
  return [false, true].flatMap((isTls) =>
    placed
      // Neither what several threads share nor how one is asked depends on the handshake.
      .filter((stage) => !isTls || stage.title === name)
      .map(({ title, ...stage }) => ({
        ...stage,
        isTls,
        isThreaded: title !== name,
        isShared: stage.listen === three.listen,
        title: `${title}${isTls ? ' over TLS' : ''}`,
      })),
  );
});

/** Runs the same tests against both transports, with TLS and without. */
export const forBoth = (define: (stage: TransportUnderTest) => void): void => {
  describe.each(stages)('$title', ({ name, listen, isTls, isThreaded, isShared }) => {
    const tls = isTls ? certificate : undefined;
    const open: Listener[] = [];
    const callers: Caller[] = [];
    const serve: TransportUnderTest['serve'] = async (receive, options = {}) => {
      const server = await listen(
        { host: '127.0.0.1', port: 0, bodyBytesMax: BODY_BYTES_MAX, bodyTimeoutMs: 5000, tls, ...options },
        receive,
      );
      open.push(server);
      return server;
    };
    const call: TransportUnderTest['call'] = ({ port }) => {
      const caller = new Caller(port, tls?.cert);
      callers.push(caller);
      return caller;
    };
    const stillServes: TransportUnderTest['stillServes'] = async (server) => {
      expect((await call(server).write(post('/still', 'here')).reply()).status).toBe(200);
    };
    afterEach(async () => {
      for (const caller of callers.splice(0)) await caller.cut();
      for (const server of open.splice(0)) await server.close(0);
    });
    define({ name, isTls, isThreaded, isShared, serve, call, stillServes });
  });
};
