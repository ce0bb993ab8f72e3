// The real engine on a simulated disk: random traffic, power cuts at random moments, restarts.
import { turns } from '../simulation/turns.ts';
import { CIPHER } from './privacy/test-cipher.ts';
import type { Coupon } from '../../src/domain/coupons/coupon.ts';
import { createCoupons } from '../../src/domain/coupons/create-coupons.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import type { StockItem } from '../../src/domain/stock/stock-item.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { ExpirySweeper } from '../../src/engine/maintenance/expiry-sweeper.ts';
import { Scrub } from '../../src/engine/maintenance/scrub.ts';
import { MemoryAccount, NO_LIMITS } from '../../src/kernel/memory-account.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { recover } from '../../src/engine/recovery/recovery.ts';
import { importSnapshot } from '../../src/engine/snapshots/import-snapshot.ts';
import { listSnapshots, snapshotsUpTo } from '../../src/engine/snapshots/snapshot-files.ts';
import { writeSnapshot } from '../../src/engine/snapshots/write-snapshot.ts';
import { verifyStore } from '../../src/engine/recovery/verify.ts';
import { History } from './history.ts';
import { SimulatedDisk } from './journal/simulated-disk.ts';
import { Seeded, SetClock, TickingStopwatch } from './seeded.ts';
import { RULES, fillShop, make } from './shop.ts';
import { during, engineOn, stateOf } from './store/stores.ts';
import { randomStep } from './traffic.ts';
import type { Step } from './traffic.ts';
import { AT_ONCE_DISK } from './store/at-once-disk.ts';

/** Memory for actors, by life: nearly none makes every commit write rows, and evicts all the time. */
const ACTOR_BYTES = [Infinity, 1000, 20_000];
/** Read between two steps: a pass takes a few dozen of them. */
const SCRUB_BYTES = 400;
const OWNER = { id: '00112233445566778899aabbccddeeff', timeline: '01234567' };

/** What does not hold. Kept apart, so that a canary shows that each claim can fail. */
export type Claim = 'early' | 'lost' | 'state' | 'stock' | 'coupon' | 'once' | 'verify' | 'snapshot' | 'scrub';

export class Violation extends Error {
  readonly claim: Claim;

  constructor(claim: Claim, message: string) {
    super(`${claim}: ${message}`);
    this.claim = claim;
  }
}

export interface SimulationOptions {
  readonly seed: number;
  readonly steps: number;
  /** False: the canary, an engine that answers early. */
  readonly gated: boolean;
  readonly snapshots: string;
  /** How many coupons there are to share; seeds that were found before there were coupons have none. */
  readonly coupons: number;
  /** Claims that are not made, so that another one has to catch the canary. */
  readonly without: readonly Claim[];
  /** How long carts hold stock; 0 where it is left out. */
  readonly cartHoldMs?: number;
  /** How many commits the disk may be behind the log; absent: there is no log. */
  readonly lateMax?: number;
}

export interface Counts {
  records: number;
  cuts: number;
  replies: number;
  orders: number;
  redeemed: number;
  /** Changes of stock that a cart held something of. */
  held: number;
  snapshots: number;
  slotsReused: number;
  /** Batches that the journal had to keep, at most. */
  batchesMax: number;
}

export class Simulation {
  readonly counts: Counts = {
    records: 0,
    cuts: 0,
    replies: 0,
    orders: 0,
    redeemed: 0,
    held: 0,
    snapshots: 0,
    slotsReused: 0,
    batchesMax: 0,
  };
  private readonly options: SimulationOptions;
  private readonly chance: Seeded;
  private readonly clock = new SetClock();
  private readonly stopwatch = new TickingStopwatch();
  private readonly disk: SimulatedDisk;
  private readonly history = new History();
  private orderOf = new Map<string, number>();
  /** By number and by draft: acknowledged ones. */
  private readonly draftOf = new Map<number, string>();
  private readonly numberOf = new Map<string, number>();
  private acknowledgedSeq = 0;
  private acknowledgedOrders = new Map<number, string>();
  private engine: Engine;
  private sweeper: ExpirySweeper;
  private scrub: Scrub;
  private snapshot: Promise<void> | undefined;
  private failure: unknown;
  private down = false;

  constructor(options: SimulationOptions) {
    this.options = options;
    this.chance = new Seeded(options.seed);
    this.disk = new SimulatedDisk(undefined, options.lateMax);
    this.engine = this.start();
    this.sweeper = new ExpirySweeper(this.engine);
    this.scrub = this.startScrub();
    fillShop(this.engine, 2 + this.chance.below(6));
    if (options.coupons > 0) this.makeCoupons(options.coupons);
  }

  /** Half of them unique. */
  private makeCoupons(count: number): void {
    const terms = {
      name: 'c',
      percentage: false,
      amount: 100,
      startDay: null,
      endDay: null,
      combineable: true,
      currency: '',
      promotionId: 0,
    };
    for (const unique of [true, false])
      make(this.engine, (tx) => createCoupons(tx, { terms: { ...terms, unique }, count: count / 2, code: undefined }));
  }

  /** Throws a Violation. */
  async run(): Promise<Counts> {
    // A disk without a shop would make dull traffic.
    while (this.disk.head < this.engine.headSeq) {
      await turns(1);
      await this.disk.completeNext();
    }
    for (let step = 0; step < this.options.steps; step += 1) {
      await this.step();
      if (this.failure !== undefined) throw this.failure;
    }
    await this.restart(true);
    return this.counts;
  }

  private claim(claim: Claim, holds: boolean, message: () => string): void {
    if (!holds && !this.options.without.includes(claim)) this.failure ??= new Violation(claim, message());
  }

  private async step(): Promise<void> {
    const { chance, engine } = this;
    this.clock.ms += chance.chance(0.02) ? chance.below(40_000) : chance.below(200);
    const what = chance.below(100);
    this.scrub.advance(SCRUB_BYTES);
    if (what < 55) this.decide();
    else if (what < 75) await this.disk.step(what >= 70);
    else if (what < 85) await turns(1 + chance.below(3));
    else if (what < 90) engine.tick();
    else if (what < 94) this.sweeper.sweep(1 + chance.below(20));
    else if (what < 98) this.makeSnapshot();
    else if (chance.chance(0.5)) await this.restart(chance.chance(0.25));
    this.counts.batchesMax = Math.max(this.counts.batchesMax, this.disk.durable.batchesBySeq.size);
  }

  /** What it reports of a sound disk is a false alarm. */
  private startScrub(): Scrub {
    const report = (line: string): void => this.claim('scrub', false, () => line);
    return new Scrub(this.engine, { rewritten: report, batchDamaged: report, entryDamaged: report });
  }

  private decide(): void {
    const step = randomStep(this.engine, this.chance);
    const { readSeq } = step;
    this.engine.releaseWhenDurable(readSeq, {
      release: () => this.released(step),
      // Its caller sees the connection break.
      fail: () => {},
    });
    if (step.order === undefined) return;
    const { orderId, hand } = step.order;
    const known = this.orderOf.get(hand);
    this.claim(
      'once',
      known === undefined || known === orderId,
      () => `${hand} became the orders ${known} and ${orderId}`,
    );
    this.orderOf.set(hand, orderId);
  }

  private released({ name, readSeq, order, shown }: Step): void {
    this.counts.replies += 1;
    this.claim(
      'early',
      this.disk.head >= readSeq,
      () => `${name} was answered at ${readSeq}, the disk is at ${this.disk.head}`,
    );
    this.acknowledgedSeq = Math.max(this.acknowledgedSeq, readSeq);
    if (order !== undefined) this.acknowledgedOrders.set(order.orderId, order.hand);
    if (shown.number === 0) return;
    const known = this.draftOf.get(shown.number);
    this.claim(
      'once',
      known === undefined || known === shown.draft,
      () => `the number ${shown.number} was shown by ${known} and ${shown.draft}`,
    );
    this.claim(
      'once',
      !this.numberOf.has(shown.draft) || this.numberOf.get(shown.draft) === shown.number,
      () => `${shown.draft} showed another number than ${shown.number}`,
    );
    this.draftOf.set(shown.number, shown.draft);
    this.numberOf.set(shown.draft, shown.number);
  }

  private start(): Engine {
    const { chance, options, clock } = this;
    const limits = {
      sessionsMax: 10,
      channelSessionsPercent: 100,
      residentActorsMax: chance.of([2, 5, 1000]),
      pendingRepliesMax: 1_000_000,
      replayRecordsMax: chance.of([1, 10, 50]),
      checkpointRowsMax: chance.of([1, 3, 20]),
      checkpointPauseMs: chance.of([0, 100]),
      auditEntriesMax: 50,
      feedRetentionRecords: 0,
      journalKeepRecords: 0,
      clockJumpMs: 300_000,
      clockFollowMs: 3_600_000,
      clockConfirmMs: 0,
      clockAheadDaysMax: 36_500,
    };
    const fatal = (reason: string, error: unknown): void =>
      this.claim('state', this.down || engine !== this.engine, () => `${reason}: ${String((error as Error)?.message)}`);
    const engine: Engine = engineOn(this.disk.plugIn(), {
      rules: { ...RULES, cartHoldMs: options.cartHoldMs ?? 0 },
      limits,
      clock,
      stopwatch: this.stopwatch,
      random: chance,
      gated: options.gated,
      memory: new MemoryAccount({ ...NO_LIMITS, actors: ACTOR_BYTES[this.counts.cuts % ACTOR_BYTES.length]! }),
      fatal,
    });
    engine.snapshotsUpTo = snapshotsUpTo(options.snapshots, OWNER);
    this.watch(engine);
    return engine;
  }

  private watch(engine: Engine): void {
    this.history.watch(engine, ({ pending }) => {
      this.counts.records += 1;
      for (const { actor, created } of pending) {
        if (actor.table.name === 'stock') this.checkStock(actor.id, actor.state as StockItem);
        if (actor.table.name === 'coupon') this.checkCoupon(actor.id, actor.state as Coupon);
        if (created && actor.generation > 0) this.counts.slotsReused += 1;
        if (created && actor.table.name === 'order') this.counts.orders += 1;
      }
    });
  }

  private checkStock(
    id: number,
    { quantityMilli, placedMilli, takenMilli, soldMilli, returnedMilli, holds }: StockItem,
  ): void {
    const heldMilli = holds?.heldMilli ?? 0;
    if (heldMilli > 0) this.counts.held += 1;
    this.claim(
      'stock',
      quantityMilli >= heldMilli && heldMilli >= 0,
      () => `stock ${id} is ${quantityMilli}, carts hold ${heldMilli}`,
    );
    const out = soldMilli - returnedMilli + takenMilli;
    this.claim('stock', out <= placedMilli, () => `of stock ${id} ${out} went out, ${placedMilli} were ever placed`);
  }

  private checkCoupon(id: number, { state, uses }: Coupon): void {
    if (uses > 0) this.counts.redeemed += 1;
    const held = Number(state === 'REDEEMED');
    this.claim(
      'coupon',
      state === 'OPEN' || uses === held,
      () => `coupon ${id} is ${state} and was redeemed ${uses} times`,
    );
    this.claim(
      'coupon',
      id * 2 > this.options.coupons || uses <= 1,
      () => `coupon ${id} is unique and was redeemed ${uses} times`,
    );
  }

  private makeSnapshot(): void {
    if (this.snapshot !== undefined) return;
    const { engine } = this;
    const { snapshots: directory } = this.options;
    const options = { directory, owner: OWNER, keep: 1 + this.chance.below(2), sliceMs: -1, disk: AT_ONCE_DISK };
    this.snapshot = writeSnapshot(engine, options)
      .then(
        async ({ path, seqTo }) => {
          if (engine !== this.engine) return;
          this.counts.snapshots += 1;
          const memory = new MemoryJournal(CIPHER);
          await importSnapshot(path, memory);
          this.checkState('snapshot', stateOf(recover(memory).tables), seqTo);
        },
        (error: unknown) => this.claim('snapshot', this.down || engine !== this.engine, () => String(error)),
      )
      .catch((error: unknown) => this.claim('snapshot', false, () => String((error as Error).stack)))
      .finally(() => {
        if (engine === this.engine) this.snapshot = undefined;
      });
  }

  private checkState(claim: Claim, state: Map<string, string>, seq: number): void {
    const expected = this.history.stateAt(seq);
    for (const key of new Set([...expected.keys(), ...state.keys()])) {
      this.claim(
        claim,
        expected.get(key) === state.get(key),
        () => `${key} differs at record ${seq}: ${state.get(key)}, not ${expected.get(key)}`,
      );
    }
  }

  private checkBytes(): void {
    for (const table of Object.values(this.engine.tables)) {
      const bytes = [...table.resident.values('a test')].reduce((sum, actor) => sum + actor.bytes, 0);
      this.claim('state', bytes === table.residentBytes, () => `${table.name}: ${table.residentBytes}, not ${bytes}`);
    }
  }

  /** A power cut, or a clean end; then the next life of the same disk. */
  private async restart(clean: boolean): Promise<void> {
    this.counts.cuts += 1;
    if (clean) {
      await during(this.engine.close(), async () => {
        await turns(1);
        await this.disk.completeNext();
      });
      this.checkState('state', stateOf(this.engine.tables), this.engine.headSeq);
      this.checkBytes();
    }
    this.down = true;
    await this.disk.cutPower(this.chance.below(2));
    this.snapshot = undefined;
    const { head } = this.disk;
    this.claim(
      'lost',
      head >= this.acknowledgedSeq,
      () => `${this.acknowledgedSeq} was answered, the disk holds ${head}`,
    );
    this.history.endAt(head);
    this.acknowledgedSeq = Math.min(this.acknowledgedSeq, head);
    this.engine = this.start();
    this.down = false;
    this.sweeper = new ExpirySweeper(this.engine);
    this.scrub = this.startScrub();
    this.claim('state', this.engine.headSeq === head, () => `recovered ${this.engine.headSeq} of ${head} records`);
    this.checkState('state', stateOf(this.engine.tables), head);
    const newest = listSnapshots(this.options.snapshots, OWNER).at(-1);
    const { findings } = await verifyStore(this.disk.durable, newest);
    this.claim('verify', findings.length === 0, () => findings.join('; '));
    this.checkOrders();
  }

  /** An acknowledged order exists exactly once; what was never acknowledged may be gone. */
  private checkOrders(): void {
    const { order: table } = this.engine.tables;
    for (const [id, hand] of this.acknowledgedOrders) {
      const order = table.peek(id) as Order | undefined;
      this.claim('once', order !== undefined && order.cart.lines.length > 0, () => `order ${id} of ${hand} is gone`);
    }
    for (const [hand, id] of this.orderOf) {
      if (table.peek(id) === undefined) this.orderOf.delete(hand);
    }
    let orders = 0;
    for (let id = 1; id < table.nextId; id += 1) if (table.peek(id) !== undefined) orders += 1;
    this.claim('once', this.orderOf.size === orders, () => `${this.orderOf.size} checkouts made ${orders} orders`);
  }
}
