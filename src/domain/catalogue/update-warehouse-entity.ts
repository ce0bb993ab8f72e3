// Changes a warehouse entity.
import { refuse, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Given } from '../attributes/attributes.ts';
import { fitUpdate } from './fit-references.ts';
import { entityNumbered } from './find-warehouse-entity.ts';
import type { Transaction } from '../transaction.ts';
import { checkTaxClass } from '../rules.ts';
import { checkSeen } from '../seen-record.ts';
import type { MetadataChange } from '../attributes/metadata.ts';

/** What is left out stays; attributes and metadata merge per member, as those of a product do. */
interface WarehouseEntityUpdate {
  readonly name?: string | undefined;
  readonly manufacturerId?: number | undefined;
  readonly attributes?: Given;
  readonly metadata?: MetadataChange;
  /** Record that the caller has seen; undefined: any. */
  readonly ifSeq?: number | undefined;
}

/**
 * The same values again are no event.
 *
 * Refuses: WAREHOUSE_ENTITY_NOT_FOUND, CHANGED_MEANWHILE, WAREHOUSE_ENTITY_NAME_NOT_VALID,
 * SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for an unknown tax class,
 * ELEMENT_NUMBER_ALREADY_IN_USE.
 */
export const updateWarehouseEntity = (
  tx: Transaction,
  id: number,
  { ifSeq, ...update }: WarehouseEntityUpdate,
): Result<void> => {
  const state = tx.read('warehouse_entity', id);
  if (state === undefined) return refuse('WAREHOUSE_ENTITY_NOT_FOUND', id);
  const seen = checkSeen(tx, 'warehouse_entity', id, ifSeq);
  if (!seen.ok) return seen;
  const attributes = fitUpdate(
    tx,
    tx.read('class', state.classId)!.attributes,
    update.attributes ?? {},
    state.attributes,
  );
  if (!attributes.ok) return attributes;
  const taxClass = checkTaxClass(tx.rules, update.metadata ?? {}, state.metadata.taxclass);
  if (!taxClass.ok) return taxClass;
  const number = update.metadata?.element_number ?? '';
  const holder = number === '' ? ok(id) : entityNumbered(tx, number);
  if (holder.ok && holder.value !== id) return refuse('ELEMENT_NUMBER_ALREADY_IN_USE', number);
  return tx.ask('warehouse_entity', id, { type: 'update_warehouse_entity', ...update, attributes: attributes.value });
};
