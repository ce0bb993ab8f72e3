// Places of long lists. Catches a caller who takes those of others, a list that is cut off although it is read, and a
// reader that reads nothing and keeps its place.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ListPlaces } from '../../../src/operations/dispatch/list-places.ts';
import type { ListHolder } from '../../../src/operations/dispatch/list-places.ts';
import { runs } from '../../harness/effort.ts';

class Listed {
  readonly holder: ListHolder;
  private readonly places: ListPlaces<Listed>;
  hasGivenWay = false;

  constructor(places: ListPlaces<Listed>, holder: ListHolder) {
    this.places = places;
    this.holder = holder;
    places.add(this);
  }

  giveWay(): void {
    this.hasGivenWay = true;
    this.places.remove(this);
  }
}

const opened = (openMax: number) => {
  const clock = { nowMs: 0 };
  const places = new ListPlaces<Listed>({ openMax, yieldMs: 1000, nowMs: () => clock.nowMs });
  const refusalOf = (caller: string, backOffice = false): string | undefined => {
    const refusal = places.refusal({ caller, backOffice });
    expect(refusal?.code ?? 'OVERLOADED').toBe('OVERLOADED');
    return refusal?.detail;
  };
  /** As many as find a place, of so many that are asked for. */
  const take = (count: number, caller: string, backOffice = false): Listed[] =>
    Array.from({ length: count }, () => caller).flatMap((one) =>
      refusalOf(one, backOffice) === undefined ? [new Listed(places, { caller: one, backOffice })] : [],
    );
  return { clock, places, take, refusalOf };
};

describe('of all places', () => {
  test('one caller holds half, and is told so', () => {
    const { take, refusalOf } = opened(64);
    expect(take(64, 'a')).toHaveLength(32);
    expect(refusalOf('a')).toBe(
      '32 long lists of this caller are being written, of at most 32; try again, or ask for fewer records.',
    );
    expect(take(1, 'b')).toHaveLength(1);
  });

  test('callers without the secret key hold three quarters together', () => {
    const { take, refusalOf } = opened(64);
    expect([take(40, 'a').length, take(40, 'b').length, take(1, 'c').length]).toEqual([32, 16, 0]);
    expect(refusalOf('c')).toContain('48 long lists of calls without the secret key are being written, of at most 48;');
    expect(take(40, 'a', true), 'of the channel whose storefront has taken all it may').toHaveLength(16);
    expect(refusalOf('b', true)).toContain('64 long lists of all callers are being written, of at most 64;');
  });

  test('one caller with the secret key holds half, also where nobody else asks', () => {
    const { take } = opened(64);
    expect([take(64, 'a', true).length, take(64, 'b', true).length, take(1, 'c').length]).toEqual([32, 32, 0]);
  });

  test('a single one is anybody’s', () => {
    const { take } = opened(1);
    const [only] = take(2, 'a');
    only!.giveWay();
    expect(take(2, 'b', true)).toHaveLength(1);
  });
});

describe('a list that nobody reads', () => {
  test('gives its place up for one of the same caller, the one that has waited longest first', () => {
    const { clock, places, take } = opened(8);
    const lists = take(4, 'a');
    for (const index of [2, 1]) {
      places.stall(lists[index]!);
      clock.nowMs += 600;
    }
    expect([take(1, 'a').length, take(1, 'a').length], 'the other has waited for 600 ms').toEqual([1, 0]);
    expect(lists.map(({ hasGivenWay }) => hasGivenWay)).toEqual([false, false, true, false]);
    clock.nowMs += 400;
    expect(take(1, 'a')).toHaveLength(1);
    expect(lists[1]!.hasGivenWay).toBe(true);
  });

  test('keeps it while there are others, and once it is read again', () => {
    const { clock, places, take } = opened(8);
    const [first, second] = take(2, 'a');
    places.stall(first!);
    clock.nowMs = 60_000;
    take(1, 'a');
    take(1, 'b');
    places.resume(first!);
    take(9, 'a');
    places.stall(second!);
    expect(take(9, 'a')).toEqual([]);
    expect([first!.hasGivenWay, second!.hasGivenWay]).toEqual([false, false]);
  });

  test('never gives it to another caller who has taken all it may, nor one of the back office to a storefront', () => {
    const { clock, places, take } = opened(8);
    const [office] = take(2, 'office', true);
    places.stall(office!);
    const storefront = [...take(4, 'a'), ...take(4, 'b')];
    expect(storefront).toHaveLength(6);
    clock.nowMs = 1000;
    expect(take(1, 'c')).toEqual([]);
    places.stall(storefront[5]!);
    clock.nowMs = 2000;
    expect(take(1, 'a'), 'the list that waits is of b').toEqual([]);
    expect(take(1, 'c')).toHaveLength(1);
    expect([storefront[5]!.hasGivenWay, office!.hasGivenWay]).toEqual([true, false]);
    expect(take(1, 'office', true), 'in the place of the office’s own').toHaveLength(1);
    expect(office!.hasGivenWay).toBe(true);
  });
});

// Catches a count that is wrong after one of many ways in and out: places that are lost, or given twice.
test('whatever comes and goes, nobody holds more than a share, and what is free is given', () => {
  const step = fc.record({
    what: fc.constantFrom('open', 'open', 'open', 'end', 'stall', 'resume'),
    caller: fc.constantFrom('a', 'b', 'c'),
    backOffice: fc.boolean(),
    at: fc.nat(100),
    ms: fc.nat(700),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 80 }), (openMax, steps) => {
      const { clock, places, take } = opened(openMax);
      for (const { what, caller, backOffice, at, ms } of steps) {
        clock.nowMs += ms;
        const all = [...places.open];
        const list = all[at % Math.max(all.length, 1)];
        if (what === 'open') take(1, caller, backOffice);
        else if (list !== undefined && what === 'end') places.remove(list);
        else if (list !== undefined) places[what as 'stall' | 'resume'](list);
        const held = (filter: (holder: ListHolder) => boolean): number =>
          [...places.open].filter(({ holder }) => filter(holder)).length;
        expect(places.open.size).toBeLessThanOrEqual(openMax);
        expect(held((one) => !one.backOffice)).toBeLessThanOrEqual(openMax - Math.floor(openMax / 4));
        for (const one of ['a', 'b', 'c'])
          for (const isOffice of [true, false])
            expect(held((holder) => holder.caller === one && holder.backOffice === isOffice)).toBeLessThanOrEqual(
              Math.max(1, Math.floor(openMax / 2)),
            );
      }
      for (const list of places.open) places.remove(list);
      expect(take(openMax, 'a')).toHaveLength(Math.max(1, Math.floor(openMax / 2)));
    }),
    { numRuns: runs(50) },
  );
});
