// The store of the demo shop: would catch a history that differs from run to run, a kind of coupon, a state of an order
// or a text that is missing, a time that is not of the history, and a store that `kontor verify` finds fault with.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_CREDENTIALS } from '../../../src/admin/credentials.ts';
import { Printer } from '../../../src/cli/printer.ts';
import { verify } from '../../../src/cli/verify.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { Config } from '../../../src/config/config.ts';
import { objectLinked } from '../../../src/domain/catalogue/find-object.ts';
import { COUPON_TYPES } from '../../../src/domain/coupons/coupon-terms.ts';
import { COUPON_STATES } from '../../../src/domain/lifecycles/coupon.ts';
import { lowestPrice } from '../../../src/domain/listing/lowest-price.ts';
import { guestOf } from '../../../src/domain/prices/price-context.ts';
import { tiersOf } from '../../../src/domain/prices/product-prices.ts';
import { checkTable } from '../../../src/domain/delivery/gaps.ts';
import { amountOf, outstandingOf } from '../../../src/domain/orders/credits.ts';
import { DELIVERY_STATES } from '../../../src/domain/lifecycles/delivery.ts';
import { ORDER_STATES } from '../../../src/domain/lifecycles/order.ts';
import { PAYMENT_STATES } from '../../../src/domain/lifecycles/payment.ts';
import type { KindName, StateOf } from '../../../src/domain/kind-types.ts';
import { openLmdbReadOnly } from '../../../src/engine/journal/lmdb-journal.ts';
import { readBatch } from '../../../src/engine/journal/record.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { runToEnd } from '../../../src/kernel/steps.ts';
import { hashOf } from '../../../src/server/demo/password-hashes.ts';
import { demoAccounts } from '../../../src/server/demo/people.ts';
import { DEMO_SETTINGS } from '../../../src/server/demo/settings.ts';
import { story } from '../../../src/server/demo/story.ts';
import { writeNewStore } from '../../../src/server/start/new-store.ts';
import { openConfiguredStore } from '../../../src/server/start/open-store.ts';
import { newDirectory } from '../../harness/directories.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const NOON = MIDNIGHT + DAY_MS / 2;
const LANGUAGES = ['de_DE', 'en_GB'] as const;

const configOf = (data: string): Config =>
  loadConfig({ data, snapshots: `${data}-snapshots`, port: 8080 }, {}, undefined, DEMO_SETTINGS);

const written = async (nowMs: number, seed = 'a seed'): Promise<string> => {
  const directory = join(newDirectory(), 'demo');
  const made = { directory, config: configOf(directory), credentials: DEMO_CREDENTIALS, isPrinted: true, nowMs, seed };
  await writeNewStore({ ...made, content: 'history' });
  return directory;
};

interface Recorded {
  readonly operation: string;
  readonly atMs: number;
  readonly text: string;
}

/** All records, decrypted, each as a text. */
const recordsIn = async (directory: string): Promise<readonly Recorded[]> => {
  const { cipher } = SubjectKeys.read(directory, true);
  const journal = openLmdbReadOnly(join(directory, 'journal'), cipher);
  try {
    return [...journal.batches(1)].flatMap(({ bytes }) =>
      [...readBatch(bytes, cipher)].map(({ atMs, cause, events }) => ({
        operation: cause.operation,
        atMs,
        text: JSON.stringify([atMs, cause, events]),
      })),
    );
  } finally {
    await journal.close();
  }
};

const statesOf = <K extends KindName>({ engine }: Store, kind: K): readonly (readonly [number, StateOf<K>])[] => {
  const table = engine.tables[kind];
  return Array.from({ length: table.nextId - 1 }, (_, at) => at + 1)
    .map((id) => [id, table.peek(id) as StateOf<K> | undefined] as const)
    .filter((entry): entry is readonly [number, StateOf<K>] => entry[1] !== undefined);
};

let noon: string;
/** It as it was written, before a store is opened in it. */
let untouched: string;
let store: Store;
beforeAll(async () => {
  noon = await written(NOON);
  untouched = join(newDirectory(), 'demo');
  cpSync(noon, untouched, { recursive: true });
  store = await openConfiguredStore(configOf(noon));
  return () => store.close();
});

describe('the journal', () => {
  test('is the same for the same day and seed, goes on as the day does, and is another one for another seed', async () => {
    const first = await recordsIn(untouched);
    expect(await recordsIn(await written(NOON))).toEqual(first);
    // What was counted is written at the end, whenever that is, and what has expired by then ends.
    const isNoCount = ({ operation }: Recorded): boolean => operation !== 'count_usage';
    const before = first.filter((record) => isNoCount(record) && record.atMs < NOON);
    const longer = (await recordsIn(await written(NOON + 5 * 3_600_000))).filter(isNoCount);
    expect(longer.length).toBeGreaterThan(first.filter(isNoCount).length);
    expect(longer.slice(0, before.length)).toEqual(before);
    const other = (await recordsIn(await written(NOON, 'another seed'))).filter(isNoCount);
    expect(other.map(({ text }) => text)).not.toEqual(before.map(({ text }) => text));
  });

  test('is of the last ninety days, in the order of time, and sound', async () => {
    expect(await verify(untouched, `${untouched}-snapshots`, new Printer(false))).toBe(true);
    const times = (await recordsIn(untouched)).map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBe(MIDNIGHT - 90 * DAY_MS);
    expect(times.at(-1)).toBe(NOON);
    const days = new Set(times.map((ms) => Math.floor(ms / DAY_MS)));
    expect(days.size).toBe(91);
    expect(store.engine.time.confirmedMs).toBe(0);
  });
});

describe('goods', () => {
  test('are sixty products with variations in three levels of categories, all in German and English', () => {
    const objects = statesOf(store, 'shopobject');
    const products = objects.filter(([, { type, productId }]) => type === 'product' && productId === 0);
    expect(products).toHaveLength(60);
    expect(objects.filter(([, { productId }]) => productId !== 0).length).toBeGreaterThan(60);
    expect(objects.filter(([, { type }]) => type === 'content')).toHaveLength(10);
    const categories = new Map(statesOf(store, 'category'));
    const depth = (id: number): number => (id === 0 ? 0 : 1 + depth(categories.get(id)!.parentId));
    expect(new Set([...categories.keys()].map(depth))).toEqual(new Set([1, 2, 3]));
    const shop = store.engine.readContext();
    for (const [id, { attributes, seo, type }] of objects) {
      const numbers = LANGUAGES.map((language) => Object.keys(attributes[language]!).sort());
      expect(numbers[0]).toEqual(numbers[1]);
      for (const language of LANGUAGES) {
        const { permalink } = seo[language]!;
        expect(permalink).toMatch(/^[a-z0-9-]+$/);
        expect(objectLinked(shop, permalink!, language, type, false)).toMatchObject({ ok: true, value: { id } });
      }
    }
    const own = ([de, en]: readonly unknown[]): boolean => de !== en;
    const texts = products.map(([, { attributes }]) => LANGUAGES.map((language) => attributes[language]![1]));
    expect(texts.every(own)).toBe(true);
  });

  test('have pictures, each a file', () => {
    const files = new Set(readdirSync(join(noon, 'images')).map((name) => `/images/${name}`));
    const images = statesOf(store, 'shopobject').flatMap(([, { attributes }]) =>
      Object.values(attributes['en_GB']!).filter((value) => typeof value === 'object' && 'value' in value),
    );
    expect(images.length).toBeGreaterThan(100);
    expect(images.filter(({ value }) => !files.has(String(value)))).toEqual([]);
  });

  test('the reading lamp is product 2 of category 1, and books are taxed less', () => {
    const lamp = store.engine.readContext().read('shopobject', 2)!;
    expect(lamp).toMatchObject({ name: 'Reading lamp', attributes: { en_GB: { 3: 119.9 } } });
    expect(lamp.memberships.map(({ categoryId }) => categoryId)).toContain(1);
    expect(statesOf(store, 'shopobject').filter(([, one]) => one.metadata.taxclass === 'reduced')).toHaveLength(5);
  });

  test('in the sale were cheaper before it, one of them lately', () => {
    const shop = store.engine.readContext();
    const lists = statesOf(store, 'price_list');
    const sale = lists.find(([, { terms }]) => terms.name === 'Autumn sale')![0];
    const asked = { field: 'price', language: 'en_GB', context: guestOf(shop.rules) };
    const prices = statesOf(store, 'product_prices').flatMap(([, known]) => {
      const [tier] = tiersOf(known, sale);
      const lowest = lowestPrice(shop, known.productId, shop.read('shopobject', known.productId)!, asked);
      return tier === undefined ? [] : [[tier[2], lowest]];
    });
    expect(prices).toHaveLength(6);
    expect(prices.filter(([struck, lowest]) => struck !== lowest)).toEqual([[102_000, 98_000]]);
  });

  test('lie in two storages', () => {
    expect(statesOf(store, 'storage').map(([, { name }]) => name)).toEqual(['Hamburg', 'Leipzig']);
    expect(statesOf(store, 'warehouse_entity').length).toBeGreaterThan(20);
  });
});

describe('sales', () => {
  test('orders are in every state, some sent in two parcels, and the first one is 10001', () => {
    const orders = statesOf(store, 'order');
    expect(orders.length).toBeGreaterThan(150);
    expect(orders[0]![0]).toBe(10_001);
    const seen = (name: 'order' | 'payment' | 'delivery') => new Set(orders.map(([, { states }]) => states[name]));
    expect(seen('order')).toEqual(new Set(ORDER_STATES));
    expect(seen('payment')).toEqual(new Set(PAYMENT_STATES));
    expect(seen('delivery')).toEqual(new Set(DELIVERY_STATES));
    expect(new Set(orders.map(([, { parcels }]) => parcels.length))).toEqual(new Set([0, 1, 2]));
    const sentBack = orders.filter(([, { states, parcels }]) => states.order === 'CANCELED' && parcels.length > 0);
    expect(sentBack.length).toBeGreaterThan(0);
    const { unpaid, expired } = store.engine.readContext().index('order');
    expect(unpaid.ids.length, 'orders that end unless they are paid').toBeGreaterThan(0);
    expect(expired.ids.length, 'orders that ended unpaid').toBeGreaterThan(0);
    expect(orders.filter(([, { createdMs }]) => createdMs > NOON - 7 * DAY_MS).length).toBeGreaterThan(5);
  });

  test('orders have used each promotion, one by its codes, and shoppers read its name in both languages', () => {
    const { promotions } = store.engine.readContext().index('order');
    const made = statesOf(store, 'promotion');
    expect(made.map(([, { terms }]) => terms.kind)).toEqual(['percent', 'buy_get', 'free_delivery', 'percent']);
    for (const [id, { terms, state }] of made) {
      expect(Object.keys(terms.labels).sort()).toEqual(LANGUAGES);
      expect(state, terms.name).toBe('running');
      const { uses, spent } = promotions.of(id);
      expect(uses, terms.name).toBeGreaterThan(0);
      expect(spent.get('EUR')!.minor, terms.name).toBeGreaterThan(0);
    }
    const [kitchen] = made as [(typeof made)[number]];
    const promoted = statesOf(store, 'order').filter(([, { cart }]) =>
      cart.promotions.some(({ id }) => id === kitchen[0]),
    );
    for (const [, { createdMs }] of promoted) expect(createdMs).toBeGreaterThanOrEqual(kitchen[1].terms.fromMs);
    const codes = statesOf(store, 'coupon_batch').filter(([, { terms }]) => terms.promotionId === made[3]![0]);
    expect(codes.map(([, { terms }]) => terms.unique)).toEqual([true, false]);
  });

  test('orders are sent, in haste or not, and fetched, at what the rules say, and no table leaves weights open', () => {
    const shop = store.engine.readContext();
    const rules = new Map(statesOf(store, 'delivery_rule').map(([id, { terms }]) => [id, terms]));
    const positions = statesOf(store, 'order').flatMap(([, { cart }]) => cart.deliveryPositions);
    expect(positions.filter(({ ruleId }) => ruleId === 0)).toEqual([]);
    const used = new Set(positions.map(({ ruleId }) => rules.get(ruleId)!.name));
    for (const name of ['Parcel', 'Carrier', 'Parcel abroad', 'Express', 'Fetched in Hamburg'])
      expect(used, name).toContain(name);
    const index = shop.index('delivery_rule');
    expect(index.methodIds()).toEqual([1, 2, 3]);
    for (const id of index.methodIds())
      expect(runToEnd(checkTable(index.tableOf(id)!))).toMatchObject({ gaps: [], overlaps: [] });
    expect(rules.size).toBe(story().delivery.length);
  });

  test('coupons are of every kind and in every state', () => {
    const kindOf = (unique: boolean, percentage: boolean): string =>
      `${unique ? 'UNIQUE' : 'MULTIPLE'}_${percentage ? 'PERCENTAGE' : 'NOMINAL'}`;
    const batches = statesOf(store, 'coupon_batch').map(([, { terms }]) => terms);
    expect(new Set(batches.map(({ unique, percentage }) => kindOf(unique, percentage)))).toEqual(new Set(COUPON_TYPES));
    expect(batches.some(({ combineable }) => combineable)).toBe(true);
    const states = new Set(statesOf(store, 'coupon').map(([, { state }]) => state));
    // One is freed where the order that had it was cancelled, which chance decides.
    for (const state of COUPON_STATES) if (state !== 'FREED' && state !== 'ENDED') expect(states).toContain(state);
    expect(statesOf(store, 'coupon_batch').filter(([, { endedMs }]) => endedMs > 0)).toHaveLength(1);
  });

  test('there are twelve accounts, one of a manager and one of an administrator', () => {
    const users = statesOf(store, 'user').map(([, { username, level, status }]) => ({ username, level, status }));
    expect(users).toHaveLength(12);
    expect(users.every(({ status }) => status === 'active')).toBe(true);
    const byName = (a: { username: string }, b: { username: string }): number => (a.username < b.username ? -1 : 1);
    expect(users.map(({ username, level }) => ({ username, level })).sort(byName)).toEqual(
      demoAccounts()
        .map(({ username, level }) => ({ username, level }))
        .sort(byName),
    );
    expect(
      users
        .map(({ level }) => level)
        .filter((level) => level > 0)
        .sort(),
    ).toEqual([100, 50]);
  });

  test('roles of its own: one without contacts and amounts, one that wants a second factor, to which somebody is invited', () => {
    const roles = statesOf(store, 'role').map(([, { name, hidden, needsSecondFactor }]) => ({
      name,
      hidden,
      needsSecondFactor,
    }));
    expect(roles).toEqual([
      { name: 'Packing', hidden: ['contacts', 'amounts'], needsSecondFactor: false },
      { name: 'Bookkeeping', hidden: [], needsSecondFactor: true },
    ]);
    expect(statesOf(store, 'user').filter(([, { role, hasSecondFactor }]) => role !== '' || hasSecondFactor)).toEqual(
      [],
    );
    const invited = statesOf(store, 'invitation').map(([, { email, role, expiresMs }]) => ({ email, role, expiresMs }));
    expect(invited).toMatchObject([{ email: 'hanne@kontor.example', role: 'Bookkeeping' }]);
    expect(invited[0]!.expiresMs).toBeGreaterThan(NOON + 5 * DAY_MS);
  });

  test('one trial order is open, and no figure counts it', () => {
    const trials = statesOf(store, 'order').filter(([, { isTrial }]) => isTrial);
    expect(trials.map(([, { states }]) => states.order)).toEqual(['OPEN']);
    const [[id, order]] = trials as [(typeof trials)[number]];
    expect(id).toBeGreaterThan(10_001);
    const { trials: listed, reports } = store.engine.readContext().index('order');
    expect(listed.ids).toEqual([id]);
    const others = statesOf(store, 'order').filter(([, { day, isTrial }]) => day === order.day && !isTrial);
    expect(reports.orders.on(order.day, {})).toBe(others.length);
  });

  test('one return waits, and one was received: the money is back, with a credit note', () => {
    const returns = statesOf(store, 'order_return').map(([, of]) => of);
    expect(returns).toMatchObject([
      { state: 'received', announcedBy: 0, creditId: 1, received: [{ reason: 'changed_mind', isKept: true }] },
      { state: 'announced', announcedBy: 0, lines: [{ reason: 'damaged' }] },
    ]);
    const shop = store.engine.readContext();
    const [order, waiting] = returns.map(({ orderId }) => shop.read('order', orderId)!);
    expect(order!.credits).toMatchObject([{ kind: 'returned', note: { number: 1 } }]);
    expect(order!.refundedMinor).toBe(amountOf(order!.credits[0]!));
    expect(outstandingOf(order!)).toBe(0);
    expect(shop.read('issued_invoice', returns[0]!.orderId)!.creditNotes).toHaveProperty('1.html');
    expect(waiting!.credits).toEqual([]);
  });

  test('orders of the system before: of Ada Winter, who logs in, and of a guest, all older than the shop', () => {
    const [id, ada] = statesOf(store, 'user').find(([, { username }]) => username === 'ada.winter')!;
    expect(ada).toMatchObject({ isImported: true, status: 'active', passwordHash: hashOf('notebook1003') });
    const orders = statesOf(store, 'past_order').map(([, order]) => order);
    expect(orders.map(({ userId }) => userId)).toEqual([id, id, id, id, 0]);
    expect(orders.filter(({ canceledMs }) => canceledMs > 0)).toHaveLength(1);
    for (const order of orders) {
      expect(order.placedMs).toBeLessThan(MIDNIGHT - 90 * DAY_MS);
      const { goodsMinor, deliveryMinor, discountMinor, totalMinor, taxMinor } = order;
      const lines = order.lines.map(({ quantityMilli, priceMinor }) => (quantityMilli / 1000) * priceMinor);
      expect(lines.reduce((sum, minor) => sum + minor, 0)).toBe(goodsMinor);
      expect(goodsMinor + deliveryMinor - discountMinor).toBe(totalMinor);
      expect(taxMinor).toBe(Math.round((totalMinor * 19) / 119));
    }
  });

  test('searches in vain and calls were counted by day', () => {
    expect(statesOf(store, 'usage').length).toBeGreaterThan(85);
    const [searches] = statesOf(store, 'zero_result_searches');
    expect(searches![1].texts.map(([text]) => text)).toContain('umbrella');
  });

  test('webhooks wait for the receiver of the process', () => {
    const own = statesOf(store, 'webhook').filter(([, { name }]) => name.startsWith('DEMO_'));
    expect(own.map(([, { url }]) => url.split('?')[0])).toEqual(Array(3).fill('http://127.0.0.1:8080/demo/webhooks'));
    expect(statesOf(store, 'message').length).toBeGreaterThan(0);
  });
});
