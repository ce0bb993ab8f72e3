// Catches a run that takes a slow failover, a slow hand-over or a refused call beside one for a good one.
import { describe, expect, test } from 'vitest';
import { refusedOf, verdictOf } from './limits.ts';
import type { Suffered } from './limits.ts';

const LEASE_MS = 2_000;
const kill = (ms: number, lateMs = 0): Suffered => ({
  fault: 'kontor leader killed',
  about: 'kontor-a',
  ms,
  refused: 7,
  lateMs,
});
const handOver = (ms: number, more: Partial<Suffered> = {}): Suffered => ({
  fault: 'hand-over',
  about: 'to b',
  ms,
  refused: 0,
  lateMs: 0,
  ...more,
});
const missed = (...suffered: readonly Suffered[]): readonly string[] => verdictOf(suffered, LEASE_MS).missed;

describe('the limits', () => {
  test('of a failover are 3.2 s in the median and 5 s at most, with a lease of 2 s', () => {
    expect(missed(...[3_000, 3_200, 3_200, 5_000, 5_000].map((ms) => kill(ms)))).toEqual([]);
    expect(missed(...[3_000, 3_201, 3_201, 3_201, 3_000].map((ms) => kill(ms)))).toEqual([
      'median pause of 5 kills of the leader: 3.20 s, at most 3.20 s',
    ]);
    expect(missed(kill(3_000), kill(5_001))).toHaveLength(1);
    // Shorter leases, shorter pauses.
    expect(verdictOf([kill(3_001)], 1_000).missed).toHaveLength(1);
  });

  test('of a hand-over are 300 ms, and no call refused', () => {
    expect(missed(handOver(300), handOver(80))).toEqual([]);
    expect(missed(handOver(301), handOver(80))).toHaveLength(1);
    expect(missed(handOver(80, { refused: 1 }))).toEqual(['calls refused beside 1 hand-overs: 1, at most 0']);
  });

  test('count refusals and connections that nobody takes, and no connection that is cut', () => {
    const reasons = new Map([
      ['not begun: 503 NOT_LEADER', 2],
      ['unknown: 503 LEADER_LOST', 3],
      ['not begun: ECONNREFUSED', 5],
      ['unknown: ECONNRESET', 7],
      ['unknown: no answer', 11],
    ]);
    expect(refusedOf(reasons)).toBe(10);
  });

  test('have the room that timers of the run were late, each fault its own', () => {
    expect(missed(kill(5_400, 100), handOver(700, { lateMs: 100 }))).toEqual([]);
    expect(missed(kill(5_401, 100))).toHaveLength(1);
    // The longest one may have room where a shorter one has none.
    expect(missed(handOver(700, { lateMs: 100 }), handOver(400))).toEqual([
      'longest pause of 2 hand-overs: 0.40 s, at most 0.30 s',
    ]);
    expect(missed(handOver(80, { lateMs: 1_000, refused: 1 }))).toHaveLength(1);
  });

  test('are none of what did not happen', () => {
    const refused = handOver(9_000, { about: 'refused: no node follows', refused: 3 });
    expect(verdictOf([refused, { ...kill(9_000), fault: 'etcd leader killed' }], LEASE_MS)).toEqual({
      judged: ['no leader was killed and no lead handed over: no pause is judged'],
      missed: [],
    });
    // Four kills have no median that says something.
    expect(missed(...Array.from({ length: 4 }, () => kill(4_000)))).toEqual([]);
  });
});
