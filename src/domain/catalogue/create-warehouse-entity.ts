// Creates a warehouse entity. Element numbers of warehouse entities are unique.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Given } from '../attributes/attributes.ts';
import { entityNumbered } from './find-warehouse-entity.ts';
import { fitNew } from './fit-references.ts';
import { classNamed } from './find-class.ts';
import type { Transaction } from '../transaction.ts';
import { checkTaxClass } from '../rules.ts';
import type { FullMetadata } from '../attributes/metadata.ts';

interface NewWarehouseEntity {
  readonly className: string;
  readonly name: string;
  readonly manufacturerId: number;
  readonly attributes: Given;
  readonly metadata: FullMetadata;
}

/**
 * Refuses: CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID, WAREHOUSE_ENTITY_NAME_NOT_VALID, ELEMENT_NUMBER_ALREADY_IN_USE,
 * SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for an unknown tax class.
 */
export const createWarehouseEntity = (tx: Transaction, given: NewWarehouseEntity): Result<number> => {
  const { className, name, manufacturerId, metadata } = given;
  const entityClass = classNamed(tx, className, 'warehouse_entity');
  if (!entityClass.ok) return entityClass;
  const [classId, { attributes: definitions }] = entityClass.value;
  const attributes = fitNew(tx, definitions, given.attributes);
  if (!attributes.ok) return attributes;
  const taxClass = checkTaxClass(tx.rules, metadata);
  if (!taxClass.ok) return taxClass;
  const number = metadata.element_number;
  if (number !== '' && entityNumbered(tx, number).ok) return refuse('ELEMENT_NUMBER_ALREADY_IN_USE', number);
  return tx.create('warehouse_entity', {
    type: 'create_warehouse_entity',
    name,
    classId,
    manufacturerId,
    attributes: attributes.value,
    metadata,
  });
};
