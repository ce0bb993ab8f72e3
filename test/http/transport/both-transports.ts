// The stages of the contract suite: each `*-contract.ts` runs against both transports, over real sockets. Its file
// `*.test.ts` is for the stage that carries nearly all requests, `*.long.test.ts` for all others.
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { canShareNode } from '../../../src/http/transport/node-transport.ts';
import type {
  IncomingRequest,
  Listen,
  ListenOptions,
  Listener,
  RequestHandler,
  Reply,
} from '../../../src/http/transport/transport.ts';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import { until } from '../../harness/until.ts';
import { Caller, post } from '../caller.ts';
import { onThreads } from '../threads/threaded.ts';
import { transports } from './transports.ts';
import { newCertificate } from '../certificates.ts';

export const BODY_BYTES_MAX = 200_000;

/** Writes them one by one, each behind turns of the loop in which a server of this thread reads the one before. */
export const inPieces = async (caller: Caller, pieces: readonly (string | Uint8Array)[]): Promise<void> => {
  for (const piece of pieces) {
    await new Promise((resolve) => caller.socket.write(piece, resolve));
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }
};

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
  /** Until a server, which has no limit of its own, has as many connections open. */
  hasOpen(server: Listener, connections: number): Promise<void>;
  /** Whatever the test did, it left a server that answers. */
  stillServes(server: Listener): Promise<void>;
}

const certificate = await newCertificate('contract');

export interface Stage extends Pick<TransportUnderTest, 'name' | 'isTls' | 'isThreaded' | 'isShared'> {
  readonly title: string;
  readonly listen: Listen;
}

/** Each transport in this thread (over TLS, too), in one of its own and, where sockets can be shared, in three. */
const stages: readonly Stage[] = transports.flatMap(({ name, listen }) => {
  const kind = name === 'node:http' ? 'node' : 'uws';
  const plain = { name, isTls: false, isThreaded: false, isShared: false, title: name, listen };
  const own = { ...plain, isThreaded: true, title: `${name} on a thread`, listen: onThreads(kind) };
  const three = { ...own, isShared: true, title: `${name} on three threads`, listen: onThreads(kind, 3) };
  // Neither what several threads share nor how one is asked depends on the handshake.
  const overTls = { ...plain, isTls: true, title: `${name} over TLS` };
  return [plain, overTls, own, ...(kind === 'uws' || canShareNode() ? [three] : [])];
});

const isFirst = (isTls: boolean) => (stage: Stage) => !stage.isThreaded && stage.isTls === isTls;
const firstOf = (isTls: boolean): Stage => stages.find(isFirst(isTls))!;

export type Contract = (stage: TransportUnderTest) => void;

/** What `npm test` proves: the transport that serves where the machine has it, in this thread. */
export const onFirstStage = (contract: Contract, isTls = false): void => onStages([firstOf(isTls)], contract);

/** All others; `differs`: those in which the contract could fare otherwise. */
export const onOtherStages = (
  contract: Contract,
  differs: (stage: Stage) => boolean = () => true,
  isTls = false,
): void =>
  onStages(
    stages.filter((stage) => stage !== firstOf(isTls) && differs(stage)),
    contract,
  );

/**
 * Threads take longer to start than most tests take: the first server of a test that asks for nothing of its own is
 * one that such tests share, one after the other, until one of them closes it.
 */
class SharedServer {
  private readonly listen: Listen;
  private listener: Listener | undefined;
  private connections = new ConnectionLimit();
  private receive: RequestHandler = echoRequest;
  private isTaken = false;

  constructor(listen: Listen) {
    this.listen = listen;
  }

  /** Undefined where the test has it already. */
  async take(options: ListenOptions, receive: RequestHandler): Promise<[Listener, ConnectionLimit] | undefined> {
    if (this.isTaken) return undefined;
    this.isTaken = true;
    this.receive = receive;
    if (this.listener === undefined) {
      this.connections = new ConnectionLimit();
      const { connections } = this;
      this.listener = await this.listen({ ...options, connections }, (request, reply) => this.receive(request, reply));
    }
    const { listener } = this;
    const ends = (): void => void (this.listener = undefined);
    const taken: Listener = {
      port: listener.port,
      handle: () => listener.handle(),
      renewTls: () => listener.renewTls(),
      resume: () => listener.resume(),
      drain: (timeoutMs) => (ends(), listener.drain(timeoutMs)),
      close: (timeoutMs) => (ends(), listener.close(timeoutMs)),
    };
    return [taken, this.connections];
  }

  /** Behind a test whose callers have left: nothing of it comes to the next one. */
  async giveBack(hasFailed: boolean): Promise<void> {
    this.receive = echoRequest;
    if (!this.isTaken || this.listener === undefined) return void (this.isTaken = false);
    this.isTaken = false;
    if (hasFailed) return this.close();
    await until('connections to end', () => this.connections.open === 0);
  }

  async close(): Promise<void> {
    const { listener } = this;
    this.listener = undefined;
    await listener?.close(0);
  }
}

const onStages = (on: readonly Stage[], contract: Contract): void => {
  describe.each(on)('$title', ({ name, listen, isTls, isThreaded, isShared }) => {
    const tls = isTls ? certificate : undefined;
    const open: Listener[] = [];
    const callers: Caller[] = [];
    const limits = new WeakMap<Listener, ConnectionLimit>();
    const shared = isThreaded ? new SharedServer(listen) : undefined;
    const serve: TransportUnderTest['serve'] = async (receive, given) => {
      const options = { host: '127.0.0.1', port: 0, bodyBytesMax: BODY_BYTES_MAX, bodyTimeoutMs: 5000, tls, ...given };
      const taken = given === undefined ? await shared?.take(options, receive) : undefined;
      if (taken !== undefined) {
        limits.set(...taken);
        return taken[0];
      }
      const connections = given?.connections ?? new ConnectionLimit();
      const server = await listen({ ...options, connections }, receive);
      open.push(server);
      limits.set(server, connections);
      return server;
    };
    const call: TransportUnderTest['call'] = ({ port }) => {
      const caller = new Caller(port, tls?.cert);
      callers.push(caller);
      return caller;
    };
    const hasOpen: TransportUnderTest['hasOpen'] = (server, connections) =>
      expect.poll(() => limits.get(server)!.open).toBe(connections);
    const stillServes: TransportUnderTest['stillServes'] = async (server) => {
      expect((await call(server).write(post('/still', 'here')).reply()).status).toBe(200);
    };
    afterEach(async ({ task }) => {
      for (const caller of callers.splice(0)) await caller.cut();
      for (const server of open.splice(0)) await server.close(0);
      await shared?.giveBack(task.result?.state === 'fail');
    });
    afterAll(() => shared?.close());
    contract({ name, isTls, isThreaded, isShared, serve, call, hasOpen, stillServes });
  });
};
