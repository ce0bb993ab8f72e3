// Catches a leader that answers reads when another may lead already, and a candidate that deposes a healthy leader.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Lease, Silence, TURN_MS, momentOf } from '../../../src/engine/replication/lease.ts';
import { VirtualTime } from './virtual-time.ts';

const LEASE_MS = 2_000;

/** A lease on two clocks that are set apart from each other. */
const setUp = () => {
  const ms = { wall: 1_700_000_000_000, sinceBoot: 5_000 };
  const clock = { nowMs: () => ms.wall, sinceBootMs: () => ms.sinceBoot };
  const lease = new Lease(clock, LEASE_MS);
  /** The loop turns all the while. */
  const pass = (wallMs: number, bootMs = wallMs): void => {
    const [{ wall, sinceBoot }, turns] = [{ ...ms }, Math.max(1, Math.ceil(Math.max(wallMs, bootMs) / TURN_MS))];
    for (let turn = 1; turn <= turns; turn += 1) {
      ms.wall = wall + (wallMs * turn) / turns;
      ms.sinceBoot = sinceBoot + (bootMs * turn) / turns;
      lease.noteTurn();
    }
  };
  return { ms, clock, lease, pass };
};

describe('a lease', () => {
  test('is none before the log has accepted something', () => {
    const { lease, pass } = setUp();
    expect(lease.isValid()).toBe(false);
    pass(100);
    expect(lease.isValid()).toBe(false);
  });

  test('counts from the sending, not from the answer', () => {
    const { clock, lease, pass } = setUp();
    const sentAt = momentOf(clock);
    pass(1_500);
    lease.renew(sentAt);
    expect(lease.isValid()).toBe(true);
    pass(499);
    expect(lease.isValid()).toBe(true);
    pass(1);
    expect(lease.isValid()).toBe(false);
  });

  test('is not shortened by an older request that is accepted later', () => {
    const { clock, lease, pass } = setUp();
    const older = momentOf(clock);
    pass(1_000);
    lease.renew(momentOf(clock));
    lease.renew(older);
    pass(1_500);
    expect(lease.isValid()).toBe(true);
    pass(500);
    expect(lease.isValid()).toBe(false);
    lease.renew(momentOf(clock));
    expect(lease.isValid()).toBe(true);
  });

  test.each([
    ['the wall clock stands still', 0, LEASE_MS],
    ['the monotonic clock stands still', LEASE_MS, 0],
  ])('is over although %s', (_, wallMs, bootMs) => {
    const { clock, lease, pass } = setUp();
    lease.renew(momentOf(clock));
    pass(wallMs * 0.999, bootMs * 0.999);
    expect(lease.isValid()).toBe(true);
    pass(wallMs * 0.001, bootMs * 0.001);
    expect(lease.isValid()).toBe(false);
  });

  test('that was given up does not come back', () => {
    const { clock, lease } = setUp();
    lease.renew(momentOf(clock));
    lease.giveUp();
    expect(lease.isValid()).toBe(false);
    lease.renew(momentOf(clock));
    expect(lease.isValid()).toBe(false);
  });

  test('ends where the loop stood still, until something sent afterwards is accepted', () => {
    const { ms, clock, lease, pass } = setUp();
    lease.renew(momentOf(clock));
    ms.sinceBoot += 250;
    expect(lease.isValid()).toBe(true);
    const before = momentOf(clock);
    ms.sinceBoot += 251;
    expect(lease.isValid()).toBe(false);
    pass(50);
    expect(lease.isValid()).toBe(false);
    // It was sent before the gap: the pause may have been any.
    lease.renew(before);
    expect(lease.isValid()).toBe(false);
    lease.renew(momentOf(clock));
    expect(lease.isValid()).toBe(true);
  });

  test('a gap is found by whatever comes first after it', () => {
    const { ms, clock, lease } = setUp();
    lease.renew(momentOf(clock));
    const before = momentOf(clock);
    ms.sinceBoot += 300;
    lease.renew(before);
    expect(lease.isValid()).toBe(false);
    const other = setUp();
    other.lease.renew(momentOf(other.clock));
    other.ms.sinceBoot += 300;
    other.lease.noteTurn();
    expect(other.lease.isValid()).toBe(false);
    other.ms.sinceBoot += 300;
    other.lease.renew(momentOf(other.clock));
    expect(other.lease.isValid()).toBe(true);
  });
});

describe('silence', () => {
  test('counts from the first sight of a head', () => {
    const time = new VirtualTime();
    const silence = new Silence(time.node().clock, LEASE_MS);
    time.nowMs = 10_000;
    // A node that has just begun has seen nothing for long.
    expect(silence.isOver('7')).toBe(false);
    silence.noteAnswer('7');
    time.nowMs += 2_499;
    silence.noteHead('7');
    silence.noteAnswer('7');
    expect(silence.isOver('7')).toBe(false);
    time.nowMs += 1;
    expect(silence.isOver('7')).toBe(true);
    expect(silence.isOver('8')).toBe(false);
    silence.noteHead('8');
    expect(silence.isOver('8')).toBe(false);
    expect(silence.isOver('7')).toBe(false);
    time.nowMs += 2_500;
    expect(silence.isOver('8')).toBe(true);
  });

  test('is the leader’s only where the log has answered for a second', () => {
    const time = new VirtualTime();
    const silence = new Silence(time.node().clock, LEASE_MS);
    silence.noteHead('7');
    time.nowMs += 9_000;
    expect(silence.isOver('7')).toBe(false);
    silence.noteAnswer('7');
    time.nowMs += 999;
    silence.noteAnswer('7');
    expect(silence.isOver('7')).toBe(false);
    time.nowMs += 1;
    expect(silence.isOver('7')).toBe(true);
    silence.noteNoAnswer();
    expect(silence.isOver('7')).toBe(false);
    time.nowMs += 1_000;
    silence.noteAnswer('7');
    expect(silence.isOver('7')).toBe(false);
    time.nowMs += 1_000;
    expect(silence.isOver('7')).toBe(true);
  });

  // The candidate's clock is fast and the leader's slow, by a tenth each: the worst that is promised.
  test('is over only when the lease is, however clocks drift', () => {
    const speed = fc.constantFrom(0.9, 0.95, 1, 1.05, 1.1);
    fc.assert(
      fc.property(speed, speed, fc.integer({ min: 0, max: 500 }), (leaders, candidates, delayMs) => {
        const time = new VirtualTime();
        const { clock } = time.node(leaders, 3_000);
        const lease = new Lease(clock, LEASE_MS);
        const silence = new Silence(time.node(candidates, -3_000).clock, LEASE_MS);
        lease.renew(momentOf(clock));
        let overMs = 0;
        for (; overMs === 0 && time.nowMs < 9_000; time.nowMs += 10) {
          if (time.nowMs >= delayMs) silence.noteAnswer('7');
          if (!silence.isOver('7')) lease.noteTurn();
          else overMs = time.nowMs;
        }
        expect(lease.isValid()).toBe(false);
        expect(overMs).toBeGreaterThan(0);
        // And not much later: a shop waits for it.
        expect(overMs - delayMs).toBeLessThan((LEASE_MS * 1.25) / 0.9 + 20);
      }),
      { examples: [[0.9, 1.1, 0]] },
    );
  });
});
