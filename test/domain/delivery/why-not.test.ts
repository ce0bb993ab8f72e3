// Why a delivery rule is not for a cart, reason by reason and at each end of its ranges. It would catch a bound that is
// one off, a reason that is asked before another one, and a table that gives the reason of a rule that is farther off.
import { describe, expect, test } from 'vitest';
import { GRAM, asksWeight, whyNot } from '../../../src/domain/delivery/facts.ts';
import type { DeliveryFacts } from '../../../src/domain/delivery/facts.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { zipKeys } from '../../../src/domain/delivery/zips.ts';
import { indexOf } from './delivery-laws.ts';

type Terms = Partial<DeliveryTerms>;
/** Products 1 and 2 among goods of `main.id` up to 1. */
const ONLY_FIRST = '{"main.id":["<",2]}';
const CART: DeliveryFacts = {
  currency: 'EUR',
  country: 'DE',
  zip: zipKeys('10115'),
  channelId: 1,
  groups: [7],
  sumBeforeMinor: 5000,
  sumAfterMinor: 4000,
  piecesMilli: 2500,
  goods: [1, 2],
  weight: () => ({ total: 2000 * GRAM, lacking: 0 }),
  volume: () => ({ total: 3_000_000 * 1000, lacking: 0 }),
  isAmong: (constraint, productId) => constraint.type === 'leaf' && constraint.test(productId),
  lackingIn: () => 0,
};

const tableOf = (...all: readonly Terms[]) =>
  indexOf(all.map((terms) => ({ ...NEW_RULE, methodId: 1, currency: 'EUR', ...terms }))).tableOf(1)!;
const why = (terms: Terms, facts: Partial<DeliveryFacts> = {}) => {
  const not = whyNot(tableOf(terms).rules[0]!, { ...CART, ...facts });
  return not === undefined ? 'for it' : `${not.why} ${not.about}`;
};
const of = (total: number, lacking = 0) => ({ total, lacking });

test.each<readonly [Terms, Partial<DeliveryFacts>, string]>([
  [{}, {}, 'for it'],
  [{ countries: ['AT'] }, {}, 'other_country 0'],
  [{ countries: ['AT', 'DE'] }, {}, 'for it'],
  [{ zips: ['10115'] }, { zip: zipKeys('') }, 'needs_zip 0'],
  [{ zips: ['20000-29999', '10115'] }, {}, 'for it'],
  [{ zips: ['20000-29999'] }, {}, 'other_zip 0'],
  [{ currency: 'USD' }, {}, 'other_currency 0'],
  [{ channels: [2] }, {}, 'other_channels 0'],
  [{ channels: [2, 1] }, {}, 'for it'],
  [{ groups: [8] }, {}, 'other_groups 0'],
  [{ groups: [8, 7] }, {}, 'for it'],
  [{ unless: '{"main.id":["=",2]}' }, {}, 'excluded_goods 2'],
  [{ goods: ONLY_FIRST }, {}, 'other_goods 2'],
  [{ goods: ONLY_FIRST }, { goods: [1] }, 'for it'],
  [{ volumeToMm3: 1 }, { volume: () => of(0, 5) }, 'volume_unknown 5'],
  [{ volumeFromMm3: 3_000_001 }, {}, 'below_volume 3000001'],
  [{ volumeFromMm3: 3_000_000 }, {}, 'for it'],
  [{ volumeToMm3: 3_000_000 }, {}, 'above_volume 3000000'],
  [{ volumeToMm3: 3_000_001 }, {}, 'for it'],
  [{}, { weight: () => of(0, 5), volume: () => of(0, 5) }, 'for it'],
  [{}, { sumBeforeMinor: -1, sumAfterMinor: -1 }, 'for it'],
  [{ sumToMinor: 1 }, { sumAfterMinor: -1 }, 'for it'],
  [{ sumFromMinor: 1 }, { sumAfterMinor: -1 }, 'below_sum 1'],
  [{ weightFromG: 1 }, { weight: () => of(0, 5) }, 'weight_unknown 5'],
  [{ perKgE4: 1 }, { weight: () => of(0, -1) }, 'weight_unknown -1'],
  [{ weightFromG: 2001 }, {}, 'below_weight 2001'],
  [{ weightFromG: 2000 }, {}, 'for it'],
  [{ weightToG: 2000 }, {}, 'above_weight 2000'],
  [{ weightToG: 2000 }, { weight: () => of(2000 * GRAM - 1) }, 'for it'],
  [{ piecesFromMilli: 2501 }, {}, 'below_pieces 2501'],
  [{ piecesFromMilli: 2500, piecesToMilli: 2501 }, {}, 'for it'],
  [{ piecesToMilli: 2500 }, {}, 'above_pieces 2500'],
  [{ sumFromMinor: 4001 }, {}, 'below_sum 4001'],
  [{ sumFromMinor: 4000, sumToMinor: 4001 }, {}, 'for it'],
  [{ sumToMinor: 4000 }, {}, 'above_sum 4000'],
  [{ basis: 'before', sumFromMinor: 4001, sumToMinor: 5001 }, {}, 'for it'],
  [{ basis: 'before', sumToMinor: 5000 }, {}, 'above_sum 5000'],
  [{ storageId: 3 }, { lackingIn: (storage) => storage - 1 }, 'not_in_storage 2'],
  [{}, { lackingIn: () => 1 }, 'for it'],
])('%j: %s', (terms, facts, wanted) => {
  expect(why(terms, facts)).toBe(wanted);
});

test('reasons are asked in their order', () => {
  const all: Terms = {
    countries: ['AT'],
    zips: ['2*'],
    currency: 'USD',
    channels: [2],
    groups: [8],
    unless: '{"main.id":["=",2]}',
    goods: ONLY_FIRST,
    volumeToMm3: 1,
    weightToG: 1,
    piecesToMilli: 1,
    sumToMinor: 1,
    storageId: 1,
  };
  const names: (keyof DeliveryTerms)[] = [];
  const found = Object.keys(all).map((name) => {
    const left = Object.fromEntries(Object.entries(all).filter(([one]) => !names.includes(one as never)));
    names.push(name as keyof DeliveryTerms);
    return why(left, { lackingIn: () => 1 }).split(' ')[0];
  });
  expect(found).toEqual([
    'other_country',
    'other_zip',
    'other_currency',
    'other_channels',
    'other_groups',
    'excluded_goods',
    'other_goods',
    'above_volume',
    'above_weight',
    'above_pieces',
    'above_sum',
    'not_in_storage',
  ]);
});

test('a rule asks for a weight by its range and by its price per kilogram', () => {
  const asked = ([{ weightFromG: 1 }, { weightToG: 1 }, { perKgE4: 1 }, { perPieceE4: 1 }] as const).map((terms) =>
    asksWeight({ ...NEW_RULE, ...terms }),
  );
  expect(asked).toEqual([true, true, true, false]);
});

describe('a method that no rule offers', () => {
  const none = (facts: Partial<DeliveryFacts>, ...all: readonly Terms[]) =>
    tableOf(...all).whyNone({ ...CART, ...facts });

  test('says why the rule that came nearest is not for the cart', () => {
    expect(none({}, { countries: ['AT'] })).toEqual({ why: 'other_country', about: 0 });
    expect(none({}, { zips: ['2*'] })).toEqual({ why: 'other_zip', about: 0 });
    expect(none({ zip: zipKeys('') }, { zips: ['2*'] })).toEqual({ why: 'needs_zip', about: 0 });
    expect(none({}, { weightToG: 1 }, { sumToMinor: 1 })).toEqual({ why: 'above_sum', about: 1 });
    expect(none({}, { sumToMinor: 1 }, { weightToG: 1 })).toEqual({ why: 'above_sum', about: 1 });
    expect(none({}, { zips: ['1*'], sumToMinor: 1 }, { weightToG: 1 })).toEqual({ why: 'above_sum', about: 1 });
    expect(none({}, { zips: ['1*'], weightToG: 1 }, { sumToMinor: 1 })).toEqual({ why: 'above_sum', about: 1 });
  });

  test('of two that came as near it is the one that is asked first', () => {
    expect(none({}, { sumToMinor: 1 }, { sumToMinor: 2 })).toMatchObject({ about: 1 });
    expect(none({}, { sumToMinor: 1 }, { sumToMinor: 2, priority: 1 })).toMatchObject({ about: 2 });
    expect(none({}, { sumToMinor: 1, zips: ['1*'] }, { sumToMinor: 2 })).toMatchObject({ about: 1 });
    expect(none({}, { sumToMinor: 1, countries: ['DE'] }, { sumToMinor: 2 })).toMatchObject({ about: 1 });
  });
});

test('the first by priority, then by id, decides, whichever place names it', () => {
  const chosen = (...all: readonly Terms[]) => tableOf(...all).choose(CART)?.id;
  expect(chosen({}, {})).toBe(1);
  expect(chosen({}, { priority: 1 })).toBe(2);
  expect(chosen({ zips: ['1*'] }, { countries: ['DE'] }, {})).toBe(1);
  expect(chosen({ countries: ['AT'] }, { countries: ['DE', 'AT'], zips: ['10115', '101*'] }, {})).toBe(2);
  expect(chosen({ sumToMinor: 1 }, { zips: ['2*'] })).toBeUndefined();
  expect(chosen({ sumToMinor: 1 }, {}, { zips: ['1*'] })).toBe(2);
  expect(chosen({ sumToMinor: 1 }, {}, { countries: ['DE'] })).toBe(2);
  const london = { ...CART, zip: zipKeys('SW1A 1AA') };
  expect(tableOf({ zips: ['SW', '1*'] }, { zips: ['SW1*'] }).choose(london)?.id).toBe(2);
  expect([...tableOf({ priority: -1 }, {}).considered(CART)].map(({ rule, not }) => [rule.id, not])).toEqual([
    [2, undefined],
    [1, undefined],
  ]);
});
