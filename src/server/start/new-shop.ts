// The new shop that a history is written to: calls by its API, decisions, and time that moves on.
import type { Credentials } from '../../admin/credentials.ts';
import type { Config } from '../../config/config.ts';
import { dayIn } from '../../domain/date-time.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { maintenanceCause } from '../../engine/engine.ts';
import { applyDueChanges } from '../../engine/maintenance/due-changes.ts';
import { ExpirySweeper } from '../../engine/maintenance/expiry-sweeper.ts';
import { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import type { Result } from '../../kernel/result.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { RefusedCall, refusedOf } from '../demo/demo-shop.ts';
import type { DemoShop, Members } from '../demo/demo-shop.ts';
import { historyDispatch } from './history-dispatch.ts';
import type { HistoryClock } from './history-store.ts';

const HOUR_MS = 3_600_000;

/** Records that may wait for the disk before the shop waits for it. */
const WAITING_MAX = 500;

/** The new shop, as what fills it uses it. */
export class NewShop implements DemoShop {
  readonly engine: Store['engine'];
  private readonly clock: HistoryClock;
  private readonly calls: ReturnType<typeof historyDispatch>;
  private readonly usage: UsageCounter;
  private readonly sweeper: ExpirySweeper;
  private readonly licence: Members;
  private durableSeq = 0;

  constructor(store: Store, config: Config, clock: HistoryClock, { username, password, secretKey }: Credentials) {
    this.engine = store.engine;
    this.clock = clock;
    this.usage = new UsageCounter(store.engine, config);
    this.sweeper = new ExpirySweeper(store.engine);
    this.licence = { licence_username: username, licence_password: password, licence_secret_key: secretKey };
    this.calls = historyDispatch(store, config, this.usage);
  }

  get nowMs(): number {
    return this.clock.ms;
  }

  call = async (request: string, fields: Members = {}): Promise<Members> => {
    const body = await new Promise<string | Uint8Array>((resolve) => {
      this.calls.dispatch.call({ ...this.licence, ...fields, request }, '', (_status, sent) => resolve(sent));
    });
    const reply = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Members;
    const refused = refusedOf(request, reply);
    if (refused !== undefined) throw refused;
    return reply;
  };

  decide<T>(operation: string, decision: (tx: Transaction) => Result<T>): T {
    const decided = this.engine.transact(maintenanceCause(operation), decision);
    if (!decided.ok) throw new RefusedCall(operation, decided.code, decided.detail);
    return decided.value;
  }

  async moveTo(ms: number): Promise<void> {
    const { clock, engine, usage, sweeper } = this;
    if (ms <= clock.ms) return;
    if (Math.floor(ms / HOUR_MS) === Math.floor(clock.ms / HOUR_MS)) return void (clock.ms = ms);
    const { timeZone } = engine.rules;
    const isOtherDay = dayIn(timeZone, ms) !== dayIn(timeZone, clock.ms);
    // Counts are of the day on which they were counted.
    if (isOtherDay) usage.flush();
    clock.ms = ms;
    if (isOtherDay) usage.flush();
    applyDueChanges(engine);
    sweeper.sweep(engine.limits.sessionsMax);
    if (engine.headSeq - this.durableSeq < WAITING_MAX) return;
    await yieldToEventLoop();
    await this.stored();
  }

  async stored(): Promise<void> {
    await this.engine.whenDurable((this.durableSeq = this.engine.headSeq));
  }

  /** All that was counted, too. */
  async end(): Promise<void> {
    this.usage.flush();
    await this.calls.close();
    await this.stored();
  }
}
