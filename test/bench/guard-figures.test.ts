// Catches a guard of speed that passes what is surely slower, fails for a neighbour's noise, or judges too few rounds.
import { describe, expect, test } from 'vitest';
import { HELD, SLACK, figureOf, verdictOf } from '../../bench/guard/figures.ts';
import type { Pair } from '../../bench/guard/figures.ts';

const pairs = (ratios: readonly number[]): Pair[] =>
  ratios.map((ratio, i) => ({ base: 50 + i, now: (50 + i) * ratio }));
const steady = (ratio: number): Pair[] => pairs([0.99, 1, 1.01, 1, 0.99, 1.01, 1, 1, 1].map((one) => one * ratio));
const verdict = (rounds: readonly Pair[], today: number, target = 0.5): string =>
  verdictOf(figureOf(rounds), today * SLACK, target, rounds.length);

describe('guard', () => {
  test('a figure is the median of paired rounds, whatever drifts between them', () => {
    const { ratio, low, high, noise } = figureOf(pairs([1.2, 0.9, 1.1, 1.1, 1.1, 5, 1.1]));
    expect(ratio).toBeCloseTo(1.1);
    expect(low).toBeCloseTo(0.9);
    expect(high).toBeCloseTo(5);
    expect(noise).toBeCloseTo((5 - 0.9) / 2.2);
  });

  test('what is surely worse is missed, what is as today is held, what reaches its target is told', () => {
    expect(verdict(steady(1.2), 1.1)).toBe('missed');
    expect(verdict(steady(1.1), 1.1)).toBe('held');
    expect(verdict(steady(0.9), 1.1)).toBe('held');
    expect(verdict(steady(0.5), 1.1, 0.6)).toBe('target');
  });

  test('rounds that differ too much, and too few, say nothing; they may still show what is surely worse', () => {
    const wild = [0.8, 1.5, 0.9, 1.6, 1, 1.4, 1.1, 0.7, 1.7];
    expect(verdict(pairs(wild), 1.1)).toBe('unknown');
    expect(verdict(pairs(wild.map((one) => one * 3)), 1.1)).toBe('missed');
    expect(verdict(steady(2).slice(0, 4), 1.1)).toBe('unknown');
    expect(verdict(pairs(Array(9).fill(Number.NaN)), 1.1)).toBe('unknown');
  });

  test('every figure has a ratio that is held, and one that is wanted', () => {
    for (const limits of Object.values(HELD))
      for (const { today, target } of Object.values(limits)) expect([today > 0, target > 0]).toEqual([true, true]);
    expect(Object.keys(HELD)).toHaveLength(8);
  });
});
