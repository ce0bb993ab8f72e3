// Finds a warehouse entity by its element number.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';

/** Refuses: WAREHOUSE_ENTITY_NOT_FOUND. */
export const entityNumbered = (tx: Transaction, elementNumber: string): Result<number> => {
  const id = tx.index('warehouse_entity').byElementNumber.get(elementNumber);
  if (id !== undefined && tx.read('warehouse_entity', id) !== undefined) return ok(id);
  tx.trackAbsence('warehouse_entity');
  return refuse('WAREHOUSE_ENTITY_NOT_FOUND', elementNumber);
};
