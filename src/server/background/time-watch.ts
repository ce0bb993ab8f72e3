// Watches the time of records while the store is served: tells what the system's clock does, keeps for the next start
// what is known of the time, and takes the word of an operator that the clock is right.
import { TimeKeeper } from '../../engine/maintenance/time-keeper.ts';
import { spanText } from '../../engine/store/start-time.ts';
import type { Store } from '../../engine/store/store.ts';
import { logInfo, logWarning } from '../observability/log.ts';

const SAVE_MS = 3_600_000;
/** Actors that one tick looks at after a step back. */
const LIMITS_PER_TICK = 64;

export interface TimeWatchOptions {
  readonly idempotencyKeyTtlMs: number;
}

export class TimeWatch {
  private readonly store: Store;
  private readonly keeper: TimeKeeper;
  private hasJumped = false;
  private savedMs: number;
  /** Why the time could not be saved; the next tick throws it. */
  private failure: { readonly error: unknown } | undefined = undefined;

  constructor(store: Store, { idempotencyKeyTtlMs }: TimeWatchOptions) {
    this.store = store;
    this.savedMs = store.engine.clock.sinceBootMs();
    this.keeper = new TimeKeeper(store.engine, { idempotencyKeyTtlMs, stepped: (from, to) => this.stepped(from, to) });
  }

  /** To be called several times a second. Throws what the file system says. */
  tick(): void {
    const { engine } = this.store;
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure.error;
    this.keeper.tick(LIMITS_PER_TICK);
    this.tell();
    const sinceBootMs = engine.clock.sinceBootMs();
    if (sinceBootMs - this.savedMs >= SAVE_MS && engine.mayWrite) {
      this.savedMs = sinceBootMs;
      this.save();
    }
  }

  /** An operator's word. Rejects with what the file system says. */
  async confirm(): Promise<void> {
    this.keeper.confirm();
    await this.store.saveTime();
    logInfo('time: an operator says that the clock is right');
  }

  private tell(): void {
    const { time, limits } = this.store.engine;
    const { jumpMs } = time;
    if ((jumpMs !== 0) === this.hasJumped) return;
    this.hasJumped = jumpMs !== 0;
    if (this.hasJumped)
      logWarning(
        `the system's clock jumped ${jumpMs > 0 ? 'ahead' : 'back'} by ${spanText(jumpMs)}: ` +
          'times go on by the time since boot until it comes back, or this has lasted ' +
          `${spanText(limits.clockFollowMs)}; \`kontor time confirm\` says that it is right (docs/operate/time.md)`,
      );
    else logInfo("the system's clock is the time again");
  }

  private stepped(fromMs: number, toMs: number): void {
    const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
    logWarning(`time stepped ${toMs > fromMs ? 'ahead' : 'back'}: from ${from} to ${to} (docs/operate/time.md)`);
    if (this.store.engine.mayWrite) this.save();
  }

  private save(): void {
    this.store.saveTime().catch((error: unknown) => (this.failure = { error }));
  }
}
