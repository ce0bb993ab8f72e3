// Ninety days of the demo shop: accounts, orders and what becomes of them, searches, articles, deliveries to the
// storages, prices that change.
//
// Guaranteed: what happens by a moment does not depend on when the history of that day ends. A shop that is filled at
// noon has the records of one that is filled in the morning, and then more.
import { bringCatalogue } from '../../admin/bring-files.ts';
import type { Catalogue } from './catalogue.ts';
import { bringing, demoLines } from './demo-files.ts';
import type { DemoShop, Members } from './demo-shop.ts';
import type { Offers } from './offers.ts';
import { goShopping, phoneOrder, trialOrder } from './orders.ts';
import { demoAccounts, demoInvited, demoRoles } from './people.ts';
import { announcedReturn, receivedReturn } from './returns.ts';
import { Seeded } from './seeded.ts';
import { signUp } from './sign-up.ts';
import { story } from './story.ts';
import { DAY_MS, HOUR_MS, runUntil } from './timeline.ts';
import type { Planned } from './timeline.ts';

export const HISTORY_DAYS = 90;

const JOURNAL = 'journal.jsonl';

export interface History {
  readonly shop: DemoShop;
  readonly catalogue: Catalogue;
  readonly offers: Offers;
  readonly seed: string;
  /** Midnight, UTC, of the last day. */
  readonly lastDayMs: number;
  /** Where the orders of the last day are told to; '': nowhere. */
  readonly receiver: string;
}

const searches = ({ shop, seed }: History, startMs: number): readonly Planned[] => {
  const chance = new Seeded(`${seed} searches ${startMs}`);
  const { found, inVain } = story().searches;
  return Array.from({ length: 2 + chance.int(5) }, () => {
    const text = chance.happens(0.35) ? chance.pick(inVain) : chance.pick(found);
    const fields = { constraint: { search: ['MATCH', text] }, right_limit: 12, needed_attributes: ['name'] };
    const atMs = startMs + 7 * HOUR_MS + chance.int(15 * HOUR_MS);
    return { atMs, run: async () => void (await shop.call('search_products', fields)) };
  });
};

/** More towards the end, fewer at the beginning of the week. */
const shoppersOf = (day: number, weekday: number, chance: Seeded): number =>
  Math.round(1.4 + day / 45 + (weekday === 0 || weekday === 6 ? 1 : 0) + chance.fraction() * 1.6);

const shopping = (history: History, day: number, startMs: number, numberFrom: number): readonly Planned[] => {
  const { shop, seed, offers, catalogue } = history;
  const chance = new Seeded(`${seed} day ${day}`);
  const count = shoppersOf(day, new Date(startMs).getUTCDay(), chance);
  const accounts = demoAccounts().filter(({ level, daysAgo }) => level === 0 && daysAgo > HISTORY_DAYS - day);
  return Array.from({ length: count }, (_, index) => {
    const number = numberFrom + index;
    const shopper = { shop, offers, accounts, number, chance: new Seeded(`${seed} shopper ${number}`) };
    return {
      atMs: startMs + 6 * HOUR_MS + Math.floor(((chance.fraction() + chance.fraction()) / 2) * 16 * HOUR_MS),
      run: (plan) => goShopping({ ...shopper, articles: catalogue.articles }, plan),
    };
  });
};

/** What is short in the storages comes anew every third week. */
const delivery = ({ shop, catalogue }: History, atMs: number): Planned => ({
  atMs,
  run: async () => {
    for (const { elementNumber, pieces, isMadeOfParts } of catalogue.articles) {
      if (elementNumber === '' || isMadeOfParts) continue;
      const { quantity } = await shop.call('get_stock', { element_number: elementNumber });
      if (Number(quantity) < pieces / 2)
        await catalogue.place(elementNumber, Math.ceil(pieces / 2), 'delivery from the workshop');
    }
  },
});

const priceChange = ({ shop }: History, productId: number, price: number, atMs: number): Planned => ({
  atMs,
  run: async () => {
    const attributes = { en_GB: { price }, de_DE: { price } };
    await shop.call('update_product', { id_product: productId, attributes });
  },
});

/** Price changes of the products that the table still has. */
const priceChanges = (history: History, daysAgo: (days: number) => number): readonly Planned[] =>
  story().prices.flatMap(({ product, daysAgo: days, price }) => {
    const productId = history.catalogue.products.get(product);
    return productId === undefined ? [] : [priceChange(history, productId, price, daysAgo(days) + 9 * HOUR_MS)];
  });

/** A record of the importer, and when the article came out. */
interface Article extends Members {
  readonly daysAgo: number;
  readonly attributes: { readonly [language: string]: Members };
}

const publication = ({ shop }: History, article: Article, daysAgo: (days: number) => number): Planned => {
  const { daysAgo: days, attributes, ...record } = article;
  const atMs = daysAgo(days) + 8 * HOUR_MS;
  const published = new Date(atMs).toISOString().slice(0, 10);
  const dated = Object.entries(attributes).map(([language, texts]) => [language, { ...texts, published }] as const);
  const line = Buffer.from(JSON.stringify({ ...record, attributes: Object.fromEntries(dated) }));
  return { atMs, run: () => bringing(JOURNAL, (chunks) => bringCatalogue(shop.engine, chunks), [line]) };
};

/** Calls the receiver from then on: what waits at the end is delivered once the shop is served. */
const connect = ({ shop, receiver }: History, atMs: number): Planned => ({
  atMs,
  run: async () => {
    for (const event of ['ORDER_CREATE', 'ORDER_PAYMENT_CHANGE', 'ORDER_DELIVERY_CHANGE'] as const) {
      const name = `DEMO_${event}`;
      await shop.call('create_webhook', { name, event });
      await shop.call('update_webhook', { name, url: `${receiver}?event=${event}`, parameter: '' });
    }
  },
});

/** Nobody has such a role yet: who logs in with a printed password finds the shop as without them. */
const makeRoles = async ({ shop }: History): Promise<void> => {
  for (const { secondFactor = false, ...role } of demoRoles())
    await shop.call('create_role', { ...role, second_factor: secondFactor ? 1 : 0 });
};

/** The code of an invitation is drawn by the shop, and told to nobody. */
const invite = async ({ shop }: History): Promise<void> => {
  for (const invited of demoInvited()) await shop.call('invite_person', { ...invited });
};

/** Up to `endMs`, which is on the last day. */
export const writeHistory = async (history: History, endMs: number): Promise<void> => {
  const { shop, lastDayMs, receiver } = history;
  const firstDayMs = lastDayMs - HISTORY_DAYS * DAY_MS;
  const daysAgo = (days: number): number => lastDayMs - days * DAY_MS;
  const planned: Planned[] = demoAccounts().map((account, at) => ({
    atMs: daysAgo(account.daysAgo) + 5 * HOUR_MS + at,
    run: () => signUp(shop, account, lastDayMs),
  }));
  let shoppers = 0;
  for (let day = 0; day <= HISTORY_DAYS; day += 1) {
    const startMs = firstDayMs + day * DAY_MS;
    const today = shopping(history, day, startMs, shoppers);
    shoppers += today.length;
    planned.push(...today, ...searches(history, startMs));
    if (day % 21 === 20) planned.push(delivery(history, startMs + 5 * HOUR_MS));
  }
  planned.push(...demoLines<Article>(JOURNAL).map((article) => publication(history, article, daysAgo)));
  planned.push(...priceChanges(history, daysAgo));
  planned.push({ atMs: daysAgo(60) + 9 * HOUR_MS, run: () => makeRoles(history) });
  planned.push({ atMs: daysAgo(1) + 15 * HOUR_MS, run: () => invite(history) });
  planned.push(phoneOrder(shop, history.catalogue.articles, daysAgo(1)));
  planned.push(trialOrder(shop, history.catalogue.articles, daysAgo(1)));
  planned.push(receivedReturn(shop, daysAgo(5), 2), announcedReturn(shop, daysAgo(1)));
  if (receiver !== '') planned.push(connect(history, daysAgo(1)));
  await runUntil(shop, endMs, planned);
  await shop.moveTo(endMs);
};
