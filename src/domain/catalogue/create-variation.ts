// Creates a variation of a product. Depth and number of variations are limited, since every reply shows all of them.
import { refuse, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkTaxClass } from '../rules.ts';
import type { Transaction } from '../transaction.ts';
import { createDescribed, described, openStock, ruleOf } from './new-object.ts';
import type { NewVariation } from './new-object.ts';
import { above, family } from './product-family.ts';

/** Variations of variations, below the product itself. */
const VARIATION_DEPTH_MAX = 3;

/** All of them are in every reply that shows the product. */
export const VARIATIONS_MAX = 1000;

/**
 * A product of its own that belongs to another, whose class it has; what else it inherits is in inheritance.ts.
 *
 * Refuses, in this order: SHOPOBJECT_NOT_FOUND, VARIATION_TOO_DEEP, VARIATION_LIMIT_REACHED, and what createProduct
 * refuses.
 */
export const createVariation = (tx: Transaction, productId: number, given: NewVariation): Result<number> => {
  const product = tx.read('shopobject', productId);
  if (product?.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const parents = above(tx, product);
  if (parents.length >= VARIATION_DEPTH_MAX) return refuse('VARIATION_TOO_DEEP', productId);
  const variations = family(tx, parents.at(-1) ?? productId).length - 1;
  if (variations >= VARIATIONS_MAX) {
    const detail = `The product has ${variations} variations, of at most ${VARIATIONS_MAX}.`;
    return refuse('VARIATION_LIMIT_REACHED', productId, detail);
  }
  const { metadata } = given;
  const availability = ruleOf(given, false);
  const taxClass = checkTaxClass(tx.rules, metadata);
  if (!taxClass.ok) return taxClass;
  const command = described(tx, given, ok([product.classId, tx.read('class', product.classId)!]));
  if (!command.ok) return command;
  const id = createDescribed(tx, command.value, { objectType: 'product', productId, metadata, availability });
  return id.ok ? openStock(tx, id.value, given.quantityMilli, availability.managed, 0) : id;
};
