// Which running promotions are looked at for a cart. It would catch one that is for a cart and is not looked at, one
// that stays after its change, and a cart that asks of goods for promotions that cannot be for it.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptOut } from '../../../src/domain/promotions/audience.ts';
import type { AudienceVerdict, PromotionContext } from '../../../src/domain/promotions/audience.ts';
import { PromotionIndex, promotion } from '../../../src/domain/promotions/promotion.ts';
import type { Promotion } from '../../../src/domain/promotions/promotion.ts';

const ids = fc.subarray([1, 2, 3]);
const made = fc.record({
  currency: fc.constantFrom('', 'EUR', 'USD'),
  groups: ids,
  channels: ids,
  countries: fc.subarray(['DE', 'AT']),
  isByCode: fc.boolean(),
});
const context = fc
  .record({
    currency: fc.constantFrom('EUR', 'USD'),
    groups: ids,
    channelId: fc.constantFrom(1, 2, 3),
    country: fc.constantFrom('DE', 'AT', 'CH'),
    opened: fc.subarray([1, 2, 3, 4, 5, 6]).map((some): ReadonlySet<number> => new Set(some)),
  })
  .map((one): PromotionContext => ({
    ...one,
    isFirstOrder: false,
    uses: () => 0,
    usesOfPerson: () => 0,
    spentMinor: () => 0,
  }));

const running = (terms: Partial<Promotion['terms']>): Promotion => {
  const state = promotion.state.initial();
  return { ...state, state: 'running', terms: { ...state.terms, ...terms } };
};

const STATIC: readonly AudienceVerdict[] = [
  'other_currency',
  'needs_code',
  'other_groups',
  'other_channels',
  'other_countries',
];

test('those are left out that are not for a cart whatever it holds, and no others', () => {
  fc.assert(
    fc.property(fc.array(made, { maxLength: 6 }), fc.array(context, { minLength: 1, maxLength: 4 }), (all, asked) => {
      const index = new PromotionIndex();
      for (const [at, terms] of all.entries()) index.add(at + 1, running(terms));
      for (const one of asked) {
        const fitting = index.fittingOf(one).filter((each) => keptOut(each, one) === undefined);
        const wanted = index.running.filter((each) => keptOut(each, one) === undefined);
        expect(fitting.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        for (const each of index.fittingOf(one)) expect(each.isByCode ? [] : STATIC).not.toContain(keptOut(each, one));
      }
    }),
  );
});

test('one list serves all carts alike, until a promotion changes', () => {
  const index = new PromotionIndex();
  index.add(1, running({ groups: [1] }));
  index.add(2, running({}));
  const none = { opened: new Set<number>(), isFirstOrder: false, uses: () => 0, usesOfPerson: () => 0 };
  const cart = { ...none, spentMinor: () => 0, currency: 'EUR', groups: [], channelId: 1, country: 'DE' };
  const before = index.fittingOf(cart);
  expect(before.map(({ id }) => id)).toEqual([2]);
  expect(index.fittingOf({ ...cart })).toBe(before);
  expect(index.fittingOf({ ...cart, groups: [1] }).map(({ id }) => id)).toEqual([1, 2]);
  index.remove(2, running({}));
  expect(index.fittingOf(cart)).toEqual([]);
});
