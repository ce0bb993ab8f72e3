// Whether an order that was cancelled may have its promotions again. It would catch one that is used more often than it
// may be, above its budget or by one person too often, and an order that is kept closed by a limit which it does not
// reach.
import { expect, test } from 'vitest';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import type { CartPromotion } from '../../../src/domain/cart/cart.ts';
import { NO_DETAILS } from '../../../src/domain/cart/order-details.ts';
import type { Minor } from '../../../src/domain/money.ts';
import { PromotionUses } from '../../../src/domain/orders/promotion-uses.ts';
import { checkPromotionsAgain } from '../../../src/domain/orders/promotions-again.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { DONE } from '../../../src/kernel/result.ts';

const use = (id: number, minor: number): CartPromotion => ({
  id,
  usedMinor: minor as Minor,
  taxMinor: 0 as Minor,
  parts: [],
  delivery: [],
  kept: [],
  name: '',
  labels: {},
});

const order = (uses: readonly CartPromotion[], more: object = {}) => ({
  cart: { ...emptyCart(0), sumMinor: 1000 as Minor, promotions: uses },
  credits: [],
  states: { order: 'OPEN' as const },
  currency: 'EUR',
  currencyDigits: 2,
  isTrial: false,
  userId: 3,
  details: NO_DETAILS,
  ...more,
});

type Limits = Partial<Record<'usesMax' | 'usesPerPersonMax' | 'budgetMinor', number>>;

/** What another order with promotion 2, of 100, is told while promotion 2 has these limits, and others have used it. */
const asked = (
  limits: Limits,
  others: readonly ReturnType<typeof order>[],
  own = order([use(1, 900), use(2, 100)]),
) => {
  const uses = new PromotionUses();
  for (const [at, one] of others.entries()) uses.count(one, 1, at + 1);
  const none = { usesMax: 0, usesPerPersonMax: 0, budgetMinor: 0, currency: 'EUR' };
  const states: { readonly [key: string]: object } = {
    'order 7': own,
    'promotion 1': { terms: none },
    'promotion 2': { terms: { ...none, ...limits } },
  };
  const shop = {
    read: (kind: string, id: number) => states[`${kind} ${id}`],
    index: (kind: string) => (kind === 'order' ? { promotions: uses } : {}),
  };
  return checkPromotionsAgain(shop as unknown as Reader, 7);
};

const USED_UP = { ok: false, code: 'PROMOTION_USED_UP', param: '2' };
const once = order([use(2, 50)], { userId: 4 });

test('a promotion without limits is had again however often it was used', () => {
  expect(asked({}, [once, once, once])).toEqual(DONE);
});

test.each<[string, Limits]>([
  ['as often as it may be used', { usesMax: 2 }],
  ['within its budget, to the last cent', { budgetMinor: 200 }],
])('it is had again %s', (_what, limits) => {
  expect(asked(limits, [once])).toEqual(DONE);
  expect(asked(limits, [once, once])).toMatchObject('usesMax' in limits ? USED_UP : DONE);
  expect(asked(limits, [once, once, once])).toMatchObject(USED_UP);
});

test('its budget is what is spent in its own currency', () => {
  expect(asked({ budgetMinor: 100 }, [order([use(2, 50)], { currency: 'USD' })])).toEqual(DONE);
  expect(asked({ budgetMinor: 99 }, [])).toMatchObject(USED_UP);
});

test('a person has it as often as each one may, and a guest without an address is nobody', () => {
  const own = order([use(2, 10)]);
  expect(asked({ usesPerPersonMax: 2 }, [own, once, once])).toEqual(DONE);
  expect(asked({ usesPerPersonMax: 2 }, [own, own])).toMatchObject(USED_UP);
  const guest = order([use(2, 10)], { userId: 0 });
  expect(asked({ usesPerPersonMax: 1 }, [guest, guest], guest)).toEqual(DONE);
});

test('a trial, and an order without promotions, ask of none', () => {
  const limits = { usesMax: 1 };
  expect(asked(limits, [once])).toMatchObject(USED_UP);
  expect(asked(limits, [once], order([use(2, 100)], { isTrial: true }))).toEqual(DONE);
  expect(asked(limits, [once], order([]))).toEqual(DONE);
});
