// A system's clock that errs by chance, beside a time since boot that does not, and by how much records may err for it.
import type { Engine } from '../../src/engine/engine.ts';
import { stepTime } from '../../src/engine/step-time.ts';
import { startTime } from '../../src/engine/store/start-time.ts';
import type { Seeded } from '../engine/seeded.ts';
import { SetClock } from '../engine/seeded.ts';

export const CLOCK_JUMP_MS = 5000;
export const CLOCK_FOLLOW_MS = 20_000;
const STEP_MS_MAX = 400;
const STALL_MS_MAX = 90_000;
const YEARS_MS = 315_360_000_000;

export class ClockScript {
  readonly clock = new SetClock();
  /** For how long the shop was let run. */
  private ranMs = 0;
  /** By the time that it had run, the latest last. */
  private readonly errors: [ranMs: number, errorMs: number][] = [[0, 0]];

  move(chance: Seeded): void {
    const { clock, errors } = this;
    const passedMs = chance.below(STEP_MS_MAX);
    clock.ms += passedMs;
    this.ranMs += passedMs;
    if (chance.chance(0.004)) clock.ms += chance.below(STALL_MS_MAX);
    if (chance.chance(0.008))
      clock.errorMs = chance.of([0, 0, 0, chance.below(8000) - 4000, -60_000, 3_600_000, YEARS_MS, -YEARS_MS / 10]);
    errors.push([this.ranMs, clock.errorMs]);
    while (errors[0]![0] < this.ranMs - CLOCK_FOLLOW_MS - 10 * STEP_MS_MAX) errors.shift();
  }

  /** What an operator does about a start that would be refused: sets the clock, or accepts it where it was right. */
  accept(engine: Engine, stepped: (fromMs: number, toMs: number) => void): void {
    const { lastMs } = engine.time;
    const isRefused = (): boolean => lastMs > 0 && startTime(this.clock, engine.limits, lastMs, {}).why !== '';
    if (!isRefused()) return;
    this.clock.errorMs = 0;
    if (isRefused()) return stepped(lastMs, lastMs + stepTime(engine, 'accepted', true));
    engine.time.follow();
    engine.time.lastMs = lastMs;
  }

  /** By how much a record may err now. */
  get toleranceMs(): number {
    return Math.max(...this.errors.map(([, errorMs]) => Math.abs(errorMs))) + 2 * CLOCK_JUMP_MS;
  }
}
