// Exact reads of a node: the leader is asked up to where it has promised, or the log where that does not answer; then
// everything up to there is folded.
//
// A leader says what it has given to the log, and may die before the log has it: what does not come is asked for again.
// A node that has ended answers nothing, although its process goes on for a moment: the memory of a leader that was
// deposed is ahead of the log under numbers that the next leader has given to other records.
import type { Config } from '../../config/config.ts';
import type { ClusterNode } from '../../engine/cluster/cluster-node.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Timers } from '../../engine/replication/log-writer.ts';
import { FreshReads } from '../standby/fresh-reads.ts';
import type { LeaderPeer } from './leader-peer.ts';

/** A question that nobody answers is asked again. */
const ASK_AGAIN_MS = 100;
/** So is one whose records do not come. */
const FOLD_MS_MAX = 1_000;

interface ExactReadsOptions {
  readonly node: Pick<ClusterNode, 'head' | 'state' | 'confirmed' | 'hasEnded' | 'hasFolded'>;
  /** Name of the node. */
  readonly name: string;
  readonly engine: Pick<Engine, 'time' | 'observe'>;
  readonly leader: Pick<LeaderPeer, 'fresh'>;
  readonly nowMs: () => number;
  readonly timers: Timers;
  readonly config: Pick<Config, 'passOnMsMax' | 'pendingRepliesMax' | 'readStaleMsMax'>;
}

export class ExactReads {
  readonly waiting: FreshReads;
  private readonly options: ExactReadsOptions;
  private folded: (() => void)[] = [];
  private cancel: (() => void) | undefined;
  private isClosed = false;

  constructor(options: ExactReadsOptions) {
    this.options = options;
    const { config, engine, nowMs } = options;
    this.waiting = new FreshReads({
      ask: (id) => void this.ask(id),
      nowMs,
      waitMsMax: config.passOnMsMax,
      waitingMax: config.pendingRepliesMax,
      staleMsMax: config.readStaleMsMax,
    });
    engine.observe({ committed: () => this.wake(), durable: () => {} });
  }

  private async ask(id: number): Promise<void> {
    const { node, name, engine, leader } = this.options;
    if (node.hasEnded) return;
    const head = node.head;
    const isOther = head !== undefined && head.leader !== name && node.state !== 'STALLED';
    const told = isOther ? await leader.fresh(head.url) : undefined;
    if (told !== undefined) engine.time.lastMs = Math.max(engine.time.lastMs, told.nowMs);
    const seq = told?.seq ?? (await node.confirmed());
    if (seq === undefined) return this.askLater();
    return (await this.hasFolded(seq)) ? this.waiting.answered(id) : this.askLater();
  }

  /** False: not within so long. */
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
      this.waiting.askAgain();
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
