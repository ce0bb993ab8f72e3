// The record up to which a node must have folded before a read is answered. The leader names it, or the log where the
// leader does not answer; the question is answered once that record is folded.
//
// The leader names what it has given to the log, and may die before the log has it: after `FOLD_MS_MAX` both are asked
// again. A node that has ended answers nothing, although its process goes on for a moment: the memory of a deposed
// leader has records that the log never took, under numbers of other records.
import type { ClusterNode } from '../../engine/cluster-node.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Timers } from '../../engine/replication/log-writer.ts';
import type { Follower } from '../following/follower.ts';
import type { LeaderPeer } from './leader-peer.ts';

/** A question without an answer is asked again. */
const ASK_AGAIN_MS = 100;
/** A question is asked again as well where its records do not come. */
const FOLD_MS_MAX = 1_000;

interface ReadIndexOptions {
  readonly node: Pick<ClusterNode, 'head' | 'state' | 'confirmed' | 'hasEnded' | 'hasFolded'>;
  /** Name of the node. */
  readonly name: string;
  readonly engine: Pick<Engine, 'observe'>;
  readonly leader: Pick<LeaderPeer, 'fresh'>;
  readonly nowMs: () => number;
  readonly timers: Timers;
  readonly follower: () => Pick<Follower, 'answered' | 'askAgain' | 'noteLeaderTime'>;
}

export class ReadIndex {
  private readonly options: ReadIndexOptions;
  private folded: (() => void)[] = [];
  private cancel: (() => void) | undefined;
  private isClosed = false;

  constructor(options: ReadIndexOptions) {
    this.options = options;
    options.engine.observe({ recorded: () => this.wake(), durable: () => {} });
  }

  async ask(id: number): Promise<void> {
    const { node, name, leader, follower } = this.options;
    if (node.hasEnded) return;
    const head = node.head;
    const isOther = head !== undefined && head.leader !== name && node.state !== 'STALLED';
    const answer = isOther ? await leader.fresh(head.url) : undefined;
    if (answer !== undefined) follower().noteLeaderTime(answer.nowMs);
    const seq = answer?.seq ?? (await node.confirmed());
    if (seq === undefined || !(await this.hasFolded(seq))) this.askLater();
    else follower().answered(id);
  }

  /** False: not within `FOLD_MS_MAX`. */
  private async hasFolded(seq: number): Promise<boolean> {
    const { node, nowMs, timers } = this.options;
    const endMs = nowMs() + FOLD_MS_MAX;
    while (!node.hasFolded(seq) && nowMs() < endMs) {
      const cancel = timers.after(FOLD_MS_MAX, () => this.wake());
      await new Promise<void>((resolve) => this.folded.push(resolve));
      cancel();
    }
    return node.hasFolded(seq);
  }

  private askLater(): void {
    if (this.isClosed) return;
    this.cancel ??= this.options.timers.after(ASK_AGAIN_MS, () => {
      this.cancel = undefined;
      this.options.follower().askAgain();
    });
  }

  private wake(): void {
    if (this.folded.length === 0) return;
    for (const resolve of this.folded.splice(0)) resolve();
  }

  close(): void {
    this.isClosed = true;
    this.cancel?.();
  }
}
