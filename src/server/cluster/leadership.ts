// Whether a node decides, and to which node it gives the lead: on request, when it stops, where its disk is short of
// space, and where its clock is wrong.
//
// Guaranteed: from the moment on at which a lead is given away, nothing is decided here. Not promised: that another
// node can lead; the lead stays then.
import { ConfigError } from '../../config/setting.ts';
import type { ClusterNode } from '../../engine/cluster-node.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { refuse } from '../../kernel/result.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { DiskShortage } from './disk-shortage.ts';
import type { MemberOptions } from './member-options.ts';
import { NodeWatch } from './node-watch.ts';
import type { OtherNodes } from './other-nodes.ts';

type LeadingNode = Pick<ClusterNode, 'state' | 'mayBegin' | 'hasEnded' | 'lastAt' | 'handOver'>;

export class Leadership {
  /** The lead is given away, or about to be. */
  isHandingOver = false;
  private readonly options: Pick<MemberOptions, 'cluster' | 'config' | 'store'>;
  private readonly others: Pick<OtherNodes, 'successor' | 'survey'>;
  private readonly node: () => LeadingNode;
  private readonly diskShortage: DiskShortage;
  private readonly watch: NodeWatch;

  /** `node`: asked once the node is there. */
  constructor(options: Leadership['options'], others: Leadership['others'], node: () => LeadingNode) {
    this.options = options;
    this.others = others;
    this.node = node;
    const { engine } = options.store;
    const nowMs = (): number => performance.now();
    this.watch = new NodeWatch({
      name: options.cluster.node,
      survey: () => others.survey(),
      isLeading: () => this.mayDecide,
      handOver: (to) => this.handOver(to),
      nowMs,
    });
    this.diskShortage = new DiskShortage({
      isShort: () => this.mayDecide && engine.writeRefusal?.code === 'DISK_FULL',
      handOver: () => this.handOver(''),
      nowMs,
    });
    const notLeader = refuse('NOT_LEADER');
    engine.writeRefusals.add(() => (engine.isLeading && !this.mayDecide ? notLeader : undefined));
  }

  get mayDecide(): boolean {
    return !this.isHandingOver && this.node().mayBegin;
  }

  /** Whether the node has given the lead away, or has ended. */
  get isLeaving(): boolean {
    return this.isHandingOver || this.node().hasEnded;
  }

  /** How much later than others the node takes a lead that nobody has, in milliseconds. */
  get yieldsMs(): number {
    return this.watch.shouldYield ? this.options.config.leaseMs : 0;
  }

  /** To be called several times a second. */
  tick(): void {
    this.diskShortage.tick();
    this.watch.tick();
  }

  private mustLead(): void {
    if (this.node().state !== 'LEADING' || this.isHandingOver)
      throw new ConfigError(`node ${this.options.cluster.node} does not lead`);
  }

  /** Resolves with the node that leads next. Rejects with why the lead stays here. */
  async handOver(to: string): Promise<string> {
    const { cluster, store } = this.options;
    const node = this.node();
    this.mustLead();
    const offMs = (name: string): number => this.watch.offMs(name);
    const target = await this.others.successor({ from: cluster.node, to, at: node.lastAt, offMs });
    this.mustLead();
    this.isHandingOver = true;
    logInfo(`hands the lead to ${target}, behind record ${store.engine.headSeq}`);
    await node.handOver(target);
    return target;
  }

  /** Gives the lead away where the node has it. */
  async retire(): Promise<void> {
    if (this.node().state !== 'LEADING') return;
    await this.handOver('').catch((error: unknown) => logWarning(`the lead is handed to nobody: ${lineOf(error)}`));
  }
}
