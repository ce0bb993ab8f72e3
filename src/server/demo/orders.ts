// One shopper of the demo shop: fills a cart, perhaps buys it, and what becomes of the order.
import { returnsOf } from '../../domain/orders/order-return.ts';
import type { Method } from '../../domain/rules.ts';
import type { Article } from './catalogue.ts';
import { chosenMethod, wishOf } from './delivery.ts';
import type { Wish } from './delivery.ts';
import { RefusedCall } from './demo-shop.ts';
import type { DemoShop, Members } from './demo-shop.ts';
import type { Offers } from './offers.ts';
import { demoAccounts, emailOf, guest } from './people.ts';
import type { Account, Person } from './people.ts';
import type { Seeded } from './seeded.ts';
import { story } from './story.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './timeline.ts';
import type { Plan, Planned } from './timeline.ts';

export interface Shopping {
  readonly shop: DemoShop;
  readonly articles: readonly Article[];
  readonly offers: Offers;
  /** Accounts that there are by now. */
  readonly accounts: readonly Account[];
  /** Decides for this shopper alone. */
  readonly chance: Seeded;
  /** The number of the visit among all shoppers', in the order of time. */
  readonly number: number;
}

/** What is not refused for lack of stock, a used coupon or a promotion that ended meanwhile: shops sell out. */
const unlessSoldOut = async (call: Promise<Members>): Promise<Members | undefined> => {
  try {
    return await call;
  } catch (error) {
    const isSoldOut =
      error instanceof RefusedCall && /^(SHOPOBJECT_NOT_AVAILABLE|COUPON_|TOTAL_CHANGED)/.test(error.code);
    if (!isSoldOut) throw error;
    return undefined;
  }
};

/** Dear things are bought less often, favourites more often. */
const drawn = (articles: readonly Article[], chance: Seeded): Article => {
  for (;;) {
    const article = chance.pick(articles);
    const { price, isFavourite, hasSize } = article;
    const share = Math.min(1, 30 / price + 0.08) * (isFavourite ? 1 : 0.6) * (hasSize ? 0.6 : 1);
    if (chance.happens(share)) return article;
  }
};

const pieces = (chance: Seeded, price: number): number => (price < 25 && chance.happens(0.4) ? 2 + chance.int(3) : 1);

/** Puts one to four things into the cart; the amount that it comes to. */
const fillCart = async ({ shop, articles, chance }: Shopping, session: unknown, person: Person): Promise<number> => {
  let sum = 0;
  for (let left = 1 + chance.int(4) * chance.int(2); left > 0; left -= 1) {
    const { id, price } = drawn(articles, chance);
    const cart = await unlessSoldOut(
      shop.call('add_to_cart', {
        session,
        id_shopobject: id,
        element_type: 'PRODUCT_GR',
        quantity: pieces(chance, price),
        price_field: 'price',
        name_field: 'name',
        description_field: 'short_description',
        language: person.language,
        country: person.country,
      }),
    );
    if (cart !== undefined) sum = Number(cart['sum']);
    await shop.moveTo(shop.nowMs + 20_000 + chance.int(3 * MINUTE_MS));
  }
  return sum;
};

const addCoupon = async ({ shop, offers, chance, number }: Shopping, session: unknown): Promise<void> => {
  const given = offers.find(({ first, every }) => number % every === first);
  const code = given === undefined ? chance.pick(story().codesTried) : given.codes[Math.floor(number / given.every)];
  if (code !== undefined && code !== '') await unlessSoldOut(shop.call('add_coupons', { session, coupons: [[code]] }));
};

const addressed = (person: Person): Members =>
  Object.fromEntries(
    (['salutation', 'firstname', 'lastname', 'street', 'number', 'zip', 'city', 'country'] as const)
      .filter((field) => person[field] !== '')
      .flatMap((field) => ['delivery', 'invoice'].map((kind) => [`${kind}_${field}`, person[field]])),
  );

/** The id of the method at a place in the settings, or of the last one; 0 where there is none. */
const oneOf = (methods: readonly Method[], at: number): number => (methods[at] ?? methods.at(-1))?.id ?? 0;

/** Begins a session and fills its cart. One in eight leaves it at that. */
export const goShopping = async (shopping: Shopping, plan: Plan): Promise<void> => {
  const { shop, accounts, chance } = shopping;
  const account = chance.happens(0.4) && accounts.length > 0 ? chance.pick(accounts) : undefined;
  const person = account ?? guest(chance.int);
  const session = (await shop.call('get_new_session'))['code'];
  if (account !== undefined)
    await shop.call('login_user', { session, username: account.username, password: account.password });
  const sum = await fillCart(shopping, session, person);
  if (sum === 0 || chance.happens(0.125)) return;
  await addCoupon(shopping, session);
  const payment = oneOf(shop.engine.rules.paymentMethods, chance.happens(0.55) ? 0 : 1);
  await shop.call('set_order_details', {
    session,
    ...addressed(person),
    email: emailOf(person),
    id_payment_method: payment,
    ...(chance.happens(0.08) && { note: chance.pick(story().notes) }),
  });
  const delivery = await chosenMethod(shop, session, wishOf(chance));
  if (delivery === undefined) return;
  await shop.call('set_order_details', { session, id_delivery_method: delivery.id });
  await shop.moveTo(shop.nowMs + MINUTE_MS);
  const placed = await unlessSoldOut(shop.call('checkout', { session }));
  if (placed !== undefined) liveOn({ shop, chance, orderId: Number(placed['id_order']), wish: delivery.wish }, plan);
};

interface Placed {
  readonly shop: DemoShop;
  readonly chance: Seeded;
  readonly orderId: number;
  readonly wish: Wish;
}

const set = ({ shop, orderId }: Placed, states: Members): Promise<Members> =>
  shop.call('update_order_details', { id_order: orderId, ...states });

/** Some are cancelled, some never paid; of the others the money comes, then they leave. */
const liveOn = (placed: Placed, plan: Plan): void => {
  const { shop, chance } = placed;
  const { nowMs } = shop;
  const fate = chance.fraction();
  if (fate < 0.06)
    return plan(
      nowMs + (1 + chance.int(20)) * HOUR_MS,
      async () => void (await set(placed, { order_state: 'CANCELED' })),
    );
  if (fate < 0.12) {
    // Nobody pays: it ends by itself where its method has a term, else the shop waits no longer after two weeks.
    const endsMs = shop.engine.readContext().index('order').unpaid.position(placed.orderId);
    if (endsMs !== 0) return plan(endsMs, () => Promise.resolve());
    const waits = 14 * DAY_MS + chance.int(12) * HOUR_MS;
    return plan(nowMs + waits, async () => void (await set(placed, { order_state: 'CANCELED' })));
  }
  return plan(nowMs + (2 + chance.int(50)) * HOUR_MS, async (later) => {
    await set(placed, { order_payment_state: 'PAYMENT_RECEIVED', order_state: 'PROCESSING' });
    planParcels(placed, later);
  });
};

interface OrderLine {
  readonly id: number;
  readonly type: string;
  readonly quantity: number;
}

/** Lines of goods of an order. */
export const linesOf = async (shop: DemoShop, orderId: number): Promise<readonly OrderLine[]> => {
  const order = await shop.call('get_order_by_id', { id_order: orderId });
  const { contents } = order['cart'] as { readonly contents: readonly OrderLine[] };
  return contents.filter(({ type }) => type.startsWith('PRODUCT'));
};

const send = async (placed: Placed, lines: readonly OrderLine[]): Promise<void> => {
  const { shop, chance, orderId, wish } = placed;
  const carrier = wish === 'express' ? 'Eilkurier' : chance.pick(['DHL', 'DHL', 'DPD', 'Hermes']);
  const sent = { provider: carrier, tracking_number: `00340${String(434_000_000 + chance.int(99_999_999))}` };
  await shop.call('add_parcel', {
    id_order: orderId,
    lines: lines.map(({ id, quantity }) => ({ id_element: id, quantity })),
    ...(wish === 'pickup' ? { provider: 'Abholung' } : sent),
  });
};

/** A third of the orders with several lines leave in two parcels. */
const planParcels = (placed: Placed, plan: Plan): void => {
  const { shop, chance, wish } = placed;
  const packed = wish === 'express' ? 4 * HOUR_MS : (6 + chance.int(40)) * HOUR_MS;
  const inTwo = chance.happens(0.33);
  plan(shop.nowMs + packed, async (later) => {
    const lines = await linesOf(shop, placed.orderId);
    const first = inTwo && lines.length > 1 ? lines.slice(0, 1) : lines;
    await send(placed, first);
    const rest = lines.slice(first.length);
    if (rest.length === 0) return planArrival(placed, later);
    // The workshop is late with the rest.
    if (chance.happens(0.15)) return undefined;
    return later(shop.nowMs + (20 + chance.int(60)) * HOUR_MS, async (last) => {
      await send(placed, rest);
      planArrival(placed, last);
    });
  });
};

/** It arrives and is closed. Some things come back: the money is returned, the stock is there again. */
const planArrival = (placed: Placed, plan: Plan): void => {
  const { shop, chance } = placed;
  plan(shop.nowMs + (18 + chance.int(50)) * HOUR_MS, async (later) => {
    await set(placed, { order_state: 'CLOSED' });
    if (!chance.happens(0.06)) return;
    later(shop.nowMs + (3 + chance.int(8)) * DAY_MS, async () => {
      // It has come back already, and piece by piece.
      if (returnsOf(shop.engine.readContext(), placed.orderId).length > 0) return;
      await set(placed, {
        order_state: 'CANCELED',
        order_payment_state: 'PAYMENT_NOT_RECEIVED',
        order_delivery_state: 'PROCESSING',
      });
    });
  });
};

/** Puts one of each into the cart of a draft, as far as there are any. Resolves with whether something is in it. */
const fillDraft = async (shop: DemoShop, session: unknown, articles: readonly Article[]): Promise<boolean> => {
  let isFilled = false;
  for (const { id } of articles) {
    const line = { session, id_shopobject: id, element_type: 'PRODUCT_GR', quantity: 1 };
    const fields = { price_field: 'price', name_field: 'name', description_field: 'short_description' };
    if ((await unlessSoldOut(shop.call('add_to_cart', { ...line, ...fields }))) !== undefined) isFilled = true;
  }
  return isFilled;
};

/** Articles of the order on the phone. */
const PHONED = 2;

/**
 * An order on the phone that is begun and not placed: the customer will call again about it. Nothing else of the demo
 * depends on it: it takes no stock and no number of an order. `dayMs`: midnight of the day of the call.
 */
export const phoneOrder = (shop: DemoShop, articles: readonly Article[], dayMs: number): Planned => ({
  atMs: dayMs + 16 * HOUR_MS,
  run: async () => {
    const customer = demoAccounts().find(({ level }) => level === 0);
    const constraint = { username: customer?.username ?? '' };
    const found = customer === undefined ? undefined : await shop.call('search_users', { constraint });
    const [user] = (found?.['result'] ?? []) as readonly { readonly id_user: number }[];
    const { session } = await shop.call('create_draft', { id_user: user?.id_user ?? 0 });
    await fillDraft(shop, session, articles.slice(0, PHONED));
  },
});

/**
 * An order that tries the shop out, as the first steps make it: no figure counts it. It is open still, so that it can
 * be ended. `dayMs`: midnight of its day.
 */
export const trialOrder = (shop: DemoShop, articles: readonly Article[], dayMs: number): Planned => ({
  atMs: dayMs + 17 * HOUR_MS,
  run: async () => {
    const { session } = await shop.call('create_draft', { trial: 1 });
    if (!(await fillDraft(shop, session, articles.slice(0, PHONED)))) return;
    await shop.call('set_order_details', {
      session,
      email: 'greta@kontor.example',
      delivery_companyname: 'Kontor & Töchter',
      delivery_firstname: 'Probe',
      delivery_lastname: 'Bestellung',
      delivery_street: 'Probeweg',
      delivery_number: '1',
      delivery_zip: '10000',
      delivery_city: 'Probestadt',
      delivery_country: 'DE',
      id_payment_method: oneOf(shop.engine.rules.paymentMethods, 1),
      id_delivery_method: oneOf(shop.engine.rules.deliveryMethods, 0),
    });
    await unlessSoldOut(shop.call('checkout', { session }));
  },
});
