// A node of a cluster in this process: follows the log in etcd (following/follower.ts), and decides while it leads.
//
// Guaranteed: nothing is answered from memory unless the leader or the log has named, after the call came, the record
// up to which memory must be folded. While this node leads, its lease proves that; once the node has ended, nothing is
// answered. Not promised: an answer while neither the leader nor the log is reached.
import type { NodeState } from '../../domain/lifecycles/node.ts';
import type { ClusterNode } from '../../engine/cluster-node.ts';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import type { ReplicatedJournal } from '../../engine/replication/replicated-journal.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { SYSTEM_TIMERS } from '../../outside/system-clock.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import type { OpenRequest } from '../following/call-forwarding.ts';
import { Follower } from '../following/follower.ts';
import type { FollowedLog } from '../following/follower.ts';
import { Leadership } from './leadership.ts';
import type { MemberOptions } from './member-options.ts';
import { journalOf, newNode } from './new-node.ts';
import { OtherNodes } from './other-nodes.ts';
import { ReadIndex } from './read-index.ts';

/** A node that has given the lead away goes on passing calls for so long, so that balancers learn of it. */
const LINGER_MS = 2_000;
/** A supervisor starts it again. */
export const EXIT_CODE = 3;

export class RunningNode implements FollowedLog {
  /** Resolves when the node has given its lead away, and may start again. */
  readonly over: Promise<void>;
  readonly node: ClusterNode;
  readonly journal: ReplicatedJournal;
  readonly follower: Follower;
  readonly leadership: Leadership;
  private readonly options: MemberOptions;
  private readonly others: OtherNodes;
  private readonly readIndex: ReadIndex;
  private isOver!: () => void;

  constructor(options: MemberOptions) {
    this.options = options;
    const { cluster, config, store, log, usage, isStopping } = options;
    const { engine } = store;
    this.over = new Promise((resolve) => (this.isOver = resolve));
    this.journal = journalOf(store);
    this.others = new OtherNodes(options);
    this.leadership = new Leadership(options, this.others, () => this.node);
    this.node = newNode(
      { cluster, config, log, store, yieldsMs: () => this.leadership.yieldsMs },
      {
        changed: (state) => this.changed(state),
        fellBehind: () => void this.fellBehind().catch((error: unknown) => options.failed(lineOf(error), EXIT_CODE)),
        ended: (why) => this.ended(why),
        outdated: (why) => options.failed(why, 1),
      },
    );
    const nowMs = (): number => performance.now();
    this.follower = new Follower({ engine, usage, config, nowMs, isStopping }, this);
    this.readIndex = new ReadIndex({
      node: this.node,
      name: cluster.node,
      engine,
      leader: this.others.leader,
      nowMs,
      timers: SYSTEM_TIMERS,
      follower: () => this.follower,
    });
  }

  begin(): void {
    this.node.begin();
    this.follower.join();
  }

  tick(): void {
    this.follower.tick();
    this.follower.setLeader(this.node.head?.claim ?? '');
    this.leadership.tick();
  }

  renewTls(): Promise<void> {
    return this.others.renewTls();
  }

  close(): void {
    this.readIndex.close();
    this.node.close();
    this.follower.close();
    this.others.close();
  }

  // The life of the node.

  private changed(state: NodeState): void {
    if (state === 'LEADING') {
      logInfo(`this node leads from record ${this.options.store.engine.headSeq} on`);
      this.options.leads();
      this.follower.retryCalls();
    }
    if (state === 'STALLED') logWarning('the log does not answer: nothing is decided until it does');
    if (state === 'ENDED') this.follower.end();
    // A call that waits for a leader may be answered here now, or by another one.
    else this.follower.askAgain();
  }

  private ended(why: string): void {
    if (this.leadership.isHandingOver) {
      logInfo(why);
      // A server that stops anyway does not wait for this.
      setTimeout(this.isOver, LINGER_MS).unref();
      void this.others.next.find(() => this.follower.retryCalls());
    } else this.options.failed(why, EXIT_CODE);
  }

  /** The log has trimmed the next entry: another node has it on its disk, or this one begins anew with a copy. */
  private async fellBehind(): Promise<void> {
    const { store, failed } = this.options;
    logInfo(`the log no longer has what follows entry ${this.node.end.at}: other nodes are asked`);
    const cannot = await this.others.catchUp(this.node);
    if (cannot === undefined) return;
    if (cannot.remedy === 'copy') store.saveCluster({ ...store.identity.cluster!, isBehind: true });
    failed(cannot.why, cannot.remedy === 'upgrade' ? 1 : EXIT_CODE);
  }

  // The log that is followed.

  ask(id: number): void {
    void this.readIndex.ask(id);
  }

  requestsToLeader(): OpenRequest | undefined {
    const { leader = '', url = '' } = this.others.next.head ?? this.node.head ?? {};
    return leader === this.options.cluster.node || url === '' ? undefined : this.others.requestsTo(url);
  }

  callsBroke(): void {}

  async isLeaderThere(): Promise<boolean> {
    const { url } = this.node.head ?? {};
    return url !== undefined && (await this.others.isThere(url));
  }

  sendUsage(take: () => CountedUsage): void {
    this.others.leader.sendUsage(take);
  }

  mayDecide(): boolean {
    return this.leadership.mayDecide;
  }

  isLeaving(): boolean {
    return this.leadership.isLeaving;
  }
}
