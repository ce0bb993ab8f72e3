// Applies changes of the shop's settings whose time has come: the leader makes one record, which every process applies.
import { SHOP_ID } from '../../domain/shop/shop.ts';
import type { ShopIndex } from '../../domain/shop/shop.ts';
import type { Engine } from '../engine.ts';
import { maintenanceCause } from '../engine.ts';

const CAUSE = maintenanceCause('due_settings');

/** Called every few milliseconds; a process that follows waits for the record. */
export const applyDueSettings = (engine: Engine): void => {
  if (!engine.isLeading || engine.hasFailed || !engine.mayWrite) return;
  if (engine.nowMs() < (engine.tables.shop.index as ShopIndex).nextMs) return;
  engine.transact(CAUSE, (tx) => tx.ask('shop', SHOP_ID, { type: 'apply_due' }));
};
