// Fills an empty shop with the demo: its goods, and ninety days in which they were sold.
import { fillCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { makeDeliveryRules } from './delivery.ts';
import type { DemoShop } from './demo-shop.ts';
import { HISTORY_DAYS, writeHistory } from './history.ts';
import { makeOffers } from './offers.ts';
import { makePriceLists } from './price-lists.ts';
import { makePromotions } from './promotions.ts';
import { DAY_MS } from './timeline.ts';
import { makeWords } from './words.ts';

export const DEMO_SEED = 'kontor and daughters';

/** Where the clock of the shop must stand at first, for a history that ends on the day of `endMs`. */
export const historyStartMs = (endMs: number): number => startOfDay(endMs) - HISTORY_DAYS * DAY_MS;

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** Goods alone: nobody has bought any of them, and no account has a password that others know. */
export const fillSample = (shop: Pick<DemoShop, 'call' | 'engine'>): Promise<Catalogue> => fillCatalogue(shop);

/**
 * Leaves the clock at `endMs`. `receiver`: address that the orders since the day before are told to; '': none. Throws
 * RefusedCall where the settings of the shop refuse a part of it, and Error where a file of demo/ is wrong.
 */
export const fillDemo = async (shop: DemoShop, endMs: number, receiver: string, seed = DEMO_SEED): Promise<void> => {
  const catalogue = await fillCatalogue(shop);
  const lastDayMs = startOfDay(endMs);
  await makeDeliveryRules(shop);
  const offers = await makeOffers(shop, await makePromotions(shop, lastDayMs), lastDayMs);
  await writeHistory({ shop, catalogue, offers, seed, lastDayMs, receiver }, endMs);
  await makePriceLists(shop, catalogue, lastDayMs);
  makeWords(shop);
};
