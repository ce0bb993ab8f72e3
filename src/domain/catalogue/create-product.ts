// Creates a product with its stock item or its binding.
import { entityNumbered } from './find-warehouse-entity.ts';
import { classNamed } from './find-class.ts';
import type { Transaction } from '../transaction.ts';
import { checkTaxClass } from '../rules.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { createDescribed, described, openStock, ruleOf } from './new-object.ts';
import type { NewVariation } from './new-object.ts';

export interface NewProduct extends NewVariation {
  readonly className: string;
  /** To the warehouse entity with the element number of its metadata. */
  readonly bind: boolean;
}

/**
 * Refuses, in this order: SHOPOBJECT_NAME_NOT_VALID, SHOPOBJECT_NAME_ALREADY_IN_USE, what permalinks refuse,
 * CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID, SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID,
 * CATEGORY_NOT_FOUND, PARAMETER_INVALID for an unknown tax class, WAREHOUSE_ENTITY_NOT_FOUND.
 */
export const createProduct = (tx: Transaction, given: NewProduct): Result<number> => {
  const command = described(tx, given, classNamed(tx, given.className, 'product'));
  if (!command.ok) return command;
  const taxClass = checkTaxClass(tx.rules, given.metadata);
  if (!taxClass.ok) return taxClass;
  const entity = given.bind ? entityNumbered(tx, given.metadata.element_number ?? '') : ok(0);
  if (!entity.ok) return entity;
  const { metadata } = given;
  const availability = ruleOf(given, entity.value !== 0);
  const id = createDescribed(tx, command.value, { objectType: 'product', productId: 0, metadata, availability });
  return id.ok ? openStock(tx, id.value, given.quantityMilli, availability.managed, entity.value) : id;
};
