// Making, changing and deleting delivery rules. It would catch a rule with terms that no cart can meet, one that keeps
// what is refused of a new one, a limit that is one off, and a change that loses what it does not name.
import { describe, expect, test } from 'vitest';
import { changeRule, deleteRule, makeRule, ruleIds } from '../../../src/domain/delivery/change-rules.ts';
import type { RuleChange } from '../../../src/domain/delivery/change-rules.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { PRICE_E4_MAX, minorMax } from '../../../src/domain/money.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { MemoryShop } from '../memory-shop.ts';

const METHODS = [
  { id: 1, name: 'Parcel' },
  { id: 2, name: 'Letter' },
];
const TERMS: DeliveryTerms = { ...NEW_RULE, name: 'Parcel', methodId: 1 };
const RULES_MAX = 10_000;
/** A record that is not the rule's. */
const SEEN = 99;

const opened = () => {
  const shop = new MemoryShop({ deliveryMethods: METHODS });
  const make = (terms: Partial<DeliveryTerms> = {}, madeBefore = 0): Result<number> =>
    shop.transact((tx) => makeRule(tx, { ...TERMS, ...terms }, { madeBefore }));
  const change = (id: number, terms: RuleChange, seen?: number): Result<void> =>
    shop.transact((tx) => changeRule(tx, id, terms, { seen }));
  return { shop, make, change };
};
const said = (result: Result<unknown>): string =>
  result.ok ? 'done' : [result.code, result.param, result.detail].join(' / ');

test('a rule is made with the currency of the shop, changed by what is named, and deleted', () => {
  const { shop, make, change } = opened();
  expect([make({ priceE4: 49_000 }), make()]).toEqual([
    { ok: true, value: 1 },
    { ok: true, value: 2 },
  ]);
  expect(shop.state('delivery_rule', 1).terms).toEqual({ ...TERMS, priceE4: 49_000, currency: 'EUR' });
  const records = shop.log.length;
  expect(said(change(1, { priceE4: 49_000 }))).toBe('done');
  expect(shop.log).toHaveLength(records);
  expect(said(change(1, { weightToG: 500, methodId: 2 }))).toBe('done');
  expect(shop.state('delivery_rule', 1).terms).toMatchObject({ priceE4: 49_000, weightToG: 500, methodId: 2 });
  const ids = () => shop.transact((tx) => ({ ok: true, value: ruleIds(tx) }) as const);
  expect(ids()).toMatchObject({ value: [1, 2] });
  expect(said(shop.transact((tx) => deleteRule(tx, 1, undefined)))).toBe('done');
  expect(ids()).toMatchObject({ value: [2] });
  expect(said(shop.transact((tx) => deleteRule(tx, 1, undefined)))).toMatch(/^DELIVERY_RULE_NOT_FOUND \/ 1 /);
  expect(said(change(1, {}))).toMatch(/^DELIVERY_RULE_NOT_FOUND \/ 1 /);
});

test('what somebody has not seen is neither changed nor deleted', () => {
  const { shop, make, change } = opened();
  make();
  expect(said(change(1, { priceE4: 1 }, SEEN))).toMatch(/^CHANGED_MEANWHILE/);
  expect(said(shop.transact((tx) => deleteRule(tx, 1, SEEN)))).toMatch(/^CHANGED_MEANWHILE/);
  expect(shop.state('delivery_rule', 1).terms.priceE4).toBe(0);
});

test('a shop has so many rules and no more, those of a trial included', () => {
  const { make } = opened();
  expect(said(make({}, RULES_MAX - 1))).toBe('done');
  expect(said(make({}, RULES_MAX - 1))).toBe(
    'DELIVERY_RULE_LIMIT_REACHED / Parcel / There are 10000 rules, of at most 10000.',
  );
});

test('rules have so many postal codes together, and one that has fewer than before is changed beyond that', () => {
  const { make, change } = opened();
  const zips = Array.from({ length: 1000 }, (_, at) => String(10_000 + at));
  for (let rule = 0; rule < 20; rule += 1) expect(said(make({ zips, countries: ['DE'] }))).toBe('done');
  const refused =
    'DELIVERY_RULE_LIMIT_REACHED / zips / The rules would have 20001 postal codes together, of at most 20000.';
  expect(said(make({ zips: ['1'] }))).toBe(refused);
  expect(said(make())).toBe('done');
  expect(said(change(21, { zips: ['1'] }))).toBe(refused);
  expect(said(change(1, { zips: zips.slice(1) }))).toBe('done');
  expect(said(change(21, { zips: ['1'] }))).toBe('done');
});

test('rules have so many different constraints on goods, and one may take the place of another', () => {
  const { shop, make, change } = opened();
  const goods = (at: number): string => JSON.stringify({ 'main.id_shopobject': at });
  for (let at = 0; at < 100; at += 2) expect(said(make({ goods: goods(at), unless: goods(at + 1) }))).toBe('done');
  const refused =
    'DELIVERY_RULE_LIMIT_REACHED / goods / The rules would have 101 different constraints on goods, of at most 100.';
  expect(said(make({ unless: goods(100) }))).toBe(refused);
  expect(said(make({ goods: goods(5), unless: goods(5) }))).toBe('done');
  expect(said(change(51, { goods: goods(100) }))).toBe(refused);
  expect(said(change(1, { goods: goods(100) }))).toBe('done');
  expect(said(change(1, { goods: goods(100), unless: '' }))).toBe('done');
  expect(said(change(51, { unless: goods(101) }))).toBe('done');
  expect(said(shop.transact((tx) => deleteRule(tx, 51, undefined)))).toBe('done');
  expect(
    shop.transact((tx) => ({ ok: true, value: tx.index('delivery_rule').constraintCount }) as const),
  ).toMatchObject({
    value: 99,
  });
});

const ends = 'it ends where it begins, or before.';
test.each<readonly [Partial<DeliveryTerms>, string]>([
  [{ name: '' }, 'PARAMETER_INVALID / name / name: a rule has one.'],
  [{ currency: 'JPY' }, 'CURRENCY_NOT_FOUND'],
  [{ methodId: 3 }, 'DELIVERY_METHOD_NOT_FOUND / 3 / '],
  [{ storageId: 4 }, 'STORAGE_NOT_FOUND / 4 / '],
  [{ taxClass: 'gone' }, 'PARAMETER_INVALID / taxclass / '],
  [{ taxClass: 'goods' }, 'done'],
  [{ taxClass: 'reduced' }, 'done'],
  [{ sumFromMinor: 5, sumToMinor: 5 }, `PARAMETER_INVALID / sum / sum: ${ends}`],
  [{ weightFromG: 5, weightToG: 4 }, `PARAMETER_INVALID / weight / weight: ${ends}`],
  [{ volumeFromMm3: 5, volumeToMm3: 5 }, `PARAMETER_INVALID / volume / volume: ${ends}`],
  [{ piecesFromMilli: 5, piecesToMilli: 5 }, `PARAMETER_INVALID / pieces / pieces: ${ends}`],
  [{ weightFromG: 5, weightToG: 6, sumFromMinor: 5 }, 'done'],
  [{ daysMin: 2, daysMax: 1 }, 'PARAMETER_INVALID / days_max / days_max: it is below days_min.'],
  [{ daysMin: 2, daysMax: 2 }, 'done'],
  [{ priceE4: -1 }, 'AMOUNT_OUT_OF_RANGE / price / '],
  [{ priceE4: PRICE_E4_MAX }, 'done'],
  [{ perKgE4: PRICE_E4_MAX + 1 }, 'AMOUNT_OUT_OF_RANGE / per_kg / '],
  [{ perPieceE4: -1 }, 'AMOUNT_OUT_OF_RANGE / per_piece / '],
  [{ freeFromMinor: minorMax(2) + 1 }, 'AMOUNT_OUT_OF_RANGE / free_from / '],
  [{ freeFromMinor: minorMax(2), sumToMinor: minorMax(2) }, 'done'],
  [{ sumFromMinor: minorMax(2) + 1 }, 'AMOUNT_OUT_OF_RANGE / sum / '],
  [{ sumToMinor: minorMax(2) + 1 }, 'AMOUNT_OUT_OF_RANGE / sum / '],
  [{ zips: ['10115', '?'] }, 'PARAMETER_INVALID / zips / zips: ? is no postal code'],
  [{ groups: [1] }, 'GROUP_NOT_FOUND'],
  [{ channels: [5] }, 'CHANNEL_NOT_FOUND'],
])('%j: %s', (terms, wanted) => {
  const { make, change } = opened();
  expect(said(make(terms)).slice(0, wanted.length)).toBe(wanted);
  const { ok } = make();
  expect(ok).toBe(true);
  expect(said(change(wanted === 'done' ? 2 : 1, terms)).slice(0, wanted.length)).toBe(wanted);
});

test('a rule has at most a thousand postal codes', () => {
  const { make } = opened();
  const codes = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `${at + 10_000}`);
  expect([1000, 1001].map((count) => said(make({ zips: codes(count) })))).toEqual([
    'done',
    'PARAMETER_INVALID / zips / zips: a rule has at most 1000; make another one.',
  ]);
});

describe('what a rule names and the shop has no more', () => {
  test('stays with it, and no other rule gets it', () => {
    const { shop, make } = opened();
    make({ taxClass: 'reduced' });
    const later = shop.replayed({ deliveryMethods: [METHODS[1]!], taxClasses: [shop.rules.taxClasses[0]] });
    const change = (terms: RuleChange): string =>
      said(later.transact((tx) => changeRule(tx, 1, terms, { seen: undefined })));
    expect(change({ priceE4: 5 })).toBe('done');
    expect(change({ methodId: 2, taxClass: '' })).toBe('done');
    expect(change({ methodId: 1 })).toMatch(/^DELIVERY_METHOD_NOT_FOUND/);
    expect(change({ taxClass: 'reduced' })).toMatch(/^PARAMETER_INVALID \/ taxclass/);
  });
});

test('a code that no country of the rule can have is refused by its form', () => {
  const { shop } = opened();
  const make = (zips: readonly string[]) =>
    shop.transact((tx) =>
      makeRule(tx, { ...TERMS, zips, countries: ['DE'] }, { zipForm: (_, code) => code.length === 5 }),
    );
  expect([said(make(['10115'])), said(make(['1011']))]).toEqual([
    'done',
    'PARAMETER_INVALID / zips / zips: 1011 is no postal code of DE.',
  ]);
});
