// Would catch a field that shows one number and saves another, an amount with other digits than the shop's, a sum of
// quantities that is off by what computers cannot hold, and a day that is another one than the shop's.
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { csvOf } from '../../back-office/csv.ts';
import {
  currency,
  currencyDigits,
  dateTime,
  day,
  dayBefore,
  momentBefore,
  money,
  pieces,
  shopClock,
  shortDay,
  signedPieces,
  timeZone,
  unitPrice,
} from '../../back-office/format.ts';
import { LANGUAGES, language } from '../../back-office/language.ts';
import { goodsOf } from '../../back-office/order-lines.ts';
import {
  PERCENT,
  amount,
  figure,
  jsonNumber,
  numberIn,
  quantity,
  readNumber,
  sumOfPieces,
  whole,
  writeNumber,
} from '../../back-office/typed.ts';
import type { NumberRule } from '../../back-office/typed.ts';
import type { CartLine } from '../../src/client/operations.ts';
import { runs } from '../harness/effort.ts';

/** Currencies with as many digits as they usually have, and with others, as payment providers ask for. */
const CURRENCIES = [
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['ISK', 2],
  ['UGX', 2],
  ['CHF', 2],
  ['CLF', 4],
  ['VND', 1],
] as const;

const set = (code: (typeof LANGUAGES)[number], [shop, digits]: readonly [string, number] = ['EUR', 2]): void => {
  language.value = code;
  [currency.value, currencyDigits.value] = [shop, digits];
};

afterEach(() => {
  set('en');
  timeZone.value = 'UTC';
  vi.useRealTimers();
});

describe('every language, every currency', () => {
  const cases = LANGUAGES.flatMap((code) => CURRENCIES.map((one) => [code, one] as const));

  test.each(cases)('%s %j: what a field shows is what it saves', (code, one) => {
    set(code, one);
    const rules: readonly (readonly [NumberRule, number])[] = [
      [figure(4), 4],
      [figure(15), 6],
      [quantity(0, 1e9), 3],
      [whole(0), 0],
    ];
    for (const [rule, decimals] of rules) {
      const scaled = fc.oneof(fc.nat({ max: 9_999_999 }), fc.nat({ max: 999_999_999 }));
      const property = fc.property(scaled, (value) => {
        const number = value / 10 ** decimals;
        expect(numberIn(writeNumber(number, rule), rule), writeNumber(number, rule)).toBe(number);
      });
      fc.assert(property, { numRuns: runs(200) });
    }
  });

  test.each(cases)('%s %j: an amount as pages show it is read as itself, or asked for', (code, one) => {
    set(code, one);
    const property = fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (minor) => {
      const value = minor / 10 ** currencyDigits.value;
      const reading = readNumber(money(value), figure(4));
      const readings = reading.kind === 'number' ? [reading.text] : reading.kind === 'doubtful' ? reading.texts : [];
      expect(readings.map(Number), money(value)).toContain(value === 0 ? 0 : value);
      if (currencyDigits.value > 0) expect(reading.kind, money(value)).toBe('number');
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe('a price', () => {
  test.each([
    ['en', '1,299', 2],
    ['en', '1.299', 2],
    ['de', '1.299', 2],
    ['de', '1,299', 2],
    ['de', '1.299', 0],
    ['de', '1.299', 3],
  ] as const)('%s: %j where the currency has %i digits is asked for and not guessed', (code, typed, digits) => {
    set(code, ['EUR', digits]);
    expect(numberIn(typed, figure(4))).toBeUndefined();
    const reading = readNumber(typed, figure(4));
    expect(reading).toMatchObject({ kind: 'doubtful' });
    // What is chosen is no question any more.
    const chosen = (reading as { texts: readonly string[] }).texts.map((text) => writeNumber(text, figure(4)));
    expect(chosen.map((text) => numberIn(text, figure(4))).toSorted()).toEqual([1.299, 1299]);
  });

  test.each([
    ['en', '1,299.00', 1299],
    ['en', '€ 12.50', 12.5],
    ['en', '-€5', -5],
    ['de', '1.299,00 €', 1299],
    ['de', '12,5 eur', 12.5],
    ['de', '12.5', 12.5],
  ] as const)('%s: %j is %d', (code, typed, number) => {
    set(code);
    expect(numberIn(typed, figure(4))).toBe(number);
  });

  test.each([
    ['en', 119.9, '119.90'],
    ['de', 119.9, '119,90'],
    ['de', 1299.5, '1299,50'],
    ['en', 1.299, '1.2990'],
    ['en', 60, '60'],
  ] as const)('%s: %d stands in its field as %j', (code, number, text) => {
    set(code);
    expect(writeNumber(number, figure(4))).toBe(text);
  });

  test('is shown as exactly as it is sold, with at least the digits of the shop', () => {
    set('en');
    expect([unitPrice(1.299), unitPrice(1.3), money(1.3)]).toEqual(['€1.299', '€1.30', '€1.30']);
    set('en', ['ISK', 2]);
    expect(money(5713.5)).toMatch(/5,713\.50$/);
  });
});

describe('quantities', () => {
  test.each([
    ['en', '2.5', 2.5],
    ['en', '9.501', 9.501],
    ['de', '9,501', 9.501],
    ['de', '2.5', 2.5],
    ['en', '9,501', undefined],
    ['en', '0.0005', undefined],
    ['en', '-1', undefined],
  ] as const)('%s: %j is %d', (code, typed, number) => {
    set(code);
    expect(numberIn(typed, quantity())).toBe(number);
  });

  test('are shown to the thousandth', () => {
    set('en');
    expect([pieces(9.501), pieces(0.067), pieces(0.333), pieces(12), signedPieces(-0.067), signedPieces(2)]).toEqual([
      '9.501',
      '0.067',
      '0.333',
      '12',
      '−0.067',
      '+2',
    ]);
    set('de');
    expect(pieces(1234.5)).toBe('1.234,5');
  });

  test('add up exactly', () => {
    expect(sumOfPieces(0.1, 0.2)).toBe(0.3);
    expect(sumOfPieces(0.999, -0.333, -0.333)).toBe(0.333);
    const milli = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 20 });
    const property = fc.property(milli, (parts) => {
      const sum = parts.reduce((all, part) => all + part, 0) / 1000;
      expect(sumOfPieces(...parts.map((part) => part / 1000))).toBe(sum);
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

test.each([
  ['whole numbers', '1,000', whole(1, 10_000), 1000],
  ['whole numbers', '1.5', whole(1, 10_000), undefined],
  ['percent', '12.5', PERCENT, 12.5],
  ['percent', '101', PERCENT, undefined],
  ['percent', '0', PERCENT, undefined],
] as const)('%s: %j', (_, typed, rule, number) => {
  expect(numberIn(typed, rule)).toBe(number);
});

test('a coupon is worth whole coins', () => {
  expect(['0.01', '10', '0', '0.005', '1,299'].map((text) => numberIn(text, amount()))).toEqual([
    0.01,
    10,
    undefined,
    undefined,
    undefined,
  ]);
});

test('whoever types what a program sends writes as JSON does', () => {
  expect(['1.5', ' -2e3 ', '1,5', '01', '0x1', ''].map(jsonNumber)).toEqual([
    1.5,
    -2000,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('days', () => {
  test.each([
    ['America/New_York', '2026-11-27T00:22:00Z', '2026-11-26', '2026-11-26 19:22:00'],
    ['Pacific/Auckland', '2026-11-26T12:00:00Z', '2026-11-27', '2026-11-27 01:00:00'],
    ['UTC', '2026-11-26T23:59:59Z', '2026-11-26', '2026-11-26 23:59:59'],
    // The day on which the clocks go back has 25 hours.
    ['Europe/Berlin', '2026-10-25T23:30:00Z', '2026-10-26', '2026-10-26 00:30:00'],
  ])('%s at %s: today is %s', (zone, now, today, clock) => {
    timeZone.value = zone;
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const yesterday = new Date(`${today}T00:00:00Z`);
    yesterday.setUTCDate(yesterday.getUTCDate() - 1);
    expect([dayBefore(0), dayBefore(1)]).toEqual([today, yesterday.toISOString().slice(0, 10)]);
    expect(shopClock(now.replace('T', ' ').replace('Z', ''))).toBe(clock);
    expect(momentBefore(1)).toBe(new Date(Date.parse(now) - 86_400_000).toISOString().slice(0, 19).replace('T', ' '));
  });

  test.each(['America/New_York', 'Pacific/Auckland', 'UTC'])('of the wire stay what they are, in %s', (zone) => {
    timeZone.value = zone;
    set('en');
    expect([day('2026-11-26'), shortDay('2026-11-26'), day('')]).toEqual(['26 Nov 2026', '26 Nov', '–']);
    set('de');
    expect(day('2026-11-26')).toBe('26.11.2026');
  });

  test('a time is that of the shop, and names its zone where the browser has another', () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const isOfAuckland = own === 'Pacific/Auckland';
    timeZone.value = isOfAuckland ? 'Asia/Tokyo' : 'Pacific/Auckland';
    const told = isOfAuckland ? /^26 Nov 2026, 21:00 (GMT\+9|JST)$/ : /^27 Nov 2026, 01:00 (GMT\+13|NZDT)$/;
    expect(dateTime('2026-11-26 12:00:00')).toMatch(told);
    timeZone.value = own;
    expect(dateTime('2026-11-26 12:00:00')).toMatch(/\d\d:\d\d$/);
    expect(dateTime('')).toBe('–');
  });
});

describe('a table', () => {
  test('is one that a spreadsheet in the language of the page opens', () => {
    const rows = [
      ['name', 'stock'],
      ['M8, zinc', 1234.5],
      ['a;b', -0.067],
    ];
    set('en');
    expect(csvOf(rows)).toBe('\uFEFFname,stock\r\n"M8, zinc",1234.5\r\n"a;b",-0.067\r\n');
    set('de');
    expect(csvOf(rows)).toBe('\uFEFFname;stock\r\n"M8, zinc";1234,5\r\n"a;b";-0,067\r\n');
  });
});

test('the lines of an order and those below them add up to the sum of the goods', () => {
  const line = (id: number, sum: number, below: readonly CartLine[] = [], type = 'PRODUCT') =>
    ({ id, type, sum_price: sum, sub_elements: { contents: below } }) as unknown as CartLine;
  const lines = [line(1, 2.99, [line(2, 3.33, [line(3, 1)])]), line(4, 4.9, [], 'DELIVERY_COSTS')];
  expect(goodsOf(lines).map((one) => [one.line.id, one.depth])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
});
