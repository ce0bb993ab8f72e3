// The standby's side: the connection to the server that is followed, made again whenever it is lost.
//
// Guaranteed: messages are handled in their order, one after the other; an answer is handled when everything before it
// is folded. A batch that does not fit is not folded, and ends the following. Not promised: a connection.
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callingAddress } from '../../admin/control-address.ts';
import { programVersion } from '../../config/version.ts';
import { StoreDamage } from '../../engine/disk/store-damage.ts';
import type { Pause } from '../../engine/commit/folding.ts';
import type { Batch } from '../../engine/journal/journal.ts';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import { FrameConnection } from '../following/frame-connection.ts';
import { FOLLOW_PATH, FOLLOW_UPGRADE, PROTOCOL, chainAt, chained, eventNames } from './protocol.ts';
import type { FromLeader, FromStandby } from './protocol.ts';
import { pauseAfter } from '../../admin/slices.ts';

const RETRY_MS = 50;
/** Reading stops while more bytes than that have arrived and are not folded. */
const WAITING_BYTES_MAX = 8_388_608;

export interface LinkOptions {
  readonly store: Store;
  /** Data directories of the server that is followed, and of this one. */
  readonly leader: string;
  readonly own: string;
  /** Milliseconds of folding before other work has its turn. */
  readonly sliceMs: number;
  /** The leader has welcomed this process. */
  readonly connected: () => void;
  readonly lost: () => void;
  /** Why the leader cannot be followed yet; called once for each reason. */
  readonly waits: (why: string) => void;
  readonly promised: (id: number, nowMs: number) => void;
  /** This process must not go on: another history, a later program, a batch that does not fit. */
  readonly failed: (why: string) => void;
}

export class LeaderLink {
  private readonly options: LinkOptions;
  private connection: FrameConnection<FromStandby, FromLeader> | undefined;
  private waiting: FromLeader[] = [];
  private waitingBytes = 0;
  private handling: Promise<void> | undefined;
  /** Chain over everything that this connection has brought. */
  private chain = '';
  /** The batch that was folded last: the journal has it a moment later. */
  private last: Batch | undefined;
  private isWelcome = false;
  private isClosed = false;
  private waitsBecause = '';
  private timer: NodeJS.Timeout | undefined;
  /** Called between two records. */
  readonly pause: Pause;

  constructor(options: LinkOptions) {
    this.options = options;
    this.pause = pauseAfter(options.sliceMs);
  }

  get isConnected(): boolean {
    return this.isWelcome;
  }

  open(): void {
    if (this.isClosed || this.connection !== undefined) return;
    const address = callingAddress(this.options.leader);
    if (address === undefined) return this.waitFor('it does not run');
    const headers = { connection: 'Upgrade', upgrade: FOLLOW_UPGRADE };
    const call = request({ socketPath: address, path: FOLLOW_PATH, headers });
    call.once('error', () => this.waitFor('it does not run'));
    call.once('response', (response) => void this.refused(response));
    call.once('upgrade', (_, socket, head) => this.begin(socket, head));
    call.end();
  }

  /** Not upgraded: the server takes no standby yet, or is of an earlier version that knows none. */
  private async refused(response: IncomingMessage): Promise<void> {
    const why = await text(response).catch(() => 'its connection broke');
    if (response.statusCode === 503) return this.waitFor(why);
    return this.fail(`the server of ${this.options.leader} cannot be followed: it is of an earlier version`);
  }

  private waitFor(why: string): void {
    if (why !== this.waitsBecause && !this.isClosed) this.options.waits(why);
    this.waitsBecause = why;
    this.tryAgain();
  }

  private tryAgain(): void {
    if (this.isClosed || this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.open();
    }, RETRY_MS);
  }

  private begin(socket: Duplex, head: Buffer): void {
    const { engine, identity } = this.options.store;
    // It was asked for before this link was closed, or beside another request.
    if (this.isClosed || this.connection !== undefined) return void socket.destroy();
    const connection: FrameConnection<FromStandby, FromLeader> = new FrameConnection(socket, {
      received: (messages, bytes) => this.received(messages, bytes),
      failed: (error) => this.fail(`the server that is followed sends no frames: ${(error as Error).message}`),
      closed: () => this.ended(connection),
    });
    this.connection = connection;
    const { id, timeline, feedEpoch } = identity;
    this.chain = this.last === undefined ? chainAt(engine.journal, engine.headSeq) : chained('', this.last);
    connection.send([
      'hello',
      {
        protocol: PROTOCOL,
        version: programVersion(),
        store: { id, timeline, feedEpoch },
        directory: this.options.own,
        headSeq: engine.headSeq,
        chain: this.chain,
      },
    ]);
    connection.open(head);
  }

  private ended(connection: LeaderLink['connection']): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    const wasWelcome = this.isWelcome;
    this.isWelcome = false;
    // What has arrived is promised: it is folded before the next hello says how far this process is.
    void (this.handling ?? Promise.resolve()).then(() => {
      if (wasWelcome) this.options.lost();
      this.tryAgain();
    });
  }

  ask(id: number): void {
    if (this.isWelcome) this.connection?.send(['ask', id]);
  }

  /** To be called while this process is connected. */
  sendUsage(counted: CountedUsage): void {
    this.connection?.send(['usage', counted]);
  }

  private received(messages: readonly FromLeader[], bytes: number): void {
    for (const message of messages) {
      // Everything before it is folded: it need not wait for the next turn.
      if (message[0] === 'promised' && this.handling === undefined && this.waiting.length === 0)
        this.learn(message[1], message[2], message[3]);
      else this.waiting.push(message);
    }
    if (this.waiting.length === 0) return;
    this.waitingBytes += bytes;
    if (this.waitingBytes > WAITING_BYTES_MAX) this.connection?.socket.pause();
    this.handling ??= this.handleAll().finally(() => (this.handling = undefined));
  }

  private async handleAll(): Promise<void> {
    while (this.waiting.length > 0 && !this.isClosed) {
      const message = this.waiting.shift()!;
      try {
        await this.handle(message);
      } catch (error) {
        const why = (error as Error).message;
        return this.fail(error instanceof StoreDamage ? `what the server sends does not fit: ${why}` : why);
      }
      if (this.waiting.length > 0) continue;
      this.waitingBytes = 0;
      this.connection?.socket.resume();
    }
  }

  private async handle(message: FromLeader): Promise<void> {
    const { store, leader } = this.options;
    const { engine } = store;
    switch (message[0]) {
      case 'welcome': {
        const [, { version, events }] = message;
        const known = new Set(eventNames());
        const unknown = events.filter((name) => !known.has(name));
        if (unknown.length > 0)
          throw new Error(
            `the server of ${leader} is version ${version} and makes events that version ${programVersion()} ` +
              `does not know (${unknown.slice(0, 3).join(', ')}): start the standby with that version`,
          );
        this.isWelcome = true;
        return this.options.connected();
      }
      case 'refused':
        throw new Error(`the server of ${leader} is not followed: ${message[1]}`);
      case 'batch': {
        const [, firstSeq, bytes, chain] = message;
        const batch = { firstSeq, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
        this.chain = chained(this.chain, batch);
        if (this.chain !== chain)
          throw new StoreDamage(`record ${firstSeq} comes with another chain than that of the records before it`);
        await engine.fold(batch, undefined, this.pause);
        this.last = batch;
        engine.notePromised(engine.headSeq);
        return undefined;
      }
      case 'promised':
        return this.learn(message[1], message[2], message[3]);
      case 'erased': {
        const { connection } = this;
        await engine.destruction.whenDone(engine.headSeq);
        if (this.connection === connection) connection?.send(['forgotten', message[1]]);
        return undefined;
      }
      default:
        return message satisfies never;
    }
  }

  /** A question is answered. */
  private learn(id: number, seq: number, nowMs: number): void {
    this.options.store.engine.notePromised(seq);
    this.options.promised(id, nowMs);
  }

  private fail(why: string): void {
    if (this.isClosed) return;
    this.close();
    this.options.failed(why);
  }

  /** Resolves when nothing more is folded. */
  async stop(): Promise<void> {
    this.close();
    await this.handling;
  }

  /** After `stop`. */
  resume(): void {
    this.isClosed = false;
    this.waiting = [];
    this.waitingBytes = 0;
    this.last = undefined;
    this.open();
  }

  private close(): void {
    this.isClosed = true;
    this.isWelcome = false;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.connection?.hangUp();
    this.connection = undefined;
  }
}
