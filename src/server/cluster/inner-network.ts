// The way to other nodes: requests that are passed on, and connections on which nodes ask each other.
//
// A node knows another one by a certificate of the nodes' own authority, and shows its own. Not promised: which node it
// is; whoever has such a certificate is one of them.
import type { ClientRequest, RequestOptions } from 'node:http';
import { Agent, request } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import { readTls } from '../../http/transport/tls-files.ts';
import type { TlsFiles } from '../../http/transport/tls-files.ts';
import { decodeEntry } from '../../engine/replication/entry.ts';
import type { ChainEnd, Entry } from '../../engine/replication/entry.ts';
import { LogCut } from '../../engine/replication/log.ts';
import { FrameReader, STRANGER_BYTES_MAX, frameOf } from '../standby/frames.ts';
import type { Begins } from '../standby/passing-on.ts';
import { NODE_PATH, NODE_UPGRADE, STRANGER_MS } from './inner-protocol.ts';
import type { FromAsked, FromAsking, NodeHello, NodeStatus, Span, Wanted } from './inner-protocol.ts';

/** An idle connection is closed from this side, well before the other one would while a call is sent on it. */
const IDLE_MS = 4_000;
const CONNECT_MS = 1_000;
const AGENT = { keepAlive: true, maxSockets: 256, timeout: IDLE_MS };

/** What a frame has given. */
export const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

export class InnerNetwork {
  private readonly tls: Required<TlsFiles>;
  private agent: Agent;

  /** Throws, with one line, what is wrong with the files. */
  constructor(tls: Required<TlsFiles>) {
    this.tls = tls;
    this.agent = this.newAgent();
  }

  private newAgent(): Agent {
    const { cert, key, ca } = readTls(this.tls);
    return new Agent({ ...AGENT, cert, key, ca });
  }

  /** Reads the certificates again, for connections from now on. */
  renewTls(): void {
    const before = this.agent;
    this.agent = this.newAgent();
    // Its calls go on; it opens none any more.
    setTimeout(() => before.destroy(), IDLE_MS).unref();
  }

  private request(url: string, options: RequestOptions): ClientRequest {
    // A node that has noted an address in clear is of a version before: nothing is said to it without TLS.
    return request(url.replace(/^http:/, 'https:'), { ...options, agent: this.agent });
  }

  /** Calls for the node at this address. */
  begins(url: string): Begins {
    return (options) => this.request(`${url}${options.path}`, options);
  }

  /** Rejects with why it cannot be asked. */
  async connect(url: string, hello: NodeHello): Promise<Peer> {
    const socket = await new Promise<readonly [Socket, Buffer]>((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: NODE_UPGRADE };
      const call = this.request(`${url}${NODE_PATH}`, { headers, signal: AbortSignal.timeout(CONNECT_MS) });
      call.once('upgrade', (_, opened, head) => resolve([opened as Socket, head]));
      call.once('error', (error) => reject(new Error(`${url}: ${error.message}`)));
      call.once('response', (response) => {
        void text(response).catch(() => '');
        reject(new Error(`${url}: HTTP ${response.statusCode} instead of a node`));
      });
      call.end();
    });
    const peer = new Peer(url, ...socket);
    await peer.greet(hello);
    return peer;
  }

  /** Connects, asks, and hangs up. Rejects with why it cannot be asked. */
  async ask<T>(url: string, hello: NodeHello, question: (peer: Peer) => Promise<T>): Promise<T> {
    const peer = await this.connect(url, hello);
    try {
      return await question(peer);
    } finally {
      peer.close();
    }
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Questions on one connection are answered in any order; of entries and copies there is one at a time. */
export class Peer {
  readonly url: string;
  node = '';
  private readonly socket: Socket;
  private readonly frames = new FrameReader(STRANGER_BYTES_MAX);
  private readonly waiting = new Map<number, (message: FromAsked | Error) => void>();
  private stream: { take(message: FromAsked): void; end(error: Error): void } | undefined;
  private lastId = 0;
  isOpen = true;

  constructor(url: string, socket: Socket, head: Buffer) {
    this.url = url;
    this.socket = socket;
    socket.setNoDelay(true);
    // The agent's, of connections that wait for a call.
    socket.setTimeout(0);
    socket.on('data', (piece: Buffer) => this.received(piece));
    socket.on('error', () => {});
    socket.once('close', () => this.ended());
    if (head.length > 0) this.received(head);
  }

  private received(piece: Buffer): void {
    try {
      for (const message of this.frames.push(piece) as FromAsked[]) this.hear(message);
    } catch {
      this.socket.destroy();
    }
  }

  private hear(message: FromAsked): void {
    switch (message[0]) {
      case 'promised':
      case 'not_leading':
      case 'told':
      case 'failed':
        this.waiting.get(message[1])?.(message);
        this.waiting.delete(message[1]);
        return;
      default:
        this.stream?.take(message);
    }
  }

  private ended(): void {
    this.isOpen = false;
    const error = new Error(`${this.url} is gone`);
    for (const answered of this.waiting.values()) answered(error);
    this.waiting.clear();
    this.stream?.end(error);
  }

  private tell(message: FromAsking): void {
    this.socket.write(frameOf(message));
  }

  private answerTo(say: (id: number) => FromAsking): Promise<FromAsked> {
    if (!this.isOpen) return Promise.reject(new Error(`${this.url} is gone`));
    // 32 bits, and nowhere near that many wait.
    this.lastId = (this.lastId + 1) >>> 0;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (message) => (message instanceof Error ? reject(message) : resolve(message)));
      this.tell(say(id));
    });
  }

  /** What is sent from now on, until it is left. */
  private async *messages(first: FromAsking): AsyncGenerator<FromAsked> {
    const held: (FromAsked | Error)[] = [];
    let wake = (): void => {};
    const add = (message: FromAsked | Error): void => {
      held.push(message);
      if (held.length > 64) this.socket.pause();
      wake();
    };
    this.stream = { take: add, end: add };
    try {
      if (!this.isOpen) throw new Error(`${this.url} is gone`);
      this.tell(first);
      for (;;) {
        while (held.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const message = held.shift()!;
        if (held.length === 0) this.socket.resume();
        if (message instanceof Error) throw message;
        yield message;
      }
    } finally {
      this.stream = undefined;
      this.socket.resume();
    }
  }

  /** Rejects with why it is refused, and where the other side does not answer in time. */
  async greet(hello: NodeHello): Promise<void> {
    const late = setTimeout(() => this.close(), STRANGER_MS);
    try {
      for await (const message of this.messages(['hello', hello])) {
        if (message[0] === 'welcome') {
          this.node = message[1].node;
          this.frames.takeAll();
          return;
        }
        this.close();
        throw new Error(message[0] === 'refused' ? message[1] : `${this.url} does not greet`);
      }
    } finally {
      clearTimeout(late);
    }
  }

  /** Up to which record it has promised, and its time; undefined where it does not lead. */
  async fresh(): Promise<{ readonly seq: number; readonly nowMs: number } | undefined> {
    const answer = await this.answerTo((id) => ['ask', id]);
    return answer[0] === 'promised' ? { seq: answer[2], nowMs: answer[3] } : undefined;
  }

  /** Rejects with why it fails there. */
  private async ask(wanted: Wanted, argument = ''): Promise<unknown> {
    const answer = await this.answerTo((id) => ['tell', id, wanted, argument]);
    if (answer[0] === 'told') return answer[2];
    throw new Error(answer[0] === 'failed' ? answer[2] : `${this.url} does not answer`);
  }

  status(): Promise<NodeStatus> {
    return this.ask('status') as Promise<NodeStatus>;
  }

  /** Resolves with the node that is handed the lead; `to`: '' lets it choose. */
  handOver(to: string): Promise<string> {
    return this.ask('hand_over', to) as Promise<string>;
  }

  /** Of its batches, in spans of about a thousand records; see `spansOf`. */
  spans(afterSeq: number): Promise<readonly Span[]> {
    return this.ask('spans', String(afterSeq)) as Promise<readonly Span[]>;
  }

  /** Calls that another node has counted. */
  sendUsage(counted: CountedUsage): void {
    this.tell(['usage', counted]);
  }

  /** Entries behind this one, as far as it has them. Rejects with LogCut where it has no more what comes next. */
  async *entries({ at, seq }: Pick<ChainEnd, 'at' | 'seq'>): AsyncGenerator<Entry> {
    for await (const message of this.messages(['entries', at, seq])) {
      if (message[0] === 'end') return;
      if (message[0] !== 'entry') throw new LogCut(`${this.url} no longer has what follows entry ${at}`);
      yield decodeEntry(bufferOf(message[1]));
    }
  }

  copy(copyId: string, offset: number): AsyncGenerator<FromAsked> {
    return this.messages(['copy', copyId, offset]);
  }

  close(): void {
    this.socket.destroy();
  }
}
