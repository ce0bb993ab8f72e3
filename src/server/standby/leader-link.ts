// The side of the standby: a connection to the server that it follows, made again whenever it is lost.
//
// Everything that arrives is handled in its order, one after the other: an answer is there when everything before it is
// folded. Guaranteed: what does not fit is not folded; it ends the following. Not promised: a connection.
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { callingAddress } from '../../admin/control-address.ts';
import { programVersion } from '../../config/version.ts';
import { StoreDamage } from '../../engine/disk/store-damage.ts';
import type { Pause } from '../../engine/folding.ts';
import type { Batch } from '../../engine/journal/journal.ts';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import { FrameReader, frameOf } from './frames.ts';
import { FOLLOW_PATH, FOLLOW_UPGRADE, PROTOCOL, chainAt, chained, eventNames } from './protocol.ts';
import type { FromLeader, FromStandby } from './protocol.ts';
import { pauseAfter } from '../../admin/slices.ts';

const RETRY_MS = 50;
/** Of what has arrived and is not folded, before no more is read. */
const WAITING_BYTES_MAX = 8_388_608;

export interface LinkOptions {
  readonly store: Store;
  /** Data directories: of the server that is followed, and of this one. */
  readonly leader: string;
  readonly own: string;
  /** Milliseconds of folding before other work has its turn. */
  readonly sliceMs: number;
  /** It follows, and everything that was promised when it asked is folded. */
  readonly connected: () => void;
  readonly lost: () => void;
  /** It is not there yet, and why; once for each reason. */
  readonly waits: (why: string) => void;
  readonly promised: (id: number, nowMs: number) => void;
  /** It must not go on: another history, a later program, a batch that does not fit. */
  readonly failed: (why: string) => void;
}

export class LeaderLink {
  private readonly options: LinkOptions;
  private socket: Socket | undefined;
  private frames = new FrameReader();
  private waiting: FromLeader[] = [];
  private waitingBytes = 0;
  private handling: Promise<void> | undefined;
  /** Of everything that this connection has brought. */
  private chain = '';
  /** The batch that was folded last, which the journal has a moment later. */
  private last: Batch | undefined;
  private isWelcome = false;
  private isClosed = false;
  private waitsBecause = '';
  private timer: NodeJS.Timeout | undefined;
  /** Between two records. */
  readonly pause: Pause;

  constructor(options: LinkOptions) {
    this.options = options;
    this.pause = pauseAfter(options.sliceMs);
  }

  get isConnected(): boolean {
    return this.isWelcome;
  }

  open(): void {
    if (this.isClosed || this.socket !== undefined) return;
    const address = callingAddress(this.options.leader);
    if (address === undefined) return this.waitFor('it does not run');
    const headers = { connection: 'Upgrade', upgrade: FOLLOW_UPGRADE };
    const call = request({ socketPath: address, path: FOLLOW_PATH, headers });
    call.once('error', () => this.waitFor('it does not run'));
    call.once('response', (response) => void this.refused(response));
    call.once('upgrade', (_, socket, head) => this.begin(socket as Socket, head));
    call.end();
  }

  /** Not upgraded: it takes no standby yet, or, of an earlier version, knows none. */
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

  private begin(socket: Socket, head: Buffer): void {
    const { engine, identity } = this.options.store;
    // Asked for before it was closed, or beside another request.
    if (this.isClosed || this.socket !== undefined) return void socket.destroy();
    this.socket = socket;
    this.frames = new FrameReader();
    socket.on('data', (piece: Buffer) => this.received(piece));
    socket.on('error', () => {});
    socket.once('close', () => this.ended(socket));
    const { id, timeline, feedEpoch } = identity;
    this.chain = this.last === undefined ? chainAt(engine.journal, engine.headSeq) : chained('', this.last);
    this.tell([
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
    if (head.length > 0) this.received(head);
  }

  private ended(socket: Socket): void {
    if (this.socket !== socket) return;
    this.socket = undefined;
    const wasWelcome = this.isWelcome;
    this.isWelcome = false;
    // What has arrived is promised, and folded before the next hello says how far this is.
    void (this.handling ?? Promise.resolve()).then(() => {
      if (wasWelcome) this.options.lost();
      this.tryAgain();
    });
  }

  private tell(message: FromStandby): void {
    this.socket?.write(frameOf(message));
  }

  ask(id: number): void {
    if (this.isWelcome) this.tell(['ask', id]);
  }

  /** While it is connected. */
  sendUsage(counted: CountedUsage): void {
    this.tell(['usage', counted]);
  }

  private received(piece: Buffer): void {
    try {
      for (const message of this.frames.push(piece) as FromLeader[]) {
        // Everything before it is folded: it need not wait for the next turn.
        if (message[0] === 'promised' && this.handling === undefined && this.waiting.length === 0)
          this.learn(message[1], message[2], message[3]);
        else this.waiting.push(message);
      }
    } catch (error) {
      return this.fail(`the server that is followed sends no frames: ${(error as Error).message}`);
    }
    if (this.waiting.length === 0) return undefined;
    this.waitingBytes += piece.length;
    if (this.waitingBytes > WAITING_BYTES_MAX) this.socket?.pause();
    this.handling ??= this.handle().finally(() => (this.handling = undefined));
    return undefined;
  }

  private async handle(): Promise<void> {
    while (this.waiting.length > 0 && !this.isClosed) {
      const message = this.waiting.shift()!;
      try {
        await this.hear(message);
      } catch (error) {
        const why = (error as Error).message;
        return this.fail(error instanceof StoreDamage ? `what the server sends does not fit: ${why}` : why);
      }
      if (this.waiting.length > 0) continue;
      this.waitingBytes = 0;
      this.socket?.resume();
    }
  }

  private async hear(message: FromLeader): Promise<void> {
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
        const { socket } = this;
        await engine.destruction.whenDone(engine.headSeq);
        if (this.socket === socket) this.tell(['forgotten', message[1]]);
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
    // What was said last is sent.
    this.socket?.destroySoon();
    this.socket = undefined;
  }
}
