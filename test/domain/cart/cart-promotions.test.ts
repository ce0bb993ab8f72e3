// What promotions ask of a cart beside its goods, and what the cart keeps of them. It would catch a promotion that is
// given to somebody whom it is not for, one that an edit counts twice, and a cart that shows what it has no more.
import { describe, expect, test } from 'vitest';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import { considered, consideredAll, hasPromotions, setPromotions } from '../../../src/domain/cart/cart-promotions.ts';
import type { PromotedSession } from '../../../src/domain/cart/cart-promotions.ts';
import { NO_DETAILS, changedDetails, personalChange } from '../../../src/domain/cart/order-details.ts';
import type { OrderDetails } from '../../../src/domain/cart/order-details.ts';
import { makePromotion } from '../../../src/domain/promotions/change-promotions.ts';
import { promotion } from '../../../src/domain/promotions/promotion.ts';
import type { PromotionTerms } from '../../../src/domain/promotions/promotion.ts';
import type { Reader, Transaction } from '../../../src/domain/transaction.ts';
import { DONE, ok } from '../../../src/kernel/result.ts';
import { good, openSession, seeded, seededShop } from '../seeded-shop.ts';
import { PIECE } from './plain-elements.ts';

const TENTH = { ...promotion.state.initial().terms, name: 'tenth', value: 100_000 };

const draftOf = (fields: { readonly [field: string]: string }): OrderDetails =>
  changedDetails(NO_DETAILS, {
    ...personalChange(NO_DETAILS, { fields, attributes: {} }),
    paymentMethodId: null,
    deliveryMethodId: null,
  });

/** A cart of one piece at 10, and promotions. */
class PromotedCart {
  readonly shop = seededShop({ currencies: [{ code: 'USD', digits: 2 }] }, [seeded('10', 'default')], []);
  readonly sessionId = openSession(this.shop);

  constructor(...terms: readonly Partial<PromotionTerms>[]) {
    good(this.shop.transact((tx) => addToCart(tx, { ...PIECE, productId: 1, sessionId: this.sessionId })));
    for (const more of terms) this.make(more);
  }
  make(more: Partial<PromotionTerms> = {}): number {
    const { fromMs: _from, untilMs: _until, ...given } = { ...TENTH, ...more };
    return good(this.shop.transact((tx) => makePromotion(tx, given)));
  }
  get session() {
    return this.shop.state('session', this.sessionId);
  }
  /** Changes a running promotion to terms that name what the shop does not have. */
  change(id: number, more: Partial<PromotionTerms>): void {
    const { running } = this.shop.index('promotion');
    Object.assign(
      running.find((one) => one.id === id)!,
      more,
    );
  }
  read<T>(look: (shop: Reader) => T, within = (tx: Transaction) => tx): T {
    return good(this.shop.transact((tx) => ok(look(within(tx)))));
  }
  verdicts(more: Partial<PromotedSession> = {}, within?: (tx: Transaction) => Transaction): readonly string[] {
    return this.read((shop) => consideredAll(shop, { ...this.session, ...more }), within).map(({ verdict }) => verdict);
  }
  set(uses: ReturnType<typeof considered> = this.read((shop) => considered(shop, this.session))) {
    return this.shop.transact((tx) => setPromotions(tx, this.sessionId, this.session.cart, uses));
  }
}

type Tallies = Partial<{
  readonly uses: number;
  readonly ofPerson: number;
  readonly spent: number;
  readonly known: number;
}>;

/** Returns the transaction, in which each promotion was used as often, and account 3 has an order of this id. */
const counting =
  ({ uses = 0, ofPerson = 0, spent = 0, known = 0 }: Tallies, tracked: unknown[] = [], order?: object) =>
  (tx: Transaction): Transaction => {
    const promotions = {
      of: () => ({ uses }),
      ofPerson: (_id: number, person: string) => (person === 'u3' || person.startsWith('g') ? ofPerson : 99),
      spentMinor: (_id: number, currency: string) => (currency === 'EUR' ? spent : 99_999),
    };
    const returning = { knows: (user: number, exceptId = 0) => user === 3 && known !== 0 && known !== exceptId };
    const index = ((kind) =>
      kind === 'order' ? { promotions, reports: { returning } } : tx.index(kind)) as typeof tx.index;
    const track = ((one: unknown) => void tracked.push(one === promotions)) as typeof tx.track;
    const read = ((kind, id) => (kind === 'order' && id === 7 ? order : tx.read(kind, id))) as typeof tx.read;
    return Object.assign(Object.create(tx) as Transaction, { index, track, read });
  };

const EDIT = { edits: { orderId: 7 } } as never;
const ordered = (usedMinor: number) => ({ isTrial: false, cart: { promotions: [{ id: 1, usedMinor }] } });

describe('a promotion is for a cart', () => {
  test('in its currency', () => {
    const cart = new PromotedCart({ minSumMinor: 1 });
    expect(cart.verdicts()).toEqual(['gives']);
    expect(cart.verdicts({ chosen: { currency: 'USD', country: '' } })).toEqual(['other_currency']);
  });

  test('that goes where it is for: as the draft says, else as was chosen, else in the shop’s own country', () => {
    const cart = new PromotedCart({ countries: ['DE'] });
    expect(cart.shop.rules.country).toBe('DE');
    const [at, fr] = ['AT', 'FR'].map((country) => ({ chosen: { currency: '', country } }));
    const draft = draftOf({ delivery_country_code: 'DE' });
    expect([cart.verdicts(), cart.verdicts(at), cart.verdicts({ ...fr, draft })]).toEqual([
      ['gives'],
      ['other_countries'],
      ['gives'],
    ]);
  });

  test('of its channel, and of somebody in its group', () => {
    const cart = new PromotedCart({});
    cart.change(1, { channels: [4] });
    expect([cart.verdicts({ channelId: 4 }), cart.verdicts({ channelId: 5 })]).toEqual([['gives'], ['other_channels']]);
    cart.change(1, { channels: [], groups: [6] });
    expect(cart.verdicts()).toEqual(['other_groups']);
    const user = (tx: Transaction): Transaction => {
      const read = ((kind, id) =>
        kind === 'user' && id === 3 ? { groups: [6] } : tx.read(kind, id)) as typeof tx.read;
      return Object.assign(Object.create(tx) as Transaction, { read });
    };
    expect([cart.verdicts({ userId: 3 }, user), cart.verdicts({ preparedFor: 3 }, user)]).toEqual([
      ['gives'],
      ['gives'],
    ]);
  });

  test('with a code that opens it', () => {
    const cart = new PromotedCart({ isByCode: true });
    expect(cart.verdicts()).toEqual(['needs_code']);
    const coupon = (promotionId: number) => ({ terms: { promotionId } });
    const having = (...coupons: readonly object[]) =>
      cart.verdicts({ cart: { ...cart.session.cart, coupons } as never });
    expect([having(coupon(0)), having(coupon(2)), having(coupon(2), coupon(1))]).toEqual([
      ['needs_code'],
      ['needs_code'],
      ['gives'],
    ]);
  });

  test('of an account without another order', () => {
    const cart = new PromotedCart({ isFirstOrder: true });
    const [none, some] = [counting({}), counting({ known: 7 })];
    expect(cart.verdicts({}, none)).toEqual(['not_first_order']);
    expect([cart.verdicts({ userId: 3 }, none), cart.verdicts({ preparedFor: 3 }, none)]).toEqual([
      ['gives'],
      ['gives'],
    ]);
    expect([cart.verdicts({ userId: 3 }, some), cart.verdicts({ preparedFor: 3 }, some)]).toEqual([
      ['not_first_order'],
      ['not_first_order'],
    ]);
    expect(cart.verdicts({ userId: 4, preparedFor: 3 }, some)).toEqual(['gives']);
    expect(cart.verdicts({ userId: 3, ...(EDIT as object) }, some)).toEqual(['gives']);
  });
});

describe('what orders have used of a promotion', () => {
  test('is asked of the orders as they are, and depended on', () => {
    const cart = new PromotedCart({ usesMax: 2 });
    const tracked: unknown[] = [];
    expect(cart.verdicts({}, counting({ uses: 1 }, tracked))).toEqual(['gives']);
    expect(cart.verdicts({}, counting({ uses: 2 }))).toEqual(['used_up']);
    expect(tracked).toContain(true);
  });

  test('is counted for its person: the account, else the address', () => {
    const cart = new PromotedCart({ usesPerPersonMax: 2 });
    const [once, twice] = [counting({ ofPerson: 1 }), counting({ ofPerson: 2 })];
    expect([cart.verdicts({ userId: 3 }, once), cart.verdicts({ userId: 3 }, twice)]).toEqual([
      ['gives'],
      ['used_by_person'],
    ]);
    expect(cart.verdicts({ preparedFor: 3 }, twice)).toEqual(['used_by_person']);
    const draft = draftOf({ email: 'anna@a.example' });
    expect([cart.verdicts({ draft }, twice), cart.verdicts({}, twice)]).toEqual([['used_by_person'], ['gives']]);
  });

  test('is what is left of its budget', () => {
    const cart = new PromotedCart({ budgetMinor: 150 });
    const off = (spent: number, more: object = {}, order?: object) =>
      cart
        .read((shop) => considered(shop, { ...cart.session, ...more }), counting({ spent }, [], order))
        .uses.map(({ usedMinor }) => usedMinor);
    expect([off(0), off(50), off(100), off(100, EDIT, ordered(30))]).toEqual([[100], [100], [50], [80]]);
  });

  test('is less what an order has of it that is edited', () => {
    const cart = new PromotedCart({ usesMax: 1 });
    expect(cart.verdicts(EDIT, counting({ uses: 1 }, [], ordered(5)))).toEqual(['gives']);
    expect(cart.verdicts(EDIT, counting({ uses: 1 }, [], { isTrial: false, cart: { promotions: [] } }))).toEqual([
      'used_up',
    ]);
    const person = new PromotedCart({ usesPerPersonMax: 1 });
    const session = { userId: 3, ...(EDIT as object) };
    expect(person.verdicts(session, counting({ ofPerson: 1 }, [], ordered(5)))).toEqual(['gives']);
    expect(person.verdicts(session, counting({ ofPerson: 2 }, [], ordered(5)))).toEqual(['used_by_person']);
  });
});

describe('a cart', () => {
  test('has what promotions take off, with their names of now, and what would bring more', () => {
    const cart = new PromotedCart(
      { labels: { de_DE: 'Zehntel' } },
      { name: 'sum', minSumMinor: 5000, stack: 'a', labels: { de_DE: 'Summe' } },
      { name: 'pieces', minMilli: 3000, stack: 'b' },
      { name: 'first', isFirstOrder: true, stack: 'c' },
    );
    expect(cart.set()).toEqual(DONE);
    const { promotions, nearly } = cart.session.cart;
    expect(promotions).toMatchObject([{ id: 1, usedMinor: 100, name: 'tenth', labels: { de_DE: 'Zehntel' } }]);
    expect(nearly).toEqual([
      [2, 'sum', 'sum', 4100, { de_DE: 'Summe' }],
      [3, 'pieces', 'pieces', 2000, {}],
    ]);
    const [known] = promotions;
    const records = cart.shop.log.length;
    expect([cart.set(), cart.shop.log.length]).toEqual([DONE, records]);
    cart.change(2, { name: 'other' });
    expect(cart.set()).toEqual(DONE);
    expect([cart.session.cart.nearly[0]![1], cart.session.cart.promotions[0]]).toEqual(['other', known]);
    cart.change(1, { name: 'renamed' });
    expect([cart.set(), cart.session.cart.promotions[0]!.name]).toEqual([DONE, 'renamed']);
  });

  test('that is empty is near to nothing', () => {
    const cart = new PromotedCart({ minSumMinor: 5000 });
    good(cart.set());
    expect(cart.session.cart.nearly.length).toBe(1);
    const { all } = cart.read((shop) => considered(shop, cart.session));
    const empty = { ...cart.session.cart, lines: [] };
    good(
      cart.shop.transact((tx) => setPromotions(tx, cart.sessionId, empty, { ...considered(tx, cart.session), all })),
    );
    expect(cart.session.cart.nearly).toEqual([]);
  });

  test('keeps the very object of what stays as it was', () => {
    const cart = new PromotedCart({}, { name: 'other', stack: 'a', minMilli: 2000 });
    good(cart.set());
    const { cart: before } = cart.session;
    const commands: { promotions: readonly unknown[] }[] = [];
    cart.change(2, { name: 'new' });
    cart.shop.transact((tx) => {
      const ask = ((_kind, _id, command) => (commands.push(command as never), DONE)) as typeof tx.ask;
      const within = Object.assign(Object.create(tx) as Transaction, { ask });
      return setPromotions(within, cart.sessionId, before, considered(tx, cart.session));
    });
    expect(commands.length).toBe(1);
    expect(commands[0]!.promotions[0]).toBe(before.promotions[0]);
  });

  test('may have promotions while it has some, is near to some, or some run', () => {
    const none = new PromotedCart();
    const has = (one: PromotedCart, more: object = {}) =>
      one.read((shop) => hasPromotions(shop, { ...one.session.cart, ...more }));
    expect([has(none), has(none, { promotions: [1] }), has(none, { nearly: [1] }), has(new PromotedCart({}))]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test('depends on promotions that are not there yet', () => {
    const cart = new PromotedCart();
    const missed: string[] = [];
    const noting = (tx: Transaction) =>
      Object.assign(Object.create(tx) as Transaction, { trackAbsence: (kind: string) => void missed.push(kind) });
    cart.read((shop) => considered(shop, cart.session), noting);
    expect(missed).toEqual(['promotion']);
  });
});
