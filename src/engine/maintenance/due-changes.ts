// Applies what was planned and has come due, settings of the shop, price lists and promotions: the leader makes one
// record of each, which every process applies.
import { moveDueLists } from '../../domain/prices/change-lists.ts';
import type { PriceListIndex } from '../../domain/prices/price-list.ts';
import { moveDuePromotions } from '../../domain/promotions/change-promotions.ts';
import type { PromotionIndex } from '../../domain/promotions/promotion.ts';
import { SHOP_ID } from '../../domain/shop/shop.ts';
import type { ShopIndex } from '../../domain/shop/shop.ts';
import type { Engine } from '../engine.ts';
import { maintenanceCause } from '../engine.ts';

const OF_SETTINGS = maintenanceCause('due_settings');
const OF_PRICE_LISTS = maintenanceCause('due_price_lists');
const OF_PROMOTIONS = maintenanceCause('due_promotions');

/** Called every few milliseconds; a process that follows waits for the records. */
export const applyDueChanges = (engine: Engine): void => {
  if (!engine.isLeading || engine.hasFailed || !engine.mayWrite) return;
  const nowMs = engine.nowMs();
  const { shop, price_list: lists, promotion: promotions } = engine.tables;
  if (nowMs >= (shop.index as ShopIndex).nextMs)
    engine.transact(OF_SETTINGS, (tx) => tx.ask('shop', SHOP_ID, { type: 'apply_due' }));
  if (nowMs >= (lists.index as PriceListIndex).due.nextMs) engine.transact(OF_PRICE_LISTS, moveDueLists);
  if (nowMs >= (promotions.index as PromotionIndex).due.nextMs) engine.transact(OF_PROMOTIONS, moveDuePromotions);
};
