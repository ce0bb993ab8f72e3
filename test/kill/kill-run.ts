// Runs of the kill test: the real server as a child, shoppers and back office at work, SIGKILL at random moments,
// restart, and every acknowledged thing must be there.
import { seedOf } from '../harness/seed.ts';
import { lull, until } from '../harness/until.ts';
import { expect } from 'vitest';
import type { Program } from '../harness/program.ts';
import { Audit } from './audit.ts';
import { Books, below, pick, seeded } from './model.ts';
import { Office } from './office.ts';
import { KillShop, fill } from './shop.ts';
import type { Dead } from './shop.ts';
import { Shopper } from './shopper.ts';

const SEED = seedOf('kill');
const SHOPPERS = 20;
const VERIFY_EVERY = 5;
const ORDER_ID_FIRST = 10_001;
const LIFETIMES = { sessionMs: 3000, touchMs: 300, keyMs: 30_000 };

const ENV = {
  KONTOR_SESSION_TTL_MS: String(LIFETIMES.sessionMs),
  KONTOR_SESSION_TOUCH_INTERVAL_MS: String(LIFETIMES.touchMs),
  KONTOR_IDEMPOTENCY_KEY_TTL_MS: String(LIFETIMES.keyMs),
  KONTOR_REPLAY_RECORDS_MAX: '50',
  KONTOR_CHECKPOINT_ROWS_MAX: '40',
  KONTOR_CHECKPOINT_PAUSE_MS: '5',
  KONTOR_RESIDENT_ACTORS_MAX: '100',
  // Or nothing would be cut in so short a life.
  KONTOR_FEED_RETENTION_RECORDS: '0',
  KONTOR_SNAPSHOT_INTERVAL_RECORDS: '1000',
  KONTOR_SNAPSHOT_FILES_MAX: '2',
  // A call at a standby is not to wait for a server that the test starts only when every call has its reply.
  KONTOR_PASS_ON_MS_MAX: '500',
};
/** A standby dies with every third server, a moment before it. */
const STANDBY_EVERY = 3;

const random = seeded(SEED);

/** The first kills are of every kind, however few there are. */
const FIRST_MOMENTS = ['traffic', 'traffic', 'starting', 'stopping', 'traffic'] as const;

/** When the server dies: in the middle of traffic, while it starts, or while it stops. */
const momentOf = (kill: number): 'traffic' | 'starting' | 'stopping' => {
  const dice = random();
  return FIRST_MOMENTS[kill] ?? (dice < 0.76 ? 'traffic' : dice < 0.88 ? 'starting' : 'stopping');
};

class Run {
  readonly shoppers: Shopper[];
  readonly offices: Office[];
  readonly books = new Books(ORDER_ID_FIRST);
  readonly audit: Audit;
  readonly dead: Dead[] = [];
  readonly moments = { traffic: 0, starting: 0, stopping: 0 };
  kills = 0;
  private readonly shop: KillShop;
  private readonly killsWanted: number;

  constructor(shop: KillShop, killsWanted: number) {
    this.shop = shop;
    this.killsWanted = killsWanted;
    const { books } = this;
    const of = (name: string) => [name, shop.client(), books, seeded(below(random, 2 ** 31)), LIFETIMES] as const;
    this.shoppers = Array.from({ length: SHOPPERS }, (_, at) => new Shopper(...of(`shopper-${at}`)));
    this.offices = [0, 1].map((at) => new Office(...of(`office-${at}`), [at, 2]));
    this.audit = new Audit(
      Array.from({ length: 8 }, () => shop.client()),
      books,
      seeded(SEED + 1),
    );
  }

  get acknowledged(): number {
    return sum(this.shoppers.map((one) => one.acknowledged));
  }

  get standbyKills(): number {
    return this.shop.standby?.kills ?? 0;
  }

  async all(): Promise<void> {
    while (this.kills < this.killsWanted) await this.cycle();
    await this.lookAtDead();
    await this.shop.verifyByCommand();
    const last = await this.started();
    await this.settle(true);
    last.signal('SIGTERM');
    expect(await last.ended, last.said).toEqual({ code: 0, signal: null });
    await this.shop.verifyByCommand();
    await this.lookAtDead();
  }

  private async cycle(): Promise<void> {
    const moment = momentOf(this.kills);
    if (moment === 'starting') {
      const program = this.shop.start(this.durability());
      await lull(random() * 450);
      return this.killed(program, moment);
    }
    const program = await this.started();
    if (this.kills === 0) await fill(this.shop.client(), this.books);
    await this.settle(this.kills % 10 === 0);
    const work = Promise.all([...this.shoppers.map((one) => one.shop()), ...this.offices.map((one) => one.work())]);
    work.catch(() => program.signal('SIGKILL'));
    // A kill before any reply would prove nothing, and there may be only one.
    if (this.kills === 0) await Promise.race([work, until('a reply to a shopper', () => this.acknowledged > 0)]);
    await lull(20 + random() ** 2 * 700);
    if (moment === 'stopping') {
      program.signal('SIGTERM');
      await lull(random() * 40);
    }
    if (this.kills % STANDBY_EVERY === 1) await this.shop.standby?.kill();
    await this.killed(program, moment);
    await work;
    if (this.kills % VERIFY_EVERY === 0) await this.lookAtDead();
  }

  private durability(): string {
    return pick(random, ['commit', 'commit', 'fsync']);
  }

  private async started(): Promise<Program> {
    const program = this.shop.start(this.durability());
    await program.ready();
    return program;
  }

  private async killed(program: Program, moment: keyof typeof this.moments): Promise<void> {
    const { code, signal } = await program.kill();
    if (signal === 'SIGKILL') {
      this.kills += 1;
      this.moments[moment] += 1;
    } else expect({ code, moment }, program.said).toEqual({ code: 0, moment: 'stopping' });
    expect(program.err, 'what the server complained of').toEqual([]);
  }

  private async settle(everything: boolean): Promise<void> {
    await Promise.all([...this.shoppers.map((one) => one.settle()), ...this.offices.map((one) => one.settle())]);
    await this.audit.run(everything);
  }

  private async lookAtDead(): Promise<void> {
    this.dead.push(await this.shop.verify());
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const figures = (
  { kills, standbyKills, moments, shoppers, acknowledged, offices, books, audit, dead }: Run,
  tookMs: number,
): { readonly [name: string]: number } => ({
  kills,
  ...(standbyKills > 0 && { standbyKills }),
  ...moments,
  seconds: Math.round(tookMs / 1000),
  acknowledged,
  officeChanges: sum(offices.map((one) => one.changes)),
  orders: books.orders.size,
  canceled: [...books.orders.values()].filter(({ state }) => state === 'CANCELED').length,
  delivered: [...books.orders.values()].filter(({ isSent }) => isSent).length,
  ordersRead: audit.ordersRead,
  toldOfTotals: books.told,
  checkoutsRepeated: sum(shoppers.map((one) => one.repeats)),
  sessions: sum([...books.slots.values()].map((codes) => codes.size)),
  slotsUsedAgain: books.reused,
  sessionsSeenToEnd: sum(shoppers.map((one) => one.sessionsEnded)),
  keysForgotten: sum(offices.map((one) => one.keysForgotten)),
  verified: dead.length,
  head: dead.at(-1)?.head ?? 0,
  cut: dead.at(-1)?.cut ?? 0,
  partsLeft: dead.at(-1)?.parts ?? 0,
});

/** Kills a server so many times; throws what was lost. Returns what the run was made of. */
export const killed = async (kills: number): Promise<{ readonly [name: string]: number }> => {
  const startedMs = performance.now();
  const shop = await KillShop.open(ENV);
  const run = new Run(shop, kills);
  try {
    await run.all();
    const found = figures(run, performance.now() - startedMs);
    console.log(`kill test, seed ${SEED}: ${JSON.stringify(found)}`);
    return found;
  } catch (error) {
    (error as Error).message = `seed ${SEED}, after ${run.kills} kills : ${(error as Error).message}`;
    throw error;
  } finally {
    await shop.place.clean();
  }
};
