// A node of a cluster as a server: any call may come to it. It answers reads exactly, by the leader's word or by the
// log's, passes changes on to the leader, and decides itself while it leads.
//
// Guaranteed: nothing is answered from memory unless the leader or the log has said, after the call came, up to where
// it must have folded; while this node leads, its lease says so; once the node has ended, nothing is. A call is sent to
// another node once, or again where that does no harm. Not promised: an answer while neither the leader nor the log can
// be reached; calls wait for `passOnMsMax` and are refused by name then.
import type { Duplex } from 'node:stream';
import type { Config } from '../../config/config.ts';
import { programVersion } from '../../config/version.ts';
import { ConfigError } from '../../config/setting.ts';
import type { EtcdLog } from '../../cluster/etcd-log.ts';
import { ClusterNode } from '../../engine/cluster/cluster-node.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import { firstEnd } from '../../engine/replication/entry.ts';
import { whyOlder } from '../../engine/replication/older-node.ts';
import { ReplicatedJournal } from '../../engine/replication/replicated-journal.ts';
import { randomHex } from '../../engine/store/identity.ts';
import type { Store } from '../../engine/store/store.ts';
import type { Following } from '../../http/server.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import type { IncomingRequest, Reply, RequestHandler } from '../../http/transport/transport.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { must, refuse } from '../../kernel/result.ts';
import type { NodeState } from '../../domain/lifecycles/node.ts';
import { SYSTEM_CLOCK, SYSTEM_TIMERS } from '../../outside/system-clock.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import type { Position } from '../observability/seq-trace.ts';
import type { FreshReads } from '../standby/fresh-reads.ts';
import { PassingOn } from '../standby/passing-on.ts';
import type { Taker } from '../standby/passing-on.ts';
import { refuseYet } from '../standby/replication.ts';
import type { Role } from '../standby/role.ts';
import { pauseAfter } from '../../admin/slices.ts';
import { catchUp } from './catch-up.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { ExactReads } from './exact-reads.ts';
import { whenDestroyed } from './destroyed.ts';
import { candidatesFor } from './hand-over-to.ts';
import { InnerListener } from './inner-listener.ts';
import { InnerNetwork } from './inner-network.ts';
import { NODE_PROTOCOL } from './inner-protocol.ts';
import type { NodeHello, NodeStatus } from './inner-protocol.ts';
import { LeaderPeer } from './leader-peer.ts';
import { lookAtNodes } from './look-at-nodes.ts';
import { NextLeader } from './next-leader.ts';
import { nodeFigures } from './node-figures.ts';
import { firstThatFollows, statusSoon } from './node-state.ts';
import { ShortDisk } from './short-disk.ts';
import { settingsDigest } from './settings-digest.ts';
import type { SignOfLife } from './sign-of-life.ts';
import { NodeDuties } from './node-duties.ts';
import { NodeWatch } from './node-watch.ts';

/** Between two attempts at an append whose outcome is not known. */
const RESEND_MS = 50;
/** A longer entry goes out in parts. */
const PART_BYTES_MAX = 1_000_000;
/** A node that has given the lead away goes on passing calls for so long, so that balancers learn of it. */
const LINGER_MS = 2_000;
/** A supervisor starts it again. */
const EXIT_CODE = 3;

export interface MemberOptions {
  readonly cluster: ClusterConfig;
  readonly config: Config;
  readonly log: EtcdLog;
  readonly life: SignOfLife;
  readonly store: Store;
  readonly usage: UsageCounter;
  readonly handshakes: HandshakeCount;
  /** It leads now. */
  readonly leads: () => void;
  /** It must end at once: nothing more is answered. */
  readonly failed: (why: string, exitCode: number) => void;
}

export class Member implements Role, Following {
  readonly exitCode = EXIT_CODE;
  readonly over: Promise<void>;
  readonly ready: Promise<void>;
  readonly node: ClusterNode;
  private readonly options: MemberOptions;
  private readonly journal: ReplicatedJournal;
  private readonly network: InnerNetwork;
  private readonly leader: LeaderPeer;
  private readonly exact: ExactReads;
  private readonly reads: FreshReads;
  private readonly calls: PassingOn;
  private readonly next: NextLeader;
  private readonly shortDisk: ShortDisk;
  private readonly watch: NodeWatch;
  private duties: NodeDuties | undefined;
  private inner: InnerListener | undefined;
  private handler: RequestHandler | undefined;
  private isReady!: () => void;
  private isOver!: () => void;
  private isHandingOver = false;
  private isStopping = false;

  constructor(options: MemberOptions) {
    this.options = options;
    const { cluster, config, store, log } = options;
    const { engine, identity } = store;
    const place = identity.cluster!;
    must(engine.journal instanceof ReplicatedJournal, 'the store of a node has a replicated journal');
    this.journal = engine.journal;
    this.ready = new Promise((resolve) => (this.isReady = resolve));
    this.over = new Promise((resolve) => (this.isOver = resolve));
    this.network = new InnerNetwork(cluster.tls);
    this.leader = new LeaderPeer(this.network, this.hello);
    this.node = new ClusterNode(
      {
        log,
        clock: SYSTEM_CLOCK,
        timers: SYSTEM_TIMERS,
        url: cluster.url,
        resendMs: RESEND_MS,
        giveUpMs: config.logGiveUpMs,
        partBytesMax: PART_BYTES_MAX,
        name: cluster.node,
        claim: randomHex(16),
        engine,
        journal: this.journal,
        start: firstEnd(place.logId, place.startEpoch, place.startSeq),
        leaseMs: config.leaseMs,
        yieldsMs: () => (this.watch.shouldYield ? config.leaseMs : 0),
        random: Math.random,
        pause: pauseAfter(config.backgroundSliceMs),
      },
      {
        changed: (state) => this.changed(state),
        fellBehind: () => void this.fellBehind(),
        ended: (why) => this.ended(why),
        outdated: (why) => options.failed(why, 1),
      },
    );
    this.watch = new NodeWatch({
      name: cluster.node,
      look: () => lookAtNodes(log, this.network, this.hello),
      isLeading: () => this.mayBegin,
      handOver: (to) => this.handOver(to),
      nowMs: () => performance.now(),
    });
    this.next = new NextLeader(log, cluster.node);
    this.shortDisk = new ShortDisk({
      isShort: () => this.mayBegin && engine.writeRefusal?.code === 'DISK_FULL',
      handOver: () => this.handOver(''),
      nowMs: () => performance.now(),
    });
    const { node, leader } = this;
    const nowMs = (): number => performance.now();
    this.exact = new ExactReads({ node, name: cluster.node, engine, leader, config, nowMs, timers: SYSTEM_TIMERS });
    this.reads = this.exact.waiting;
    this.calls = new PassingOn({
      taker: () => this.taker,
      broken: () => {},
      isThere: () => this.isLeaderThere(),
      nowMs,
      waitMsMax: config.passOnMsMax,
      waitingMax: config.pendingRepliesMax,
    });
    const notLeader = refuse('NOT_LEADER');
    engine.writeRefusals.add(() => (engine.isLeading && !this.mayBegin ? notLeader : undefined));
    engine.writeRefusals.add(() => this.duties?.refusal);
    void options.life.displaced.then((why) => options.failed(why, 1));
  }

  private get hello(): NodeHello {
    const { shop, node, logId } = this.options.store.identity.cluster!;
    return { protocol: NODE_PROTOCOL, version: programVersion(), shop, logId, node };
  }

  // As a part of the server.

  get following(): Following {
    return this;
  }

  get actions(): Role['actions'] {
    return {
      followers: () => [],
      whenDestroyed: () => whenDestroyed(this.options, () => this.duties?.announce()),
      standby: () => undefined,
      node: () => nodeFigures(this.options.cluster.node, this.node, this.status, this.inner?.strangersCut),
      promote: () => Promise.reject(new ConfigError('a node is given the lead with kontor cluster hand-over')),
    };
  }

  get position(): Position {
    const { engine } = this.options.store;
    const { epoch } = this.node.end;
    // What a leader has given to the log other nodes may show before it knows.
    if (engine.isLeading) return { epoch, knownSeq: Math.max(engine.durableSeq, this.journal.sentSeq) };
    return { epoch, knownSeq: engine.headSeq };
  }

  readonly accept = (socket: Duplex): void =>
    refuseYet(socket, 'it is a node of a cluster: another node joins with kontor cluster join');

  async begin(handler: RequestHandler): Promise<void> {
    const { cluster, config, store, log, handshakes } = this.options;
    this.handler = handler;
    this.inner = await InnerListener.listen({
      cluster,
      config,
      store,
      handler,
      handshakes,
      mayBegin: () => this.mayBegin,
      fresh: () => this.node.fresh(),
      status: () => this.status,
      handOver: (to) => this.handOver(to),
      counted: (counted) => this.options.usage.add(counted),
    });
    this.duties = new NodeDuties({
      log,
      cluster,
      nodeId: store.identity.cluster!.nodeId,
      settings: settingsDigest(config),
      copiesMin: config.logCopiesMin,
      keepMb: config.logKeepMb,
      quotaMb: config.logQuotaMb,
      stored: () => ({
        storedAt: this.journal.lastEntry()?.at ?? 0,
        puncturedSeq: store.engine.destruction.doneSeq,
      }),
      isLeading: () => this.mayBegin,
      appended: () => ({ at: this.node.lastAt, bytes: this.journal.batchBytes }),
      displaced: (why) => this.options.failed(why, 1),
    });
    logInfo(`node ${cluster.node} of the shop ${cluster.shop} at ${cluster.url}`);
    this.node.begin();
    this.join();
  }

  /** Is ready behind everything that anybody was answered when it asked, however long that takes. */
  private join(): void {
    if (this.isStopping || this.node.hasEnded) return;
    if (!this.isFollowing) return this.isReady();
    this.reads.whenFresh(false, this.isReady, () => setImmediate(() => this.join()));
  }

  tick(): void {
    this.reads.tick();
    this.calls.ledBy(this.node.head?.claim ?? '');
    this.shortDisk.tick();
    this.watch.tick();
    const { usage, store } = this.options;
    if (!store.engine.isLeading && usage.isDue) this.leader.sendUsage(() => usage.take());
  }

  async renewTls(): Promise<void> {
    try {
      this.network.renewTls();
      await this.inner?.renewTls();
    } catch (error) {
      logWarning(`${lineOf(error)}; the certificates of nodes from before stay`);
    }
  }

  async retire(): Promise<void> {
    this.isStopping = true;
    await this.options.life.signOff();
    if (this.node.state !== 'LEADING') return;
    await this.handOver('').catch((error: unknown) => logWarning(`the lead is handed to nobody: ${lineOf(error)}`));
  }

  goOn(): void {
    this.isStopping = false;
    this.options.life.goOn();
  }

  async drain(timeoutMs: number): Promise<void> {
    await this.inner?.close(timeoutMs);
  }

  leave(): Promise<void> {
    this.isStopping = true;
    this.next.close();
    this.options.life.close();
    this.duties?.close();
    this.exact.close();
    this.node.close();
    this.leader.close();
    this.calls.close();
    this.network.close();
    return Promise.resolve();
  }

  close(): void {
    void this.options.log.close();
  }

  // The life of the node.

  private changed(state: NodeState): void {
    if (state === 'LEADING') {
      logInfo(`this node leads from record ${this.options.store.engine.headSeq} on`);
      this.options.leads();
      this.calls.retry();
    }
    if (state === 'STALLED') logWarning('the log does not answer: nothing is decided until it does');
    if (state === 'ENDED') this.reads.refuseAll();
    // What waits for a leader may be answered here, or has nobody to wait for.
    else this.reads.askAgain();
  }

  private ended(why: string): void {
    if (this.isHandingOver) {
      logInfo(why);
      if (!this.isStopping) setTimeout(this.isOver, LINGER_MS);
      void this.next.find(() => this.calls.retry());
    } else this.options.failed(why, EXIT_CODE);
  }

  /** The log has trimmed what comes next: another node has it on its disk, or this one begins anew with a copy. */
  private async fellBehind(): Promise<void> {
    const { log, store, failed } = this.options;
    const { node, network, hello } = this;
    logInfo(`the log no longer has what follows entry ${node.end.at}: other nodes are asked`);
    try {
      if (await catchUp({ log, network, hello, node })) return;
      store.saveCluster({ ...store.identity.cluster!, isBehind: true });
      failed('no node keeps what this one lacks: it begins anew with a copy when it starts', EXIT_CODE);
    } catch (error) {
      const why = whyOlder(error);
      if (why === '') failed(`what other nodes have cannot be folded: ${lineOf(error)}`, EXIT_CODE);
      else failed(why, 1);
    }
  }

  get status(): NodeStatus {
    const { node, reads, calls, journal } = this;
    const { engine } = this.options.store;
    return {
      state: node.state.toLowerCase(),
      refuses: engine.writeRefusal?.code ?? '',
      record: engine.headSeq,
      stored: engine.stored.headSeq,
      at: journal.lastEntry()?.at ?? 0,
      questions: reads.questions,
      passedOn: calls.passed,
      waiting: reads.waiting + calls.waiting,
      nowMs: engine.clock.nowMs(),
    };
  }

  /** Resolves with the node that leads next. Rejects with why the lead stays here. */
  async handOver(to: string): Promise<string> {
    const { log, cluster, store } = this.options;
    if (this.node.state !== 'LEADING' || this.isHandingOver)
      throw new ConfigError(`node ${cluster.node} does not lead`);
    const wish = { from: cluster.node, to, at: this.node.lastAt, offMs: (name: string) => this.watch.offMs(name) };
    const candidates = candidatesFor(await log.nodes.list(), wish);
    const target = await firstThatFollows(candidates, this.network, this.hello);
    if (this.node.state !== 'LEADING' || this.isHandingOver)
      throw new ConfigError(`node ${cluster.node} does not lead`);
    this.isHandingOver = true;
    logInfo(`hands the lead to ${target}, behind record ${store.engine.headSeq}`);
    await this.node.handOver(target);
    return target;
  }

  private async isLeaderThere(): Promise<boolean> {
    const { url } = this.node.head ?? {};
    return url !== undefined && typeof (await statusSoon(this.network, url, this.hello)) !== 'string';
  }

  // What clients are answered.

  private get mayBegin(): boolean {
    return !this.isHandingOver && this.node.mayBegin;
  }

  get isFollowing(): boolean {
    return !this.mayBegin;
  }

  get isLeaving(): boolean {
    return this.isHandingOver || this.node.hasEnded;
  }

  private get taker(): Taker | undefined {
    const { node, options } = this;
    if (this.mayBegin) return { here: this.handler! };
    const { leader = '', url = '' } = this.next.head ?? node.head ?? {};
    return leader === options.cluster.node || url === '' ? undefined : { there: this.network.begins(url) };
  }

  whenFresh(mayBeStale: boolean, run: () => void, refused: () => void): void {
    // `mayBeStale` is no leave to answer from records that the log never took.
    if (this.node.hasEnded) refused();
    else this.reads.whenFresh(mayBeStale, run, refused);
  }

  pass(request: IncomingRequest, reply: Reply, mayRepeat: boolean): void {
    this.calls.pass(request, reply, mayRepeat);
  }
}
