// A process that shares its shop with others over a log: it folds what the log holds, takes the lead where nobody has
// it, and hands it over on request.
//
// Guaranteed: an entry is folded only behind the one before it, with a chain that fits; what cannot be folded ends the
// node, and nothing is written of it. A leader decides, and answers at once, only while its lease is valid; a reply
// that waits for a record is released by the log, which proves that nobody else led. Not promised: that a node which
// has ended goes on; it starts afresh.
// Glossary (docs/internals/glossary.md): fold.
import { nodeLifecycle } from '../domain/lifecycles/node.ts';
import type { NodeEvent, NodeState } from '../domain/lifecycles/node.ts';
import type { Clock } from '../kernel/clock.ts';
import { must } from '../kernel/result.ts';
import type { Engine } from './engine.ts';
import type { Pause } from './commit/folding.ts';
import { endOf, fits, markOf } from './replication/entry.ts';
import type { ChainEnd, Entry } from './replication/entry.ts';
import { whyOutdated } from './replication/outdated-node.ts';
import { Lease, Silence } from './replication/lease.ts';
import { LogCut } from './replication/log.ts';
import type { Head, Log } from './replication/log.ts';
import { LogWriter } from './replication/log-writer.ts';
import type { Timers, WriterOptions } from './replication/log-writer.ts';
import type { ReplicatedJournal } from './replication/replicated-journal.ts';

/** A candidate waits up to that much longer, so that two candidates seldom meet. */
const CAMPAIGN_SPREAD_MS = 300;

export interface NodeOptions extends Pick<
  WriterOptions,
  'log' | 'clock' | 'timers' | 'url' | 'resendMs' | 'giveUpMs' | 'partBytesMax'
> {
  readonly name: string;
  /** Random, of this process. */
  readonly claim: string;
  readonly engine: Engine;
  readonly journal: ReplicatedJournal;
  /** Where a store that has no entry yet begins. */
  readonly start: ChainEnd;
  readonly leaseMs: number;
  /** How much later than others it takes a lead that nobody has, in milliseconds. */
  readonly yieldsMs: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly pause: Pause;
}

export interface NodeOwner {
  changed(state: NodeState): void;
  /** Another node has the next entry; the log no longer has it. */
  fellBehind(): void;
  /** The process must end, and may start again. `why`: one line. */
  ended(why: string): void;
  /** The process must end, and has to be another program before it can go on. `why`: one line. */
  outdated(why: string): void;
}

export class ClusterNode {
  state: NodeState = 'JOINING';
  lease: Lease;
  /** The last entry that is folded. */
  end: ChainEnd;
  private lastHead: Head | undefined;
  private writer: LogWriter | undefined;
  private isHandingOver = false;
  private stop = new AbortController();
  private following: Promise<void> = Promise.resolve();
  private silence: Silence;
  private seenMs: number;
  private seenVersion = '';
  private cancelPoll: () => void = () => {};
  private readonly options: NodeOptions;
  private readonly owner: NodeOwner;
  private readonly clock: Clock;
  private readonly timers: Timers;
  private readonly log: Log;
  private readonly engine: Engine;

  constructor(options: NodeOptions, owner: NodeOwner) {
    this.options = options;
    this.owner = owner;
    ({ clock: this.clock, timers: this.timers, log: this.log, engine: this.engine } = options);
    this.lease = new Lease(this.clock, options.leaseMs);
    this.silence = new Silence(this.clock, options.leaseMs);
    this.seenMs = this.clock.sinceBootMs();
    const last = options.journal.lastEntry();
    this.end = last === undefined ? options.start : endOf(last);
  }

  /** Begins to follow. */
  begin(): void {
    this.follow();
    this.poll();
  }

  private move(event: NodeEvent): void {
    const step = nodeLifecycle.step(this.state, event);
    must(step !== undefined, `a node that is ${this.state} cannot ${event}`);
    this.state = step.to;
    this.owner.changed(step.to);
  }

  private get beatMs(): number {
    return this.options.leaseMs / 4;
  }

  // Following.

  private follow(): void {
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.following = this.log
      .follow(this.end.at, { entry: (entry) => this.fold(entry), head: (head) => this.saw(head) }, signal)
      .catch((error: unknown) => {
        if (signal.aborted || this.state === 'ENDED') return;
        if (error instanceof LogCut) this.fallBehind();
        else this.cannotFold(error);
      });
  }

  private cannotFold(error: unknown): void {
    const why = whyOutdated(error);
    if (why === '') return this.finish(`what the log holds cannot be folded: ${(error as Error).message}`);
    this.close();
    return this.owner.outdated(why);
  }

  private fallBehind(): void {
    if (this.state === 'FOLLOWING') this.move('fall_behind');
    this.owner.fellBehind();
  }

  /**
   * Folds what another node has kept and the log has not, and follows the log from there. Rejects with what cannot be
   * folded, and with what `entries` throws.
   */
  async catchUp(entries: AsyncIterable<Entry>): Promise<void> {
    for await (const entry of entries) {
      if (this.state !== 'JOINING') return;
      await this.fold(entry);
    }
    if (this.state === 'JOINING') this.follow();
  }

  private async fold(entry: Entry): Promise<void> {
    const why = fits(this.end, entry);
    if (why !== '') throw new Error(why);
    await this.engine.fold(entry, markOf(entry), this.options.pause);
    this.end = endOf(entry);
    // The log has it: it can no longer be lost.
    this.engine.notePromised(entry.lastSeq);
  }

  private saw(head: Head): void {
    // A stream that begins anew repeats the last head.
    if (head.version !== this.seenVersion) this.seenMs = this.clock.sinceBootMs();
    this.seenVersion = head.version;
    this.lastHead = head;
    this.silence.noteHead(head.version);
    if (this.state === 'JOINING') this.move('catch_up');
    if (head.to === this.options.name && this.state === 'FOLLOWING') void this.tryCampaign(head, true);
  }

  /** Asks the log itself once its stream shows nothing of the leader. */
  private poll(): void {
    if (this.state === 'ENDED') return;
    this.cancelPoll = this.timers.after(this.beatMs, () => void this.checkLeader().finally(() => this.poll()));
  }

  private async checkLeader(): Promise<void> {
    if (this.state !== 'FOLLOWING') return;
    if (this.clock.sinceBootMs() - this.seenMs < 2 * this.beatMs) return;
    const head = await this.askLog();
    if (head === undefined || this.state !== 'FOLLOWING') return;
    if (head.at > this.end.at) return this.followAgain();
    if (head.to === this.options.name) return this.tryCampaign(head, true);
    if (!this.silence.isOver(head.version)) return;
    const waitMs = this.options.yieldsMs() + this.options.random() * CAMPAIGN_SPREAD_MS;
    await new Promise<void>((done) => this.timers.after(waitMs, done));
    if (this.state === 'FOLLOWING') await this.tryCampaign(head);
  }

  /** A stream may be silent where the log has gone on. */
  private async followAgain(): Promise<void> {
    this.stop.abort();
    await this.following;
    if (this.state === 'FOLLOWING') this.follow();
  }

  private async askLog(): Promise<Head | undefined> {
    try {
      const head = await this.log.head();
      if (head !== undefined) this.silence.noteAnswer(head.version);
      this.lastHead = head ?? this.lastHead;
      return head;
    } catch {
      this.silence.noteNoAnswer();
      return undefined;
    }
  }

  // Taking the lead.

  /** `isHanded`: the log has just named this node. It is not asked again: a later head refuses the campaign anyway. */
  private async tryCampaign(seen: Head, isHanded = false): Promise<void> {
    try {
      await this.campaign(seen, isHanded);
    } catch (error) {
      this.finish(`the lead could not be taken: ${(error as Error).message}`);
    }
  }

  private async campaign(seen: Head, isHanded: boolean): Promise<void> {
    this.move('campaign');
    this.stop.abort();
    await this.following;
    const head = isHanded ? seen : await this.askLog();
    const isSame = this.state === 'CAMPAIGNING' && head?.version === seen.version && head.at === this.end.at;
    const entry = isSame ? await this.win(head) : undefined;
    if (entry === undefined) return this.lose();
    // The entry that made this node the leader does not come over its stream.
    await this.fold(entry);
    if (this.state !== 'CAMPAIGNING') return;
    this.lastHead = this.writer!.head ?? this.lastHead;
    this.options.journal.lead(this.writer!);
    this.engine.lead();
    this.move('win');
  }

  private win(head: Head): Promise<Entry | undefined> {
    const { log, clock, timers, url, resendMs, giveUpMs, partBytesMax, name: node, claim } = this.options;
    this.lease = new Lease(this.clock, this.options.leaseMs);
    const { lease, beatMs } = this;
    this.writer = new LogWriter(
      { log, clock, timers, lease, node, url, claim, beatMs, resendMs, giveUpMs, partBytesMax },
      {
        stalled: () => this.stalled(),
        resumed: () => this.state === 'STALLED' && this.move('resume'),
        fenced: () => this.endDeposed('another node has taken the lead'),
        refused: ({ message }) => this.refused(`the log will never take what this node sends: ${message}`),
      },
    );
    return this.writer.campaign(head);
  }

  private lose(): void {
    if (this.state !== 'CAMPAIGNING') return;
    this.writer = undefined;
    this.seenMs = this.clock.sinceBootMs();
    this.move('lose');
    this.follow();
  }

  /** The head of the log, as far as this node knows: which node leads, and where. */
  get head(): Head | undefined {
    const leads = this.state === 'LEADING' || this.state === 'STALLED';
    return leads ? this.writer?.head : this.lastHead;
  }

  // Leading.

  /** The last entry of the log that this node knows. */
  get lastAt(): number {
    return this.writer?.head?.at ?? this.end.at;
  }

  /** Whether something new may be decided here. */
  get mayBegin(): boolean {
    return this.state === 'LEADING' && !this.isHandingOver && this.lease.isValid();
  }

  /** Whether what is in memory may be answered at once, without asking the log. */
  get mayAnswer(): boolean {
    return this.mayBegin;
  }

  /**
   * What the leader says to a node that asks: the record up to which that one has to fold. It has everything that the
   * leader has given to the log, which may show it to others before the leader knows. Undefined where it cannot say
   * that nobody else leads.
   */
  fresh(): number | undefined {
    return this.mayAnswer ? Math.max(this.engine.durableSeq, this.options.journal.sentSeq) : undefined;
  }

  /**
   * Up to which record somebody may have been answered, as the log knows it. A leader whose lease is over learns that
   * way that it still leads. Undefined where the log does not answer, where it shows another leader to this one, and
   * once this node has ended.
   */
  async confirmed(): Promise<number | undefined> {
    if (this.isHandingOver) return undefined;
    const head = await this.askLog();
    if (head === undefined || this.hasEnded) return undefined;
    const isLeader = this.state === 'LEADING' || this.state === 'STALLED';
    if (isLeader && head.claim !== this.options.claim) return undefined;
    return isLeader ? this.engine.durableSeq : head.seq;
  }

  /** Nothing is answered from this node's memory any more. */
  get hasEnded(): boolean {
    return this.state === 'ENDED';
  }

  /**
   * Whether memory has everything up to a record of the log. False once the node has ended: a deposed leader has
   * records of its own under these numbers, which the log never took.
   */
  hasFolded(seq: number): boolean {
    return !this.hasEnded && this.engine.headSeq >= seq;
  }

  private stalled(): void {
    this.move('stall');
    this.engine.failWaiting();
  }

  /**
   * Gives the lead to another node. From the first moment on nothing is decided or answered here; what was decided is
   * appended before. Resolves once the log names the other node; this one has ended then.
   */
  async handOver(to: string): Promise<void> {
    must(this.state === 'LEADING' && !this.isHandingOver, 'a hand-over is of a leader, and once');
    this.isHandingOver = true;
    this.lease.giveUp();
    try {
      await this.engine.whenDurable(this.engine.headSeq);
      if (await this.writer!.handOver(to)) this.finish(`the lead is handed to ${to}`);
    } catch (error) {
      // Its lease is given up for good: a leader that goes on without one would keep all others from leading.
      this.endDeposed(`the lead could not be handed to ${to}: ${(error as Error).message}`);
    }
  }

  private endDeposed(why: string): void {
    if (this.state === 'ENDED') return;
    this.finish(why);
    this.engine.depose(new Error(why));
  }

  private refused(why: string): void {
    if (this.state === 'CAMPAIGNING') this.finish(why);
    else this.endDeposed(why);
  }

  private finish(why: string): void {
    if (this.state === 'ENDED') return;
    this.close();
    this.owner.ended(why);
  }

  /** Takes no further step; what is under way may still be written. */
  close(): void {
    if (this.state !== 'ENDED') this.move('end');
    this.cancelPoll();
    this.stop.abort();
    this.writer?.close();
  }
}
