// A server that follows the log of a leader: answers reads exactly, passes other calls on, and answers everything
// itself once it may decide. Standbys and nodes of a cluster are followers; what differs is their log (`FollowedLog`).
//
// Guaranteed: a read is answered from a state in which everything is folded that was promised when the read came. A
// call is sent to the leader once, or again where that does no harm. A follower that has ended answers nothing. Not
// promised: an answer while no leader is reached; calls wait for `passOnMsMax` and are refused by name then.
import type { Config } from '../../config/config.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CountedUsage, UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { Following } from '../../http/request-handler.ts';
import type { IncomingRequest, Reply, RequestHandler } from '../../http/transport/transport.ts';
import { CallForwarding } from './call-forwarding.ts';
import type { CallTarget, OpenRequest } from './call-forwarding.ts';
import { FreshReads } from './fresh-reads.ts';

/** The log of records that is followed, and its writer: over a socket, or in etcd. */
export interface FollowedLog {
  /** Asks up to which record is promised; `Follower.answered` is called once everything up to it is folded. */
  ask(id: number): void;
  /** Opens requests to the leader; undefined where no other process is known to lead. */
  requestsToLeader(): OpenRequest | undefined;
  /** A connection for calls broke, or the process that was called leads no more. */
  callsBroke(): void;
  /** Whether the leader still answers; absent where a connection breaks with its process. */
  isLeaderThere?(): Promise<boolean>;
  /** Gives the leader what was counted here, while it is connected. `take`: the counts, which start again at 0. */
  sendUsage(take: () => CountedUsage): void;
  /** This process leads, and may decide now. */
  mayDecide(): boolean;
  /** This process has given the lead away, and ends. */
  isLeaving(): boolean;
}

export interface FollowerOptions {
  readonly engine: Pick<Engine, 'time' | 'isLeading'>;
  readonly usage: Pick<UsageCounter, 'isDue' | 'take'>;
  readonly config: Pick<Config, 'passOnMsMax' | 'readStaleMsMax' | 'pendingRepliesMax'>;
  /** A monotonic clock. */
  readonly nowMs: () => number;
  /** The server is about to stop: it need not become ready any more, unless it goes on after all. */
  readonly isStopping: () => boolean;
}

export class Follower implements Following {
  /** Resolves when everything is folded that was promised when `join` asked. */
  readonly ready: Promise<void>;
  private isReady!: () => void;
  private readonly reads: FreshReads;
  private readonly calls: CallForwarding;
  /** Answers calls here, once this process may decide. */
  private handler: RequestHandler | undefined;
  /** The question that `join` asked was refused. */
  private mustJoin = false;
  private hasEnded = false;
  private isClosed = false;
  private readonly options: FollowerOptions;
  private readonly log: FollowedLog;

  constructor(options: FollowerOptions, log: FollowedLog) {
    this.options = options;
    this.log = log;
    const { config, nowMs } = options;
    const limits = { nowMs, waitMsMax: config.passOnMsMax, waitingMax: config.pendingRepliesMax };
    this.ready = new Promise((resolve) => (this.isReady = resolve));
    this.reads = new FreshReads({ ...limits, ask: (id) => log.ask(id), staleMsMax: config.readStaleMsMax });
    this.calls = new CallForwarding({
      ...limits,
      target: () => this.target,
      broken: () => log.callsBroke(),
      ...(log.isLeaderThere !== undefined && { isThere: () => log.isLeaderThere!() }),
    });
  }

  begin(handler: RequestHandler): void {
    this.handler = handler;
  }

  private get target(): CallTarget | undefined {
    if (this.log.mayDecide()) return { here: this.handler! };
    const there = this.log.requestsToLeader();
    return there && { there };
  }

  get isFollowing(): boolean {
    return !this.log.mayDecide();
  }

  get isLeaving(): boolean {
    return this.log.isLeaving();
  }

  whenFresh(mayBeStale: boolean, run: () => void, refuse: () => void): void {
    // `mayBeStale` is no leave to answer from records that the log never took.
    if (this.hasEnded) refuse();
    else this.reads.whenFresh(mayBeStale, run, refuse);
  }

  pass(request: IncomingRequest, reply: Reply, mayRepeat: boolean): void {
    this.calls.pass(request, reply, mayRepeat);
  }

  /** Asks for what is promised until `ready`, however long that takes: once per tick at most, and no more in a stop. */
  join(): void {
    this.mustJoin = false;
    if (this.isClosed || this.hasEnded) return;
    if (!this.isFollowing) this.isReady();
    else this.reads.whenFresh(false, this.isReady, () => (this.mustJoin = true));
  }

  /** The question with this id is answered, and everything up to the record in the answer is folded. */
  answered(id: number): void {
    this.reads.answered(id);
  }

  /** The leader's time: what is decided here later is never stamped earlier. */
  noteLeaderTime(leaderMs: number): void {
    const { time } = this.options.engine;
    time.lastMs = Math.max(time.lastMs, leaderMs);
  }

  /** What was asked last may never be answered: the leader, or the connection to it, is another one. */
  askAgain(): void {
    this.reads.askAgain();
  }

  /** `claim`: names the process that leads, as far as is known; '' for none. */
  setLeader(claim: string): void {
    this.calls.setLeader(claim);
  }

  /** Calls that wait for a leader are sent. */
  retryCalls(): void {
    this.calls.retry();
  }

  /** This process leads, and holds everything that was promised: nothing has to be asked any more. */
  lead(): void {
    this.reads.release();
    this.calls.retry();
    this.isReady();
  }

  /** Nothing is answered from memory any more. */
  end(): void {
    this.hasEnded = true;
    this.reads.refuseAll();
  }

  /** To be called several times a second. */
  tick(): void {
    const { engine, usage, isStopping } = this.options;
    this.reads.tick();
    if (this.mustJoin && !isStopping()) this.join();
    if (!engine.isLeading && usage.isDue) this.sendUsage();
  }

  sendUsage(): void {
    const { usage } = this.options;
    this.log.sendUsage(() => usage.take());
  }

  get figures(): { readonly questions: number; readonly passedOn: number; readonly waiting: number } {
    const { reads, calls } = this;
    return { questions: reads.questions, passedOn: calls.passed, waiting: reads.waiting + calls.waiting };
  }

  close(): void {
    this.isClosed = true;
    this.calls.close();
  }
}
