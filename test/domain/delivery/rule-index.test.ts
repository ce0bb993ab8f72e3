// The rules of a shop by their method, and places by their postal codes. It would catch a rule that is found after it
// is gone, work that a change leaves for the next cart, and a zone of many rules that answers otherwise than one of
// few.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRAM } from '../../../src/domain/delivery/facts.ts';
import type { DeliveryFacts } from '../../../src/domain/delivery/facts.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { ZIP_BLOCKS, ZipTable } from '../../../src/domain/delivery/zip-table.ts';
import { isWithin, readZip, zipKeys } from '../../../src/domain/delivery/zips.ts';
import type { ZipSpan } from '../../../src/domain/delivery/zips.ts';
import { runs } from '../../harness/effort.ts';
import { replaced } from '../../harness/replaced.ts';
import { indexOf } from './delivery-laws.ts';
import { ZONES } from '../../../src/domain/delivery/zone.ts';

const terms = (more: Partial<DeliveryTerms> = {}): DeliveryTerms => ({
  ...NEW_RULE,
  methodId: 1,
  currency: 'EUR',
  ...more,
});

const CART = {
  currency: 'EUR',
  country: 'DE',
  zip: zipKeys('10115'),
  channelId: 1,
  groups: [],
  sumBeforeMinor: 1950,
  sumAfterMinor: 950,
  piecesMilli: 1000,
  goods: [1],
  weight: () => ({ total: 950 * GRAM, lacking: 0 }),
  volume: () => ({ total: 0, lacking: 1 }),
  isAmong: () => true,
  lackingIn: () => 0,
} satisfies DeliveryFacts;

test('rules come and go with their methods', () => {
  const index = indexOf([terms(), terms({ methodId: 3 }), terms({ methodId: 2 })]);
  expect([index.methodIds(), index.ids.size, index.hasRules(4)]).toEqual([[1, 2, 3], 3, false]);
  expect(index.tableOf(4)).toBeUndefined();
  const first = index.tableOf(1)!;
  expect(index.tableOf(1)).toBe(first);
  index.add(7, terms({ priority: 1 }));
  expect(index.tableOf(1)!.rules.map(({ id }) => id)).toEqual([7, 1]);
  for (const id of [6, 4]) index.add(id, terms());
  expect(index.tableOf(1)!.rules.map(({ id }) => id)).toEqual([7, 1, 4, 6]);
  for (const id of [6, 4]) index.remove(id, terms());
  index.remove(1, terms());
  index.remove(7, terms());
  expect([index.hasRules(1), index.tableOf(1), index.methodIds(), index.ids.has(7)]).toEqual([
    false,
    undefined,
    [2, 3],
    false,
  ]);
  index.remove(9, terms({ methodId: 9 }));
  expect(index.methodIds()).toEqual([2, 3]);
});

test('a rule is put among those of its postal codes when it comes, and nothing is sorted for a cart', () => {
  const zips = (at: number): string[] => [String(10_000 + at)];
  const index = indexOf(Array.from({ length: 500 }, (_, at) => terms({ countries: ['DE'], zips: zips(at) })));
  const chosen = (at: number) => index.tableOf(1)!.choose({ ...CART, zip: zipKeys(zips(at)[0]!) })?.id;
  expect([chosen(0), chosen(499), chosen(500)]).toEqual([1, 500, undefined]);
  const sorted: number[] = [];
  const mends = (['sort', 'toSorted'] as const).map((sort) =>
    replaced(
      Array.prototype,
      sort,
      (own) =>
        function (this: unknown[], ...given) {
          sorted.push(this.length);
          return own.apply(this, given);
        },
    ),
  );
  try {
    index.remove(7, terms({ countries: ['DE'], zips: zips(6) }));
    expect(chosen(6)).toBeUndefined();
    index.add(7, terms({ countries: ['DE'], zips: zips(6), priority: 1 }));
    index.add(501, terms({ countries: ['DE'], zips: zips(6), priority: 2 }));
    expect([chosen(6), chosen(5)]).toEqual([501, 6]);
    index.add(502, terms({ countries: ['DE'], zips: zips(500) }));
    expect([chosen(500), chosen(6)]).toEqual([502, 501]);
    expect(sorted).toEqual([]);
  } finally {
    for (const mend of mends) mend();
  }
});

test('codes that no rule has any more are found no more, those of a rule that changes stay', () => {
  const [one, other] = [terms({ zips: ['10115', '2*'] }), terms({ zips: ['30000-39999'] })];
  const index = indexOf([one, other, terms({ countries: ['AT'] })]);
  const added: unknown[] = [];
  const mend = replaced(
    ZipTable.prototype as ZipTable<unknown>,
    'add',
    (own) =>
      function (this: ZipTable<unknown>, ...given) {
        added.push(given[0]);
        return own.apply(this, given);
      },
  );
  const chosen = (code: string) => index.tableOf(1)!.choose({ ...CART, zip: zipKeys(code) })?.id;
  index.remove(1, one);
  expect([chosen('10115'), chosen('20095'), chosen('30159')]).toEqual([undefined, undefined, 2]);
  index.add(1, { ...one, priceE4: 7 });
  expect([chosen('10115'), chosen('20095'), added.length]).toEqual([1, 1, 0]);
  index.remove(1, one);
  index.remove(2, other);
  index.add(2, { ...other, priceE4: 7 });
  expect([chosen('10115'), chosen('30159'), added.length]).toEqual([undefined, 2, 0]);
  index.add(1, one);
  mend();
  expect([chosen('10115'), chosen('20095'), added.length]).toEqual([1, 1, 2]);
});

test('codes are kept while a rule has them, and a country while a rule names it', () => {
  const [one, other] = [terms({ zips: ['1*'] }), terms({ zips: ['2*'], countries: ['AT'] })];
  const index = indexOf([one, { ...one, priority: 1 }, other]);
  const at = (country: string, code: string) => ({ ...CART, country, zip: zipKeys(code) });
  const chosen = (country: string, code: string) => index.tableOf(1)!.choose(at(country, code))?.id;
  index.remove(2, one);
  index.add(4, terms({ zips: ['3*'] }));
  expect([chosen('DE', '10115'), chosen('DE', '30159')]).toEqual([1, 4]);
  const why = (country: string, code: string) => index.tableOf(1)!.whyNone(at(country, code)).why;
  expect([why('DE', '20095'), why('AT', '30159')]).toEqual(['other_zip', 'other_zip']);
  for (const id of [1, 4]) index.remove(id, one);
  expect([why('DE', '20095'), why('AT', '10115'), chosen('AT', '20095')]).toEqual(['other_country', 'other_zip', 3]);
});

test('codes of a rule that has gone are forgotten once another one comes', () => {
  const index = indexOf([terms({ zips: ['1*'] }), terms()]);
  const taken: unknown[] = [];
  const mend = replaced(
    ZipTable.prototype as ZipTable<unknown>,
    'remove',
    (own) =>
      function (this: ZipTable<unknown>, ...given) {
        taken.push(given[0]);
        return own.apply(this, given);
      },
  );
  index.remove(1, terms({ zips: ['1*'] }));
  expect(taken.length).toBe(0);
  index.add(3, terms({ zips: ['2*'] }));
  mend();
  expect(taken).toMatchObject([{ low: '1' }]);
});

test('of a place with thousands of rules, a change makes the numbers of its block anew', () => {
  const index = indexOf(
    Array.from({ length: 2000 }, (_, at) => terms({ weightFromG: at * 100, weightToG: at * 100 + 100 })),
  );
  const read: number[] = [];
  const mend = replaced(
    Array.prototype,
    'some',
    (own) =>
      function (this: unknown[], ...given) {
        if (this.length >= 16) read.push(this.length);
        return own.apply(this, given);
      },
  );
  const chosen = (grams: number) =>
    index.tableOf(1)!.choose({ ...CART, weight: () => ({ total: grams * GRAM, lacking: 0 }) })?.id;
  expect(chosen(199_950)).toBe(2000);
  const all = read.splice(0).reduce((sum, length) => sum + length, 0);
  expect([all, chosen(150), read.length]).toEqual([2000, 2, 0]);
  index.remove(1001, terms());
  index.add(1001, terms({ weightFromG: 100_000, weightToG: 100_100, priceE4: 7 }));
  expect([chosen(100_050), chosen(199_950)]).toEqual([1001, 2000]);
  mend();
  expect(read.length).toBe(1);
  expect(read[0]).toBeLessThanOrEqual(ZONES.blockMax);
});

test('it counts the codes and the goods of its rules, and forgets those of rules that have gone', () => {
  const [one, two] = ['{"main.id":["=",1]}', '{"main.id":["=",2]}'];
  const both = terms({ zips: ['10115', '2*', '30000-39999'], goods: one, unless: two });
  const index = indexOf([both, terms({ zips: ['1*'], goods: one }), terms()]);
  const counts = () => [index.zipCount, index.constraintCount, index.usesOf(one), index.usesOf(two), index.usesOf('')];
  expect(counts()).toEqual([4, 2, 2, 1, 0]);
  index.remove(1, both);
  expect(counts()).toEqual([1, 1, 1, 0, 0]);
  index.add(4, both);
  index.remove(3, terms());
  expect(counts()).toEqual([4, 2, 2, 1, 0]);
});

describe('codes of places', () => {
  const spanOf = (text: string): ZipSpan => {
    const read = readZip(text);
    if (!read.ok) throw new Error(read.detail);
    return read.value;
  };

  const foundIn = (table: ZipTable<string>, code: string): readonly string[] => {
    const all: string[] = [];
    table.find(zipKeys(code), (one) => void all.push(one));
    return all.toSorted();
  };

  const zip = fc.nat({ max: 99 }).map((at) => String(at + 100));
  const zipText = fc.oneof(
    zip,
    zip.map((code) => `${code.slice(0, 2)}*`),
    fc.tuple(zip, zip).map(([one, other]) => (one < other ? `${one}-${other}` : `${other}-${one}`)),
  );

  // Catches a block that is split or emptied wrongly, and the last code of one that has lost it.
  test('are those that have come and not gone, in blocks of some', () => {
    const before = ZIP_BLOCKS.max;
    ZIP_BLOCKS.max = 3;
    try {
      const steps = fc.array(fc.tuple(zipText, fc.nat({ max: 20 }), fc.boolean()), { maxLength: 60 });
      fc.assert(
        fc.property(steps, fc.array(zip, { minLength: 1, maxLength: 5 }), (given, codes) => {
          const table = new ZipTable<string>();
          const kept: (readonly [text: string, value: string])[] = [];
          for (const [text, at, comes] of given) {
            const value = `${text} ${at}`;
            if (comes || kept.length === 0) {
              kept.push([text, value]);
              table.add(spanOf(text), value);
            } else {
              // One that is there, and one that may be.
              const [[gone, its]] = kept.splice(at % kept.length, 1) as [(typeof kept)[number]];
              table.remove(spanOf(gone), its);
              if (!kept.some(([, one]) => one === value)) table.remove(spanOf(text), value);
            }
          }
          for (const code of codes) {
            const wanted = kept.flatMap(([text, value]) => (isWithin(spanOf(text), zipKeys(code)) ? [value] : []));
            expect(foundIn(table, code)).toEqual(wanted.toSorted());
          }
        }),
        { numRuns: runs(300) },
      );
    } finally {
      ZIP_BLOCKS.max = before;
    }
  });

  const tableOf = (...named: readonly string[]): ZipTable<string> => {
    const table = new ZipTable<string>();
    for (const text of named) table.add(spanOf(text), text);
    return table;
  };

  // Catches memory, and work of each search, that what has gone leaves behind.
  test.each([
    ['10000-19999', '20000-29999'],
    ['10000-29999', '20000-20009'],
    ['10000-19999', '10000-29999'],
    ['10*', '20*'],
    ['10*', '3*'],
  ])('are kept of %s alone, once %s has gone', (stays, goes) => {
    for (const named of [
      [stays, goes],
      [goes, stays],
      [goes, stays, goes],
    ]) {
      const table = tableOf(...named);
      for (const text of named) if (text === goes) table.remove(spanOf(goes), goes);
      expect(table).toEqual(tableOf(stays));
    }
    const twice = tableOf(stays, stays, goes);
    twice.remove(spanOf(stays), 'another');
    expect(twice).toEqual(tableOf(stays, stays, goes));
    twice.remove(spanOf(stays), stays);
    twice.remove(spanOf(goes), goes);
    expect(twice).toEqual(tableOf(stays));
  });

  test('are each kept by themselves, where one place has several', () => {
    const table = new ZipTable<string>();
    const found = () => ['15000', '25000', '35000'].map((code) => foundIn(table, code).length);
    for (const text of ['10000-19999', '10000-29999']) table.add(spanOf(text), 'place');
    table.remove(spanOf('20000-29999'), 'place');
    table.remove(spanOf('10000-39999'), 'place');
    expect(found()).toEqual([2, 1, 0]);
    table.remove(spanOf('10000-19999'), 'place');
    expect(found()).toEqual([1, 1, 0]);
  });

  test('are in blocks that are never larger than they may be, nor smaller without need', () => {
    const mend = ZIP_BLOCKS.max;
    ZIP_BLOCKS.max = 4;
    try {
      const many = Array.from({ length: 40 }, (_, at) => String(100 + ((at * 17) % 40)));
      const table = tableOf('000-999', ...many.map((code) => `${code}-${code}`));
      expect(foundIn(table, '999')).toEqual(['000-999']);
      const { byLength } = table as unknown as { byLength: Map<number, { blocks: { ranges: unknown[] }[] }> };
      const { blocks } = byLength.get(3)!;
      const sizes = blocks.map(({ ranges }) => ranges.length);
      expect(Math.max(...sizes)).toBe(4);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2);
    } finally {
      ZIP_BLOCKS.max = mend;
    }
  });

  const found = (named: readonly string[], code: string): readonly string[] => {
    const table = new ZipTable<string>();
    for (const text of named) table.add(spanOf(text), text);
    return foundIn(table, code);
  };

  test('are found in ranges that lie in one another, and beyond short ones', () => {
    const ranges = ['10000-99999', '20000-20010', '20005-20020', '30000-30001'];
    expect(found(ranges, '20005')).toEqual(['10000-99999', '20000-20010', '20005-20020']);
    expect(found(ranges, '20015')).toEqual(['10000-99999', '20005-20020']);
    expect(found(ranges, '99999')).toEqual(['10000-99999']);
    expect(found(ranges, '10000')).toEqual(['10000-99999']);
    expect(found(ranges, '09999')).toEqual([]);
    expect(found(ranges.toReversed(), '30001')).toEqual(['10000-99999', '30000-30001']);
  });

  test('are found in whichever order the ranges are named', () => {
    const named = ['10000-10999', '20000-20999', '30000-30999'] as const;
    const [a, b, c] = named;
    for (const order of [named, [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]])
      expect(['10500', '20500', '30500'].map((code) => found(order, code))).toEqual([[a], [b], [c]]);
  });

  test('are found by all that they begin with', () => {
    const named = ['1*', '10*', '10115*', '101155*', '10115', '2*', '1000-1999', '10*'];
    expect(found(named, '10115')).toEqual(['1*', '10*', '10*', '10115', '10115*']);
    expect(found(named, '1234 AB')).toEqual(['1*', '1000-1999']);
    expect(found(named, '')).toEqual([]);
  });
});

describe('a place with many rules', () => {
  const many = (of: (at: number) => Partial<DeliveryTerms>, count = 20) =>
    indexOf(Array.from({ length: count }, (_, at) => terms(of(at)))).tableOf(1)!;
  const grams = (total: number, lacking = 0) => ({ ...CART, weight: () => ({ total: total * GRAM, lacking }) });
  const sums = (sumBeforeMinor: number, sumAfterMinor: number) => ({ ...CART, sumBeforeMinor, sumAfterMinor });

  test.each([15, 16, 40])('%i ranges of weight, each from its first gram to below its last', (count) => {
    const table = many((at) => ({ weightFromG: at * 100, weightToG: at * 100 + 100 }), count);
    const chosen = (total: number, lacking = 0) => table.choose(grams(total, lacking))?.id;
    expect([chosen(0), chosen(99), chosen(100), chosen(950), chosen(count * 100 - 1), chosen(count * 100)]).toEqual([
      1,
      1,
      2,
      10,
      count,
      undefined,
    ]);
    // Nobody knows what it weighs, and each rule asks.
    expect(chosen(950, 7)).toBeUndefined();
  });

  test('by their sums, those of one basis and those of two', () => {
    const range = (at: number) => ({ sumFromMinor: at * 100, sumToMinor: at * 100 + 100 });
    const after = many(range);
    const before = many((at) => ({ ...range(at), basis: 'before' }));
    const both = many((at) => ({ ...range(at), basis: at < 10 ? 'before' : 'after' }));
    const chosen = (facts: DeliveryFacts) => [after, before, both].map((table) => table.choose(facts)?.id);
    expect(chosen(sums(1950, 950))).toEqual([10, 20, undefined]);
    expect(chosen(sums(950, 1950))).toEqual([20, 10, 10]);
    expect(chosen(sums(2000, 1999))).toEqual([20, undefined, 20]);
    expect(chosen(sums(0, 0))).toEqual([1, 1, 1]);
  });

  test('a weight that is not known leaves those that do not ask for it', () => {
    const table = many((at) => (at === 19 ? {} : { weightFromG: at * 100, weightToG: at * 100 + 100 }));
    expect(table.choose(grams(50, 7))?.id).toBe(20);
    expect(table.choose(grams(5000))?.id).toBe(20);
    expect(table.choose(grams(250))?.id).toBe(3);
  });

  test('the first by priority decides, also where all overlap', () => {
    const table = many((at) => ({ priority: at, weightToG: 1000, sumToMinor: at === 19 ? 900 : 0 }));
    expect(table.choose(CART)?.id).toBe(19);
    expect(table.choose(sums(0, 800))?.id).toBe(20);
    expect(table.choose(grams(1000))).toBeUndefined();
    const byZips = many((at) => ({ zips: at < 18 ? ['1*'] : [], priority: at % 18 }));
    expect(byZips.choose(CART)?.id).toBe(18);
    expect(byZips.choose({ ...CART, zip: zipKeys('20095') })?.id).toBe(20);
  });
});
