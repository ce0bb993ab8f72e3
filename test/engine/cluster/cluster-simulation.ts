// Three nodes of one shop, each the real engine, over a log that delays, loses and doubles, among power cuts, stopped
// processes, cut links, clocks that drift, hand-overs and joins; and what must hold whatever happens.
import type { Coupon } from '../../../src/domain/coupons/coupon.ts';
import type { StockItem } from '../../../src/domain/stock/stock-item.ts';
import { firstEnd } from '../../../src/engine/replication/entry.ts';
import { trimTo } from '../../../src/engine/replication/trim.ts';
import { CALM, LOSSY, MemoryLog, firstHead } from '../replication/memory-log.ts';
import type { Faults } from '../replication/memory-log.ts';
import { VirtualTime } from '../replication/virtual-time.ts';
import { DONE } from '../../../src/kernel/result.ts';
import { fillShop, make } from '../shop.ts';
import { copyOf } from '../store/copy.ts';
import { randomStep } from '../traffic.ts';
import { checkAudit, checkChain, checkNodes, checkOrders } from './cluster-checks.ts';
import { ClusterViolation } from './cluster-claims.ts';
import type { Check, ClusterClaim } from './cluster-claims.ts';
import { ClusterErasures, firstKeys } from './cluster-erasures.ts';
import { SimulatedClusterNode } from './simulated-cluster-node.ts';
import type { World } from './simulated-cluster-node.ts';

const NAMES = ['a', 'b', 'c'] as const;
const DREADFUL: Faults = { delayMsMax: 50, requestLost: 0.2, answerLost: 0.5, twice: 0.5, late: 0.4, lateMsMax: 5_000 };
const SPEEDS = [0.9, 0.95, 1, 1.05, 1.1] as const;
/** Nobody leads for some seconds of it, after whatever has happened. */
const CALM_MS = 15_000;

export class ClusterSimulation implements World {
  readonly time = new VirtualTime();
  readonly log: MemoryLog;
  readonly keys = firstKeys();
  readonly start = firstEnd('log', 1, 0);
  readonly counts = {
    boots: 0,
    fellBehind: 0,
    asked: 0,
    confirmed: 0,
    ended: 0,
    steps: 0,
    acknowledged: 0,
    reads: 0,
    refused: 0,
    leaders: 0,
    handOvers: 0,
    joins: 0,
    pauses: 0,
    burnt: 0,
    orders: 0,
    people: 0,
    erasures: 0,
    forgotten: 0,
  };
  private readonly erasures: ClusterErasures;
  private readonly nodes: readonly SimulatedClusterNode[];
  private failure: ClusterViolation | undefined;
  /** The last record that anybody was answered with. */
  private toldSeq = 0;
  private readonly orderOf = new Map<string, number>();
  private readonly acknowledgedOrders = new Set<number>();
  private readonly cut = new Set<string>();
  private isFilled = false;

  private readonly copiesMin: number;

  /** `copiesMin`: nodes that must have an entry on their disks before the log lets it go. */
  constructor(seed: number, copiesMin = 2) {
    this.copiesMin = copiesMin;
    this.log = new MemoryLog(this.time, seed);
    const { random } = this.log;
    this.log.begin(firstHead(this.start));
    this.nodes = NAMES.map((name) => new SimulatedClusterNode(name, this, random.of(SPEEDS), random.below(400) - 200));
    this.erasures = new ClusterErasures({
      log: this.log,
      random,
      known: () => this.nodes.filter(({ isKnown }) => isKnown),
      claim: (claim, holds, message) => this.claim(claim, holds, message),
      flap: (leader) => this.flap(leader),
      counts: this.counts,
    });
    for (const node of this.nodes) node.boot(CALM);
  }

  node(name: string): SimulatedClusterNode | undefined {
    return this.nodes.find((node) => node.name === name);
  }

  passes(from: string, to: string): boolean {
    return !this.cut.has(`${from} ${to}`);
  }

  failed(what: string): void {
    this.claim('alarm', false, () => what);
  }

  private claim(claim: ClusterClaim, holds: boolean, message: () => string): void {
    if (!holds) this.failure ??= new ClusterViolation(claim, `${message()} (after ${this.counts.steps} steps)`);
  }

  /** `calmMs`: for how long they are called in the end, with nothing in the way. Throws a ClusterViolation. */
  async run(seconds: number, calmMs = CALM_MS): Promise<ClusterSimulation['counts']> {
    try {
      return await this.runFor(seconds, calmMs);
    } catch (error) {
      throw error instanceof ClusterViolation ? error : new ClusterViolation('alarm', String((error as Error).message));
    }
  }

  private async runFor(seconds: number, calmMs: number): Promise<ClusterSimulation['counts']> {
    const { random } = this.log;
    const seen = (): void => {
      this.counts.steps += 1;
      this.checkLeases();
      this.erasures.advance();
      if (random.chance(0.5)) this.act();
    };
    for (let second = 0; second < seconds; second += 1) {
      if (this.isFilled) await this.disturb();
      await this.time.runFor(1000, seen);
      if (random.chance(0.1)) this.erasures.check();
      if (this.failure !== undefined) throw this.failure;
    }
    await this.settle(seen, calmMs);
    if (this.failure !== undefined) throw this.failure;
    return this.counts;
  }

  // What happens.

  private async disturb(): Promise<void> {
    const { random } = this.log;
    this.log.refusal = random.chance(0.04) ? 'no space' : '';
    this.cut.clear();
    for (const one of NAMES) for (const two of NAMES) if (random.chance(0.08)) this.cut.add(`${one} ${two}`);
    for (const node of this.nodes) {
      const { connection } = node;
      connection.faults = random.of([CALM, CALM, CALM, LOSSY, DREADFUL]);
      connection.areRequestsCut = random.chance(0.05);
      connection.areAnswersCut = random.chance(0.05);
      connection.isStreamSilent = random.chance(0.08);
      if (random.chance(0.06)) node.kill(random.below(3), 200 + random.below(6_000));
      else if (random.chance(0.05)) this.pause(node, 100 + random.below(6_000));
      if (node.isUp && node.node.state === 'LEADING' && random.chance(0.08)) this.handOver(node);
      else if (node.isUp && node.node.state === 'LEADING' && random.chance(0.1)) this.flap(node);
      else if (node.isUp && node.node.state === 'LEADING' && random.chance(0.02)) this.disaster(node);
      node.place.refusal = node.isUp && random.chance(0.05) ? 'no space' : '';
      if (node.isBehind) await this.join(node);
    }
    if (random.chance(0.05)) this.forget(random.of(this.nodes));
    if (random.chance(0.05)) this.burn(random.of(this.nodes));
    if (random.chance(0.3)) this.trim();
  }

  /** While the disk of one is gone no other one goes. */
  private get mayLose(): boolean {
    return this.nodes.every(({ isBehind, isKnown }) => isKnown && !isBehind);
  }

  /** It comes back no more, and nobody waits for it; a new node takes its place some time later. */
  private forget(node: SimulatedClusterNode): void {
    if (!this.mayLose) return;
    this.counts.forgotten += 1;
    node.forget();
    this.time.after(3_000 + this.log.random.below(8_000), () => !node.isKnown && node.replace());
  }

  private burn(node: SimulatedClusterNode): void {
    if (!this.mayLose) return;
    this.counts.burnt += 1;
    node.burn();
  }

  /** What was written is confirmed late, and nothing gets through after it. */
  private flap({ connection }: SimulatedClusterNode): void {
    const { random } = this.log;
    const unanswered = [{ arrivesMs: 1, answerMs: undefined }];
    for (let lost = 2 + random.below(3); lost > 0; lost -= 1) connection.fates.push(unanswered);
    connection.fates.push([{ arrivesMs: 1, answerMs: random.below(350) }]);
    for (let lost = 8; lost > 0; lost -= 1) connection.fates.push([]);
  }

  /** Two nodes are away, the log is trimmed, and then the disk of the third is gone. */
  private disaster(leader: SimulatedClusterNode): void {
    if (!this.mayLose) return;
    for (const node of this.nodes) if (node !== leader) node.kill(0, 5_000 + this.log.random.below(3_000));
    this.time.after(2_500, () => this.trim());
    this.time.after(3_000, () => leader.node.state === 'LEADING' && leader.isUp && this.burn(leader));
  }

  private pause(node: SimulatedClusterNode, ms: number): void {
    this.counts.pauses += 1;
    node.pause(ms);
  }

  private handOver(node: SimulatedClusterNode): void {
    this.counts.handOvers += 1;
    const to = this.log.random.of(NAMES.filter((name) => name !== node.name));
    node.node.handOver(to).catch(() => {});
  }

  /** From a node that has most. */
  private async join(node: SimulatedClusterNode): Promise<void> {
    const others = this.nodes.filter(
      (one) => one !== node && one.isKnown && !one.isBehind && one.disk.durable.meta !== undefined,
    );
    const [best] = others.sort((one, two) => storedAt(two) - storedAt(one));
    if (best === undefined || storedAt(best) < this.log.trimmedAt) return;
    this.counts.joins += 1;
    const keys = best.place.durable!;
    node.join(await copyOf(best.disk.durable), keys);
  }

  private trim(): void {
    this.log.trim(
      trimTo(
        this.nodes.filter(({ isKnown }) => isKnown).map((node) => (node.isBehind ? 0 : storedAt(node))),
        this.copiesMin,
      ),
    );
  }

  private act(): void {
    const { random } = this.log;
    const node = random.of(this.nodes);
    if (!node.isUp || node.isPaused) return;
    const what = random.below(100);
    if (what < 45) this.write(node);
    else if (what < 80) this.read(node);
    else if (node.engine.hasFailed) return;
    else if (what < 90) this.background(node);
    else if (!node.node.mayBegin || !this.isFilled) return;
    else if (random.chance(0.8)) node.sweeper.sweep(1 + random.below(10));
    else this.endSome(node);
  }

  /** Up to three sessions with one record: in which order they are buried is each node's own. */
  private endSome({ engine }: SimulatedClusterNode): void {
    const { random } = this.log;
    const live = [...engine.tables.session.resident.values('a test')].filter(({ ended }) => !ended).map(({ id }) => id);
    const ids = new Set(Array.from({ length: Math.min(live.length, 1 + random.below(3)) }, () => random.of(live)));
    if (ids.size === 0) return;
    make(engine, (tx) => {
      for (const id of ids) tx.ask('session', id, { type: 'end' });
      return DONE;
    });
  }

  private background(node: SimulatedClusterNode): void {
    const { engine } = node;
    // As if a snapshot file held everything that is stored.
    engine.snapshotsUpTo = { oldest: engine.stored.headSeq, newest: engine.stored.headSeq };
    engine.tick();
    node.follower!.tick();
    try {
      engine.destruction.tick();
    } catch {
      // Its key file cannot be written now.
    }
  }

  private write(node: SimulatedClusterNode): void {
    const { engine } = node;
    if (!node.node.mayBegin || engine.hasFailed) return void (this.counts.refused += 1);
    if (!this.isFilled) {
      fillShop(engine, 3 + this.log.random.below(5));
      this.isFilled = true;
      return;
    }
    if (this.log.random.chance(0.02)) return this.erasures.act(node);
    const { readSeq, order } = randomStep(engine, this.log.random);
    this.checkLeader(node);
    if (order !== undefined) {
      const known = this.orderOf.get(order.hand);
      this.orderOf.set(order.hand, order.orderId);
      if (known === undefined) this.counts.orders += 1;
    }
    engine.releaseWhenDurable(readSeq, {
      release: () => {
        this.told(node, readSeq, 0);
        this.counts.acknowledged += 1;
        if (order !== undefined) this.acknowledgedOrders.add(order.orderId);
      },
      fail: () => {},
    });
  }

  private read(node: SimulatedClusterNode): void {
    const floor = this.toldSeq;
    const { engine } = node;
    const look = (): void => {
      if (!node.isUp || engine !== node.engine) return;
      // Everything that there is: the reply waits for all of it.
      const seen = engine.headSeq;
      // What shows one record alone waits for that one.
      this.claim('stale', this.hasRecord(node, floor), () => `${node.name} answers without record ${floor} of the log`);
      engine.releaseWhenDurable(seen, { release: () => this.told(node, seen, floor), fail: () => {} });
    };
    if (node.node.mayAnswer) look();
    else node.follower!.whenFresh(false, look, () => (this.counts.refused += 1));
  }

  /** Whether what the node has in memory under a number is what the log has there. */
  private hasRecord({ engine, claim }: SimulatedClusterNode, seq: number): boolean {
    if (engine.headSeq < seq) return false;
    if (!engine.isLeading || engine.durableSeq >= seq) return true;
    return this.log.history.findLast(({ entry }) => entry.firstSeq <= seq)?.claim === claim;
  }

  /** Somebody is answered with everything up to a record. */
  private told({ name }: SimulatedClusterNode, seq: number, floor: number): void {
    this.counts.reads += 1;
    const logged = this.log.head!.seq;
    this.claim('early', seq <= logged, () => `${name} answers with record ${seq}, the log has ${logged}`);
    this.claim('stale', seq >= floor, () => `${name} answers with record ${seq}, ${floor} was told before the call`);
    this.toldSeq = Math.max(this.toldSeq, seq);
  }

  // What must hold.

  private checkLeases(): void {
    const leased = this.nodes.filter(({ isUp, isPaused, node }) => isUp && !isPaused && node.mayAnswer);
    this.claim('lease', leased.length <= 1, () => `${leased.map(({ name }) => name).join(' and ')} both may answer`);
  }

  private checkLeader({ engine }: SimulatedClusterNode): void {
    for (const { id, state } of engine.tables.stock.resident.values('a test')) {
      const { quantityMilli, soldMilli, returnedMilli, takenMilli, placedMilli } = state as StockItem;
      this.claim('stock', quantityMilli >= 0, () => `stock ${id} is ${quantityMilli}`);
      this.claim('stock', soldMilli - returnedMilli + takenMilli <= placedMilli, () => `stock ${id} is oversold`);
    }
    for (const { id, state } of engine.tables.coupon.resident.values('a test'))
      this.claim('stock', (state as Coupon).uses <= 1, () => `coupon ${id} was redeemed twice`);
  }

  private async heal(): Promise<void> {
    this.log.refusal = '';
    this.cut.clear();
    for (const node of this.nodes) {
      node.place.refusal = '';
      if (!node.isKnown) node.replace();
      if (node.isBehind) await this.join(node);
      else if (!node.isUp) node.boot(CALM);
      const { connection } = node;
      connection.faults = CALM;
      connection.areRequestsCut = connection.areAnswersCut = connection.isStreamSilent = false;
    }
  }

  /** In the end nothing is in the way, and every node has everything. */
  private async settle(seen: () => void, calmMs: number): Promise<void> {
    await this.heal();
    const before = this.counts.acknowledged;
    await this.time.runFor(calmMs, seen);
    this.claim('stuck', this.counts.acknowledged > before, () => 'nobody decides although nothing is in the way');
    await this.heal();
    await this.time.runFor(12_000);
    this.erasures.advance();
    this.claim('stuck', !this.erasures.isWaiting, () => 'an erasure waits although nothing is in the way');
    this.erasures.check();
    const { head } = this.log;
    const check: Check = (claim, holds, message) => this.claim(claim, holds, message);
    this.counts.leaders = checkChain(this.log, this.start, check);
    for (const node of this.nodes) {
      const at = node.isUp ? node.engine.headSeq : -1;
      this.claim('stuck', at === head!.seq, () => `${node.name} has ${at} of ${head!.seq} records`);
    }
    if (this.failure !== undefined) return;
    this.claim(
      'lost',
      this.toldSeq <= head!.seq,
      () => `record ${this.toldSeq} was told, the log ends at ${head!.seq}`,
    );
    await checkNodes(this.nodes, this.log, check);
    checkAudit(this.nodes, check);
    checkOrders(this.nodes[0]!, this.acknowledgedOrders, check);
  }
}

const storedAt = ({ disk: { durable } }: SimulatedClusterNode): number => durable.lastEntry()?.at ?? 0;
