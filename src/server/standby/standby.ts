// A standby: a process that follows the server of another data directory, answers reads exactly, passes on all else,
// and becomes the leader when an operator says so.
//
//   joining     its store is a copy, and lacks what came after
//   following   everything that the leader promises is folded as it comes
//   waiting     the leader is gone: reads and writes wait for it, or for a promotion
//   leading     it was promoted: it decides
//
// Guaranteed: a promotion takes over every record that the leader has promised, because it reads the leader's own disk,
// and the leader's store is closed to everybody else from then on. Not promised: that without that disk.
import { realpathSync } from 'node:fs';
import type { StandbyFigures } from '../../admin/command.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { mustNotBeReplaced, noteReplaced } from '../../engine/store/following.ts';
import type { Store } from '../../engine/store/store.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { Following } from '../../http/server.ts';
import type { IncomingRequest, Reply, RequestHandler } from '../../http/transport/transport.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { FreshReads } from './fresh-reads.ts';
import { LeaderLink } from './leader-link.ts';
import { lockOf, takeRest } from './leader-store.ts';
import { PassingOn } from './passing-on.ts';
import type { Taker } from './passing-on.ts';
import { ServiceClient } from './service-client.ts';

export interface StandbyOptions {
  readonly store: Store;
  readonly usage: UsageCounter;
  readonly config: Pick<Config, 'data' | 'backgroundSliceMs' | 'passOnMsMax' | 'readStaleMsMax' | 'pendingRepliesMax'>;
  /** Data directory of the server that is followed. */
  readonly leader: string;
  /** It must not go on. */
  readonly failed: (why: string) => void;
}

/** Says how far a promotion is, to whoever asked for it. */
type Say = (line: string) => Promise<void>;

export class Standby implements Following {
  state: StandbyFigures['state'] = 'joining';
  /** Resolves when everything is folded that the leader had promised at the first contact. */
  readonly ready: Promise<void>;
  /** Resolves when this process leads. */
  readonly promoted: Promise<void>;
  private readonly reads: FreshReads;
  private readonly calls: PassingOn;
  private readonly service: ServiceClient;
  /** Answers calls here, once this process leads. */
  private handler: RequestHandler | undefined;
  private readonly options: StandbyOptions;
  private readonly link: LeaderLink;
  private isReady!: () => void;
  private hasPromoted!: () => void;
  private isPromoting = false;

  constructor(options: StandbyOptions) {
    this.options = options;
    const { store, config, leader } = options;
    const nowMs = (): number => performance.now();
    this.ready = new Promise((resolve) => (this.isReady = resolve));
    this.promoted = new Promise((resolve) => (this.hasPromoted = resolve));
    this.link = new LeaderLink({
      store,
      leader,
      own: realpathSync(config.data),
      sliceMs: config.backgroundSliceMs,
      connected: () => this.connected(),
      lost: () => this.lost(),
      waits: (why) => {
        if (this.state === 'joining') logInfo(`waits for the server of ${leader}: ${why}`);
      },
      promised: (id, leaderMs) => {
        store.engine.time.lastMs = Math.max(store.engine.time.lastMs, leaderMs);
        this.reads.answered(id);
      },
      failed: options.failed,
    });
    this.reads = new FreshReads({
      ask: (id) => this.link.ask(id),
      nowMs,
      waitMsMax: config.passOnMsMax,
      waitingMax: config.pendingRepliesMax,
      staleMsMax: config.readStaleMsMax,
    });
    this.service = new ServiceClient(leader);
    this.calls = new PassingOn({
      taker: () => this.taker,
      broken: () => this.service.forget(),
      nowMs,
      waitMsMax: config.passOnMsMax,
      waitingMax: config.pendingRepliesMax,
    });
  }

  get isFollowing(): boolean {
    return this.state !== 'leading';
  }

  /** A promotion is for good. */
  get isLeaving(): boolean {
    return false;
  }

  private get taker(): Taker | undefined {
    if (this.handler !== undefined) return { here: this.handler };
    const there = this.service.begins;
    return there && { there };
  }

  get leader(): string {
    return this.options.leader;
  }

  get figures(): StandbyFigures {
    const { state, leader, reads, calls } = this;
    return {
      state,
      leader,
      questions: reads.questions,
      passedOn: calls.passed,
      waiting: reads.waiting + calls.waiting,
    };
  }

  begin(): void {
    this.link.open();
  }

  private connected(): void {
    if (this.state === 'waiting') logInfo(`${this.leader} is there again`);
    this.reads.askAgain();
    if (this.state !== 'joining') this.state = 'following';
    else this.join();
  }

  /** Is ready behind everything that the leader had promised when it was asked, however long that takes. */
  private join(): void {
    const joined = (): void => {
      if (this.state === 'joining') this.state = 'following';
      this.isReady();
    };
    this.reads.whenFresh(false, joined, () => setImmediate(() => this.join()));
  }

  private lost(): void {
    if (this.state === 'joining' || this.state === 'leading') return;
    this.state = 'waiting';
    logWarning(
      `the server of ${this.leader} is gone: calls wait for it; ` +
        `if it does not come back, kontor promote --data ${this.options.config.data} lets this one lead`,
    );
  }

  whenFresh(mayBeStale: boolean, run: () => void, refuse: () => void): void {
    this.reads.whenFresh(mayBeStale, run, refuse);
  }

  pass(request: IncomingRequest, reply: Reply, mayRepeat: boolean): void {
    this.calls.pass(request, reply, mayRepeat);
  }

  /** To be called several times a second while it follows. */
  tick(): void {
    this.reads.tick();
    if (this.options.usage.isDue) this.sendUsage();
  }

  private sendUsage(): void {
    if (this.link.isConnected) this.link.sendUsage(this.options.usage.take());
  }

  /**
   * Resolves when this process leads. `handler`: answers the calls that have waited. Rejects with ConfigError while the
   * leader runs, and where its store cannot be read; with NotServable where another standby has taken the shop over.
   */
  async promote(handler: RequestHandler, say: Say): Promise<void> {
    if (!this.isFollowing) throw new ConfigError(`${this.options.config.data} leads already`);
    if (this.isPromoting) throw new ConfigError('a promotion is under way already');
    this.isPromoting = true;
    let isStopped = false;
    try {
      const lock = await lockOf(this.leader);
      try {
        const { store, config } = this.options;
        // Another standby may have been promoted before.
        mustNotBeReplaced(this.leader, config.data);
        isStopped = true;
        await this.link.stop();
        const by = realpathSync(config.data);
        const rest = await takeRest(store, this.link, this.leader, by);
        await say(`${rest} records were still to be read from ${this.leader}`);
        const { engine } = store;
        noteReplaced(this.leader, { by, seq: engine.headSeq, atMs: engine.clock.nowMs() });
        store.promoted(realpathSync(this.leader));
      } finally {
        await lock.release();
      }
      this.lead(handler);
    } catch (error) {
      this.isPromoting = false;
      if (isStopped) this.link.resume();
      throw error;
    }
  }

  private lead(handler: RequestHandler): void {
    const { engine } = this.options.store;
    engine.lead();
    this.state = 'leading';
    this.reads.release();
    this.handler = handler;
    this.calls.retry();
    this.service.close();
    this.isReady();
    this.hasPromoted();
    logInfo(`this server leads from record ${engine.headSeq} on`);
  }

  async close(): Promise<void> {
    this.sendUsage();
    await this.link.stop();
    this.calls.close();
    this.service.close();
  }
}
