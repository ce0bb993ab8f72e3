// Whom a promotion is for, and why not. It would catch a condition that lets others in, a limit that is one off, and a
// reason that is not the first one.
import { describe, expect, test } from 'vitest';
import { keptOut } from '../../../src/domain/promotions/audience.ts';
import type { PromotionContext } from '../../../src/domain/promotions/audience.ts';
import { promotion, runningAs } from '../../../src/domain/promotions/promotion.ts';
import type { PromotionTerms } from '../../../src/domain/promotions/promotion.ts';

const CART: PromotionContext = {
  currency: 'EUR',
  groups: [2, 3],
  channelId: 4,
  country: 'DE',
  isFirstOrder: false,
  opened: new Set([7]),
  uses: (id) => (id === 5 ? 2 : 9),
  usesOfPerson: (id) => (id === 5 ? 1 : 9),
  spentMinor: () => 0,
};

const reason = (terms: Partial<PromotionTerms>, id = 5, more: Partial<PromotionContext> = {}) =>
  keptOut(runningAs(id, { ...promotion.state.initial().terms, ...terms }), { ...CART, ...more });

describe('one that asks for nothing', () => {
  test('is for everybody', () => expect(reason({})).toBeUndefined());
});

describe.each([
  ['other_currency', { currency: 'USD' }, { currency: 'EUR' }],
  ['other_groups', { groups: [1, 4] }, { groups: [1, 3] }],
  ['other_channels', { channels: [3, 5] }, { channels: [3, 4] }],
  ['other_countries', { countries: ['AT', 'CH'] }, { countries: ['AT', 'DE'] }],
  ['used_up', { usesMax: 2 }, { usesMax: 3 }],
  ['used_by_person', { usesPerPersonMax: 1 }, { usesPerPersonMax: 2 }],
] as const)('%s', (verdict, others, own) => {
  test('keeps out', () => expect(reason(others)).toBe(verdict));
  test('lets in', () => expect(reason(own)).toBeUndefined());
});

test('a code opens its own promotion alone', () => {
  expect(reason({ isByCode: true })).toBe('needs_code');
  expect(reason({ isByCode: true }, 7)).toBeUndefined();
});

test('the first order of an account', () => {
  expect(reason({ isFirstOrder: true })).toBe('not_first_order');
  expect(reason({ isFirstOrder: true }, 5, { isFirstOrder: true })).toBeUndefined();
});

test('the first reason is said', () => {
  const all = {
    currency: 'USD',
    isByCode: true,
    groups: [1],
    channels: [1],
    countries: ['AT'],
    isFirstOrder: true,
    usesMax: 1,
    usesPerPersonMax: 1,
  };
  const said: unknown[] = [];
  const left: Partial<PromotionTerms> = { ...all };
  for (const name of Object.keys(all) as (keyof typeof all)[]) {
    said.push(reason(left));
    delete left[name];
  }
  expect([...said, reason(left)]).toEqual([
    'other_currency',
    'needs_code',
    'other_groups',
    'other_channels',
    'other_countries',
    'not_first_order',
    'used_up',
    'used_by_person',
    undefined,
  ]);
});
