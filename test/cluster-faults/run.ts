// One run: a cluster, shoppers and an office at all its nodes, and one fault after the other.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { below, seeded } from '../kill/model.ts';
import type { Random } from '../kill/model.ts';
import { Callers } from './caller.ts';
import type { Node } from './caller.ts';
import { Cluster, LICENCE } from './cluster.ts';
import { faultsOf } from './faults.ts';
import type { Fault, Ground } from './faults.ts';
import { Books } from './goods.ts';
import { problemsOf } from './history.ts';
import { refusedOf, verdictOf } from './limits.ts';
import type { Suffered } from './limits.ts';
import { MACHINES, nameOf } from './machines.ts';
import type { Network } from './machines.ts';
import { Office } from './office.ts';
import { longestGap, pauseTable } from './pauses.ts';
import { settle } from './settle.ts';
import { Shopper } from './shopper.ts';
import type { Shop } from './shopper.ts';

/** How much happens at a time, and how long it lasts. */
export interface Pace {
  readonly shoppers: number;
  /** Of nodes: a shop without its leader sells nothing for so long, a quarter of it and a second. */
  readonly leaseMs: number;
  /** No fault lasts longer. */
  readonly holdMsMax: number;
}

export const PACE: Pace = { shoppers: 10, leaseMs: 2_000, holdMsMax: Infinity };
/** A fault of the longest kind still outlasts a lease and the election behind it. */
export const BRIEF: Pace = { shoppers: 5, leaseMs: 1_000, holdMsMax: 4_000 };
/** A shop that sells nothing for so long after a fault has failed. */
const PAUSE_MS_MAX = 20_000;
/** Between two changes at each node, by which pauses are measured. */
const PULSE_MS = 50;
/** In which every node must answer again when a fault is over. */
const WELL_MS_MAX = 60_000;
const BETWEEN_MS_MAX = 1_500;
const PROBLEMS_SHOWN = 10;
const DELAY_RESOLUTION_MS = 10;

export interface RunOptions {
  readonly seed: number;
  readonly faults: number;
  /** No fault begins later. */
  readonly untilMs: number;
  /** Of the kind of fault; '' for all. */
  readonly only: string;
  readonly pace: Pace;
}

export class Run {
  readonly cluster: Cluster;
  private readonly options: RunOptions;
  private readonly random: Random;
  private readonly callers = new Callers(LICENCE);
  private readonly books = new Books();
  private readonly shop: Shop;
  private readonly suffered: Suffered[] = [];
  /** How late timers of this process are, and with them whoever else wants a processor. */
  private readonly delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  private checked = 0;
  private failed = 0;
  private done = 0;

  constructor(network: Network, directory: string, options: RunOptions) {
    this.options = options;
    this.random = seeded(options.seed);
    this.cluster = new Cluster(network, directory, options.pace.leaseMs);
    const { callers, books } = this;
    this.shop = { nodes: this.cluster.nodes, callers, books, isClosing: false };
  }

  /** Resolves with whether nothing was wrong. */
  async all(): Promise<boolean> {
    const { cluster, shop, random, options } = this;
    await cluster.begin(this.books);
    await this.untilWell();
    this.delays.enable();
    const seedOfNext = (): number => below(random, 2 ** 31);
    // The same faults follow from a seed, however many shoppers there are.
    const seeds = Array.from({ length: PACE.shoppers }, seedOfNext).slice(0, options.pace.shoppers);
    const shoppers = seeds.map((seed, at) => new Shopper(`s${at}`, shop, seeded(seed)));
    const office = new Office(shop, seeded(seedOfNext()));
    const pulses = shop.nodes.map((node) => this.pulse(node));
    const work = Promise.all([...shoppers.map((one) => one.run()), office.run(), ...pulses]);
    let broken: unknown;
    work.catch((error: unknown) => (broken = error));
    await pause(1_000);
    const faults = faultsOf(random, options.faults, cluster.network.can);
    for (const fault of options.only === '' ? faults : faults.filter(({ name }) => name.includes(options.only))) {
      if (performance.now() > options.untilMs) break;
      await this.suffer(fault);
      if (broken !== undefined) throw broken;
      await pause(random() * BETWEEN_MS_MAX);
    }
    shop.isClosing = true;
    await work;
    // A process that the last fault has ended passes calls on for a moment, and then starts again.
    await pause(1_000);
    await this.untilWell();
    const left = shoppers.flatMap((one) => one.left);
    this.report(await settle(shop, left));
    this.report(this.historyProblems());
    this.report(this.books.problems);
    this.report(this.books.contentProblems());
    this.report(await cluster.end());
    this.judge();
    this.summary(shoppers, left.length);
    return this.failed === 0;
  }

  private get ground(): Ground {
    const { cluster, random, options } = this;
    return {
      network: cluster.network,
      holdMsMax: options.pace.holdMsMax,
      processes: cluster.processes,
      random,
      leader: (role) => cluster.leader(role),
      handOver: () => cluster.handOver(),
      fillDisk: (machine) => cluster.fillDisk(machine),
      freeDisk: () => cluster.freeDisk(),
    };
  }

  private async suffer(fault: Fault): Promise<void> {
    const [fromMs, before] = [performance.now(), new Map(this.callers.reasons)];
    this.delays.reset();
    const about = await fault.run(this.ground);
    const healedMs = performance.now();
    await this.untilSold(healedMs);
    const why = await this.untilWell().then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
    const wellMs = performance.now() - healedMs;
    const [ms, sinceMs] = longestGap(this.callers.changedMs, fromMs, performance.now());
    this.done += 1;
    const failed = [...this.callers.reasons].map(
      ([reason, count]) => [reason, count - (before.get(reason) ?? 0)] as const,
    );
    const lateMs = Math.max(0, this.delays.max / 1e6 - DELAY_RESOLUTION_MS);
    this.suffered.push({ fault: fault.name, about, ms, refused: refusedOf(new Map(failed)), lateMs });
    const seconds = [ms, healedMs - fromMs, wellMs].map((one) => (one / 1000).toFixed(2));
    console.log(
      `${String(this.done).padStart(3)} ${fault.name} (${about}): nothing sold for ${seconds[0]} s, ` +
        `from ${((sinceMs - fromMs) / 1000).toFixed(2)} s on, lasted ${seconds[1]} s, all nodes well after ${seconds[2]} s, ` +
        `timers at most ${lateMs.toFixed(0)} ms late${failed.map(([reason, count]) => (count > 0 ? `; ${count} ${reason}` : '')).join('')}`,
    );
    if (ms > PAUSE_MS_MAX) this.report([`nothing was sold for ${seconds[0]} s`]);
    if (why !== '') this.report([why]);
  }

  /** Changes at one node alone, so that nobody who waits for another one is waited for. */
  private async pulse(node: Node): Promise<void> {
    while (!this.shop.isClosing) {
      await this.callers.call(node, 'get_new_session', { idempotency_key: randomUUID() });
      await pause(PULSE_MS);
    }
  }

  /** Until something was sold after that moment. */
  private async untilSold(sinceMs: number): Promise<void> {
    const untilMs = performance.now() + PAUSE_MS_MAX;
    while ((this.callers.changedMs.at(-1) ?? 0) < sinceMs && performance.now() < untilMs) await pause(20);
  }

  /** Until each node has taken a change. Rejects with the one that does not. */
  private async untilWell(): Promise<void> {
    const untilMs = performance.now() + WELL_MS_MAX;
    for (const node of this.cluster.nodes)
      for (;;) {
        const answer = await this.callers.call(node, 'get_new_session', {});
        if (answer.outcome === 'answered') break;
        if (performance.now() > untilMs)
          throw new Error(`node ${node.name} answers nothing ${WELL_MS_MAX / 1000} s after a fault: ${answer.why}`);
        await pause(100);
      }
  }

  /** All that was seen since the run began; it grows by some thousands of calls a minute. */
  private historyProblems(): string[] {
    this.checked = this.callers.seen.length;
    return problemsOf(this.callers.seen);
  }

  private judge(): void {
    const { judged, missed } = verdictOf(this.suffered, this.options.pace.leaseMs);
    for (const line of judged) console.log(`judged: ${line}`);
    this.report(missed);
  }

  private report(problems: readonly string[]): void {
    if (problems.length === 0) return;
    this.failed += 1;
    for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.log(`FAILED: ${problem}`);
    if (problems.length > PROBLEMS_SHOWN) console.log(`FAILED: and ${problems.length - PROBLEMS_SHOWN} more`);
  }

  private summary(shoppers: readonly Shopper[], left: number): void {
    const { callers, books, cluster } = this;
    const soldOut = shoppers.reduce((sum, one) => sum + one.soldOut, 0);
    console.log(
      `calls: ${callers.counts.answered} answered, ${callers.counts.notBegun} not begun, ` +
        `${callers.counts.unknown} unknown; ${this.checked} checked; ` +
        `${books.stockReads.length} reads of stock and ${books.stateReads.length} of orders compared with a model; ` +
        `${books.orders.size} orders, ${soldOut} sold out, ${left} carts left, ${books.coupons.length} coupons`,
    );
    console.log([...callers.reasons].map(([reason, count]) => `${reason} ${count}`).join(', '));
    console.log(`started again: ${[...cluster.processes.restarts].map((one) => one.join(' ')).join(', ')}`);
    for (const line of pauseTable(this.suffered)) console.log(line);
    console.log(`${this.done} faults, ${this.failed === 0 ? 'nothing' : 'something'} wrong`);
  }

  /** The last lines of the logs of all nodes. */
  logs(lines: number): string {
    return MACHINES.map((machine) => `kontor-${nameOf(machine)}`)
      .map((name) => `--- ${name}\n${tailOf(this.cluster.logOf(name), lines)}`)
      .join('\n');
  }
}

const tailOf = (file: string, lines: number): string => {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-lines).join('\n');
  } catch {
    return '(no log)';
  }
};
