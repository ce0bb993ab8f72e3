// A connection to another node, on which this one asks.
//
// Guaranteed: a question gets its own answer, or why there is none. Not promised: an answer in time; ask-node.ts waits
// no longer than a second.
import type { Socket } from 'node:net';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import { decodeEntry } from '../../engine/replication/entry.ts';
import type { ChainEnd, Entry } from '../../engine/replication/entry.ts';
import { LogCut } from '../../engine/replication/log.ts';
import { FrameConnection } from '../following/frame-connection.ts';
import { STRANGER_BYTES_MAX, bufferOf } from '../following/frames.ts';
import { STRANGER_MS } from './inner-protocol.ts';
import type { FromAsked, FromAsking, NodeHello, NodeStatus, Span, Wanted } from './inner-protocol.ts';

/** Questions on one connection are answered in any order; of entries and copies there is one at a time. */
export class Peer {
  readonly url: string;
  node = '';
  private readonly connection: FrameConnection<FromAsking, FromAsked>;
  private readonly waiting = new Map<number, (message: FromAsked | Error) => void>();
  private stream: { take(message: FromAsked): void; end(error: Error): void } | undefined;
  private lastId = 0;
  isOpen = true;

  constructor(url: string, socket: Socket, head: Buffer) {
    this.url = url;
    socket.setNoDelay(true);
    // The agent sets one for connections that wait for a call.
    socket.setTimeout(0);
    const owner = {
      received: (messages: readonly FromAsked[]): void => {
        for (const message of messages) this.received(message);
      },
      failed: () => void socket.destroy(),
      closed: () => this.ended(),
    };
    this.connection = new FrameConnection(socket, owner, STRANGER_BYTES_MAX);
    this.connection.open(head);
  }

  private received(message: FromAsked): void {
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

  private answerTo(say: (id: number) => FromAsking): Promise<FromAsked> {
    if (!this.isOpen) return Promise.reject(new Error(`${this.url} is gone`));
    // Ids have 32 bits and wrap: far fewer questions wait.
    this.lastId = (this.lastId + 1) >>> 0;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (message) => (message instanceof Error ? reject(message) : resolve(message)));
      this.connection.send(say(id));
    });
  }

  /** Messages that arrive from now on, until the loop over them ends. */
  private async *messages(first: FromAsking): AsyncGenerator<FromAsked> {
    const held: (FromAsked | Error)[] = [];
    let wake = (): void => {};
    const add = (message: FromAsked | Error): void => {
      held.push(message);
      if (held.length > 64) this.connection.socket.pause();
      wake();
    };
    this.stream = { take: add, end: add };
    try {
      if (!this.isOpen) throw new Error(`${this.url} is gone`);
      this.connection.send(first);
      for (;;) {
        while (held.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const message = held.shift()!;
        if (held.length === 0) this.connection.socket.resume();
        if (message instanceof Error) throw message;
        yield message;
      }
    } finally {
      this.stream = undefined;
      this.connection.socket.resume();
    }
  }

  /** Rejects with why it is refused, and where the other side does not answer in time. */
  async greet(hello: NodeHello): Promise<void> {
    const late = setTimeout(() => this.close(), STRANGER_MS);
    try {
      for await (const message of this.messages(['hello', hello])) {
        if (message[0] === 'welcome') {
          this.node = message[1].node;
          this.connection.takeAll();
          return;
        }
        this.close();
        throw new Error(message[0] === 'refused' ? message[1] : `${this.url} does not greet`);
      }
    } finally {
      clearTimeout(late);
    }
  }

  /** The record up to which it has promised, and its time; undefined where it does not lead. */
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

  /** Digests of its batches; see `spansOf`. */
  spans(afterSeq: number): Promise<readonly Span[]> {
    return this.ask('spans', String(afterSeq)) as Promise<readonly Span[]>;
  }

  /** Calls that this node has counted. */
  sendUsage(counted: CountedUsage): void {
    this.connection.send(['usage', counted]);
  }

  /** Entries behind this one, as far as it has them. Rejects with LogCut where it no longer has the next one. */
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
    this.connection.socket.destroy();
  }
}
