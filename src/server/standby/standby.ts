// A standby: follows the server of another data directory over its control socket, and becomes the leader when an
// operator promotes it. What it answers meanwhile is in following/follower.ts.
//
//   joining     its store is a copy that lacks what came after
//   following   everything that the leader promises is folded as it arrives
//   waiting     the leader is gone: reads and writes wait for it, or for a promotion
//   leading     it was promoted: it decides
//
// Guaranteed: a promotion takes over every record that the leader has promised, because it reads the leader's own disk,
// and the leader's store is closed to everybody else from then on. Not promised: a promotion without that disk.
import { realpathSync } from 'node:fs';
import type { StandbyFigures } from '../../admin/command.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { mustNotBeReplaced, noteReplaced } from '../../engine/store/following.ts';
import type { Store } from '../../engine/store/store.ts';
import type { CountedUsage, UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { RequestHandler } from '../../http/transport/transport.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import type { OpenRequest } from '../following/call-forwarding.ts';
import { Follower } from '../following/follower.ts';
import type { FollowedLog } from '../following/follower.ts';
import { LeaderLink } from './leader-link.ts';
import { lockOf, takeRest } from './leader-store.ts';
import { ServiceClient } from './service-client.ts';

export interface StandbyOptions {
  readonly store: Store;
  readonly usage: UsageCounter;
  readonly config: Pick<Config, 'data' | 'backgroundSliceMs' | 'passOnMsMax' | 'readStaleMsMax' | 'pendingRepliesMax'>;
  /** Data directory of the server that is followed. */
  readonly leader: string;
  /** The process must not go on. */
  readonly failed: (why: string) => void;
  /** The server is about to stop. */
  readonly isStopping: () => boolean;
}

/** Prints how far a promotion is, for the operator. */
type Say = (line: string) => Promise<void>;

export class Standby implements FollowedLog {
  state: StandbyFigures['state'] = 'joining';
  readonly follower: Follower;
  /** Resolves when this process leads. */
  readonly promoted: Promise<void>;
  private readonly service: ServiceClient;
  private readonly options: StandbyOptions;
  private readonly link: LeaderLink;
  private hasPromoted!: () => void;
  private isPromoting = false;

  constructor(options: StandbyOptions) {
    this.options = options;
    const { store, config, leader, usage, isStopping } = options;
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
        this.follower.noteLeaderTime(leaderMs);
        this.follower.answered(id);
      },
      failed: options.failed,
    });
    this.service = new ServiceClient(leader);
    const nowMs = (): number => performance.now();
    this.follower = new Follower({ engine: store.engine, usage, config, nowMs, isStopping }, this);
    void this.follower.ready.then(() => {
      if (this.state === 'joining') this.state = 'following';
    });
  }

  get isFollowing(): boolean {
    return this.state !== 'leading';
  }

  // The log that is followed.

  ask(id: number): void {
    this.link.ask(id);
  }

  requestsToLeader(): OpenRequest | undefined {
    return this.service.openRequest;
  }

  callsBroke(): void {
    this.service.forget();
  }

  sendUsage(take: () => CountedUsage): void {
    if (this.link.isConnected) this.link.sendUsage(take());
  }

  mayDecide(): boolean {
    return this.state === 'leading';
  }

  /** A promotion is for good. */
  isLeaving(): boolean {
    return false;
  }

  // The life of the standby.

  get leader(): string {
    return this.options.leader;
  }

  get figures(): StandbyFigures {
    const { state, leader, follower } = this;
    return { state, leader, ...follower.figures };
  }

  begin(handler: RequestHandler): void {
    this.follower.begin(handler);
    this.link.open();
  }

  private connected(): void {
    if (this.state === 'waiting') logInfo(`${this.leader} is there again`);
    this.follower.askAgain();
    if (this.state === 'joining') this.follower.join();
    else this.state = 'following';
  }

  private lost(): void {
    if (this.state === 'joining' || this.state === 'leading') return;
    this.state = 'waiting';
    logWarning(
      `the server of ${this.leader} is gone: calls wait for it; ` +
        `if it does not come back, kontor promote --data ${this.options.config.data} lets this one lead`,
    );
  }

  /** To be called several times a second while it follows. */
  tick(): void {
    this.follower.tick();
  }

  /**
   * Resolves when this process leads. Rejects with ConfigError while the leader runs, and where its store cannot be
   * read; with NotServable where another standby has taken the shop over.
   */
  async promote(say: Say): Promise<void> {
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
      this.lead();
    } catch (error) {
      this.isPromoting = false;
      if (isStopped) this.link.resume();
      throw error;
    }
  }

  private lead(): void {
    const { engine } = this.options.store;
    engine.lead();
    this.state = 'leading';
    this.follower.lead();
    this.service.close();
    this.hasPromoted();
    logInfo(`this server leads from record ${engine.headSeq} on`);
  }

  async close(): Promise<void> {
    this.follower.sendUsage();
    await this.link.stop();
    this.follower.close();
    this.service.close();
  }
}
