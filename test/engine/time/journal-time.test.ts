// Catches a time of records that errs for longer than it may after the system's clock was wrong, that goes back without
// being told to, and a confirmed time that is ahead of the true one.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JournalTime } from '../../../src/engine/time/journal-time.ts';
import type { SavedTime, TimeLimits } from '../../../src/engine/time/journal-time.ts';
import { startTime } from '../../../src/engine/store/start-time.ts';
import { runs } from '../../harness/effort.ts';
import { SetClock } from '../seeded.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const LIMITS = { clockJumpMs: 5 * MINUTE, clockFollowMs: HOUR, clockConfirmMs: DAY, clockAheadDaysMax: 180 };
const TICK_MS = MINUTE;
/** As the server saves it. */
const SAVE_MS = HOUR;

interface Script {
  readonly does: 'run' | 'err' | 'stall' | 'restart' | 'reboot';
  readonly ms: number;
}

const errors = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -10 * MINUTE, max: 10 * MINUTE }),
  fc.constantFrom(-3 * DAY, -HOUR, 2 * HOUR, 3 * DAY, 10 * 365 * DAY),
);
/** The first: with which error the first start is made. */
const script: fc.Arbitrary<[number, Script[]]> = fc.tuple(
  errors,
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ does: fc.constant('run' as const), ms: fc.integer({ min: 0, max: 3 * HOUR }) }),
      },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('run' as const), ms: fc.constant(30 * HOUR) }) },
      { weight: 4, arbitrary: fc.record({ does: fc.constant('err' as const), ms: errors }) },
      {
        weight: 1,
        arbitrary: fc.record({ does: fc.constant('stall' as const), ms: fc.integer({ min: 0, max: DAY }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          does: fc.constantFrom('restart' as const, 'reboot' as const),
          ms: fc.integer({ min: 0, max: DAY }),
        }),
      },
    ),
    { maxLength: 12 },
  ),
);

/** What a server does: it looks, records, saves every hour, follows what has lasted, and is started again. */
class Server {
  readonly clock = new SetClock();
  time: JournalTime;
  private readonly limits: TimeLimits;
  private saved: SavedTime;
  private savedAtMs = this.clock.ms;
  /** For how long the process was let run. */
  private ranMs = 0;
  /** Errors of the clock by the time that the process had run, the latest last. */
  private readonly errors: [ranMs: number, errorMs: number][] = [];
  /** For how long the clock has now been wrong. */
  private wrongMs = 0;
  readonly found: string[] = [];
  private wasWrongADay = false;

  constructor(errorMs: number, limits: TimeLimits = LIMITS) {
    this.limits = limits;
    this.clock.errorMs = errorMs;
    this.time = new JournalTime(this.clock, limits);
    this.saved = this.time.saved;
  }

  private claim(holds: boolean, what: () => string): void {
    if (!holds) this.found.push(`at ${this.clock.ms - 1_700_000_000_000}: ${what()}`);
  }

  look(): void {
    const { clock, time } = this;
    time.observe();
    this.errors.push([this.ranMs, clock.errorMs]);
    while (this.errors[0]![0] < this.ranMs - LIMITS.clockFollowMs - SAVE_MS - 2 * TICK_MS) this.errors.shift();
    if (time.mustFollow) time.follow();
    const { lastMs } = time;
    const nowMs = time.nowMs();
    this.claim(nowMs >= lastMs, () => `${nowMs} is before the last record`);
    time.lastMs = nowMs;
    const worst = Math.max(...this.errors.map(([, errorMs]) => Math.abs(errorMs)));
    const errorMs = Math.abs(nowMs - clock.ms);
    this.claim(errorMs <= worst + LIMITS.clockJumpMs + SECOND, () => `errs by ${errorMs}, the clock by ${worst}`);
    const isConfirmedAhead = time.confirmedMs > clock.ms + 3 * LIMITS.clockJumpMs;
    this.claim(this.wasWrongADay || !isConfirmedAhead, () => `confirmed ${time.confirmedMs - clock.ms} ahead`);
    if (clock.ms - this.savedAtMs >= SAVE_MS) this.save();
  }

  private save(): void {
    this.saved = this.time.saved;
    this.savedAtMs = this.clock.ms;
  }

  pass(ms: number): void {
    for (let rest = ms; rest > 0; rest -= TICK_MS) {
      const passed = Math.min(rest, TICK_MS);
      this.clock.ms += passed;
      this.ranMs += passed;
      this.wrongMs = Math.abs(this.clock.errorMs) > LIMITS.clockJumpMs ? this.wrongMs + passed : 0;
      if (this.wrongMs >= DAY - HOUR) this.wasWrongADay = true;
      this.look();
    }
  }

  /** What a process does that the system does not let run: nothing. */
  stall(ms: number): void {
    this.clock.ms += ms;
    // Nobody looked at the clock meanwhile: for all that was seen, it may have been wrong.
    if (ms > SECOND && this.clock.errorMs !== 0) this.wasWrongADay = true;
    this.look();
  }

  restart(ms: number, isReboot: boolean): void {
    const { clock } = this;
    const { lastMs } = this.time;
    clock.ms += ms;
    const { offsetMs: _, ...rest } = this.saved;
    if (isReboot) clock.boot();
    const saved = isReboot ? rest : this.saved;
    const start = () => startTime(clock, this.limits, lastMs, saved);
    let { time, why } = start();
    // The operator sets the clock, and accepts it where the records are what is wrong.
    if (why !== '') {
      clock.errorMs = 0;
      ({ time, why } = start());
    }
    this.time = time;
    time.lastMs = lastMs;
    if (why !== '') time.confirm();
    this.errors.length = 0;
    // A line that was saved up to an hour ago may be as wrong as the clock was then.
    if (time.jumpMs !== 0) this.errors.push([this.ranMs, Math.abs(time.nowMs() - clock.ms)]);
    this.look();
    this.save();
  }

  run(steps: readonly Script[]): void {
    this.look();
    for (const { does, ms } of steps) {
      if (does === 'run') this.pass(ms);
      else if (does === 'err') this.clock.errorMs = ms;
      else if (does === 'stall') this.stall(ms);
      else this.restart(ms, does === 'reboot');
    }
  }
}

describe('over random scripts of a clock', () => {
  test('times err no more than the clock did within the last hours, and confirmed time is not ahead', () => {
    fc.assert(
      fc.property(script, ([errorMs, steps]) => {
        const server = new Server(errorMs);
        server.run(steps);
        expect(server.found).toEqual([]);
      }),
      { numRuns: runs(150, 150, 20_000) },
    );
  });

  test.each([
    ['never follows', { clockFollowMs: Infinity }, /^at \d+: errs by/],
    ['confirms at once', { clockConfirmMs: 0 }, /^at \d+: confirmed/],
  ])('a canary that %s is found', (_what, broken, claim) => {
    const found = ([errorMs, steps]: readonly [number, readonly Script[]]): boolean => {
      const server = new Server(errorMs, { ...LIMITS, ...broken });
      server.run(steps);
      return server.found.some((line) => claim.test(line));
    };
    const { failed } = fc.check(
      fc.property(script, (steps) => !found(steps)),
      { numRuns: 100, endOnFailure: true },
    );
    expect(failed).toBe(true);
  });
});

describe('a clock that jumps ten years ahead', () => {
  const jumped = (forMs: number) => {
    const clock = new SetClock();
    const time = new JournalTime(clock, LIMITS);
    const pass = (ms: number): void => {
      for (let rest = ms; rest > 0; rest -= TICK_MS) {
        clock.ms += Math.min(rest, TICK_MS);
        time.observe();
        if (time.mustFollow) time.follow();
        time.lastMs = time.nowMs();
      }
    };
    pass(2 * DAY);
    clock.errorMs = 3650 * DAY;
    pass(forMs);
    return { clock, time, pass };
  };

  test('for two seconds changes no time', () => {
    const { clock, time } = jumped(2 * SECOND);
    expect(time.nowMs()).toBe(clock.ms);
    expect(time.jumpMs).toBe(3650 * DAY);
    clock.errorMs = 0;
    time.observe();
    expect([time.nowMs(), time.jumpMs]).toEqual([clock.ms, 0]);
  });

  test('for more than an hour is followed, forwards and an hour after its end back', () => {
    const { clock, time, pass } = jumped(61 * MINUTE);
    expect(time.nowMs()).toBe(clock.ms + 3650 * DAY);
    clock.errorMs = 0;
    pass(59 * MINUTE);
    expect(time.nowMs()).toBe(clock.ms + 3650 * DAY);
    pass(2 * MINUTE);
    expect(time.nowMs()).toBe(clock.ms);
  });

  test('confirms nothing, and what was certain goes on', () => {
    const { clock, time } = jumped(20 * HOUR);
    expect(time.isConfirmed).toBe(false);
    expect(time.confirmedMs).toBe(clock.ms);
    clock.errorMs = 0;
    time.confirm();
    expect([time.isConfirmed, time.confirmedMs, time.nowMs()]).toEqual([true, clock.ms, clock.ms]);
  });
});

test('many small steps are no agreement', () => {
  const clock = new SetClock();
  const time = new JournalTime(clock, LIMITS);
  for (let passed = 0; passed < 2 * DAY; passed += HOUR) {
    clock.errorMs += 4 * MINUTE;
    clock.ms += HOUR;
    time.observe();
  }
  expect([time.isConfirmed, time.confirmedMs]).toEqual([false, 0]);
});

test('a suspended machine has not jumped', () => {
  const clock = new SetClock();
  const time = new JournalTime(clock, LIMITS);
  clock.ms += 9 * HOUR;
  expect(time.nowMs()).toBe(clock.ms);
  expect(time.jumpMs).toBe(0);
});

describe('a start', () => {
  const LAST = 1_700_000_000_000;
  const start = (offMs: number, saved: Partial<SavedTime> = {}) =>
    startTime(new SetClock(LAST + offMs), LIMITS, LAST, saved);

  test.each([
    [-5 * MINUTE, ''],
    [-5 * MINUTE - 1, '5 min before the last record'],
    [-3650 * DAY, '3650 d 0 h before the last record'],
    [0, ''],
    [180 * DAY, ''],
    [180 * DAY + 1, '180 d 0 h after the last record'],
  ])('%d ms after the last record: "%s"', (offMs, why) => {
    if (why === '') expect(start(offMs).why).toBe('');
    else expect(start(offMs).why).toContain(why);
  });

  test('of the same boot goes on with the time that it had, whatever the clock has become meanwhile', () => {
    const clock = new SetClock(LAST);
    const before = new JournalTime(clock, LIMITS);
    clock.ms += HOUR;
    clock.errorMs = 30 * DAY;
    const { time, why } = startTime(clock, LIMITS, LAST, before.saved);
    expect([why, time.nowMs(), time.jumpMs]).toEqual(['', clock.ms, 30 * DAY]);
  });

  test('of a container, whose time since boot began anew, goes by the clock', () => {
    const clock = new SetClock(LAST);
    const { saved } = new JournalTime(clock, LIMITS);
    clock.ms += HOUR;
    clock.boot();
    const { time } = startTime(clock, LIMITS, LAST + HOUR - SECOND, saved);
    expect([time.nowMs(), time.jumpMs]).toEqual([clock.ms, 0]);
  });
});
